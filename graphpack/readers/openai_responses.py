"""OpenAI Responses: request and answer bodies, lists of items, JSON Lines of either.

An answer's items up to the next outside word (reasoning, text, calls) make one message. What the
server folded away or keeps for itself is counted, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, Part, Role, Text
from graphpack.readers.arrays import Arrays, Thread, certainty, probed_threads, read_arrays
from graphpack.readers.assembly import Draft, time_in
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of
from graphpack.readers.response_items import own_parts, result_of
from graphpack.readers.shapes import is_item, is_items, is_list_of, role_of

_BODY_KEYS = frozenset(
    {
        "background", "billing", "body", "completed_at", "context_management", "conversation",
        "created_at", "custom_id", "error", "frequency_penalty", "id", "include",
        "incomplete_details", "input", "instructions", "max_output_tokens", "max_tool_calls",
        "metadata", "method", "model", "moderation", "object", "output", "output_text",
        "parallel_tool_calls", "presence_penalty", "previous_response_id", "prompt",
        "prompt_cache_key", "prompt_cache_retention", "reasoning", "request", "response",
        "safety_identifier", "service_tier", "status", "store", "stream", "stream_options",
        "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation",
        "url", "usage", "user",
    }
)  # fmt: skip
_OWN_KEYS = frozenset({"instructions", "max_output_tokens", "previous_response_id", "truncation"})
_WRAPPERS = ("request", "body", "response")
_MAX_WRAPPERS = 3


class Reader:
    """Reads ``input`` and ``output`` items."""

    name: ClassVar[str] = "openai-responses"
    about: ClassVar[str] = "OpenAI Responses: request or answer, list of items, or JSON Lines"
    facts: ClassVar[Facts] = Facts(
        where="bodies of requests and answers, and lists of items",
        keeps="instructions, messages, reasoning summaries, calls of all kinds with their outputs",
        drops="encrypted reasoning and compactions, tool definitions, parameters, tokens",
        checked="recordings of 2025 and 2026",
        sign="`input` or `output` with typed items",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim bodies with ``input`` or ``output`` items, and lists with items of this API."""
        return certainty(probed_threads(probe, _ARRAYS), _BODY_KEYS)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each body or list; lines of one each make one."""
        return read_arrays(source, _ARRAYS)


def _find(value: Any, place: int | None) -> Iterator[Thread]:
    if isinstance(value, dict):
        items, container = _unwrapped(value)
        if items:
            yield Thread(tuple(items), container, place)
    elif is_items(value):
        yield Thread(tuple(value), {}, place)
    elif isinstance(value, list):
        for number, item in enumerate(value, start=1):
            if isinstance(item, dict | list) and not is_item(item):
                yield from _find(item, place or number)


def _unwrapped(value: dict[str, Any], depth: int = 0) -> tuple[list[Any], dict[str, Any]]:
    """Collect a body's items, an answer's after its request's."""
    container = dict(value)
    items = _input(value)
    output = value.get("output")
    if is_list_of(output, is_item):
        model = name_of(value.get("model"))
        items += [_Answered(i, model) if isinstance(i, dict) else i for i in list_of(output)]
    for key in _WRAPPERS if value and depth < _MAX_WRAPPERS else ():
        more, inner = _unwrapped(dict_of(value.get(key)), depth + 1)
        if more:
            items += more
            container = {**inner, **container}
    return items, container


class _Answered(dict[str, Any]):
    """An item of an answer, which knows the model that gave it."""

    def __init__(self, item: dict[str, Any], model: str | None) -> None:
        super().__init__(item)
        self.model = model


def _input(value: dict[str, Any]) -> list[Any]:
    given = value.get("input")
    has_model = isinstance(value.get("model"), str)
    # embedding requests and data sets have an "input" too
    if isinstance(given, str) and has_model and not _OWN_KEYS.isdisjoint(value):
        return [{"role": "user", "content": given}]
    if is_items(given) or (has_model and is_list_of(given, is_item)):
        return list(list_of(given))
    return []


def _drafts(thread: Thread, faults: Faults) -> Iterator[Draft]:
    """Read a thread's items.

    Source:
        OpenAI Responses API, bodies recorded 2025-2026 (reasoning, function, MCP, compaction and
        server-tool items).
    """
    system = parts_of(thread.container.get("instructions"), faults)
    if system:
        yield Draft(Role.SYSTEM, system)
    if name_of(thread.container.get("previous_response_id")):
        faults.add("earlier-turns", "earlier turns stayed on the server (previous_response_id)")
    turn = _Turn()
    for number, item in enumerate(thread.items, start=1):
        outside = _outside(item, faults, number)
        if outside:
            yield from turn.close()
            yield outside
        elif _is_readable(item):
            turn.take(item, own_parts(item, faults, number))
        else:
            faults.add("broken-record", "not an item; left out", number)
    yield from turn.close()


def _is_readable(item: Any) -> bool:
    """Tell an item, if of an unknown type, from one whose type or role is not even a name."""
    return isinstance(item, dict) and all(
        isinstance(item.get(key), str | None) for key in ("type", "role")
    )


def _outside(item: Any, faults: Faults, number: int) -> Draft | None:
    """Read an item that is not the model's: a person's or developer's message, a tool's output."""
    if not is_item(item):
        return None
    role = role_of(item.get("role"))
    if role in (Role.USER, Role.SYSTEM, Role.TOOL):
        parts = parts_of(item.get("content"), faults, number)
        return Draft(role, parts, time_in(item), source_id=name_of(item.get("id")))
    result = result_of(item)
    if result is None:
        return None
    return Draft(Role.TOOL, (result,), time_in(item), source_id=name_of(item.get("id")))


class _Turn:
    """The model's items since the last outside word."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._first: dict[str, Any] = {}

    def take(self, item: dict[str, Any], parts: tuple[Part, ...]) -> None:
        """Add an item's parts; the first item with words gives the message's id."""
        said = any(isinstance(part, Text) for part in parts)
        if parts and (not self._parts or (said and self._first.get("type") == "reasoning")):
            self._first = item
        self._parts.extend(parts)

    def close(self) -> Iterator[Draft]:
        """Give the turn's message, if there is one, and start the next."""
        if self._parts:
            item = self._first
            model = item.model if isinstance(item, _Answered) else None
            yield Draft(
                Role.ASSISTANT,
                tuple(self._parts),
                time_in(item),
                model or name_of(item.get("model")) or None,
                source_id=text_of(item.get("id")) or None,
            )
        self._parts, self._first = [], {}


_ARRAYS = Arrays(
    Reader.name, "input or output items", is_item, is_items, _find, _drafts, _BODY_KEYS
)
