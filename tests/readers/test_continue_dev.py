"""Continue's sessions and their index."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, Image, Origin, ToolResult
from graphpack.readers import read

from .harnesses import brief, continue_session, dumped, read_one, said

INDEX = [{"sessionId": "u-1", "title": "Tides", "dateCreated": "1772000000000",
          "workspaceDirectory": "file:///src"}]  # fmt: skip


def test_session_without_the_repeated_prompts() -> None:
    found = read_one(continue_session())
    assert (found.id, found.title, found.source.format) == ("u-1", "Tides", "continue")
    assert brief(found) == [
        ("user", "Chart the tides, in metres", "04:12,3.1"),
        ("assistant", "Plot it."),
        ("assistant", "Plotting.", "command: plot"),
        ("tool", "no gnuplot"),
        ("assistant", "No gnuplot here."),
        ("assistant", "They chart tides."),
    ]
    assert found.messages[0].parts[1] == Attachment("gauge.csv", "04:12,3.1")
    assert found.messages[2].author == "Tidal 1"
    assert found.messages[3].parts == (
        ToolResult("no gnuplot", "run_terminal_command", "c1", is_error=True),
    )
    assert found.messages[-1].origin is Origin.COMPACTION
    assert found.started_at is None


def test_output_kept_only_in_the_tools_state_and_refusal() -> None:
    session = continue_session()
    del session["history"][3]
    state = session["history"][2]["toolCallStates"][0]
    assert read_one(session).messages[3].parts[0].text == "no gnuplot"
    state.update(status="canceled", output=[])
    session["history"].insert(3, {"message": {"role": "user", "content": "by hand"}})
    found = read_one(session)
    (refused,) = found.messages[3].parts
    assert isinstance(refused, ToolResult)
    assert refused.is_rejected
    assert found.messages[4].is_interruption


def test_pictures_are_places() -> None:
    session = continue_session()
    url = {"url": "data:image/png;base64,iVBOR"}
    session["history"][0]["message"]["content"].append({"type": "imageUrl", "imageUrl": url})
    assert Image("image/png") in read_one(session).messages[0].parts


def test_index_gives_the_only_time(tmp_path: Path) -> None:
    (tmp_path / "sessions.json").write_bytes(dumped(INDEX))
    (tmp_path / "u-1.json").write_bytes(dumped(continue_session()))
    (found,) = read(tmp_path)
    assert found.started_at is not None
    assert found.started_at.timestamp() == 1_772_000_000
    assert found.notices == ()


def test_index_alone_is_refused_saying_what_it_is() -> None:
    with pytest.raises(ReadError, match="list of Continue's sessions"):
        list(read(dumped(INDEX)))


def test_broken_items_are_counted_and_the_rest_is_read() -> None:
    session = continue_session()
    session["history"] += [3, {"message": {"role": "owl"}}, {"message": {"role": "user"}}]
    found = read_one(session)
    assert said(found) == ["Chart the tides, in metres"]
    assert [(notice.code, notice.count) for notice in found.notices] == [("broken-record", 2)]


def test_states_without_ids_and_outputs_as_text() -> None:
    session = continue_session()
    answer = session["history"][2]
    del session["history"][3], answer["message"]["toolCalls"]
    call = {"function": {"name": "read_file", "arguments": "{}"}}
    answer["toolCallStates"] = [{"toolCall": call, "status": "done", "output": "04:12"}]
    answer["timestamp"] = "2026-06-24T12:00:02Z"
    found = read_one(session)
    assert found.messages[3].parts == (ToolResult("04:12", "read_file", None, is_error=False),)
    assert found.messages[3].at is not None
    result = {"type": "tool_result", "tool_use_id": "c9", "content": "ok"}
    session["history"].append({"message": {"role": "user", "content": [result]}})
    assert said(read_one(session)) == ["Chart the tides, in metres"]
