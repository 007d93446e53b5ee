"""Reads Claude Code session logs: ``~/.claude/projects/<folder>/<session>.jsonl``.

The order is that of the file. Walking the ``parentUuid`` chain back from its end would lose
everything before a compaction, and the chain is known to dangle; it serves only to find prompts
that were rewound.

What becomes of what:

- The blocks of one answer, one line each, become one message.
- A tool's result is a message of role ``tool``. The reason a person gives when they refuse a
  call, and what they answer to the assistant's questions, are messages of theirs.
- The summary written when the context is compacted has origin ``compaction``; the model wrote it.
- A sub-agent's messages have origin ``subagent``. Where the log keeps them in the same file they
  stand where they stand; sub-agents' own files, in a folder or ZIP with the session's, are put
  before the result their parent got from them, which holds their answer. The main thread is the
  same with and without them. A sub-agent's file read alone is a conversation of its own.

Source: Claude Code 1.0.24 to 2.1.183; no published specification; seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.claude_code_session import Session
from graphpack.readers.drafts import (
    Draft,
    branches_of,
    content_id,
    insert_thread,
    messages_of,
)
from graphpack.readers.faults import Faults
from graphpack.readers.gathering import gather_by
from graphpack.readers.jsonl import iter_records
from graphpack.readers.loose import time_of
from graphpack.readers.probe import probe as look_at

_CHAIN = frozenset({"user", "assistant", "system", "progress", "attachment"})
_SIGNS = {
    "summary": ("summary", "leafUuid"),
    "file-history-snapshot": ("messageId", "snapshot"),
    "queue-operation": ("operation", "sessionId"),
    "last-prompt": ("sessionId",),
    "permission-mode": ("permissionMode", "sessionId"),
    "custom-title": ("customTitle", "sessionId"),
    "ai-title": ("aiTitle", "sessionId"),
}
"""Records outside the chain, and the keys they have."""


class Reader:
    """Reads Claude Code session logs."""

    name: ClassVar[str] = "claude-code"
    about: ClassVar[str] = "Claude Code session logs (JSONL), with their sub-agents"
    facts: ClassVar[Facts] = Facts(
        where="`~/.claude/projects/<folder>/<session>.jsonl`, or under `CLAUDE_CONFIG_DIR`; "
        "sub-agents' files beside it or in `<session>/subagents/`",
        keeps="prompts, queued ones too, interruptions and refusals with their reasons, answers "
        "to questions, calls with results and errors, thinking, summaries of compaction, "
        "sub-agents, rewound prompts as branches",
        drops="reminders, hook output, command echoes, progress, synthetic messages, tokens, "
        "pictures' bytes",
        checked="1.0.24 to 2.1.183",
        sign="records with `sessionId`, `uuid` and a known `type`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Say how sure it is: one record with this log's keys is proof.

        Args:
            probe: The first look at the source.

        Returns:
            ``SURE`` or ``NO``.
        """
        return Certainty.SURE if any(map(_is_record, probe.objects)) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the files of sub-agents under the session they belong to.

        Args:
            sources: The session logs of one folder or ZIP.

        Returns:
            The sessions with their sub-agents as members; a sub-agent without its parent alone.
        """
        return gather_by(sources, _identity)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session; nothing where no message is in it.

        Args:
            source: A file, with the files of its sub-agents as members.

        Yields:
            One conversation.
        """
        faults = Faults(source.name)
        session, drafts = _drafts(source, faults)
        title = session.title(drafts)
        for member in source.members:
            inner = Faults(member.name)
            child, messages = _drafts(member, inner)
            insert_thread(drafts, messages, agent=child.agent)
            faults.merge(inner)
        if not drafts:
            return
        key = session.agent if session.is_agent else session.id
        yield Conversation(
            key or content_id(drafts),
            title,
            ConversationSource(source.name, self.name),
            messages_of(drafts),
            time_of(session.started),
            faults.notices(),
            branches_of(session.abandoned, drafts),
        )


def _is_record(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _CHAIN:
        keys = ("uuid", "parentUuid", "sessionId")
        # a first line longer than the probe lacks its end, where the id stands
        return sum(key in value for key in keys) > 1 or ("isSidechain" in value)
    signs = _SIGNS.get(kind)
    return signs is not None and all(key in value for key in signs)


def _identity(source: Opened) -> tuple[str, str | None]:
    """Give a file's session and its parent's; a sub-agent's records carry the parent's id."""
    for value in look_at(source).objects:
        session, agent = value.get("sessionId"), value.get("agentId")
        if isinstance(session, str):
            if value.get("isSidechain") and isinstance(agent, str):
                return f"{session}/{agent}", session
            return session, None
    return "", None


def _drafts(source: Opened, faults: Faults) -> tuple[Session, list[Draft]]:
    session = Session(faults)
    for line, record in iter_records(source, faults):
        session.take(line, record)
    return session, session.finish()
