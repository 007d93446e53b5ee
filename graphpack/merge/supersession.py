"""Which nodes are superseded: the extractors' word checked, what they missed found, cycles broken.

Works on a draft; the rules themselves are in ``conflicts``.
"""

from __future__ import annotations

from collections import defaultdict

from graphpack.merge.conflicts import (
    SAID,
    evidence,
    has_common_subject,
    is_compatible,
    is_contradiction,
    pointed_terms,
    says_so,
)
from graphpack.merge.draft import Draft, is_later, latest
from graphpack.merge.folding import importance_rank
from graphpack.merge.heads import head
from graphpack.merge.matters import is_set_anew, values
from graphpack.merge.parted import part
from graphpack.merge.speakers import are_two, only_answers
from graphpack.merge.statement import statement
from graphpack.merge.wishes import is_wished_anew, wishes
from graphpack.model.codes import CONFLICT_NOTE, Importance, NodeType, RelationType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.model.topology import weak_edges
from graphpack.text.dropped import is_argued

_SUPERSEDES, _RELATED = RelationType.SUPERSEDES, RelationType.RELATED_TO
_DECISION, _FACT, _GOAL = NodeType.DECISION, NodeType.FACT, NodeType.GOAL
_GIVEN, _OTHER_WORDS = 1.0, 1.2
_NOTE_WORDS = 8

Strengths = dict[tuple[str, str], float]


def supersede(draft: Draft) -> None:
    """Settle which nodes take the place of which.

    Args:
        draft: Changed in place: superseded nodes are abandoned and at most of medium importance,
            the newer summary names what it replaces, unresolved contradictions are tied and
            named in both.

    Source:
        The supersession guard of docs/architecture.md; seed 002, "Conflict & decision history".
    """
    strengths = _check(draft)
    part(draft)
    _find(draft, strengths)
    _find_matters(draft, strengths)
    _break_cycles(draft, strengths)
    _find_contradictions(draft)
    _abandon(draft)


def _check(draft: Draft) -> Strengths:
    """Hold each given ``supersedes`` against the guard: keep, turn round or weaken it."""
    strengths: Strengths = {}
    for tie in [t for t in draft.ties.values() if t.type == _SUPERSEDES]:
        newer, older = tie.start, tie.end
        if _allows(draft, newer, older) or _is_settled(draft, newer, older):
            strengths[newer, older] = _strength(draft, newer, older)
            continue
        draft.untie(newer, older, _SUPERSEDES)
        if is_later(draft, older, newer) and _allows(draft, older, newer):
            _keep_turned(draft, tie)
            strengths.setdefault((older, newer), _strength(draft, older, newer))
            draft.notice(
                "supersedes-turned", newer, f"{older} was said later and supersedes it, turned"
            )
        else:
            if not draft.has_tie(newer, older, _RELATED):
                draft.keep(tie.model_copy(update={"type": _RELATED}))
            draft.notice(
                "supersedes-weakened", newer, f"no evidence that it replaces {older}, related_to"
            )
    return strengths


def _is_settled(draft: Draft, newer: str, older: str) -> bool:
    """Tell whether the extractor said which of two stands.

    The last mention of what was given up is often the sentence that gives it up: order then says
    nothing, and turning the link round would bring the dropped choice back.
    """
    one, other = draft.nodes[newer], draft.nodes[older]
    return (
        other.status == Status.ABANDONED
        and one.status != Status.ABANDONED
        and is_compatible(one, other, is_named=True)
    )


def _keep_turned(draft: Draft, tie: Relationship) -> None:
    draft.keep(tie.model_copy(update={"start": tie.end, "end": tie.start}))


def _allows(draft: Draft, newer: str, older: str) -> bool:
    one, other = draft.nodes[newer], draft.nodes[older]
    if is_later(draft, newer, older) is False:
        return False
    found = evidence(one, other)
    if found is not None:
        return True
    is_named = says_so(one)
    if not is_compatible(one, other, is_named=is_named):
        return False
    if NodeType.CODE in {one.type, other.type}:
        return True
    return is_named or other.status == Status.ABANDONED or has_common_subject(one, other)


def _strength(draft: Draft, newer: str, older: str) -> float:
    found = evidence(draft.nodes[newer], draft.nodes[older])
    return _GIVEN + (found.strength if found else 0.0)


def _find(draft: Draft, strengths: Strengths) -> None:
    """Find supersessions nobody gave; each older node falls to the first that replaces it."""
    fallen = draft.ends(_SUPERSEDES)
    names = sorted(draft.nodes, key=lambda name: latest(draft.nodes[name]) or (-1, 0, 0))
    by_key: dict[str, list[str]] = defaultdict(list)
    for newer in names:
        node = draft.nodes[newer]
        pointed = sorted(pointed_terms(node))
        for older in dict.fromkeys(name for key in pointed for name in by_key[key]):
            # what ends a matter does not take its place: «it no longer crashes»
            if older in fallen or draft.has_tie(newer, older, _SUPERSEDES, RelationType.RESOLVES):
                continue
            if draft.nodes[older].type == NodeType.CONTEXT or not is_later(draft, newer, older):
                continue
            if only_answers(draft, newer, older):
                continue
            found = evidence(node, draft.nodes[older])
            if found is None or _is_under(draft, newer, older):
                continue
            if found.strength < SAID and are_two(draft, newer, older):
                continue  # what one person states is no value of another's slot
            draft.untie(newer, older, _RELATED)
            draft.untie(older, newer, _RELATED)
            draft.tie(newer, older, _SUPERSEDES)
            strengths[newer, older] = found.strength
            draft.overruled.append((newer, older, found.reason))
            fallen.add(older)
        for key in statement(node.summary).words:
            by_key[key].append(newer)


