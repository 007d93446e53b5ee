"""What a chunk is told about the messages before it."""

from graphpack.extract.account import account, accounts
from graphpack.model.chunk import Chunk
from graphpack.model.conversation import Message, Origin, Role, Text, ToolResult


def _say(index, role, text, **more):
    return Message(index, role, (Text(text),), **more)


OPTIONS = "Three ways:\n1. Keep the old pump.\n2. Rent one.\n3. Buy one.\nWhich one do you want?"


def test_a_choice_by_number_finds_its_options():
    told = account([_say(4, Role.USER, "The pump is broken."), _say(5, Role.ASSISTANT, OPTIONS)])
    assert "Last question:\n- [5] Which one do you want?" in told
    assert "- [5] 2. Rent one." in told
    assert "Last request:\n- [4] The pump is broken." in told


def test_the_last_options_count_not_earlier_ones():
    newer = "Two:\nA) blue paint\nB) green paint"
    told = account([_say(0, Role.ASSISTANT, OPTIONS), _say(1, Role.ASSISTANT, newer)])
    assert "blue paint" in told
    assert "Rent" not in told


def test_recent_problems_are_the_last_error_lines_in_order():
    log = "Traceback\n  File x\nValueError: 3 is no month"
    before = [Message(n, Role.TOOL, (ToolResult(f"{log} of run {n}"),)) for n in range(6)]
    told = account(before)
    assert told.splitlines() == [
        "Recent problems:",
        *(f"- [{n}] ValueError: 3 is no month of run {n}" for n in (3, 4, 5)),
    ]


def test_nothing_before_means_nothing_told():
    assert account([]) == ""
    assert account([_say(0, Role.ASSISTANT, "All quiet.")]) == ""


def test_long_lines_are_shortened_and_line_breaks_removed():
    told = account([_say(0, Role.USER, "word " * 500 + "\nend")])
    assert len(told.splitlines()) == 2
    assert told.endswith("…")


def test_each_chunk_gets_the_account_of_what_is_before_it_and_not_more():
    chunks = [
        Chunk(0, (_say(0, Role.USER, "First wish."),), 3),
        Chunk(1, (_say(1, Role.USER, "Second wish."),), 3),
        Chunk(2, (_say(2, Role.USER, "Third wish."),), 3),
    ]
    told = accounts(chunks)
    assert told[0] == ""
    assert "First wish." in told[1]
    assert "Second wish." in told[2]
    assert "Third wish." not in "".join(told)


def test_a_sub_agents_talk_is_not_the_conversation():
    aside = _say(1, Role.USER, "Search the files.", origin=Origin.SUBAGENT)
    chunks = [
        Chunk(0, (_say(0, Role.USER, "The wish."), aside), 6),
        Chunk(1, (_say(2, Role.USER, "Next."),), 3),
    ]
    assert "The wish." in accounts(chunks)[1]
    assert "Search" not in accounts(chunks)[1]
