"""Shows a node's evidence where it stands: who said it, when, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphpack.errors import UsageError
from graphpack.model.conversation import Message
from graphpack.model.graph import ContextGraph, Node, Source
from graphpack.model.record import Record
from graphpack.packs.loading import Loaded
from graphpack.verify import Places

LINES_AROUND = 2
_LINE_CHARS = 240
_NEIGHBOUR_CHARS = 120


@dataclass(frozen=True, slots=True)
class Tie:
    """A relationship, seen from one of its ends.

    Args:
        type: Of the relationship.
        is_from: True where the node is the newer, dependent or fixing side.
        other: Id of the other node.
        summary: The other node's words.
    """

    type: str
    is_from: bool
    other: str
    summary: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a passage.

    Args:
        number: 1-based, in the part's text.
        text: Before the quoted stretch.
        quoted: The quoted stretch; empty where the line is only beside it.
        rest: Behind it.
    """

    number: int
    text: str
    quoted: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A source in its place.

    Args:
        source: The span.
        who: Author or role; empty where there is no transcript.
        at: When it was said; None where unknown.
        lines: The quoted lines and those around; the bare quote where there is no transcript, or
            where the span does not hold it.
        is_there: Whether the transcript holds the quote at its span; None without a transcript.
        before: The beginning of the message before it.
        after: The beginning of the message after it.
    """

    source: Source
    who: str
    at: datetime | None
    lines: tuple[Line, ...]
    is_there: bool | None = None
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a node is in a pack.

    Args:
        node: It.
        parent: Id of the node it stands under.
        ties: Its relationships.
        passages: Its evidence, in the order of its sources.
        fate: What the run's record tells of it: what was cut, shortened or folded into it.
        is_cut: Whether it is not in the pack any more.
    """

    node: Node
    parent: str | None
    ties: tuple[Tie, ...]
    passages: tuple[Passage, ...]
    fate: tuple[str, ...] = ()
    is_cut: bool = False


def explain(loaded: Loaded, node_id: str, places: Places | None = None) -> Explanation:
    """Explain a node.

    Args:
        loaded: The pack.
        node_id: Of a node in it, or of one that was cut from it.
        places: The transcript, redacted by the pack's policy; None shows the bare quotes.

    Returns:
        Its evidence in its place, its relationships, and what became of it.

    Raises:
        UsageError: The pack never had such a node.
    """
    index = _index(loaded)
    if node_id not in index.nodes and node_id not in index.cut:
        known = ", ".join(index.nodes)
        raise UsageError(f"{loaded.name}: no node {node_id!r}", hint=f"one of {known}")
    return _explanation(index, node_id, places)


def explain_all(loaded: Loaded, places: Places | None = None) -> Iterator[Explanation]:
    """Explain every node of a pack, then those that were cut from it.

    Args:
        loaded: The pack.
        places: As for ``explain``.

    Yields:
        What ``explain`` tells of each; a cut node whose id was given away again is left out.
    """
    index = _index(loaded)
    for node_id in dict.fromkeys((*index.nodes, *index.cut)):
        yield _explanation(index, node_id, places)


@dataclass(frozen=True, slots=True)
class _Index:
    """A pack's nodes, and by id what is told of them."""

    nodes: Mapping[str, Node]
    cut: Mapping[str, Node]
    parents: Mapping[str, str]
    ties: Mapping[str, Sequence[Tie]]
    fates: Mapping[str, Sequence[str]]


def _index(loaded: Loaded) -> _Index:
    nodes = {node.id: node for node in loaded.graph.walk()}
    return _Index(
        nodes=nodes,
        cut={node.id: node for node in loaded.record.pruned} if loaded.record else {},
        parents={child.id: node.id for node in nodes.values() for child in node.children},
        ties=_ties(loaded.graph, nodes),
        fates=_fates(loaded.record) if loaded.record else {},
    )


def _explanation(index: _Index, node_id: str, places: Places | None) -> Explanation:
    node = index.nodes.get(node_id) or index.cut[node_id]
    return Explanation(
        node=node,
        parent=index.parents.get(node_id),
        ties=tuple(index.ties.get(node_id, ())),
        passages=tuple(_passage(source, places) for source in node.sources),
        fate=tuple(index.fates.get(node_id, ())),
        is_cut=node_id not in index.nodes,
    )


def _ties(graph: ContextGraph, nodes: Mapping[str, Node]) -> Mapping[str, Sequence[Tie]]:
    found: dict[str, list[Tie]] = {}
    for tie in graph.relationships:
        for node_id, other in dict.fromkeys([(tie.start, tie.end), (tie.end, tie.start)]):
            there = nodes.get(other)
            words = there.title or there.summary if there else ""
            found.setdefault(node_id, []).append(Tie(tie.type, node_id == tie.start, other, words))
    return found


def _fates(record: Record) -> Mapping[str, Sequence[str]]:
    report = record.report
    found: dict[str, list[str]] = {}
    for cut in report.cuts:
        found.setdefault(cut.node, []).append(f"{cut.action}: {cut.reason}")
    for merge in report.merges:
        if not merge.reason.startswith("supersedes"):
            told = f"{merge.folded} went into it: {merge.reason}"
            told += f": {merge.text}" if merge.text else ""
            found.setdefault(merge.kept, []).append(told)
    for notice in report.notices:
        found.setdefault(notice.where, []).append(f"{notice.code}: {notice.message}")
    return found


def _passage(source: Source, places: Places | None) -> Passage:
    bare = tuple(Line(number, "", text) for number, text in enumerate(source.quote.splitlines(), 1))
    if places is None or source.session is not None:
        return Passage(source, "", None, bare)
    messages = places.conversation.messages
    if source.message >= len(messages):
        return Passage(source, "", None, bare, is_there=False)
    message = messages[source.message]
    is_there = places.is_quoted(source)
    lines = _lines(places.text(source.message, source.part) or "", source) if is_there else bare
    return Passage(
        source,
        _who(message),
        message.at,
        lines,
        is_there,
        before=_beginning(messages[source.message - 1]) if source.message else "",
        after=_beginning(messages[source.message + 1])
        if source.message + 1 < len(messages)
        else "",
    )


def _lines(text: str, source: Source) -> tuple[Line, ...]:
    found: list[Line] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        start, end = source.start - at, source.end - at
        at += len(line) + 1
        if end <= 0 or start > len(line):
            found.append(Line(number, line[:_LINE_CHARS]))
            continue
        start, end = max(0, start), min(len(line), end)
        before, after = line[:start], line[end:]
        if len(before) > _LINE_CHARS:
            before = "…" + before[-_LINE_CHARS:]
        found.append(Line(number, before, line[start:end], after[:_LINE_CHARS]))
    quoted = [place for place, line in enumerate(found) if line.quoted]
    if not quoted:
        return ()
    return tuple(found[max(0, quoted[0] - LINES_AROUND) : quoted[-1] + LINES_AROUND + 1])


def _who(message: Message) -> str:
    return f"{message.author} ({message.role})" if message.author else str(message.role)


def _beginning(message: Message) -> str:
    words = " ".join(message.text.split()) or " ".join(
        text for part in message.parts for text in part.text.split()
    )
    if len(words) > _NEIGHBOUR_CHARS:
        words = words[: _NEIGHBOUR_CHARS - 1] + "…"
    return f"{_who(message)}: {words}"
