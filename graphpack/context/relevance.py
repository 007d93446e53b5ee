"""How much a record has to do with the task: by words, by names, and by what it is tied to.

A record is tied to the task where it shares a rare name, or several rare terms, with records that
are near to the task themselves: the cause of an error names a function that only the error's
frame names, not the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphpack.context.facts import PERSONAL, Facts, Outcome, facts_of, paths_in, symbols_in
from graphpack.context.lexicon import CODE_WORDS, GENERIC_PARTS, QUERY, SQL_WORDS
from graphpack.context.records import Kind, Record
from graphpack.context.terms import Rarity, is_common, stem, terms
from graphpack.patterns import compiled

__all__ = ["Relevance", "relevances"]

FULL_PATH, BASENAME, SYMBOL = 1.0, 0.6, 0.8
"""What a name of the task is worth where a record has it."""
NEAR = 0.5
"""A record of so much relevance ties others to the task."""
_TIES = (0.6, 0.4)
"""What a tie is worth at most, by its length."""
_TOP_TERMS = 3
_TIE_TERMS = 2.2
_LONG_TERMS = 150
_SPEAKING_TERMS = 3
_CODE = frozenset({Kind.FILE, Kind.DIFF})
_KEYWORDS = frozenset(map(stem, CODE_WORDS))
_SQL = frozenset(map(stem, SQL_WORDS))
_COMMON_SHARE = 0.3
_COMMON_RECORDS = 4
_TRUSTED = 0.9
"""What a tie to a trusted record is worth beside one to a record near the task."""
_MAX_NEAR = 80
_NAME_GAIN = 1.6
_EVERYDAY_NAME = 0.35
_LONE_TERM = 0.6
_LONG_TERM = 4
_LEAST_SHARED = 2
_SHORT_TERMS = 20
_SHORT_NAME = 4
_DOTTED = compiled(r"\d+(?:\.\d+)+")


@dataclass(frozen=True, slots=True)
class Relevance:
    """How much a record has to do with the task; each 0 to 1.

    Args:
        lexical: Share of the task's terms, by their rarity.
        identifier: Whether it has the task's paths and names.
        tie: Whether it shares rare names or terms with what is near to the task.
        tied_to: Id of the record that ties it; None where none does.
    """

    lexical: float = 0.0
    identifier: float = 0.0
    tie: float = 0.0
    tied_to: str | None = None

    @property
    def direct(self) -> float:
        """By the task's own words and names."""
        return max(self.lexical, self.identifier)

    @property
    def value(self) -> float:
        """All in all."""
        return max(self.lexical, self.identifier, self.tie)


@dataclass(frozen=True, slots=True)
class _Seen:
    record: Record
    facts: Facts
    terms: frozenset[str]
    names: frozenset[str]
    is_code: bool

    @classmethod
    def of(cls, record: Record) -> _Seen:
        facts = facts_of(record)
        return cls(record, facts, _terms(record), _names(facts), record.kind in _CODE)


def relevances(
    task: str,
    records: Sequence[Record],
    *,
    rarity: Rarity,
    silent: frozenset[str] = frozenset(),
    trusted: frozenset[str] = frozenset(),
) -> dict[str, Relevance]:
    """Hold records against a task.

    Args:
        task: What is asked.
        records: Normalised and folded.
        rarity: Of terms in all records.
        silent: Ids of records that tie nothing to the task: stale ones, small talk.
        trusted: Ids of those that do so whatever words they use: few, and of people.

    Returns:
        By id.
    """
    seen = [_Seen.of(record) for record in records]
    ties = _Ties(rarity)
    wanted = terms(task)
    paths, symbols = frozenset(paths_in(task)), frozenset(symbols_in(task))
    present = [term for term in wanted if rarity.seen(term)]
    top = sorted((rarity[term] for term in present), reverse=True)[:_TOP_TERMS]
    enough = sum(top) or 1.0
    found = {
        one.record.id: Relevance(
            lexical=_lexical(one, wanted, rarity, enough),
            identifier=_identifier(one, wanted, paths, symbols),
        )
        for one in seen
    }
    for worth in _TIES:
        near = _near(seen, found, silent, trusted)
        for one in seen:
            before = found[one.record.id]
            tie, home = ties.strongest(one, near)
            if tie * worth > before.value:
                found[one.record.id] = Relevance(
                    before.lexical, before.identifier, round(tie * worth, 4), home
                )
    return found


def _near(
    seen: Sequence[_Seen],
    found: Mapping[str, Relevance],
    silent: frozenset[str],
    trusted: frozenset[str],
) -> list[tuple[_Seen, float]]:
    """Choose the records that tie others to the task, and what a tie to each is worth."""
    near = []
    for one in seen:
        name = one.record.id
        if name in silent:
            continue
        if found[name].value >= NEAR:
            near.append((one, 1.0, found[name].value))
        elif name in trusted:
            near.append((one, _TRUSTED, found[name].value))
    near.sort(key=lambda each: -each[2])
    return [(one, worth) for one, worth, _ in near[:_MAX_NEAR]]


def _terms(record: Record) -> frozenset[str]:
    found = terms(shown(record))
    if record.kind not in _CODE:
        return found
    is_sql = (record.path or "").lower().endswith(".sql")
    return found - _KEYWORDS - (_SQL if is_sql else frozenset())


