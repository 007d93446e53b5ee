"""Cline's folders and windows: what lies in files beside the history."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Reasoning,
    ToolResult,
)
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source
from tests.readers.cline_rows import parts, row

from .harnesses import (
    brief,
    cline_history,
    cline_window,
    dumped,
    people,
    read_one,
    said,
)


def test_window_knows_who_spoke() -> None:
    found = read_one(cline_window())
    assert brief(found) == [
        ("user", "Chart the tides, bitte für Büsum"),
        ("assistant", "Gauge first."),
        ("assistant", "Reading."),
        ("assistant", "path: gauge.csv\ncontent: /src/gauge.csv"),
        ("assistant", "Metres?\n\n- metres\n- feet"),
        ("user", "metres, always"),
        ("assistant", "command: plot"),
        ("tool", "no"),
        ("assistant", "Charted."),
    ]
    assert parts(found, Reasoning)
    assert found.notices == ()


def test_window_option_that_was_clicked_is_the_persons_answer() -> None:
    asked = json.dumps({"question": "Unit?", "options": ["m", "ft"], "selected": "ft"})
    rows = [row(1, "say", "task", "Chart"), row(2, "say", "api_req_started", "{}"),
            row(3, "ask", "followup", asked)]  # fmt: skip
    assert said(read_one(rows)) == ["Chart", "ft"]


def test_window_unfinished_copies_are_left_out_but_a_last_one_is_kept() -> None:
    rows = [
        row(1, "say", "text", "Chart"),
        row(2, "say", "api_req_started", "{}"),
        row(3, "say", "text", "Plo", partial=True),
        row(3, "say", "text", "Plotting", partial=False),
        row(4, "say", "text", "And th", partial=True),
    ]
    assert brief(read_one(rows))[1:] == [("assistant", "Plotting"), ("assistant", "And th")]


def test_window_results_said_twice_and_outputs_in_pieces() -> None:
    rows = [
        row(1, "say", "text", "Chart"),
        row(2, "say", "api_req_started", "{}"),
        row(3, "ask", "command", "plot REQ_APP"),
        row(4, "say", "command_output", "one"),
        row(5, "say", "command_output", "two"),
        row(6, "say", "completion_result", "DoneHAS_CHANGES"),
        row(7, "ask", "completion_result", "Done"),
        row(8, "say", "a_new_kind", "x"),
    ]
    found = read_one(rows)
    assert brief(found)[1:] == [
        ("assistant", "command: plot"),
        ("tool", "one\ntwo"),
        ("assistant", "Done"),
    ]
    assert [notice.code for notice in found.notices] == ["unknown-record"]


def test_window_edit_by_the_person_cancelled_answer_and_condensed_context() -> None:
    diff = json.dumps({"tool": "editedExistingFile", "path": "a.py", "diff": "-1\n+2"})
    rows = [
        row(1, "say", "text", "Chart", images=["data:image/png;base64,iVBOR"]),
        row(2, "say", "api_req_started", '{"cancelReason":"user_cancelled"}'),
        row(3, "say", "user_feedback", "stop"),
        row(4, "say", "user_feedback_diff", diff),
        row(5, "say", "condense_context", contextCondense={"summary": "They chart."}),
    ]
    found = read_one(rows)
    assert found.messages[0].parts[1] == Image("image/png")
    assert [m.is_interruption for m in people(found)] == [False, True, False]
    assert parts(found, Attachment) == [Attachment("a.py", "-1\n+2")]
    assert found.messages[-1].origin is Origin.COMPACTION


def folder(tmp_path: Path, **files: object) -> Path:
    home = tmp_path / "tasks" / "1772000000000"
    home.mkdir(parents=True)
    for name, value in files.items():
        (home / f"{name}.json").write_bytes(value if isinstance(value, bytes) else dumped(value))
    return tmp_path


ITEM = {"id": "1772000000000", "ts": 5, "task": "Chart the tides", "tokensIn": 1, "totalCost": 0}


METADATA = {"files_in_context": [], "model_usage": []}


def test_folder_of_a_task_is_one_conversation(tmp_path: Path) -> None:
    rows = [*cline_window(), row(99_000, "say", "user_feedback", "typed at the end")]
    root = folder(
        tmp_path,
        api_conversation_history=cline_history(),
        ui_messages=rows,
        history_item=ITEM,
        task_metadata=METADATA,
    )
    (found,) = read(root)
    assert (found.id, found.title) == ("1772000000000", "Chart the tides")
    # the history's outputs, and each thing the person said once
    assert said(found) == ["Chart the tides, bitte für Büsum", "metres, always", "typed at the end"]
    assert any(part.text == "04:12 ⚓ 3.1" for part in parts(found, ToolResult))
    assert not any(notice.code == "side-file" for notice in found.notices)


def test_words_only_the_window_has_stand_where_its_row_says(tmp_path: Path) -> None:
    rows = [row(1, "say", "text", "Chart the tides, bitte für Büsum"),
            row(2, "say", "user_feedback", "early", conversationHistoryIndex=1)]  # fmt: skip
    root = folder(tmp_path, api_conversation_history=cline_history(), ui_messages=rows)
    (found,) = read(root)
    assert brief(found)[2] == ("user", "early")


def test_damaged_history_leaves_the_window(tmp_path: Path) -> None:
    root = folder(tmp_path, api_conversation_history=b"\xff\xfe{", ui_messages=cline_window())
    (found,) = read(root)
    assert said(found)[0].startswith("Chart")


def test_two_tasks_of_a_zip_are_two_conversations(tmp_path: Path) -> None:
    path = tmp_path / "tasks.zip"
    with ZipFile(path, "w") as archive:
        for task in ("1772000000000", "1772000000001"):
            for name, value in (("api_conversation_history", cline_history()),
                                ("ui_messages", cline_window())):  # fmt: skip
                archive.writestr(f"tasks/{task}/{name}.json", dumped(value))
    assert [found.id for found in read(path)] == ["1772000000000", "1772000000001"]


def test_cut_history_gives_the_messages_before(tmp_path: Path) -> None:
    raw = dumped(cline_history())
    cut = raw[: raw.rindex(b'{"role": "assistant"') + 30]
    found = read_one(cut)
    assert said(found) == ["Chart the tides, bitte für Büsum", "metres, always"]
    assert [notice.code for notice in found.notices] == ["broken-document"]


@pytest.mark.parametrize("value", [ITEM, [ITEM], METADATA])
def test_side_files_are_refused_saying_what_they_are(value: object) -> None:
    assert detect(open_source(dumped(value))).name == "cline"
    with pytest.raises(ReadError, match="holds no conversation") as caught:
        list(read(dumped(value)))
    assert "api_conversation_history.json" in (caught.value.hint or "")


def test_broken_messages_are_counted(tmp_path: Path) -> None:
    found = read_one([*cline_history(), 3, {"role": "owl", "content": "hoo"}])
    assert [(notice.code, notice.count) for notice in found.notices] == [("broken-record", 2)]


def test_files_of_two_tasks_that_lie_together_stay_apart(tmp_path: Path) -> None:
    rows = [row(1, "say", "text", "Paint the boat"), row(2, "say", "api_req_started", "{}"),
            row(3, "say", "text", "Which colour?")]  # fmt: skip
    (tmp_path / "a.json").write_bytes(dumped(cline_history()))
    (tmp_path / "b.json").write_bytes(dumped(rows))
    one, two = read(tmp_path)
    assert said(one)[0].startswith("Chart")
    assert said(two) == ["Paint the boat"]


def test_id_is_the_tasks_folder(tmp_path: Path) -> None:
    home = folder(tmp_path, ui_messages=cline_window()) / "tasks" / "1772000000000"
    for path in (home, home / "ui_messages.json"):
        (found,) = read(path)
        assert found.id == "1772000000000"


def test_list_of_steps_beside_a_task_is_no_conversation(tmp_path: Path) -> None:
    root = folder(tmp_path, ui_messages=cline_window())
    steps = "# Focus Chain List for Task 1772000000000\n\n- [x] Chart\n"
    path = root / "tasks" / "1772000000000" / "focus_chain_taskid_1772000000000.md"
    path.write_text(steps, encoding="utf-8")
    (found,) = read(root)
    assert [notice.code for notice in found.notices] == ["unreadable-member"]
    with pytest.raises(ReadError, match="list of steps of a Cline task"):
        list(read(path))


def test_rows_that_the_command_line_prints_are_a_window() -> None:
    rows = [{"type": "task_started", "taskId": "1790868292727"}, *cline_window()]
    for one in rows:
        one.pop("ts", None)
    found = read_one(b"\n".join(dumped(one) for one in rows))
    assert found.source.format == "cline"
    assert said(found) == ["Chart the tides, bitte für Büsum", "metres, always"]
    assert found.notices == ()
