"""One pack of a project's sessions: under any cap, with who says what against whom."""

import json

import pytest

from graphpack.archive.listing import Chosen
from graphpack.archive.merging import gather
from graphpack.errors import UsageError
from graphpack.packs import load_pack
from graphpack.settings import Settings

from .stated import BEN, MIRA, bring, harbour
from .talks import NOW

HARBOUR = Chosen(project="harbour")


def _gathered(archive, **settings):
    return gather(archive, HARBOUR, Settings(now=NOW, **settings))


def _texts(graph):
    return {node.summary: node for node in graph.walk()}


def test_sources_name_session_and_message(archive):
    first, second, third, fourth = harbour(archive)
    found = _gathered(archive, mode="readable", sources=True)
    assert [session.ref for session in found.sessions] == [first, second, third, fourth]
    loaded = load_pack(found.joined.archive().encode())
    texts = _texts(loaded.graph)
    problem = texts["The berth import times out."].sources
    assert [(one.session, one.message) for one in problem] == [(second, 1)]
    named = texts["All quay names are written in English."].sources
    assert {(one.session, one.message) for one in named} == {(third, 1), (fourth, 0)}
    for source in (*problem, *named):
        (session,) = (one for one in found.sessions if one.ref == source.session)
        said = archive.conversation(session).messages[source.message].parts[source.part].text
        assert said[source.start : source.end] == source.quote
    assert {one.name for one in loaded.record.sessions} == {first, second, third, fourth}


def test_what_was_replaced_is_abandoned_and_tied(archive):
    harbour(archive)
    graph = _gathered(archive).joined.graph
    nodes = {node.id: node for node in graph.walk()}
    ties = [
        (nodes[tie.start].summary, nodes[tie.end])
        for tie in graph.relationships
        if tie.type == "supersedes"
    ]
    ((newer, older),) = ties
    assert newer.startswith("The harbour ledger moves from PostgreSQL to SQLite.")
    assert (older.summary, older.status) == (
        "The harbour ledger is kept in PostgreSQL.",
        "abandoned",
    )


def test_contradictions_between_people_are_shown_with_their_names(archive):
    harbour(archive)
    found = _gathered(archive)
    ((later, earlier),) = found.contradictions
    assert (later.person, earlier.person) == (BEN, MIRA)
    at_odds = [text for text in _texts(found.joined.graph) if "[conflict: " in text]
    assert sorted(at_odds) == [
        f"{BEN}: Berth records are kept for 7 years. [conflict: {MIRA}: {_HEAD.format(5)}]",
        f"{MIRA}: Berth records are kept for 5 years. [conflict: {BEN}: {_HEAD.format(7)}]",
    ]
    assert any(one.code == "contradiction" for one in found.joined.report.notices)
    # nobody else's words are changed
    assert "The berth import times out." in _texts(found.joined.graph)


_HEAD = "Berth records are kept for {} years"


@pytest.mark.parametrize("cap", [90, 200, 2_000])
def test_the_pack_fits_its_cap(archive, cap):
    for number in range(4):
        statements = [
            ("decision", f"The {thing} of pier {number} is painted in tone {number * 7}.")
            for thing in ("hull", "mast", "buoy", "crane", "lamp")
        ]
        bring(archive, number, MIRA, number, statements)
    found = _gathered(archive, cap=cap, budget=cap)
    assert found.joined.rendered.tokens <= cap
    assert not found.joined.report.over_cap_tokens
    json.loads(found.joined.text)
    kept = sum(1 for _ in found.joined.graph.walk())
    assert (kept == 20) == (cap == 2_000)


def test_the_same_sessions_make_the_same_bytes(archive):
    harbour(archive)
    one, other = _gathered(archive), _gathered(archive)
    assert one.joined.archive() == other.joined.archive()


def test_one_session_alone_is_a_pack(archive):
    bring(archive, 1, MIRA, 0, [("decision", "The retention limit is 5 years.")])
    found = _gathered(archive)
    assert list(_texts(found.joined.graph)) == ["The retention limit is 5 years."]


def test_no_session_is_said(archive):
    with pytest.raises(UsageError, match="no session"):
        _gathered(archive)
