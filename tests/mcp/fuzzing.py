"""Requests drawn at random and bent: every one that asks is answered, whatever it holds.

python -m tests.mcp.fuzzing 5000 [SEED]
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from graphpack.mcp.definitions import TOOLS
from tests.mcp.conftest import CALLS, server_command
from tests.timing import HANGS_S

STRANGE = [
    None, True, False, 0, -1, 1, 3.0, 1.5, 1e308, -1e-9, 2**31, 2**63, 10**40, "", " ", "x",
    "\x00", "\x1b[2J", "\ud800", "\ufeff", "\u202e", "é" * 50, "a" * 5000, "../../etc/passwd",
    "/dev/zero", "graphpack://packs//x", "%s%n", "{{7*7}}", "'; DROP TABLE records;--", "\n\n",
    "💥" * 20, [], {}, [[]], [None], {"": ""}, {"a": {"b": {"c": []}}}, ["x"] * 500, "NaN",
]  # fmt: skip
METHODS = [
    "tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping",
    "resources/read", "prompts/get", "completion/complete", "logging/setLevel", "tools/call",
    "resources/subscribe", "initialize", "sampling/createMessage", "roots/list", "", "x" * 300,
    "tools/\u0000", "__class__", "server/discover", "subscriptions/listen", "tasks/get",
]  # fmt: skip
NOTES = ["notifications/cancelled", "notifications/progress", "notifications/x", "tools/call"]
PARAMETERS = [
    {"name": "resume", "arguments": {"session": "fix"}},
    {"uri": "graphpack://packs/fix/compact"},
    {"cursor": "0"},
    {
        "ref": {"type": "ref/prompt", "name": "resume"},
        "argument": {"name": "session", "value": "f"},
    },
    {"level": "debug"},
    {},
]


@dataclass
class Frames:
    """Frames and what has to come back.

    Args:
        rng: Seeded.
        lines: As they are sent.
        asked: Ids that have to be answered, once each.
    """

    rng: random.Random
    lines: list[bytes] = field(default_factory=list)
    asked: list[object] = field(default_factory=list)

    def _strange(self) -> object:
        return copy.deepcopy(self.rng.choice(STRANGE))

    def add(self, number: int) -> None:
        """Draw one."""
        rng = self.rng
        name = number if rng.random() < 0.7 else f"r{number}"
        message = self._message(name)
        for _ in range(rng.choice([0, 0, 1, 1, 2, 5])):
            self._bend(message)
        try:
            raw = json.dumps(message, ensure_ascii=rng.random() < 0.5).encode(
                "utf-8", "surrogatepass"
            )
        except RecursionError:
            return
        if rng.random() < 0.1:
            raw = self._cut(raw)
        raw = raw.replace(b"\n", b" ").replace(b"\r", b" ")
        self.lines.append(raw + rng.choice([b"\n", b"\n", b"\r\n"]))
        if _asks(raw, name):
            self.asked.append(name)

    def bent(self, arguments: dict) -> dict:
        """Give a tool's arguments with something strange in them; what can be sent as UTF-8."""
        made = copy.deepcopy(arguments)
        for _ in range(self.rng.randrange(1, 4)):
            self._bend(made)
        return json.loads(json.dumps(made).replace("\\ud800", "?"))

    def _message(self, name: object) -> dict:
        rng = self.rng
        message = {"jsonrpc": "2.0", "id": name}
        kind = rng.random()
        if kind < 0.55:
            tool = rng.choice(list(TOOLS))
            arguments = json.loads(json.dumps(CALLS[tool]))
            for key in rng.sample(list(TOOLS[tool].takes), k=min(2, len(TOOLS[tool].takes))):
                arguments[key] = self._strange()
            params = {"name": tool, "arguments": arguments}
            return message | {"method": "tools/call", "params": params}
        if kind < 0.85:
            return message | {
                "method": rng.choice(METHODS),
                "params": copy.deepcopy(rng.choice(PARAMETERS)),
            }
        if kind < 0.95:
            del message["id"]
            params = {"requestId": f"no{name}", "progressToken": self._strange()}
            return message | {"method": rng.choice(NOTES), "params": params}
        return message | {rng.choice(["result", "error"]): self._strange()}

    def _bend(self, value: object) -> None:
        """Put something strange somewhere below the envelope's id."""
        rng = self.rng
        while True:
            if isinstance(value, dict):
                keys = [key for key in value if key not in {"id", "jsonrpc"}]
                if not keys:
                    value["_meta"] = self._strange()
                    return
                key = rng.choice(keys)
            elif isinstance(value, list) and value:
                key = rng.randrange(len(value))
            else:
                return
            inner = value[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
                value = inner
                continue
            if isinstance(value, dict) and rng.random() < 0.2:
                del value[key]
            elif rng.random() < 0.05:
                for _ in range(200):
                    inner = [inner]
                value[key] = inner
            else:
                value[key] = self._strange()
            return

    def _cut(self, raw: bytes) -> bytes:
        rng = self.rng
        data = bytearray(raw)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data) + 1)
            way = rng.randrange(3)
            if way == 0:
                data[at : at + rng.randrange(1, 9)] = b""
            elif way == 1:
                data[at:at] = rng.randbytes(rng.randrange(1, 4))
            else:
                del data[at:]
        return bytes(data) or b"{"


