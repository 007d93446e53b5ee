"""Keeps the beginning of a prompt the same from call to call, so that a provider's cache holds it.

Values that change (times, UUIDs, temporary paths, hashes) leave the static prefix for its tail;
their names stand in their place. How far two prefixes agree is measured, not assumed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Aligned", "Drift", "PrefixWatch", "align", "drift"]

_UUID = r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"
_CLOCK = r"\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"
_TIME = (
    rf"\b\d{{4}}-\d\d-\d\d(?:[T ]{_CLOCK}(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?(?!\d)"
    rf"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d{{1,2}} )?{_MONTH}(?: {{1,2}}\d{{1,2}}\b)?"
    rf"(?: \d{{4}}\b)?(?: {_CLOCK})?(?: [A-Z]{{3,4}}\b)?(?: \d{{4}}\b)?"
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b|\b1[5-9]\d{8}(?:\d{3})?\b"
)
_PATH = (
    r"(?:/private)?(?:/tmp|/var/tmp|/var/folders|/dev/shm)/[\w.+@%/-]{1,300}"
    r"|\b[A-Za-z]:\\(?:[\w. -]{1,60}\\){0,12}Temp\\[\w.\\-]{1,200}"
)
_HASH = r"\b(?:sha(?:1|256|512)[:-])?(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{12,128}\b"
_VOLATILE = re.compile(f"(?P<uuid>{_UUID})|(?P<time>{_TIME})|(?P<path>{_PATH})|(?P<hash>{_HASH})")
_TAIL_HEAD = "\n\nValues of this call:\n"


@dataclass(frozen=True, slots=True)
class Aligned:
    """A prompt in two parts.

    Args:
        prefix: What is the same from call to call; names stand for the values that are not.
        tail: The values by their names; empty where there are none. It belongs after everything
            that is to be cached.
        values: What each name stands for, in the order of their first places.
    """

    prefix: str
    tail: str
    values: Mapping[str, str]

    @property
    def moved(self) -> dict[str, int]:
        """Count the values that have moved, by kind: ``time``, ``uuid``, ``path``, ``hash``."""
        return dict(Counter(name.strip("{}").partition("-")[0] for name in self.values))

    @property
    def text(self) -> str:
        """The whole prompt, prefix first."""
        return self.prefix + self.tail

    def restored(self) -> str:
        """Give the prompt as it was."""
        if not self.values:
            return self.prefix
        names = re.compile("|".join(map(re.escape, self.values)))
        return names.sub(lambda found: self.values[found[0]], self.prefix)


def align(prompt: str) -> Aligned:
    """Move what changes from call to call out of a static prefix.

    Args:
        prompt: The part of a prompt that is meant to be the same in every call.

    Returns:
        The prefix, the same for two prompts that differ in such values only. A value that stands
        there twice has one name.
    """
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()

    def name_of(found: re.Match[str]) -> str:
        value = found[0]
        if value not in names:
            kind = found.lastgroup or "value"
            counts[kind] += 1
            while (name := f"{{{kind}-{counts[kind]}}}") in prompt:
                counts[kind] += 1
            names[value] = name
        return names[value]

    prefix = _VOLATILE.sub(name_of, prompt)
    values = {name: value for value, name in names.items()}
    tail = _TAIL_HEAD + "".join(f"{name} = {value}\n" for name, value in values.items())
    return Aligned(prefix, tail if values else "", values)


@dataclass(frozen=True, slots=True)
class Drift:
    """How far the prefix of a call agrees with that of the call before.

    Args:
        stable_chars: Characters that are the same from the start.
        size_chars: Length of the longer of the two.
        before: What stood at the first difference, a few characters; empty where there is none.
        after: What stands there now.
    """

    stable_chars: int
    size_chars: int
    before: str = ""
    after: str = ""

    @property
    def is_stable(self) -> bool:
        """Whether the two are the same, byte for byte."""
        return self.stable_chars == self.size_chars

    @property
    def ratio(self) -> float:
        """Share of the prefix that a cache does not hold: 0 where nothing changed."""
        return 1 - self.stable_chars / self.size_chars if self.size_chars else 0.0


def drift(before: str, after: str) -> Drift:
    """Measure how far two prefixes agree.

    Args:
        before: Of one call.
        after: Of the next.
    """
    size = max(len(before), len(after))
    if before == after:
        return Drift(size, size)
    shorter = min(len(before), len(after))
    at = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    return Drift(at, size, before[at : at + 24], after[at : at + 24])


@dataclass(slots=True)
class PrefixWatch:
    """Looks at the prefixes of a run's calls, one after the other.

    Args:
        calls: How many it has seen.
        stable: How many of them were the same as the one before.
        drifts: What the others differed in, in order.
        moved: Values that were moved to the tail, by kind.
    """

    calls: int = 0
    stable: int = 0
    drifts: list[Drift] = field(default_factory=list)
    moved: Counter[str] = field(default_factory=Counter)
    _last: str | None = field(default=None, repr=False)

    def see(self, aligned: Aligned) -> Drift:
        """Look at the prefix of the next call; the first one agrees with itself."""
        before = aligned.prefix if self._last is None else self._last
        found = drift(before, aligned.prefix)
        self.calls += 1
        self.stable += found.is_stable
        if not found.is_stable:
            self.drifts.append(found)
        self.moved.update(aligned.moved)
        self._last = aligned.prefix
        return found

    def report(self) -> dict[str, object]:
        """Sum up, as JSON."""
        return {
            "calls": self.calls,
            "stable": self.stable,
            "stable_ratio": self.stable / self.calls if self.calls else 1.0,
            "moved": dict(sorted(self.moved.items())),
            "first_drift": self.drifts[0].stable_chars if self.drifts else None,
        }
