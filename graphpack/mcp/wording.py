"""Errors as clients are told them: what a command line calls a flag is an argument here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from graphpack.errors import GraphpackError
from graphpack.patterns import compiled

__all__ = ["hidden", "worded"]

_ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {
        "pick": "pick",
        "format": "format",
        "budget": "budget_tokens",
        "cap": "budget_tokens",
        "weight": "weights",
        "floor": "floor",
    }
)
_SERVERS = frozenset({"root", "store", "machine", "no-machine"})
"""Flags of the server itself: whoever starts it can do something about them."""
_FLAG = compiled(r"--([a-z][a-z-]*)(?:[ =]('[^'\n]*'|[A-Za-z0-9][^\s,;:]*))?")
_COMMAND = compiled(r"\bgraphpack [a-z]|standard input")


def hidden(text: str) -> str:
    """Hide the secrets of what is said about a request: clients log errors, and show them.

    Args:
        text: Such as an error's words, or a name that nothing has.

    Returns:
        The text, unchanged where nothing was found.
    """
    from graphpack.redact import Policy, Vault, clean

    return clean(text, Policy(), Vault())


def worded(error: GraphpackError) -> tuple[str, ...]:
    """Word an error for a client.

    Args:
        error: As it was raised; its words may be those of the command line.

    Returns:
        What was wrong, and what to do, where that can be done by a client.
    """
    lines = [f"error: {_argued(str(error))}"]
    if error.hint:
        hint = _argued(error.hint)
        others = {name for name, _ in _FLAG.findall(hint)} - _SERVERS
        if not others and not _COMMAND.search(hint):
            lines.append(f"hint: {hint}")
    return tuple(lines)


def _argued(text: str) -> str:
    """Name arguments in the place of flags."""

    def name(found: re.Match[str]) -> str:
        argument = _ARGUMENTS.get(found[1])
        if argument is None:
            return found[0]
        value = found[2] or ""
        if value.isdigit() and argument != "pick":
            return f"{argument}={value}"
        if value and argument == "pick":
            return f"{argument}={value.strip(chr(39))!r}"
        return found[0].replace(f"--{found[1]}", argument)

    return _FLAG.sub(name, text)
