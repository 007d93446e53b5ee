"""Writes what was read in one of three forms, each of which graphpack reads again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.render.transcript_lines import write_lines
from graphpack.render.transcript_markdown import write_markdown
from graphpack.render.transcript_messages import write_messages

__all__ = ["TRANSCRIPTS", "write_transcript"]


@dataclass(frozen=True, slots=True)
class _Form:
    """One row of the table.

    Args:
        write: From a conversation to text.
        about: One line for help texts.
    """

    write: Callable[[Conversation], str]
    about: str


TRANSCRIPTS: dict[str, _Form] = {
    "markdown": _Form(write_markdown, "for people; nothing is lost"),
    "messages": _Form(write_messages, "a JSON array of OpenAI chat messages; no times"),
    "jsonl": _Form(write_lines, "one message for each line; nothing is lost"),
}


def write_transcript(conversation: Conversation, *, to: str) -> str:
    """Write a conversation.

    Args:
        conversation: Its branches are not written.
        to: A name of the table.

    Returns:
        The text, without a final newline.

    Raises:
        UsageError: No form is called so.
    """
    form = TRANSCRIPTS.get(to)
    if form is None:
        raise UsageError(f"no form is called {to!r}", hint=f"one of {', '.join(TRANSCRIPTS)}")
    return form.write(conversation)
