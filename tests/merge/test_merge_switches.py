"""What supersedes what when chunks are merged: chains, switches back, weak ground, circles."""

from __future__ import annotations

import pytest

from graphpack.merge import merge
from tests.merge.build import by_text, node, part, tie, ties, told
from tests.merge.notices import codes


def test_a_chain_of_switches_ends_at_the_newest():
    merged = merge(
        [
            told(("D", "Use SQLite for storage", 3)),
            told(("D", "Switched from SQLite to Postgres for concurrency", 20), index=1),
            told(("D", "Switched from Postgres to MySQL", 40), index=2),
        ]
    )
    found = by_text(merged.graph)
    sqlite, postgres = (
        found["Use SQLite for storage"],
        found["Switched from SQLite to Postgres for concurrency"],
    )
    mysql = found["Switched from Postgres to MySQL"]
    assert (sqlite.status, postgres.status, mysql.status) == ("abandoned", "abandoned", None)
    assert ties(merged.graph) == {
        (mysql.summary, "supersedes", postgres.summary),
        (postgres.summary, "supersedes", sqlite.summary),
    }
    assert "SQLite" not in merged.graph.handoff.split("Abandoned")[0].replace(mysql.summary, "")


def test_a_switch_back_makes_the_old_choice_current_again():
    merged = merge(
        [
            told(("D", "Use SQLite", 3)),
            told(("D", "Switched from SQLite to Postgres", 20), index=1),
            told(("D", "Switched back from Postgres to SQLite", 40), index=2),
        ]
    )
    current = [n.summary for n in merged.graph.nodes if n.status != "abandoned"]
    assert current == ["Switched back from Postgres to SQLite"]


def test_one_thing_used_for_two_purposes_stays_two_decisions():
    merged = merge([told(("D", "Use Redis for cache", 3), ("D", "Use Redis for queue", 9))])
    assert [(n.summary, n.status) for n in merged.graph.nodes] == [
        ("Use Redis for cache", None),
        ("Use Redis for queue", None),
    ]
    assert merged.graph.relationships == ()


def test_the_newer_summary_names_the_switch_where_it_did_not():
    merged = merge([told(("F", "Project uses Java 17", 3), ("F", "Project uses Java 21", 30))])
    new, old = (
        next(n for n in merged.graph.nodes if n.status != "abandoned"),
        next(n for n in merged.graph.nodes if n.status == "abandoned"),
    )
    assert new.summary == "Project uses Java 21 [was: Project uses Java 17]"
    assert old.summary == "Project uses Java 17"
    named = merge([told(("D", "Use SQLite", 3), ("D", "Use Postgres instead of SQLite", 9))])
    assert not any("[was" in n.summary for n in named.graph.nodes)


def test_a_superseded_node_is_at_most_of_medium_importance():
    old = node("A-n1", "D", "Use SQLite", 3, importance="high", status="active")
    low = node("A-n2", "D", "Use Flask as framework", 3, importance="low")
    merged = merge(
        [
            part(
                0,
                old,
                low,
                node("A-n3", "D", "Switched from SQLite to Postgres", 9),
                node("A-n4", "D", "Switched from Flask to FastAPI", 9),
            )
        ]
    )
    found = by_text(merged.graph)
    assert (found["Use SQLite"].importance, found["Use SQLite"].status) == ("medium", "abandoned")
    assert found["Use Flask as framework"].importance == "low"


def test_a_given_supersession_in_the_wrong_direction_is_turned_round():
    merged = merge(
        [
            part(
                0,
                node("A-n1", "D", "Use Postgres instead of SQLite", 20),
                node("A-n2", "D", "Use SQLite for storage", 3),
                ties=(tie("A-n2", "A-n1"),),
            )
        ]
    )
    assert ties(merged.graph) == {
        ("Use Postgres instead of SQLite", "supersedes", "Use SQLite for storage")
    }
    assert codes(merged) == ["supersedes-turned"]


