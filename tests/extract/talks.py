"""Small made-up talks for the tests of the model extractor."""

from __future__ import annotations

from graphpack.extract.llm import ModelExtractor, ModelOptions
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.conversation import Message, Role, Text
from tests.fakes import FakeModel, nodes

LINES = (
    "We run the ticket service on PostgreSQL 16.4 and Python 3.12, and we must never touch the"
    " billing table: finance reads it at night.",
    "Understood. For the queue of outgoing mails I would add Redis 7.2, it is quick to set up and"
    " has lists that several workers can read from.",
    "No Redis, the cluster has no memory left. Use LISTEN and NOTIFY of the database instead.",
    "Done: the worker listens on the channel outgoing_mail and sends at most 30 mails a minute."
    " The retry after a bounce is still missing.",
    "Leave the retry for release 2.5, Ines has to say first what a bounce means for the invoice.",
)


def talk(*lines: str, first: int = 0) -> tuple[Message, ...]:
    """People and an assistant in turn."""
    return tuple(
        Message(first + i, Role.ASSISTANT if i % 2 else Role.USER, (Text(line),))
        for i, line in enumerate(lines or LINES)
    )


def chunk(*lines: str, index: int = 0, first: int = 0) -> Chunk:
    messages = talk(*lines, first=first)
    return Chunk(index, messages, tokens=sum(len(m.text) // 4 for m in messages))


def extractor(client=None, **options):
    """An extractor that never sleeps; ``naps`` holds what it would have slept."""
    naps: list[float] = []
    made = ModelExtractor(
        ModelOptions(**{"model": "openai/small", "api_key": "sk-secret-1234", **options}),
        count=lambda text: len(text) // 4,
        client=client,
        sleep=naps.append,
    )
    made.naps = naps
    return made


ALONE = ChunkContext()


def run(*items, lines=(), context=ALONE, **options):
    model = FakeModel([nodes(*items)])
    made = chunk(*lines)
    return extractor(model, **options).extract(made, context)


def only(*items, **kwargs):
    graph = run(*items, **kwargs)
    assert len(graph.nodes) == 1
    return graph.nodes[0]


def codes(graph):
    return {notice.code: notice.count for notice in graph.notices}
