"""The smallest pieces that can become a node: the sentences, list items, table rows, code said.

A unit knows the heading and the lead-in it stands under, because a list item means little without
them. ``cutting.py`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Act(StrEnum):
    """What somebody does among people by saying a thing."""

    SETTLE = "settle"
    TAKE_ON = "take on"
    LEAVE_OPEN = "leave open"
    PUT_OFF = "put off"
    NOTE = "note"


class Stance(StrEnum):
    """How somebody stands to what a sentence of a short talk says."""

    ASKS = "asks"
    OFFERS = "offers"
    GUESSES = "guesses"
    UNKNOWN = "unknown"
    PUTS_OFF = "puts off"
    BINDS = "binds"
    ENDS = "ends"
    FAULT = "fault"
    TELLS = "tells"


class Kind(StrEnum):
    """How a unit stands in its text."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    HEADING = "heading"
    QUOTE = "quote"
    CODE = "code"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of one part.

    Args:
        message: 0-based message index.
        part: 0-based part index.
        start: First character in the part's text.
        end: Last character, exclusive.
        kind: How it stands in the text.
        text: The characters of the span.
        heading: The nearest heading above, without marks; may be empty.
        lead: The line that introduces the list or code, or the parent item; may be empty.
        label: The mark of a numbered or lettered item (``1``, ``b``), else empty.
        place: Position among the units of the message, 0-based.
        lang: A code block's language tag.
        is_borrowed: Somebody else's words that the message only passes on: a file, a quotation.
        thread: Where people talk among themselves, the stretch within which a statement may run
            over several turns; -1 elsewhere.
        is_spoken: It was transcribed from speech.
        act: What it does among people, where its words say so.
        is_recap: It belongs to a person's summing-up of what was agreed.
        is_whole: Its articles and padding stay, because the pack is for people.
        stance: How its speaker stands to it; None where the conversation is no short talk.
        matter: Counts up where a person turns to another matter within a message.
    """

    message: int
    part: int
    start: int
    end: int
    kind: Kind
    text: str
    heading: str = ""
    lead: str = ""
    label: str = ""
    place: int = 0
    lang: str = ""
    is_borrowed: bool = False
    thread: int = -1
    is_spoken: bool = False
    act: Act | None = None
    is_recap: bool = False
    is_whole: bool = False
    stance: Stance | None = None
    matter: int = 0