def test_a_link_to_what_is_already_abandoned_is_never_turned():
    # the last mention of the dropped codec is the sentence that drops it
    merged = merge(
        [
            part(
                0,
                node("A-n1", "D", "Ship the tours as HE-AAC instead of Opus", 20),
                node("A-n2", "D", "Ship the tours as Opus", 21, status="abandoned"),
                ties=(tie("A-n1", "A-n2"),),
            )
        ]
    )
    assert ties(merged.graph) == {
        ("Ship the tours as HE-AAC instead of Opus", "supersedes", "Ship the tours as Opus")
    }
    assert codes(merged) == []


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        (("D", "Use Postgres for storage", 20), ("P", "Login fails with 403", 3)),
        (("D", "Use Postgres for storage", 20), ("D", "Deploy on Tuesdays", 3)),
        (("P", "Login fails again", 20), ("P", "Login fails with 403", 3)),
    ],
)
def test_a_given_supersession_without_ground_is_weakened(newer, older):
    merged = merge(
        [part(0, node("A-n1", *newer), node("A-n2", *older), ties=(tie("A-n1", "A-n2"),))]
    )
    assert ties(merged.graph) == {(newer[1], "related_to", older[1])}
    assert codes(merged) == ["supersedes-weakened"]
    assert all(n.status != "abandoned" for n in merged.graph.nodes)


def test_a_given_supersession_with_a_switch_word_stands_without_shared_terms():
    merged = merge(
        [
            part(
                0,
                node("A-n1", "D", "Switched to MySQL for portability", 20, importance="high"),
                node("A-n2", "D", "Initially chose PostgreSQL", 3),
                ties=(tie("A-n1", "A-n2"),),
            )
        ]
    )
    new, old = merged.graph.nodes[1], merged.graph.nodes[0]
    assert old.status == "abandoned"
    assert new.summary.endswith("[was: Initially chose PostgreSQL]")


def test_an_answered_question_is_resolved_not_abandoned():
    merged = merge(
        [
            part(
                0,
                node("A-n1", "X", "CSV or JSON for the export?", 3, status="open"),
                node("A-n2", "D", "Use CSV for the export", 20),
                ties=(tie("A-n2", "A-n1"),),
            )
        ]
    )
    assert by_text(merged.graph)["CSV or JSON for the export?"].status == "resolved"


def test_a_circle_is_broken_at_its_weakest_edge():
    merged = merge(
        [
            part(
                0,
                node("A-n1", "D", "Use Postgres instead of SQLite", 3),
                node("A-n2", "D", "Use SQLite for all data", 3),
                node("A-n3", "D", "Use data files of SQLite", 3),
                ties=(tie("A-n1", "A-n2"), tie("A-n2", "A-n3"), tie("A-n3", "A-n1")),
            )
        ]
    )
    kinds = sorted(t.type for t in merged.graph.relationships)
    assert kinds == ["related_to", "supersedes", "supersedes"]
    assert codes(merged) == ["supersedes-cycle"]
    first = next(n for n in merged.graph.nodes if "instead" in n.summary)
    assert any(t.type == "supersedes" and t.start == first.id for t in merged.graph.relationships)


@pytest.mark.parametrize(
    ("older", "newer", "is_anew"),
    [
        ("has a monthly budget of $300", "new monthly cap is $500", True),
        ("has a monthly budget of $300", "new monthly cap is $350", True),
        ("has a monthly budget of 300 euros", "new monthly cap is 500 euros", True),
        ("has a monthly budget of 300€.", "new monthly cap is 1,500€.", True),
        ("has a monthly budget of $300", "new monthly cap is $300.", False),
        ("has a monthly budget of $300", "new monthly cap is 3 pages", False),
        # the cap of something else
        ("has a monthly budget of $300", "new monthly hosting cap is $500", False),
    ],
)
def test_a_matter_is_set_anew_in_other_words_by_another_value(older, newer, is_anew):
    one = ("D", f"The garden club {older}", 3)
    two = ("D", f"The garden club's {newer}", 9)
    graph = merge([told(one, two)]).graph
    assert by_text(graph)[one[1]].status == ("abandoned" if is_anew else None)


@pytest.mark.parametrize(("reply_at", "status"), [(5, None), (9, "abandoned")])
def test_an_assistants_answer_does_not_give_up_what_was_just_ordered(reply_at, status):
    order = ("D", "User: Use SQLite for storage", 4)
    report = ("D", "Switched from SQLite to Postgres for storage", reply_at)
    graph = merge([told(order, report)], speakers=("User",)).graph
    assert by_text(graph)[order[1]].status == status
