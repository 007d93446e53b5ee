"""OpenHands: exported trajectories, evaluation and resolver outputs, and conversations on disk.

On disk every event is a file of its own; the files of a folder are one conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.arrays import json_values
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, name_of, text_of
from graphpack.readers.openhands_events import event_drafts, is_bare_event, is_event
from graphpack.readers.openhands_sdk import is_sdk_event, sdk_drafts
from graphpack.readers.probe import probe as look
from graphpack.readers.shapes import is_list_of

_RUN_KEYS = frozenset({"instance_id", "instruction", "issue", "test_result", "git_patch"})
_LIST_KEYS = ("history", "trajectory", "events")
_STATE_KEYS = frozenset({"execution_status", "agent_status", "persistence_dir", "stats"})
_EVENT, _PAGE, _WHOLE, _STATE = "event", "page", "whole", "state"
_FOLDERS = ("events", "event_cache")


class Reader:
    """Reads events of both generations, in any of the forms they are kept in."""

    name: ClassVar[str] = "openhands"
    about: ClassVar[str] = "OpenHands: trajectory, output.jsonl, or a conversation's events"
    facts: ClassVar[Facts] = Facts(
        where="the export button; `output.jsonl` of the evaluation and the resolver; "
        "`sessions/<id>/events/` and `conversations/<id>/events/`",
        keeps="messages, thoughts, calls as the model wrote them with outputs and exit codes, "
        "refusals with their reason, condensation summaries; the issue as the person's words",
        drops="the system prompt, recalled knowledge, state changes, metrics, screenshots",
        checked="an export of 2025-01 and an evaluation of 2025-04; version 1 by its documentation",
        sign="events with `action`, `observation` or `kind`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim events, lists of them, and runs that have such a list."""
        return Certainty.SURE if _probed(probe) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the events of a folder under the first of them."""
        found: list[Opened] = []
        homes: dict[str, list[Opened]] = {}
        for source in sources:
            kind = _probed(look(source))
            folder = PurePosixPath(source.name).parent
            is_page = kind == _PAGE and folder.name in _FOLDERS
            if kind in (_EVENT, _STATE) or is_page:
                home = folder.parent if folder.name in _FOLDERS else folder
                homes.setdefault(str(home), []).append(source)
            else:
                found.append(source)
        found += [replace(files[0], members=tuple(files[1:])) for files in homes.values()]
        return sorted(found, key=lambda source: source.name)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversations: one for each line of an output, else one."""
        outer = Faults(source.name)
        yield from attached(self._conversations(source, outer), outer)

    def _conversations(self, source: Opened, outer: Faults) -> Iterator[Conversation]:
        origin = ConversationSource(source.name, self.name)
        loose: list[Any] = []
        is_empty, has_state = True, False
        for file in (source, *source.members):
            for number, value in _values(file, outer, is_own=file is source):
                kind = _kind(value)
                if kind == _WHOLE:
                    is_empty = False
                    faults = Faults(f"{source.name}:{number}" if number else source.name)
                    found = _run(value, origin, faults)
                    if found:
                        yield found
                elif kind in (_EVENT, _PAGE):
                    loose += value if isinstance(value, list) else [value]
                elif kind == _STATE:
                    has_state = True
                elif value is not None:
                    outer.add("unknown-record", "no event; left out", number or None)
        if loose:
            events = _in_order(loose) if source.members else loose
            found = _events(events, origin, Faults(source.name), _label(source))
            yield from [found] if found else []
        elif is_empty:
            what = "the state of an OpenHands conversation, without its events"
            reason = what if has_state else "holds no events of OpenHands"
            raise ReadError(f"{source.name}: {reason}", hint="give the conversation's folder")


def _probed(probe: Probe) -> str | None:
    if probe.document is None and not probe.head.lstrip().startswith("{"):
        return None  # prose may quote such lines
    return _kind(probe.objects[0] if probe.objects else probe.document)


def _kind(value: Any) -> str | None:
    if is_event(value) or is_sdk_event(value):
        return _EVENT
    if isinstance(value, list):
        is_page = is_list_of(value, is_event) or is_list_of(value, is_sdk_event)
        return _PAGE if is_page else None
    record = dict_of(value)
    items = _items(record)
    if items is not None:
        return _WHOLE
    return _STATE if "agent" in record and not _STATE_KEYS.isdisjoint(record) else None


def _items(record: dict[str, Any]) -> list[Any] | None:
    """Find the list of events of a run or an exported trajectory."""
    for key in _LIST_KEYS:
        items = record.get(key)
        if not isinstance(items, list):
            continue
        if is_list_of(items, is_event) or is_list_of(items, is_sdk_event):
            return items
        if not _RUN_KEYS.isdisjoint(record) and key == "history" and any(map(is_bare_event, items)):
            return items
    return None


def _values(file: Opened, outer: Faults, *, is_own: bool) -> Iterator[tuple[int, Any]]:
    if is_own:
        yield from json_values(file, outer)
        return
    faults = Faults(file.name)
    try:
        yield from json_values(file, faults)
    except ReadError as error:
        faults.add("unreadable-member", f"left out: {error}")
    finally:
        outer.merge(faults)


def _run(record: dict[str, Any], origin: ConversationSource, faults: Faults) -> Conversation | None:
    issue = dict_of(record.get("issue"))
    instance = dict_of(record.get("instance"))
    text = text_of(issue.get("body")) or text_of(instance.get("problem_statement"))
    number = issue.get("number")
    own = name_of(record.get("instance_id")) or (f"issue-{number}" if number else None)
    if record.get("error"):
        faults.add("failed-answer", "the run ended in an error")
    label = Label(own, name_of(issue.get("title")))
    return _events(_items(record) or [], origin, faults, label, issue=text)


def _events(
    events: Iterable[Any],
    origin: ConversationSource,
    faults: Faults,
    label: Label,
    issue: str = "",
) -> Conversation | None:
    items = list(events)
    is_sdk = is_list_of(items, is_sdk_event)
    drafts = sdk_drafts(items, faults) if is_sdk else event_drafts(items, issue, faults)
    return conversation(drafts, origin, faults, label)


def _in_order(events: list[Any]) -> list[Any]:
    """Sort events that came from files: by number, else by time; each is taken once."""
    seen: set[str] = set()
    found: list[Any] = []
    for event in events:
        key = dict_of(event).get("id")
        own = str(key) if isinstance(key, int | str) else ""
        if own and own in seen:
            continue
        seen.add(own)
        found.append(event)
    numbers = [dict_of(event).get("id") for event in found]
    if all(isinstance(number, int) for number in numbers):
        return sorted(found, key=lambda event: int(event["id"]))
    return sorted(found, key=lambda event: text_of(dict_of(event).get("timestamp")))


def _label(source: Opened) -> Label:
    folder = PurePosixPath(source.name).parent
    home = folder.parent if folder.name in _FOLDERS else folder
    return Label(name_of(home.name) if source.members else None)
