"""Takes out of a statement an exact thing that nobody said, where the rest stands without it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.patterns import compiled
from graphpack.text.details import content_words, has_detail, missing_details

KEPT_RATIO = 0.5
"""Share of a statement's content that must be left of it."""

# no path: nothing before it and no ending behind it
_JOINED = compiled(r"(?<![\w./@~-])[^\W_]+(?:-[^\W_]+)*(?:/[^\W_]+(?:-[^\W_]+)*)+(?![\w/]|[.@]\w)")
_DOTTED = compiled(r"(?<![\w./])[^\W\d]\w+(?:\.[^\W\d]\w+)+(?![\w/])")
_NUMBERED = compiled(r"(?<=[^\W\d_])[-#]?\d+(?:\.\d+)*(?![\w.])")
_BORDER = compiled(r"(?<=[,;:])\s+|(?<=[，；：、。])|(?<=[.!?])\s+(?=[A-Z])|(?=[(（])|(?<=[)）])")
_MARKUP = compiled(
    r"<(script|style|iframe|object|svg)\b[^<>]*>.*?(?:</\1\s*>|$)"
    r"|</?(?:a|abbr|b|blockquote|body|br|button|code|div|em|embed|font|form|h[1-6]|head|hr|html|i|iframe"
    r"|img|input|li|link|meta|object|ol|p|pre|script|small|span|strong|style|sub|sup|svg|table|tbody|td"
    r"|textarea|th|thead|tr|tt|u|ul|video)(?:\s[^<>]*)?/?>|<!--(?:(?!<!--|-->).)*+-->",
    re.IGNORECASE | re.DOTALL,
)
_EMPTY_ASIDE = compiled(r"(?<!\s)\s*+[(（][\s,;:，；：、]*+[)）]")
_LOOSE_MARKS = compiled(
    r"(?<=[(（])[\s,;:，；：、]+|(?<![\s,;:，；：、])[\s,;:，；：、]++(?=[)）])"
)
_ENDS = " ,;:，；：、"


def reworded(statement: str, texts: Sequence[str]) -> str | None:
    """Say a statement without what its texts do not name.

    Words that a stroke joins («build/test») are taken for the words they are, a number that hangs
    on a word is left away, and so is the smallest part between two marks that holds something
    unproven.

    Args:
        statement: One line.
        texts: What it may rest on.

    Returns:
        The longest other wording of which everything exact stands in the texts; None where too
        little of the statement would be left.
    """
    wanted = content_words(statement)
    best, most = None, KEPT_RATIO * len(wanted)
    for wording in _wordings(statement, texts):
        kept = len(content_words(wording) & wanted)
        if kept >= most and not missing_details(wording, texts):
            best, most = wording, kept + 0.5  # of two that say as much, the first
    return best


def unmarked(statement: str, texts: Sequence[str]) -> str:
    """Say a statement without markup that its texts do not have.

    Args:
        statement: One line.
        texts: What it may rest on.

    Returns:
        The statement without those tags, and without scripts and the like; empty where it has
        nothing else.
    """

    def kept(found: re.Match[str]) -> str:
        return found.group() if any(found.group() in text for text in texts) else " "

    bare = _MARKUP.sub(kept, statement)
    return statement if bare == statement else " ".join(bare.split())


def _wordings(statement: str, texts: Sequence[str]) -> Iterator[str]:
    """Ever shorter ones."""

    def is_unproven(found: re.Match[str]) -> bool:
        return bool(missing_details(found.group(), texts))

    def apart(found: re.Match[str]) -> str:
        return found.group().replace("/", " / ") if is_unproven(found) else found.group()

    def steps(found: re.Match[str]) -> str:
        parts = found.group().split(".")
        is_told = is_unproven(found) and all(
            any(has_detail(part, text) for text in texts) for part in parts
        )
        return " > ".join(parts) if is_told else found.group()

    def unnumbered(found: re.Match[str]) -> str:
        return "" if is_unproven(found) else found.group()

    # a way through a tree («tool.cache.size») that only its steps are named of
    spaced = _DOTTED.sub(steps, _JOINED.sub(apart, statement))
    yield spaced
    # «stage-0» for the stage before «stage 1»
    bare = _NUMBERED.sub(unnumbered, spaced)
    yield bare
    for text in (spaced, bare):
        yield _cut(text, texts)


def _cut(statement: str, texts: Sequence[str]) -> str:
    """Leave out each part between two marks that names what the texts do not."""
    parts = _BORDER.split(statement)
    left = [_emptied(part) if missing_details(part, texts) else part for part in parts]
    text = re.sub(r"\s+", " ", " ".join(left))
    text = _EMPTY_ASIDE.sub("", _LOOSE_MARKS.sub("", text))
    text = re.sub(r"(?<!\s)\s+([,;:.，；：、。])", r"\1", re.sub(r"([(（])\s+", r"\1", text))
    return text.strip(_ENDS)


def _emptied(part: str) -> str:
    """What holds the parts around it together: brackets, and the end of a sentence."""
    opening = "(" if part.lstrip().startswith(("(", "（")) else ""
    closing = ")" if part.rstrip().endswith((")", "）")) else ""
    end = "." if part.rstrip().endswith((".", "。")) else ""
    return opening + closing + end