def shown(record: Record) -> str:
    """Give the text a record is found by: its own, its path and its command."""
    return "\n".join(part for part in (record.name, record.path, record.text) if part)


def _lexical(one: _Seen, wanted: frozenset[str], rarity: Rarity, enough: float) -> float:
    score = rarity.sum(wanted & one.terms) / enough
    if one.facts.outcome is not Outcome.FAILED and one.record.name:
        # what a command names and does not show says little, unless it asks for it
        inside = terms(one.record.text)
        if len(inside) >= _SPEAKING_TERMS and not QUERY.search(one.record.name):
            score = (score + rarity.sum(wanted & inside) / enough) / 2
    if len(one.terms) > _LONG_TERMS:
        score *= (_LONG_TERMS / len(one.terms)) ** 0.5
    return round(min(1.0, score), 4)


def _identifier(
    one: _Seen, wanted: frozenset[str], paths: frozenset[str], symbols: frozenset[str]
) -> float:
    worth = 0.0
    for path in paths:
        for own in one.facts.paths:
            worth = max(worth, _path(own, path))
    if one.record.path and one.record.kind in _CODE:
        named = terms(_bare(one.record.path.rpartition("/")[2]))
        if named:
            worth = max(worth, round(BASENAME * len(named & wanted) / len(named), 4))
    names = frozenset(one.facts.symbols)
    if any(name in names or name.rpartition(".")[2] in names for name in symbols):
        worth = max(worth, SYMBOL)
    return worth


def _path(own: str, wanted: str) -> float:
    if own == wanted or own.endswith(f"/{wanted}") or wanted.endswith(f"/{own}"):
        return FULL_PATH if "/" in own or "/" not in wanted else BASENAME
    if f"/{own}/".find(f"/{wanted}/") >= 0:
        return FULL_PATH  # a folder of the task's holds it
    base, other = own.rpartition("/")[2], wanted.rpartition("/")[2]
    return BASENAME if base == other and _bare(base) not in GENERIC_PARTS else 0.0


def _bare(base: str) -> str:
    return base.partition(".")[0].lower()


class _Ties:
    """Measures how strongly records are tied, by what they share.

    Args:
        rarity: Of terms in all records.
    """

    def __init__(self, rarity: Rarity) -> None:
        self._rarity = rarity
        self._worth: dict[str, float] = {}
        self._common = max(_COMMON_RECORDS, rarity.count * _COMMON_SHARE)

    def strongest(
        self, one: _Seen, near: Sequence[tuple[_Seen, float]]
    ) -> tuple[float, str | None]:
        """How strongly a record is tied to those near the task, and to which the most."""
        best, home = 0.0, None
        for other, worth in near:
            if other is one or worth <= best:
                continue
            strength = worth * max(self._by_names(one, other), self._by_terms(one, other))
            if strength > best:
                best, home = strength, other.record.id
        return best, home

    def _by_names(self, one: _Seen, other: _Seen) -> float:
        shared = one.names & other.names
        if shared and one.is_code and other.is_code:
            # two files share the names of every library; what ties them is what one defines
            defined = {*one.facts.declared, *other.facts.declared}
            paths = (*one.facts.paths, *other.facts.paths)
            shared &= {*defined, *paths, *(path.rpartition("/")[2] for path in paths)}
        return max((self._of_name(name) for name in shared), default=0.0)

    def _of_name(self, name: str) -> float:
        """What it tells that two records have a name: it is as rare as its rarest part."""
        if name not in self._worth:
            found = terms(name)
            parts = {part for part in found - _KEYWORDS if not is_common(part)}
            if not parts and _DOTTED.match(name):
                parts = {name}  # a version
            worth = max((self._rarity[part] for part in parts), default=0.0) * _NAME_GAIN
            if not parts and found and len(name) > _SHORT_NAME:
                worth = _EVERYDAY_NAME
            self._worth[name] = min(1.0, worth)
        return self._worth[name]

    def _by_terms(self, one: _Seen, other: _Seen) -> float:
        both = one.terms & other.terms
        if not both:
            return 0.0
        shared = [term for term in both if self._rarity.seen(term) <= self._common]
        if all(map(is_common, shared)):
            return 0.0
        # a file, and what a tool shows, is long and holds words of all sorts
        is_said = one.record.kind in PERSONAL
        is_long = not is_said and len(one.terms) > _SHORT_TERMS
        if len(shared) >= _LEAST_SHARED + is_long:
            return min(1.0, self._rarity.sum(shared) / _TIE_TERMS)
        lone = [term for term in shared if len(term) >= _LONG_TERM and not is_common(term)]
        return self._rarity.sum(lone) * _LONE_TERM if is_said else 0.0


def _names(facts: Facts) -> frozenset[str]:
    """Names, and their last parts: ``smtp.send`` is a ``send``, a frame's file its base."""
    tails = (name.rpartition(".")[2] for name in facts.symbols)
    bases = [path.rpartition("/")[2] for path in facts.paths]
    stems = (base.partition(".")[0] for base in bases)
    return facts.identifiers | frozenset(
        name for name in (*tails, *bases, *stems) if len(name) > _SHORT_NAME
    )
