"""Cuts a conversation into chunks an extractor can read at once, at natural breaks.

What fits stays whole; a break is looked for only once a chunk overflows. It does not decide how
many chunks are too many, and it never cuts inside a message.
"""

from __future__ import annotations

from collections.abc import Callable

from graphpack.chunk.breaks import DEFAULT_BREAKS, Breaks, Window, best_break
from graphpack.errors import UsageError
from graphpack.model.chunk import Chunk
from graphpack.model.conversation import Conversation, Message, Reasoning

__all__ = ["DEFAULT_BREAKS", "Breaks", "readable_text", "split"]


def readable_text(message: Message) -> str:
    """Give what an extractor reads of a message: every part but the model's private thinking.

    Args:
        message: Any message.

    Returns:
        The texts of its parts, one below the other.
    """
    return "\n".join(
        part.text for part in message.parts if not isinstance(part, Reasoning) and part.text
    )


def split(
    conversation: Conversation,
    *,
    max_tokens: int,
    count: Callable[[str], int],
    show: Callable[[Message], str] = readable_text,
    breaks: Breaks = DEFAULT_BREAKS,
) -> tuple[Chunk, ...]:
    """Cut a conversation into chunks of at most ``max_tokens``.

    Chunks are filled from the front. The message that no longer fits forces one boundary among
    the messages before it, at the strongest natural break; nothing after that message is looked
    at. So a boundary is a function of the messages up to the one that forced it, and later
    messages never move it: every chunk of a prefix but the last is a chunk of the whole. While
    the conversation fits, no boundary has been decided and there is one chunk.

    A message that alone exceeds the bound is a chunk of its own, kept whole so that spans into
    it stay valid; its ``tokens`` say that it is over. Whoever shows it to a model shortens what
    is shown, and can say so beforehand by ``show``.

    Args:
        conversation: What to cut.
        max_tokens: Bound of a chunk, positive.
        count: Tokens of a text; called once for each message.
        show: What an extractor is shown of a message; only this is counted.
        breaks: What counts as a natural break.

    Returns:
        Chunks in order, together exactly the conversation's messages; none for an empty one.

    Raises:
        UsageError: The bound is not positive.

    Source:
        Seed 002, "Chunked compression" (segments at topic shifts, time gaps, phase changes).
    """
    if max_tokens <= 0:
        raise UsageError(f"max_tokens: {max_tokens} is not positive")
    messages = conversation.messages
    sizes: list[int] = []
    chunks: list[Chunk] = []
    window = Window(messages, sizes, max_tokens=max_tokens, breaks=breaks)
    start = held = 0
    for index, message in enumerate(messages):
        sizes.append(count(show(message)))
        held += sizes[index]
        while held > max_tokens and start < index:
            end, reason = best_break(window, start, index)
            tokens = sum(sizes[start:end])
            chunks.append(Chunk(len(chunks), messages[start:end], tokens, reason))
            start, held = end, held - tokens
    if start < len(messages):
        chunks.append(Chunk(len(chunks), messages[start:], held))
    return tuple(chunks)
