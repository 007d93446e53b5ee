"""What was decided in a project over all its sessions: what holds now, and what it replaced.

Statements are laid side by side and woven under the merger's guard: a later one takes an earlier
one's place only where it says so. Likeness alone decides nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from graphpack.archive import schema
from graphpack.archive.cited import Cited, Wanted, by_number, chosen, count_cut
from graphpack.archive.kept import Holding, Standing, State, keep, recall, states
from graphpack.archive.laying import Laid, laid
from graphpack.archive.store import Archive
from graphpack.archive.weaving import Woven, weave
from graphpack.model.codes import NodeType, RelationType, Status

_LOOKED_AT = (NodeType.DECISION, NodeType.FACT, NodeType.ASSUMPTION, NodeType.GOAL)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that holds.

    Args:
        cited: What was decided, when, in which session, by whom.
        again: Where else the same was said, the latest first.
        replaced: What it took the place of, and what that had, the latest first.
        disputed: What other people say against it.
    """

    cited: Cited
    again: tuple[Cited, ...] = ()
    replaced: tuple[Cited, ...] = ()
    disputed: tuple[Cited, ...] = ()


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was decided in projects.

    Args:
        holding: What holds, the last said first.
        dropped: What was given up, or put off, and nothing stands in its place.
        statements: How many were looked at.
        cut: How many decisions packs had no room for; they are not among these.
    """

    holding: tuple[Decision, ...]
    dropped: tuple[Cited, ...]
    statements: int
    cut: int = 0


def decisions(archive: Archive, wanted: Wanted) -> Decisions:
    """List what holds now, in each project by itself.

    Args:
        archive: Where.
        wanted: Of which projects, people, sessions and times; its types and statuses do not count.
            Whatever others say counts all the same for what holds, up to ``before``.

    Returns:
        The decisions. What a session's pack had no room for is left out.
    """
    whole = Wanted(projects=wanted.projects, before=wanted.before, types=_LOOKED_AT)
    narrow = replace(wanted, types=_LOOKED_AT, statuses=())
    with archive.reading() as connection:
        found, new = _standing(connection, whole)
        numbers = sorted(frozenset[int]().union(*(one.numbers for one in found)))
        cited = by_number(connection, "node", numbers)
        meant = None if narrow == whole else _places(connection, narrow)
        cut = count_cut(connection, replace(narrow, types=(NodeType.DECISION,)))
    if new:
        keep(archive, new)
    holding = [_decision(one, cited) for project in found for one in project.holding]
    dropped = [cited[number] for project in found for number in project.dropped]
    if meant is not None:
        holding = [one for one in holding if meant & {_place(c) for c in (one.cited, *one.again)}]
        dropped = [one for one in dropped if _place(one) in meant]
    holding.sort(key=lambda one: _moment(one.cited), reverse=True)
    count = sum(project.statements for project in found)
    return Decisions(tuple(holding), latest_first(dropped), count, cut)


def _standing(
    connection: Connection, whole: Wanted
) -> tuple[list[Standing], dict[State, Standing]]:
    """Tell what holds in each project, and what of that is not kept yet."""
    if whole.before is not None:  # as it was once is asked for seldom
        return [_sorted(found) for found in laid(connection, whole)], {}
    known = states(connection, whole.projects)
    kept = recall(connection, known)
    new = {
        state: _sorted(found)
        for state in known
        if state.project not in kept
        for found in laid(connection, replace(whole, projects=(state.name,)))
    }
    kept |= {state.project: standing for state, standing in new.items()}
    return [kept[state.project] for state in known if state.project in kept], new


def _decision(one: Holding, cited: Mapping[int, Cited]) -> Decision:
    first, *others = (cited[number] for number in one.said)
    olds, against = (
        tuple(cited[number] for number in numbers) for numbers in (one.replaced, one.disputed)
    )
    return Decision(first, latest_first(others), latest_first(olds), against)


def _places(connection: Connection, wanted: Wanted) -> set[tuple[str, str | None]]:
    query = chosen("node", wanted).with_only_columns(
        schema.sessions.c.ref, schema.nodes.c.node, maintain_column_froms=True
    )
    return {(row.ref, row.node) for row in connection.execute(query)}


def _place(one: Cited) -> tuple[str, str | None]:
    return (one.session, one.node)


def _sorted(found: Laid) -> Standing:
    """Tell what holds of a project's statements."""
    holding: list[Holding] = []
    dropped: list[int] = []
    woven = weave(found.parts, found.told, tells=False)
    nodes = {node.id: node for node in woven.merged.graph.walk()}
    before = replaced_by(woven)
    fallen = {old for olds in before.values() for old in olds}
    against: dict[str, list[str]] = defaultdict(list)
    for one, other in woven.contradictions:
        against[one].append(other)
        against[other].append(one)
    for name, node in nodes.items():
        older = _all_before(name, before)
        # a switch is often told as a fact
        is_decided = any(nodes[one].type == NodeType.DECISION for one in (name, *older))
        if not is_decided or name in fallen:
            continue
        said = _numbers(woven, found, [name])
        if node.status in {Status.ABANDONED, Status.DEFERRED}:
            dropped.append(said[0])
            continue
        disputed = (_numbers(woven, found, [other])[0] for other in against[name])
        holding.append(Holding(said, _numbers(woven, found, older), tuple(disputed)))
    return Standing(tuple(holding), tuple(dropped), len(found.cited))


def _numbers(woven: Woven, found: Laid, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(found.numbers[one] for name in names for one in woven.members[name])


def members_of(woven: Woven, found: Laid, name: str) -> tuple[Cited, ...]:
    """Give the statements that a node is made of: the one whose words it has, then the others."""
    first, *others = (found.cited[one] for one in woven.members[name])
    return (first, *latest_first(others))


def latest_first(statements: Iterable[Cited]) -> tuple[Cited, ...]:
    """Put statements in order, the last said first."""
    return tuple(sorted(statements, key=_moment, reverse=True))


def replaced_by(woven: Woven) -> dict[str, list[str]]:
    """Give what each node takes the place of."""
    before: dict[str, list[str]] = defaultdict(list)
    for tie in woven.merged.graph.relationships:
        if tie.type == RelationType.SUPERSEDES:
            before[tie.start].append(tie.end)
    return before


def _all_before(name: str, before: Mapping[str, list[str]]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(before.get(name, ()))
    while waiting:
        old = waiting.pop()
        if old not in found:
            found[old] = None
            waiting += before.get(old, ())
    return list(found)


def _moment(one: Cited) -> tuple[str, str, int]:
    at = one.said_at.isoformat() if one.said_at else ""
    return (at, one.session, one.message or 0)
