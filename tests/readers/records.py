"""Makes the records of agent logs that the tests are about; all of it is invented."""

from __future__ import annotations

import json
from itertools import count

SESSION = "5e551011-0000-4000-8000-000000000001"


def jsonl(*records: dict | str | bytes) -> bytes:
    """One record per line; text and bytes go in as they are."""
    lines = []
    for record in records:
        if isinstance(record, bytes):
            lines.append(record)
        elif isinstance(record, str):
            lines.append(record.encode())
        else:
            lines.append(json.dumps(record, ensure_ascii=False).encode())
    return b"".join(line + b"\n" for line in lines)


class Claude:
    """Writes the records of one Claude Code session, each the child of the one before."""

    def __init__(self, session: str = SESSION, agent: str | None = None) -> None:
        self.session, self.agent = session, agent
        self.last: str | None = None
        self._numbers = count(1)

    def chain(self, type: str, **fields) -> dict:
        number = next(self._numbers)
        uuid = f"{type}-{self.agent or 'main'}-{number}"
        record = {
            "parentUuid": self.last,
            "isSidechain": self.agent is not None,
            "sessionId": self.session,
            "version": "2.1.33",
            "type": type,
            "uuid": uuid,
            "timestamp": f"2026-03-01T10:{number // 60:02}:{number % 60:02}.000Z",
        }
        if self.agent:
            record["agentId"] = self.agent
        record.update(fields)
        self.last = record["uuid"]
        return record

    def user(self, content, **fields) -> dict:
        return self.chain("user", message={"role": "user", "content": content}, **fields)

    def result(self, call: str, content, *, is_error: bool = False, beside=(), **fields) -> dict:
        block = {"type": "tool_result", "tool_use_id": call, "content": content}
        if is_error:
            block["is_error"] = True
        return self.user([block, *beside], **fields)

    def says(self, message: str, *blocks: dict | str, model="claude-opus-4-6", **fields) -> dict:
        content = [text(b) if isinstance(b, str) else b for b in blocks]
        body = {"id": message, "role": "assistant", "model": model, "content": content}
        return self.chain("assistant", message=body, **fields)

    def queue(self, operation: str, content=None) -> dict:
        record = {
            "type": "queue-operation",
            "operation": operation,
            "timestamp": "2026-03-01T10:00:30.000Z",
            "sessionId": self.session,
        }
        return record if content is None else {**record, "content": content}


def text(words: str) -> dict:
    return {"type": "text", "text": words}


def use(call: str, name: str, **arguments) -> dict:
    return {"type": "tool_use", "id": call, "name": name, "input": arguments}


class Codex:
    """Writes the lines of one Codex rollout."""

    def __init__(self, second: int = 0) -> None:
        self.second = second

    def line(self, kind: str, /, **payload) -> dict:
        self.second += 1
        at = f"2026-04-02T09:{self.second // 60:02}:{self.second % 60:02}.000Z"
        return {"timestamp": at, "type": kind, "payload": payload}

    def meta(self, id: str = "019d0000-0000-7000-8000-000000000001", **fields) -> dict:
        fields = {"cwd": "/src/tidemark", "cli_version": "0.130.0", "source": "cli", **fields}
        return self.line("session_meta", id=id, timestamp="2026-04-02T09:00:00.000Z", **fields)

    def item(self, type: str, /, **payload) -> dict:
        return self.line("response_item", **{"type": type, **payload})

    def event(self, type: str, /, **payload) -> dict:
        return self.line("event_msg", **{"type": type, **payload})

    def prompt(self, words: str) -> list[dict]:
        """A prompt as newer builds write it: as an item and as an event."""
        return [self.user_item(words), self.event("user_message", message=words, images=[])]

    def user_item(self, *words: str) -> dict:
        content = [{"type": "input_text", "text": w} for w in words]
        return self.item("message", role="user", content=content)

    def says(self, words: str, phase: str = "final_answer") -> list[dict]:
        content = [{"type": "output_text", "text": words}]
        return [
            self.event("agent_message", message=words, phase=phase),
            self.item("message", role="assistant", content=content, phase=phase),
        ]

    def call(self, call: str, name: str, **arguments) -> dict:
        return self.item("function_call", name=name, arguments=json.dumps(arguments), call_id=call)

    def output(self, call: str, output) -> dict:
        return self.item("function_call_output", call_id=call, output=output)
