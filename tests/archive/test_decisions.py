"""What was decided over several sessions: what holds, what it replaced, who disputes it."""

from dataclasses import replace
from datetime import timedelta

from graphpack.archive.cited import Wanted
from graphpack.archive.decisions import decisions
from graphpack.archive.search import search
from graphpack.archive.timeline import beside, timeline
from graphpack.model.report import Cut

from .stated import BEN, MIRA, START, bring, harbour, session
from .talks import filing

HARBOUR = Wanted(projects=("harbour",))


def _by_text(found):
    return {one.cited.text: one for one in found.holding}


def test_what_holds_names_what_it_replaced_when_where_and_by_whom(archive):
    first, second, *_ = harbour(archive)
    held = _by_text(decisions(archive, HARBOUR))
    switch = held["The harbour ledger moves from PostgreSQL to SQLite."]
    assert (switch.cited.session, switch.cited.person, switch.cited.message) == (second, MIRA, 0)
    assert (switch.cited.said_at - START).days == 5
    (old,) = switch.replaced
    assert (old.text, old.session) == ("The harbour ledger is kept in PostgreSQL.", first)
    assert old.text not in held


def test_what_two_people_say_of_one_matter_both_stay_and_are_shown(archive):
    harbour(archive)
    held = _by_text(decisions(archive, HARBOUR))
    five, seven = (held[f"Berth records are kept for {n} years."] for n in (5, 7))
    assert [one.text for one in five.disputed] == [seven.cited.text]
    assert [one.text for one in seven.disputed] == [five.cited.text]
    assert (five.cited.person, seven.cited.person) == (MIRA, BEN)
    assert five.replaced == seven.replaced == ()


def test_one_person_may_set_a_value_anew(archive):
    bring(archive, 1, MIRA, 0, [("decision", "The retention limit is 5 years.")])
    bring(archive, 2, MIRA, 3, [("decision", "The retention limit is 7 years.")])
    found = decisions(archive, HARBOUR)
    (one,) = found.holding
    assert one.cited.text == "The retention limit is 7 years."
    assert [old.text for old in one.replaced] == ["The retention limit is 5 years."]


def test_another_person_replaces_what_they_say_they_replace(archive):
    bring(archive, 1, MIRA, 0, [("decision", "The ledger is kept in PostgreSQL.")])
    bring(archive, 2, BEN, 3, [("decision", "The ledger moves from PostgreSQL to SQLite.")])
    (one,) = decisions(archive, HARBOUR).holding
    assert one.cited.person == BEN
    assert [old.person for old in one.replaced] == [MIRA]
    assert one.disputed == ()


def test_the_same_said_twice_is_told_once(archive):
    _, _, third, fourth = harbour(archive)
    held = _by_text(decisions(archive, HARBOUR))
    named = held["All quay names are written in English."]
    assert {named.cited.session, *(one.session for one in named.again)} == {third, fourth}
    assert len(named.again) == 1


def test_later_is_what_was_said_later_not_what_stands_in_a_later_session(archive):
    # the long session begins first and ends last
    day = 24 * 60
    bring(
        archive,
        1,
        MIRA,
        0,
        [
            ("fact", "The tide table is read at noon."),
            ("decision", "The retention limit is 9 years."),
        ],
        minutes=8 * day,
    )
    bring(archive, 2, MIRA, 4, [("decision", "The retention limit is 7 years.")])
    (one,) = decisions(archive, HARBOUR).holding
    assert one.cited.text == "The retention limit is 9 years."
    assert [old.text for old in one.replaced] == ["The retention limit is 7 years."]


def test_what_others_say_counts_whoever_is_asked_for(archive):
    bring(archive, 1, MIRA, 0, [("decision", "The ledger is kept in PostgreSQL.")])
    bring(archive, 2, BEN, 3, [("decision", "The ledger moves from PostgreSQL to SQLite.")])
    assert decisions(archive, Wanted(author=MIRA)).holding == ()
    (one,) = decisions(archive, Wanted(said_by=BEN)).holding
    assert [old.person for old in one.replaced] == [MIRA]
    (early,) = decisions(archive, Wanted(before=START + timedelta(days=2))).holding
    assert early.cited.person == MIRA


def test_chains_are_told_to_their_end(archive):
    for number, text in enumerate(
        (
            "The harbour ledger is kept in PostgreSQL.",
            "The harbour ledger moves from PostgreSQL to SQLite.",
            "The harbour ledger moves from SQLite to DuckDB.",
        )
    ):
        bring(archive, number, MIRA, number, [("decision", text)])
    (one,) = decisions(archive, HARBOUR).holding
    assert "DuckDB" in one.cited.text
    assert [old.text.rpartition(" ")[2] for old in one.replaced] == ["SQLite.", "PostgreSQL."]


def test_a_statement_and_its_negation_are_never_one(archive):
    bring(archive, 1, MIRA, 0, [("decision", "Berth records are deleted after a year.")])
    bring(archive, 2, BEN, 3, [("decision", "Berth records are never deleted after a year.")])
    found = decisions(archive, HARBOUR)
    told = {one.cited.text for one in found.holding}
    told |= {old.text for one in found.holding for old in one.replaced}
    assert len(told) == 2


def test_alike_is_not_the_same(archive):
    texts = ("The north gate opens at 40 cm.", "The south gate opens at 60 cm.")
    for number, text in enumerate(texts):
        bring(archive, number, MIRA, number, [("decision", text)])
    found = decisions(archive, HARBOUR)
    assert sorted(one.cited.text for one in found.holding) == sorted(texts)
    assert all(not one.replaced and not one.again for one in found.holding)


