"""GitHub Copilot CLI: ``~/.copilot/session-state/<id>/events.jsonl``, an event a line.

What skills and hooks add is written as a message of the user, with its source beside it; what a
person answered to a question, or said when refusing a call, stands in other events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.assembly import Label
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import Tree, assemble
from graphpack.readers.copilot_cli_events import KINDS, Events
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records
from graphpack.readers.loose import time_of
from graphpack.readers.values import or_read_error


class Reader:
    """Reads the events of one session."""

    name: ClassVar[str] = "copilot-cli"
    about: ClassVar[str] = "GitHub Copilot CLI session (events.jsonl)"
    facts: ClassVar[Facts] = Facts(
        where="`~/.copilot/session-state/<id>/events.jsonl`",
        keeps="thoughts, calls with results and refusals, answers to questions, attached "
        "selections, sub-agents, summaries of compactions, rewound turns as a branch",
        drops="skills' texts, hooks, reminders, the system prompt, token counts",
        checked="a session of 1.0.40; other events as the SDK of 2026 declares them",
        sign="records with `type` such as `session.start`, `data` and `parentId`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim records in this log's envelope."""
        is_own = any(map(_is_event, probe.objects))
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session; one without messages is a ReadError."""
        faults = Faults(source.name)
        events = Events(faults)
        for line, record in iter_records(source, faults):
            events.take(line, record)
        parents = dict(enumerate(events.parents))
        drafts = {number: (draft,) for number, draft in enumerate(events.drafts)}
        label = Label(events.id, events.title, time_of(events.started))
        origin = ConversationSource(source.name, self.name)
        found = assemble(Tree(parents, drafts, events.tip), origin, faults, label)
        outer = Faults(source.name)
        yield from or_read_error(
            [found] if found else [], source, outer, what="session of Copilot CLI"
        )


def _is_event(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    is_known = isinstance(kind, str) and kind in KINDS
    return is_known and isinstance(value.get("data"), dict) and "parentId" in value
