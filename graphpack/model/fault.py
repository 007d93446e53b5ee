"""What is wrong with a pack, by JSON Pointer, and which faults are fatal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphpack.errors import GraphError
from graphpack.model.report import Notice


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a pack should not hold.

    Args:
        code: A stable kebab-case name, such as ``unknown-type``.
        where: JSON Pointer into the written document; empty for the document itself.
        what: Lower case, without a full stop.
        is_fatal: True for an error, False for a warning that only ``--strict`` turns into one.
    """

    code: str
    where: str
    what: str
    is_fatal: bool = True

    def __str__(self) -> str:
        return f"{self.where or '/'}: {self.what}"


def pointer(*parts: str | int) -> str:
    """Build a JSON Pointer.

    Args:
        parts: Keys and indices from the document's root.

    Returns:
        The pointer, with ``~`` and ``/`` escaped.

    Source:
        RFC 6901, section 3.
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def settle(faults: Iterable[Fault], *, strict: bool = False) -> tuple[Notice, ...]:
    """Raise for the faults that are errors and hand the others back as notices.

    Args:
        faults: In the order found.
        strict: True where warnings are errors too.

    Returns:
        One notice per warning.

    Raises:
        GraphError: There is an error; the message names the first and counts the others.
    """
    found = tuple(faults)
    fatal = [fault for fault in found if strict or fault.is_fatal]
    if fatal:
        raise GraphError(_message(fatal), hint="graphpack validate FILE lists everything found")
    return tuple(Notice(fault.code, fault.where, fault.what) for fault in found)


def _message(fatal: Sequence[Fault]) -> str:
    others = len(fatal) - 1
    return f"{fatal[0]} (and {others} more)" if others else str(fatal[0])
