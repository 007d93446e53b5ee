"""Taking in records and transcripts: redacted first, then kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from graphpack.context import Record, RecordSet, records_from, records_of
from graphpack.errors import UsageError
from graphpack.mcp.desk import SESSION, Answer, Desk, Given, Progress
from graphpack.mcp.kept import StoredTranscript
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack, pick
from graphpack.pipeline.safety import cleaner
from graphpack.readers import read
from graphpack.redact import Policy, Vault, clean, find, redact
from graphpack.render.transcript import write_transcript

__all__ = ["ingest_records"]

MAX_RECORDS = 5_000
"""In one call."""
MAX_NAME_CHARS = 120
_ROOM_TOKENS = 1 << 20
"""A pack of this size holds every decision."""


def ingest_records(desk: Desk, given: Given, progress: Progress) -> Answer:
    """Keep records, or a transcript with the records made of it.

    Args:
        desk: What the server has.
        given: One of ``records``, ``transcript`` and ``path``; ``session``, ``format``, ``pick``.
        progress: Told of a transcript's stages.

    Returns:
        What was kept, hidden and left out.

    Raises:
        UsageError: There is none of the three, or more than one.
    """
    kinds = [name for name in ("records", "transcript", "path") if name in given]
    if len(kinds) != 1:
        said = f"{' and '.join(kinds)}: only one of them" if kinds else "nothing to ingest"
        raise UsageError(said, hint="give records, or a transcript's text, or its path")
    session = _named(desk, given["session"]) if "session" in given else None
    if kinds == ["records"]:
        return _records(desk, given["records"], session or SESSION)
    return _transcript(desk, given, session, progress)


def _named(desk: Desk, name: str) -> str:
    """Make a name of what was given: on one line, of bounded length, without secrets.

    Raises:
        UsageError: Nothing is left of it, or too much.
    """
    line = " ".join(clean(name, desk.policy, Vault()).split())
    if not line or len(line) > MAX_NAME_CHARS:
        raise UsageError(
            f"session: a name of 1 to {MAX_NAME_CHARS} characters is wanted", hint="fix-login"
        )
    return line


def _records(desk: Desk, given: object, session: str) -> Answer:
    if isinstance(given, list) and len(given) > MAX_RECORDS:
        raise UsageError(
            f"records: {len(given):,} in one call",
            hint=f"at most {MAX_RECORDS:,}; give the rest next",
        )
    before, added = desk.store.sessions(), None
    while added is None:  # until no other server numbers records of the session meanwhile
        last = desk.store.last_number(session)
        found = records_of(given, after=last)
        with desk.lock:
            records, hidden = hide(found.records, desk.policy, desk.vault(session))
        added = desk.store.add_numbered(records, session=session, after=last)
    answer = _told(desk, session, added, len(records) - added, hidden)
    answer["left_out"] = [*_empty(found), *_gone(desk, before, session)]
    return answer


def hide(
    records: Sequence[Record], policy: Policy, vault: Vault
) -> tuple[tuple[Record, ...], dict[str, int]]:
    """Hide the secrets of records, those that only two of them hold together too.

    Args:
        records: As they were given.
        policy: What is hidden.
        vault: Their session's.

    Returns:
        The records, and how many secrets of each family were hidden.
    """
    messages = tuple(
        Message(index=at, role=Role.USER, parts=(Text(record.text),))
        for at, record in enumerate(records)
    )
    said = Conversation("records", None, ConversationSource("records", "records"), messages)
    redacted = redact(said, policy, vault=vault)
    families: Counter[str] = Counter(dict(redacted.families))

    def line(text: str | None) -> str | None:
        if not text:
            return text
        families.update(find(text, policy))
        return clean(text, policy, vault)

    done = tuple(
        replace(
            record,
            id=line(record.id) or record.id,
            text=message.text,
            name=line(record.name),
            path=line(record.path),
            author=line(record.author),
            status=line(record.status),
        )
        for record, message in zip(records, redacted.conversation.messages, strict=True)
    )
    return done, dict(sorted(families.items()))


def _transcript(desk: Desk, given: Given, session: str | None, progress: Progress) -> Answer:
    progress("reading", 0, 0)
    source: Path | bytes
    if "path" in given:
        source = desk.reach.resolved(given["path"])
        name = source.name
    else:
        source, name = given["transcript"].encode("utf-8"), "transcript"

    def reading() -> Iterable[Conversation]:
        return read(source, format=given.get("format"), name=name, limits=desk.limits)

    chosen = pick(reading, given.get("pick"), name=name, hide=cleaner(desk.policy))
    session = session or _named(desk, chosen.id[:MAX_NAME_CHARS])
    progress("hiding secrets", 0, 0)
    with desk.lock:
        vault = desk.vault(session)
        redacted = redact(chosen, desk.policy, vault=vault)
    conversation = redacted.conversation
    wide = {"budget": _ROOM_TOKENS, "cap": _ROOM_TOKENS, "mode": "compact", "paste": False}
    made = pack(conversation, desk.settings.model_copy(update=wide), progress=progress)
    records = records_from(conversation, graph=made.graph)
    progress("keeping", 0, 0)
    before = desk.store.sessions()
    kept = StoredTranscript(
        conversation.id, write_transcript(conversation, to="jsonl"), conversation.title
    )
    added = desk.store.put_transcript(kept, records, session=session)
    answer = _told(desk, session, added, len(records) - added, dict(redacted.families))
    answer["left_out"] = [
        *(f"{notice.message}{_times(notice.count)}" for notice in conversation.notices),
        *_gone(desk, before, session),
    ]
    return answer


def _told(desk: Desk, session: str, added: int, replaced: int, hidden: dict[str, int]) -> Answer:
    return {
        "session": session,
        "added": added,
        "replaced": max(0, replaced),
        "records": desk.store.count(session=session),
        "hidden": hidden,
    }


def _empty(found: RecordSet) -> list[str]:
    if not found.empty:
        return []
    return [f"{len(found.empty)} without text: {', '.join(found.empty[:10])}"]


def _gone(desk: Desk, before: Sequence[str], session: str) -> list[str]:
    gone = [name for name in before if name != session and name not in desk.store.sessions()]
    return [f"to make room in memory, sessions were let go: {', '.join(gone)}"] if gone else []


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""
