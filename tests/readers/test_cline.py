"""Cline and Roo Code: API histories, windows, and both of one task's folder together."""

from __future__ import annotations

import json

import pytest

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Role,
    ToolCall,
    ToolResult,
)
from graphpack.readers import detect
from graphpack.readers.opening import open_source
from tests.readers.cline_rows import parts, row

from .harnesses import (
    START_MS,
    Cline,
    brief,
    cline_history,
    dumped,
    people,
    read_one,
    result,
    said,
    text,
)


def test_history_gives_the_person_only_what_they_typed() -> None:
    found = read_one(cline_history())
    assert found.source.format == "cline"
    assert brief(found) == [
        ("user", "Chart the tides, bitte für Büsum"),
        ("assistant", "Reading.", "path: gauge.csv"),
        ("tool", "04:12 ⚓ 3.1"),
        ("assistant", "Which unit?", "Metres?\n\n- metres\n- feet"),
        ("user", "metres, always"),
        ("assistant", "command: plot"),
        ("tool", "Command executed. Exit code: 1\nOutput:\nno"),
    ]
    assert found.notices == ()
    assert found.started_at is not None
    assert found.started_at.timestamp() == START_MS / 1000 + 1


def test_output_in_text_gets_the_id_of_the_native_call_of_its_name() -> None:
    found = read_one(cline_history())
    last = parts(found, ToolResult)[-1]
    assert (last.name, last.call_id, last.is_error) == ("execute_command", "t1", True)


def test_two_native_calls_are_paired_in_their_order() -> None:
    c = Cline()
    calls = [{"type": "tool_use", "id": f"t{n}", "name": "read_file", "input": {"path": f"{n}"}}
             for n in (1, 2)]  # fmt: skip
    outputs = (result("read_file for '1'", "one"), result("read_file for '2'", "two"))
    found = read_one([c.user("<task>\nRead\n</task>"), c.says(*calls), c.user(*outputs)])
    assert [(r.call_id, r.text) for r in parts(found, ToolResult)] == [("t1", "one"), ("t2", "two")]


def test_heading_and_output_in_two_blocks_are_one_output() -> None:
    c = Cline()
    found = read_one([
        c.user("<task>\nRead\n</task>"),
        c.says("<read_file>\n<path>a</path>\n</read_file>"),
        c.user("[read_file for 'a'] Result:", "line of a"),
    ])  # fmt: skip
    assert [r.text for r in parts(found, ToolResult)] == ["line of a"]
    assert found.notices == ()


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("The user denied this operation and provided the following feedback:\n"
         "<feedback>\nuse feet\n</feedback>", "use feet"),
        ('{"status":"denied","feedback":"use feet"}', "use feet"),
    ],
)  # fmt: skip
def test_feedback_on_a_refused_call_is_an_interruption(block: str, words: str) -> None:
    c = Cline()
    found = read_one([
        c.user("<task>\nWrite\n</task>"),
        c.says("<write_to_file>\n<path>a</path>\n<content>x</content>\n</write_to_file>"),
        c.user(result("write_to_file for 'a'", block)),
    ])  # fmt: skip
    (refused,) = parts(found, ToolResult)
    assert refused.is_rejected
    assert refused.is_error is None
    assert "feet" not in refused.text
    assert people(found)[-1].text == words
    assert people(found)[-1].is_interruption


def test_approval_with_feedback_keeps_the_output() -> None:
    c = Cline()
    body = '{"status":"approved","feedback":"mind the gap"}\n\n1 | tz = 0'
    use = {"type": "tool_use", "id": "n1", "name": "read_file", "input": {"path": "a"}}
    answer = {"type": "tool_result", "tool_use_id": "n1", "content": body}
    found = read_one([c.user("<user_message>\nRead\n</user_message>"), c.says(use), c.user(answer)])
    assert said(found) == ["Read", "mind the gap"]
    (output,) = parts(found, ToolResult)
    assert (output.text, output.call_id, output.is_rejected) == ("1 | tz = 0", "n1", False)


def test_tags_within_a_file_that_was_read_are_no_persons_words() -> None:
    c = Cline()
    page = "# A log\n\nthe user provided feedback:\n<feedback>\nforged\n</feedback>\nmore\n"
    whole = "<task>\nforged\n</task>"
    found = read_one([
        c.user("<task>\nRead\n</task>"),
        c.says("<read_file>\n<path>a</path>\n</read_file>"),
        c.user(result("read_file for 'a'", page), result("read_file for 'b'", whole)),
    ])  # fmt: skip
    assert said(found) == ["Read"]
    assert all("forged" in output.text for output in parts(found, ToolResult))


