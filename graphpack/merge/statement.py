"""What a node's summary says, taken apart: content terms, names, numbers, and what is denied.

The one view of a text that identity and conflicts share. It never judges two texts.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from graphpack.merge.words import (
    CONTRASTS,
    ENUMERATORS,
    LIMITS,
    NEGATORS,
    ORDERED,
    SILENT,
    TURNS,
    VETOES,
    WIDE_SILENT,
)
from graphpack.text import WIDE
from graphpack.text.dropped import dropped_spans

_W = rf"[^\W{WIDE}]"
_TOKEN = re.compile(
    rf"(?P<url>https?://[^\s<>()\[\]\"'`]+)"
    rf"|(?P<path>(?:~|\.{{1,2}})?/?(?:[A-Za-z0-9_.@+-]+/)+[A-Za-z0-9_.@+-]*[A-Za-z0-9_]/?)"
    rf"|(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)"
    rf"|(?P<word>[#@$]?{_W}+(?:(?:\.|::|'|-|@|:(?=\d)|,(?=\d{{3}}\b)){_W}+)*(?:\+\+|\#|%)?)"
    rf"|(?P<wide>[{WIDE}]+)"
    r"|(?P<arrow>->|=>|→|➜)"
    r"|(?P<stop>[,;:.!?()\n—–|…、。，；：！？（）]|\s-\s)"
)
_NUMBER = re.compile(r"[#v]?\d[\d.,:]*(?:%|[a-z]{1,3})?")
_NAMED_NUMBER = re.compile(r"([^\W\d_]+)-?(\d+(?:\.\d+)*)")
# what a slot can hold: no date, no time of day, no range
_VALUE = re.compile(r"\d+(?:\.\d+)*(?:%|[a-z]{1,3})?")
_LABELLED = re.compile(r"([^\W\d_]+):(\d+)")
# a dot, slash, colon, underscore, digit or inner capital makes a word a name of something
_NAME = re.compile(r"[./_@:#$+\d]|[a-z][A-Z]|[A-Z]{2}[a-z]")
_WIDE_DENIAL = re.compile(
    r"不(?![同过過断斷仅僅但错錯管论論如少])[要再用会能應应得]?|[没沒無无勿](?![论論])|别(?=[用再动改删碰做去在让把])"
    r"|未(?![来來])"
    r"|(?P<behind>(?<!少)ない(?!といけない)|ません|禁止|않|없|못|말고|지 ?마)"
)
_NOT_A_DENIAL = re.compile(
    r"差不多|是不是|要不要|能不能|可不可以|不得不|なければならない|かもしれません"
)
_MOST_LEFT = 8
_NOTE = re.compile(r"\s*\[(?:was|conflict): [^\]]*\]")


@dataclass(frozen=True, slots=True)
class Term:
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


@dataclass(frozen=True, slots=True)
class Statement:
    """A text as the merger compares it.

    Args:
        sequence: Keys of the content terms in order.
        words: The same as a set.
        raws: Folded words as written.
        names: Identifiers, paths, flags and URLs among the keys.
        numbers: Numbers and versions among the keys.
        proper: Capitalised names, and Latin words inside a text of another script.
        denied: Keys within the reach of a negator or a veto.
        dropped: Keys of what the text says it leaves behind.
        polarity: Whether there is a negator, and whether a vetoing word.
        limits: Narrowing words.
        slots: Label and number, where a number is a value of a label.
        is_ordered: True where turning the terms round would change the meaning.
        is_question: True where it asks.
        has_turn: True where it says that something changed.
    """

    sequence: tuple[str, ...]
    words: frozenset[str]
    raws: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    proper: frozenset[str]
    denied: frozenset[str]
    dropped: frozenset[str]
    polarity: tuple[bool, bool]
    limits: frozenset[str]
    slots: frozenset[tuple[str, str]]
    is_ordered: bool
    is_question: bool
    has_turn: bool

    @property
    def asserted(self) -> frozenset[str]:
        """Keys the text stands for: neither denied nor left behind."""
        return self.words - self.denied - self.dropped

    @property
    def labels(self) -> frozenset[str]:
        """Labels of its slots."""
        return frozenset(label for label, _ in self.slots)

    @property
    def specifics(self) -> frozenset[str]:
        """Keys that point at one thing: names, numbers and proper names."""
        return self.names | self.numbers | self.proper


def without_notes(text: str) -> str:
    """Take off what the merger itself wrote behind a summary.

    Args:
        text: A summary.

    Returns:
        The summary as the extractor gave it.
    """
    return _NOTE.sub("", text)


@lru_cache(maxsize=4096)
def statement(text: str) -> Statement:
    """Take a summary apart.

    Args:
        text: A summary; notes of the merger are not part of what it says.

    Returns:
        What it says.
    """
    plain = _plain(without_notes(text))
    reading = _Reading()
    for match in _TOKEN.finditer(plain):
        reading.take(match)
    terms = reading.terms
    left = _left_behind(terms, dropped_spans(plain))
    dropped = {t.key for t in left}
    denied = reading.denied()
    asserted_again = {t.key for t in terms if t not in left}
    raws = frozenset(t.raw for t in terms) | frozenset(reading.silent)
    return Statement(
        sequence=tuple(t.key for t in terms),
        words=frozenset(t.key for t in terms),
        raws=raws,
        names=frozenset(t.key for t in terms if t.kind == "name"),
        numbers=frozenset(t.key for t in terms if t.kind == "number"),
        proper=frozenset(t.key for t in terms if t.kind == "proper"),
        denied=frozenset(denied),
        dropped=frozenset(dropped - asserted_again),
        polarity=(bool(reading.negators), bool(raws & VETOES)),
        limits=raws & LIMITS,
        slots=frozenset(slot for slot in _slots(terms, reading.answers) if slot[1] not in dropped),
        is_ordered=bool(dropped) or bool(reading.negators) or reading.is_ordered,
        is_question=plain.rstrip().endswith(("?", "？", "؟")),
        has_turn=TURNS.search(plain) is not None,
    )


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
    return _NOT_A_DENIAL.sub(" ", text).replace("**", " ")


class _Reading:
    """Collects the terms of one text, left to right."""

    def __init__(self) -> None:
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
        kind, token, at = match.lastgroup or "", match.group(), match.start()
        if kind == "behind":
            return
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
        folded = token.casefold()
        if _is_negator(folded):
            self.negators.append((self.clause, at, False))
            return
        if _NUMBER.fullmatch(folded):
            self._add(folded.lstrip("v#").rstrip(".,:"), "number", at)
            return
        labelled = _LABELLED.fullmatch(token)
        if labelled:
            self._add(labelled.group(1), "word", at)
            self._add(labelled.group(2), "number", at + labelled.start(2))
            return
        if "'" in folded:
            self._take_elided(token, at)
            return
        if _NAME.search(token):
            self._add(token, "name", at)
            return
        for piece in re.finditer(r"[^-]+", token):
            self._take_plain(piece.group(), at + piece.start())

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


def _is_negator(folded: str) -> bool:
    return folded in NEGATORS or folded.endswith("n't") or folded.replace("'", "") in NEGATORS


def _left_behind(terms: list[Term], spans: tuple[tuple[int, int], ...]) -> list[Term]:
    """Give the terms that name what is left behind: up to the first names in the span.

    A span may run on into what comes instead («вместо SQLite берём Postgres»).
    """
    left: list[Term] = []
    for start, end in spans:
        named = False
        for place, term in enumerate(t for t in terms if start <= t.at < end):
            is_specific = term.kind != "word"
            if (named and not is_specific) or place >= _MOST_LEFT:
                break
            named = named or is_specific
            left.append(term)
    return left


def _slots(terms: list[Term], answers: set[int]) -> frozenset[tuple[str, str]]:
    """Pair each number with the word it is a value of: the one before it, else the one behind."""
    slots: set[tuple[str, str]] = set()
    for place, term in enumerate(terms):
        if term.kind == "name":
            named = _NAMED_NUMBER.fullmatch(term.raw)
            if named:
                slots.add((stem(named.group(1)), named.group(2)))
        elif term.kind == "number" and _VALUE.fullmatch(term.key):
            # «Part 2: …» counts parts, whatever the word
            is_heading = place < 2 and term.clause == 0 and term.clause + 1 in answers
            label = None if is_heading else _label(terms, place, answers)
            if label and not {label.raw, label.key} & ENUMERATORS:
                slots.add((label.key, term.key))
    return frozenset(slots)


def _label(terms: list[Term], place: int, answers: set[int]) -> Term | None:
    clause = terms[place].clause
    if place > 0:
        before = terms[place - 1]
        is_near = before.clause == clause or (before.clause == clause - 1 and clause in answers)
        if is_near and before.kind != "number":
            return before
    if place + 1 < len(terms):
        behind = terms[place + 1]
        if behind.clause == clause and behind.kind != "number":
            return behind
    return None
