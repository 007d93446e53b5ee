"""What goes to standard error, and the one way to standard output and from standard input."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

import typer

from graphpack.errors import GraphpackError, UnknownFormatError, UsageError
from graphpack.model.report import Notice
from graphpack.patterns import compiled
from graphpack.text.counted import counted
from graphpack.text.invisible import visible

if TYPE_CHECKING:
    from graphpack.readers.limits import Limits
    from graphpack.redact import Policy

SHOWN = 12
"""Notices shown one by one."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})

# a title or file name from a transcript must not be able to steer a terminal
_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


# nothing shorter is a secret that says what it is, and others stand beside one of these words
_MAY_HIDE = compiled(
    r"[A-Za-z0-9_+/=~.-]{20}|://|(?i:pass|pw|secret|token|key|cred|auth|cookie)|[^\x00-\x7f]"
)


def say(text: str) -> None:
    """Write a line to standard error, without secrets and without characters that steer."""
    # what a command line holds need be no text: a byte that is no character is shown as one
    told = harmless(hidden(text)).encode("utf-8", "backslashreplace").decode("utf-8")
    typer.echo(told, err=True)


def hidden(text: str) -> str:
    """Take secrets out of what is said: names of files, ids and titles are anybody's.

    Args:
        text: A line, or several.

    Returns:
        The text with placeholders; a text that may hold none is not looked at closely.
    """
    if not _MAY_HIDE.search(text):
        return text
    from graphpack.redact import Policy, Vault, clean

    return clean(text, Policy(), Vault())


def harmless(text: str) -> str:
    """Take out what steers a terminal: control characters, and those that hide or turn text."""
    return visible(text).translate(_CONTROLS)


def say_error(error: GraphpackError, *, is_debug: bool = False) -> None:
    """Write what went wrong, what comes near where no format fitted, and what to try next.

    Args:
        error: What was raised.
        is_debug: True to say of every format why it is not that one.
    """
    say(f"error: {error}")
    if isinstance(error, UnknownFormatError):
        for line in _refused(error.refusals) if is_debug else _near(error):
            say(line)
    if error.hint:
        say(f"hint: {error.hint}")


def _near(error: UnknownFormatError) -> list[str]:
    """Write the formats that come near, and how many others were tried."""
    lines = [f"  {name}: {why}" for name, why in error.near]
    others = len(error.refusals) - len(error.near)
    if others > 0:
        other = "other " if error.near else ""
        lines.append(f"  {others} {other}formats do not fit; --debug says why not")
    return lines


def _refused(refusals: Sequence[tuple[str, str]]) -> list[str]:
    """Write why each format said no, those with one reason on one line."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in refusals:
        by_reason.setdefault(reason, []).append(name)
    return [f"  {', '.join(names)}: {reason}" for reason, names in by_reason.items()]


def say_notices(notices: Sequence[Notice], *, has_evidence: bool = True) -> None:
    """Write notices to standard error, one line each, the first ones only where there are many.

    Args:
        notices: In the order met.
        has_evidence: True where an evidence file could list them all.
    """
    for notice in notices[:SHOWN]:
        times = f" ({notice.count} times)" if notice.count > 1 else ""
        where = f"{notice.where}: " if notice.where else ""
        say(f"note: {where}{notice.message}{times}")
    if len(notices) > SHOWN:
        where = "; the evidence file of -o FILE lists them all" if has_evidence else ""
        say(f"note: {len(notices) - SHOWN} more{where}")


def noticed(losses: int) -> str:
    """Word the error of ``--fail-on-notice``.

    Args:
        losses: How many notices tell of something lost or uncertain.
    """
    return f"{counted(losses, 'notice')} of something lost or uncertain, and --fail-on-notice is on"


def put(text: str, *, end: str = "\n", is_harmless: bool = False) -> None:
    """Write data to standard output as UTF-8, with a final newline, whatever the terminal's.

    A program gets every character; a terminal gets none that steers it.

    Args:
        text: The data.
        end: What follows it.
        is_harmless: True where each text in it has been made harmless, and what steers the
            terminal is meant to.

    Raises:
        BrokenPipeError: Its reader has gone away.
        UsageError: It cannot be written to.
    """
    if sys.stdout is None:
        raise UsageError("standard output: is closed")
    if is_terminal(sys.stdout) and not is_harmless:
        text = harmless(text)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write((text + end).encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        swallow()
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"standard output: cannot be written: {reason}") from error


def put_json(value: Any, policy: Policy) -> None:
    """Write a value that was made of a pack as JSON, in which nothing acts on what shows it.

    Args:
        value: Of JSON's own types.
        policy: What is hidden in it, once more and as a whole.
    """
    import json

    from graphpack.packs.guarding import let_out
    from graphpack.render.inert import inert

    text = inert(json.dumps(value, ensure_ascii=False, indent=1))
    put(let_out(text, policy, name="answer"))


def take(limits: Limits | None = None) -> bytes:
    """Read standard input to its end.

    Args:
        limits: How much may come; None are the defaults.

    Returns:
        What was there.

    Raises:
        UsageError: It is closed.
    """
    if sys.stdin is None:
        raise UsageError("-: standard input is closed")
    from graphpack.readers.limits import Limits
    from graphpack.readers.pipes import read_pipe

    return read_pipe(sys.stdin.buffer, limits or Limits())


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end."""
    return stream is not None and stream.isatty()


def swallow(stream: TextIO | None = None) -> None:
    """Send what is still buffered nowhere.

    The interpreter flushes once more at its end, and that must not fail again.

    Args:
        stream: Standard output where None.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


def unwritable(error: Exception) -> bool:
    """Say that standard output or standard error is full, where that was the error.

    Args:
        error: What ended a command.

    Returns:
        Whether that was it.
    """
    if not isinstance(error, OSError) or error.errno not in _FULL or error.filename is not None:
        return False
    swallow()
    try:
        say(f"error: standard output: cannot be written: {(error.strerror or str(error)).lower()}")
    except OSError:
        swallow(sys.stderr)  # so it was that one, and nobody can be told
    return True