def _find_matters(draft: Draft, strengths: Strengths) -> None:
    """Find what is set anew in other words; only where it can be but one earlier statement."""
    names = [name for name in draft.nodes if draft.nodes[name].type in {_DECISION, _FACT, _GOAL}]
    valued = [
        name
        for name in names
        if values(draft.nodes[name].summary) or wishes(draft.nodes[name].summary)
    ]
    fallen = draft.ends(_SUPERSEDES)
    for newer in sorted(valued, key=lambda name: latest(draft.nodes[name]) or (-1, 0, 0)):
        node = draft.nodes[newer]
        found = [
            older
            for older in valued
            if older not in fallen
            and is_later(draft, newer, older)
            and not draft.has_tie(newer, older, _SUPERSEDES)
            and not is_argued(node.summary)
            and (
                is_set_anew(node.summary, draft.nodes[older].summary)
                or is_wished_anew(node.summary, draft.nodes[older].summary)
            )
            and not _is_under(draft, newer, older)
        ]
        if len(found) != 1:
            continue
        (older,) = found
        draft.untie(newer, older, _RELATED)
        draft.untie(older, newer, _RELATED)
        draft.tie(newer, older, _SUPERSEDES)
        strengths[newer, older] = _OTHER_WORDS
        draft.overruled.append((newer, older, "sets the same matter anew in other words"))
        fallen.add(older)


def _is_under(draft: Draft, one: str, other: str) -> bool:
    return one in draft.ancestors(other) or other in draft.ancestors(one)


def _break_cycles(draft: Draft, strengths: Strengths) -> None:
    edges = {
        (tie.start, tie.end): strengths.get((tie.start, tie.end), _GIVEN)
        for tie in draft.ties.values()
        if tie.type == _SUPERSEDES
    }
    for newer, older in weak_edges(edges):
        draft.untie(newer, older, _SUPERSEDES)
        draft.tie(newer, older, _RELATED)
        draft.notice(
            "supersedes-cycle", newer, f"supersedes went round in a circle, {older} only related"
        )


def _find_contradictions(draft: Draft) -> None:
    fallen = draft.ends(_SUPERSEDES)
    standing = {
        name: node
        for name, node in draft.nodes.items()
        if name not in fallen
        and node.status != Status.ABANDONED
        and node.type in {NodeType.DECISION, NodeType.FACT}
    }
    by_key: dict[str, list[str]] = defaultdict(list)
    for name, node in standing.items():
        for key in statement(node.summary).words:
            by_key[key].append(name)
    for name, node in standing.items():
        pointed = sorted(pointed_terms(node))
        for other in dict.fromkeys(n for key in pointed for n in by_key[key] if n != name):
            if draft.has_tie(name, other, _SUPERSEDES, RelationType.RESOLVES):
                continue
            if is_contradiction(node, standing[other]) and not _is_under(draft, name, other):
                draft.tie(name, other, _RELATED)
                contradict(draft, name, other)


def contradict(draft: Draft, one: str, other: str) -> None:
    """Name an unresolved contradiction in both summaries.

    Args:
        draft: Changed in place.
        one: A node.
        other: The node it contradicts.
    """
    first, second = draft.nodes[one], draft.nodes[other]
    if CONFLICT_NOTE in first.summary and CONFLICT_NOTE in second.summary:
        return
    _note(draft, one, "conflict", [second])
    _note(draft, other, "conflict", [first])
    draft.notice("contradiction", one, f"contradicts {other}, nobody resolved it, both kept")


def _abandon(draft: Draft) -> None:
    replaced: dict[str, list[str]] = defaultdict(list)
    for tie in draft.ties.values():
        if tie.type == _SUPERSEDES:
            replaced[tie.start].append(tie.end)
    for newer, olders in replaced.items():
        _inherit(draft, newer, [draft.nodes[older] for older in olders])
        unnamed = [
            draft.nodes[older]
            for older in olders
            if not _names(draft.nodes[newer], draft.nodes[older])
        ]
        if unnamed and draft.nodes[newer].type != NodeType.CODE:
            _note(draft, newer, "was", unnamed)
    for older in sorted(name for names in replaced.values() for name in names):
        node = draft.nodes[older]
        is_answered = node.type == NodeType.CONTEXT
        least = min(node.importance, Importance.MEDIUM, key=importance_rank)
        draft.change(
            older,
            status=Status.RESOLVED if is_answered else Status.ABANDONED,
            importance=least,
        )


def _inherit(draft: Draft, newer: str, olders: list[Node]) -> None:
    """What replaces a choice weighs no less than that did: else the pack holds neither."""
    node = draft.nodes[newer]
    if node.type != _DECISION:
        return  # a report repeats the choice, and is none
    draft.change(
        newer,
        importance=max([node.importance, *(o.importance for o in olders)], key=importance_rank),
        value=max(node.value, *(older.value for older in olders)),
    )


def _names(newer: Node, older: Node) -> bool:
    """Tell whether the newer summary names the switch already."""
    one, other = statement(newer.summary), statement(older.summary)
    if any(left.terms & other.words for left in one.left):
        return True
    if one.dropped & other.words or one.denied & other.asserted:
        return True
    return not other.words - one.words


def _note(draft: Draft, name: str, kind: str, others: list[Node]) -> None:
    node = draft.nodes[name]
    if f"[{kind}: " in node.summary or node.type == NodeType.CODE:
        return
    heads = [head(other.summary, words=_NOTE_WORDS) or other.title for other in others]
    told = "; ".join(text.replace("[", "(").replace("]", ")") for text in heads if text)
    if told:
        draft.change(name, summary=f"{node.summary.rstrip()} [{kind}: {told}]")
