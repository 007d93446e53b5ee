"""Chatbox: sessions among settings, earlier threads, forks within forks, summaries."""

from __future__ import annotations

import io
import zipfile

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read

from .chat_programs import box_message, box_session, chatbox, codes, dump, reading, said


def one(**session: object) -> object:
    (found,) = reading(box_session(**session))
    return found


def test_only_sessions_of_a_backup_are_read() -> None:
    (found,) = reading(chatbox())
    assert found.id == "s1"
    assert said(found) == [
        ("system", "Answer in euros."),
        ("user", "What is the fee?"),
        ("assistant", "Nine euros."),
    ]
    assert "never read" not in str(found)


def test_the_backup_of_older_builds_lists_its_sessions() -> None:
    old = {
        "id": "s9",
        "name": "Old",
        "messages": [{"id": "m1", "role": "user", "content": "The fee?"}],
    }
    (found,) = reading({"settings": {}, "chat-sessions": [old]})
    assert (found.id, said(found)) == ("s9", [("user", "The fee?")])


def test_a_session_by_itself_and_in_a_zip_are_known() -> None:
    assert one().source.format == "chatbox"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("sessions/s1/session.json", dump(box_session()))
        archive.writestr("manifest.json", "{}")
    (found,) = read(buffer.getvalue())
    assert found.source.format == "chatbox"


def test_threads_come_before_the_messages() -> None:
    thread = {"id": "t1", "name": "Old", "messages": [box_message("t", "user", "Earlier.")]}
    found = one(threads=[thread])
    assert [text for _, text in said(found)][:2] == ["Earlier.", "Answer in euros."]
    assert found.branches[0].after == 2


def test_a_fork_within_a_fork_joins_it() -> None:
    inner = [box_message("m5", "user", "Per week?"), box_message("m6", "assistant", "Fifty.")]
    forks = {
        "m3": {"position": 9, "lists": [{"id": "x", "messages": inner}]},
        "m1": {"position": 1, "lists": [{"messages": [box_message("m3", "assistant", "Ten.")]}]},
        "gone": {"position": 1, "lists": [{"messages": [box_message("m9", "user", "Lost.")]}]},
    }
    found = one(messageForksHash=forks)
    assert [(b.id, b.after, [m.text for m in b.messages]) for b in found.branches] == [
        ("m6", 1, ["Ten.", "Per week?", "Fifty."]),
        ("m9", -1, ["Lost."]),
    ]


def test_the_selected_list_of_a_fork_is_no_branch() -> None:
    selected = {"messages": [box_message("m2b", "assistant", "Nine euros.")]}
    assert one(messageForksHash={"m1": {"position": 0, "lists": [selected]}}).branches == ()


def test_a_summary_is_nobodys_word() -> None:
    summary = box_message("m7", "assistant", "They talked of fees.", isSummary=True)
    found = one(messages=[summary, box_message("m8", "user", "And now?")], messageForksHash={})
    assert [m.origin for m in found.messages] == [Origin.COMPACTION, Origin.MAIN]
    as_user = box_message("m7", "user", "They talked of fees.", isSummary=True)
    found = one(messages=[as_user, box_message("m8", "user", "And now?")], messageForksHash={})
    assert found.messages[0].role is Role.ASSISTANT


def test_parts_keep_thinking_calls_and_results_apart() -> None:
    parts = (
        {"type": "reasoning", "text": "tariff"},
        {"type": "tool-call", "state": "error", "toolCallId": "c1", "toolName": "tariff",
         "args": {"port": "Wyk"}, "result": {"type": "text", "text": "not found"}},
        {"type": "info", "text": "the picture was left out"},
        {"type": "image", "storageKey": "k"},
        {"type": "hologram"},
        "Nine.",
    )  # fmt: skip
    question = box_message("m1", "user", "The fee?", files=[{"name": "t.pdf"}])
    found = one(messages=[question, box_message("m2", "assistant", *parts)], messageForksHash={})
    assert found.messages[0].parts[1:] == (Attachment("t.pdf"),)
    assert [message.parts for message in found.messages[1:]] == [
        (Reasoning("tariff"), ToolCall("tariff", {"port": "Wyk"}, "c1"), Image()),
        (ToolResult("not found", "tariff", "c1", is_error=True),),
        (Text("Nine."),),
    ]
    assert codes(found) == {"unknown-block": 1}


def test_a_failed_answer_is_counted() -> None:
    failed = box_message("m2", "assistant", error="429")
    found = one(messages=[box_message("m1", "user", "The fee?"), failed], messageForksHash={})
    assert codes(found) == {"failed-answer": 1}


def test_forks_in_any_order_take_linear_time() -> None:
    count = 3000
    forks = {
        f"f{at}": {"position": 9, "lists": [{"messages": [box_message(f"f{at + 1}", "user", "x")]}]}
        for at in reversed(range(count))
    }
    found = one(messages=[box_message("f0", "user", "The fee?")], messageForksHash=forks)
    assert [len(branch.messages) for branch in found.branches] == [count]
