"""One text under the rules of a run: what passes through whole, at which level, and the way back.

This is what faces call for one tool output. How a text is shortened is the compressors' matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphpack import tokens
from graphpack.compress import compress
from graphpack.compress.base import MIN_TOKENS, Bypass, Kind, Level, Shortened, original
from graphpack.compress.levels import CAPS, Asked, effective_level
from graphpack.compress.originals import Originals, reference, references, with_hint
from graphpack.errors import UsageError
from graphpack.patterns import compiled
from graphpack.settings import Compression

__all__ = [
    "Output",
    "Policy",
    "Reversible",
    "compress_text",
    "is_security_report",
    "shorten_output",
]

MAX_ERROR_CHARS = 4_000
"""What a failed tool says passes through up to this length. What is longer is the record of a run
that failed; its compressor keeps every error in it."""

_ADVISORY = compiled(
    r"\b(?:CVE-\d{4}-\d{4,7}|CWE-\d{1,4}|GHSA(?:-[0-9a-z]{4}){3}|RUSTSEC-\d{4}-\d{4}|PYSEC-\d{4}-\d{1,6}"
    r"|GO-\d{4}-\d{4}|SNYK-[A-Z]{1,20}-[A-Z0-9-]{1,40})\b"
)
_SCANNER = compiled(
    r"(?i)\b[1-9]\d{0,5} (?:(?:low|moderate|medium|high|critical|known|security|severity) ){0,3}"
    r"(?:vulnerabilit(?:y|ies)|security (?:issues?|findings?)|secrets? (?:found|detected))"
    r"|\bseverity: (?:critical|high|medium|moderate)\b"
)


@dataclass(frozen=True, slots=True)
class Output:
    """What a tool gave.

    Args:
        text: The output.
        kind: What it is; None tells it from the text.
        path: What it shows: a file, a pattern, a command; empty where unknown.
        is_error: True where the tool itself failed.
    """

    text: str
    kind: Kind | None = None
    path: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """How outputs are shortened.

    Args:
        level: How much goes.
        caps: The most that may go, by type.
        focus: Paths being worked on, edit targets among them: their content is never touched.
        is_detail: True where the whole is asked for.
        asked: How often originals are asked back, by type.
    """

    level: Level = "summary"
    caps: Mapping[Kind, Level] = field(default_factory=lambda: CAPS)
    focus: tuple[str, ...] = ()
    is_detail: bool = False
    asked: Mapping[Kind, Asked] = field(default_factory=dict)

    def caps_now(self) -> Mapping[Kind, Level]:
        """Give the caps as readers' questions have changed them."""
        raised = {
            kind: effective_level(self.level, kind, caps=self.caps, asked=asked)
            for kind, asked in self.asked.items()
        }
        return {**self.caps, **raised}


@dataclass(frozen=True, slots=True)
class Reversible:
    """A shortened text with the way back.

    Args:
        text: What to show: the short text, below it the hint where its original is kept.
        made: How it was shortened.
        ref: Of the original; None where nothing was shortened or no store was given.
        tokens: Size of ``text``.
    """

    text: str
    made: Shortened
    ref: str | None
    tokens: int


def compress_text(
    text: str,
    *,
    kind: str | None = None,
    level: Level = "summary",
    focus: Sequence[str] = (),
    originals: Originals | None = None,
) -> Reversible:
    """Shorten one text to what matters in it.

    Args:
        text: Anything, such as the output of a tool.
        kind: What it is, such as ``log``; None tells it from the text.
        level: How much goes: ``off``, ``summary``, ``aggressive`` or ``minimal``.
        focus: Paths being worked on: what speaks of them is kept.
        originals: Where the original is kept; None keeps it nowhere.

    Returns:
        The text to show, with its sizes; never longer than the original.
    """
    output = Output(text, kind=Kind(kind) if kind else None)
    return shorten_output(output, Policy(level=level, focus=tuple(focus)), originals=originals)


