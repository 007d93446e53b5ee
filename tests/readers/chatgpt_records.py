"""Records of ChatGPT exports, and how the tests read them."""

import json
from collections import Counter

from graphpack.model.conversation import (
    Conversation,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.chatgpt import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe


def said(role, text, **over):
    """A message as the export writes it."""
    message = {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "recipient": "all",
        "channel": None,
        "metadata": {},
    }
    author = over.pop("author", None)
    if author:
        message["author"]["name"] = author
    return message | over


def content(kind, **fields):
    return {"content_type": kind} | fields


def call(tool, text, kind="text"):
    body = content("code", language="json", text=text) if kind == "code" else None
    over = {"content": body} if body else {}
    return said("assistant", text, recipient=tool, **over)


def chat(*messages, number=1, **over):
    """A conversation whose nodes form one thread under an empty root."""
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent = "root"
    for index, message in enumerate(messages):
        key = f"m{index}"
        mapping[parent]["children"].append(key)
        mapping[key] = {
            "id": key,
            "message": message and {"id": key} | message,
            "parent": parent,
            "children": [],
        }
        parent = key
    return {
        "title": f"Garden plan {number}",
        "create_time": 1700000000.5,
        "mapping": mapping,
        "current_node": parent,
        "conversation_id": f"chat-{number}",
        "default_model_slug": "model-d",
    } | over


def loads(value) -> list[Conversation]:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return list(read(raw, name="conversations.json"))


def one(*messages, **over) -> Conversation:
    (conversation,) = loads([chat(*messages, **over)])
    return conversation


def parts(conversation):
    return [list(message.parts) for message in conversation.messages]


def codes(conversation):
    counts = Counter()
    for notice in conversation.notices:
        counts[notice.code] += notice.count
    return counts


def certainty(value) -> Certainty:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return Reader().detect(probe(open_source(raw)))


ASK = said("user", "When do I sow the beans?", create_time=1700000001.25)


ANSWER = said("assistant", "In May.", metadata={"model_slug": "model-x"})