def test_resumed_task_gives_its_new_instructions() -> None:
    c = Cline()
    note = (
        "[TASK RESUMPTION] This task was interrupted 2 days ago.\n\nNote: reassess.\n\n"
        "New instructions for task continuation:\n<user_message>\nnow in feet\n</user_message>"
    )
    plain = "[TASK RESUMPTION] This task was interrupted just now."
    found = read_one([
        c.user("<task>\nChart\n</task>"), c.says("Ok."), c.user(note), c.says("Ok."), c.user(plain),
    ])  # fmt: skip
    assert said(found) == ["Chart", "now in feet"]


def test_plan_mode_answer_and_feedback_on_a_result_are_found() -> None:
    c = Cline()
    plan = "<plan_mode_respond>\n<response>Shall I?</response>\n</plan_mode_respond>"
    done = "<attempt_completion>\n<result>Done</result>\n</attempt_completion>"
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says(plan),
        c.user(result("plan_mode_respond", "<user_message>\nyes, in feet\n</user_message>")),
        c.says(done),
        c.user(result("attempt_completion", "The user has provided feedback on the results. "
                      "Consider their input.\n<feedback>\nwrong port\n</feedback>")),
    ])  # fmt: skip
    assert brief(found)[1:] == [
        ("assistant", "Shall I?"),
        ("user", "yes, in feet"),
        ("assistant", "Done"),
        ("user", "wrong port"),
    ]


def test_what_the_program_tells_the_model_is_not_said_and_counted() -> None:
    c = Cline()
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says("Hm."),
        c.user("[ERROR] You did not use a tool in your previous response!"),
        c.says("Hm."),
        c.user("Some reminder nobody knows."),
    ])  # fmt: skip
    assert said(found) == ["Chart"]
    assert [(notice.code, notice.count) for notice in found.notices] == [("harness-text", 1)]


def test_mentioned_files_become_attachments_and_commands_are_cut_off() -> None:
    c = Cline()
    task = (
        '<task>\n<explicit_instructions type="new_task">\nDo it so.\n</explicit_instructions>\n'
        "Chart 'gauge.csv' (see below for file content)\n</task>\n\n"
        '<file_content path="gauge.csv">\n04:12,3.1\n</file_content>'
    )
    found = read_one([c.user(task), c.says("Ok.")])
    assert said(found) == ["Chart 'gauge.csv' (see below for file content)"]
    assert parts(found, Attachment) == [Attachment("gauge.csv", "04:12,3.1")]


def test_summaries_are_compactions_and_what_they_replace_stays() -> None:
    c = Cline()
    roo = [
        c.user("<task>\nChart\n</task>", condenseParent="k"),
        c.says("Ok.", condenseParent="k"),
        c.user("They chart tides.", isSummary=True, condenseId="k"),
        c.user(text("[NOTE] hidden"), isTruncationMarker=True),
        c.says("On."),
    ]
    found = read_one(roo)
    summary = found.messages[2]
    assert (summary.origin, summary.role) == (Origin.COMPACTION, Role.ASSISTANT)
    assert summary.text == "They chart tides."
    assert said(found) == ["Chart"]
    words = "This session is being continued from a previous conversation. Summary: charts."
    found = read_one([c.user("<task>\nChart\n</task>"), c.says("Ok."), c.user(words)])
    assert [m.origin for m in found.messages] == [Origin.MAIN, Origin.MAIN, Origin.COMPACTION]


def test_thoughts_models_and_interruptions() -> None:
    c = Cline()
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says({"type": "reasoning", "text": "Hm", "summary": []},
               "<thinking>deep</thinking>\nSo.\n\n[Response interrupted by user]",
               modelInfo={"modelId": "tidal-1"}),
        c.user("The user provided the following:\n<feedback>\nno\n</feedback>"),
    ])  # fmt: skip
    answer = found.messages[1]
    assert answer.author == "tidal-1"
    assert [type(part).__name__ for part in answer.parts] == ["Reasoning", "Reasoning", "Text"]
    assert answer.text == "So."
    assert people(found)[-1].is_interruption


def test_pictures_are_places_without_bytes() -> None:
    c = Cline()
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                           "data": "iVBOR"}}  # fmt: skip
    found = read_one([c.user("<task>\nSee\n</task>", picture), c.says("Ok.")])
    assert parts(found, Image) == [Image("image/png")]
    assert not any("iVBOR" in part.text for message in found.messages for part in message.parts)


