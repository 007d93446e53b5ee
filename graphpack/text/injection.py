"""Tells a text that gives orders to a model from what people tell each other, and quotes it.

A transcript is data: what it says to the model that reads it is reported at most, never passed on
as a decision, a goal or a rule. Here are the test, the wording of the report and the sign by which
the stages know one; which statements are put to the test is the caller's matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

from graphpack.patterns import compiled
from graphpack.text import iter_sentences
from graphpack.text.disguises import BINDING, FOREIGN, ROLE_MARKS, STRUCTURE
from graphpack.text.invisible import revealed, visible
from graphpack.text.orders import ABOUT, MINE, OVERRIDES, SAID

Span = tuple[int, int]
_Patterns = tuple[tuple[str, str], ...]

QUOTED = "Quoted, not an instruction: "
MAX_QUOTED_CHARS = 200
PARAGRAPH_END = compiled(r"\n[ \t\r]{0,20}\n")
MAX_READ_CHARS = 20_000
"""Of a longer text only so much is read; a statement is far shorter."""

_REPORTED = compiled(r"Quoted(?:, not an instruction| from [^:\n]{1,60})?: ")
_REPORT = compiled(r'Quoted, not an instruction: “[^<>\[\]{}“”„"`|\n]{0,200}”\.?')
_ACCENT = compiled("(?<=[a-zα-ω])[\u0300-\u036f]+")
_EMPHASIS = compiled(r"[*`~]{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_SPACED = compiled(r"(?<![a-z])[a-z](?:[ .\-_][a-z]){5,60}(?![a-z])")
_JOINED = compiled(r"[a-z][-_][a-z]{1,20}[-_][a-z]")
_MIXED = compiled(r"[a-z][а-яёіїєґα-ω]|[а-яёіїєґα-ω][a-z]")
_LEET = compiled(r"[a-z][013457@$]|[013457@$][a-z]")
# letters that look like Latin ones; told apart only where a word mixes them
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһкмтвнοαερτυχικν", "aeopcyxijsdhkmtbhoaeptuxikv")
_PLAIN_MARKS = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
     "ı": "i", "đ": "d",
     "‐": "-", "‑": "-", "–": "-", "—": "-", "ß": "ss", "ø": "o", "ł": "l"}
)  # fmt: skip
_MINE, _ABOUT = compiled(MINE), compiled(ABOUT)
_DIGITS = str.maketrans("013457@$", "oieastas")


def is_order(text: str, *, is_foreign: bool = False, is_code: bool = False) -> bool:
    """Tell whether a text gives orders to a model that reads it, or imitates a chat's structure.

    Args:
        text: A statement, a sentence or a paragraph; only its beginning is read.
        is_foreign: True for what nobody in the conversation said: a tool's output, a file, a
            hidden comment. There an assistant that is spoken to is enough.
        is_code: True for code, which holds tags and calls for good reasons.

    Returns:
        True for «ignore all previous instructions» in many languages, role marks with a turn
        behind them, imitated tool calls, text to whoever summarises the conversation. False for
        the rules that people give, however strict.
    """
    text = text[:MAX_READ_CHARS].strip()
    if not is_code and any(map(_is_hidden_order, comments(text))):
        return True
    return any(_is_order(form, is_foreign, is_code) for form in _forms(text))


def comments(text: str) -> Iterator[str]:
    """Find the comments that a rendered page hides; one that is never closed hides all the rest.

    Args:
        text: Markdown or HTML.

    Yields:
        What stands in each.
    """
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at)
        yield text[at + 4 : end if end >= 0 else len(text)]
        at = text.find("<!--", end) if end >= 0 else -1


def is_binding(text: str) -> bool:
    """Tell whether a text binds whoever reads it; no order where a person says it.

    Args:
        text: A statement.

    Returns:
        True for «you must» and a sentence that begins with a command.
    """
    plain = folded(text[:MAX_READ_CHARS].strip())
    return _fits(BINDING, plain)


def order_spans(text: str, *, is_foreign: bool = False) -> tuple[Span, ...]:
    """Find the stretches of a text that are under an order's influence.

    In somebody's own words that is the order and what follows it in its paragraph, unless it
    stands in quotation marks, which is how people report one. What is foreign is so as a whole.

    Args:
        text: A part's text.
        is_foreign: As for ``is_order``.

    Returns:
        Half-open spans in order.
    """
    if is_foreign:
        is_found = any(is_order(text[a:b], is_foreign=True) for a, b in _paragraphs(text))
        return ((0, len(text)),) if is_found else ()
    found = []
    for start, end in _paragraphs(text):
        if not is_order(text[start:end]):
            continue
        sentences = list(iter_sentences(text, start, end))
        first = next((span for span in sentences if is_order(text[span[0] : span[1]])), None)
        if first is None:
            found.append((start, end))
        elif _is_reported(text[first[0] : first[1]]):
            found += [span for span in sentences if is_order(text[span[0] : span[1]])]
        else:
            found.append((first[0], end))
    return tuple(found)


def quoted(text: str) -> str:
    """Report an order as what it is.

    Args:
        text: The order.

    Returns:
        One line under a flag, shortened, role marks and quotation marks in it made harmless.
    """
    if is_reported(text):
        return text
    line = " ".join(visible(text).split()).removeprefix(QUOTED)
    if len(line) > MAX_QUOTED_CHARS:
        line = line[: MAX_QUOTED_CHARS - 1].rstrip() + "…"
    return f"{QUOTED}“{line.translate(_HARMLESS)}”"


def is_quoted(summary: str) -> bool:
    """Tell whether a summary only reports: an order, by ``quoted``, or what somebody passed on."""
    return _REPORTED.match(summary) is not None


def is_reported(text: str) -> bool:
    """Tell whether a text is, to the letter, what ``quoted`` writes: anybody may write its flag."""
    return _REPORT.fullmatch(text) is not None


def passed_on(summary: str, name: str | None = None) -> str:
    """Tell what somebody only passed on as what it is: no statement of theirs.

    Args:
        summary: What it says.
        name: Where it is from, a name (``borrowed.as_name``); None where that has none.

    Returns:
        The summary under a flag.
    """
    return f"Quoted from {name}: {summary}" if name else f"Quoted: {summary}"


_HARMLESS = str.maketrans(
    {"<": "‹", ">": "›", "[": "(", "]": ")", "{": "(", "}": ")", "“": "'", "”": "'", "„": "'",
     '"': "'", "`": "'", "|": "¦"}
)  # fmt: skip


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Fold a text so that disguises fall off.

    Args:
        text: Any text.

    Returns:
        Without hidden characters, accents on Latin letters, emphasis and doubled spaces, lower
        case; lookalike letters inside a Latin word are Latin.
    """
    text = visible(text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold().translate(_PLAIN_MARKS)
    if not text.isascii():
        text = unicodedata.normalize("NFD", text)
        text = unicodedata.normalize("NFC", _ACCENT.sub("", text))
        text = " ".join(
            word.translate(_LOOKALIKES) if _MIXED.search(word) else word for word in text.split(" ")
        )
    text = _EMPHASIS.sub("", text)
    return re.sub(r"\s+", " ", text)


def _forms(text: str) -> Iterator[str]:
    """The folded text, and what it spells where letters are spaced out or digits stand in."""
    plain = folded(text)
    yield plain
    spelled = revealed(text)
    if spelled != text:
        yield folded(spelled)
    if _SPACED.search(plain):
        yield _SPACED.sub(lambda found: re.sub(r"[ .\-_]", "", found[0]), plain.replace("  ", " "))
    if _LEET.search(plain):
        yield plain.translate(_DIGITS)
    if _JOINED.search(plain):
        yield re.sub(r"[-_]", " ", plain)


def _is_order(text: str, is_foreign: bool, is_code: bool) -> bool:
    if is_foreign and _fits(OVERRIDES, text):
        return True
    if any(_overrides(pattern, text) for pattern in _candidates(OVERRIDES, text)):
        return True
    if _fits(SAID, text) or _fits(ROLE_MARKS, text):
        return not is_code or not _is_template(text)
    if not is_code and _fits(STRUCTURE, text):
        return True
    return is_foreign and _fits(FOREIGN, text)


def _fits(patterns: _Patterns, text: str) -> bool:
    return any(pattern.search(text) for pattern in _candidates(patterns, text))


def _candidates(patterns: _Patterns, text: str) -> Iterator[re.Pattern[str]]:
    """The patterns that find what they need in a text."""
    for needs, pattern in _split(patterns):
        for need in needs:
            if need in text:
                yield _compiled(pattern)
                break


def _is_hidden_order(comment: str) -> bool:
    return is_binding(comment) or any(_is_order(form, True, False) for form in _forms(comment))


def _overrides(pattern: re.Pattern[str], text: str) -> bool:
    """A person may take back what that person said, or speak of instructions about the work."""
    return any(
        not _MINE.search(found[0]) and not _ABOUT.search(text[found.end() : found.end() + 20])
        for found in pattern.finditer(text)
    )


def _is_template(text: str) -> bool:
    """Code that makes chats of role marks, rather than one that imitates a chat."""
    return any(mark in text for mark in ("{{", "{%", "${", '" +', "' +", "%s", ".format(", "{role"))


def _is_reported(sentence: str) -> bool:
    """Whether what gives orders stands in quotation marks."""
    bare = re.sub(r"[\"“”„«»「」『』‘][^\"“”„«»「」『』’]{4,600}[\"“”„«»「」『』’]", " ", sentence)
    bare = re.sub(r"`[^`]{4,600}`", " ", bare)
    return bare != sentence and not is_order(bare)


def _paragraphs(text: str) -> Iterator[Span]:
    at = 0
    for gap in PARAGRAPH_END.finditer(text):
        if text[at : gap.start()].strip():
            yield at, gap.start()
        at = gap.end()
    if text[at:].strip():
        yield at, len(text)


@cache
def _split(patterns: _Patterns) -> tuple[tuple[tuple[str, ...], str], ...]:
    return tuple(
        (tuple(need.replace("^", " ") for need in needs.split()) or ("",), pattern)
        for needs, pattern in patterns
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # compiling all of them takes longer than reading a short conversation
    return compiled(pattern)
