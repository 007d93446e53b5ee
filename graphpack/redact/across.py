"""Secrets that two texts hold together: a question and its answer, a token in two halves."""

from __future__ import annotations

import re
from collections.abc import Callable

from graphpack.redact.detect import VAGUE
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
_DIGIT = re.compile(r"[0-9]")
_NAMES = sorted(
    {
        word.decode()
        for word, level in LEVEL.items()
        if level != "other" and word not in ALONE and not word.startswith(b"_")
    },
    key=lambda name: (-len(name), name),
)
# asked for in the last sentence, or said up to where the value would stand
_ASKED = re.compile(
    r"(?i)(?P<word>" + "|".join(map(re.escape, _NAMES)) + r")s?"
    r"(?:[^.!?\n:=？：]{0,80}[?:=？：][ \t\"'`*)]{0,4}\s{0,8}"
    r"|[^.!?\n]{0,40}\b(?:is|ist|es|est|è|é|это|是|は)\s{0,8})\Z"
)
_MAY_ASK = frozenset("?:=？：s tèéо是は\"'`*)\n")


def across(before: str, after: str, find: Find) -> tuple[list[Span], list[Span]]:
    """Find what two texts that follow each other hold together.

    Args:
        before: The first.
        after: What follows it.
        find: Finds the secrets of one text.

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
    return [], _answer(before, after, find)


def _answer(before: str, after: str, find: Find) -> list[Span]:
    if before[-1] not in _MAY_ASK:
        return []
    asked = _ASKED.search(before[-ASKED_CHARS:])
    if asked is None:
        return []
    name = f"{asked['word']}: "
    answer = after[:ANSWER_CHARS]
    blanks = len(answer) - len(answer.lstrip())
    return [
        (start - len(name) + blanks, end - len(name) + blanks, family)
        for start, end, family in find(name + answer.lstrip())
        if start >= len(name)
    ]
