"""Where each message stands: exchanges, closing summaries, vetoes by refused tool calls.

An exchange is what a person says and all that follows until the next person speaks. The last text
of an exchange is its closing: there the assistant sums up what it did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.model.conversation import Message, Origin, Role, Text, ToolCall, ToolResult

PEOPLE_STRETCH = 12
"""Messages that count as one exchange where only people talk."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A message's place in the conversation.

    Args:
        exchange: 0-based index of its exchange; -1 before anybody has spoken.
        is_human: A person's words.
        is_closing: The last assistant text of its exchange.
        is_narration: Assistant text beside a tool call, with more to come.
        after_rejection: A person's words right after refusing a tool call.
        reply_to: Index of the assistant message a person answers, -1 where there is none.
    """

    exchange: int
    is_human: bool
    is_closing: bool
    is_narration: bool
    after_rejection: bool
    reply_to: int


def turns(messages: Sequence[Message]) -> list[Turn]:
    """Place every message.

    Args:
        messages: A conversation's messages, in order.

    Returns:
        One turn per message.
    """
    exchange = -1
    spoken = -1
    was_rejected = False
    human_before = False
    rows: list[tuple[int, bool, bool, int]] = []
    closings: dict[int, int] = {}
    for at, message in enumerate(messages):
        has_text = any(isinstance(part, Text) and part.text.strip() for part in message.parts)
        human = message.role == Role.USER and message.origin == Origin.MAIN and has_text
        if human and not human_before:
            exchange += 1
        rows.append((exchange, human, human and was_rejected, spoken if human else -1))
        if message.role == Role.ASSISTANT and has_text and message.origin == Origin.MAIN:
            closings[exchange] = at
            spoken = at
        if human:
            was_rejected = False
        elif any(isinstance(part, ToolResult) and part.is_rejected for part in message.parts):
            was_rejected = True
        if message.role in {Role.USER, Role.ASSISTANT}:
            human_before = human
    last = set(closings.values())
    if not closings:
        # people among themselves: nobody answers whom, so stretches stand for exchanges
        rows = [(at // PEOPLE_STRETCH, *row[1:]) for at, row in enumerate(rows)]
    return [
        Turn(
            exchange=row[0],
            is_human=row[1],
            is_closing=at in last,
            is_narration=at not in last
            and messages[at].role == Role.ASSISTANT
            and any(isinstance(part, ToolCall) for part in messages[at].parts),
            after_rejection=row[2],
            reply_to=row[3],
        )
        for at, row in enumerate(rows)
    ]
