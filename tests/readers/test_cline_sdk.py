"""Cline's command line and SDK: messages, and the side files beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, Origin, ToolResult
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source

from .harnesses import (
    brief,
    dumped,
    read_one,
    said,
    sdk_compaction,
    sdk_manifest,
    sdk_session,
    text,
)


def test_session_with_mentioned_file_and_an_output_for_each_query() -> None:
    found = read_one(sdk_session())
    assert (found.id, found.source.format) == ("s1", "cline-sdk")
    assert brief(found) == [
        ("user", "chart @gauge.csv", "04:12,3.1"),
        ("assistant", "Running.", 'commands: ["plot", "ls"]'),
        ("tool", "no gnuplot\ngauge.csv"),
    ]
    assert found.messages[0].parts[1] == Attachment("gauge.csv", "04:12,3.1")
    assert found.messages[1].author == "acme/tidal-1"
    assert found.messages[2].parts == (
        ToolResult("no gnuplot\ngauge.csv", "run_commands", "t1", is_error=True),
    )


def test_output_as_json_text_is_unwrapped() -> None:
    session = sdk_session()
    session["messages"][2]["content"][0]["content"] = '{"query":"x","result":"ok","success":true}'
    (output,) = read_one(session).messages[2].parts
    assert output == ToolResult("ok", "run_commands", "t1", is_error=False)


def test_manifest_names_the_session_and_its_fork(tmp_path: Path) -> None:
    for name, value in (("s1.messages", sdk_session()), ("s1", sdk_manifest()),
                        ("s1.compaction", sdk_compaction())):  # fmt: skip
        (tmp_path / f"{name}.json").write_bytes(dumped(value))
    (found,) = read(tmp_path)
    assert found.title == "chart (fork)"
    assert [notice.message for notice in found.notices] == ["begins with a copy of session s0"]
    assert len(found.messages) == 3


@pytest.mark.parametrize(
    ("value", "what"), [(sdk_manifest(), "manifest"), (sdk_compaction(), "compaction record")]
)
def test_side_files_are_refused_saying_what_they_are(value: dict, what: str) -> None:
    assert detect(open_source(dumped(value))).name == "cline-sdk"
    with pytest.raises(ReadError, match=what) as caught:
        list(read(dumped(value)))
    assert "messages.json" in (caught.value.hint or "")


def test_summary_within_the_messages_is_not_the_persons() -> None:
    session = sdk_session()
    summary = {"role": "user", "content": [text("Context summary:\n\nCharts")]}
    session["messages"].insert(1, summary)
    found = read_one(session)
    assert said(found) == ["chart @gauge.csv"]
    assert found.messages[1].origin is Origin.COMPACTION


def test_wrapped_input_is_unwrapped() -> None:
    session = sdk_session()
    session["messages"][0]["content"] = [text('<user_input mode="plan">\nchart\n</user_input>')]
    assert said(read_one(session)) == ["chart"]


def test_broken_messages_are_counted() -> None:
    session = sdk_session()
    session["messages"] += [7, {"role": 3}]
    found = read_one(session)
    assert [(notice.code, notice.count) for notice in found.notices] == [("broken-record", 2)]
