"""Reads a text into its content terms, left to right, with what is denied in it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from graphpack.merge.words import CONTRASTS, LIMITS, NEGATORS, ORDERED, SILENT, WIDE_SILENT
from graphpack.patterns import compiled
from graphpack.text import WIDE, without_contracted_no

_W = rf"[^\W{WIDE}]"
_TOKEN = compiled(
    rf"(?P<url>https?://[^\s<>()\[\]\"'`]+)"
    rf"|(?P<path>(?:~|\.{{1,2}})?/?(?:[A-Za-z0-9_.@+-]{{1,255}}/){{1,64}}[A-Za-z0-9_.@+-]*[A-Za-z0-9_]/?)"
    rf"|(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)"
    rf"|(?P<word>[#@$€£¥₽]?{_W}+(?:(?:\.|::|'|-|@|:(?=\d)|,(?=\d{{3}}\b)){_W}+)*(?:\+\+|\#|%)?)"
    rf"|(?P<wide>[{WIDE}]+)"
    r"|(?P<arrow>->|=>|→|➜)"
    r"|(?P<stop>[,;:.!?()\n—–|…、。，；：！？（）]|\s-\s)"
)
_NUMBER = compiled(
    r"[#v$€£¥₽]?\d[\d.,:]*(?:%|[a-z]{1,3}|[$€£¥₽])?|\d{4}-\d{2}(?:-\d{2})?", re.IGNORECASE
)
_LABELLED = compiled(r"([^\W\d_]+):(\d+)")
# a dot, slash, colon, underscore, digit or inner capital makes a word a name of something
_NAME = compiled(r"[./_@:#$+\d]|[a-z][A-Z]|[A-Z]{2}[a-z]")
_WIDE_DENIAL = compiled(
    r"不(?![同过過断斷仅僅但错錯管论論如少])[要再用会能應应得]?|[没沒無无勿](?![论論])|别(?=[用再动改删碰做去在让把])"
    r"|未(?![来來])"
    r"|(?P<behind>(?<!少)ない(?!といけない)|ません|禁止|않|없|못|말고|지 ?마)"
)
_NOT_A_DENIAL = compiled(
    r"差不多|是不是|要不要|能不能|可不可以|不得不|なければならない|かもしれません"
)


class Term(NamedTuple):
    """One content term in its place.

    Args:
        key: What it is compared by: a folded stem, a bigram, a name or a number.
        raw: The folded word as written.
        kind: ``word``, ``proper``, ``name`` or ``number``.
        clause: Which clause it stands in.
        at: Where it begins in the text.
    """

    key: str
    raw: str
    kind: str
    clause: int
    at: int


def terms_of(text: str) -> Reading:
    """Read a text.

    Args:
        text: Any text.

    Returns:
        Its normalised text, its terms and what is denied.
    """
    reading = Reading(_plain(text))
    for match in _TOKEN.finditer(reading.text):
        reading.take(match)
    return reading


class Reading:
    """The terms of one text, left to right.

    Args:
        text: Normalised.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.terms: list[Term] = []
        self.silent: list[str] = []
        # clause, position, and whether what it denies stands before it
        self.negators: list[tuple[int, int, bool]] = []
        self.is_ordered = False
        self.clause = 0
        # clauses that say the value of what stands before them: «timeout: 30s»
        self.answers: set[int] = set()
        self._begins = True

    def take(self, match: re.Match[str]) -> None:
        """Take the next token."""
        kind, token, at = match.lastgroup or "", match.group(), match.start()
        if kind == "stop":
            self.clause += 1
            self._begins = token.strip() in {".", "!", "?", ":", ""}
            if token in {":", "：", "(", "（"}:
                self.answers.add(self.clause)
            return
        if kind == "arrow":
            self.is_ordered = True
        elif kind == "wide":
            self._take_wide(token, at)
        elif kind == "word":
            self._take_word(token, at)
        else:
            self._add(token.rstrip("/"), "name", at)
        self._begins = False

    def denied(self) -> set[str]:
        """Keys within reach of a negator: behind it in its clause, else before it."""
        keys: set[str] = set()
        for clause, at, is_behind in self.negators:
            inside = [t for t in self.terms if t.clause == clause]
            after = [] if is_behind else [t.key for t in inside if t.at > at]
            keys.update(after or [t.key for t in inside if t.at < at])
        return keys

    def _add(self, token: str, kind: str, at: int) -> None:
        folded = token.casefold()
        key = folded if kind in {"name", "number"} else stem(folded)
        self.terms.append(Term(key, folded, kind, self.clause, at))

    def _take_wide(self, run: str, at: int) -> None:
        for denial in _WIDE_DENIAL.finditer(run):
            is_behind = denial.lastgroup == "behind"
            self.negators.append((self.clause, at + denial.start(), is_behind))
        for silent in (_WIDE_DENIAL, WIDE_SILENT):
            run = silent.sub(lambda found: " " * len(found.group()), run)
        for piece in re.finditer(r"\S+", run):
            text, start = piece.group(), at + piece.start()
            pairs = [text] if len(text) == 1 else [text[i : i + 2] for i in range(len(text) - 1)]
            for place, pair in enumerate(pairs):
                self.terms.append(Term(pair, pair, "word", self.clause, start + place))

    def _take_word(self, token: str, at: int) -> None:
        kind, pieces = _sorted_out(token)
        if kind == "negator":
            self.negators.append((self.clause, at, False))
        elif kind == "elided":
            self._take_elided(token, at)
        elif kind == "plain":
            for piece, _, start in pieces:
                self._take_plain(piece, at + start)
        else:
            for piece, own, start in pieces:
                self._add(piece, own, at + start)

    def _take_elided(self, token: str, at: int) -> None:
        before, _, after = token.partition("'")
        if before.casefold() in NEGATORS or before.casefold() == "n":
            self.negators.append((self.clause, at, False))
        elif len(before) > 2:
            self._take_plain(before, at)
            return
        if len(after) > 1:
            self._take_plain(after, at + len(before) + 1)

    def _take_plain(self, word: str, at: int) -> None:
        folded = word.casefold()
        if folded in CONTRASTS:
            self.clause += 1
        self.is_ordered = self.is_ordered or folded in ORDERED
        if folded in SILENT or folded in LIMITS or (len(folded) == 1 and not folded.isdigit()):
            if word.isupper() and not self._begins:  # «plan B», «A over B»: a letter is a name
                self._add(word, "proper", at)
            else:
                self.silent.append(folded)
            return
        is_proper = word[0].isupper() and not self._begins
        self._add(word, "proper" if is_proper else "word", at)


