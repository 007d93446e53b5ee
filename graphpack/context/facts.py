"""What a record says outright: places, names, failures, rules, and how a run ended.

Taken from the text alone and never guessed: a run passed only where an exit code or its own
totals say so, whatever a message claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from graphpack.compress.frames import frames
from graphpack.compress.severity import trouble
from graphpack.context.lexicon import FAILED_TRY, REQUIREMENT
from graphpack.context.records import Kind, Record
from graphpack.patterns import compiled
from graphpack.text import identifiers, iter_sentences

__all__ = ["Facts", "Outcome", "facts_of", "paths_in", "symbols_in"]

MAX_READ_CHARS = 60_000
"""Of a longer text the beginning and the end are read, half of this each."""

RUNS = frozenset({Kind.TOOL_CALL, Kind.TOOL_OUTPUT, Kind.TEST_RESULT})
FAULTS = frozenset({Kind.ERROR, Kind.STACK_TRACE})
PERSONAL = frozenset({Kind.MESSAGE, Kind.DECISION, Kind.NOTE})


class Outcome(StrEnum):
    """How a run ended, by evidence."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found in one record.

    Args:
        paths: Files and folders, with ``/``, without line numbers; each once, in order.
        symbols: Names of functions, types, settings and the like; each once, in order.
        declared: Those of the symbols that are defined in it.
        places: ``file:line`` of frames that are not of a library; in order.
        signatures: Lines that name an error, from where they name it; each once.
        failures: Tests that failed, by name.
        requirements: Sentences that ask for something; of people's words alone.
        is_failed_attempt: Whether it tells of something that was tried and did not do.
        outcome: How a run ended.
    """

    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    is_failed_attempt: bool = False
    outcome: Outcome = Outcome.UNKNOWN

    @property
    def identifiers(self) -> frozenset[str]:
        """Paths and symbols."""
        return frozenset(self.paths) | frozenset(self.symbols)


_ENDING = compiled(
    r"\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|vue|svelte|go|rs|rb|java|kt|kts|scala|c|h|cc|cpp|hpp|cs"
    r"|swift|php|pl|lua|ex|exs|erl|hs|ml|clj|dart|sql|sh|bash|ps1|bat|yml|yaml|toml|json|jsonl"
    r"|ini|cfg|conf|env|xml|html|css|scss|less|md|rst|txt|csv|tsv|log|lock|proto|tf|gradle|ipynb"
    r"|graphql|properties|service|dockerfile|diff|patch)$",
    re.IGNORECASE,
)
_PLACE = compiled(
    r"(?P<file>(?:[A-Za-z]:)?[\w.@+~/\\-]{1,300}\.\w{1,6})"
    r"(?:\", line (?P<python>\d{1,7})|[:(](?P<line>\d{1,7}))"
)
_LINE_SUFFIX = compiled(r":\d+(?::\d+)?$")
_CALL = compiled(r"(?<![\w.])([A-Za-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){0,4})\(")
_DECLARED = compiled(
    r"\b(?:def|function|fn|func|class|struct|interface|enum|trait|type|const|let|var|CREATE TABLE)"
    r"\s+(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_]\w{1,60})"
)
_NAMED = compiled(r"[a-z][A-Z]|_|\.|::|->|\(\)$|^[A-Z][a-z0-9]+[A-Z]|^--?[A-Za-z]")
_NUMBER = compiled(r"v?\d+$|\d{1,4}[-/:.]\d{1,2}[-/:.T]")
_VERSION = compiled(r"v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$")
_QUOTED = compiled(r"[\"'`“«]([^\W\d][\w.-]{2,40})[\"'`”»]")
_DATED = compiled(r"\d{4}-\d\d")
_SIGNATURE = compiled(
    r"\b[\w.$]{0,80}(?:Error|Exception|Fault|Panic|Failure|Warning|panicked)\b[^\n]{0,300}"
    r"|\b(?:fatal|panic|error)\b[: ][^\n]{0,300}",
)
_FAILURES = compiled(
    r"(?m)^[^\S\n]*+(?:FAILED|ERROR|FAIL:?|---\s+FAIL:|not ok \d+ -|[×✕✗✘●])"
    r"\s+(?P<before>[^\n]{1,200})"
    r"|^(?:test )?(?P<after>\S[^\n]{0,200}?)\s(?:\.\.\. )?(?:FAILED|FAIL|ERROR)[^\S\n]*+$"
)
_ENDED_BADLY = compiled(
    r"(?m)\b(?:[1-9]\d*)\s+(?:failed|failures?|errors?)\b|^[^\S\n]*+(?:FAILED|FAIL)\b"
    r"|\bBUILD FAILED\b|test result: FAILED"
    r"|\bexit(?:ed)?(?: with)? (?:code|status) [1-9]|\bTraceback \(most recent"
    r"|^npm ERR!|\bpanicked at\b|^error(?:\[|:)"
)
_ENDED_WELL = compiled(
    r"(?m)\b[1-9]\d* passed\b|\bBUILD SUCCESS(?:FUL)?\b|test result: ok|^ok\s|^OK(?: \(|$)"
    r"|\bexit(?:ed)?(?: with)? (?:code|status) 0\b|\b0 (?:failed|failures)\b"
)
_MAX_NAMES = 400


@lru_cache(maxsize=8192)
def facts_of(record: Record) -> Facts:
    """Find what a record says outright.

    Args:
        record: Normalised.

    Returns:
        Its facts; those of an error or a run in its output's terms, of a message in its words'.
    """
    text = _read(record.text)
    own = [record.path] if record.path else []
    head = record.name or ""
    lines = text.split("\n")
    is_run = record.kind in RUNS or record.kind in FAULTS
    places = tuple(_unique(_places(lines))) if is_run else ()
    failures = tuple(_unique(_failures(text))) if is_run else ()
    return Facts(
        paths=tuple(_unique([*own, *paths_in(f"{head}\n{text}")])),
        symbols=tuple(_unique(symbols_in(f"{head}\n{text}"))),
        declared=tuple(_unique(found[1] for found in _DECLARED.finditer(text))),
        places=places,
        signatures=tuple(_unique(_signatures(lines))) if is_run else (),
        failures=failures,
        requirements=tuple(_requirements(text)) if record.kind in PERSONAL else (),
        is_failed_attempt=_is_failed(record, text),
        outcome=_outcome(record, text),
    )


def paths_in(text: str) -> Iterator[str]:
    """Find the files and folders a text names, Windows' and web addresses' excepted.

    Args:
        text: Any text.

    Yields:
        Paths with ``/``, without line numbers, in order, with repetitions.
    """
    for name in identifiers(text.replace("\\", "/")):
        if name.startswith(("http://", "https://", "-")):
            continue
        bare = _LINE_SUFFIX.sub("", name.rstrip("/.,:;"))
        parts = bare.split("/")
        if _DATED.search(bare):
            continue
        is_path = (len(parts) > 1 and any(c.isalpha() for c in bare)) or _ENDING.search(bare)
        if is_path and len(bare) > 2:
            yield bare.removeprefix("./")


def symbols_in(text: str) -> Iterator[str]:
    """Find the names in a text that are to be kept to the letter, paths and bare numbers excepted.

    Args:
        text: Any text.

    Yields:
        Names, without ``()``, in order, with repetitions.
    """
    for name in identifiers(text):
        bare = name.removesuffix("()")
        if "/" in bare or _ENDING.search(bare) or _DATED.search(bare):
            continue
        if _VERSION.match(bare):
            yield bare.removeprefix("v")
        elif not _NUMBER.match(bare) and _NAMED.search(name) and len(bare) > 2:
            yield bare.lstrip("-")
    for pattern in (_CALL, _DECLARED, _QUOTED):
        yield from (found[1] for found in pattern.finditer(text))


def _read(text: str) -> str:
    if len(text) <= MAX_READ_CHARS:
        return text
    half = MAX_READ_CHARS // 2
    return f"{text[:half]}\n{text[-half:]}"


def _unique(found: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for one in found:
        if one not in seen and len(seen) < _MAX_NAMES:
            seen.add(one)
            yield one


def _places(lines: list[str]) -> Iterator[str]:
    for frame in frames(lines):
        if frame.is_foreign:
            continue
        for line in lines[frame.first : frame.last + 1]:
            found = _PLACE.search(line)
            if found:
                file = found["file"].replace("\\", "/")
                yield f"{file}:{found['python'] or found['line']}"
                break


def _signatures(lines: list[str]) -> Iterator[str]:
    for index in trouble(lines):
        found = _SIGNATURE.search(lines[index])
        if found:
            yield " ".join(found[0].split())


def _failures(text: str) -> Iterator[str]:
    for found in _FAILURES.finditer(text):
        name = (found["before"] or found["after"]).partition(" - ")[0].strip()
        if name and len(name) > 2:
            yield name


def _requirements(text: str) -> Iterator[str]:
    for start, end in iter_sentences(text):
        if REQUIREMENT.search(text, start, end):
            yield text[start:end]


def _is_failed(record: Record, text: str) -> bool:
    if record.kind in RUNS:
        return _outcome(record, text) is Outcome.FAILED
    return record.kind in {Kind.MESSAGE, Kind.NOTE} and bool(FAILED_TRY.search(text))


def _outcome(record: Record, text: str) -> Outcome:
    """How a run ended: its exit code says it, else its own totals."""
    if record.kind in FAULTS:
        return Outcome.FAILED
    if record.kind not in RUNS:
        return Outcome.UNKNOWN
    if record.exit_code is not None:
        return Outcome.FAILED if record.exit_code else Outcome.PASSED
    if _ENDED_BADLY.search(text):
        return Outcome.FAILED
    return Outcome.PASSED if _ENDED_WELL.search(text) else Outcome.UNKNOWN
