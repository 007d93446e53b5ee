"""Records of Claude.ai exports, and how the tests read them."""

import json
from collections import Counter

from graphpack.model.conversation import (
    Conversation,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.claude_ai import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe

ROOT = "00000000-0000-4000-8000-000000000000"


def said(sender, *blocks, number=0, **over):
    """A message as the export writes it; a string is a text block."""
    made = [
        {"type": "text", "text": b, "citations": []} if isinstance(b, str) else b for b in blocks
    ]
    return {
        "uuid": f"m{number}",
        "text": "\n\n".join(b for b in blocks if isinstance(b, str)),
        "content": made,
        "sender": sender,
        "created_at": "2026-03-01T10:00:00.250000Z",
        "updated_at": "2026-03-01T10:00:00.250000Z",
        "attachments": [],
        "files": [],
    } | over


def chat(*messages, number=1, **over):
    return {
        "uuid": f"chat-{number}",
        "name": f"Boat repair {number}",
        "summary": "",
        "created_at": "2026-03-01T09:59:00+00:00",
        "updated_at": "2026-03-01T10:10:00+00:00",
        "account": {"uuid": "a"},
        "chat_messages": list(messages),
    } | over


def loads(value) -> list[Conversation]:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return list(read(raw, name="conversations.json"))


def one(*messages, **over) -> Conversation:
    (conversation,) = loads([chat(*messages, **over)])
    return conversation


def codes(conversation):
    counts = Counter()
    for notice in conversation.notices:
        counts[notice.code] += notice.count
    return counts


def texts(conversation):
    return [message.text for message in conversation.messages]


def certainty(value) -> Certainty:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return Reader().detect(probe(open_source(raw)))


ASK = said("human", "Which glue for the hull?")


ANSWER = said("assistant", "Epoxy.", number=1)
