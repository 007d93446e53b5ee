"""A quote is found where it stands, in any script, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.extract.evidence import anchor
from graphpack.model.conversation import (
    Attachment,
    Image,
    Message,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from tests.timing import grows_linearly


def message(index, *parts, role=Role.USER):
    return Message(index, role, tuple(Text(p) if isinstance(p, str) else p for p in parts))


def found(quote, *texts, cited=0):
    messages = [message(index, text) for index, text in enumerate(texts)]
    source = anchor(quote, cited, messages)
    if source is not None:
        text = messages[source.message].parts[source.part].text
        assert text[source.start : source.end] == source.quote
    return source


def test_an_exact_quote_has_its_offsets():
    source = found("no Redis", "We agreed: no Redis in the cluster.")
    assert (source.message, source.part, source.start, source.end) == (0, 0, 11, 19)
    assert source.quote == "no Redis"


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("we use  postgres\n16.4", "Today We use Postgres 16.4, fine.", "We use Postgres 16.4"),
        ("don't touch “billing”", 'Please don’t touch "billing" now', 'don’t touch "billing"'),
        ("run make demo first", "Please run `make demo` first!", "run `make demo` first"),
        ("never deploy on Friday", "**never** deploy\n  on Friday", "never** deploy\n  on Friday"),
        ("ファイル名は変えない", "注意:ﾌｧｲﾙ名は変えない。", "ﾌｧｲﾙ名は変えない"),
        ("wait—then retry", "wait-then retry", "wait-then retry"),
        ("naïve café", "the nai\u0308ve cafe\u0301 plan", "nai\u0308ve cafe\u0301"),
        ("STRASSE sperren", "Die Straße sperren wir", "Straße sperren"),
        ("zero width", "ze\u200bro wid\u00adth", "ze\u200bro wid\u00adth"),
        (
            "한글 이름",
            "\u1112\u1161\u11ab\u1100\u1173\u11af 이름",
            "\u1112\u1161\u11ab\u1100\u1173\u11af 이름",
        ),
    ],
)
def test_form_may_differ_but_the_sources_own_characters_come_back(quote, text, expected):
    assert found(quote, text).quote == expected


def test_offsets_are_right_after_wide_and_combined_characters():
    text = "👩‍👩‍👧 家族 🇩🇪 e\u0301 — 決定:Redisは使わない。次へ"
    source = found("redisは使わない", text)
    assert text[source.start : source.end] == "Redisは使わない"


def test_a_quote_never_ends_inside_a_cluster():
    source = found("the cafe is closed", "the cafe\u0301 is closed")
    assert source is None or source.quote == "the cafe\u0301 is closed"
    assert found("cafe", "one cafe\u0301") is None
    assert found("ok 👍", "ok 👍🏽 done") is None


def test_a_short_quote_must_be_a_word_and_in_the_cited_message():
    assert found("is", "this island") is None
    assert found("B", "Option B, please").quote == "B"
    assert found("yes", "no", "yes", cited=0) is None
    assert found("yes", "no", "yes", cited=1).message == 1
    assert found("2", "take 25 or 2").start == 11


def test_a_whole_word_wins_over_an_earlier_part_of_one():
    assert found("a test", "extra tests; a test").start == 13


def test_a_miscounted_message_is_corrected_to_the_nearest():
    texts = ["the port is 8080 now", "ok", "later", "the port is 8080 now"]
    assert found("the port is 8080", *texts, cited=2).message == 3
    assert found("the port is 8080", *texts, cited=1).message == 0
    assert found("the port is 8080", *texts, cited=99).message == 3


def test_an_exact_neighbour_beats_a_similar_cited_message():
    near = "we will ship the importer with the parser on the ninth of May"
    texts = ["we will ship the exporter with the parser on the ninth of May", near]
    assert found(near, *texts, cited=0).message == 1


def test_a_slightly_wrong_quote_is_found_word_by_word():
    text = "First the noise. So in the end we moved the scheduler into its own process. Then lunch."
    source = found("in the end we have moved the scheduler to its own process", text)
    assert source.quote == "in the end we moved the scheduler into its own process"


@pytest.mark.parametrize(
    "quote",
    [
        "in the end we do use version 3.2 of the scheduler library",  # another number
        "in the end we do not use version 3.1 of the scheduler library",  # its negation
        "kubernetes operators reconcile their custom resources every minute or so",
        "we scheduler the",
    ],
)
def test_another_statement_is_no_evidence(quote):
    assert found(quote, "in the end we do use version 3.1 of the scheduler library") is None


def test_a_quote_with_something_left_out_is_found_by_its_longest_piece():
    text = "The token lives fifteen minutes. Much else was said. The cookie is host-only."
    for gap in (" ... ", " […] ", "\n⟪20 characters left out⟫\n", "… "):
        source = found(f"The token lives fifteen minutes.{gap}host-only", text)
        assert source.quote == "The token lives fifteen minutes."


def test_quotation_marks_around_a_quote_are_the_models():
    assert (
        found("„nur über den Proxy“", "Zugriff nur über den Proxy.").quote == "nur über den Proxy"
    )


def test_any_part_may_be_evidence_but_reasoning_and_pictures():
    parts = (
        Reasoning("perhaps drop the table"),
        Image(name="drop the table"),
        ToolCall("Bash", {"command": "psql -c 'drop the table'"}),
        ToolResult("ERROR: cannot drop the table"),
        Attachment("notes.txt", "do not drop the table"),
    )
    messages = [message(7, *parts, role=Role.ASSISTANT)]
    assert anchor("drop the table", 7, messages).part == 2
    assert anchor("perhaps drop the table", 7, messages) is None
    assert anchor("cannot drop the table", 7, messages).part == 3
    assert anchor("do not drop the table", 7, messages).part == 4


@pytest.mark.parametrize("quote", ["", "   ", "\n", '""', "…", "*", "。"])
def test_nothing_is_found_for_nothing(quote):
    assert found(quote, "some text. … * 。") is None


def test_no_messages_hold_no_quote():
    assert anchor("anything at all", 0, []) is None


@given(st.text(max_size=60), st.text(max_size=60), st.text(min_size=1, max_size=60))
def test_a_line_of_its_own_is_found_whatever_it_is_made_of(before, after, line):
    line = " ".join(line.split())
    text = f"{before}\n{line}\n{after}"
    source = anchor(line, 0, [message(0, text)])
    if any(char.isalnum() for char in line):
        assert source is not None
    if source is not None:
        assert text[source.start : source.end] == source.quote


def test_long_messages_are_searched_in_proportion_to_their_length():
    def talk(size):
        text = " ".join(f"word{i % 97} item {i}" for i in range(size))
        return [message(i, text) for i in range(3)]

    def search(messages):
        for number in range(4):
            quote = f"word{number} was said to be item {number} by nobody in this talk"
            assert anchor(quote, 1, messages) is None
            quote = (
                f"word{number} item {number} and word{number + 1} item {number + 1}"
                f" word{number + 2}"
            )
            assert anchor(quote, 1, messages).quote.startswith(f"word{number} item {number} ")

    grows_linearly(search, 1_500, talk)
