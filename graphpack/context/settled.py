"""What was decided in a conversation, by its graph: what it is about, and which way it went.

A question is no decision. Where a person's answer settles it, the answer says which way; one that
is left open stays what it is, a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphpack.context.records import Kind, Record
from graphpack.context.similarity import containment
from graphpack.extract.offline.phrases import REFUSAL, TRUTHY
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Conversation, Message, Role
from graphpack.model.graph import ContextGraph, Node
from graphpack.patterns import compiled

__all__ = ["ACCEPTED", "SUPERSEDED", "decided", "is_short", "spoken"]

ACCEPTED = "accepted"
SUPERSEDED = "superseded"
"""Status of what something later took the place of."""

_SAID_CHARS = 900
_SAID_SHARE = 0.8
_MIN_GRAPH_WORDS = 4
_ANSWER_CHARS = 120
_STATUSES: Mapping[str | None, str] = {
    Status.ABANDONED: SUPERSEDED,
    Status.DEFERRED: "deferred",
    Status.OPEN: "open",
    Status.BLOCKED: "open",
}
_ANSWERED = compiled(
    r"^(?P<who>[^:\n]{1,60}?) (?P<how>said no to|agreed to): (?P<asked>.{0,2000}?)"
    r"(?:\s{0,4}\(«(?P<said>[^»]{0,400})»\))?\s*$",
    re.DOTALL,
)
_FRAME = compiled(
    r"^\W*(?:(?:so|and|ok(?:ay)?|now|then)\b\W*)*(?:"
    r"(?:shall|should|can|could|may|must) (?:i|we)\b|(?:do|would) you (?:want|like) (?:me|us) to\b"
    r"|want me to\b|is it (?:ok(?:ay)?|fine) (?:if (?:i|we)|to)\b|(?:soll|darf|kann) ich\b"
    r"|sollen wir\b|(?:dois-je|veux-tu que je|on)\b|(?:quieres que|debo)\b|devo\b|нужно ли\b)"
    r"(?:\s+(?:also|now|just|then|go ahead and|please)\b)*\s*",
    re.IGNORECASE,
)
_ASKED = ("?", "？")


@dataclass(frozen=True, slots=True)
class _Settled:
    """What a node says was decided.

    Args:
        text: The decision.
        status: Which way it went.
        index: Of the message that decided it.
    """

    text: str
    status: str
    index: int


def decided(graph: ContextGraph, conversation: Conversation, prefix: str) -> Iterator[Record]:
    """Make records of a graph's decisions.

    Args:
        graph: What was extracted from the conversation.
        conversation: As a reader gives it.
        prefix: Stands before each id.

    Yields:
        One for each that a person's own short message does not say better.
    """
    for node, found in _found(graph, conversation):
        said = conversation.messages[found.index]
        if _says_it(said, found):
            continue
        yield Record(
            id=f"{prefix}{node.id}",
            kind=Kind.DECISION,
            text=found.text,
            status=found.status,
            at=said.at,
            of=f"{prefix}m{found.index}",
        )


def spoken(graph: ContextGraph, conversation: Conversation) -> Mapping[int, str]:
    """Tell which messages are decisions themselves.

    Args:
        graph: What was extracted from the conversation.
        conversation: As a reader gives it.

    Returns:
        Which way it went, by the index of a person's short message, of those that still count.
    """
    statuses: dict[int, str] = {}
    for _, found in _found(graph, conversation):
        if found.status != SUPERSEDED and _says_it(conversation.messages[found.index], found):
            statuses.setdefault(found.index, found.status)
    return statuses


def _found(graph: ContextGraph, conversation: Conversation) -> Iterator[tuple[Node, _Settled]]:
    for node in graph.walk():
        if node.type != NodeType.DECISION or not node.sources:
            continue
        if len(node.summary.split()) < _MIN_GRAPH_WORDS:
            continue
        found = _settled(node, conversation)
        if found is not None and found.index < len(conversation.messages):
            yield node, found


def _says_it(said: Message, found: _Settled) -> bool:
    """Whether a person's short message is the decision, and says it better itself."""
    return is_short(said) and containment(found.text, said.text) >= _SAID_SHARE


def is_short(said: Message) -> bool:
    """Whether it is a person's message that can stand for a decision as it is."""
    return said.role is Role.USER and len(said.text) <= _SAID_CHARS


def _settled(node: Node, conversation: Conversation) -> _Settled | None:
    """Say what was decided; None where nothing was."""
    first = node.sources[0].message
    answered = _ANSWERED.match(node.summary)
    if answered:
        is_yes = answered["how"] == "agreed to"
        last = max(one.message for one in node.sources)
        status = _STATUSES.get(node.status, ACCEPTED if is_yes else "rejected")
        text = _told(answered["asked"], answered["said"], is_yes=is_yes, who=answered["who"])
        return _Settled(text, status, last)
    if not node.summary.rstrip().endswith(_ASKED):
        return _Settled(node.summary, _STATUSES.get(node.status, ACCEPTED), first)
    answer = _answer(first, conversation)
    if answer is None:
        return None
    line = " ".join(answer.text.split())
    is_no = bool(REFUSAL.search(line))
    if not is_no and not TRUTHY.match(line):
        return None
    told = _told(node.summary, line, is_yes=not is_no)
    return _Settled(told, "rejected" if is_no else ACCEPTED, answer.index)


def _answer(asked: int, conversation: Conversation) -> Message | None:
    """The short message of a person that comes right after a question of somebody else."""
    after = conversation.messages[asked + 1 : asked + 2]
    is_human = bool(after) and after[0].role is Role.USER
    if not is_human or conversation.messages[asked].role is Role.USER:
        return None
    return after[0] if len(after[0].text) <= _ANSWER_CHARS else None


def _told(asked: str, said: str | None, *, is_yes: bool, who: str = "User") -> str:
    """Say what a question was about, and what became of it."""
    subject = _FRAME.sub("", asked).rstrip(" ?？")
    verb = f"{'Agreed to' if is_yes else 'Refused'} by {'the user' if who == 'User' else who}"
    words = f" («{said.strip()}»)" if said and said.strip() else ""
    return f"{verb}: {subject}{words}"