def test_what_was_put_off_is_told_apart(archive):
    harbour(archive)
    found = decisions(archive, HARBOUR)
    assert [one.text for one in found.dropped] == [
        "The lantern sensor is bought from a second supplier."
    ]
    assert found.dropped[0].text not in _by_text(found)


def test_projects_do_not_mix(archive):
    harbour(archive)
    later = [("decision", "The ledger moves from SQLite to DuckDB.")]
    bring(archive, 9, MIRA, 20, later, project="lock")
    held = _by_text(decisions(archive, HARBOUR))
    assert "The harbour ledger moves from PostgreSQL to SQLite." in held
    (own,) = decisions(archive, Wanted(projects=("lock",))).holding
    assert own.replaced == ()
    assert decisions(archive, Wanted(projects=())).holding == ()


def test_many_statements_are_compared_in_groups(archive, monkeypatch):
    from graphpack.archive import grouping

    harbour(archive)
    whole = decisions(archive, HARBOUR)
    monkeypatch.setattr(grouping, "TOGETHER", 3)
    monkeypatch.setattr(grouping, "GROUP", 3)
    assert decisions(archive, HARBOUR) == whole


def test_an_answer_is_the_same_twice(archive):
    harbour(archive)
    assert decisions(archive, HARBOUR) == decisions(archive, HARBOUR)


def test_a_timeline_goes_by_time_and_says_what_became_of_it(archive):
    harbour(archive)
    events = timeline(archive, "ledger", HARBOUR)
    assert [event.cited.text.rpartition(" ")[2] for event in events] == ["PostgreSQL.", "SQLite."]
    first, second = events
    assert (first.is_over, second.is_over) == (True, False)
    assert second.replaces == (first.cited,)
    assert first.cited.said_at < second.cited.said_at


def test_a_timeline_shows_repetitions_and_disputes(archive):
    harbour(archive)
    first, again = timeline(archive, "quay names", HARBOUR)
    assert (first.repeats, again.repeats) == (None, first.cited)
    assert (first.cited.person, again.cited.person) == (BEN, MIRA)
    five, seven = timeline(archive, "berth records", HARBOUR)
    assert five.disputes == ()
    assert seven.disputes == (five.cited,)


def test_a_timeline_keeps_to_what_is_wanted(archive):
    harbour(archive)
    assert timeline(archive, "berth", Wanted(projects=())) == ()
    problems = timeline(archive, "berth", Wanted(types=("problem",)))
    assert [event.cited.type for event in problems] == ["problem"]
    assert len(timeline(archive, "the", limit=2)) == 2


def test_a_timeline_and_what_it_says_it_leaves_out_are_what_a_search_finds(archive):
    harbour(archive)
    for topic in ("berth records", "harbour ledger years", "quay", "lantern quay"):
        found = {hit.cited for hit in search(archive, topic, HARBOUR, kinds="nodes", limit=100)}
        told = {event.cited for event in timeline(archive, topic, HARBOUR)}
        assert told
        assert told <= found
        assert beside(archive, topic, HARBOUR) == len(found - told)
    assert beside(archive, "berth records", HARBOUR, limit=1) > beside(
        archive, "berth records", HARBOUR
    )


def _cut(archive):
    """A session of two statements, of which the pack had room for one."""
    said = [(kind, f"The lock gate {does}.") for kind, does in (
        ("decision", "opens at noon"), ("decision", "is painted green"))]  # fmt: skip
    pack = session(1, MIRA, 0, said)
    one, other = pack.graph.nodes
    record = replace(pack.record, pruned=(other,))
    cut = Cut(other.id, "dropped", "over the budget", other.summary, 9)
    graph = pack.graph.model_copy(update={"nodes": (one,)})
    report = replace(pack.report, cuts=(cut,))
    archive.add(replace(pack, graph=graph, record=record, report=report), filing())


def test_a_timeline_tells_what_a_pack_had_no_room_for(archive):
    _cut(archive)
    assert [event.cited.is_cut for event in timeline(archive, "lock gate")] == [False, True]


def test_a_timeline_tells_a_statement_once_of_which_only_a_part_was_replaced(archive):
    both = (
        "We write a harbour ledger in Go 1.23 for two quays and a ferry office with its timetable."
        " Storage: let's use BoltDB. It must build without cgo, as we ship to a small board."
    )
    bring(archive, 1, MIRA, 0, [("goal", both, "active")])
    anew = "BoltDB is a dead end there. Move the storage to SQLite."
    bring(archive, 2, MIRA, 3, [("decision", anew)])
    first, second = timeline(archive, "storage", HARBOUR)
    assert (first.cited.text, first.is_over) == (both, False)
    assert second.replaces == (first.cited,)


def test_decisions_that_packs_had_no_room_for_are_counted(archive):
    _cut(archive)
    found = decisions(archive, HARBOUR)
    assert ([one.cited.text for one in found.holding], found.cut) == (
        ["The lock gate opens at noon."],
        1,
    )
    assert decisions(archive, Wanted(projects=("canal",))).cut == 0


def test_of_two_in_like_places_what_holds_is_found_before_what_was_given_up(archive):
    said = [
        ("decision", "Der Steg bekommt eine Lampe aus Messing.", "active"),
        ("decision", "Der Steg bekommt eine Lampe aus Kupfer.", "abandoned"),
    ]
    bring(archive, 1, MIRA, 0, said)
    found = [hit.cited.status for hit in search(archive, "Steg Lampe", kinds="nodes")]
    assert found == ["active", "abandoned"]
    # what alone fits is first all the same
    assert search(archive, "Lampe Kupfer", kinds="nodes")[0].cited.status == "abandoned"
