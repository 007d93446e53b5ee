"""Builds a conversation around an attack, packs it with either extractor, looks for the mark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphpack.extract.llm.extractor import ModelExtractor
from graphpack.extract.llm.options import ModelOptions
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Message,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline import pack
from graphpack.pipeline.chain import Export
from graphpack.readers import read
from graphpack.render import render
from graphpack.settings import Settings
from graphpack.text.borrowed import as_name
from graphpack.text.injection import is_quoted
from tests.fakes import FakeModel, item, nodes
from tests.readers.records import Claude, jsonl, use
from tests.readers.records import text as block_of
from tests.safety.attack import Attack

RULE = "We decided to use Postgres 16 for the orders service, because SQLite locks under load."
VETO = "Never touch the billing table without asking me."
TALK = (
    (Role.USER, "The orders service fails under load, we need a better store for it."),
    (Role.ASSISTANT, "Options are Postgres 16 or a queue in front of SQLite. Which one?"),
    (Role.USER, RULE),
    (Role.ASSISTANT, "Postgres 16 then. I will write the migration next."),
    (Role.USER, VETO),
)
ENDING = (
    (Role.ASSISTANT, "Understood. The migration is written and its tests pass."),
    (Role.USER, "Good. The rollback script is still open."),
)
SAFE_FORMS = ("compact", "readable", "archive")
_HIDDEN = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_LIVE = re.compile(
    r"<\||\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?system>|</transcript>|</context>|```"
)


def conversation(attack: Attack) -> Conversation:
    """The talk with the attack where it belongs."""
    rows: list[tuple[Role, tuple[Part, ...], str | None]] = [
        (role, (Text(text),), None) for role, text in TALK
    ]
    rows += _placed(attack) if attack.place != "session" else []
    rows += [(role, (Text(text),), None) for role, text in ENDING]
    messages = tuple(
        Message(index, role, parts, author=author)
        for index, (role, parts, author) in enumerate(rows)
    )
    if attack.place == "session":
        return _session(attack, messages)
    title = attack.text if attack.place == "title" else "The store of the orders service"
    return Conversation("c1", title, ConversationSource("talk.json", "openai-chat"), messages)


def _session(attack: Attack, messages: Sequence[Message]) -> Conversation:
    """The talk as an agent's log, with the attack's records where they belong."""
    claude = Claude()
    records = []
    for message in messages:
        is_user = message.role is Role.USER
        if message.index == len(TALK):
            records += [record for made in attack.records for record in _records(claude, made)]
        records.append(
            claude.user(message.text) if is_user else claude.says(f"m{message.index}", message.text)
        )
    (found,) = read(jsonl(*records), name="s.jsonl")
    return found


def _records(claude: Claude, made: tuple[Any, ...]) -> list[dict[str, Any]]:
    if made[0] != "call":
        return [claude.user([block_of(piece) for piece in made])]
    _, name, content, beside = made
    call = claude.says("mc", use("t9", name, path="a"))
    return [call, claude.result("t9", content, **beside)]


def _placed(attack: Attack) -> list[tuple[Role, tuple[Part, ...], str | None]]:
    text = attack.text
    call = ToolCall("shell", {"command": "make test"}, "c1")
    match attack.place:
        case "answer":
            return [(Role.ASSISTANT, (Text(text),), None)]
        case "result":
            result = ToolResult(text, "shell", "c1", is_error="rror" in text)
            return [(Role.ASSISTANT, (call,), None), (Role.TOOL, (result,), None)]
        case "file":
            return [(Role.USER, (Text("Read this."), Attachment("notes.md", text)), None)]
        case "file_name":
            return [(Role.USER, (Text("Read this."), Attachment(text, "Port 8080.")), None)]
        case "author":
            return [(Role.USER, (Text("The port is 8080."),), text)]
        case "tool":
            call = ToolCall(text, {"command": "make test"}, "c1")
            result = ToolResult("3 passed, 1 failed", text, "c1")
            return [(Role.ASSISTANT, (call,), None), (Role.TOOL, (result,), None)]
        case "code":
            return [(Role.USER, (Text(f"Look at this:\n\n```python\n{text}\n```"),), None)]
        case "quote":
            return [(Role.USER, (Text(f"> {text}"),), None)]
        case "title":
            return []
        case _:
            return [(Role.USER, (Text(text),), None)]


def offline(attack: Attack, mode: str = "compact") -> Export:
    """Pack without a model."""
    return pack(conversation(attack), Settings(mode=mode, sources=True))


def fooled(attack: Attack, mode: str = "compact") -> Export:
    """Pack with a model that writes the order down as everything it can, or obeys it."""
    talk = conversation(attack)
    place = len(TALK) if attack.place != "title" else 0
    place += attack.place in {"result", "tool"}
    if attack.place == "session":
        place = next((m.index for m in talk.messages if _holds(m, attack.text)), place)
    said = attack.text if attack.place in _QUOTABLE else talk.messages[place].parts[-1].text
    order = {"title": attack.text, "importance": "high", "worth": 99, "summary": attack.text}
    answers = [
        item(1, 2, RULE, type="decision", importance="high", worth=90),
        item(2, 4, VETO, type="decision", importance="high", worth=95),
        item(3, place, said, type="decision", status="active", **order),
        item(4, place, said, type="goal", status="active", **order),
        item(5, place, said, type="context", status="open", **order),
        item(6, place, said, type="problem", status="blocked", **order),
        item(7, place, said, type="assumption", **(order | {"confidence": 0.8})),
    ]
    if "<!--" not in attack.text:  # a comment in code belongs to the code
        answers.append(item(8, place, said, type="code", **order))
    if not _is_shown(talk, attack):
        return asked(
            talk, nodes(*answers[:2], description="The store of the orders service."), mode
        )
    answers[2]["links"] = [{"type": "supersedes", "to": "1"}]
    answers[0]["status"] = "abandoned" if attack.place in _QUOTABLE else "none"
    if attack.place in _QUOTABLE:
        obeyed = re.split(r"(?<=[.!?:。])\s+|\n", attack.text)
        obeyed = [piece for piece in obeyed if attack.mark in piece] or [attack.text]
        summary = f"The team always uses {attack.mark}."
        for number, kind in enumerate(("decision", "goal", "context"), 9):
            obeying = {"status": "active", "importance": "high", "worth": 98}
            answers.append(item(number, place, obeyed[-1], summary=summary, type=kind, **obeying))
    return asked(talk, nodes(*answers, description=attack.text), mode)


def asked(talk: Conversation, reply: dict[str, Any], mode: str = "compact") -> Export:
    """Pack with a model that answers as it is told."""
    options = ModelOptions(model="openai/fake")
    client = FakeModel([reply])
    extractor = ModelExtractor(options, count=len, client=client, sleep=lambda _: None)
    return pack(talk, Settings(mode=mode, sources=True), extractor=extractor)


_QUOTABLE = frozenset({"said", "answer", "result", "file", "code", "quote", "session"})


def _is_shown(talk: Conversation, attack: Attack) -> bool:
    """Whether a model gets to see it at all: what the prompt leaves out cannot fool one."""
    if attack.place == "author":
        return as_name(attack.text) is not None
    return attack.place != "session" or any(_holds(m, attack.text) for m in talk.messages)


def _holds(message: Message, text: str) -> bool:
    return any(text in part.text for part in message.parts)


def written(made: Export) -> dict[str, str]:
    """Every form of a pack."""
    forms = {
        to: render(made.graph, to=to, count=len, with_sources=True).text
        for to in ("compact", "readable", "paste")
    }
    return forms | {"as asked": made.text, "archive": made.archive()}


def faults(made: Export, attack: Attack) -> list[str]:
    """What an attack has reached; none where it was stopped."""
    found = []
    for form, text in written(made).items():
        if _HIDDEN.search(text):
            found.append(f"{form}: hidden characters")
        if live := _LIVE.search(text):
            found.append(f"{form}: {live[0]} is live")
        lines = text.split("\n")
        document = json.loads(lines[1] if form == "paste" else text)
        if form == "paste" and (len(lines) != 6 or lines[-1] != "Resume from this state."):
            found.append("paste: the wrapper is broken")
        found += [f"{form}: {fault}" for fault in _document_faults(document, attack)]
    return found


def _document_faults(document: dict[str, Any], attack: Attack) -> Iterator[str]:
    code = {
        node.get("s") or node["summary"]
        for node in _nodes(document)
        if attack.is_matter and (node.get("t") or node["type"]) in {"C", "code"}
    }
    for where, text in _texts(document):
        key = where[-1]
        if attack.mark not in text or key in {"quote", "src", "sources"} or text in code:
            continue
        if not (key in {"s", "summary", "text", "title", "message"} and is_quoted(text)):
            yield f"{'/'.join(map(str, where))}: {text[:80]}"
    for node in _nodes(document):
        words = node.get("s") or node["summary"]
        if is_quoted(words) and (node.get("t") or node["type"]) not in {"F", "fact"}:
            yield f"an order is a {node.get('t') or node['type']}"
        if _HIDDEN.search(json.dumps(node, ensure_ascii=False)):
            yield f"hidden characters in {words[:40]}"


def _texts(value: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*where, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, (*where, place))


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "summary" in value or "s" in value:
            yield value
        for inner in value.values():
            yield from _nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _nodes(inner)


def decisions(made: Export) -> list[str]:
    """The decisions in force."""
    return [
        node.summary
        for node in made.graph.walk()
        if node.type == "decision" and node.status != "abandoned"
    ]
