"""A real HTTP server on the loopback that answers as it is told, well or badly."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Said:
    """One answer on the wire."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    delay_s: float = 0.0
    drop: bool = False
    drip_s: float = 0.0


def completion(
    text: str | None,
    *,
    finish: str = "stop",
    refusal: str | None = None,
    usage: tuple[int, int] = (100, 20),
) -> Said:
    """A chat completion whose message says ``text``."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if refusal is not None:
        message["refusal"] = refusal
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "small",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
        },
    }
    return Said(body=json.dumps(body).encode())


def failure(status: int, message: str = "no", **headers: str) -> Said:
    """An error object with its status."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps({"error": {"message": message, "type": "t", "code": str(status)}}).encode()
    return Said(status=status, body=body, headers={"Content-Type": "application/json", **named})


def page(body: str, content_type: str = "text/html") -> Said:
    """Something that is no completion at all."""
    return Said(body=body.encode(), headers={"Content-Type": content_type})


Answer = Said | Callable[[dict[str, Any]], Said]


class Server:
    """Gives its answers in turn, the last one for ever; keeps the requests it saw."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._answers = list(answers)
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body go out at once: else 40 ms too many

            def log_message(self, *_: object) -> None:
                pass

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server._answer(self, json.loads(body))

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        # a client that goes away is what some tests are about, and no word for standard error
        self._http.handle_error = lambda *_: None
        self.base = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def _answer(self, handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        with self._lock:
            self.requests.append(request)
            self.headers.append({k.lower(): v for k, v in handler.headers.items()})
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        said = answer(request) if callable(answer) else answer
        time.sleep(said.delay_s)
        if said.drop:
            handler.close_connection = True
            handler.connection.close()
            return
        try:
            handler.send_response(said.status)
            for name, value in said.headers.items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(said.body)))
            handler.end_headers()
            if said.drip_s:
                for byte in said.body:
                    handler.wfile.write(bytes([byte]))
                    time.sleep(said.drip_s)
            else:
                handler.wfile.write(said.body)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True


@contextmanager
def serving(*answers: Answer) -> Iterator[Server]:
    """Run a server for the length of a block."""
    server = Server(answers)
    thread = threading.Thread(target=server._http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server._http.shutdown()
        server._http.server_close()
        thread.join()
