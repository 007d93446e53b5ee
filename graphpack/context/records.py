"""Records: the structured facts of a session. How they are read from JSON is in ``parsing``."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

__all__ = ["Kind", "Record", "RecordSet"]


class Kind(StrEnum):
    """What a record is."""

    MESSAGE = "message"
    TOOL_CALL = "tool_call"
    TOOL_OUTPUT = "tool_output"
    ERROR = "error"
    STACK_TRACE = "stack_trace"
    FILE = "file"
    DIFF = "diff"
    TEST_RESULT = "test_result"
    DECISION = "decision"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Record:
    """One fact of a session, as it was given.

    Args:
        id: Unique in its set.
        kind: What it is.
        text: Its content; never empty.
        role: Of a message: ``user``, ``assistant``, ``system`` or ``tool``; else None.
        status: Of a decision, and of a message that is one, lower case, such as ``accepted``; else
            None.
        name: Of a tool's or a test's run: the command; else None.
        path: Of a file or a diff, and of what speaks of one file; with ``/``.
        exit_code: Of a run that ended; None where unknown.
        at: Aware UTC time; None where unknown.
        author: The person or agent it comes from; None where unknown.
        priority: 0 to 1, by the caller; None where the caller says nothing.
        of: Id of the record it is a piece of; None where it is whole.
    """

    id: str
    kind: Kind
    text: str
    role: str | None = None
    status: str | None = None
    name: str | None = None
    path: str | None = None
    exit_code: int | None = None
    at: datetime | None = None
    author: str | None = None
    priority: float | None = None
    of: str | None = None

    @property
    def given_id(self) -> str:
        """Id of the record as it was given."""
        return self.of or self.id


@dataclass(frozen=True, slots=True)
class RecordSet:
    """What a file of records holds.

    Args:
        records: In their order.
        task: What the file says that the context is for; None where it does not.
        budget_tokens: The size it asks for; None where it does not.
        empty: Ids of records that were left out because they hold no text.
    """

    records: tuple[Record, ...] = ()
    task: str | None = None
    budget_tokens: int | None = None
    empty: tuple[str, ...] = field(default=())
