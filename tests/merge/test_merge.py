"""Merging the graphs of chunks: duplicates, statuses, children, relationships, what is in doubt."""

from __future__ import annotations

from graphpack.merge import Verdict, merge
from graphpack.model.codes import Importance, Status
from tests.merge.build import node, part, src, tie, ties, told
from tests.merge.notices import codes


def test_nothing_gives_an_empty_graph():
    merged = merge([])
    assert (merged.graph.nodes, merged.graph.chunks) == ((), 1)
    assert merged.graph.handoff == "Resuming: Conversation."


def test_a_duplicate_across_chunks_becomes_one_node_with_both_sources():
    merged = merge(
        [
            told(("D", "Use JWT for authentication", 3)),
            told(("D", "We will use JWT for authentication.", 30), index=1),
        ]
    )
    (only,) = merged.graph.nodes
    assert only.summary == "We will use JWT for authentication."
    assert [s.message for s in only.sources] == [3, 30]
    assert [(m.kept, m.folded) for m in merged.merges] == [("n1", "B-n1")]
    assert merged.graph.chunks == 2


def test_the_latest_words_win_unless_the_earlier_are_more_exact():
    exact = "The export of yearly invoices to PDF/A-3 takes minutes for large customers"
    loose = "The export of yearly invoices takes minutes for large customers"
    merged = merge([told(("P", exact, 3)), told(("P", loose, 30), index=1)])
    assert [n.summary for n in merged.graph.nodes] == [exact]


def test_of_code_the_longer_stays_though_it_came_first():
    code = "def total(rows):\n    return sum(row.price for row in rows)\n"
    whole = f"import x\n\n{code}"
    (only,) = merge([told(("C", whole, 3)), told(("C", code, 30), index=1)]).graph.nodes
    assert (only.summary, [s.message for s in only.sources]) == (whole, [3, 30])


def test_code_replaces_code_where_an_extractor_says_so():
    ends = tie("A-n2", "A-n1")
    old = node("A-n1", "C", "def total(rows):\n    return sum(rows)", 3)
    new = node("A-n2", "C", "SELECT sum(price) FROM plants", 9)
    (older, newer) = merge([part(0, old, new, ties=(ends,))]).graph.nodes
    assert (older.status, newer.status) == (Status.ABANDONED, None)
    fact = node("A-n2", "F", "SELECT sum(price) FROM plants", 9)
    weakened = merge([part(0, old, fact, ties=(ends,))])
    assert codes(weakened) == ["supersedes-weakened"]


def test_what_resolves_a_statement_does_not_stand_against_it():
    old = node("A-n1", "F", "Guests can upload photos", 3)
    new = node("A-n2", "F", "Guests cannot upload photos", 9)
    assert codes(merge([part(0, old, new)])) == ["contradiction"]
    merged = merge([part(0, old, new, ties=(tie("A-n2", "A-n1", "resolves"),))])
    assert codes(merged) == []
    assert ties(merged.graph) == {(new.summary, "resolves", old.summary)}


def test_the_last_status_wins_and_the_greatest_importance_stays():
    early = node(
        "A-n1", "P", "Login fails with 403 for guests", 3, status="open", importance="high"
    )
    late = node("B-n1", "P", "Login fails with 403 for guests", 30, status="resolved")
    (only,) = merge([part(1, late), part(0, early)]).graph.nodes
    assert (only.status, only.importance) == (Status.RESOLVED, Importance.HIGH)


def test_a_status_nobody_repeats_stays():
    early = node("A-n1", "P", "Login fails with 403 for guests", 3, status="blocked")
    late = node("B-n1", "P", "Login fails with 403 for guests", 30)
    (only,) = merge([part(0, early), part(1, late)]).graph.nodes
    assert only.status == Status.BLOCKED


def test_what_is_stated_outright_is_no_longer_inferred():
    guess = node("A-n1", "A", "Deployed on Linux servers", confidence=0.8)
    fact = node("B-n1", "F", "Deployed on Linux servers", 9)
    (only,) = merge([part(0, guess), part(1, fact)]).graph.nodes
    assert (only.type, only.confidence) == ("fact", None)


