"""A conversation of any length is extracted in bounded work, and says what it left unread."""

from __future__ import annotations

import graphpack.extract.offline.reading as reading
from graphpack.extract.offline import OfflineExtractor
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.conversation import Message, Role, Text


def _long(count: int) -> tuple[Message, ...]:
    rule = Message(0, Role.USER, (Text("Never write to the ledger table directly."),))
    rest = [
        Message(
            at,
            Role.USER if at % 5 == 0 else Role.ASSISTANT,
            (Text(f"Step {at} moves parcel {at * 7} to shelf {at % 13}."),),
        )
        for at in range(1, count)
    ]
    return (rule, *rest)


def test_beyond_the_bound_a_notice_counts_what_was_left_unread(monkeypatch):
    monkeypatch.setattr(reading, "MAX_UNITS", 60)
    graph = OfflineExtractor().extract(Chunk(0, _long(200), 0), ChunkContext())
    (notice,) = graph.notices
    assert (notice.code, notice.count) == ("unread-statements", 140)
    assert any("Never write to the ledger table" in node.summary for node in graph.nodes)


def test_within_the_bound_nothing_is_left_unread():
    graph = OfflineExtractor().extract(Chunk(0, _long(50), 0), ChunkContext())
    assert graph.notices == ()
