"""Follows the prompts that a person queued while the assistant worked.

A queued prompt is written down when it is typed. Whether it is written again, when it reaches the
model, depends on how it got there and on the program's version; only the queue's operations tell.

Source: Claude Code's ``queue-operation`` records and ``queued_command`` attachments, 2.0 to 2.1,
seen 2026-11: after ``dequeue`` the text comes again as a user record, after ``remove`` only as an
attachment and only from about 2.1.80 on, after ``popAll`` it is back in the editor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")

_MIN_SURE_CHARS = 20
"""A removed prompt this long that comes again word for word is the same prompt."""


class _State(Enum):
    WAITING = "waiting"
    SENT = "sent"
    INJECTED = "injected"


@dataclass(slots=True)
class _Entry(Generic[T]):
    draft: T | None
    text: str
    state: _State = _State.WAITING


@dataclass(slots=True)
class Queue(Generic[T]):
    """The queued prompts whose fate is not settled; ``T`` stands for the message of one."""

    _entries: list[_Entry[T]] = field(default_factory=list)

    def put(self, draft: T | None, text: str) -> None:
        """Queue a prompt.

        Args:
            draft: Its message; None for one that no person typed, which holds its place only.
            text: Its words.
        """
        self._entries.append(_Entry(draft, _normal(text)))

    def leave(self, *, is_sent: bool) -> None:
        """Let the oldest waiting prompt go.

        Args:
            is_sent: True for the next turn's prompt, False for one injected into the running turn.
        """
        for entry in self._entries:
            if entry.state is _State.WAITING:
                entry.state = _State.SENT if is_sent else _State.INJECTED
                return

    def take_back(self) -> list[T]:
        """Return what waits to the editor; gives the messages that were never sent."""
        waiting = [entry for entry in self._entries if entry.state is _State.WAITING]
        self._entries = [entry for entry in self._entries if entry.state is not _State.WAITING]
        return [entry.draft for entry in waiting if entry.draft is not None]

    def match(self, text: str, *, is_attached: bool) -> list[T]:
        """Find the queued prompts that a later record repeats, and settle them.

        Args:
            text: The words of the record.
            is_attached: True for an attachment, which repeats one prompt; False for a user
                record, which may join several.

        Returns:
            Their messages, which the record replaces.
        """
        text = _normal(text)
        found: list[_Entry[T]] = []
        for entry in self._entries:
            if entry.text and _is_repeated(entry, text, is_attached=is_attached):
                found.append(entry)
                if is_attached:
                    break
        if found:
            self._entries = [entry for entry in self._entries if entry not in found]
        return [entry.draft for entry in found if entry.draft is not None]


def _is_repeated(entry: _Entry[T], text: str, *, is_attached: bool) -> bool:
    is_same = entry.text == text
    if is_attached or entry.state is _State.WAITING:
        return is_same
    if entry.state is _State.SENT:
        return entry.text in text
    return is_same and len(text) >= _MIN_SURE_CHARS


def _normal(text: str) -> str:
    return " ".join(text.split())
