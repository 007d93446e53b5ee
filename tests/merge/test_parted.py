"""Of a long statement only the sentence falls that a later one gives up."""

from __future__ import annotations

from graphpack.merge import merge
from tests.merge.build import node, part

LONG = (
    "We write a pantry tool in Go 1.23 for two households and a village shop with its deliveries."
    " Storage: let's use BoltDB. It must build without cgo, because we ship to a small board."
)


def merged(newer, older=LONG, kind="G"):
    nodes = (
        node("A-n1", kind, older, 0, importance="high", status="active"),
        node("A-n2", "D", newer, 4, importance="high"),
    )
    return merge([part(0, *nodes)]).graph


def test_the_sentence_falls_and_the_rest_stays():
    graph = merged("BoltDB is a dead end there. Move the storage to SQLite.")
    told = {one.summary: one.status for one in graph.walk()}
    assert told["Storage: let's use BoltDB."] == "abandoned"
    (rest,) = (text for text in told if text.startswith("We write a pantry tool"))
    assert "BoltDB" not in rest
    assert "without cgo" in rest
    assert told[rest] == "active"
    assert [tie.type for tie in graph.relationships] == ["supersedes"]


def test_two_sentences_that_fall_one_after_the_other_are_two_nodes():
    nodes = (
        node("A-n1", "G", f"{LONG} Pages: let's draw them with React.", 0, importance="high"),
        node("A-n2", "D", "BoltDB is a dead end there. Move the storage to SQLite.", 4),
        node("A-n3", "D", "React is a dead end there. Move the pages to Vue.", 6),
    )
    graph = merge([part(0, *nodes)]).graph
    told = {one.summary: one.status for one in graph.walk()}
    assert told["Storage: let's use BoltDB."] == "abandoned"
    assert told["Pages: let's draw them with React."] == "abandoned"
    assert len(told) == 5
    assert len(graph.relationships) == 2


def test_the_rest_of_a_talk_keeps_the_speaker_that_it_names_itself():
    rest = LONG.replace(" Storage: let's use BoltDB.", "")
    nodes = (
        node("A-n1", "G", f"User: Storage: let's use BoltDB. Marta: {rest}", 0),
        node("A-n2", "D", "Marta: BoltDB is a dead end there. Move the storage to SQLite.", 4),
    )
    graph = merge([part(0, *nodes)], speakers=["Marta"]).graph
    told = {one.summary: one.speaker for one in graph.walk()}
    assert told[f"Marta: {rest}"] == "Marta"
    assert told["User: Storage: let's use BoltDB."] == "User"


def test_what_gives_up_something_else_parts_nothing():
    graph = merged("Drop the village shop from the mailing list.")
    assert graph.nodes[0].summary == LONG
    assert not graph.relationships


def test_what_is_only_asked_parts_nothing():
    graph = merged("Was BoltDB the wrong call for the storage?")
    assert LONG in [one.summary for one in graph.walk()]


def test_a_choice_that_begins_with_the_same_name_falls_too():
    nodes = (
        node("A-n1", "G", LONG, 0, importance="high"),
        node("A-n2", "D", "BoltDB it is: pure Go. I added the buckets for jars.", 1),
        node("A-n3", "D", "BoltDB is a dead end there. Move the storage to SQLite.", 4),
    )
    told = {one.summary: one.status for one in merge([part(0, *nodes)]).graph.walk()}
    assert told["BoltDB it is: pure Go."] == "abandoned"
    assert told["I added the buckets for jars."] is None
