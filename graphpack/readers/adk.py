"""Google's Agent Development Kit: sessions as lists of events, each an agent's or the person's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Origin,
    Role,
    Text,
    ToolResult,
)
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.gemini_parts import parts_in
from graphpack.readers.loose import dict_of, list_of, name_of, time_of
from graphpack.readers.values import iter_values, or_read_error, probed_values

_WRAPPERS = frozenset({"sessions"})
_EVENT_KEYS = frozenset(
    {
        "actions", "invocation_id", "invocationId", "is_greeting", "longRunningToolIds",
        "long_running_tool_ids", "turnComplete", "turn_complete",
    }
)  # fmt: skip


class Reader:
    """Reads ``{"id", "events": [{"author", "content", "invocation_id"}, …]}``."""

    name: ClassVar[str] = "adk-session"
    about: ClassVar[str] = "Google Agent Development Kit session (events with author and content)"
    facts: ClassVar[Facts] = Facts(
        where="`adk run --save_session`, the API server's answers, dumps of a session service",
        keeps="each agent's name as author, tool calls and their answers, times",
        drops="session state, streamed fragments that a whole event repeats",
        checked="a session of 2024-12 and the fields of ADK 1.x",
        sign="`events` with `author` and `content`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim sessions whose events have the kit's keys."""
        values = probed_values(probe, wrappers=_WRAPPERS)
        if any(_events(value) for value in values):
            return Certainty.SURE
        loose = sum(1 for value in values if _is_event(value))
        return Certainty.SURE if loose * 5 >= len(values) * 4 > 0 else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each session."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="events of an ADK session")


def _is_event(value: Any) -> bool:
    event = dict_of(value)
    return isinstance(event.get("author"), str) and not _EVENT_KEYS.isdisjoint(event)


def _events(value: Any) -> list[Any]:
    events = list_of(dict_of(value).get("events"))
    return events if any(_is_event(event) for event in events) else []


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    loose: list[Any] = []
    for number, value in iter_values(source, faults, wrappers=_WRAPPERS):
        events = _events(value)
        if events:
            found = _conversation(events, dict_of(value), number, source)
            if found:
                yield found
            else:
                faults.add("empty-conversation", "nothing readable in it; left out", number)
        elif _is_event(value):
            loose.append(value)
        elif not isinstance(dict_of(value).get("events"), list):
            faults.add("broken-record", "no session; left out", number or None)
    found = _conversation(loose, {}, 0, source) if loose else None
    if found:
        yield found


def _conversation(
    events: list[Any], record: dict[str, Any], number: int, source: Opened
) -> Conversation | None:
    faults = Faults(f"{source.name}:{number}" if number else source.name)
    label = Label(name_of(record.get("id")), name_of(record.get("displayName")))
    origin = ConversationSource(source.name, Reader.name)
    return conversation(_drafts(events, faults), origin, faults, label)


def _drafts(events: list[Any], faults: Faults) -> Iterator[Draft]:
    """Read the events.

    Source:
        ADK for Python, sessions as of 2024-12 and ``Event`` as of 1.x, in both cases of its keys.
    """
    for number, value in enumerate(events, start=1):
        event = dict_of(value)
        if not event:
            if value is not None:
                faults.add("broken-record", "not an event; left out", number)
            continue
        if event.get("partial") is True:
            faults.add("streamed-fragment", "a fragment of a streamed answer; left out", number)
            continue
        at = time_of(event.get("timestamp"))
        summary = _summary(event, faults)
        if summary:
            yield Draft(Role.ASSISTANT, (Text(summary),), at, origin=Origin.COMPACTION)
            continue
        draft = _draft(event, faults, number)
        if draft.parts:
            yield draft
        elif event.get("content") or event.get("error_message") or event.get("errorMessage"):
            faults.add("empty-message", "an event without readable content; left out", number)


def _draft(event: dict[str, Any], faults: Faults, number: int) -> Draft:
    content = event.get("content")
    given = content if isinstance(content, str) else dict_of(content).get("parts")
    parts = parts_in(given, faults, number)
    author = name_of(event.get("author"))
    role = Role.USER if author == "user" else Role.ASSISTANT
    if parts and all(isinstance(part, ToolResult) for part in parts):
        role = Role.TOOL
    return Draft(
        role,
        parts,
        time_of(event.get("timestamp")),
        author if role is Role.ASSISTANT else None,
        source_id=name_of(event.get("id")),
    )


def _summary(event: dict[str, Any], faults: Faults) -> str:
    """Find the summary that stands for the events before it."""
    actions = dict_of(event.get("actions"))
    compaction = dict_of(actions.get("compaction"))
    content = dict_of(compaction.get("compacted_content") or compaction.get("compactedContent"))
    parts = parts_in(list_of(content.get("parts")), faults)
    return "\n\n".join(part.text for part in parts if isinstance(part, Text))
