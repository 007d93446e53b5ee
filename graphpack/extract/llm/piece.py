"""A stretch of a chunk that is asked about at once, and how it is divided when that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from graphpack.extract.llm.fields import RawNode
from graphpack.extract.llm.shown import Limits
from graphpack.model.conversation import Attachment, Message, Role, Text
from graphpack.text.details import content_words

DIVISIBLE_CHARS = 4_000
"""A message with a text longer than this may be asked about in two halves."""

LEAST_CHARS = 200
"""A message whose texts are all this short is not shown in part."""

MATERIAL_WORDS = 40
"""Different words from which on a stretch plainly holds something to write down."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Messages for one request.

    Args:
        messages: At least one; of a long one it may hold a stretch only, under the same index.
        limits: How much of each is shown.
        depth: How often it was divided.
        reply_factor: Times the usual length that its reply may have.
    """

    messages: tuple[Message, ...]
    limits: Limits
    depth: int = 0
    reply_factor: int = 1

    @property
    def first(self) -> int:
        """Index of its first message."""
        return self.messages[0].index

    @property
    def last(self) -> int:
        """Index of its last message."""
        return self.messages[-1].index


def has_material(messages: Sequence[Message]) -> bool:
    """Tell whether people and the assistant said enough that something must be worth keeping.

    Args:
        messages: Any.

    Returns:
        False for a greeting; tools and system prompts do not count.
    """
    said: set[str] = set()
    for message in messages:
        if message.role in {Role.USER, Role.ASSISTANT}:
            said |= content_words(message.text)
    return len(said) >= MATERIAL_WORDS


def pieces(messages: Sequence[Message], limits: Limits) -> tuple[Piece, ...]:
    """Make the first pieces of a chunk: one, unless somebody said more than may be shown.

    Args:
        messages: The chunk's.
        limits: From where on texts are shortened; a longer text of a message is not, it goes on
            in the next piece.

    Returns:
        Pieces that together hold everything that was said.
    """
    groups: list[list[Message]] = [[]]
    for message in messages:
        current = message
        while (divided := _divided(current, limits.text_chars)) is not None:
            head, current = divided
            groups[-1].append(head)
            groups.append([])
        groups[-1].append(current)
    return tuple(Piece(tuple(group), limits) for group in groups)


def _divided(message: Message, limit_chars: int) -> tuple[Message, Message] | None:
    """Cut a message inside its first text over the limit, after a line if there is one."""
    for at, part in enumerate(message.parts):
        if not isinstance(part, Text | Attachment) or len(part.text) <= limit_chars:
            continue
        text = part.text
        cut = text.rfind("\n", limit_chars // 2, limit_chars) + 1 or limit_chars
        head = replace(message, parts=(*message.parts[:at], replace(part, text=text[:cut])))
        tail = replace(message, parts=(replace(part, text=text[cut:]), *message.parts[at + 1 :]))
        return head, tail
    return None


def halves(piece: Piece, count: Callable[[str], int]) -> tuple[Piece, ...]:
    """Divide a piece in two of about the same size.

    Args:
        piece: Any.
        count: Tokens of a text.

    Returns:
        Two pieces; of a single message two stretches, or where it has no long text the same piece
        with less of it shown; none where that would not make it smaller.
    """
    depth = piece.depth + 1
    messages = piece.messages
    if len(messages) == 1:
        return _halves_of_one(piece)
    sizes = [_shown_tokens(message, piece.limits, count) for message in messages]
    half_size, so_far, at = sum(sizes) / 2, 0.0, 0
    while at < len(messages) - 1 and (at == 0 or so_far + sizes[at] / 2 <= half_size):
        so_far += sizes[at]
        at += 1
    return (
        replace(piece, messages=messages[:at], depth=depth),
        replace(piece, messages=messages[at:], depth=depth),
    )


def _halves_of_one(piece: Piece) -> tuple[Piece, ...]:
    (message,), depth, limits = piece.messages, piece.depth + 1, piece.limits
    said = max((len(p.text) for p in message.parts if isinstance(p, Text | Attachment)), default=0)
    if said > DIVISIBLE_CHARS:
        divided = _divided(message, said // 2 + 1)
        return tuple(replace(piece, messages=(half,), depth=depth) for half in divided or ())
    longest = max(len(part.text) for part in message.parts)
    if longest <= LEAST_CHARS:
        return ()
    half = Limits(min(limits.text_chars, longest) // 2, min(limits.tool_chars, longest) // 2)
    return (replace(piece, limits=half, depth=depth),)


def rest_after_cut(
    piece: Piece, kept: Sequence[RawNode], count: Callable[[str], int]
) -> tuple[Piece, ...]:
    """Find what a cut reply did not get to.

    Items come in the order of the messages unless the model did otherwise; then nothing can be
    said to be covered and the whole piece is asked about again.

    Args:
        piece: What was asked about.
        kept: The complete items of the reply.
        count: Tokens of a text.

    Returns:
        The pieces to ask about next; none where it cannot be divided further.
    """
    cited = [min(claims) for node in kept if (claims := _messages(node))]
    if not cited or any(later < earlier for earlier, later in pairwise(cited)):
        return _smaller(piece, count)
    rest = tuple(message for message in piece.messages if message.index >= cited[-1])
    if not rest:
        return ()
    left = replace(piece, messages=rest, depth=piece.depth + 1)
    if len(rest) * 2 <= len(piece.messages):
        return (left,)
    return _smaller(piece if len(rest) == len(piece.messages) else left, count)


def _smaller(piece: Piece, count: Callable[[str], int]) -> tuple[Piece, ...]:
    """Halves, but none where only less would be shown: that does not shorten a reply."""
    found = halves(piece, count)
    return found if len(found) > 1 else ()


def _messages(node: RawNode) -> list[int]:
    return [claim.message for claim in node.claims if claim.message is not None]


def _shown_tokens(message: Message, limits: Limits, count: Callable[[str], int]) -> int:
    limit = max(limits.text_chars, limits.tool_chars)
    return sum(count(part.text[:limit]) for part in message.parts)