def _asks(raw: bytes, name: object) -> bool:
    """Whether whoever sent that waits for an answer to this id."""
    try:
        value = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0" or "method" not in value:
        return False
    number = value.get("id")
    return type(number) is type(name) and number == name and isinstance(value["method"], str)


@dataclass
class Told:
    """What came back.

    Args:
        answers: How often each id was answered.
        results: How many answers were results.
        missing: Ids that were not answered.
        errors: What the server wrote to standard error.
        code: How it ended.
        worst_s: The longest time without a word of it.
    """

    answers: Counter
    results: int
    missing: list
    errors: str
    code: int | None
    worst_s: float


def fuzz(count: int, seed: int, *, wait_s: float = 3 * HANGS_S, **process: object) -> Told:
    """Send so many frames, and hear what comes back.

    Args:
        count: Of frames.
        seed: Of what is drawn.
        wait_s: How long all of it may take; then the server is killed.
        process: For ``subprocess.Popen``.
    """
    frames = Frames(random.Random(seed))
    for number in range(100, 100 + count):
        frames.add(number)
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    answers, results, waiting = Counter(), 0, set(frames.asked) | {1, "last"}
    errors: list[bytes] = []
    heard = time.monotonic()
    worst = 0.0
    with subprocess.Popen(server_command(), **pipes, **process) as server:
        watch = threading.Timer(wait_s, server.kill)
        beside = (
            threading.Thread(target=lambda: errors.append(server.stderr.read())),
            threading.Thread(target=_send, args=(server.stdin, frames.lines)),
            watch,
        )
        for thread in beside:
            thread.start()
        for line in server.stdout:
            heard, before = time.monotonic(), heard
            worst = max(worst, heard - before)
            message = json.loads(line)
            assert message["jsonrpc"] == "2.0", line
            if "method" in message:
                continue
            number = message.get("id")
            answers[number] += 1
            results += "result" in message
            waiting.discard(number)
            if not waiting:
                break
        beside[1].join()
        server.stdin.close()
        code = server.wait(timeout=HANGS_S)
        watch.cancel()
        for thread in beside:
            thread.join()
    missing = sorted(waiting, key=str)
    return Told(answers, results, missing, b"".join(errors).decode(), code, worst)


def _send(stream, lines) -> None:
    client = {"name": "x", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    first = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    last = {"jsonrpc": "2.0", "id": "last", "method": "ping"}
    try:
        stream.writelines(json.dumps(one).encode() + b"\n" for one in first)
        stream.writelines(lines)
        stream.write(json.dumps(last).encode() + b"\n")
        stream.flush()
    except (BrokenPipeError, ValueError):
        return


if __name__ == "__main__":
    said = fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(
        f"{sum(said.answers.values())} answers, {said.results} of them results; ended {said.code}"
    )
    print(f"missing: {said.missing[:20]}; longest silence {said.worst_s:.1f} s")
    print("twice:", [n for n, c in said.answers.items() if c > 1 and n is not None][:20])
    print(said.errors[-3000:])
