"""Reads Zed's text threads: one text, and where in it each message begins.

They are what Zed's assistant was before its agent (``conversations/*.zed.json``). What a slash
command put into a prompt is marked as a section of the text.

Source: Zed's source of 2024-10 to 2026-03 (documents 0.3.0 and 0.4.0), seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphpack.model.conversation import Attachment, Part, Reasoning, Role, Text
from graphpack.readers.assembly import Draft
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of, time_of

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
_INSERTED, _THOUGHTS = "slash_command_output_sections", "thought_process_output_sections"


@dataclass(frozen=True, slots=True, order=True)
class _Section:
    """A stretch of the text that nobody wrote as words; offsets in bytes."""

    start: int
    end: int
    label: str
    is_thought: bool


def is_text_thread(document: Any) -> bool:
    """Tell a text thread by its own mark."""
    record = dict_of(document)
    return record.get("zed") == "context" and isinstance(record.get("text"), str)


def text_drafts(document: dict[str, Any], faults: Faults) -> Iterator[Draft]:
    """Cut the text into messages.

    Args:
        document: A text thread.
        faults: Takes messages of nobody known.

    Yields:
        Drafts in the order of the text.
    """
    raw = document["text"].encode("utf-8", "replace")
    known = dict_of(document.get("message_metadata"))
    marks: list[tuple[int, int, dict[str, Any]]] = []
    for number, item in enumerate(list_of(document.get("messages")), start=1):
        message = dict_of(item)
        about = dict_of(message.get("metadata")) or dict_of(known.get(str(message.get("id"))))
        start = _offset(message.get("start"))
        if start is None or text_of(about.get("role")) not in _ROLES:
            faults.add("broken-record", "a message of nobody known, or nowhere; left out", number)
        else:
            marks.append((start, number, about))
    marks.sort(key=lambda mark: mark[:2])
    sections = sorted([*_sections(document, _INSERTED), *_sections(document, _THOUGHTS)])
    ends = [start for start, _, _ in marks[1:]] + [len(raw)]
    place = 0
    for (start, _, about), end in zip(marks, ends, strict=True):
        own = []
        while place < len(sections) and sections[place].start < end:
            own.append(sections[place])
            place += 1
        parts = tuple(_parts(raw, start, end, own))
        if parts:
            yield Draft(_ROLES[text_of(about.get("role"))], parts, time_of(about.get("timestamp")))


def _offset(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _sections(document: dict[str, Any], key: str) -> Iterator[_Section]:
    for item in map(dict_of, list_of(document.get(key))):
        span = dict_of(item.get("range"))
        start, end = _offset(span.get("start")), _offset(span.get("end"))
        if start is not None and end is not None and start < end:
            label = name_of(item.get("label")) or "inserted"
            yield _Section(start, end, label, key == _THOUGHTS)


def _parts(raw: bytes, start: int, end: int, sections: list[_Section]) -> Iterator[Part]:
    for section in sections:
        yield from _words(raw[start : min(section.start, end)])
        start = max(start, section.start)
        inside = _decoded(raw[start : min(section.end, end)])
        if inside and section.is_thought:
            yield Reasoning(inside)
        elif inside:
            yield Attachment(section.label, inside)
        start = max(start, min(section.end, end))
    yield from _words(raw[start:end])


def _words(raw: bytes) -> Iterator[Part]:
    text = _decoded(raw)
    if text:
        yield Text(text)


def _decoded(raw: bytes) -> str:
    return plain(raw.decode("utf-8", "replace")).strip()
