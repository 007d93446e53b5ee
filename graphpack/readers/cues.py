"""What subtitle formats have in common: timed cues, and who speaks in them.

Meetings put a name before the words; films and most captions name nobody, and then nobody is
guessed. Times are relative to the recording, so messages have none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from graphpack.model.conversation import Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.people import is_name

MAX_PAUSE_S = 5.0
"""A longer silence ends a turn, even if the same person goes on."""
MAX_CAPTION_CHARS = 600
"""Captions without speakers are cut into paragraphs of about this size, at a sentence's end."""

_CLOCK = r"(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMING = compiled(rf"(?P<start>{_CLOCK})[ \t]+-->[ \t]+(?P<end>{_CLOCK})")
_VOICE = compiled(r"<v(?:\.[\w.-]++)?[ \t]([^<>\n]++)>")
_TAG = compiled(r"</?(?:[a-z][\w.]*(?: [^<>\n]*)?|\d[\d:.]*)>|\{\\an?\d\}", re.IGNORECASE)
_LABEL = compiled(r"(?:- ?|>> ?)?(?P<name>[^\s:<>][^:<>\n]{0,58}?): +(?=\S)")
_STOPS = (".", "?", "!", "…", "。", "？", "！", '."', '?"')


@dataclass(frozen=True, slots=True)
class Cue:
    """A stretch of speech.

    Args:
        start_s: Its start in the recording, in seconds.
        end_s: Its end.
        text: The words, without tags; lines joined.
        speaker: Who speaks, None where the format does not say.
    """

    start_s: float
    end_s: float
    text: str
    speaker: str | None = None


def timing(line: str) -> tuple[float, float] | None:
    """Read a timing line; None for any other."""
    found = _TIMING.match(line.strip()) if "-->" in line else None
    return (_seconds(found["start"]), _seconds(found["end"])) if found else None


def _seconds(clock: str) -> float:
    total = 0.0
    for piece in clock.replace(",", ".").split(":"):
        total = total * 60 + float(piece)
    return total


def cues_of(start_s: float, end_s: float, lines: Sequence[str]) -> Iterator[Cue]:
    """Make cues of a timed block: one, or one for each voice in it.

    Args:
        start_s: Start, in seconds.
        end_s: End.
        lines: The text with its tags.

    Yields:
        Cues with words.
    """
    text = "\n".join(lines)
    voices = list(_VOICE.finditer(text))
    first = voices[0].start() if voices else len(text)
    pieces: list[tuple[str | None, str]] = [(None, text[:first])]
    ends = [voice.start() for voice in voices[1:]] + [len(text)]
    for voice, end in zip(voices, ends if voices else [], strict=True):
        pieces.append((unescape(voice[1]).strip(), text[voice.end() : end]))
    for speaker, piece in pieces:
        words = " ".join(unescape(_TAG.sub("", piece)).split())
        if words:
            yield Cue(start_s, end_s, words, speaker)


def with_names(cues: Sequence[Cue]) -> list[Cue]:
    """Take the names before the words off, where the cues have them.

    Args:
        cues: Without speakers, or with those of voice tags, which stay.

    Returns:
        The cues; those that name nobody belong to who spoke last.
    """
    found = [None if cue.speaker else _LABEL.match(cue.text) for cue in cues]
    labels = [label["name"] for label in found if label and _may_be_name(label["name"])]
    if len(labels) * 5 >= len(cues) * 3:  # a name before nearly every cue: all are names
        names = set(labels)
    else:
        counts = Counter(label for label in labels if is_name(label))
        names = {label for label, count in counts.items() if count >= 2}
        names = names if len(names) >= 2 else set()
    named: list[Cue] = []
    for cue, label in zip(cues, found, strict=True):
        if label and label["name"] in names:
            named.append(replace(cue, speaker=label["name"], text=cue.text[label.end() :]))
        elif cue.speaker is None and named and names:
            named.append(replace(cue, speaker=named[-1].speaker))
        else:
            named.append(cue)
    return named


def _may_be_name(label: str) -> bool:
    return any(char.isalpha() for char in label) and len(label.split()) <= 6


def cue_drafts(cues: Iterable[Cue]) -> Iterator[Draft]:
    """Put the cues of one turn together.

    Args:
        cues: In order.

    Yields:
        A draft for each turn: a run of cues of one speaker without a long pause; without
        speakers, a paragraph. Lines that roll on are said once.
    """
    held: list[Cue] = []
    for cue in cues:
        if held and cue.text == held[-1].text and cue.speaker == held[-1].speaker:
            held[-1] = replace(held[-1], end_s=cue.end_s)
            continue
        if held and _ends(held, cue):
            yield _turn(held)
            held = []
        rolled = held and cue.speaker is None and cue.text.startswith(f"{held[-1].text} ")
        held.append(replace(cue, text=cue.text[len(held[-1].text) + 1 :]) if rolled else cue)
    if held:
        yield _turn(held)


def _ends(held: Sequence[Cue], cue: Cue) -> bool:
    last = held[-1]
    if cue.speaker != last.speaker or cue.start_s - last.end_s > MAX_PAUSE_S:
        return True
    size = sum(len(one.text) + 1 for one in held)
    return cue.speaker is None and size > MAX_CAPTION_CHARS and last.text.endswith(_STOPS)


def _turn(cues: Sequence[Cue]) -> Draft:
    text = " ".join(cue.text for cue in cues)
    return Draft(Role.USER, (Text(text),), author=cues[0].speaker)
