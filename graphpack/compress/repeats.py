"""What a conversation has shown before: the same again becomes a word, a new version what changed.

It decides by content alone, never by a name: what differs in one character is not the same. What
was shown too long ago is shown again, for its reader may not have it any more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from graphpack import tokens
from graphpack.compress.base import MIN_TOKENS, Elision, Kind, Level, Shortened, original, shorten
from graphpack.compress.changes import changes
from graphpack.compress.originals import Originals, reference
from graphpack.compress.policy import (
    Output,
    Policy,
    Reversible,
    bypass_of,
    is_in,
    reversible,
    shorten_output,
)

__all__ = ["SEEN", "WINDOWS", "Repeats", "shorten_unseen"]

SEEN = "seen before"
"""The reason of an elision that stands for a whole text."""

WINDOWS: Mapping[Level, int] = MappingProxyType({"summary": 6, "aggressive": 8, "minimal": 12})
"""Outputs after which something is stale and shown in full again, by level.

Source:
    Seed 000, tasks 3.2 and 6.3.
"""

MAX_SEEN = 1_000
MAX_TEXTS = 64
MAX_TEXT_CHARS = 400_000
PATH_CHARS = 120
WORTH_RATIO = 0.7
"""A new version is folded where no more than this much of it is left."""

_VERSION = 1


@dataclass(frozen=True, slots=True)
class _Sighting:
    """Where something was last shown in full: its message, its output's number, what it showed."""

    message: int
    turn: int
    path: str


@dataclass(slots=True)
class Repeats:
    """What outputs of one conversation have been shown, in their order.

    Args:
        window: Outputs after which something is stale; None is the level's own.
        focus: Paths being worked on: they are never folded.
        count: Tokens of a text.
        originals: Where earlier versions are found that another run has seen; None is nowhere.
        saved_tokens: How much folding has saved so far.
        turn: Outputs looked at so far.
    """

    window: int | None = None
    focus: tuple[str, ...] = ()
    count: Callable[[str], int] = field(default_factory=lambda: tokens.counter().count)
    originals: Originals | None = None
    saved_tokens: int = 0
    turn: int = 0
    _seen: OrderedDict[str, _Sighting] = field(default_factory=OrderedDict, repr=False)
    _paths: OrderedDict[str, str] = field(default_factory=OrderedDict, repr=False)
    _texts: OrderedDict[str, str] = field(default_factory=OrderedDict, repr=False)

    def fold(self, text: str, *, path: str, message: int, level: Level) -> Shortened:
        """Fold an output where it, or an earlier version of it, was shown not long ago.

        Args:
            text: The output, whole.
            path: What it shows, a file or a command; a new version is known by it. May be empty.
            message: Where it stands, as readers of the result count.
            level: ``off`` folds nothing.

        Returns:
            The folded output; the output itself where it is to be shown in full.
        """
        self.turn += 1
        path = _named(path)
        whole = original(text, kind=Kind.TEXT, level=level, bypass="nothing")
        if level == "off" or (path and is_in(path, self.focus)):
            return whole
        size_tokens = self.count(text)
        if size_tokens < MIN_TOKENS:
            return whole
        window = WINDOWS[level] if self.window is None else self.window
        now = _Sighting(message, self.turn, path)
        digest = reference(text)
        made = self._folded(text, digest, now, window) or self._changed(text, now, window)
        if made is None:
            self._note(digest, text, now)
            return whole
        elisions = made
        if elisions[0].reason != SEEN:
            # only a part is told: from here on the new version is what was shown
            self._note(digest, text, now)
        short = shorten(text, elisions, kind=Kind.TEXT, level=level)
        left_tokens = self.count(short.text)
        self.saved_tokens += max(0, size_tokens - left_tokens)
        return Shortened(
            short.text, Kind.TEXT, level, size_tokens, left_tokens, elisions=short.elisions
        )

    def _folded(
        self, text: str, digest: str, now: _Sighting, window: int
    ) -> tuple[Elision, ...] | None:
        before = self._seen.get(digest)
        if before is None or now.turn - before.turn > window:
            return None
        named = f": {before.path}" if before.path else ""
        marker = f"(seen in message {before.message}{named})"
        lines = text.count("\n") + 1
        return (Elision(0, len(text), marker, lines, "lines", SEEN),)

    def _changed(self, text: str, now: _Sighting, window: int) -> tuple[Elision, ...] | None:
        digest = self._paths.get(now.path, "")
        before = self._seen.get(digest)
        if before is None or now.turn - before.turn > window:
            return None
        earlier = self._texts.get(digest)
        if earlier is None and self.originals is not None:
            earlier = self.originals.retrieve(digest)
        if earlier is None:
            return None
        found = changes(earlier, text, message=before.message)
        left = len(text) - sum(one.end - one.start - len(one.marker) for one in found)
        return found if found and left <= WORTH_RATIO * len(text) else None

    def _note(self, digest: str, text: str, now: _Sighting) -> None:
        _keep(self._seen, digest, now, MAX_SEEN)
        if now.path:
            _keep(self._paths, now.path, digest, MAX_SEEN)
            if len(text) <= MAX_TEXT_CHARS:
                _keep(self._texts, digest, text, MAX_TEXTS)

    def state(self) -> dict[str, Any]:
        """Give what the next run has to know, as JSON: hashes and places, never the texts."""
        seen = {digest: [one.message, one.turn, one.path] for digest, one in self._seen.items()}
        return {"version": _VERSION, "turn": self.turn, "seen": seen}

    def restore(self, state: object) -> None:
        """Go on where another run has stopped.

        What is folded is decided by the content that comes, so a state that is old or made up
        shows something again or nothing at all, but never calls different things the same.

        Args:
            state: As ``state`` gave it; what is not understood is left out.
        """
        if not isinstance(state, dict) or state.get("version") != _VERSION:
            return
        turn, seen = state.get("turn"), state.get("seen")
        if not isinstance(turn, int) or not isinstance(seen, dict):
            return
        self.turn = max(self.turn, turn)
        for digest, row in seen.items():
            match row:
                case [int(message), int(at), str(path)] if at <= turn:
                    self._seen[str(digest)] = _Sighting(message, at, _named(path))
                    if path:
                        self._paths[_named(path)] = str(digest)


def shorten_unseen(
    output: Output,
    policy: Policy,
    repeats: Repeats,
    *,
    message: int,
    originals: Originals | None = None,
) -> Reversible:
    """Shorten what a tool gave in a live conversation: folded where it was shown before.

    Args:
        output: What it gave.
        policy: The rules of the run.
        repeats: What the conversation has shown; takes note of this.
        message: Where it stands, as readers of the result count.
        originals: Where the original is kept; None keeps it nowhere.

    Returns:
        The text to show. What passes through whole, or is shortened, is what was seen from now on.
    """
    folded = repeats.fold(output.text, path=output.path, message=message, level=policy.level)
    if not folded.elisions or bypass_of(output, policy) is not None:
        return shorten_output(output, policy, originals=originals, count=repeats.count)
    if originals is None or folded.elisions[0].reason == SEEN:
        return Reversible(folded.text, folded, None, folded.tokens or 0)
    return reversible(output.text, folded, originals, repeats.count)


_Kept = TypeVar("_Kept")


def _keep(kept: OrderedDict[str, _Kept], key: str, value: _Kept, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def _named(path: str) -> str:
    line = " ".join(path.split())
    return line if len(line) <= PATH_CHARS else f"{line[: PATH_CHARS - 1]}…"
