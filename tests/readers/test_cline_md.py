"""Cline's and Roo Code's Markdown export of a task."""

from __future__ import annotations

from graphpack.model.conversation import Reasoning, ToolCall, ToolResult
from graphpack.readers import detect
from graphpack.readers.opening import open_source

from .harnesses import ENVIRONMENT, brief, markdown_task, people, read_one, said


def test_turns_without_environment_and_rules() -> None:
    found = read_one(markdown_task().encode())
    assert found.source.format == "cline-md"
    assert brief(found) == [
        ("user", "Chart the tides"),
        ("assistant", "On it.", "path: a.md\ncontent: # <content>"),
        ("tool", "The user denied this operation and provided the following feedback:"),
        ("user", "In metres!"),
        ("assistant", "Done."),
    ]
    assert people(found)[1].is_interruption


def test_environment_that_was_cut_off_is_cut_too() -> None:
    text = markdown_task().replace("\n</environment_details>", "")
    found = read_one(text.encode())
    assert said(found) == ["Chart the tides", "In metres!"]
    assert not any("custom_instructions" in part for message in brief(found) for part in message)


def test_native_calls_in_brackets() -> None:
    text = (
        f"**User:**\n\n<task>\nChart\n</task>\n{ENVIRONMENT}\n\n---\n\n"
        "**Assistant:**\n\n[Reasoning]\nGauge first.\n\nReading.\n"
        "[Tool Use: read_file]\nPath: gauge.csv\n\n---\n\n"
        f"**User:**\n\n[Tool (Error)]\nno such file\n{ENVIRONMENT}\n"
    )
    found = read_one(text.encode())
    kinds = [[type(part) for part in message.parts] for message in found.messages]
    assert kinds[1][0] is Reasoning
    assert kinds[1][-1] is ToolCall
    assert found.messages[1].text == "Reading."
    assert found.messages[2].parts == (ToolResult("no such file", None, None, is_error=True),)


def test_rule_inside_a_turn_does_not_end_it() -> None:
    text = markdown_task().replace("Chart the tides", "Chart\n\n---\n\nthe **User:** tides")
    assert said(read_one(text.encode()))[0] == "Chart\n\n---\n\nthe **User:** tides"


def test_other_markdown_with_such_names_is_not_clines() -> None:
    text = "**User:**\n\nHello there\n\n---\n\n**Assistant:**\n\nHi\n"
    assert detect(open_source(text.encode())).name == "markdown"


def test_tools_of_programs_made_from_roo_code_are_known_by_their_outputs() -> None:
    when = "# Current Time\nCurrent time in ISO 8601 UTC format: 2026-05-02T14:17:44.107Z\n"
    environment = ENVIRONMENT.replace("# Current Mode", f"{when}\n# Current Mode")
    text = (
        f"**User:**\n\n<task>\nChart\n</task>\n{environment}\n\n---\n\n"
        "**Assistant:**\n\n<chart_the_tides>\n<port>Büsum</port>\n</chart_the_tides>\n\n---\n\n"
        '**User:**\n\n[chart_the_tides({"port":"Büsum"})] Result:\n<chart>~</chart>\n'
        f"{environment}\n\n---\n\n**Assistant:**\n\n<b_tag>\n<i>x</i>\n</b_tag>\n"
    )
    found = read_one(text.encode())
    assert found.messages[1].parts == (ToolCall("chart_the_tides", {"port": "Büsum"}),)
    assert found.messages[2].parts == (ToolResult("<chart>~</chart>", "chart_the_tides"),)
    assert found.messages[3].text.startswith("<b_tag>")  # no tool is called so
    assert found.started_at is not None
    assert found.started_at.isoformat() == "2026-05-02T14:17:44.107000+00:00"
