"""Messages as they are kept: one JSON object each, long texts apart, named by their content.

Taken together they are what ``graphpack read --to jsonl`` writes, to the byte. A text of some
length is a blob: a file that was read in twenty sessions is kept once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphpack.archive.packed import as_bytes, sha256
from graphpack.model.conversation import Conversation
from graphpack.pipeline.safety import seal
from graphpack.redact import Redacted
from graphpack.render.transcript import write_transcript

LONG_CHARS = 2_000
"""From this size on a text is a blob."""

_WHOLE = ("title", "source", "format", "started_at")
_PLACE = ("v", "conversation", "index", *_WHOLE)
_APART = "text_sha256"

Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """One message as it is kept.

    Args:
        raw: Its JSON object as the transcript has it, without its place there.
        document: The same in bytes, without its long texts.
        sha256: Of the message with its texts, wherever it stands.
        texts: The long texts, by part.
    """

    raw: Raw
    document: bytes
    sha256: str
    texts: Mapping[int, bytes]


def kept_messages(redacted: Redacted) -> Iterator[Kept]:
    """Write a conversation message by message; what is secret in it is hidden.

    Args:
        redacted: The conversation without its secrets.

    Returns:
        Its messages in order. One that would show a secret all the same is a ``RedactionError``.
    """
    text = write_transcript(redacted.conversation, to="jsonl")
    return kept_lines(seal(text, redacted.policy, redacted.vault, name="transcript"))


def kept_lines(transcript: str) -> Iterator[Kept]:
    """Take a transcript apart.

    Args:
        transcript: As ``write_transcript`` writes JSON Lines.

    Yields:
        Its messages in order.
    """
    for line in transcript.split("\n"):
        raw = {key: value for key, value in json.loads(line).items() if key not in _PLACE}
        parts, texts = [], dict[int, bytes]()
        for place, part in enumerate(raw["parts"]):
            if len(part.get("text") or "") < LONG_CHARS:
                parts.append(part)
                continue
            texts[place] = content = as_bytes(part["text"])
            # where the text stood its hash stands: the order of keys is part of the bytes
            parts.append(
                {
                    _APART if key == "text" else key: sha256(content) if key == "text" else value
                    for key, value in part.items()
                }
            )
        yield Kept(raw, _dumped(raw | {"parts": parts}), sha256(_dumped(raw)), texts)


def transcript_lines(
    head: Mapping[str, Any], documents: Iterable[bytes], text_of: Callable[[str], str]
) -> Iterator[str]:
    """Put a transcript together again.

    Args:
        head: ``conversation``, ``title``, ``source``, ``format`` and ``started_at``.
        documents: As they were kept, in order.
        text_of: Gives a blob's text by its hash.

    Yields:
        One line for each message, as ``write_transcript`` wrote it.
    """
    for index, document in enumerate(documents):
        raw: Raw = {"v": 1, "conversation": head["conversation"], "index": index}
        if not index:
            raw |= {key: head[key] for key in _WHOLE if head.get(key) is not None}
        raw |= json.loads(document)
        raw["parts"] = [_whole(part, text_of) for part in raw["parts"]]
        yield json.dumps(raw, ensure_ascii=False)


def part_texts(conversation: Conversation, places: Iterable[tuple[int, int]]) -> dict[str, bytes]:
    """Give texts of parts whole.

    Args:
        conversation: Redacted.
        places: Messages and parts of them.

    Returns:
        By ``message/part``.
    """
    return {
        f"{message}/{part}": as_bytes(conversation.messages[message].parts[part].text)
        for message, part in places
    }


def _whole(part: Raw, text_of: Callable[[str], str]) -> Raw:
    if _APART not in part:
        return part
    return {
        "text" if key == _APART else key: text_of(value) if key == _APART else value
        for key, value in part.items()
    }


def _dumped(raw: Raw) -> bytes:
    return as_bytes(json.dumps(raw, ensure_ascii=False))
