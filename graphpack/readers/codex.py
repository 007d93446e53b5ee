"""Reads rollouts of the Codex command line and desktop programs: ``~/.codex/sessions/**/*.jsonl``.

Read are the rollouts of 2026 (``{timestamp, type, payload}`` lines), those of mid-2025 (a bare
header and bare items) and those of spring 2025 (one JSON document with ``session`` and ``items``).
The output of ``codex exec --json`` and ``history.jsonl`` are other formats.

The rollout of a sub-agent begins with a copy of its parent's history, which is left out and
counted; in a folder or ZIP together with its parent its messages stand in the parent's
conversation with origin ``subagent``, by time. A person's own fork of a conversation keeps the
history it goes on from.

Source: Codex CLI 0.118 to 0.130 and Codex Desktop 0.126; no published specification; seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.codex_session import Rollout
from graphpack.readers.drafts import Draft, branches_of, content_id, insert_thread, messages_of
from graphpack.readers.faults import Faults
from graphpack.readers.gathering import gather_by
from graphpack.readers.jsonl import iter_records, load_document
from graphpack.readers.loose import dict_of, list_of, time_of
from graphpack.readers.probe import probe as look_at

_KINDS = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})


class Reader:
    """Reads Codex rollouts."""

    name: ClassVar[str] = "codex"
    about: ClassVar[str] = "OpenAI Codex rollouts (JSONL, JSON), command line and desktop"
    facts: ClassVar[Facts] = Facts(
        where="`~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl` and `archived_sessions/`, "
        "or under `CODEX_HOME`",
        keeps="prompts, commentary and final answers, reasoning summaries, calls with results and "
        "exit codes, plans, undone turns as branches, sub-agents' rollouts under the one that "
        "started them",
        drops="environment blocks, rules and skills, the parent's history that a fork replays, "
        "copies of earlier turns after a compaction, tokens",
        checked="0.118 to 0.130, command line and desktop; the forms of 2025 by their source",
        sign="`session_meta` record, and no records with `type` and `payload`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Say how sure it is.

        Args:
            probe: The first look at the source.

        Returns:
            ``SURE`` for a record in this log's envelope or one of its old headers, else ``NO``.
        """
        objects = probe.objects
        is_ours = any(map(_is_record, objects)) or (bool(objects) and _is_head(objects[0]))
        return Certainty.SURE if is_ours or _is_document(probe) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the rollouts of sub-agents under the one that started them.

        Args:
            sources: The rollouts of one folder or ZIP.

        Returns:
            The rollouts with their sub-agents as members; a sub-agent without its parent alone.
        """
        return gather_by(sources, _identity)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the thread; nothing where no message is in it.

        Args:
            source: A file, with the rollouts of its sub-agents as members.

        Yields:
            One conversation.
        """
        faults = Faults(source.name)
        rollout, drafts = _drafts(source, faults)
        title = rollout.title(drafts)
        for member in source.members:
            inner = Faults(member.name)
            child, thread = _drafts(member, inner)
            insert_thread(drafts, thread, agent=child.id)
            faults.merge(inner)
        if drafts:
            yield Conversation(
                rollout.id or content_id(drafts),
                title,
                ConversationSource(source.name, self.name),
                messages_of(drafts),
                time_of(rollout.started),
                faults.notices(),
                branches_of(rollout.abandoned, drafts),
            )


def _is_record(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in _KINDS and isinstance(value.get("payload"), dict)


def _is_head(value: dict[str, Any]) -> bool:
    """Recognise the bare first line of mid-2025."""
    return "type" not in value and {"id", "timestamp", "instructions"} <= value.keys()


def _is_document(probe: Probe) -> bool:
    document = dict_of(probe.document)
    session = dict_of(document.get("session"))
    return "id" in session and "timestamp" in session and isinstance(document.get("items"), list)


def _identity(source: Opened) -> tuple[str, str | None]:
    rollout = Rollout(Faults(source.name))
    for value in look_at(source).objects:
        rollout.take(0, value)
        if rollout.id:
            break
    return rollout.id or source.name, rollout.parent


def _drafts(source: Opened, faults: Faults) -> tuple[Rollout, list[Draft]]:
    rollout = Rollout(faults)
    if _is_document(look_at(source)):
        document = dict_of(load_document(source, faults))
        rollout.take(1, document.get("session"))
        for number, item in enumerate(list_of(document.get("items")), start=1):
            rollout.take(number, item)
    else:
        for line, record in iter_records(source, faults):
            rollout.take(line, record)
    return rollout, rollout.finish()
