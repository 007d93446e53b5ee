"""OpenHands: exports, evaluation and resolver outputs, events on disk, both generations."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Image, Origin, ToolCall, ToolResult
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.openhands import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe

from .harnesses import (
    brief,
    dumped,
    event,
    openhands_events,
    people,
    read_one,
    said,
    sdk_events,
    tool_metadata,
)

CHART = [
    ("user", "Chart the tides"),
    ("assistant", "Let me plot.", "command: plot"),
    ("tool", "no gnuplot\n[The command completed with exit code 127.]"),
    ("assistant", "Use Python."),
    ("assistant", "All good.", "Charted."),
]


def test_exported_list_without_labels_and_noise() -> None:
    found = read_one(openhands_events())
    assert found.source.format == "openhands"
    assert brief(found) == CHART
    assert found.messages[1].author == "acme/tidal-1"
    assert found.messages[2].parts == (
        ToolResult(CHART[2][1], "execute_bash", "k1", is_error=True),
    )
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-01T10:00:02.500000+00:00"


@pytest.mark.parametrize("key", ["trajectory", "history", "events"])
def test_list_within_an_object(key: str) -> None:
    assert brief(read_one({key: openhands_events()})) == CHART


def test_several_calls_of_one_answer_are_one_message() -> None:
    first = tool_metadata("k1", "read", "Two files.", path="a")
    second = tool_metadata("k2", "read", "Two files.", path="b")
    found = read_one([
        event(0, "user", action="message", args={"content": "Read"}),
        event(1, "agent", action="read", tool_call_metadata=first, args={"thought": "Two files."}),
        event(2, "agent", action="read", tool_call_metadata=second, args={"thought": ""}),
        event(3, "agent", observation="read", cause=1, content="A"),
        event(4, "agent", observation="read", cause=2, content="B"),
    ])  # fmt: skip
    assert brief(found)[1] == ("assistant", "Two files.", "path: a", "path: b")
    results = [part.call_id for message in found.messages[2:] for part in message.parts]
    assert results == ["k1", "k2"]


def test_errors_refusals_and_condensations() -> None:
    run = tool_metadata("k1", "execute_bash", "Go.", command="rm")
    found = read_one([
        event(0, "user", action="message", args={"content": "Tidy", "image_urls": ["data:x"]}),
        event(1, "agent", action="run", tool_call_metadata=run, args={"command": "rm"}),
        event(2, "agent", observation="user_rejected", cause=1, content="rejected by the user"),
        event(3, "user", action="message", args={"content": "never delete"}),
        event(4, "agent", observation="error", content="no such parameter", extras={}),
        event(5, "agent", observation="edit", content="ERROR:\nno match", extras={}),
        event(6, "agent", action="condensation", args={"summary": "They tidy."}),
    ])  # fmt: skip
    assert found.messages[0].parts[1] == Image()
    (refused,) = found.messages[2].parts
    assert isinstance(refused, ToolResult)
    assert (refused.is_rejected, refused.is_error) == (True, None)
    assert people(found)[1].is_interruption
    assert [part.is_error for message in found.messages[4:6] for part in message.parts] == [
        True,
        True,
    ]
    assert found.messages[-1].origin is Origin.COMPACTION


def test_message_after_a_stop_is_an_interruption() -> None:
    events = openhands_events()
    events.append(event(20, "environment", observation="agent_state_changed", content="",
                        extras={"agent_state": "paused"}))  # fmt: skip
    events.append(event(21, "user", action="message", args={"content": "wait"}))
    assert [m.is_interruption for m in people(read_one(events))] == [False, True]


def test_prompt_of_the_program_and_injected_knowledge_are_not_said() -> None:
    events = openhands_events()
    events[2]["args"]["content"] = "Chart\n<REPOSITORY_INFO>\nat /x\n</REPOSITORY_INFO>\nnow"
    go_on = "Please continue working on the task on whatever approach you think is suitable.\nGo"
    events.append(event(20, "user", action="message", args={"content": go_on}))
    found = read_one(events)
    assert [words.split() for words in said(found)] == [["Chart", "now"]]
    assert [notice.code for notice in found.notices] == ["harness-text"]


def instance(number: int) -> dict:
    events = openhands_events()
    events[2]["args"]["content"] = (
        f"<uploaded_files>\n/tide\n</uploaded_files>\nConsider this:\n\n<issue_description>\n"
        f"Off by {number} h\n</issue_description>\n\nImplement it."
    )
    return {"instance_id": f"tide-{number}", "instruction": "x", "history": events, "error": None}


def test_evaluation_has_a_conversation_on_each_line() -> None:
    raw = b"\n".join([dumped(instance(1)), b"{broken", dumped(instance(2))])
    one, two = read(raw)
    assert (one.id, two.id) == ("tide-1", "tide-2")
    assert said(one) == ["Off by 1 h"]
    template = one.messages[1]
    assert template.role.value == "system"
    assert "uploaded_files" not in template.text
    assert "Implement it." in template.text
    assert [n.code for found in (one, two) for n in found.notices] == ["broken-record"]


def test_resolver_gives_the_issue() -> None:
    run = instance(1)
    run.pop("instance_id")
    run["issue"] = {"number": 7, "title": "Tides are off", "body": "By one hour"}
    run["history"][2]["args"]["content"] = (
        "Please fix.\n\n# Problem Statement\nBy one hour\n\nIMPORTANT: do it"
    )
    found = read_one(run)
    assert (found.id, found.title) == ("issue-7", "Tides are off")
    assert said(found) == ["By one hour"]


def test_events_of_2024_have_no_source_and_flat_fields() -> None:
    history = [
        {"action": "message", "content": "Chart the tides"},
        {"action": "run", "command": "plot", "thought": "Plotting."},
        {"observation": "run", "content": "no gnuplot", "extras": {"exit_code": 127}},
        {"action": "message", "content": "Shall I install it?"},
        {"action": "message", "content": "never"},
        {"action": "finish", "outputs": {"content": "Then not."}},
    ]
    found = read_one({"instance_id": "t", "history": history})
    assert brief(found) == [
        ("user", "Chart the tides"),
        ("assistant", "Plotting.", "command: plot"),
        ("tool", "no gnuplot"),
        ("assistant", "Shall I install it?"),
        ("user", "never"),
        ("assistant", "Then not."),
    ]
    result = found.messages[2].parts[0]
    assert isinstance(result, ToolResult)
    assert (result.name, result.is_error) == ("run", True)


def test_pairs_of_action_and_observation() -> None:
    history = [
        [{"action": "message", "content": "Chart"}, {"observation": "null", "content": ""}],
        [{"action": "run", "command": "ls", "thought": "Hm"}, {"observation": "run",
                                                               "content": "gauge.csv"}],
    ]  # fmt: skip
    assert brief(read_one({"test_result": {}, "history": history})) == [
        ("user", "Chart"),
        ("assistant", "Hm", "command: ls"),
        ("tool", "gauge.csv"),
    ]


def test_events_in_files_are_one_conversation_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    home = tmp_path / "sessions" / "ab12"
    (home / "events").mkdir(parents=True)
    (home / "event_cache").mkdir()
    for number, one in enumerate(openhands_events()):
        (home / "events" / f"{number}.json").write_bytes(dumped(one))
    (home / "event_cache" / "0-5.json").write_bytes(dumped(openhands_events()[:5]))
    (found,) = read(tmp_path)
    assert found.id == "ab12"
    assert brief(found) == CHART


def test_new_generation() -> None:
    found = read_one(sdk_events())
    assert brief(found) == [
        ("user", "Chart the tides"),
        ("assistant", "gnuplot?", "Plotting.", "command: plot"),
        ("tool", "no gnuplot"),
        ("user", "In metres"),
        ("assistant", "command: rm -r ."),
        ("tool", "never delete anything"),
        ("user", "never delete anything"),
        ("tool", "no tool"),
        ("assistant", "They chart."),
        ("assistant", "Charted."),
    ]
    assert [m.is_interruption for m in people(found)] == [False, True, True]
    results = [p for m in found.messages for p in m.parts if isinstance(p, ToolResult)]
    assert [(r.name, r.is_error, r.is_rejected) for r in results] == [
        ("terminal", True, False),
        ("terminal", None, True),
        ("draw", True, False),
    ]
    assert found.messages[8].origin is Origin.COMPACTION
    calls = [p.call_id for m in found.messages for p in m.parts if isinstance(p, ToolCall)]
    assert calls == ["k1", "k2"]


def test_new_generation_on_disk(tmp_path: Path) -> None:
    home = tmp_path / "conversations" / "c1"
    (home / "events").mkdir(parents=True)
    state = {"id": "c1", "agent": {"kind": "Agent"}, "execution_status": "finished"}
    (home / "base_state.json").write_bytes(dumped(state))
    for number, one in enumerate(sdk_events()):
        (home / "events" / f"event-{number:05}-{one['id']}.json").write_bytes(dumped(one))
    (found,) = read(tmp_path)
    assert found.id == "c1"
    assert len(found.messages) == 10
    assert not found.notices
    with pytest.raises(ReadError, match="state of an OpenHands conversation"):
        list(read(home / "base_state.json"))


def test_message_of_neither_side_is_counted() -> None:
    events = sdk_events()
    events[1]["source"] = "environment"
    found = read_one(events)
    assert said(found) == ["In metres", "never delete anything"]
    assert [notice.code for notice in found.notices] == ["harness-text"]


def test_lines_of_single_events() -> None:
    raw = b"\n".join(dumped(one) for one in openhands_events())
    assert brief(read_one(raw)) == CHART


def test_broken_events_are_counted() -> None:
    found = read_one([*openhands_events(), 3, {"x": 1}])
    assert [(notice.code, notice.count) for notice in found.notices] == [("broken-record", 2)]


def test_prose_that_quotes_events_is_no_log() -> None:
    quoted = dumped(openhands_events()[2]).decode()
    seen = probe(open_source(f"# Notes\n\n{quoted}\n\nUser: hi\n".encode()))
    assert Reader().detect(seen) is Certainty.NO
