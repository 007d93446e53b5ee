"""What goes to standard error, and the one way to standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from graphpack.model.report import Notice

SHOWN = 12
"""Notices shown one by one."""

# a title or file name from a transcript must not be able to steer a terminal
_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


def say(text: str) -> None:
    """Write a line to standard error; control characters in it are made harmless."""
    typer.echo(text.translate(_CONTROLS), err=True)


def say_notices(notices: Sequence[Notice]) -> None:
    """Write notices to standard error, one line each, the first ones only where there are many."""
    for notice in notices[:SHOWN]:
        times = f" ({notice.count} times)" if notice.count > 1 else ""
        where = f"{notice.where}: " if notice.where else ""
        say(f"note: {where}{notice.message}{times}")
    if len(notices) > SHOWN:
        say(f"note: {len(notices) - SHOWN} more; the evidence file of -o FILE lists them all")


def put(text: str) -> None:
    """Write data to standard output as UTF-8, with a final newline, whatever the terminal's."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\n")
    sys.stdout.buffer.flush()
