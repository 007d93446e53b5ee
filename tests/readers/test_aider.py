from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Conversation, Reasoning, Role, Text, ToolResult
from graphpack.readers import read
from graphpack.readers.aider import Reader
from graphpack.readers.base import Certainty, Opened, Probe

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"

LAUNCH = "\n# aider chat started at 2025-06-02 11:47:49\n\n"
START = "> Aider v0.84.0  \n> Main model: elm/elm-5 with diff edit format, infinite output  \n\n"


def asked(*lines: str) -> str:
    return "".join(f"#### {line}  \n" for line in lines)


def told(*lines: str) -> str:
    return "".join(f"> {line}  \n" for line in lines) + "\n"


def one(*pieces: str) -> Conversation:
    (found,) = read((LAUNCH + START + "".join(pieces)).encode(), name="h.md")
    assert found.source.format == "aider"
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.parts[0].text) for message in found.messages]


def test_a_launch() -> None:
    found = one(
        asked("Fix the gate.", "It squeaks."), "\nOil it.\n\n# Steps\n\n", told("Tokens: 1k")
    )
    assert said(found) == [
        ("user", "Fix the gate.\nIt squeaks."),
        ("assistant", "Oil it.\n\n# Steps"),
    ]
    assert found.messages[1].author == "elm/elm-5"
    assert found.messages[0].at == datetime(2025, 6, 2, 11, 47, 49, tzinfo=UTC)


def test_launches_are_one_conversation_with_their_own_times() -> None:
    again = LAUNCH.replace("06-02", "06-03") + START.replace("elm-5", "elm-6")
    found = one(asked("One?"), "\nYes.\n", again, asked("Two?"), "\nNo.\n")
    assert [message.at.day for message in found.messages if message.at] == [2, 2, 3, 3]
    assert found.messages[3].author == "elm/elm-6"


def test_headings_and_quotations_of_an_answer_are_its_own() -> None:
    answer = "#### Why\n\n> oil is slick\n\n```\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n```"
    assert said(one(asked("Go."), f"\n{answer}\n\n", asked("Ok.")))[1] == ("assistant", answer)


def test_what_aider_says_about_the_work_is_kept_and_the_rest_is_not() -> None:
    found = one(
        asked("Go."),
        "\nDone.\n\n",
        told(
            "Tokens: 6k sent. Cost: $0.02", "gate/hinge.py", "Add file to the chat? (Y)es/(N)o "
            "[Yes]: y",
            "Applied edit to gate.py", "Commit a99e014 feat: oil it", "You can use /undo to undo",
            "^C again to exit",
        ),
    )  # fmt: skip
    assert found.messages[2].role is Role.TOOL
    assert found.messages[2].parts == (
        ToolResult("Applied edit to gate.py\nCommit a99e014 feat: oil it"),
    )


def test_output_of_several_lines_is_quoted_on_the_first_only() -> None:
    failure = (
        "> The LLM did not conform to the edit format.  \n> # 1 SEARCH/REPLACE block failed to "
        "match!\n"
        "\n## SearchReplaceNoExactMatch: it must match\nx = 1\n\nJust reply with fixed versions. "
        " \n\n"
    )
    found = one(asked("Go."), "\nDone.\n\n", failure, "I am sorry.\n")
    assert [message.role.value for message in found.messages] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    (result,) = found.messages[2].parts
    assert isinstance(result, ToolResult)
    assert result.is_error
    assert result.text.endswith("Just reply with fixed versions.")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["/ask why is it so?"], "why is it so?"),
        (["/copy-context 为什么", "吱吱响？"], "为什么\n吱吱响？"),
        (["/undo"], "/undo"),
        (["/usr/bin/env is missing"], "/usr/bin/env is missing"),
    ],
)
def test_commands_that_say_something(lines: list[str], text: str) -> None:
    assert said(one(asked(*lines))) == [("user", text)]


