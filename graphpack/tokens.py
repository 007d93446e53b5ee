"""Token counters: exact ones that work offline, estimates that say so, and a door for others.

The exact counts come from rs-bpe, which carries its ranks inside and is ready in 50 ms; tiktoken
(seven times slower to start, and it wants rank files from somewhere) is the cross-check in the
tests. Nothing here counts what a provider adds around a text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from graphpack.errors import UsageError
from graphpack.patterns import compiled

DEFAULT = "o200k_base"
ESTIMATE = "chars/4 (estimate)"
_ESTIMATE_NAMES = ("chars/4", ESTIMATE)
FAMILIES: Mapping[str, str | int] = MappingProxyType(
    {
        "gpt-5": "o200k_base",
        "gpt-4o": "o200k_base",
        "gpt-4.1": "o200k_base",
        "gpt-4": "cl100k_base",
        "gpt-3.5": "cl100k_base",
        "claude": 3,
        "gemini": 4,
        "llama": 4,
        "mistral": 4,
        "default": 4,
    }
)
"""Presets by model family: an exact counter, or the characters that one token is taken to be."""
_LONE_SURROGATE = compiled("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Counter:
    """A named way to count.

    Args:
        name: As it is reported; ends in ``(estimate)`` where it is one.
        count: Tokens of a text.
        notice: Why it is not the counter that was asked for; None where it is.
    """

    name: str
    count: Callable[[str], int]
    notice: str | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the count is the tokenizer's own."""
        return not self.name.endswith("(estimate)")


def names() -> tuple[str, ...]:
    """List the built-in counters, the default first."""
    return (DEFAULT, "cl100k_base", "chars/4")


def counter(name: str = DEFAULT) -> Counter:
    """Find a counter by name.

    Args:
        name: One of ``names()``, a model family such as ``claude`` or ``gpt-4`` (the longest that
            a model's name begins with counts), or ``package.module:function`` where the function
            takes a text and returns its number of tokens.

    Returns:
        The counter; an estimate with a notice where the exact one cannot be loaded here.

    Raises:
        UsageError: There is no such counter, or the function does not count.
    """
    if name in _ESTIMATE_NAMES:
        return Counter(ESTIMATE, _quarter)
    preset = _preset(name)
    if isinstance(preset, int):
        return Counter(f"{name}: chars/{preset} (estimate)", _Estimate(preset))
    name = preset or name
    if ":" in name:
        return _custom(name)
    if name not in names():
        raise UsageError(
            f"{name}: not a known tokenizer",
            hint=f"--tokenizer {' | '.join((*names(), *FAMILIES))} | package.module:function",
        )
    try:
        ranks = import_module("rs_bpe").openai
    except ImportError as error:
        return Counter(ESTIMATE, _quarter, notice=f"{name} cannot be loaded here ({error})")
    load: Callable[[], _Tokenizer] = getattr(ranks, name)
    return Counter(name, _Exact(load()))


class _Tokenizer(Protocol):
    """What is used of rs-bpe's tokenizer."""

    def count(self, text: str, /) -> int: ...


class _Exact:
    """Counts by byte-pair ranks; special tokens in the text count as ordinary characters."""

    def __init__(self, tokenizer: _Tokenizer) -> None:
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> int:
        # half a surrogate pair has no UTF-8; a reader lets it through only from a broken source
        if not text.isascii() and _LONE_SURROGATE.search(text):
            text = _LONE_SURROGATE.sub("\ufffd", text)
        return self._tokenizer.count(text)


class _Estimate:
    """Takes a token for so many characters."""

    def __init__(self, chars: int) -> None:
        self._chars = chars

    def __call__(self, text: str) -> int:
        return -(-len(text) // self._chars)


def _preset(name: str) -> str | int | None:
    """Find the family of a model by the beginning of its name, and what counts for it."""
    bare = name.lower().rpartition("/")[2] if ":" not in name else ""
    fits = [family for family in FAMILIES if bare == family or bare.startswith(f"{family}-")]
    return FAMILIES[max(fits, key=len)] if fits else None


def _quarter(text: str) -> int:
    return -(-len(text) // 4)


def _custom(name: str) -> Counter:
    module, _, attribute = name.partition(":")
    try:
        function: Callable[[str], int] = getattr(import_module(module), attribute)
        sizes = (function(""), function("graphpack"))
    except (ImportError, AttributeError, TypeError, ValueError, SystemExit) as error:
        raise UsageError(
            f"{name}: cannot be used as a tokenizer: {error}",
            hint="name a function as package.module:function; it takes a text, returns a number",
        ) from error
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int) or size < 0:
            raise UsageError(f"{name}: returned {size!r}, not a number of tokens")
    return Counter(name, function)