def shorten_output(
    output: Output,
    policy: Policy,
    *,
    originals: Originals | None = None,
    count: Callable[[str], int] | None = None,
) -> Reversible:
    """Shorten what a tool gave, unless it must be seen whole.

    Args:
        output: What it gave.
        policy: The rules of the run.
        originals: Where the original is kept; None keeps it nowhere.
        count: Tokens of a text; by default by ``tokens.DEFAULT``.

    Returns:
        The text to show; the original itself where it passes through or would become longer.
    """
    count = count or tokens.counter().count
    text, kind = output.text, output.kind or Kind.TEXT
    reason = bypass_of(output, policy)
    if reason is not None:
        size_tokens = count(text)
        made = original(text, kind=kind, level=policy.level, bypass=reason)
        made = replace(made, original_tokens=size_tokens, tokens=size_tokens)
        return Reversible(text, made, None, size_tokens)
    made = compress(
        text,
        kind=output.kind,
        level=policy.level,
        focus=policy.focus,
        caps=policy.caps_now(),
        count=count,
    )
    size_tokens = count(text) if made.tokens is None else made.tokens
    if made.bypass is not None or originals is None:
        return Reversible(made.text, made, None, size_tokens)
    return reversible(text, made, originals, count)


def reversible(
    text: str, made: Shortened, originals: Originals, count: Callable[[str], int]
) -> Reversible:
    """Keep the original of a shortened text, and say below it where it is.

    Args:
        text: The original.
        made: As it was shortened, with its sizes.
        originals: Where the original is kept.
        count: Tokens of a text.

    Returns:
        The short text with the hint; the original where the hint costs more than was saved.
    """
    shown = with_hint(made.text, reference(text))
    size_tokens = count(shown)
    before_tokens = count(text) if made.original_tokens is None else made.original_tokens
    if size_tokens >= before_tokens or len(shown) > len(text):
        back = original(text, kind=made.kind, level=made.level, bypass="longer")
        back = replace(back, original_tokens=before_tokens, tokens=before_tokens)
        return Reversible(text, back, None, before_tokens)
    ref = originals.store(text)  # another one where the store hides what must not be written
    return Reversible(with_hint(made.text, ref), made, ref, size_tokens)


def bypass_of(output: Output, policy: Policy) -> Bypass | None:
    """Say why an output has to be seen whole; None where it may be shortened.

    Args:
        output: What a tool gave.
        policy: The rules of the run.
    """
    if policy.level == "off":
        return "off"
    if policy.is_detail:
        return "detail"
    if output.is_error and len(output.text) <= MAX_ERROR_CHARS:
        return "error"
    if output.path and is_in(output.path, policy.focus):
        return "focus"
    if references(output.text):
        return "marked"
    if len(output.text) >= MIN_TOKENS and is_security_report(output.text):
        return "security"
    return None


def is_in(path: str, focus: tuple[str, ...]) -> bool:
    """Tell whether a path is in the focus: the same file, or one below a folder that is.

    Args:
        path: A path, or a command that names one; either may be relative.
        focus: Paths being worked on.
    """
    own = path.removeprefix("./")
    for one in focus:
        wanted = one.removeprefix("./").rstrip("/")
        if own and wanted.endswith(f"/{own}"):
            return True
        if wanted and re.search(rf"(?:^|[\s/'\"=:]){re.escape(wanted)}(?:$|[\s/'\":,])", path):
            return True
    return False


def is_security_report(text: str) -> bool:
    """Tell whether a text reports weaknesses: it names advisories, or sums findings up."""
    return _ADVISORY.search(text) is not None or _SCANNER.search(text) is not None


def caps_of(wanted: Compression) -> dict[Kind, Level]:
    """Read the caps of types off the settings.

    Args:
        wanted: The settings.

    Returns:
        A level for each kind that has one.

    Raises:
        UsageError: There is no such type.
    """
    known = set(Kind) - {Kind.MIXED}
    for name in wanted.caps:
        if name not in known:
            names = ", ".join(sorted(known))
            raise UsageError(f"compression.caps: {name}: not a type", hint=f"known: {names}")
    return {Kind(name): level for name, level in wanted.caps.items()}
