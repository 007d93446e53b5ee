r"""The Markdown that graphpack writes transcripts in, so that it reads them back without a guess.

The first line names the dialect. A heading of a fixed wording starts each message and each part
that is not plain words; what the heading cannot say is JSON in a comment on its line. A line of
the text that would be such a heading gets a backslash before it, and loses it when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphpack.model.conversation import Role
from graphpack.patterns import compiled

OPENING = "<!-- graphpack transcript v1"
"""How the first line starts; the conversation's id, title, source and time follow as JSON."""

ROLES = {
    "User": Role.USER,
    "Assistant": Role.ASSISTANT,
    "Tool": Role.TOOL,
    "System": Role.SYSTEM,
}
"""The headings of messages, at level 2."""

PARTS = (
    "Text", "Reasoning", "Tool call", "Tool result", "Tool error", "Tool refused", "Attachment",
    "Image",
)  # fmt: skip
"""The headings of parts, at level 3; a message's first words need none."""

_COMMENT = " <!-- {"
_HEADING = compiled(
    rf"## (?P<role>{'|'.join(ROLES)})(?:: (?P<who>.*))?"
    rf"|### (?P<part>{'|'.join(PARTS)})(?:: (?P<what>.*))?"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the dialect.

    Args:
        word: A key of ``ROLES`` or one of ``PARTS``.
        label: The name after the colon; None where there is none.
        attributes: The JSON of its comment; empty where there is none, or it is damaged.
    """

    word: str
    label: str | None = None
    attributes: Mapping[str, Any] | None = None

    @property
    def is_message(self) -> bool:
        """Whether a message starts here, not a part of one."""
        return self.word in ROLES


def write_heading(word: str, label: str | None, key: str, attributes: Mapping[str, Any]) -> str:
    """Write a heading.

    Args:
        word: A key of ``ROLES`` or one of ``PARTS``.
        label: The name to show; None for none.
        key: What the name is called among the attributes, where it cannot be shown as it is.
        attributes: What else there is to say; None values are left out.

    Returns:
        One line.
    """
    told = {name: value for name, value in attributes.items() if value is not None}
    shown = " ".join((label or "").split()).replace("<!--", "")
    if label is not None and shown != label:
        told = {key: label, **told}
    level = "##" if word in ROLES else "###"
    tail = f" <!-- {_commented(told)} -->" if told else ""
    return f"{level} {word}{f': {shown}' if shown else ''}{tail}"


def write_opening(attributes: Mapping[str, Any]) -> str:
    """Write the first line of a transcript."""
    return f"{OPENING} {_commented(attributes)} -->"


def read_opening(line: str) -> dict[str, Any]:
    """Read the first line's attributes; none where it is damaged."""
    return _attributes(line.removeprefix(OPENING).strip().removesuffix("-->"))


def read_heading(line: str) -> Heading | None:
    """Read a heading.

    Args:
        line: Any line.

    Returns:
        The heading; None where it is text, as one with a backslash before it is.
    """
    if not line.startswith("##"):
        return None
    words, mark, tail = line.rpartition(_COMMENT)
    is_told = bool(mark) and tail.endswith("} -->")
    found = _HEADING.fullmatch(words if is_told else line)
    if not found:
        return None
    attributes = _attributes("{" + tail.removesuffix(" -->")) if is_told else {}
    if found["role"]:
        return Heading(found["role"], found["who"], attributes)
    return Heading(found["part"], found["what"], attributes)


def escape(text: str) -> str:
    """Put a backslash before the lines that would be headings."""
    if "## " not in text:
        return text
    return "\n".join(f"\\{line}" if _is_like(line) else line for line in text.split("\n"))


def unescape(line: str) -> str:
    """Take that backslash off a line."""
    return line[1:] if line.startswith("\\") and _is_like(line) else line


def _is_like(line: str) -> bool:
    return read_heading(line.lstrip("\\")) is not None


def _commented(attributes: Mapping[str, Any]) -> str:
    # no comment ends inside a string, and no heading is cut at one
    text = json.dumps(attributes, ensure_ascii=False, separators=(", ", ": "))
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def _attributes(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
