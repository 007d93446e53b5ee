"""A bug: one line for the person, the traceback in a file that only they can read."""

from __future__ import annotations

import hashlib
import platform
import sys
import tempfile
import traceback
from pathlib import Path

import typer
from platformdirs import user_state_path

from graphpack import __version__
from graphpack.atomic import write_private
from graphpack.cli.speak import hidden, say

ISSUES = "please report it with that file, after a look at what it holds"


def report(error: BaseException, *, is_debug: bool) -> int:
    """Write the crash file and say where it is.

    Args:
        error: What nobody expected.
        is_debug: True to show the traceback as well.

    Returns:
        The exit code.
    """
    try:
        _report(error, is_debug=is_debug)
    except Exception as second:  # noqa: BLE001  # what takes secrets out is at fault: show no words
        names = f"{type(error).__name__}, and {type(second).__name__} in the report of it"
        places = ", ".join(map(_place, traceback.extract_tb(second.__traceback__)[-2:]))
        typer.echo(f"graphpack has a bug: {names} ({places}); please report it", err=True)
    return 1


def _place(frame: traceback.FrameSummary) -> str:
    return f"{Path(frame.filename).name}:{frame.lineno}"


def _report(error: BaseException, *, is_debug: bool) -> None:
    text = hidden("".join(traceback.format_exception(error)))
    if is_debug:
        say(text.rstrip())
    what = " ".join(str(error).split())[:120]
    say(f"graphpack has a bug: {type(error).__name__}: {what} ({_keep(text)})")


def _keep(text: str) -> str:
    name = f"crash-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}.txt"
    head = f"graphpack {__version__}, Python {platform.python_version()}, {sys.platform}\n\n"
    for folder in (user_state_path("graphpack"), Path(tempfile.gettempdir())):
        try:
            path = _write(folder, name, head + text)
        except OSError:
            continue
        return f"details in {path}; {ISSUES}"
    return "its details could not be written anywhere; --debug shows them"


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    # never through a link or into somebody else's file: a shared temporary folder has both
    write_private(path, text.encode("utf-8", "backslashreplace"))
    return path
