from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.merge import merge
from tests.merge.build import node, part, tie, ties

SUBJECTS = ("orchard pump", "ticket archive", "choir calendar", "parcel scanner")
THINGS = ("Postgres", "Meilisearch", "port 8443", "src/relay/queue.py", "v2.14.0")
WORDINGS = (
    "The {subject} keeps its records in {thing}",
    "the {subject} now keeps its records in {thing}.",
    "Currently the {subject} keeps its records in {thing}",
    "The {subject} keeps its records in {thing}, as agreed",
)


@st.composite
def repeated(draw) -> tuple[list, str, str]:
    subject, thing = draw(st.sampled_from(SUBJECTS)), draw(st.sampled_from(THINGS))
    wordings = draw(st.permutations(WORDINGS))[: draw(st.integers(2, 4))]
    texts = [wording.format(subject=subject, thing=thing) for wording in wordings]
    parts = [
        part(at, node(f"{chr(65 + at)}-n1", "F", text, at * 10, importance="high"))
        for at, text in enumerate(texts)
    ]
    return parts, subject, thing


@given(repeated(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_what_several_chunks_state_is_one_node_with_the_evidence_of_all(made, random):
    parts, subject, thing = made
    last = parts[-1].nodes[0].summary
    shuffled = list(parts)
    random.shuffle(shuffled)
    graph = merge(shuffled).graph
    (only,) = graph.nodes
    assert {source.message for source in only.sources} == {part.index * 10 for part in parts}
    assert {source.quote for source in only.sources} == {p.nodes[0].summary for p in parts}
    assert only.summary == last
    assert subject in only.summary and thing in only.summary


@given(
    st.lists(st.sampled_from(["Redis", "Valkey", "Hazelcast", "Ehcache", "Aerospike"]),
             min_size=3, max_size=6),
    st.randoms(use_true_random=False),
)  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_a_chain_of_switches_leaves_the_newest_standing(places, random):
    names = [one for at, one in enumerate(places) if at == 0 or one != places[at - 1]]
    texts = [f"Use {names[0]} for the tram cache"] + [
        f"Switch the tram cache from {old} to {new}" for old, new in pairwise(names)
    ]
    parts = [
        part(at, node(f"{chr(65 + at)}-n1", "D", text, at * 10)) for at, text in enumerate(texts)
    ]
    random.shuffle(parts)
    graph = merge(parts).graph
    standing = [one for one in graph.walk() if one.status != "abandoned"]
    assert [one.sources[-1].message for one in standing] == [(len(texts) - 1) * 10]
    assert texts[-1] in standing[0].summary


def test_the_weaker_edge_of_a_circle_goes_and_is_reported():
    circle = merge(
        [
            part(
                0,
                node("A-n1", "D", "Use Ghost for the blog", 5),
                node("A-n2", "D", "Use Hugo instead of Ghost for the blog", 5),
                ties=(
                    tie("A-n1", "A-n2"),
                    tie("A-n2", "A-n1"),
                ),
            )
        ]
    )
    assert [n.code for n in circle.notices] == ["supersedes-cycle"]
    assert ties(circle.graph) >= {
        ("Use Hugo instead of Ghost for the blog", "supersedes", "Use Ghost for the blog")
    }
