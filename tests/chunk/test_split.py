from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.chunk import Breaks, split
from graphpack.errors import UsageError
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from tests.timing import grows_linearly

START = datetime(2025, 3, 4, 9, 0, tzinfo=UTC)


def count(text: str) -> int:
    return len(text.split())


def conversation(*messages: Message) -> Conversation:
    return Conversation("c", None, ConversationSource("made-up", "test"), messages)


def said(role: Role, texts: list[str], *, minutes: list[int] | None = None) -> Conversation:
    roles = [role if at % 2 == 0 else Role.ASSISTANT for at in range(len(texts))]
    return conversation(
        *(
            Message(
                at,
                roles[at],
                (Text(text),),
                at=START + timedelta(minutes=minutes[at]) if minutes else None,
            )
            for at, text in enumerate(texts)
        )
    )


WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "gamma", "delta", "login", "token", "数据库", "缓存"]),
    max_size=12,
).map(" ".join)
PARTS = st.one_of(
    st.tuples(WORDS.map(Text)),
    st.tuples(WORDS.map(Text), WORDS.map(lambda text: ToolCall("run", {"cmd": text}))),
    st.tuples(WORDS.map(ToolResult)),
    st.tuples(WORDS.map(Reasoning)),
)
MESSAGES = st.lists(
    st.tuples(
        st.sampled_from(list(Role)),
        PARTS,
        st.one_of(st.none(), st.integers(0, 90)),
        st.sampled_from([Origin.MAIN, Origin.MAIN, Origin.SUBAGENT, Origin.COMPACTION]),
    ),
    max_size=40,
)


def built(raw) -> Conversation:
    at = START
    messages = []
    for index, (role, parts, pause, origin) in enumerate(raw):
        at += timedelta(minutes=pause or 0)
        messages.append(
            Message(index, role, parts, at=None if pause is None else at, origin=origin)
        )
    return conversation(*messages)


@given(MESSAGES, st.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_chunks_are_the_conversation_and_within_the_bound(raw, bound):
    whole = built(raw)
    chunks = split(whole, max_tokens=bound, count=count)
    assert tuple(m for chunk in chunks for m in chunk.messages) == whole.messages
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.tokens <= bound or len(chunk.messages) == 1 for chunk in chunks)
    assert all(chunk.reason == "end" for chunk in chunks[-1:])
    assert all(chunk.reason != "end" for chunk in chunks[:-1])


