"""Choosing one of many: what is held in memory meanwhile, and what is read again."""

from __future__ import annotations

import weakref
from datetime import UTC, datetime, timedelta

import pytest

from graphpack.errors import ReadError, UsageError
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pick, survey


class Big(str):
    """Text whose life can be watched."""

    __slots__ = ("__weakref__",)


class Export:
    """A source of many conversations that counts how it is read."""

    def __init__(self, size: int = 20, chars: int = 10) -> None:
        self.size, self.chars = size, chars
        self.readings = self.read = 0
        self.alive: weakref.WeakSet = weakref.WeakSet()
        self.most = 0

    def __call__(self):
        self.readings += 1
        for number in range(self.size):
            self.read += 1
            text = Big("x" * self.chars)
            self.alive.add(text)
            self.most = max(self.most, len(self.alive))
            at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=(number * 7) % self.size)
            message = Message(0, Role.USER, (Text(text),), at)
            source = ConversationSource("all.json", "x")
            yield Conversation(f"id-{number}", f"Plan {number}", source, (message,))
            del text, message


def test_an_id_ends_the_reading_and_nothing_else_is_held() -> None:
    export = Export(chars=2_000_000)
    assert pick(export, "id-15", name="x").title == "Plan 15"
    assert (export.readings, export.read) == (1, 16)


@pytest.mark.parametrize("wanted", ["newest", "id-3"])
def test_of_a_large_source_one_conversation_is_held(wanted: str) -> None:
    export = Export(chars=9_000_000)
    found = pick(export, wanted, name="x")
    assert found.id == {"newest": "id-17", "id-3": "id-3"}[wanted]
    assert export.readings == 1
    assert export.most <= 4


@pytest.mark.parametrize(("wanted", "id"), [("Plan 12", "id-12"), ("1", "id-17")])
def test_what_is_not_held_is_read_again(wanted: str, id: str) -> None:
    export = Export(chars=9_000_000)
    assert pick(export, wanted, name="x").id == id
    assert export.readings == 2
    assert export.most <= 5
    small = Export()
    assert pick(small, wanted, name="x").id == id
    assert small.readings == 1


def test_the_error_lists_the_first_ones() -> None:
    with pytest.raises(UsageError) as caught:
        pick(Export(), None, name="all.json")
    lines = str(caught.value).splitlines()
    assert lines[0] == "all.json: 20 conversations, and no word which one"
    assert len(lines) == 12
    assert "id-17" in lines[1]


def test_a_source_that_changes_meanwhile_is_an_error() -> None:
    export = Export(chars=9_000_000)
    shelf = survey(export, "Plan 12")
    export.size = 5
    with pytest.raises(ReadError, match="id-12: the input changed"):
        shelf.take(shelf.outlines[12])


def test_a_branch_is_found_by_its_conversation_too() -> None:
    def read():
        for id in ("x~b1", "y"):
            message = Message(0, Role.USER, (Text(id),))
            yield Conversation(id, None, ConversationSource("f", "x"), (message,))

    assert pick(read, "x", name="f").id == "x~b1"
