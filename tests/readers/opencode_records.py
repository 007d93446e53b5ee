"""Records of OpenCode sessions, and how the tests read them."""

from __future__ import annotations

from typing import Any

from graphpack.model.conversation import (
    Conversation,
    Origin,
)

SES, SUB = "ses_tide", "ses_gauge"


START = 1_775_823_873_000


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def tool(call: str, name: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    state = {"status": status, "input": {"q": call}, **state}
    return {"type": "tool", "tool": name, "callID": call, "state": state}


class Log:
    """Writes the messages of one session, a second apart."""

    def __init__(self, session: str = SES) -> None:
        self.session = session
        self.messages: list[dict[str, Any]] = []

    def add(self, role: str, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        number = len(self.messages) + 1
        own = f"msg_{self.session}_{number:03}"
        placed = [
            {"id": f"prt_{number:03}_{place}", **(text(part) if isinstance(part, str) else part)}
            for place, part in enumerate(parts)
        ]
        time = {"created": START + number * 1000}
        message = {"info": {"id": own, "role": role, "time": time, **info}, "parts": placed}
        self.messages.append(message)
        return message

    def user(self, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        return self.add("user", *parts, **info)

    def says(self, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        return self.add("assistant", *parts, **{"modelID": "elm-3", **info})

    def export(self, **info: Any) -> dict[str, Any]:
        about = {"id": self.session, "title": "Tides", "time": {"created": START}, **info}
        return {"info": about, "messages": self.messages}


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


def family() -> tuple[Log, Log]:
    main, sub = Log(), Log(SUB)
    main.user("Chart")
    main.says(tool("c1", "task", output="high at 4", metadata={"sessionId": SUB}))
    main.says("Charted.")
    sub.user("Read the gauge")
    sub.says("high at 4")
    return main, sub


FAMILY = [
    ("user", "Chart", Origin.MAIN),
    ("assistant", "", Origin.MAIN),
    ("user", "Read the gauge", Origin.SUBAGENT),
    ("assistant", "high at 4", Origin.SUBAGENT),
    ("tool", "", Origin.MAIN),
    ("assistant", "Charted.", Origin.MAIN),
]


def check_family(found: Conversation) -> None:
    assert [(m.role.value, m.text, m.origin) for m in found.messages] == FAMILY
    assert (found.id, found.title) == (SES, "Tides")
