"""Amp's threads."""

from __future__ import annotations

from graphpack.model.conversation import Attachment, Origin, ToolResult
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source

from .harnesses import START_MS, amp_thread, brief, dumped, people, read_one, said, text


def test_thread() -> None:
    found = read_one(amp_thread())
    assert found.source.format == "amp"
    assert found.id.startswith("T-")
    assert found.title == "Tides"
    assert found.started_at is not None
    assert found.started_at.timestamp() == START_MS / 1000
    assert brief(found)[:2] == [
        ("user", "Chart the tides", "04:12"),
        ("assistant", "Plot.", "Plotting.", "cmd: plot", "cmd: rm", "cmd: sleep", "cmd: x"),
    ]
    assert found.messages[0].parts[1] == Attachment("file:///gauge.csv", "04:12")
    assert found.messages[1].author == "acme/tidal-1"


def test_outputs_say_what_became_of_the_run() -> None:
    results = read_one(amp_thread()).messages[2].parts
    assert results == (
        ToolResult("no gnuplot\nexit code 127", "Bash", "b1", is_error=True),
        ToolResult("Rejected", "Bash", "b2", None, is_rejected=True),
        ToolResult("no such tool", "Bash", "b4", is_error=True),
    )


def test_words_after_a_refusal_or_a_stop_interrupt_and_queued_prompts_are_found() -> None:
    found = read_one(amp_thread())
    assert said(found) == ["Chart the tides", "In metres", "Stop, use feet", "Then rest"]
    assert [m.is_interruption for m in people(found)] == [False, True, True, False]


def test_hidden_blocks_are_not_said() -> None:
    found = read_one(amp_thread())
    assert not any("cwd" in part for message in brief(found) for part in message)


def test_canonical_output_ids_summaries_and_subagents() -> None:
    thread = amp_thread()
    summary = {"type": "summary", "summary": {"type": "message", "summary": "They chart."}}
    thread["messages"] = [
        {"role": "user", "messageId": 0, "content": [text("Go"), summary]},
        {"role": "assistant", "messageId": 1, "parentToolUseId": "b9", "content": [text("Sub")]},
        {"role": "user", "messageId": 2, "content": [
            {"type": "tool_result", "tool_use_id": "b1", "content": "ok", "is_error": False}]},
    ]  # fmt: skip
    del thread["queuedMessages"]
    assert "Sub" not in [m.text for m in read_one(thread).messages]
    (found,) = read(dumped(thread), subagents=True)
    assert [m.origin for m in found.messages] == [
        Origin.COMPACTION,
        Origin.MAIN,
        Origin.SUBAGENT,
        Origin.MAIN,
    ]
    assert found.messages[3].parts == (ToolResult("ok", None, "b1", is_error=False),)


def test_broken_messages_are_counted() -> None:
    thread = amp_thread()
    thread["messages"] += [3, {"role": "user"}]
    assert [(n.code, n.count) for n in read_one(thread).notices] == [("broken-record", 2)]


def test_an_api_body_with_an_id_is_not_amps() -> None:
    body = {"id": "T-1", "messages": [{"role": "user", "content": [text("Hi")]}]}
    assert detect(open_source(dumped(body))).name != "amp"
