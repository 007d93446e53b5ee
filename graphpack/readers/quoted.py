"""Transcripts that quote the person and leave the rest to the model: claude-transcript's Markdown.

Callouts are common in any document, so the file must also call itself a transcript.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.model.conversation import Role
from graphpack.patterns import compiled

_CALLOUT = compiled(r">\s*\[!IMPORTANT\]\s*$")
_TITLE = compiled(r"#\s.*\bTranscript\b", re.IGNORECASE)


def is_quoted(lines: Sequence[str]) -> bool:
    """Tell a transcript whose important callouts are the person's words.

    Args:
        lines: The text.

    Returns:
        True where the first line is a title that says so and there is at least one callout.

    Source:
        kiliman/claude-transcript, files of 2025-07 to 2025-08.
    """
    first = next((line for line in lines if line.strip()), "")
    return _TITLE.match(first) is not None and any(map(_CALLOUT.match, lines))


def quoted_turns(lines: Sequence[str]) -> Iterator[tuple[Role, list[str]]]:
    """Cut such a transcript into turns.

    Args:
        lines: The text.

    Yields:
        Who speaks, and the lines without quotation marks; the first turn, the program's own, is
        what stands before the first callout.
    """
    role, held = Role.SYSTEM, list[str]()
    for line in lines:
        if _CALLOUT.match(line):
            yield role, held
            role, held = Role.USER, []
            continue
        if role is Role.USER and not line.startswith(">"):
            yield role, held
            role, held = Role.ASSISTANT, []
        quote = line[1:].removeprefix(" ").removesuffix("\\") if role is Role.USER else line
        held.append(quote)
    yield role, held
