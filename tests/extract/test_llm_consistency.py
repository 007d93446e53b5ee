"""Where a reply contradicts itself, nothing that is said stands or falls by it."""

from __future__ import annotations

import pytest

from tests.extract.talks import codes, run
from tests.fakes import item

LINES = [
    "We keep the northern pier for cars.",
    "The island pier takes bicycles.",
    "Mail goes by the early ferry.",
    "The radio is checked at noon.",
]


def _tied(*ties):
    """One node for each line, and links by their numbers."""
    links = {n: [{"type": kind, "to": str(end)} for start, kind, end in ties if start == n]
             for n in range(len(LINES))}  # fmt: skip
    return run(*(item(n, n, line, links=links[n]) for n, line in enumerate(LINES)), lines=LINES)


def _kinds(graph):
    names = {node.id: LINES.index(node.summary) for node in graph.nodes}
    return {(names[t.start], str(t.type), names[t.end]) for t in graph.relationships}


@pytest.mark.parametrize("kind", ["supersedes", "depends_on", "resolves"])
def test_relations_that_go_round_only_relate(kind):
    graph = _tied((0, kind, 1), (1, kind, 2), (2, kind, 0), (3, kind, 0))
    assert _kinds(graph) == {
        (0, "related_to", 1), (1, "related_to", 2), (2, "related_to", 0), (3, kind, 0),
    }  # fmt: skip
    assert codes(graph) == {"circle-weakened": 3}


def test_two_that_replace_one_another_only_relate():
    graph = _tied((0, "supersedes", 1), (1, "supersedes", 0))
    assert _kinds(graph) == {(0, "related_to", 1)}
    assert codes(graph) == {"circle-weakened": 2}


def test_relations_without_a_circle_stay():
    graph = _tied(
        (3, "supersedes", 2), (2, "supersedes", 0), (3, "supersedes", 0), (1, "causes", 0)
    )
    assert _kinds(graph) == {(3, "supersedes", 2), (2, "supersedes", 0), (3, "supersedes", 0)}
    assert codes(graph) == {"unknown-word": 1}  # of «causes», which is no relation


def test_a_statement_with_several_statuses_stays_open():
    told = [
        item(n, 0, LINES[0], type="decision", status=status)
        for n, status in enumerate(["abandoned", "resolved", "open"])
    ]
    graph = run(*told, item(9, 1, LINES[1], status="resolved"), lines=LINES)
    assert {node.summary: node.status for node in graph.nodes} == {
        LINES[0]: "open", LINES[1]: "resolved",
    }  # fmt: skip
    assert codes(graph) == {"status-contested": 1}


def test_words_that_mean_nothing_are_told():
    made = item(1, 0, LINES[0], status="vanished", importance="cosmic")
    graph = run(made, item(2, 1, LINES[1], status="none"), lines=LINES)
    assert {node.status for node in graph.nodes} == {None}
    assert codes(graph) == {"unknown-word": 2}
    assert "vanished, cosmic" in graph.notices[0].message
