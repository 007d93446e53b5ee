"""What a text says it leaves behind: the SQLite of «switched from SQLite to Postgres».

One place for the extractor and the merger. What is asked, proposed, supposed, denied or put off
leaves nothing behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from graphpack.patterns import compiled
from graphpack.text import WIDE, leaving, verdicts
from graphpack.text.gates import Gates

Span = tuple[int, int]

# what is given up is said at the beginning of a statement; a long one tells of many things
_READ_CHARS = 400
_SENTENCE_END = compiled(r"[.!?;](?=\s|$)|[\n。！？；]")
_CLAUSE_END = compiled(
    r"[,:，、：—–]|\b(?:so|and|but|because|und|aber|et|mais|y|pero|mas|но|и)\s", re.IGNORECASE
)
# a wording counts only in a text that holds a verb or the like for giving something up
_SPACED_GATE = compiled(
    rf"{leaving.MOVING}|{leaving.GIVING_UP}|\b(?:over|out|off|dead|gone|no longer|not an option)\b"
    r"|dropped|abandon|replaced|cancel|scrap|\bdrop|ditch|forget|get rid|discard|give up|throw out"
    r"|retired|stop using|ersetzt|raus\b|streich|gestrichen|vom tisch|gestorben|verworfen|vergiss"
    r"|\blass|swap|trade|exchange|take|took|\bg[eo]t\b|strike|cross|fliegt|done with|through with"
    r"|rempla[cç]|exclu|oubli|reemplaz|descart|olvid|fuera|\bfora\b|esque|troc|cambi|dimentic|perdere"
    r"|escluso|fuori|замен|меня|отпад|отмен|забудь|убира|выбрас",
    re.IGNORECASE,
)
_WIDE_GATE = compiled(f"[{WIDE}]")
_ARROW_GATE = compiled("->|→|➜|=>")
_ANY_GATE = compiled("")
_GATES = Gates(
    (
        *(*leaving.SPACED, *leaving.ARROW, *leaving.WIDE_ANY, *leaving.KNOWN, *leaving.WIDE_KNOWN),
        *(*verdicts.VERDICTS, *verdicts.WIDE_VERDICTS, *leaving.RETURN, *leaving.WIDE_RETURN),
        *(*leaving.KEEPING, leaving.TURN, leaving.SHIFT),
    )
)
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Dropping:
    """One thing that is left behind.

    Args:
        start: Where its name begins.
        end: Where it ends, exclusive; may run on into what comes instead.
        at: Where the wording begins that says so.
        clause: Where the clause of that wording begins.
        until: Where that wording ends, exclusive.
        is_verdict: True where it is only called unfit.
    """

    start: int
    end: int
    at: int
    clause: int
    until: int
    is_verdict: bool = False


@lru_cache(maxsize=_REMEMBERED)
def dropped_spans(text: str) -> tuple[Span, ...]:
    """Find what a text says is given up for something else.

    Args:
        text: A statement; only its beginning is read.

    Returns:
        Half-open character spans, in order of the patterns; may overlap, and may run on into
        what comes instead.
    """
    gates = (
        (_SPACED_GATE, leaving.SPACED),
        (_ARROW_GATE, leaving.ARROW),
        (_WIDE_GATE, leaving.WIDE_ANY),
    )
    return tuple((found.start, found.end) for found in _found(text[:_READ_CHARS], gates))


@lru_cache(maxsize=_REMEMBERED)
def droppings(text: str) -> tuple[Dropping, ...]:
    """Find what a text gives up, if it is something that was chosen before.

    Args:
        text: A statement; only its beginning is read.

    Returns:
        What ``dropped_spans`` finds, what is taken out, refused or set aside in words that say
        so only of a thing known from before («remove X», «not X but Y»), and what is called unfit.
    """
    gates = (
        (_SPACED_GATE, leaving.SPACED),
        (_ARROW_GATE, leaving.ARROW),
        (_WIDE_GATE, leaving.WIDE_ANY),
        (_ANY_GATE, leaving.KNOWN),
        (_WIDE_GATE, leaving.WIDE_KNOWN),
    )
    called = ((_ANY_GATE, verdicts.VERDICTS), (_WIDE_GATE, verdicts.WIDE_VERDICTS))
    read = text[:_READ_CHARS]
    unfit = (replace(found, is_verdict=True) for found in _found(read, called))
    return (*_found(read, gates), *unfit)


@lru_cache(maxsize=_REMEMBERED)
def returned_spans(text: str) -> tuple[Span, ...]:
    """Find what a text says it goes back to.

    Args:
        text: A statement; only its beginning is read.

    Returns:
        Half-open character spans.
    """
    gates = ((_ANY_GATE, leaving.RETURN), (_WIDE_GATE, leaving.WIDE_RETURN))
    return tuple((found.start, found.end) for found in _found(text[:_READ_CHARS], gates))


@lru_cache(maxsize=_REMEMBERED)
def kept_spans(text: str) -> tuple[Span, ...]:
    """Find what a text says it stays with; after it was given up, that is going back to it.

    Args:
        text: A statement; only its beginning is read.

    Returns:
        Half-open character spans.
    """
    gates = ((_ANY_GATE, leaving.KEEPING),)
    return tuple((found.start, found.end) for found in _found(text[:_READ_CHARS], gates))


@lru_cache(maxsize=_REMEMBERED)
def is_turn(text: str) -> bool:
    """Tell whether a speaker turns round: «actually, …», «… after all».

    Args:
        text: One statement.

    Returns:
        False for what is asked, supposed or put off.
    """
    return _says(text, leaving.TURN) and not is_argued(text)


@lru_cache(maxsize=_REMEMBERED)
def is_shift(text: str) -> bool:
    """Tell whether a text sets something else in the place of what held before.

    Args:
        text: One statement.

    Returns:
        True for a turn, and for «… moved to …», «… is now …»; never for what is asked, supposed or
        put off.
    """
    return (_says(text, leaving.TURN) or _says(text, leaving.SHIFT)) and not is_argued(text)


@lru_cache(maxsize=_REMEMBERED)
def is_argued(text: str) -> bool:
    """Tell whether a text only asks, supposes, proposes or puts off.

    Args:
        text: One statement.

    Returns:
        True where nothing is settled by it.
    """
    return _is_open(text, 0, len(text))


def is_of_another(text: str, dropping: Dropping) -> bool:
    """Tell whether somebody is named who leaves it behind: «our sister company moved from A».

    Args:
        text: The statement.
        dropping: One of its droppings.

    Returns:
        False for «we», «let's» and a bare verb.
    """
    lead = text[dropping.clause : dropping.at]
    if _one(leaving.OURS).search(lead):
        return False
    is_beside = _one(leaving.BESIDE_VERB).match(text, dropping.at)
    return not is_beside or bool(_one(leaving.DETERMINED).match(lead))


def is_denial(text: str, dropping: Dropping) -> bool:
    """Tell whether a thing is only turned down: «do not use A», not «A is out».

    Args:
        text: The statement.
        dropping: One of its droppings.

    Returns:
        True where the wording is a plain denial.
    """
    return _one(leaving.DENIAL).match(text, dropping.at) is not None


def _found(
    text: str, gates: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
) -> Iterator[Dropping]:
    worth_trying = _worth_trying(text)
    for gate, patterns in gates:
        tried = [pattern for pattern in patterns if pattern in worth_trying]
        if not tried or not gate.search(text):
            continue
        for pattern in tried:
            for match in _one(pattern).finditer(text):
                groups = match.groupdict()
                at = match.start("v") if groups.get("v") is not None else match.start()
                clause = _clause(text, at)
                if not _is_void(text, at, clause):
                    yield Dropping(*match.span("x"), at, clause, match.end())


def _is_void(text: str, at: int, clause: int) -> bool:
    """Tell whether what is said at a place is denied, asked, supposed or put off."""
    return bool(_one(leaving.KEPT).search(text[clause:at])) or _is_open(text, clause, at)


def _is_open(text: str, clause: int, at: int) -> bool:
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    start = max((end for end in ends if end <= at), default=0) if at < len(text) else 0
    end = next((end for end in ends if end > at), len(text))
    sentence = text[start:end].strip()
    return (
        _is_asked(sentence, text[at:end])
        or bool(_one(leaving.SUPPOSED).search(sentence))
        or any(_one(wording).search(sentence) for wording in (leaving.LATER, leaving.OFFERED))
        or (
            bool(_one(leaving.ONCE).search(sentence))
            and not _one(leaving.NOWADAYS).search(sentence)
        )
        or bool(_one(leaving.ARGUED).search(text[clause:at]))
    )


def _is_asked(sentence: str, rest: str) -> bool:
    if not sentence.endswith(("?", "？", "؟")):
        return False
    is_wish = _one(leaving.REQUEST).search(sentence) or _one(leaving.ASKED_AFTER).search(rest)
    return not is_wish


def _clause(text: str, at: int) -> int:
    """Where the clause that a place stands in begins."""
    start = 0
    for pattern in (_SENTENCE_END, _CLAUSE_END):
        for found in pattern.finditer(text, 0, at):
            start = max(start, found.end())
    return start


def _says(text: str, pattern: str) -> bool:
    return pattern in _worth_trying(text) and _one(pattern).search(text) is not None


@lru_cache(maxsize=_REMEMBERED)
def _worth_trying(text: str) -> frozenset[str]:
    return _GATES.open_for(text)


@cache
def _one(pattern: str) -> re.Pattern[str]:
    # compiling takes longer than reading a short conversation: only what is met is compiled
    return compiled(pattern, re.IGNORECASE)