# the same words come again and again
_REMEMBERED = 16_384


@lru_cache(maxsize=_REMEMBERED)
def _sorted_out(token: str) -> tuple[str, tuple[tuple[str, str, int], ...]]:
    """Tell what kind of word a token is, and its pieces: each with its kind and its place."""
    folded = token.casefold()
    if _is_negator(folded):
        return "negator", ()
    if _NUMBER.fullmatch(folded):
        return "number", ((folded.lstrip("v#").rstrip(".,:"), "number", 0),)
    labelled = _LABELLED.fullmatch(token)
    if labelled:
        value = (labelled.group(2), "number", labelled.start(2))
        return "labelled", ((labelled.group(1), "word", 0), value)
    if "'" in folded:
        return "elided", ()
    if _NAME.search(token):
        return "name", ((token, "name", 0),)
    pieces = re.finditer(r"[^-]+", token)
    return "plain", tuple((piece.group(), "word", piece.start()) for piece in pieces)


def _is_negator(folded: str) -> bool:
    return folded in NEGATORS or folded.endswith("n't") or folded.replace("'", "") in NEGATORS


@lru_cache(maxsize=_REMEMBERED)
def stem(word: str) -> str:
    """Cut a word down to what its forms share, without knowing its language.

    Args:
        word: Folded.

    Returns:
        Its beginning.
    """
    if word.isascii():
        for ending in ("ing", "ies", "ed", "es", "s", "y", "e"):
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                word = word[: -len(ending)]
                break
        return word[:9]
    return word[:-1] if 5 <= len(word) <= 7 else word[:6] if len(word) > 7 else word


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate({0x2019: "'", 0x2018: "'", 0x60: " "})
    return without_contracted_no(_NOT_A_DENIAL.sub(" ", text).replace("**", " "))
