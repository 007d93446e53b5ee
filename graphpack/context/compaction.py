"""What a host's own compaction dropped: a pack of what came before, held against its summary.

A statement counts as said where the summary has its exact things (names, versions, numbers), most
of its terms close together, and a «not» where it has one. That is strict on purpose: a rule that
is only hinted at is one that the next turn will not follow. It cannot see that other words say the
same, so what it lists is to be read, not believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphpack.context.terms import terms
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.conversation import Conversation, Message, Origin, Text
from graphpack.model.graph import ContextGraph, Node, Source
from graphpack.patterns import compiled
from graphpack.pipeline.chain import pack
from graphpack.settings import Settings
from graphpack.text import iter_sentences, negations, words
from graphpack.text.details import missing_details

__all__ = ["Audit", "Dropped", "audit_compactions"]

PACK_TOKENS = 2_000
SAID_RATIO = 0.6
"""Share of a statement's terms that must stand close together in a summary."""
PART_RATIO = 0.35
_WINDOW = 3
_SHOWN_WORDS = 8
_NEAR = 0.1
_LEAST_MESSAGES = 2
_SPEAKER = "User: "
"""How a pack says that a statement is a person's: it stands in no summary."""
_NOTED = compiled(r" ?\[(?:was|conflict): [^][]*\]")
"""What a pack notes behind a statement about another one."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A statement that a summary lacks, or has only a part of.

    Args:
        id: Its node's, in the pack of what came before.
        type: A node type.
        importance: An importance.
        status: A status; None where unknown.
        text: The statement: the line that restores it.
        lacks: What a summary that has the rest of it leaves out; empty where it has nothing of it.
        message: Index of the message that it was said in; None where unknown.
        author: Who said it: a name, else ``user`` or ``assistant``.
        at: When; None where unknown.
        is_repeated: Whether somebody has said it again since.
    """

    id: str
    type: str
    importance: str
    status: str | None
    text: str
    lacks: tuple[str, ...] = ()
    message: int | None = None
    author: str | None = None
    at: datetime | None = None
    is_repeated: bool = False

    @property
    def is_partial(self) -> bool:
        """Whether the summary has a part of it."""
        return bool(self.lacks)


@dataclass(frozen=True, slots=True)
class Audit:
    """One compaction, held against what came before it.

    Args:
        number: 1 for the first compaction of the session.
        message: Index of its summary.
        at: When it was made; None where unknown.
        summary_chars: Length of the summary.
        said: How many statements of the pack the summary has.
        dropped: The others: rules and decisions first, then by importance.
    """

    number: int
    message: int
    at: datetime | None
    summary_chars: int
    said: int
    dropped: tuple[Dropped, ...]

    @property
    def missing(self) -> tuple[Dropped, ...]:
        """Of what was dropped, that of which the summary has nothing."""
        return tuple(one for one in self.dropped if not one.is_partial)

    @property
    def partial(self) -> tuple[Dropped, ...]:
        """Of what was dropped, that of which the summary has a part."""
        return tuple(one for one in self.dropped if one.is_partial)


def audit_compactions(
    conversation: Conversation, settings: Settings, *, budget_tokens: int = PACK_TOKENS
) -> tuple[Audit, ...]:
    """Hold each summary of a session's compactions against all that was said before it.

    Args:
        conversation: A session, with secrets hidden.
        settings: How it is packed; no model is asked.
        budget_tokens: Size of the packs that the summaries are held against.

    Returns:
        One audit for each summary that has anything before it, in their order.
    """
    places = [m.index for m in conversation.messages if m.origin is Origin.COMPACTION]
    audits = (
        _audit(number, place, conversation, settings, budget_tokens)
        for number, place in enumerate(places, 1)
    )
    return tuple(audit for audit in audits if audit is not None)


def _audit(
    number: int, place: int, conversation: Conversation, settings: Settings, budget_tokens: int
) -> Audit | None:
    before = [m for m in conversation.messages[:place] if m.origin is not Origin.COMPACTION]
    if len(before) < _LEAST_MESSAGES:
        return None
    summary = conversation.messages[place]
    graph = _packed(conversation, before, settings, budget_tokens)
    written = _Written(_words(summary))
    since = _Written("\n".join(_words(m) for m in conversation.messages[place + 1 :]))
    said, dropped = 0, []
    for node in graph.walk():
        text = _NOTED.sub("", node.summary.removeprefix(_SPEAKER))
        ratio, lacks = written.holds(text)
        if ratio >= SAID_RATIO and not lacks:
            said += 1
            continue
        again, missing = since.holds(text)
        is_repeated = again >= SAID_RATIO and not missing
        made = _dropped(node, before, lacks if ratio >= PART_RATIO else ())
        dropped.append(replace(made, is_repeated=is_repeated))
    order = sorted(range(len(dropped)), key=lambda at: (_rank(dropped[at]), at))
    return Audit(
        number=number,
        message=place,
        at=summary.at,
        summary_chars=len(_words(summary)),
        said=said,
        dropped=tuple(dropped[at] for at in order),
    )


