"""Two packs are compared by what they state, whatever their ids."""

from __future__ import annotations

from graphpack.model.report import Cut
from graphpack.packs import diff
from tests.packs.build import at, loaded, said
from tests.verify.build import node

REDIS = said("n1", "D", "Use Redis for the session cache", 2)
RULE = said("n2", "D", "Never log e-mail addresses", 4, importance="high")
TAP = said("n3", "P", "The tap in the yard leaks", 6, status="open")


def test_the_same_statements_under_other_ids_are_no_difference():
    older = loaded(REDIS, RULE, ties=[("n1", "references", "n2")])
    renamed = [REDIS.model_copy(update={"id": "n8"}), RULE.model_copy(update={"id": "n1"})]
    found = diff(older, loaded(*renamed, ties=[("n8", "references", "n1")]))
    assert found.is_empty
    assert found.same == 2
    assert dict(found.names) == {"n1": "n8", "n2": "n1"}


def test_what_is_new_and_what_is_told_otherwise():
    closed = TAP.model_copy(update={"id": "n1", "status": "resolved"})
    longer = RULE.model_copy(update={"summary": "Never log e-mail addresses, not even hashed"})
    found = diff(loaded(RULE, TAP), loaded(closed, longer, said("n5", "F", "The well is dry", 9)))
    assert [node.id for node in found.added] == ["n5"]
    assert [(c.before.id, c.after.id, c.fields) for c in found.changed] == [
        ("n2", "n2", ("summary",)),
        ("n3", "n1", ("status",)),
    ]
    assert (found.lost, found.superseded, found.same) == ((), (), 0)


def test_a_negation_is_another_statement():
    turned = said("n1", "D", "Do not use Redis for the session cache", 8)
    found = diff(loaded(REDIS), loaded(turned))
    assert found.changed == ()
    assert [s.before.id for s in found.superseded] == ["n1"]


def test_what_was_given_up_is_superseded_with_what_took_its_place():
    gone = REDIS.model_copy(update={"id": "n4", "status": "abandoned"})
    switch = said("n5", "D", "Session cache moved from Redis to Postgres", 12)
    kept = diff(loaded(REDIS), loaded(gone, switch, ties=[("n5", "supersedes", "n4")]))
    (one,) = kept.superseded
    assert (one.before.id, one.after.id, one.by.id) == ("n1", "n4", "n5")
    assert kept.lost == ()
    left_out = diff(loaded(REDIS), loaded(switch))
    (one,) = left_out.superseded
    assert (one.before.id, one.after, one.by.id) == ("n1", None, "n5")
    again = loaded(gone, switch, ties=[("n5", "supersedes", "n4")])
    assert diff(again, again).is_empty


def test_what_is_lost_is_told_with_the_reason_of_the_newer_record():
    pruned = TAP.model_copy(update={"id": "n9"})
    newer = loaded(REDIS, pruned=[pruned], cuts=(Cut("n9", "dropped", "over target", "", 9),))
    found = diff(loaded(REDIS, TAP, RULE), newer)
    assert [(lost.node.id, lost.reason) for lost in found.lost] == [
        ("n3", "dropped: over target"),
        ("n2", ""),
    ]


def test_relationships_are_matched_by_their_ends_statements():
    older = loaded(REDIS, RULE, TAP, ties=[("n1", "depends_on", "n2"), ("n3", "references", "n1")])
    moved = [n.model_copy(update={"id": f"n{7 - i}"}) for i, n in enumerate((REDIS, RULE, TAP))]
    newer = loaded(*moved, ties=[("n7", "depends_on", "n6"), ("n6", "references", "n5")])
    found = diff(older, newer)
    assert [(t.start, t.type, t.end) for t in found.tied] == [("n6", "references", "n5")]
    assert [(t.start, t.type, t.end) for t in found.untied] == [("n3", "references", "n1")]


def test_each_statement_is_matched_once():
    twice = loaded(REDIS, REDIS.model_copy(update={"id": "n4"}))
    found = diff(loaded(REDIS), twice)
    assert [node.id for node in found.added] == ["n4"]
    assert found.same == 1


def test_the_same_words_of_a_conversation_put_otherwise_are_one_statement():
    quote = "Tomatoes go into bed 2, the beans into bed 4, and the well is for the goats"
    first = node("n1", "D", "Tomatoes into bed 2, beans into bed 4", at(3, quote))
    other = node("n1", "F", "Beans go into bed 4, the well is for the goats", at(3, quote))
    found = diff(loaded(first), loaded(other))
    assert [(c.before.summary, c.fields) for c in found.changed] == [
        (first.summary, ("type", "summary"))
    ]
    elsewhere = other.model_copy(update={"sources": (at(9, "Beans into bed 4"),)})
    assert diff(loaded(first), loaded(elsewhere)).changed == ()
