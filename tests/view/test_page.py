"""What the page tells is what the pack holds, each statement once."""

from graphpack.model.graph import Node
from graphpack.view import page_of
from graphpack.view.page import LABEL_CHARS, label
from tests.view.build import pack_of, places_of


def test_every_statement_is_listed_once_and_what_was_cut_behind_it():
    page = page_of(pack_of(30))
    ids = [one.node.id for one in page.statements]
    assert sorted(ids) == sorted([f"n{n}" for n in range(1, 31)] + ["n9001"])
    assert [one.node.id for one in page.cut] == ["n9001"]
    assert page.cut[0].told.fate == ("dropped: over the budget",)


def test_the_list_says_what_is_open_first_and_important_ones_first_in_it():
    page = page_of(pack_of(60))
    assert [standing for standing, _, _ in page.groups] == ["open", "holds", "settled", "dropped"]
    for _, _, group in page.groups:
        ranks = [("high", "medium", "low").index(one.node.importance) for one in group]
        assert ranks == sorted(ranks)


def test_a_chain_is_told_from_both_its_ends():
    by_id = {one.node.id: one for one in page_of(pack_of(30)).statements}
    assert [(node.id, steps) for node, steps in by_id["n6"].before] == [("n1", 1)]
    assert by_id["n1"].by.id == "n6"
    assert by_id["n1"].standing == "dropped"


def test_evidence_stands_in_its_place_where_the_transcript_is_given():
    bare = page_of(pack_of(5)).statements[0].told.passages[0]
    assert (bare.is_there, bare.who) == (None, "")
    page = page_of(pack_of(5), places_of(5))
    passage = next(one for one in page.statements if one.node.id == "n2").told.passages[0]
    assert passage.is_there
    assert passage.who == "Tarek (user)"
    assert passage.lines[0].text == "Good morning."


def test_the_plane_has_a_place_for_every_statement_in_both_shapes():
    page = page_of(pack_of(40))
    ids = {node.id for node in page.graph.walk()}
    assert {node["id"] for node in page.plane["nodes"]} == ids
    assert set(page.plane["wide"]["places"]) == set(page.plane["tall"]["places"]) == ids
    assert page.plane["wide"]["width"] > page.plane["tall"]["width"]
    heads = [column["head"] for column in page.plane["wide"]["columns"]]
    assert heads[0].startswith("messages 0–")
    assert heads[-1].endswith("–39")


def test_counts_are_those_of_the_pack():
    page = page_of(pack_of(60))
    for counts in page.counts.values():
        assert sum(counts.values()) == 60
    assert list(page.counts["type"]) == list(page.kinds)
    assert page.facts[-1].startswith("packed on 20")
    assert page.facts[:4] == ("60 statements", "18 relationships", "The estate", "from 60 messages")


def test_a_label_is_short_and_ends_at_a_word():
    node = Node(id="n1", type="fact", summary="word " * 40)
    assert len(label(node)) <= LABEL_CHARS
    assert label(node).endswith("word…")
    assert label(Node(id="n1", type="fact", summary="a\n b")) == "a b"
    assert len(label(Node(id="n1", type="fact", summary="x" * 400))) <= LABEL_CHARS
