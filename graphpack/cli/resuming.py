"""``graphpack resume``: a pack handed to a new session, of a host's or on the clipboard."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graphpack.cli.packs import pack_of
from graphpack.cli.speak import put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError
from graphpack.packs.guarding import let_out
from graphpack.pipeline.safety import policy_of
from graphpack.render import render
from graphpack.settings import load

HOSTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"claude": ("claude",), "codex": ("codex",), "gemini": ("gemini", "--prompt-interactive")}
)
"""How each host is started with a first prompt, which follows."""
MAX_ARGUMENT_BYTES = 100_000
"""Systems take some 128 KiB for one argument of a program."""


def run_resume(file: str, into: str, arguments: Mapping[str, Any]) -> int:
    """Hand a pack to a new session.

    Args:
        file: Path of the pack, or ``-``.
        into: A host of ``HOSTS``, ``clipboard`` or ``stdout``.
        arguments: From the flags, by setting name.

    Returns:
        The host's own exit code, else 0.

    Raises:
        UsageError: The host is not installed, or cannot take the pack in this way.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    pack = pack_of(file, policy)
    rendered = render(pack.graph, to="paste", count=len)
    block = let_out(rendered.text, policy)
    if not settings.quiet:
        say_notices([*pack.notices, *rendered.notices])
    if into == "stdout":
        put(block)
        return 0
    if into == "clipboard":
        _copy(block)
        return 0
    program, *options = HOSTS[into]
    where = shutil.which(program)
    if where is None:
        raise UsageError(f"{program}: not installed here", hint="--into clipboard, or stdout")
    if file == "-":
        raise UsageError(f"-: {program} needs the terminal", hint="name the pack's file")
    if len(block.encode("utf-8", "surrogatepass")) > MAX_ARGUMENT_BYTES:
        raise UsageError(
            f"{file}: too large to start {program} with", hint="--into clipboard, or a smaller pack"
        )
    if not settings.quiet:
        say(f"starting {program}")
    return subprocess.run([where, *options, block], check=False).returncode


def _copy(text: str) -> None:
    import pyperclip

    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException as error:
        raise UsageError("no clipboard here", hint="--into stdout") from error
    say("copied to the clipboard")
