"""Secrets that two texts hold together: a question and its answer, a token in two halves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphpack.redact.detect import VAGUE
from graphpack.redact.values import is_chosen, is_mixed
from graphpack.redact.words import ALONE, LEVEL

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]

MIN_HALF, MAX_HALF = 4, 200
ASKED_CHARS = 160
"""Characters at the end of a text in which a secret is asked for."""

ANSWER_CHARS = 400
_TAIL = re.compile(r"[A-Za-z0-9_+/=.~-]{4,200}\Z")
_HEAD = re.compile(r"[A-Za-z0-9_+/=.~-]{4,200}")
_WORD = re.compile(r"(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})[.:;]?|[A-Za-z_]{2,40}=.*")
# a commit, an address, a version
_NO_PASSWORD = re.compile(
    r"[0-9a-f]{7,64}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}|v?\d{1,5}(?:\.\d{1,5}){1,4}.*"
)
_DIGIT = re.compile(r"[0-9]")
_NAMES = sorted(
    {
        word.decode()
        for word, level in LEVEL.items()
        if level != "other" and word not in ALONE and not word.startswith(b"_")
    },
    key=lambda name: (-len(name), name),
)
_WORDS = r"(?P<word>" + "|".join(map(re.escape, _NAMES)) + r")s?"
# asked for in the last sentence, or said up to where the value would stand
_ASKED = re.compile(
    r"(?i)"
    + _WORDS
    + r"(?:[^.!?\n:=？：]{0,80}[?:=？：][ \t\"'`*)]{0,4}\s{0,8}"
    + r"|[^.!?\n]{0,40}\b(?:is|ist|es|est|è|é|это|是|は)\s{0,8}"
    + r"|,? {0,2}(?:please|pls|bitte|por favor|s'il (?:te|vous) pla[iî]t|per favore)[.!]{0,3}\s{0,8})\Z"
)
_WANTED = re.compile(
    r"(?i)\b(?:need|send|give|provide|enter|share|paste|tell|type|supply|confirm|drop|post|want)\b"
    r"[^.!?\n]{0,60}?" + _WORDS + r"[^.!?\n]{0,40}[.!]{0,3}\s{0,8}\Z"
)
_ANSWERED = re.compile(r"[^\s\"'`«»“”„「」()]{6,80}")
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
    tail = _TAIL.search(before[-MAX_HALF:]) if before[-1].isalnum() else None
    head = _HEAD.match(after) if tail else None
    if tail and head:
        word = tail[0] + head[0]
        seam = len(tail[0])
        # a secret may end with its text, and the next begin with a word of its own
        is_whole = _WORD.fullmatch(head[0]) and any(end == seam for _, end, _ in find(tail[0]))
        for start, end, family in find(word) if _DIGIT.search(word) and not is_whole else ():
            if start < seam < end and family not in VAGUE:
                return [(len(before) - seam + start, len(before), family)], [
                    (0, end - seam, family)
                ]
    return [], _answer(before, after, find) if is_said else []


def _answer(before: str, after: str, find: Find) -> list[Span]:
    tail = before[-ASKED_CHARS:]
    asked = _ASKED.search(tail) or _WANTED.search(tail)
    if asked is None:
        return []
    name = f"{asked['word']}: "
    answer = after[:ANSWER_CHARS]
    blanks = len(answer) - len(answer.lstrip())
    spans = [
        (start - len(name) + blanks, end - len(name) + blanks, family)
        for start, end, family in find(name + answer.lstrip())
        if start >= len(name)
    ]
    words = after.split(None, MAX_WORDS + 1)
    return spans or (list(_words(after)) if len(words) <= MAX_WORDS else [])


def _words(answer: str) -> Iterator[Span]:
    """Find what may be a password among the few words of an answer."""
    found = list(_ANSWERED.finditer(answer))
    for match in found:
        word = match[0].rstrip(".,;:!?")
        value = word.encode("utf-8", "surrogatepass")
        is_other = "/" in word or _NO_PASSWORD.fullmatch(word) is not None
        if not is_other and is_mixed(value) and is_chosen(value, is_loose=False):
            yield match.start(), match.start() + len(word), "password"
