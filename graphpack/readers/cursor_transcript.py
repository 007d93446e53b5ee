"""Reads the transcripts that Cursor's command line and agents leave, a message a line.

They hold neither times nor results of tools. What a person typed stands in ``<user_query>``; what
else is in a message of the user, the program put there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphpack.model.conversation import Conversation, ConversationSource, Part, Role, Text
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Opened, Probe
from graphpack.readers.blocks import parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records
from graphpack.readers.loose import dict_of
from graphpack.readers.shapes import is_list_of

_OPEN, _CLOSE = "<user_query>", "</user_query>"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


def is_transcript(probe: Probe) -> bool:
    """Tell a transcript by its lines, which hold a role and a message and no type."""
    return is_list_of(list(probe.records), _is_line)


def _is_line(value: Any) -> bool:
    record = dict_of(value)
    role = record.get("role")
    is_known = isinstance(role, str) and role in _ROLES
    return is_known and "type" not in record and "content" in dict_of(record.get("message"))


def read_transcript(
    source: Opened, origin: ConversationSource, faults: Faults
) -> Iterator[Conversation]:
    """Read a transcript.

    Args:
        source: The file.
        origin: Its name and format.
        faults: What went wrong so far.

    Yields:
        Its one conversation; nothing where nobody says anything.
    """
    drafts = []
    for line, value in iter_records(source, faults):
        record = dict_of(value)
        if not _is_line(record):
            faults.add("broken-record", "not a message; left out", line)
            continue
        parts: tuple[Part, ...] = parts_of(dict_of(record["message"])["content"], faults, line)
        role = _ROLES[record["role"]]
        if role is Role.USER:
            parts = tuple(part for part in map(_typed, parts) if part is not None)
        if parts:
            drafts.append(Draft(role, parts))
    found = conversation(drafts, origin, faults)
    if found is not None:
        yield found


def _typed(part: Part) -> Part | None:
    """Take what a person typed out of a text; text without the mark is theirs as it is."""
    if not isinstance(part, Text):
        return part
    if _OPEN not in part.text:
        return None if part.text.lstrip().startswith("<") else part
    pieces = [piece.partition(_CLOSE)[0].strip() for piece in part.text.split(_OPEN)[1:]]
    text = "\n\n".join(piece for piece in pieces if piece)
    return Text(text) if text else None
