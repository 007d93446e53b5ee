"""What a person's «yes, do that» agrees to: by itself such a message says nothing to a reader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from graphpack.context import Kind, Record
from graphpack.context.sorts import is_person
from graphpack.extract.offline.answers import is_yes
from graphpack.patterns import compiled
from graphpack.text import iter_sentences

__all__ = ["agreements"]

_READ_CHARS = 4_000
_TOLD_CHARS = 240
# what an assistant asks leave for, offers, or says it will do
_PROPOSES = compiled(
    r"\b(?:shall|should|can|could|may) (?:i|we)\b|\b(?:do|would) you (?:want|like) (?:me|us)\b"
    r"|\bwant me to\b|\bi(?:['’]ll| will|['’]d| would| suggest| propose| recommend)\b"
    r"|\b(?:we could|let['’]?s|my (?:suggestion|proposal))\b"
    r"|\b(?:soll(?:en)?|darf|kann|könnte) (?:ich|wir)\b|\bich (?:werde|würde|schlage)\b"
    r"|\b(?:quieres que|puedo|podemos|propongo|sugiero)\b|\b(?:je (?:vais|propose)|veux-tu que)\b"
    r"|\b(?:posso|podemos|proponho|vuoi che|propongo)\b|\b(?:давай\w*|предлагаю|нужно ли)\b",
    re.IGNORECASE,
)


def agreements(records: Sequence[Record]) -> Mapping[str, str]:
    """Find the messages by which a person agrees to what was proposed right before.

    Args:
        records: In their order; where they are of several sessions, what stands before the last
            slash of an id tells them apart.

    Returns:
        What each agrees to, by id: «r4: Then I'll open it as UTF-8»; nothing where the message
        before proposes nothing.
    """
    found: dict[str, str] = {}
    before: Record | None = None
    for record in records:
        if record.kind is not Kind.MESSAGE:
            continue
        if before is not None and is_person(record) and not is_person(before):
            is_one_talk = record.id.rpartition("/")[0] == before.id.rpartition("/")[0]
            proposed = _proposed(before.text) if is_one_talk and _agrees(record.text) else ""
            if proposed:
                found[record.id] = f"{before.id.rpartition('/')[2]}: {proposed}"
        before = record
    return found


def _agrees(text: str) -> bool:
    first = next((text[start:end] for start, end in iter_sentences(text[:_READ_CHARS])), "")
    return is_yes(first) and not first.rstrip().endswith(("?", "？"))


def _proposed(text: str) -> str:
    """The last sentence that proposes something."""
    said = [text[start:end].strip() for start, end in iter_sentences(text[:_READ_CHARS])]
    proposed = [one for one in said if _PROPOSES.search(one)]
    return proposed[-1] if proposed and len(proposed[-1]) <= _TOLD_CHARS else ""
