"""``graphpack compress``: one text, shortened to what matters in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphpack.cli.speak import put, say, take
from graphpack.compress import Kind, Level, Shortened, compress
from graphpack.errors import ReadError

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


def run_compress(
    file: str, *, kind: str | None, level: Level, focus: Sequence[str], with_stats: bool
) -> None:
    """Shorten a text to standard output.

    Args:
        file: A path, or ``-`` for standard input.
        kind: What the text is; None tells it from the text.
        level: How much goes.
        focus: Paths whose text stays whole.
        with_stats: Say the sizes on standard error.
    """
    text = _text(file)
    made = compress(text, kind=Kind(kind) if kind else None, level=level, focus=focus)
    put(made.text.removesuffix("\n"))
    if with_stats:
        say(_stats(made))
    if made.failures:
        say("note: a compressor failed; what it was given is unchanged")


def _text(file: str) -> str:
    try:
        data = take() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise ReadError(f"{file}: {(error.strerror or str(error)).lower()}") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReadError(f"{file}: is no UTF-8 text: byte {error.start} is not") from error


def _stats(made: Shortened) -> str:
    if made.original_tokens is None or made.tokens is None:
        return f"{made.kind}: unchanged, {_REASONS[made.bypass or 'nothing']}"
    if made.bypass:
        return f"{made.kind}: {made.tokens:,} tokens, unchanged: {_REASONS[made.bypass]}"
    saved = 1 - made.tokens / made.original_tokens if made.original_tokens else 0.0
    return (
        f"{made.kind}: {made.original_tokens:,} -> {made.tokens:,} tokens"
        f" ({saved:.1%} less), {len(made.elisions)} places left out"
    )