def test_plain_message_lists_are_not_clines() -> None:
    plain = [{"role": "user", "content": "What does <task> mean?"},
             {"role": "assistant", "content": "A tag."}]  # fmt: skip
    assert detect(open_source(dumped(plain))).name == "openai-chat"


def test_history_without_times_is_not_an_api_list() -> None:
    bare = [{"role": m["role"], "content": m["content"]} for m in cline_history()]
    assert detect(open_source(dumped(bare))).name == "cline"


def test_xml_calls_keep_files_that_hold_the_same_tags() -> None:
    c = Cline()
    call = (
        "<write_to_file>\n<path>t.md</path>\n<content>\nuse <content>x</content> and "
        "</write_to_file> inline\n</content>\n</write_to_file>"
    )
    found = read_one([c.user("<task>\nW\n</task>"), c.says(call)])
    (made,) = parts(found, ToolCall)
    assert made.arguments == {
        "path": "t.md",
        "content": "use <content>x</content> and </write_to_file> inline",
    }


def test_words_beside_a_switch_of_the_mode_are_found() -> None:
    c = Cline()
    switched = (
        "[The user has switched to ACT MODE, so you may now proceed with the task.]\n\n"
        "The user also provided the following message when switching to ACT MODE:\n"
        "<user_message>\nbut in feet\n</user_message>"
    )
    plan = "<plan_mode_respond>\n<response>Shall I?</response>\n</plan_mode_respond>"
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says(plan),
        c.user(result("plan_mode_respond", switched)),
    ])  # fmt: skip
    assert said(found) == ["Chart", "but in feet"]


def test_feedback_while_a_command_runs_is_found_after_its_output() -> None:
    c = Cline()
    body = (
        "Command is still running in the user's terminal.\nHere's the output so far:\none\ntwo\n\n"
        "The user provided the following feedback:\n<feedback>\nthat is enough\n</feedback>"
    )
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says("<execute_command>\n<command>tail -f x\n# and on</command>\n</execute_command>"),
        c.user(result("execute_command for 'tail -f x\n# and on'", body)),
    ])  # fmt: skip
    assert said(found) == ["Chart", "that is enough"]
    (output,) = parts(found, ToolResult)
    assert output.text.endswith("The user provided the following feedback:")


def test_answers_that_roo_code_suggests_are_listed() -> None:
    asked = json.dumps({"question": "Unit?", "suggest": [{"answer": "metres"}, {"answer": "feet"}]})
    rows = [row(1, "say", "text", "Chart"), row(2, "say", "api_req_started", "{}"),
            row(3, "ask", "followup", asked)]  # fmt: skip
    assert brief(read_one(rows))[1] == ("assistant", "Unit?\n\n- metres\n- feet")


def test_headings_of_every_form_name_their_tool() -> None:
    c = Cline()
    headings = [
        "search_files for 'tz = \\d' in '*.py'",
        "switch_mode to 'code' because: it's time",
        "new_task in Code mode: 'Plot [1]'",
        "new_task completed",
        "update_todo_list",
        'chart({"port":"Büsum"})',
    ]
    found = read_one([
        c.user("<task>\nChart\n</task>"),
        c.says("Ok."),
        c.user(*(result(heading, "done") for heading in headings)),
    ])  # fmt: skip
    names = [(output.name, output.text) for output in parts(found, ToolResult)]
    assert names == [
        (name, "done")
        for name in (
            "search_files",
            "switch_mode",
            "new_task",
            "new_task",
            "update_todo_list",
            "chart",
        )
    ]
    assert said(found) == ["Chart"]


def test_files_mentioned_in_an_answer_are_kept() -> None:
    c = Cline()
    use = {"type": "tool_use", "id": "p1", "name": "plan_mode_respond", "input": {"response": "?"}}
    body = (
        "[plan_mode_respond] Result:\n<user_message>\nsee 'a.txt' (see below for file content)\n"
        '</user_message>\n\n<file_content path="a.txt">\nlow tide\n</file_content>'
    )
    answer = {"type": "tool_result", "tool_use_id": "p1", "content": [text(body)]}
    found = read_one([c.user("<task>\nChart\n</task>"), c.says(use), c.user(answer)])
    assert said(found) == ["Chart", "see 'a.txt' (see below for file content)"]
    assert parts(found, Attachment) == [Attachment("a.txt", "low tide")]
    assert not parts(found, ToolResult)
