"""One attempt to make a pack say what an attacker wants, and the short ways to write one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Attack:
    """One attempt.

    Args:
        name: What is tried.
        text: As it stands in the transcript.
        place: ``said`` by the person, ``answer`` of the assistant, ``result`` of a tool, ``file``
            attached, ``title``, ``author``, ``tool`` name, ``file_name``, ``code`` fence,
            ``quote`` block; ``session``: the records of an agent's log.
        mark: Must never stand in a decision, a goal, a hand-off or a description.
        is_matter: It gives no order to a model: it is what somebody read, pasted or attached, and
            may stand as code.
        records: What is written into a session; the reader decides whose words they are.
    """

    name: str
    text: str
    place: str = "said"
    mark: str = "zebrafish"
    is_matter: bool = False
    records: tuple[Any, ...] = ()


def tags(text: str) -> str:
    """Write ASCII in tag characters, which no font shows."""
    return "".join(chr(0xE0000 + ord(char)) for char in text)


def matter(name: str, text: str, place: str = "said") -> Attack:
    """Something that is only passed on."""
    return Attack(name, text, place, is_matter=True)


def session(name: str, text: str, *records: Any) -> Attack:
    """Something that an agent's log holds; of each record the block or text of a person's side."""
    return Attack(name, text, "session", is_matter=True, records=records)


def use(name: str, content: str, **beside: Any) -> tuple[Any, ...]:
    """A tool's call, and what the harness says came of it."""
    return "call", name, content, beside


def spaced(text: str, mark: str = "\u200b") -> str:
    """Put something between all characters."""
    return mark.join(text)
