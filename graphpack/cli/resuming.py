"""``graphpack resume``: a pack handed to a new session, of a host's or on the clipboard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from types import MappingProxyType

from graphpack.cli.packs import pack_of
from graphpack.cli.speak import put, say, say_notices
from graphpack.errors import UsageError
from graphpack.render import render

HOSTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"claude": ("claude",), "codex": ("codex",), "gemini": ("gemini", "--prompt-interactive")}
)
"""How each host is started with a first prompt, which follows."""
MAX_ARGUMENT_BYTES = 100_000
"""Systems take some 128 KiB for one argument of a program."""


def run_resume(file: str, into: str, *, is_quiet: bool) -> int:
    """Hand a pack to a new session.

    Args:
        file: Path of the pack, or ``-``.
        into: A host of ``HOSTS``, ``clipboard`` or ``stdout``.
        is_quiet: True to say nothing but errors.

    Returns:
        The host's own exit code, else 0.

    Raises:
        UsageError: The host is not installed, or cannot take the pack in this way.
    """
    pack = pack_of(file)
    rendered = render(pack.graph, to="paste", count=len)
    if not is_quiet:
        say_notices([*pack.notices, *rendered.notices])
    if into == "stdout":
        put(rendered.text)
        return 0
    if into == "clipboard":
        _copy(rendered.text)
        return 0
    program, *options = HOSTS[into]
    where = shutil.which(program)
    if where is None:
        raise UsageError(f"{program}: not installed here", hint="--into clipboard, or stdout")
    if file == "-":
        raise UsageError(f"-: {program} needs the terminal", hint="name the pack's file")
    if len(rendered.text.encode("utf-8", "surrogatepass")) > MAX_ARGUMENT_BYTES:
        raise UsageError(
            f"{file}: too large to start {program} with", hint="--into clipboard, or a smaller pack"
        )
    if not is_quiet:
        say(f"starting {program}")
    return subprocess.run([where, *options, rendered.text], check=False).returncode


def _copy(text: str) -> None:
    import pyperclip

    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException as error:
        raise UsageError("no clipboard here", hint="--into stdout") from error
    say("copied to the clipboard")
