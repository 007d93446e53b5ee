"""ShareGPT data sets: turns of ``from`` and ``value``, in an array or JSON Lines.

The first such sets were scraped from web pages; theirs may be HTML, with the page's buttons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import orjson

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation, label_of
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import calls_of, output_text
from graphpack.readers.faults import Faults
from graphpack.readers.html_text import html_to_text
from graphpack.readers.loose import dict_of, list_of, name_of, text_of
from graphpack.readers.values import iter_values, or_read_error, probed_values

_LIST_KEYS = ("conversations", "conversation", "items", "messages", "dialog", "turns")
_ROLES = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "bing": Role.ASSISTANT,
    "bard": Role.ASSISTANT,
    "claude": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "function_call": Role.ASSISTANT,
    "function-call": Role.ASSISTANT,
    "tool_call": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
    "function_response": Role.TOOL,
    "function-response": Role.TOOL,
    "tool_response": Role.TOOL,
    "observation": Role.TOOL,
}
_CALLS = frozenset({"function_call", "function-call", "tool_call"})
_BRANDS = frozenset({"chatgpt", "bing", "bard", "claude"})
_HTML = compiled(r"<(?:div|p|pre|ol|ul)(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_BUTTON = compiled(r"^(```\S*)?[ \t]*+(?:[\w+#.-]{1,20})?Copy code[ \t]*(?=\n|$|`)", re.MULTILINE)


class Reader:
    """Reads ``{"conversations": [{"from", "value"}, …]}``."""

    name: ClassVar[str] = "sharegpt"
    about: ClassVar[str] = "ShareGPT data set: from/value turns, JSON array or JSON Lines"
    facts: ClassVar[Facts] = Facts(
        where="training sets of open chat models, scraped or made in this form",
        keeps="tool calls and their outputs, the brand of the model where turns name it",
        drops="the list of tools, page buttons of scraped HTML",
        checked="FastChat and LLaMA-Factory data of 2023-2024",
        sign="turns with `from` and `value`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim records whose turns have both keys and a known speaker."""
        values = probed_values(probe)
        sure = sum(1 for value in values if _turns(value) is not None)
        if not sure and values and all(map(_is_turn, values)):
            return Certainty.SURE
        objects = sum(1 for value in values if isinstance(value, dict | list))
        return Certainty.SURE if sure * 2 >= objects > 0 else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each record."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="ShareGPT conversations")


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    loose: list[Any] = []
    for number, value in iter_values(source, faults):
        turns = _turns(value)
        if turns is not None:
            found = _conversation(turns, dict_of(value), number, source)
            if found:
                yield found
            else:
                faults.add("empty-conversation", "nothing readable in it; left out", number)
        elif _is_turn(value):
            loose.append(value)
        else:
            faults.add("broken-record", "no conversation; left out", number or None)
    found = _conversation(loose, {}, 0, source) if loose else None
    if found:
        yield found


def _conversation(
    turns: list[Any], record: dict[str, Any], number: int, source: Opened
) -> Conversation | None:
    faults = Faults(f"{source.name}:{number}" if number else source.name)
    drafts = [*_system(record), *_drafts(turns, faults)]
    label = label_of(record) if record else Label()
    return conversation(drafts, ConversationSource(source.name, Reader.name), faults, label)


def _turns(value: Any) -> list[Any] | None:
    """Find a record's turns: at least one good, and no more bad ones than good."""
    record = dict_of(value)
    lists = [value] if isinstance(value, list) else [record.get(key) for key in _LIST_KEYS]
    for turns in lists:
        good = sum(1 for turn in list_of(turns) if _is_turn(turn))
        bad = sum(1 for turn in list_of(turns) if isinstance(turn, dict)) - good
        if good and bad <= good:
            return list_of(turns)
    return None


def _is_turn(value: Any) -> bool:
    return isinstance(value, dict) and "value" in value and _speaker(value) in _ROLES


def _speaker(turn: dict[str, Any]) -> str:
    return text_of(turn.get("from")).strip().lower()


def _system(record: dict[str, Any]) -> list[Draft]:
    text = next((text_of(record.get(key)) for key in ("system", "system_prompt")), "")
    return [Draft(Role.SYSTEM, (Text(text),))] if text.strip() else []


def _drafts(turns: list[Any], faults: Faults) -> Iterator[Draft]:
    """Read the turns.

    Source:
        ShareGPT scrapes of 2023; FastChat and LLaMA-Factory documentation as of 2024.
    """
    for number, turn in enumerate(turns, start=1):
        if not _is_turn(turn):
            faults.add("broken-record", "not a turn with from and value; left out", number)
            continue
        speaker = _speaker(turn)
        role = _ROLES[speaker]
        author = speaker if speaker in _BRANDS else None
        yield Draft(role, _parts(turn, speaker, role), author=name_of(turn.get("model")) or author)


def _parts(turn: dict[str, Any], speaker: str, role: Role) -> tuple[Part, ...]:
    value = turn.get("value")
    if speaker in _CALLS:
        return _calls(value)
    text = output_text(value)
    if role is Role.TOOL:
        return (ToolResult(text, name=name_of(turn.get("name"))),)
    if role is Role.ASSISTANT or role is Role.USER:
        text = _plain(text)
    return (Text(text),) if text.strip() else ()


def _calls(value: Any) -> tuple[Part, ...]:
    """Read calls written as JSON text; what is none stays a call of an unknown tool."""
    decoded = value
    if isinstance(value, str):
        try:
            decoded = orjson.loads(value)
        except orjson.JSONDecodeError:
            decoded = None
    calls = calls_of(decoded if isinstance(decoded, list) else [decoded])
    text = text_of(value)
    return calls or ((ToolCall("unknown", text),) if text.strip() else ())


def _plain(text: str) -> str:
    """Make text of a scraped answer: page HTML, or Markdown with the page's copy buttons."""
    if text.lstrip().startswith("<") and _HTML.match(text.lstrip()):
        text = html_to_text(text)
    if "Copy code" in text:
        text = _BUTTON.sub(lambda found: found[1] or "", text)
    return text