@pytest.mark.parametrize("line", ["/add **", "/drop a.py", "/clear", "/model elm", "<blank>", ""])
def test_commands_that_only_set_up_are_nobodys_word(line: str) -> None:
    assert said(one(asked(line), "\n", asked("Go."))) == [("user", "Go.")]


def test_logged_confirmations_are_no_prompts() -> None:
    confirm = "Add file to the chat? (Y)es/(N)o/(A)ll [Yes]: all"
    found = one(
        asked("Go."), told("gate.py"), asked(confirm), told("gate.py"), asked(confirm, "More?")
    )
    assert said(found) == [("user", "Go."), ("user", "More?")]


def test_comments_in_watched_files_are_the_persons_words() -> None:
    found = one(
        asked(
            'Find the "AI" comments below (marked with █) in the code files I\'ve shared with you.',
            "They contain my questions that I need you to answer.",
            "",
            "gate/index.ts:",
            "⋮",
            "│const x = 1;",
            "█// AI? What is missing here?",
        )
    )
    assert said(found) == [("user", "gate/index.ts:\n// AI? What is missing here?")]


def test_undoing_and_refusing_mark_the_next_words() -> None:
    undone = one(
        asked("Go."), "\nDone.\n\n", asked("/undo"), told("Removed: 2bae9da feat"), asked("No.")
    )
    assert [m.is_interruption for m in undone.messages if m.role is Role.USER] == [
        False,
        False,
        True,
    ]
    refused = one(
        asked("Go."),
        "\nDone.\n\n",
        told(
            "a.md", "Allow edits to file that has not been added to the chat? (Y)es/(N)o [Yes]: n"
        ),
        asked("Not that file."),
    )
    (result,) = refused.messages[2].parts
    assert isinstance(result, ToolResult)
    assert result.is_rejected
    assert refused.messages[3].is_interruption


@pytest.mark.parametrize(
    "thought",
    [
        "<thinking-content-7bbeb8e1>\n\nOil or grease?\n\n</thinking-content-7bbeb8e1>",
        "► **THINKING**\n\nOil or grease?\n\n► **ANSWER**",
        "<think>\nOil or grease?\n</think>",
    ],
)
def test_thinking_is_apart(thought: str) -> None:
    found = one(asked("Go."), f"\n{thought}\n\nOil.\n")
    assert found.messages[1].parts == (Reasoning("Oil or grease?"), Text("Oil."))


def test_detection() -> None:
    assert Reader().detect(Probe("x", LAUNCH)) is Certainty.SURE
    assert Reader().detect(Probe("x", "Notes\n" + LAUNCH)) is Certainty.MAYBE
    assert Reader().detect(Probe("x", "# aider\n\n#### You\n")) is Certainty.NO


PIECES = st.sampled_from(
    [
        "# aider chat started at 2025-06-02 11:47:49", "#### go  ", "####   ", "#### x", "> out  ",
        "> out", ">  ", "answer", "", "/undo", "#### /undo  ", "#### sure? (Y)es/(N)o: y  ",
        "<think>", "</think>",
    ]
)  # fmt: skip


@given(st.lists(PIECES).map("\n".join))
def test_no_mixture_of_its_lines_fails(text: str) -> None:
    for found in Reader().read(Opened("-", data=text.encode())):
        assert all(message.parts for message in found.messages)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "users", "answers"),
    [
        # the list counts answers by their cost line: one answer of the first model has none
        ("aider__Monochromatic__1", 24, 40),
        # two answers end without a cost line
        ("aider__mozgoslav__1", 11, 16),
        # aider of 2024 wrote no cost lines
        ("aider__aider-swe-bench__1", 6, 30),
        # three of eight prompts only add files
        ("aider__zen-mcp-server__1", 5, 0),
        ("aider__OpenCoder__1", 32, 5),
    ],
)
def test_samples(name: str, users: int, answers: int) -> None:
    (found,) = read(AGENT / f"{name}.md")
    roles = [message.role for message in found.messages]
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT)) == (users, answers)
