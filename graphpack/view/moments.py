"""When the statements of a pack were first said, and what a stretch of that time is called.

Time is the order of messages, and of the sessions that a pack was joined of; dates are not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphpack.model.graph import Source


def first_said(sources: Sequence[Source], sessions: Sequence[str]) -> Source | None:
    """Find the earliest evidence of a statement.

    Args:
        sources: All of its evidence.
        sessions: Names of the sessions, the earliest first.

    Returns:
        The first of them; None where there is none.
    """
    return min(sources, key=lambda source: _moment(source, sessions), default=None)


def moments_of(
    firsts: Mapping[str, Source | None], sessions: Sequence[str]
) -> Mapping[str, tuple[int, ...]]:
    """Tell when each statement was first said, as something that can be ordered.

    Args:
        firsts: The earliest evidence by statement, in the order of the pack.
        sessions: Names of the sessions, the earliest first.

    Returns:
        A moment by statement; one without evidence is as old as what stands before it.
    """
    found: dict[str, tuple[int, ...]] = {}
    last: tuple[int, ...] = (-1, -1)
    for place, (name, first) in enumerate(firsts.items()):
        if first:
            last = _moment(first, sessions)
        found[name] = last if first else (*last, place)
    return found


def stretch(firsts: Sequence[Source | None]) -> str:
    """Name the time that statements stand for, from the first to the last.

    Args:
        firsts: The earliest evidence of each, in the order of time; None where it has none.

    Returns:
        ``message 3``, ``messages 3–20``, with the sessions where there are several; empty where
        nothing has evidence.
    """
    known = [source for source in firsts if source]
    if not known:
        return ""
    first, last = known[0], known[-1]
    session = f"{first.session}, " if first.session else ""
    if first.session != last.session:
        return f"{session}message {first.message} – {last.session}, message {last.message}"
    if first.message == last.message:
        return f"{session}message {first.message}"
    return f"{session}messages {first.message}–{last.message}"


def _moment(source: Source, sessions: Sequence[str]) -> tuple[int, int]:
    session = source.session or ""
    return (sessions.index(session) if session in sessions else 0), source.message
