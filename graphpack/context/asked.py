"""What people ask for, and what they settle in passing: told from how they put it.

Words of need and denial stand in reports and in other people's offers, too: those ask for nothing.
"""

from __future__ import annotations

import re

from graphpack.context.facts import facts_of
from graphpack.context.lexicon import NEVER_CAME, REQUIREMENT
from graphpack.context.records import Kind, Record
from graphpack.extract.offline import spoken
from graphpack.extract.offline.phrases import POSTPONED, UNDECIDED
from graphpack.patterns import compiled
from graphpack.text import iter_sentences
from graphpack.text.injection import QUOTED

__all__ = ["asked", "is_asking", "settled"]

_READ_CHARS = 20_000
_QUESTION = ("?", "？")
_I = re.IGNORECASE

_STRICT = compiled(
    r"\b(?:must(?:n't)?|shall|do not|don't|never|always|has to|have to|mandatory|forbidden"
    r"|prohibited|not allowed|muss|müssen|darf|dürfen|niemals|doit|doivent|jamais|debe\w*|nunca"
    r"|deve\w*|sempre|moet\w*|nooit|нельзя|должн\w+)\b|必须|禁止|不要|必ず|반드시",
    _I,
)
"""A statement that asks something even where it tells what somebody else offers."""

_OFFERED = compiled(
    r"\b(?:quoted?s?|offer(?:s|ed|ing)?|charge[sd]?|costs?|sells?|bietet|verlangt|kostet|angeboten"
    r"|ofrece[n]?|cobra[n]?|cuesta[n]?|propose(?:nt)?|coûte(?:nt)?|offre|costa"
    r"|oferece)\b[^.;!?\n]{0,40}\d",
    _I,
)
"""What somebody else would do for a price: a word such as «only» is of their offer."""

_NOT_ASKED = compiled(
    r"\b(?:i|we|he|she|they|you) (?:really |still |just |also )?(?:do(?:es)?(?:n't|n’t| not)|cannot"
    r"|can't|can not) (?:yet )?(?:know|think|see|tell|say|understand|mind|remember"
    r"|believe|care|find"
    r"|get|recall|like)\b"
    r"|\bno need\b|\b(?:need|needs|have|has) to (?:settle|discuss|talk|decide|sort out"
    r"|figure out)\b"
    r"|\bonly (?:if|because|when|since|once|just|yesterday|today|last)\b|\bif only\b"
    r"|\b(?:ich|wir) (?:weiß|wissen|sehe|sehen|glaube|finde) (?:\w+ ){0,2}(?:nicht|keine?n?)\b"
    r"|\bno (?:lo )?(?:sé|sabemos|veo|creo|entiendo)\b",
    _I,
)
"""Words of need and denial in which nobody asks for anything."""

_LIMITED = compiled(
    r"\b(?:budget|limit|deadline|cap|ceiling|maximum|minimum)s? (?:is|are|of|stays?|remains?)\b"
    r"[^.;!?\n]{0,30}\d"
    r"|\bcan(?:no|'|’)t (?:go|be|get|run|grow|spend|take) (?:over|above|beyond|below"
    r"|under|past|more"
    r"|less|longer|later)\b|\bcan(?:no|'|’)t exceed\b|\b(?:no|not) later than\b|\bby \d\d?:\d\d\b"
    r"|\b(?:Budget|Limit|Grenze|Obergrenze|Frist) (?:ist|beträgt|liegt|bleibt)\b[^.;!?\n]{0,30}\d"
    r"|\b(?:spätestens|maximal|allerhöchstens)\b"
    r"|\b(?:presupuesto|límite|plazo|tope) (?:es|son|está)\b[^.;!?\n]{0,30}\d|\b(?:como máximo"
    r"|a más tardar)\b|\b(?:le budget|la limite) est\b[^.;!?\n]{0,30}\d|\bau plus tard\b",
    _I,
)
"""A limit that somebody states."""


def asked(text: str) -> str:
    """Leave out the words of need and denial by which nobody asks for anything.

    Args:
        text: What somebody says.
    """
    kept = []
    at = 0
    for start, end in iter_sentences(text):
        words = NEVER_CAME.sub(" ", _NOT_ASKED.sub(" ", text[start:end]))
        if _OFFERED.search(words) and not _STRICT.search(words):
            words = ""
        kept += [text[at:start], words]
        at = end
    return "".join([*kept, text[at:]])


def is_asking(record: Record) -> bool:
    """Whether it asks something of the work or of what comes of it.

    What somebody else offers, and what its author does not know or think, asks nothing.
    """
    wanted = (one for one in facts_of(record).requirements if not one.rstrip().endswith(_QUESTION))
    if any(REQUIREMENT.search(asked(words)) for words in wanted):
        return True
    return any(
        _LIMITED.search(record.text, start, end)
        for start, end in iter_sentences(record.text[:_READ_CHARS])
    )


def settled(record: Record) -> str | None:
    """Tell which way a person's message settles something: accepted or deferred; else None."""
    if record.kind is not Kind.MESSAGE or QUOTED in record.text:
        return None
    text = record.text[:_READ_CHARS]
    for start, end in iter_sentences(text):
        line = text[start:end]
        if line.rstrip().endswith(_QUESTION) or UNDECIDED.search(line):
            continue
        if spoken.SETTLED.search(line) or spoken.WRITTEN_SETTLED.search(line):
            return "deferred" if POSTPONED.search(line) else "accepted"
    return None
