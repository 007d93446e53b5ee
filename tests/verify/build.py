"""A small talk and graphs of it, written short."""

from __future__ import annotations

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.pipeline.checking import check_graph
from graphpack.redact import Policy, redact

TYPES = {
    "F": "fact", "D": "decision", "P": "problem", "G": "goal", "C": "code", "A": "assumption",
    "X": "context",
}  # fmt: skip


def talk(*texts, author=None):
    """A conversation of one text part each; a Message stands as it is."""
    messages = [
        text
        if isinstance(text, Message)
        else Message(n, Role.ASSISTANT if n % 2 else Role.USER, (_part(text),), author=author)
        for n, text in enumerate(texts)
    ]
    return Conversation("t1", "Test", ConversationSource("t.json", "test"), tuple(messages))


def _part(text):
    return Text(text) if isinstance(text, str) else text


def call(index, command, output):
    """Two messages: a tool's call and its result."""
    return (
        Message(index, Role.ASSISTANT, (Reasoning("hm 9.9"), ToolCall("shell", {"cmd": command}))),
        Message(index + 1, Role.TOOL, (ToolResult(output, name="shell"),)),
    )


def src(conversation, message, quote, part=0):
    text = conversation.messages[message].parts[part].text
    start = text.index(quote)
    return Source(message=message, part=part, start=start, end=start + len(quote), quote=quote)


def node(name, kind, summary, *sources, **fields):
    return Node(id=name, type=TYPES[kind], summary=summary, sources=sources, **fields)


def graph(*nodes, ties=(), **fields):
    links = tuple(Relationship(start=a, end=b, type=kind) for a, kind, b in ties)
    fields.setdefault("description", "")
    return ContextGraph(nodes=nodes, relationships=links, **fields)


def checked(conversation, made, policy=None):
    return check_graph(made, redact(conversation, policy or Policy()))


def codes(conversation, made):
    return [(f.node, f.code) for f in checked(conversation, made).findings]
