"""``graphpack compress``: one text, shortened to what matters in it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from graphpack.atomic import write_private
from graphpack.cli.asked import count_shortened, kind_of, read_asked
from graphpack.cli.metering import meter, stamp
from graphpack.cli.originals import FolderOriginals, kept_originals
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import put, say
from graphpack.cli.surroundings import working_folder
from graphpack.cli.taking import content
from graphpack.compress import Kind, Level, Shortened
from graphpack.compress.levels import auto_level
from graphpack.compress.metrics import metric_of
from graphpack.compress.policy import Output, Policy, Reversible, caps_of, shorten_output
from graphpack.compress.repeats import Repeats, shorten_unseen
from graphpack.errors import ReadError, UsageError
from graphpack.files import read_regular
from graphpack.settings import Compression, Settings, load
from graphpack.text.counted import counted

_STATE = b'{"version"'
"""How the file of ``--seen`` begins."""

_REASONS = {
    "off": "the level is off",
    "short": "it is too short to gain",
    "marked": "it was shortened before",
    "unknown": "nothing shortens this type",
    "nothing": "nothing in it can go",
    "longer": "it would become longer",
    "failed": "its compressor failed",
    "detail": "the whole was asked for",
    "error": "it is what a failed tool said",
    "security": "it reports weaknesses",
    "focus": "it is what is being worked on",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of one text.

    Args:
        kind: What the text is; None tells it from the text.
        level: How much goes; None is the settings'.
        focus: Paths whose text stays whole.
        path: What the text shows; None is its file.
        is_detail: True to write it whole.
        used_tokens: How much of the token budget is used, for ``auto``; None is unknown.
        is_stored: False to keep no original; None leaves it to the settings.
        metrics: A file that takes a record; None leaves it to the settings.
        seen: A file that remembers what earlier calls have shown; None folds nothing.
        with_stats: Say the sizes on standard error.
        redact: What is hidden before anything is written; None leaves it to the settings.
    """

    kind: str | None = None
    level: Literal["off", "summary", "aggressive", "minimal", "auto"] | None = None
    focus: tuple[str, ...] = ()
    path: str | None = None
    is_detail: bool = False
    used_tokens: int | None = None
    is_stored: bool | None = None
    metrics: str | None = None
    seen: str | None = None
    with_stats: bool = False
    redact: Literal["off", "secrets", "all"] | None = None


def run_compress(file: str, wanted: Wanted) -> None:
    """Shorten a text to standard output.

    Args:
        file: A path, or ``-`` for standard input.
        wanted: How.
    """
    settings = load({"redact": wanted.redact}, environment=os.environ, folder=working_folder())
    text = _text(file)
    policy = Policy(
        level=level_of(wanted, settings.compression),
        caps=caps_of(settings.compression),
        focus=wanted.focus,
        is_detail=wanted.is_detail,
        asked=read_asked(),
    )
    is_stored = settings.compression.store if wanted.is_stored is None else wanted.is_stored
    originals = kept_originals(_cleaner(settings)) if is_stored else None
    repeats = _repeats(wanted, policy, settings.compression, originals)
    # a pipe was read above: who types into it wants no bar
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        if settings.redact != "off":
            progress("hiding secrets", 0, 0)
            text = _cleaner(settings)(text)
        progress("compressing", 0, 0)
        path = wanted.path or ("" if file == "-" else file)
        output = Output(text, kind=Kind(wanted.kind) if wanted.kind else None, path=path)
        found = _shortened(output, policy, repeats, originals)
    put(found.text.removesuffix("\n"))
    if wanted.with_stats:
        say(_stats(found.made, found.tokens))
    if found.made.failures:
        say("note: a compressor failed; what it was given is unchanged")
    if repeats is not None and wanted.seen is not None:
        _remember(repeats, wanted.seen)
    if policy.level != "off":
        _count(text, found)
    record = metric_of(found.made, tool="compress", tokens=found.tokens, at=stamp())
    meter([record], wanted.metrics or settings.compression.metrics)


def level_of(wanted: Wanted, settings: Compression) -> Level:
    """Decide the level of a run.

    Args:
        wanted: What the flags say.
        settings: What else says something.

    Returns:
        A level; for ``auto`` by what is left of the token budget, and ``summary`` where nobody
        says how much of it is used.
    """
    level = wanted.level or settings.level
    if level != "auto":
        return level
    if wanted.used_tokens is None:
        return "summary"
    return auto_level(1 - wanted.used_tokens / settings.token_budget)


def _shortened(
    output: Output, policy: Policy, repeats: Repeats | None, originals: FolderOriginals | None
) -> Reversible:
    def shorten(kept: FolderOriginals | None) -> Reversible:
        if repeats is None:
            return shorten_output(output, policy, originals=kept)
        number = repeats.turn + 1
        return shorten_unseen(output, policy, repeats, message=number, originals=kept)

    try:
        return shorten(originals)
    except OSError as error:
        say(f"note: the original cannot be kept: {(error.strerror or str(error)).lower()}")
        return shorten(None)


def _repeats(
    wanted: Wanted, policy: Policy, settings: Compression, originals: FolderOriginals | None
) -> Repeats | None:
    if wanted.seen is None or not settings.dedup:
        return None
    repeats = Repeats(settings.staleness_window, policy.focus, originals=originals)
    with suppress(OSError):  # nothing is remembered
        state = read_regular(Path(wanted.seen))
        if state and not state.startswith(_STATE):
            raise UsageError(
                f"--seen {wanted.seen}: holds something else, and would be overwritten"
            )
        with suppress(ValueError, RecursionError):  # damaged
            repeats.restore(json.loads(state))
    return repeats


def _remember(repeats: Repeats, file: str) -> None:
    try:
        write_private(Path(file), json.dumps(repeats.state(), ensure_ascii=False).encode())
    except OSError as error:
        say(f"note: {file}: not written: {(error.strerror or str(error)).lower()}")


def _cleaner(settings: Settings) -> Callable[[str], str]:
    """Make what hides secrets, in what is written and in an original that is kept."""

    def hide(text: str) -> str:
        from graphpack.redact import clean_kept
        from graphpack.redact.placeholders import Vault
        from graphpack.redact.policy import Policy as Redaction

        # a file on the disk holds no credentials, whatever may be printed
        level = "secrets" if settings.redact == "off" else settings.redact
        rules = Path(settings.redact_rules) if settings.redact_rules else None
        return clean_kept(text, Redaction(level, settings.redact_allow, rules), Vault())

    return hide


def _count(text: str, found: Reversible) -> None:
    """Keep the count of originals asked back, where there was one to ask for."""
    if found.made.bypass == "detail":
        count_shortened(kind_of(text), is_returned=True)
    elif found.ref is not None or found.made.bypass == "off":
        count_shortened(found.made.kind)


def _text(file: str) -> str:
    try:
        return content(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReadError(f"{file}: is no UTF-8 text: byte {error.start} is not") from error


def _stats(made: Shortened, tokens: int) -> str:
    reason = _REASONS[made.bypass or "nothing"]
    if made.original_tokens is None:
        return f"{made.kind}: {tokens:,} tokens, unchanged: {reason}"
    if made.bypass:
        return f"{made.kind}: {made.original_tokens:,} tokens, unchanged: {reason}"
    saved = 1 - tokens / made.original_tokens if made.original_tokens else 0.0
    return (
        f"{made.kind}: {made.original_tokens:,} -> {tokens:,} tokens"
        f" ({saved:.1%} less), {counted(len(made.elisions), 'place')} left out"
    )
