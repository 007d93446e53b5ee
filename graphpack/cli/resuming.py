"""``graphpack resume``: a pack handed to a new session, of a host's or on the clipboard."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from graphpack.cli.packs import pack_of
from graphpack.cli.speak import put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError
from graphpack.model.codes import NodeType
from graphpack.model.graph import ContextGraph
from graphpack.pipeline.safety import policy_of, scrub
from graphpack.redact import Policy, Vault
from graphpack.render import render
from graphpack.settings import load
from graphpack.text.injection import is_order, is_quoted, order_spans, quoted

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
    graph = _harmless(
        pack.graph, policy_of(load({}, environment=os.environ, folder=working_folder()))
    )
    if graph != pack.graph and not is_quiet:
        say("note: secrets hidden, or orders to a model quoted: the pack held some")
    rendered = render(graph, to="paste", count=len)
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


def _harmless(graph: ContextGraph, policy: Policy) -> ContextGraph:
    """Hide secrets and quote orders: a pack may be anybody's, and a model takes it as it is."""
    vault = Vault()
    vault.reserve(graph.model_dump_json())
    plain = graph.model_dump()
    cleaned = _quoted(plain)
    return scrub(graph if cleaned == plain else ContextGraph.model_validate(cleaned), policy, vault)


def _quoted(value: Any, *, is_code: bool = False) -> Any:
    if isinstance(value, Mapping):
        is_code = value.get("type") == NodeType.CODE
        return {key: _quoted(item, is_code=is_code) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_quoted(item, is_code=is_code) for item in value)
    if not isinstance(value, str) or isinstance(value, Enum) or is_quoted(value):
        return value
    is_ordering = is_order(value, is_code=is_code) or (not is_code and bool(order_spans(value)))
    return quoted(value) if is_ordering else value


def _copy(text: str) -> None:
    import pyperclip

    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException as error:
        raise UsageError("no clipboard here", hint="--into stdout") from error
    say("copied to the clipboard")
