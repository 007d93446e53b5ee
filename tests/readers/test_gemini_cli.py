from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.gemini_cli import Reader

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"

AT = "2026-04-14T15:31:19.875Z"
ABOUT = {"sessionId": "s-1", "projectHash": "ab", "startTime": AT}
ASK = {"id": "u1", "timestamp": AT, "type": "user", "content": [{"text": "Icon is missing"}]}
SAY = {"id": "g1", "timestamp": AT, "type": "gemini", "content": "Found it.", "model": "elm-3"}


def one(value: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode())
    assert found.source.format == "gemini-cli"
    return found


def lines(*values: Any) -> Conversation:
    (found,) = read("\n".join(json.dumps(value) for value in values).encode())
    assert found.source.format == "gemini-cli"
    return found


def call(status: str, response: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    result = [{"functionResponse": {"id": "t1", "name": "sh", "response": response}}]
    tool = {"id": "t1", "name": "sh", "args": {"command": "ls"}, "status": status, **more}
    return {**SAY, "toolCalls": [{**tool, "result": result if response is not None else None}]}


def test_a_session() -> None:
    found = one({**ABOUT, "messages": [ASK, SAY, {**ASK, "id": "u2", "content": "Thanks"}]})
    assert [(message.role.value, message.text) for message in found.messages] == [
        ("user", "Icon is missing"),
        ("assistant", "Found it."),
        ("user", "Thanks"),
    ]
    assert found.messages[1].author == "elm-3"
    assert found.messages[0].at == datetime(2026, 4, 14, 15, 31, 19, 875000, tzinfo=UTC)
    assert (found.id, found.started_at) == ("s-1", found.messages[0].at)


def test_thoughts_calls_and_outputs() -> None:
    thoughts = [{"subject": "Icon", "description": "Look for it.", "timestamp": AT}]
    found = one(
        {**ABOUT, "messages": [ASK, {**call("success", {"output": "a.png"}), "thoughts": thoughts}]}
    )
    assert found.messages[1].parts == (
        Reasoning("Icon\nLook for it."),
        Text("Found it."),
        ToolCall("sh", {"command": "ls"}, "t1"),
    )
    assert found.messages[2].role is Role.TOOL
    assert found.messages[2].parts == (ToolResult("a.png", "sh", "t1", is_error=False),)


@pytest.mark.parametrize(
    ("raw", "text", "is_error"),
    [
        (
            "Command: ls\nDirectory: (root)\nOutput: a.png\nb.png\nError: (none)\nExit Code: 0\n"
            "Signal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7",
            "a.png\nb.png",
            False,
        ),
        ("Command: ls\nDirectory: x\nOutput: (empty)\nError: boom\nExit Code: 2", "boom", True),
        ("Output: a.png\nProcess Group PGID: 7", "a.png", False),
        ("The Output: is here", "The Output: is here", False),
    ],
)
def test_shell_outputs_lose_their_wrapping(raw: str, text: str, is_error: bool) -> None:
    found = one({**ABOUT, "messages": [ASK, call("success", {"output": raw})]})
    assert found.messages[2].parts == (ToolResult(text, "sh", "t1", is_error=is_error),)


def test_a_failed_call_is_an_error() -> None:
    found = one({**ABOUT, "messages": [ASK, call("error", {"error": "no such file"})]})
    assert found.messages[2].parts == (ToolResult("no such file", "sh", "t1", is_error=True),)


def test_a_cancelled_call_is_a_veto_and_marks_the_next_words() -> None:
    denied = call("cancelled", {"error": "[Operation Cancelled] Reason: User denied execution."})
    found = one({**ABOUT, "messages": [ASK, denied, {**ASK, "id": "u2"}, {**ASK, "id": "u3"}]})
    (result,) = found.messages[2].parts
    assert isinstance(result, ToolResult)
    assert (result.is_rejected, result.is_error) == (True, None)
    assert [message.is_interruption for message in found.messages] == [
        False, False, False, True, False,
    ]  # fmt: skip


def test_notes_of_the_program_are_nobodys_word() -> None:
    notes = [
        {"id": "i1", "timestamp": AT, "type": "info", "content": "Update available"},
        {"id": "i2", "timestamp": AT, "type": "info", "content": "Request cancelled."},
    ]
    found = one({**ABOUT, "messages": [ASK, SAY, *notes, {**ASK, "id": "u2"}]})
    assert [message.is_interruption for message in found.messages] == [False, False, True]


def test_the_typed_words_go_before_what_was_made_of_them() -> None:
    row = {**ASK, "content": [{"text": "@a.md\n--- Content ---\nlong"}], "displayContent": "@a.md"}
    assert one({**ABOUT, "messages": [row, SAY]}).messages[0].text == "@a.md"


def test_lines_of_one_id_replace_each_other_in_their_place() -> None:
    found = lines(ABOUT, ASK, {**SAY, "content": ""}, {**ASK, "id": "u2"}, SAY)
    assert [message.source_id for message in found.messages] == ["u1", "g1", "u2"]
    assert found.messages[1].text == "Found it."


def test_rewinding_takes_back_and_is_counted() -> None:
    found = lines(ABOUT, ASK, SAY, {**ASK, "id": "u2"}, {"$rewindTo": "g1"}, {**ASK, "id": "u3"})
    assert [message.source_id for message in found.messages] == ["u1", "u3"]
    assert [(notice.code, notice.count) for notice in found.notices] == [("abandoned-branch", 2)]


def test_settings_change_the_record_of_the_session() -> None:
    found = lines(ABOUT, {"$set": {"summary": "Icon found", "messages": [ASK]}}, SAY)
    assert found.title == "Icon found"
    assert len(found.messages) == 2


def test_a_whole_session_on_the_first_line() -> None:
    found = lines({**ABOUT, "messages": [ASK]}, SAY)
    assert [message.source_id for message in found.messages] == ["u1", "g1"]


def test_detection() -> None:
    def detect(*records: Any) -> Certainty:
        return Reader().detect(Probe("x", "", records))

    assert detect(ABOUT) is Certainty.SURE
    assert detect(ASK, SAY) is Certainty.SURE
    assert detect(ASK) is Certainty.NO
    assert detect({"type": "user", "message": {"role": "user"}, "sessionId": "s"}) is Certainty.NO
    assert detect({"messages": [{"role": "user", "content": "a"}]}) is Certainty.NO


def test_a_source_without_a_session_is_refused() -> None:
    with pytest.raises(ReadError, match="holds no session"):
        list(read(b'{"a": 1}', format="gemini-cli"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "users", "answers", "calls", "stops"),
    [("gemini__session-bridge__1", 4, 38, 40, 2), ("gemini__entireio-cli__1", 1, 11, 9, 0)],
)
def test_samples(name: str, users: int, answers: int, calls: int, stops: int) -> None:
    (found,) = read(AGENT / f"{name}.json")
    roles = [message.role for message in found.messages]
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT)) == (users, answers)
    parts = [part for message in found.messages for part in message.parts]
    assert sum(isinstance(part, ToolCall) for part in parts) == calls
    assert sum(isinstance(part, ToolResult) for part in parts) == calls
    assert sum(message.is_interruption for message in found.messages) == stops
    assert found.notices == ()


