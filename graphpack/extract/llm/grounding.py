"""From what a model claims to what the transcript shows.

Each claim is anchored in the messages; what cannot be is an assumption or is dropped, and
counted. Nothing here asks a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphpack.extract.evidence import anchor, quotable_parts
from graphpack.extract.llm.fields import RawNode
from graphpack.extract.llm.rewording import reworded, unmarked
from graphpack.model.codes import MIN_CONFIDENCE, NodeType
from graphpack.model.conversation import Message
from graphpack.model.graph import Node, Source
from graphpack.model.line import dense_line
from graphpack.text import iter_sentences
from graphpack.text.details import (
    content_words,
    has_detail,
    is_plain_number,
    missing_details,
    shared_ratio,
)

MOSTLY_RATIO = 0.7
"""Share of a statement's content that must occur for it to live on as an assumption."""

RELATED_RATIO = 0.5

FOREIGN_RATIO = 0.1
"""Below it a statement says something else than its quotes, or says it in another language."""

STATED_CONFIDENCE = 0.9
"""From here on a thing counts as stated and has no confidence (seed 002, "Confidence")."""

MAX_SOURCES = 12
REACH_MESSAGES = 2
NUMBER_REACH_MESSAGES = 6
"""How far from the cited message a bare number is believed to be the same one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A node with its evidence, before it has an id.

    Args:
        raw: What the model sent; the fields below replace its own.
        type: May have become an assumption.
        summary: For code the source's own characters.
        title: None where it had none or named something unproven.
        confidence: None where it was stated.
        sources: May be empty for an assumption.
    """

    raw: RawNode
    type: NodeType
    summary: str
    title: str | None
    confidence: float | None
    sources: tuple[Source, ...]


@dataclass(slots=True)
class Tally:
    """Summaries of what was dropped or demoted, by reason, in order."""

    reasons: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, summary: str) -> None:
        """Note one."""
        self.reasons.setdefault(reason, []).append(summary)


UNGROUNDED_DROPPED = "dropped: no quote of it stands in the messages"
UNGROUNDED_DEMOTED = "kept as an assumption: no quote of it stands in the messages"
DETAIL_DROPPED = "dropped: it names what stands nowhere in the messages"
DETAIL_DEMOTED = "kept as an assumption: it names what stands nowhere in the messages"
DETAIL_LEFT_OUT = "named without what stands nowhere in the messages"
MARKUP_LEFT_OUT = "named without markup that stands nowhere in the messages"
UNRELATED_DEMOTED = "kept as an assumption: hardly a word of it stands near its quotes"
UNSURE_DROPPED = f"dropped: the model was less than {MIN_CONFIDENCE} sure"


def ground(raw: RawNode, messages: Sequence[Message], tally: Tally) -> Draft | None:
    """Anchor one claim.

    Args:
        raw: What the model sent.
        messages: What it was shown.
        tally: Takes the reason where the claim is demoted or dropped.

    Returns:
        The draft; None where nothing shows it.
    """
    if raw.confidence < MIN_CONFIDENCE:
        tally.add(UNSURE_DROPPED, raw.summary)
        return None
    bare = raw.summary if raw.type is NodeType.CODE else unmarked(raw.summary, _texts(messages))
    if bare != raw.summary:
        tally.add(MARKUP_LEFT_OUT, raw.summary)
        raw = replace(raw, summary=bare)
    if not bare:
        return None
    draft = _anchored(raw, messages)
    if draft.sources:
        return _related(draft, messages, tally)
    cited = _near(messages, {claim.message for claim in raw.claims})
    if shared_ratio(raw.summary, _texts(cited)) < MOSTLY_RATIO or missing_details(
        raw.summary, _texts(messages)
    ):
        tally.add(UNGROUNDED_DROPPED, raw.summary)
        return None
    tally.add(UNGROUNDED_DEMOTED, raw.summary)
    closest = _closest_sentence(raw.summary, cited)
    return _assumed(replace(draft, sources=(closest,) if closest else ()))


def _anchored(raw: RawNode, messages: Sequence[Message]) -> Draft:
    first = messages[0].index
    sources: list[Source] = []
    for claim in raw.claims:
        source = anchor(claim.quote, first if claim.message is None else claim.message, messages)
        if source is not None and source not in sources:
            sources.append(source)
    is_assumption = raw.type is NodeType.ASSUMPTION
    draft = Draft(
        raw=raw,
        type=raw.type,
        summary=raw.summary,
        title=raw.title or None,
        confidence=raw.confidence if raw.confidence < STATED_CONFIDENCE else None,
        sources=tuple(sources[:MAX_SOURCES]),
    )
    if is_assumption:
        return replace(draft, confidence=min(raw.confidence, 0.95))
    return _snapped(draft, messages) if raw.type is NodeType.CODE else draft