@given(MESSAGES, st.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_messages_added_at_the_end_never_move_a_boundary(raw, bound):
    whole = built(raw)
    final = split(whole, max_tokens=bound, count=count)
    for length in range(len(whole.messages)):
        grown = conversation(*whole.messages[:length])
        early = split(grown, max_tokens=bound, count=count)
        assert early[:-1] == final[: max(0, len(early) - 1)]


@given(MESSAGES)
@settings(max_examples=50, deadline=None)
def test_what_fits_is_one_chunk(raw):
    whole = built(raw)
    chunks = split(whole, max_tokens=100_000, count=count)
    assert len(chunks) == (1 if whole.messages else 0)


def test_a_bound_that_is_not_positive_is_refused():
    with pytest.raises(UsageError, match="max_tokens"):
        split(conversation(), max_tokens=0, count=count)


def test_an_over_long_message_stands_alone_and_whole():
    whole = said(Role.USER, ["short one", "word " * 50, "short two"])
    chunks = split(whole, max_tokens=10, count=count)
    assert [len(chunk.messages) for chunk in chunks] == [1, 1, 1]
    assert chunks[1].tokens == 50
    assert chunks[1].messages[0] is whole.messages[1]


def test_only_what_an_extractor_is_shown_counts():
    whole = said(Role.USER, ["short one", "word " * 50, "short two"])
    shortened = split(
        whole, max_tokens=10, count=count, show=lambda message: " ".join(message.text.split()[:3])
    )
    assert len(shortened) == 1


def test_each_message_is_counted_once():
    seen: list[str] = []

    def counting(text: str) -> int:
        seen.append(text)
        return count(text)

    whole = said(Role.USER, [f"message {n} with some words" for n in range(50)])
    split(whole, max_tokens=20, count=counting)
    assert len(seen) == 50


def test_private_thinking_takes_no_room():
    thinking = Message(0, Role.ASSISTANT, (Reasoning("word " * 50), Text("done")))
    assert split(conversation(thinking), max_tokens=10, count=count)[0].tokens == 1


def test_a_compaction_mark_wins():
    texts = [f"word{n} and some more" for n in range(10)]
    plain = said(Role.USER, texts)
    marked = conversation(
        *(
            replace(m, origin=Origin.COMPACTION if m.index == 5 else m.origin)
            for m in plain.messages
        )
    )
    first = split(marked, max_tokens=32, count=count)[0]
    assert (len(first.messages), first.reason) == (5, "compaction")


def test_a_long_pause_wins_over_a_full_chunk():
    texts = [f"word{n} and some more" for n in range(10)]
    minutes = [0, 1, 2, 3, 4, 5, 185, 186, 187, 188]
    first = split(said(Role.USER, texts, minutes=minutes), max_tokens=36, count=count)[0]
    assert (len(first.messages), first.reason) == (6, "gap")


def test_a_pause_that_is_usual_in_this_conversation_is_no_break():
    texts = [f"word{n} and some more" for n in range(10)]
    minutes = [n * 60 for n in range(10)]
    chunks = split(said(Role.USER, texts, minutes=minutes), max_tokens=36, count=count)
    assert "gap" not in {chunk.reason for chunk in chunks}


def test_the_pause_is_settable():
    texts = [f"word{n} and some more" for n in range(10)]
    minutes = [0, 1, 2, 3, 4, 5, 15, 16, 17, 18]
    talk = said(Role.USER, texts, minutes=minutes)
    assert split(talk, max_tokens=36, count=count)[0].reason != "gap"
    eager = Breaks(gap_s=120, gap_ratio=2)
    assert split(talk, max_tokens=36, count=count, breaks=eager)[0].reason == "gap"


def test_a_request_after_a_closing_summary_begins_a_chunk():
    texts = ["please add a login form"] + ["ok"] * 8
    texts[5] = "The form is in place. " * 12
    whole = said(Role.USER, texts)
    first = split(whole, max_tokens=71, count=count)
    assert sum(len(c.messages) for c in first) == 9
    assert (len(first[0].messages), first[0].reason) == (6, "phase")


def test_a_long_question_closes_nothing():
    texts = ["please add a login form"] + ["ok"] * 8
    texts[5] = "The form is in place. " * 12 + "Shall I go on?"
    first = split(said(Role.USER, texts), max_tokens=74, count=count)[0]
    assert first.reason != "phase"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "the login form sends the password hash with a session cookie to the login server",
            "invoices are printed with tax rates and totals on the invoice paper for accounting",
        ),
        (
            "登录表单把密码发送到会话服务器登录表单密码会话",
            "发票打印税率总额会计纸张发票打印税率总额",
        ),
    ],
)
def test_a_change_of_subject_is_a_break_in_any_language(one, other):
    whole = said(Role.USER, [one] * 10 + [other] * 10)
    size = max(1, count(one))
    first = split(whole, max_tokens=size * 16, count=count)[0]
    assert (len(first.messages), first.reason) == (10, "topic")


def test_an_answer_of_a_tool_stays_with_its_call():
    messages = []
    for _ in range(8):
        at = len(messages)
        messages += [
            Message(at, Role.ASSISTANT, (Text("look"), ToolCall("run", "one two three"))),
            Message(at + 1, Role.TOOL, (ToolResult("four five six"),)),
        ]
    for bound in range(14, 40):
        chunks = split(conversation(*messages), max_tokens=bound, count=count)
        assert all(chunk.messages[0].role is Role.ASSISTANT for chunk in chunks), bound


def test_a_chunk_begins_with_a_person_where_it_can():
    chunks = split(
        said(Role.USER, [f"words{n} a b c" for n in range(30)]), max_tokens=30, count=count
    )
    assert len(chunks) > 3
    assert all(chunk.messages[0].role is Role.USER for chunk in chunks)


def test_thousands_of_messages_take_no_more_than_in_proportion():
    def talk(size):
        texts = [
            " ".join(f"w{(n * 31 + m * m) % 4093}ord" for m in range(100)) for n in range(size)
        ]
        return said(Role.USER, texts, minutes=list(range(size)))

    def cut(whole):
        return split(whole, max_tokens=20_000, count=lambda _: 100)

    grows_linearly(cut, 600, talk)
    assert len(cut(talk(4_800))) > 20
