"""Makes up sessions for an archive, as rows: packing thousands would measure the packing."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from graphpack.archive.documents import Kept
from graphpack.archive.entry import Entry, Filing, entry_of, message_row, node_terms, trail
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
NODES, MESSAGES = 50, 40
WORDS = 20_000
_TYPES = ("decision", "fact", "problem", "goal", "context")
_STATES = ("active", "open", "resolved", "abandoned", None)


@cache
def vocabulary() -> tuple[str, ...]:
    """Words of invented syllables, the frequent ones first."""
    source = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    found = {"".join(source.choices(syllables, k=source.randint(2, 4))): None for _ in range(WORDS)}
    return tuple(found)


def sentence(source: random.Random, count: int) -> str:
    """Draw words as language does: the word of rank r about once in r."""
    words = vocabulary()
    return " ".join(words[int(len(words) ** source.random()) - 1] for _ in range(count))


@cache
def _template() -> Entry:
    said = ("Decision: the ferry leaves at six.", "Noted: the ferry leaves at six.")
    roles = (Role.USER, Role.ASSISTANT)
    messages = tuple(
        Message(n, role, (Text(text),), at=NOW)
        for n, (role, text) in enumerate(zip(roles, said, strict=True))
    )
    source = ConversationSource("made.jsonl", "graphpack-messages")
    made = pack(Conversation("made", "Made", source, messages), Settings(now=NOW))
    return entry_of(made, Filing("made", NOW, "0" * 64, "made"))


def entry(number: int, *, nodes: int = NODES, messages: int = MESSAGES) -> Entry:
    """Make up a session; the same number always gives the same.

    Args:
        number: Of the session; one in ten is of another project than its neighbours.
        nodes: How many statements it has, of about fifteen words.
        messages: How many messages it has, of about forty.

    Returns:
        Its rows.
    """
    source, template = random.Random(number), _template()
    at = NOW - timedelta(minutes=number % 500_000)
    digest = hashlib.sha256(f"made {number}".encode()).hexdigest()
    said = [_message(source, at + timedelta(seconds=place), place) for place in range(messages)]
    filing = replace(
        template.filing,
        project=f"project-{number % 10}",
        author=f"author-{number % 25}",
        source_sha256=digest,
        origin=f"/made/{number}",
    )
    pack_bytes = json.dumps({"made": number, "text": sentence(source, 15 * nodes)}).encode()
    name = hashlib.sha256(pack_bytes).hexdigest()
    session = template.session | {
        "conversation": f"made-{number:012}-0000-4000",
        "origin_sha256": filing.origin_sha256,
        "source_sha256": digest,
        "title": sentence(source, 4),
        "first_sha256": said[0]["sha256"],
        "trail": trail(row["sha256"] for row in said),
        "last_at": said[-1]["at"],
        "message_count": messages,
        "node_count": nodes,
    }
    return Entry(
        filing=filing,
        session=session,
        nodes=tuple(_node(source, at, place) for place in range(nodes)),
        relationships=tuple(
            {"position": n, "start": f"n{n + 2}", "end": f"n{n + 1}", "type": "references"}
            for n in range(nodes // 3)
        ),
        messages=tuple(said),
        uses=({"purpose": "pack", "name": "", "sha256": name},),
        blobs={name: pack_bytes},
    )


def _node(source: random.Random, at: datetime, place: int) -> dict:
    text = sentence(source, 15)
    return {
        "position": place, "node": f"n{place + 1}", "parent": None,
        "type": source.choice(_TYPES), "status": source.choice(_STATES), "importance": "medium",
        "confidence": None, "title": None, "text": text, "terms": node_terms(None, text),
        "is_cut": False, "message": place % MESSAGES, "part": 0, "start": 0, "end": 9,
        "said_by": f"author-{source.randrange(25)}", "said_at": at,
    }  # fmt: skip


def _message(source: random.Random, at: datetime, place: int) -> dict:
    text = sentence(source, 40)
    role = ("user", "assistant")[place % 2]
    raw = {"role": role, "author": None, "at": at.isoformat(), "origin": "main"}
    raw["parts"] = [{"type": "text", "text": text}]
    document = json.dumps(raw).encode()
    return message_row(place, Kept(raw, document, hashlib.sha256(document).hexdigest(), {}))