def _snapped(draft: Draft, messages: Sequence[Message]) -> Draft:
    """Give a code node the source's own characters; prose that claimed to be code is a fact."""
    raw = draft.raw
    cited = [source.message for source in draft.sources]
    cited += [claim.message for claim in raw.claims if claim.message is not None]
    code = anchor(raw.summary, cited[0] if cited else messages[0].index, messages)
    if code is None:
        alike = (s for s in draft.sources if shared_ratio(raw.summary, [s.quote]) >= RELATED_RATIO)
        code = next(alike, None)
    if code is None:
        summary = " ".join(raw.summary.split())
        return replace(draft, type=NodeType.FACT, summary=summary)
    others = tuple(source for source in draft.sources if source != code)
    return replace(draft, summary=code.quote, sources=(code, *others)[:MAX_SOURCES])


def _related(draft: Draft, messages: Sequence[Message], tally: Tally) -> Draft | None:
    """Take for an assumption what has nothing in common with what it quotes."""
    proven = _detailed(draft, messages, tally)
    if proven is None or proven.type in {NodeType.CODE, NodeType.ASSUMPTION}:
        return proven
    near = _texts(_near(messages, _cited(proven)))
    if not content_words(proven.summary) or shared_ratio(proven.summary, near) >= FOREIGN_RATIO:
        return proven
    tally.add(UNRELATED_DEMOTED, proven.summary)
    return _assumed(proven)


def _detailed(draft: Draft, messages: Sequence[Message], tally: Tally) -> Draft | None:
    """Prove every exact thing the summary names, by another source where that has it."""
    if draft.type is NodeType.CODE:
        return _titled(draft, messages)
    cited = _near(messages, _cited(draft), reach=0)
    sources = list(draft.sources)
    unproven: list[str] = []
    missing = missing_details(draft.summary, _texts(cited))
    for detail in missing:
        source = _detail_source(detail, sources[0].message, messages)
        if source is None or len(sources) >= MAX_SOURCES:
            unproven.append(detail)
        elif source not in sources:
            sources.append(source)
    proven = replace(draft, sources=tuple(sources))
    if not unproven:
        return _titled(proven, messages)
    shorter = reworded(draft.summary, _texts(_near(messages, _cited(proven), reach=0)))
    if shorter is not None:
        tally.add(DETAIL_LEFT_OUT, f"{', '.join(unproven)} in: {draft.summary}")
        return _titled(replace(proven, summary=shorter), messages)
    if shared_ratio(draft.summary, _texts(cited)) < RELATED_RATIO:
        tally.add(DETAIL_DROPPED, draft.summary)
        return None
    tally.add(DETAIL_DEMOTED, draft.summary)
    return _titled(_assumed(proven), messages)


def _cited(draft: Draft) -> set[int]:
    return {source.message for source in draft.sources}


def _titled(draft: Draft, messages: Sequence[Message]) -> Draft:
    """Keep a title that is proven, and whose words the summary has: it must not cost its room."""
    if not draft.title or draft.type is NodeType.CODE:
        return draft
    bare = Node(id="", type=draft.type, summary=draft.summary, title=draft.title)
    is_said = dense_line(bare) == draft.summary
    is_proven = not missing_details(draft.title, _texts(messages))
    return draft if is_said and is_proven else replace(draft, title=None)


def _assumed(draft: Draft) -> Draft:
    return replace(draft, type=NodeType.ASSUMPTION, confidence=MIN_CONFIDENCE)


def _detail_source(detail: str, near: int, messages: Sequence[Message]) -> Source | None:
    """The sentence nearest to a message that names an exact thing."""
    for message in sorted(messages, key=lambda message: abs(message.index - near)):
        if is_plain_number(detail) and abs(message.index - near) > NUMBER_REACH_MESSAGES:
            return None
        for part, text in quotable_parts(message):
            if not has_detail(detail, text):
                continue
            for start, end in iter_sentences(text):
                if has_detail(detail, text[start:end]):
                    return _source(message, part, start, end, text)
    return None


def _closest_sentence(statement: str, messages: Sequence[Message]) -> Source | None:
    wanted = content_words(statement)
    best: Source | None = None
    best_shared = RELATED_RATIO * len(wanted)
    for message in messages:
        for part, text in quotable_parts(message):
            for start, end in iter_sentences(text):
                shared = len(wanted & content_words(text[start:end]))
                if shared > best_shared:
                    best, best_shared = _source(message, part, start, end, text), shared
    return best


def _source(message: Message, part: int, start: int, end: int, text: str) -> Source:
    return Source(message=message.index, part=part, start=start, end=end, quote=text[start:end])


def _near(
    messages: Sequence[Message], cited: set[int | None] | set[int], reach: int = REACH_MESSAGES
) -> list[Message]:
    known = {index for index in cited if index is not None}
    return [m for m in messages if any(abs(m.index - index) <= reach for index in known)]


def _texts(messages: Sequence[Message]) -> list[str]:
    return [text for message in messages for _, text in quotable_parts(message)]
