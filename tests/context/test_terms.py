"""Terms, their rarity, likeness of texts, and the store of records."""

import pytest

from graphpack.context import Kind, MemoryStore, Record
from graphpack.context.relevance import Relevance
from graphpack.context.score import Weights, penalised, score
from graphpack.context.similarity import alike, containment
from graphpack.context.terms import Rarity, stem, terms


@pytest.mark.parametrize(
    "words",
    [
        ("import", "imports", "importing", "imported", "importer"),
        ("charge", "charged", "charging", "charges"),
        ("policy", "policies"),
        ("deploy", "deployment", "deploys"),
        ("migrate", "migration", "migrating"),
    ],
)
def test_the_forms_of_a_word_have_one_stem(words):
    assert len({stem(word) for word in words}) == 1


def test_names_are_found_by_their_parts_and_paths_without_what_every_project_has():
    found = terms("see readTable in src/tides/main_table.py")
    assert {stem("read"), stem("table"), stem("tides")} <= found
    assert not {"src", "py", "main"} & found


def test_accents_versions_and_possessives_meet_their_plain_forms():
    assert terms("Überstunden") == terms("ueberstunden")
    assert terms("version 2") & terms("v2")
    assert terms("the gateway's door") == terms("gateway door")
    assert terms("oauth2") & terms("OAuth")


def test_years_and_small_numbers_tell_nothing():
    assert terms("in 2024 there were 12") == frozenset()
    assert terms("deploy 22145") & terms("22145")


def test_a_term_is_rarer_the_fewer_have_it_and_everyday_words_count_less():
    rarity = Rarity([frozenset({"tide", "way"}), frozenset({"tide"}), frozenset({"ebb"})])
    assert rarity["ebb"] > rarity["tide"]
    assert rarity["ebb"] > rarity["way"]
    assert Rarity([])["tide"] == 0


def test_containment_looks_one_way():
    assert containment("the tide", "the tide is high today") == 1
    assert containment("the tide is high today", "the tide") < 1


def test_texts_that_are_alike_are_among_the_pairs():
    texts = [f"{word} is the name of a boat that lies in the harbour" for word in ("Ada", "Bea")]
    assert (0, 2) in list(alike([texts[0], "zzz", texts[0]]))
    assert (0, 1) in list(alike(texts))


def test_what_stands_in_a_higher_fragment_already_is_penalised():
    records = [
        Record("a", Kind.NOTE, "the tide table has a row for noon", priority=1),
        Record("b", Kind.NOTE, "the tide table has a row"),
    ]
    near = dict.fromkeys("ab", Relevance())
    first = score(records, near, Weights())
    made = penalised(first, records, Weights())
    assert made["a"].total == first["a"].total
    assert made["b"].parts["redundancy_penalty"].contribution == -2
    assert made["b"].total == pytest.approx(first["b"].total - 2)


def test_a_store_keeps_records_by_session_and_replaces_by_id():
    store = MemoryStore()
    one, other = Record("r1", Kind.NOTE, "ebb"), Record("r1", Kind.NOTE, "flood")
    assert store.add([one], session="a") == 1
    assert store.add([other], session="a") == 0
    assert store.add([one, Record("r2", Kind.NOTE, "x")], session="b") == 2
    assert store.records(session="a") == (other,)
    assert [record.id for record in store.records()] == ["r1", "r1", "r2"]
    assert store.sessions() == ("a", "b")
    assert store.clear(session="a") == 1
    assert store.clear() == 2
    assert store.records() == ()