def test_children_and_relationships_move_to_the_node_that_stays():
    one = node("A-n1", "D", "Use JWT for authentication", 3)
    two = node("B-n1", "D", "Use JWT for authentication", 30).model_copy(
        update={"children": (node("B-n1.1", "F", "Tokens live for 15 minutes", 31),)}
    )
    why = node("B-n2", "P", "Sessions get lost on restart", 29, status="open")
    merged = merge([part(0, one), part(1, two, why, ties=(tie("B-n1", "B-n2", "resolves"),))])
    kept = merged.graph.nodes[0]
    assert [(c.id, c.summary) for c in kept.children] == [("n1.1", "Tokens live for 15 minutes")]
    assert ties(merged.graph) == {
        ("Use JWT for authentication", "resolves", "Sessions get lost on restart")
    }


def test_a_child_that_states_the_same_as_a_root_goes_into_the_root():
    parent = node("A-n1", "D", "Split the service in two", 1).model_copy(
        update={"children": (node("A-n1.1", "F", "Tokens live for 15 minutes", 2),)}
    )
    merged = merge([part(0, parent), told(("F", "Tokens live for 15 minutes", 30), index=1)])
    assert {(n.id, n.summary) for n in merged.graph.walk()} == {
        ("n1", "Split the service in two"),
        ("n2", "Tokens live for 15 minutes"),
    }


def test_a_child_that_states_the_same_as_its_parent_goes_into_it():
    parent = node("A-n1", "D", "Split the service in two", 1).model_copy(
        update={
            "children": (
                node("A-n1.1", "D", "Split the service in two", 9).model_copy(
                    update={"children": (node("A-n1.1.1", "F", "The split is by tenant", 10),)}
                ),
            )
        }
    )
    (only,) = merge([part(0, parent)]).graph.nodes
    assert [(c.id, c.summary) for c in only.children] == [("n1.1", "The split is by tenant")]


def test_an_unresolved_contradiction_keeps_both_and_names_it_in_both():
    merged = merge([told(("D", "Do not use Redis", 3), ("D", "Use Redis", 9))])
    assert [n.summary for n in merged.graph.nodes] == [
        "Do not use Redis [conflict: Use Redis]",
        "Use Redis [conflict: Do not use Redis]",
    ]
    assert [t.type for t in merged.graph.relationships] == ["related_to"]
    assert codes(merged) == ["contradiction"]
    assert "To decide: " in merged.graph.handoff


def test_broken_parts_give_a_sound_graph():
    merged = merge(
        [
            part(
                0,
                node("n1", "F", "The cache lives in memory", 1),
                node("n1", "F", "The queue lives on disk", 2),
                ties=(
                    tie("n1", "n9", "depends_on"),
                    tie("n1", "n1", "depends_on"),
                ),
            ),
            part(0, node("n1", "F", "The index is rebuilt at night", 3)),
        ]
    )
    assert [n.id for n in merged.graph.nodes] == ["n1", "n2", "n3"]
    assert merged.graph.relationships == ()
    assert sorted(codes(merged)) == [
        "dangling-relationship",
        "duplicate-id",
        "self-relationship",
    ]


def test_repeated_relationships_are_one():
    merged = merge(
        [
            part(
                0,
                node("A-n1", "F", "The cache lives in memory", 1),
                node("A-n2", "F", "The queue lives on disk", 2),
                ties=(
                    tie("A-n1", "A-n2", "related_to"),
                    tie("A-n2", "A-n1", "related_to"),
                    tie("A-n1", "A-n2", "depends_on"),
                    tie("A-n1", "A-n2", "depends_on"),
                ),
            )
        ]
    )
    assert [t.type for t in merged.graph.relationships] == ["depends_on", "related_to"]