class _Written:
    """A text that statements are looked up in: its sentences, three at a time."""

    def __init__(self, text: str) -> None:
        self._text = text
        sentences = [text[start:end] for start, end in iter_sentences(text)]
        self._windows = [
            "\n".join(sentences[at : at + _WINDOW])
            for at in range(max(1, len(sentences) - _WINDOW + 1))
        ]
        self._terms = [terms(window) for window in self._windows]

    def holds(self, statement: str) -> tuple[float, tuple[str, ...]]:
        """Look a statement up, sentence by sentence: what was joined may stand far apart.

        Args:
            statement: One.

        Returns:
            The share of its terms that stand close together, and what of it the text lacks: exact
            things, words, and its «not».
        """
        shared, total = 0.0, 0
        lacks: list[str] = []
        for start, end in iter_sentences(statement):
            sentence = statement[start:end]
            wanted = terms(sentence)
            best, rest = self._sentence(sentence, wanted)
            shared, total = shared + best * len(wanted), total + len(wanted)
            lacks += [word for word in rest if not _is_in(word, lacks)]
        return (shared / total if total else float(statement in self._text)), tuple(lacks)

    def _sentence(self, sentence: str, wanted: frozenset[str]) -> tuple[float, list[str]]:
        if not wanted or not self._terms:
            return 0.0, []
        shares = [len(wanted & inside) / len(wanted) for inside in self._terms]
        best = max(shares)
        lacks = list(missing_details(sentence, [self._text]))
        if best < SAID_RATIO:
            inside = self._terms[shares.index(best)]
            others = [word for word in words(sentence) if terms(word) and not terms(word) <= inside]
            lacks += [word for word in dict.fromkeys(others) if not _is_in(word, lacks)]
            lacks = lacks[:_SHOWN_WORDS]
        near = (w for w, share in zip(self._windows, shares, strict=True) if share >= best - _NEAR)
        if negations(sentence) and not any(map(negations, near)):
            lacks.append("not")
        return best, lacks


def _is_in(word: str, details: Sequence[str]) -> bool:
    return any(word in detail.lower() for detail in details)


def _packed(
    conversation: Conversation, before: Sequence[Message], settings: Settings, budget_tokens: int
) -> ContextGraph:
    numbered = tuple(replace(message, index=at) for at, message in enumerate(before))
    offline = {"model": None, "mode": "compact", "budget": budget_tokens, "cap": budget_tokens}
    part = replace(conversation, messages=numbered)
    return pack(part, settings.model_copy(update={**offline, "paste": False})).graph


def _words(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if isinstance(part, Text))


def _dropped(node: Node, before: Sequence[Message], lacks: tuple[str, ...]) -> Dropped:
    made = Dropped(node.id, node.type, node.importance, node.status, node.summary, lacks)
    source = next(_sources(node), None)
    if source is None or source.message >= len(before):
        return made
    said = before[source.message]
    author = said.author if said.author and said.role.value == "user" else said.role.value
    return replace(made, message=said.index, author=author, at=said.at)


def _sources(node: Node) -> Iterator[Source]:
    yield from node.sources
    for child in node.children:
        yield from _sources(child)


_KINDS = (NodeType.DECISION, NodeType.GOAL, NodeType.PROBLEM, NodeType.CONTEXT)
_WEIGHTS = {Importance.HIGH: 0, Importance.MEDIUM: 1, Importance.LOW: 2}
_SETTLED = {Status.RESOLVED, Status.ABANDONED}


def _rank(one: Dropped) -> tuple[int, int, int]:
    """Rules and decisions before goals, problems and the rest; what is settled last of its kind."""
    kind = _KINDS.index(NodeType(one.type)) if one.type in _KINDS else len(_KINDS)
    return kind, int(one.status in _SETTLED), _WEIGHTS.get(Importance(one.importance), 1)