def row(key: str, kind: str, content: object) -> dict:
    return {"id": key, "timestamp": "2026-04-01T10:00:00Z", "type": kind, "content": content}


def test_the_context_that_is_sent_along_is_no_persons_word() -> None:
    context = row("x", "user", [{"text": "<session_context>\nToday.\n</session_context>"}])
    found = lines(ABOUT, context, ASK, SAY)
    assert [message.source_id for message in found.messages] == ["u1", "g1"]


@pytest.mark.parametrize(
    "content",
    [
        "Fix @a.py\n--- Content from referenced files ---\nContent from @a.py:\nprint(1)\n"
        "--- End of content ---",
        [
            {"text": "Fix @a.py"},
            {"text": "\n--- Content from referenced files ---"},
            {"text": "\nContent from @a.py:\n"},
            {"text": "print(1)"},
            {"text": "\n--- End of content ---"},
        ],
    ],
)
def test_files_that_a_prompt_mentions_are_attached_to_it(content: object) -> None:
    found = lines(ABOUT, row("u", "user", content), SAY)
    assert found.messages[0].parts == (Text("Fix @a.py"), Attachment("a.py", "print(1)"))


def test_a_resumed_session_is_read_from_its_lines(tmp_path: Path) -> None:
    whole = {**ABOUT, "messages": [ASK, SAY]}
    (tmp_path / "session-1.json").write_text(json.dumps(whole))
    resumed = [ABOUT, ASK, SAY, {**ASK, "id": "u2"}]
    (tmp_path / "session-1.jsonl").write_text("".join(json.dumps(one) + "\n" for one in resumed))
    (found,) = read(tmp_path)
    assert (found.source.name, len(found.messages)) == ("session-1.jsonl", 3)
    assert [(n.code, n.count) for n in found.notices] == [("copy", 1)]
