"""Gemini API contents: requests, answers and lists, in camel case and in snake case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, Role, Text, ToolResult
from graphpack.readers.arrays import Arrays, Thread, certainty, probed_threads, read_arrays
from graphpack.readers.assembly import Draft, time_in
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.gemini_parts import parts_in
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.shapes import is_content, is_contents, role_of

_BODY_KEYS = frozenset(
    {
        "body", "cachedContent", "cached_content", "candidates", "contents", "createTime",
        "generationConfig", "generation_config", "id", "key", "labels", "metadata", "model",
        "modelVersion", "model_version", "promptFeedback", "prompt_feedback", "request",
        "response", "responseId", "response_id", "safetySettings", "safety_settings", "status",
        "systemInstruction", "system_instruction", "title", "toolConfig", "tool_config", "tools",
        "usageMetadata", "usage_metadata",
    }
)  # fmt: skip
_LIST_KEYS = ("contents", "history")
_WRAPPERS = ("request", "body", "response")
_MAX_WRAPPERS = 3


class Reader:
    """Reads ``contents[].parts[]`` and ``candidates[].content``."""

    name: ClassVar[str] = "gemini-contents"
    about: ClassVar[str] = "Gemini API contents: request or answer, list, or JSON Lines"
    facts: ClassVar[Facts] = Facts(
        where="bodies of requests and answers of the Gemini API and of Vertex AI",
        keeps="system instructions, thoughts, function calls with responses, code and its result",
        drops="signatures of thoughts, safety ratings, tokens, bytes of inline data",
        checked="recordings of 2025 and 2026, camel and snake case",
        sign="`contents` with `parts`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim contents whose parts are told apart by their keys."""
        return certainty(probed_threads(probe, _ARRAYS), _BODY_KEYS)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each body or list; lines of one each make one."""
        return read_arrays(source, _ARRAYS)


def _find(value: Any, place: int | None) -> Iterator[Thread]:
    if is_contents(value):
        yield Thread(tuple(value), {}, place)
    elif isinstance(value, dict):
        items, container = _unwrapped(value)
        if items:
            yield Thread(tuple(items), container, place)
    elif isinstance(value, list):
        for number, item in enumerate(value, start=1):
            if isinstance(item, dict | list) and not is_content(item):
                yield from _find(item, place or number)


def _unwrapped(value: dict[str, Any], depth: int = 0) -> tuple[list[Any], dict[str, Any]]:
    """Collect a body's contents; of an answer the first candidate."""
    container = dict(value)
    items: list[Any] = []
    for key in _LIST_KEYS:
        given = value.get(key)
        if is_contents(given):
            items += list_of(given)
        elif isinstance(given, str) and key == "contents":
            items.append({"role": "user", "parts": given})
    for candidate in list_of(value.get("candidates"))[:1]:
        content = dict_of(dict_of(candidate).get("content"))
        if content.get("parts"):
            model = value.get("modelVersion") or value.get("model_version")
            items.append({"role": "model", **content, "model": model})
    for key in _WRAPPERS if value and depth < _MAX_WRAPPERS else ():
        more, inner = _unwrapped(dict_of(value.get(key)), depth + 1)
        if more:
            items += more
            container = {**inner, **container}
    return items, container


def _drafts(thread: Thread, faults: Faults) -> Iterator[Draft]:
    """Read a thread's contents.

    Source:
        Gemini API v1beta and Vertex AI ``GenerateContent``, bodies recorded 2025-2026.
    """
    for key in ("systemInstruction", "system_instruction"):
        instruction = thread.container.get(key)
        given = dict_of(instruction).get("parts", instruction)
        system = parts_in(given, faults)
        if system:
            yield Draft(Role.SYSTEM, system)
    for number, raw in enumerate(thread.items, start=1):
        if not is_content(raw):
            faults.add("broken-record", "not a content with parts; left out", number)
            continue
        role = role_of(raw.get("role")) or Role.USER
        parts = parts_in(raw.get("parts"), faults, number)
        if role is not Role.ASSISTANT and any(isinstance(part, ToolResult) for part in parts):
            is_mixed = any(isinstance(part, Text) for part in parts)
            role = Role.USER if is_mixed else Role.TOOL
        author = name_of(raw.get("model")) if role is Role.ASSISTANT else None
        yield Draft(role, parts, time_in(raw), author, source_id=name_of(raw.get("id")))


_ARRAYS = Arrays(Reader.name, "contents", is_content, is_contents, _find, _drafts, _BODY_KEYS)