def test_chunk_ids_in_a_summary_become_the_new_ids():
    merged = merge(
        [
            part(
                1,
                node("B-n7", "G", "Ship the importer once B-n9 is done", 30),
                node("B-n9", "D", "Write `B-n9` into the log", 31),
                node("B-n8", "C", "log('B-n9')", 31),
                about="Importer, see B-n7",
            )
        ]
    )
    texts = [n.summary for n in merged.graph.nodes]
    assert texts[0] == "Ship the importer once n2 is done"
    assert texts[2] == "log('B-n9')"
    assert merged.graph.description == "Importer, see n1"


def test_the_description_tells_the_topic_and_the_last_state():
    merged = merge(
        [
            part(1, about="Tokens refresh, deployment is left"),
            part(0, about="A login service in Go"),
        ]
    )
    assert merged.graph.description == (
        "A login service in Go; now: Tokens refresh, deployment is left"
    )


def test_a_judge_is_asked_once_about_what_is_in_doubt():
    asked = []
    one = told(("P", "Login returns 403 for guests", 3))
    two = told(("P", "Login fails with 403 for guests", 30), index=1)

    def judge(pairs):
        asked.append([(a.summary, b.summary) for a, b in pairs])
        return [Verdict.SAME for _ in pairs]

    assert len(merge([one, two]).graph.nodes) == 2
    merged = merge([one, two], judge=judge)
    assert asked == [[("Login returns 403 for guests", "Login fails with 403 for guests")]]
    assert [n.summary for n in merged.graph.nodes] == ["Login fails with 403 for guests"]
    assert [m.reason for m in merged.merges] == ["judged the same"]


def test_the_guard_holds_against_a_judge_too():
    one = told(("P", "Login returns 403 for guests", 3))
    two = told(("P", "Login fails with 403 for guests", 30), index=1)
    merged = merge([one, two], judge=lambda pairs: [Verdict.SUPERSEDES for _ in pairs])
    assert [t.type for t in merged.graph.relationships] == ["related_to"]
    fewer = merge([one, two], judge=lambda _: [])
    assert (len(fewer.graph.nodes), codes(fewer)) == (2, ["judge-miscounted"])


def test_what_a_judge_has_folded_is_not_folded_again():
    said = ("returns", "fails with", "answers")
    parts = [
        told(("P", f"Login {how} 403 for guests", place), index=place)
        for place, how in enumerate(said)
    ]
    asked = []

    def judge(pairs):
        asked.extend(pairs)
        return [Verdict.SAME for _ in pairs]

    merged = merge(parts, judge=judge)
    assert len(asked) == 3
    assert [n.summary for n in merged.graph.nodes] == ["Login answers 403 for guests"]
    assert [m.reason for m in merged.merges] == ["judged the same"] * 2


def test_what_a_judge_finds_at_odds_stays_in_doubt():
    """Also what would replace something of which nobody knows whether it came before."""
    one = told(("D", "Login returns 403 for guests", 3))
    two = told(("D", "Login fails with 403 for guests", 30), index=1)
    undated = part(1, node("B-n1", "D", "Login fails with 403 for guests"))
    for later, verdict in ((two, Verdict.CONFLICT), (undated, Verdict.SUPERSEDES)):
        merged = merge([one, later], judge=lambda pairs, said=verdict: [said for _ in pairs])
        assert [t.type for t in merged.graph.relationships] == ["related_to"]
        assert codes(merged) == ["contradiction"]
        assert all(" [conflict: Login " in n.summary for n in merged.graph.nodes)
        assert {n.status for n in merged.graph.nodes} == {None}


def test_a_negation_is_never_put_before_a_judge():
    def judge(pairs):
        raise AssertionError(pairs)

    merge([told(("D", "Use Redis for all sessions", 3)),
           told(("D", "Do not use Redis for all sessions", 9), index=1)], judge=judge)  # fmt: skip


def test_sources_repeated_in_both_are_kept_once():
    one = node("A-n1", "F", "The cache lives in memory").model_copy(
        update={"sources": (src(3), src(5))}
    )
    two = node("B-n1", "F", "The cache lives in memory").model_copy(
        update={"sources": (src(5), src(9))}
    )
    (only,) = merge([part(0, one), part(1, two)]).graph.nodes
    assert [s.message for s in only.sources] == [3, 5, 9]
