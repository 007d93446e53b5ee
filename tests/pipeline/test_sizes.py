"""How large a pack may be, and in how many pieces a conversation is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Reasoning,
    Role,
    Text,
    ToolResult,
)
from graphpack.model.report import Strategy
from graphpack.pipeline import pack
from graphpack.pipeline.compression import compressed
from graphpack.pipeline.sizes import Sizes, plan, sizes
from graphpack.settings import Settings

# seed 002, "Benchmarks": turns, input tokens, output tokens
TABLE = [
    ((10, 20), (3_000, 8_000), (200, 400)),
    ((50, 100), (15_000, 40_000), (400, 700)),
    ((200, 400), (60_000, 150_000), (600, 1_000)),
    ((800, 1_500), (400_000, 1_000_000), (800, 1_200)),
]


@pytest.mark.parametrize(("turns", "tokens", "allowed"), TABLE)
def test_sizes_stay_in_the_rows_of_the_table(turns, tokens, allowed):
    for n in (0, 1):
        room = sizes(Settings(), input_tokens=tokens[n], messages=turns[n])
        assert allowed[0] <= room.target_tokens <= allowed[1]
        assert allowed[0] <= room.usual_tokens <= allowed[1]
        assert room.cap_tokens == 1200


@given(
    st.integers(3_001, 2_000_000),  # what is smaller than its pack is told whole
    st.integers(0, 5_000),
    st.integers(0, 1_000_000),
    st.integers(0, 2_000),
)
def test_more_conversation_never_means_less_room(tokens, messages, more_tokens, more_messages):
    for mode in ("compact", "readable"):
        small = sizes(Settings(mode=mode), input_tokens=tokens, messages=messages)
        large = sizes(
            Settings(mode=mode),
            input_tokens=tokens + more_tokens,
            messages=messages + more_messages,
        )
        assert small.target_tokens <= large.target_tokens
        assert small.usual_tokens <= large.usual_tokens
        assert 0 < small.target_tokens <= small.usual_tokens <= small.cap_tokens


def test_what_is_smaller_than_its_pack_is_told_whole():
    cap = sizes(Settings(), input_tokens=250, messages=8).cap_tokens
    assert sizes(Settings(), input_tokens=250, messages=8).target_tokens == cap
    assert sizes(Settings(), input_tokens=600, messages=8).usual_tokens < 600
    assert sizes(Settings(budget=200), input_tokens=250, messages=8).target_tokens == 200
    assert sizes(Settings(), input_tokens=480, messages=20).target_tokens == cap


def test_a_pasted_log_alone_does_not_ask_for_a_long_pack():
    log = sizes(Settings(), input_tokens=200_000, messages=3)
    work = sizes(Settings(), input_tokens=200_000, messages=400)
    assert log.target_tokens < work.target_tokens


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"budget": 500}, Sizes(500, 750, 1200)),
        ({"budget": 1200, "cap": 1200}, Sizes(1200, 1200, 1200)),
        ({"budget": 3000}, Sizes(3000, 3000, 3000)),
        ({"budget": 900, "mode": "readable"}, Sizes(900, 1350, 2400)),
    ],
)
def test_an_explicit_budget_is_taken_as_asked(given, expected):
    assert sizes(Settings(**given), input_tokens=100, messages=2) == expected
    assert sizes(Settings(**given), input_tokens=900_000, messages=900) == expected


def test_an_explicit_cap_binds_what_has_grown():
    room = sizes(Settings(cap=300), input_tokens=900_000, messages=900)
    assert max(room.target_tokens, room.usual_tokens) <= room.cap_tokens == 300


def _conversation(*texts):
    made = tuple(Message(n, Role.USER, (Text(text),)) for n, text in enumerate(texts))
    return Conversation("c", None, ConversationSource("f", "test"), made)


def _plan(conversation, settings, *, count, is_whole):
    shown = compressed(conversation, settings.compression, count=count, is_whole=is_whole)
    return plan(shown, settings, count=count, is_whole=is_whole)


def _words(text):
    return len(text.split())


LIMITS = Settings(read_tokens=20, chunk_tokens=8, priority_tokens=40)


@pytest.mark.parametrize(
    ("messages", "strategy", "is_one"),
    [
        (4, Strategy.SINGLE_PASS, True),
        (5, Strategy.CHUNKED, False),
        (9, Strategy.PRIORITY_ONLY, False),
    ],
)
def test_the_strategy_follows_the_size(messages, strategy, is_one):
    conversation = _conversation(*["five words in one message"] * messages)
    way = _plan(conversation, LIMITS, count=_words, is_whole=False)
    assert way.strategy is strategy
    assert (len(way.chunks) == 1) is is_one
    assert tuple(m for chunk in way.chunks for m in chunk.messages) == conversation.messages
    assert way.input_tokens == 5 * messages


def test_an_extractor_that_reads_everything_gets_one_chunk():
    conversation = _conversation(*["five words in one message"] * 90)
    way = _plan(conversation, LIMITS, count=_words, is_whole=True)
    assert way.strategy is Strategy.SINGLE_PASS
    assert [len(chunk.messages) for chunk in way.chunks] == [90]


def test_everything_that_was_read_counts_as_input():
    message = Message(0, Role.ASSISTANT, (Reasoning("three thinking words"), Text("two words")))
    conversation = Conversation("c", None, ConversationSource("f", "test"), (message,))
    assert _plan(conversation, LIMITS, count=_words, is_whole=True).input_tokens == 5


def test_tool_output_that_no_model_is_shown_splits_no_conversation():
    long = ToolResult("x = 1\n" * 4000)
    messages = tuple(
        Message(at, Role.TOOL, (long,)) if at % 2 else Message(at, Role.USER, (Text("Go on."),))
        for at in range(20)
    )
    conversation = Conversation("c", None, ConversationSource("c", "test"), messages)
    settings = Settings(read_tokens=20_000)
    made = _plan(conversation, settings, count=lambda text: len(text) // 4, is_whole=False)
    assert made.strategy == Strategy.SINGLE_PASS
    assert made.input_tokens > settings.read_tokens


def test_with_compression_off_tool_output_counts_whole():
    part = ToolResult("x = 1\n" * 4000)
    messages = tuple(Message(at, Role.TOOL, (part,)) for at in range(9))
    conversation = Conversation("c", None, ConversationSource("c", "test"), messages)
    settings = Settings(read_tokens=20_000, compression="off")
    made = _plan(conversation, settings, count=lambda text: len(text) // 4, is_whole=False)
    assert made.strategy == Strategy.CHUNKED


@pytest.mark.parametrize(("mode", "usual"), [("compact", 400), ("readable", 1_000)])
def test_talk_that_settles_something_in_each_message_gets_more_room(mode, usual):
    def room(tokens, **given):
        asked = Settings(**{"mode": mode, **given})
        return (
            sizes(asked, input_tokens=tokens, messages=20),
            sizes(asked, input_tokens=tokens, messages=20, is_terse=True),
        )

    plain, more = room(8_000)
    assert usual == plain.usual_tokens < more.usual_tokens <= more.cap_tokens == plain.cap_tokens
    # a pack of more than half of the talk is no pack
    plain, more = room(1_500)
    assert plain.usual_tokens < more.usual_tokens or mode == "readable"
    assert more.usual_tokens <= max(plain.usual_tokens, 750)
    plain, more = room(8_000, budget=500)
    assert plain == more


def test_what_is_pasted_is_the_pack_that_is_written():
    words = [
        "gate",
        "lock",
        "pump",
        "weir",
        "sluice",
        "dredger",
        "barge",
        "towpath",
        "culvert",
        "basin",
        "wharf",
        "mooring",
    ]
    said = [f"We decided that the {word} opens at {n + 6} and is run by the port." for n, word in
            enumerate(words * 4)]  # fmt: skip
    roles = (Role.USER, Role.ASSISTANT)
    turns = tuple(Message(n, roles[n % 2], (Text(text),)) for n, text in enumerate(said))
    conversation = Conversation("port", None, ConversationSource("made-up", "port"), turns)
    written, pasted = (pack(conversation, Settings(paste=paste)).graph for paste in (False, True))
    assert [node.id for node in pasted.walk()] == [node.id for node in written.walk()]
    assert len(list(written.walk())) < len(said)  # something had to go
    # a size that was asked for holds the frame, too
    asked = pack(conversation, Settings(paste=True, budget=400, cap=400))
    assert asked.report.output_tokens <= 400
