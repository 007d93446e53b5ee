"""What is looked for is found on both databases, in order, with where it comes from."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as example_count
from hypothesis import strategies as st

from graphpack.archive.cited import Wanted
from graphpack.archive.search import search
from graphpack.archive.snippets import snippet
from graphpack.archive.store import Archive
from graphpack.archive.terms import query_terms, telling
from graphpack.errors import UsageError

from .talks import NOW, filing, made, talk

CANAL = (
    ("user", "Decision: the canal gauge reports every 5 minutes over MQTT."),
    ("assistant", "Agreed. readCanalGauge() in src/gauge.py sends over MQTT every 5 minutes."),
    ("user", "Open problem: the gauge at Straße 7 loses its clock in the cold."),
)


@pytest.fixture
def filled(archive):
    """Two projects of two people."""
    archive.add(made(), filing())
    old = talk("canal-0001-cccc-dddd-eeee", CANAL, title="Canal", author="Ben Okoro")
    early = tuple(replace(m, at=m.at - timedelta(days=400)) for m in old.messages)
    about = filing(project="canal", author="Ben Okoro", tags=("gauge",), origin="/srv/b.jsonl")
    archive.add(made(replace(old, messages=early)), about)
    return archive


def _told(archive, query, **wanted):
    kinds = wanted.pop("kinds", "all")
    return [
        (h.cited.kind, h.cited.text) for h in search(archive, query, Wanted(**wanted), kinds=kinds)
    ]


def test_a_statement_is_found_with_where_it_comes_from(filled):
    best = search(filled, "berth auditors")[0].cited
    (session,) = (one for one in filled.sessions() if one.project == "harbour")
    assert (best.session, best.project, best.author) == (session.ref, "harbour", "Mira Solano")
    assert best.kind == "node"
    assert best.said_by == "Mira Solano"
    assert best.said_at is not None
    said = filled.conversation(session).messages[best.message]
    assert said.at == best.said_at
    evidence = said.parts[best.part].text[best.start : best.end]
    node = next(n for n in filled.graph(session).graph.walk() if n.id == best.node)
    assert (node.summary, node.sources[0].quote) == (best.text, evidence)


def test_a_message_that_a_found_statement_rests_on_is_not_told_twice(filled):
    found = search(filled, "berth", limit=50)
    places = [
        (hit.cited.session, hit.cited.message) for hit in found if hit.cited.kind == "message"
    ]
    nodes = [(hit.cited.session, hit.cited.message) for hit in found if hit.cited.kind == "node"]
    assert nodes
    before = {}
    for rank, hit in enumerate(found):
        place = (hit.cited.session, hit.cited.message)
        assert hit.cited.kind == "node" or place not in before, rank
        before.setdefault(place, rank)
    assert len(places) == len(set(places))


PUMPS = (
    ("user", "Decision: the bilge pump runs on 24 volts."),
    (
        "assistant",
        "The pump. Noted: the bilge pump runs on 24 volts. Its fuse is a Littelfuse 314.",
    ),
    ("user", "Decision: the winch is painted grey. I say that after a long look at all the boats."),
    ("assistant", "Understood, grey."),
)


@pytest.fixture
def pumps(archive):
    """A statement that joins what two messages say; its evidence is in the first of them."""
    pack = made(talk("pumps-0001-aaaa-bbbb-cccc", PUMPS, title="Pumps"))
    first = next(node for node in pack.graph.nodes if node.sources)
    summary = "Bilge pump runs on 24 volts, and winch is painted grey."
    node = first.model_copy(update={"summary": summary, "children": ()})
    graph = pack.graph.model_copy(update={"nodes": (node,), "relationships": ()})
    archive.add(replace(pack, graph=graph), filing())
    return archive


def test_a_message_that_a_statement_says_again_is_told_as_the_statement(pumps):
    for query in ("pump", "bilge volts", "winch", "winch grey"):
        found = [(hit.cited.kind, hit.cited.text[:10]) for hit in search(pumps, query)]
        assert ("node", "Bilge pump") in found, query
        # the third message is said again by a statement whose first evidence is the first one
        assert ("message", "Decision: ") not in found, query
        assert found.count(("node", "Bilge pump")) == 1, query


def test_a_message_that_holds_more_of_the_words_stays(pumps):
    for query, message in {"pump fuse": 1, "grey boats": 2}.items():
        told = [(hit.cited.kind, hit.cited.message) for hit in search(pumps, query)]
        assert ("message", message) in told, query


def test_words_in_which_a_question_is_put_do_not_count(pumps):
    for asked, meant in {
        "who painted the winch?": "painted winch",
        "which volts is it that the pump has": "volts pump",
        "an was läuft die pump": "an läuft pump",
    }.items():
        told = [hit.cited for hit in search(pumps, asked)]
        assert told == [hit.cited for hit in search(pumps, meant)], asked
        assert told, asked
    marked = search(pumps, "who painted the winch?")[0].snippet
    assert {marked.text[a:b].lower() for a, b in marked.marks} == {"painted", "winch"}
    # they are looked for where there is nothing else, and where something holds them all
    assert search(pumps, "the")
    assert telling(query_terms("to be or not")) == ("to", "be", "or", "not")


def test_what_only_a_message_holds_is_found(filled):
    (hit,) = search(filled, "gates opened level 63")[:1]
    assert hit.cited.kind == "message"
    assert hit.cited.message == 4
    assert hit.cited.said_by == "tool"
    shown = [hit.snippet.text[start:end] for start, end in hit.snippet.marks]
    assert set(shown) <= {"gate", "gates", "opened", "level", "63"}
    assert shown


def test_words_are_found_in_their_forms(filled):
    forms = {
        "mqtt": "MQTT",
        "STRASSE": "Straße",
        "gauges": "gauge",  # another ending
        "reporting": "reports",
        "read": "readCanalGauge",  # part of a name
        "gauge.py": "gauge",
        "minut": "minutes",  # its beginning
    }
    for query, word in forms.items():
        hits = search(filled, query, Wanted(projects=("canal",)), limit=50)
        assert any(word in hit.cited.text for hit in hits), query


def test_all_words_come_before_some_of_them(filled):
    found = _told(filled, "canal gauge spreadsheet", kinds="nodes")
    texts = [text for _, text in found]
    assert any("spreadsheet" in text for text in texts)
    assert any("canal" in text for text in texts)
    both = [text for _, text in _told(filled, "canal gauge minutes", kinds="nodes")]
    assert "canal" in both[0]
    assert "minutes" in both[0]


def test_filters_hold_for_every_hit(filled):
    for kinds in ("nodes", "messages", "all"):
        _check_filters(filled, kinds)


def _check_filters(filled, kinds):
    ask = lambda **wanted: [  # noqa: E731
        hit.cited for hit in search(filled, "the", Wanted(**wanted), kinds=kinds, limit=99)
    ]
    everything = ask()
    assert {one.project for one in everything} == {"harbour", "canal"}
    assert {one.project for one in ask(projects=("canal",))} == {"canal"}
    assert ask(projects=()) == []
    assert ask(projects=("%",)) == []
    assert {one.author for one in ask(author="Mira Solano")} == {"Mira Solano"}
    assert {one.project for one in ask(tag="gauge")} == {"canal"}
    assert {one.said_by for one in ask(said_by="Ben Okoro")} == {"Ben Okoro"}
    assert {one.said_by for one in ask(said_by="assistant")} <= {"assistant"}
    if kinds == "messages":
        assert ask(said_by="assistant")
    border = NOW - timedelta(days=100)
    assert {one.project for one in ask(after=border)} == {"harbour"}
    assert {one.project for one in ask(before=border)} == {"canal"}
    ref = everything[0].session
    assert {one.session for one in ask(session=ref[:6].upper())} == {ref}
    assert {one.kind for one in everything} <= {"nodes": {"node"}, "messages": {"message"}}.get(
        kinds, {"node", "message"}
    )


def test_types_and_statuses_mean_statements(filled):
    hits = search(filled, "gauge", Wanted(types=("decision",)))
    assert {(hit.cited.kind, hit.cited.type) for hit in hits} == {("node", "decision")}
    assert search(filled, "gauge", Wanted(types=("decision", "code"))) == hits
    assert search(filled, "gauge", Wanted(types=("goal",))) == ()
    of_any = [hit.cited for hit in search(filled, "", limit=99)]
    known = {one.status for one in of_any if one.status}
    for status in known:
        found = [hit.cited for hit in search(filled, "", Wanted(statuses=(status,)), limit=99)]
        assert found == [one for one in of_any if one.status == status]
    assert known
    assert search(filled, "", Wanted(statuses=("abandoned",))) == ()


def test_no_words_list_the_newest(filled):
    hits = search(filled, "  ", Wanted(projects=("canal",)))
    times = [hit.cited.said_at for hit in hits]
    assert times == sorted(times, reverse=True)
    assert {hit.cited.project for hit in hits} == {"canal"}


def test_pages_follow_each_other(filled):
    whole = search(filled, "the", limit=8)
    pages = [search(filled, "the", limit=3, offset=at) for at in (0, 3, 6)]
    joined = [hit.cited for page in pages for hit in page]
    assert joined[:8] == [hit.cited for hit in whole]


def test_what_was_cut_is_found_and_said_to_be_cut(archive):
    lines = [
        (("user", "assistant")[n % 2], f"Decision {n}: pump {n} runs at {n + 40} bar.")
        for n in range(40)
    ]
    archive.add(made(talk(lines=lines), budget=120, cap=160), filing())
    found = [
        hit.cited.is_cut for n in range(40) for hit in search(archive, f"pump {n}", kinds="nodes")
    ]
    assert True in found
    assert False in found


def test_without_words_in_a_query_that_is_said(filled):
    with pytest.raises(UsageError, match="no word"):
        search(filled, "?!…")


def test_no_character_of_a_query_is_an_operator(filled):
    for query in (
        '"', "'", "berth OR", "NOT berth", "a* NEAR(b)", "title:x", "berth' | 'x", "{}:*",
        "a & !b", "\\", "%_", ":1", "berth <-> x",
    ):  # fmt: skip
        try:
            search(filled, query)
        except UsageError:
            assert not query_terms(query), query


@example_count(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(query=st.text(max_size=30))
def test_any_query_gives_an_answer(filled, query):
    try:
        hits = search(filled, query)
    except UsageError:
        assert not query_terms(query)
        return
    for hit in hits:
        for start, end in hit.snippet.marks:
            assert 0 <= start < end <= len(hit.snippet.text)


def test_an_answer_is_the_same_twice(filled):
    assert search(filled, "the gauge berth") == search(filled, "the gauge berth")


def test_wide_scripts_are_found(archive):
    lines = (
        ("user", "决定：港口账本使用数据库，不使用电子表格。"),
        ("assistant", "好的，港口账本使用数据库。"),
    )
    archive.add(made(talk("wide-0001-aaaa-bbbb-cccc", lines)), filing())
    hit = search(archive, "数据库")[0]
    assert [hit.snippet.text[a:b] for a, b in hit.snippet.marks] == ["数据库"]


def test_a_snippet_shows_where_the_most_words_are():
    text = (
        "pump one. " * 60 + "The valve of the pump stands beside the quay at night. " + "end " * 90
    )
    shown = snippet(text, query_terms("valve pump quay"))
    marked = {shown.text[start:end] for start, end in shown.marks}
    assert marked == {"valve", "pump", "quay"}
    assert shown.text.startswith("… ")
    assert shown.text.endswith(" …")
    assert len(shown.text) < 260


def test_a_snippet_marks_accents_and_parts_of_names():
    shown = snippet("Köln: call openGate() at İzmir", query_terms("koln gate izmir"))
    assert {shown.text[a:b] for a, b in shown.marks} == {"Köln", "openGate", "İzmir"}
    assert snippet("nothing of it", ("lamp",)).marks == ()


def test_two_archives_do_not_mix(filled, tmp_path):
    with Archive(tmp_path / "other.db") as other:
        other.init()
        assert search(other, "berth") == ()
    assert search(filled, "berth")
