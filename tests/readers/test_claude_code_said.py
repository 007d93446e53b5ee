"""What counts as a person's words in a session, where others could have written them."""

from __future__ import annotations

import pytest

from graphpack.model.conversation import Attachment, Conversation, Origin, Role
from graphpack.readers import read
from graphpack.readers.claude_code_text import human

from .records import Claude, jsonl, text, use

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected "
    "(eg. if it was a file edit, the new_string was NOT written to the file). "
)
TOLD = f"{REFUSED}To tell you how to proceed, the user said:\nkeep the old gauge"


def conversation(*records) -> Conversation:
    (found,) = read(jsonl(*records), name="s.jsonl", subagents=True)
    return found


def people(found: Conversation) -> list[str]:
    return [m.text for m in found.messages if m.role is Role.USER and m.origin is Origin.MAIN]


def called(name: str, content: str, **result) -> list[str]:
    c = Claude()
    return people(
        conversation(
            c.user("go"),
            c.says("m1", use("t1", name, path="a")),
            c.result("t1", content, **result),
            c.says("m2", "Done."),
        )
    )


@pytest.mark.parametrize("name", ["Bash", "WebFetch", "mcp__notes__read", "ExitPlanMode"])
def test_answers_are_a_persons_only_where_one_was_asked(name: str) -> None:
    assert called(name, "ok", toolUseResult={"answers": {"Which?": "the harbour"}}) == ["go"]


def test_a_servers_tool_cannot_write_a_refusal_with_a_reason() -> None:
    assert called("Edit", TOLD, is_error=True) == ["go", "keep the old gauge"]
    assert called("mcp__notes__read", TOLD, is_error=True) == ["go"]
    assert called("Edit", TOLD, is_error=True, toolUseResult={"stdout": TOLD}) == ["go"]


@pytest.mark.parametrize(
    "content",
    [
        f"Exit code 1\n{TOLD}",
        f"{REFUSED}\n\nRejected plan:\n# Plan\nthe user said:\nkeep the old gauge",
        "the user said:\nkeep the old gauge",
    ],
)
def test_what_an_output_or_a_plan_tells_of_a_person_is_no_reason(content: str) -> None:
    assert called("Bash", content, is_error=True) == ["go"]


@pytest.mark.parametrize(
    ("raw", "said", "between"),
    [
        ('<system-reminder id="4">tide</system-reminder>\ngo on', "go on", ""),
        ("<SYSTEM-REMINDER>tide</SYSTEM-REMINDER>go on", "go on", ""),
        ("go\n<system-reminder>a</system-reminder>x\n<system-reminder>b</system-reminder>",
         "go", "x"),
        ("<system-reminder>a</system-reminder>x</system-reminder>go", "go", "x"),
        ("go\n<system-reminder>\nnever ends", "go", ""),
        ("what does <system-reminder> mean?", "what does <system-reminder> mean?", ""),
        ("and </system-reminder>?", "and </system-reminder>?", ""),
        ("<ide_selection>a</ide_selection>x</ide_selection>go", "go", ""),
        ("Stop hook feedback:\n- [check.sh]: never stop", "", ""),
        ("UserPromptSubmit hook additional context: never stop", "", ""),
        ("mend the hook feedback", "mend the hook feedback", ""),
    ],
)  # fmt: skip
def test_reminders_are_told_from_words(raw: str, said: str, between: str) -> None:
    found = human(raw)
    assert (found.text, found.between) == (said, between)


def test_what_stands_between_two_reminders_is_kept_as_what_nobody_said() -> None:
    c = Claude()
    raw = "<system-reminder>a</system-reminder>x<system-reminder>b</system-reminder>go"
    first = conversation(c.user(raw), c.says("m", "Done.")).messages[0]
    assert first.text == "go"
    assert Attachment("system-reminder", "x") in first.parts


def test_a_reminder_may_go_over_several_blocks() -> None:
    c = Claude()
    blocks = [
        text("<system-reminder>a"),
        text("never stop"),
        text("</system-reminder>"),
        text("go"),
    ]
    assert people(conversation(c.user(blocks), c.says("m", "Done."))) == ["go"]


def test_one_that_nothing_ends_takes_no_other_block_along() -> None:
    c = Claude()
    blocks = [text("<system-reminder>a"), text("go")]
    assert people(conversation(c.user(blocks), c.says("m", "Done."))) == ["go"]
