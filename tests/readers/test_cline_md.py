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
