"""Pieces are divided without losing anything, and what a cut reply covered is not asked twice."""

from __future__ import annotations

import json

import pytest

from graphpack.extract.llm.piece import Piece, halves, rest_after_cut
from graphpack.extract.llm.reply import parse
from graphpack.extract.llm.shown import Limits
from graphpack.model.conversation import Message, Role, Text, ToolResult
from tests.extract.talks import LINES, talk
from tests.fakes import item

LIMITS = Limits(1000, 100)


def test_halves_are_of_about_the_same_size_and_lose_nothing():
    piece = Piece(talk("a" * 50, "b" * 10, "c" * 10, "d" * 10, "e" * 10), LIMITS)
    one, two = halves(piece, len)
    assert one.messages + two.messages == piece.messages
    assert len(one.messages) == 1
    assert (one.depth, two.depth) == (1, 1)


def test_one_long_message_is_shown_shorter():
    piece = Piece((Message(0, Role.USER, (Text("a" * 900),)),), LIMITS)
    (less,) = halves(piece, len)
    assert less.limits == Limits(450, 50)


def test_one_message_with_a_long_text_is_cut_in_two_at_a_line():
    lines = [f"line {i}" for i in range(1200)]
    text = Text("\n".join(lines))
    message = Message(3, Role.USER, (Text("before"), text, ToolResult("after")))
    one, two = halves(Piece((message,), Limits(50_000, 100)), len)
    assert one.messages[0].parts[0].text == "before"
    assert two.messages[0].parts[1].text == "after"
    head, tail = one.messages[0].parts[1].text, two.messages[0].parts[0].text
    assert head + tail == text.text
    assert head.endswith("\n")
    assert 0.4 < len(head) / len(text.text) < 0.6
    assert (one.first, two.first) == (3, 3)


def test_one_short_message_cannot_be_divided():
    piece = Piece((Message(0, Role.USER, (Text("a" * 40),)),), LIMITS)
    assert halves(piece, len) == ()


@pytest.mark.parametrize(
    ("cited", "rest"),
    [
        ([0, 3], [[3, 4]]),
        ([0, 1], [[1, 2], [3, 4]]),
        ([3, 0], [[0, 1, 2], [3, 4]]),
        ([], [[0, 1, 2], [3, 4]]),
        ([4], [[4]]),
    ],
)
def test_the_rest_begins_where_the_kept_items_end(cited, rest):
    piece = Piece(talk(), LIMITS)
    items = [item(i, message, LINES[message][:20]) for i, message in enumerate(cited)]
    kept = parse(json.dumps({"nodes": items})).nodes
    pieces = rest_after_cut(piece, kept, lambda text: 10)
    assert [[m.index for m in p.messages] for p in pieces] == rest
