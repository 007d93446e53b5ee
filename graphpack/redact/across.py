"""Secrets that two texts hold together: a question and its answer, a token in two halves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from graphpack.patterns import compiled
from graphpack.redact.detect import VAGUE
from graphpack.redact.values import is_chosen, is_mixed
from graphpack.redact.words import ALONE, LEVEL

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]

MIN_HALF, MAX_HALF = 4, 200
ASKED_CHARS = 160
"""Characters at the end of a text in which a secret is asked for."""

ANSWER_CHARS = 400
_OF_TOKENS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~-"
_HEAD = compiled(r"[A-Za-z0-9_+/=.~-]{4,200}")
_WORD = compiled(r"(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})[.:;]?|[A-Za-z_]{2,40}=.*")
# a commit, an address, a version
_NO_PASSWORD = compiled(
    r"[0-9a-f]{7,64}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}|v?\d{1,5}(?:\.\d{1,5}){1,4}.*"
)
_DIGIT = compiled(r"[0-9]")
_NAMES = sorted(
    word
    for word, level in LEVEL.items()
    if level != "other" and word not in ALONE and not word.startswith(b"_")
)
# behind the name: the end of a question, or what stands where the value would follow
_ASKED = compiled(
    r"(?i)s?(?:[^.!?\n:=？：]{0,80}[?:=？：][ \t\"'`*)]{0,4}"
    r"|[^.!?\n]{0,40}\b(?:is|ist|es|est|è|é|это|是|は)"
    r"|,? {0,2}(?:please|pls|bitte|por favor|s'il (?:te|vous) pla[iî]t|per favore)[.!]{0,3})\s{0,8}"
)
_WANTED = compiled(
    r"(?i)\b(?:need|send|give|provide|enter|share|paste|tell|type|supply|confirm|drop|post|want)\b"
    r"[^.!?\n]{0,60}\Z"
)
_WANTED_REST = compiled(r"s?[^.!?\n]{0,40}[.!]{0,3}\s{0,8}")
# in one text: the rest of a question, what stands before the answer, and the answer's line
_REST = compiled(r"[^\n\"\\]{0,120}")
_OPENING = compiled(
    r"\s{0,4}(?:\n|\\n)\s{0,8}(?:[>*#|-]{1,3} ?){0,3}"
    r"(?:\*{0,2}[^\W\d][\w .-]{0,24}\*{0,2}:\*{0,2}(?:[ \t]{1,4}|[ \t]{0,4}\n))?"
    r"|\"[^\u2028]{0,400}?\"(?:content|text|message|answer|value|body)\"\s{0,3}:\s{0,3}\""
)
_LINE = compiled(r"[^\n\"\\]{1,400}")
_ANSWERED = compiled(r"[^\s\"'`«»“”„「」()]{6,80}")
MAX_WORDS = 8
"""Words of an answer that gives nothing but what was asked for."""


def across(
    before: str, after: str, find: Find, *, is_said: bool = True
) -> tuple[list[Span], list[Span]]:
    """Find what two texts that follow each other hold together.

    Args:
        before: The first.
        after: What follows it.
        find: Finds the secrets of one text.
        is_said: True where the first may be a question.

    Returns:
        Spans in the first, and in the second.
    """
    if not before or not after:
        return [], []
    last = before[-MAX_HALF:] if before[-1].isalnum() else ""
    tail = last[len(last.rstrip(_OF_TOKENS)) :]
    head = _HEAD.match(after) if len(tail) >= MIN_HALF else None
    if head:
        word = tail + head[0]
        seam = len(tail)
        # a secret may end with its text, and the next begin with a word of its own
        is_whole = _WORD.fullmatch(head[0]) and any(end == seam for _, end, _ in find(tail))
        for start, end, family in find(word) if _DIGIT.search(word) and not is_whole else ():
            if start < seam < end and family not in VAGUE:
                return [(len(before) - seam + start, len(before), family)], [
                    (0, end - seam, family)
                ]
    return [], _answer(before, after, find) if is_said else []


def _answer(before: str, after: str, find: Find) -> list[Span]:
    word = _asked_for(before[-ASKED_CHARS:])
    if not word:
        return []
    name = f"{word}: "
    answer = after[:ANSWER_CHARS]
    blanks = len(answer) - len(answer.lstrip())
    spans = [
        (start - len(name) + blanks, end - len(name) + blanks, family)
        for start, end, family in find(name + answer.lstrip())
        if start >= len(name)
    ]
    words = after.split(None, MAX_WORDS + 1)
    return spans or (list(_words(after)) if len(words) <= MAX_WORDS else [])


def answered(text: str, find: Find) -> list[Span]:
    """Find what a text itself asks for and answers: a chat that was pasted, or is read as one text.

    Args:
        text: With a question in one line, and the answer in the next or in the next message.
        find: Finds the secrets of one text.

    Returns:
        In order, without overlaps.
    """
    data = text.encode("utf-8", "surrogatepass")
    spans: list[Span] = []
    place = characters = past = 0
    for _, _, end in _search()(data.lower()):
        characters += len(data[place:end].decode("utf-8", "surrogatepass"))
        place = end
        if characters < past:
            continue
        rest = _REST.match(text, characters)
        question = text[max(0, characters - ASKED_CHARS) : rest.end() if rest else characters]
        opening = _OPENING.match(text, rest.end()) if rest else None
        if opening is None or not _asked_for(question):
            continue
        first = opening.end()
        line = _LINE.match(text, first)
        answer = line[0] if line else ""
        # the cheap question first: most answers are words
        if is_mixed(answer.encode("utf-8", "surrogatepass")):
            spans += [
                (first + start, first + stop, family)
                for start, stop, family in _answer(question, answer, find)
            ]
            past = first + len(answer)
    return spans


def _asked_for(tail: str) -> str:
    """Give the name of the secret that the end of a text asks for; empty where it asks for none."""
    data = tail.encode("utf-8", "surrogatepass")
    named = _search()(data.lower())
    if not named:
        return ""
    _, start, end = named[-1]
    before, rest = (part.decode("utf-8", "surrogatepass") for part in (data[:start], data[end:]))
    is_asked = _ASKED.fullmatch(rest) or (_WANTED_REST.fullmatch(rest) and _WANTED.search(before))
    return data[start:end].decode("utf-8", "surrogatepass") if is_asked else ""


@cache
def _search() -> Callable[[bytes], list[tuple[int, int, int]]]:
    from ahocorasick_rs import BytesAhoCorasick, MatchKind  # noqa: PLC0415

    search: Callable[[bytes], list[tuple[int, int, int]]] = BytesAhoCorasick(
        _NAMES, matchkind=MatchKind.LeftmostLongest
    ).find_matches_as_indexes
    return search


def _words(answer: str) -> Iterator[Span]:
    """Find what may be a password among the few words of an answer."""
    found = list(_ANSWERED.finditer(answer))
    for match in found:
        word = match[0].rstrip(".,;:!?")
        value = word.encode("utf-8", "surrogatepass")
        is_other = "/" in word or _NO_PASSWORD.fullmatch(word) is not None
        if not is_other and is_mixed(value) and is_chosen(value, is_loose=False):
            yield match.start(), match.start() + len(word), "password"
