"""The prompts that hosts offer to people: hand a session off, and resume one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from graphpack.errors import UsageError
from graphpack.redact import Vault, clean

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk

__all__ = ["PROMPTS", "Prompt", "written"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt.

    Args:
        about: What it is for.
        takes: About each argument.
        required: Arguments that have to be there.
    """

    about: str
    takes: Mapping[str, str]
    required: tuple[str, ...] = ()


PROMPTS: Mapping[str, Prompt] = MappingProxyType(
    {
        "handoff": Prompt(
            "Record what this session decided, tried and left open, and pack it for the next one",
            {"session": "name under which it is kept", "focus": "what the next session is to do"},
        ),
        "resume": Prompt(
            "Go on from a session that was kept",
            {"session": "which", "budget_tokens": "size of the pack; else the stored one"},
            ("session",),
        ),
    }
)

_HANDOFF = """\
Hand this session off, so that another one can go on without its transcript.

1. Call `ingest_records`{named} with what this session holds and is not kept yet, as records: each \
decision with its status, also those that were rejected or superseded; what the user asked for and \
ruled out, in the user's words; errors with their messages, and what was tried against them; the \
files that were changed; what is open. Exact names, paths, versions and numbers stay as they are. \
Say nothing that this session does not bear out.
2. Call `export_graph` for that session, then `verify_graph`.
3. Tell the user the pack's address, what `left_out` says, and what `verify_graph` found.{focus}
"""


def written(desk: Desk, name: str, given: Mapping[str, str]) -> str:
    """Write a prompt.

    Args:
        desk: What the server has.
        name: A prompt of ``PROMPTS``.
        given: Its arguments.

    Returns:
        What the user's message says.

    Raises:
        UsageError: An argument is missing, unknown or does not fit.
    """
    prompt = PROMPTS[name]
    missing = [key for key in prompt.required if not given.get(key, "").strip()]
    unknown = [key for key in given if key not in prompt.takes]
    if missing:
        raise UsageError(f"{missing[0]}: missing")
    if unknown:
        raise UsageError(
            f"{unknown[0][:60]}: no such argument", hint=f"known: {', '.join(prompt.takes)}"
        )
    if name == "resume":
        from graphpack.mcp.packing import paste

        return paste(desk, given["session"], _size(given.get("budget_tokens", "")))
    session, focus = (
        clean(" ".join(given.get(key, "").split()), desk.policy, Vault())
        for key in ("session", "focus")
    )
    return _HANDOFF.format(
        named=f' with session="{session}"' if session else "",
        focus=f"\n4. The next session is to: {focus}" if focus else "",
    ).rstrip()


def _size(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        size = int(text)
    except ValueError:
        size = 0
    if size <= 0:
        raise UsageError(f"budget_tokens: {text[:20]!r} is no size", hint="800")
    return size
