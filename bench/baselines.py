"""What costs nothing: cuts of a conversation, and the sentences that TextRank makes most of.

A pack has to be better than these. The cuts are of the whole transcript, tool calls and results
among it, or of its *prose*: what people and the assistant say. TextRank is sumy's, which
``make peers`` sets up in an environment of its own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from graphpack.model.conversation import Conversation, Role
from graphpack.text import iter_sentences, words
from graphpack.tokens import counter

ROOT = Path(__file__).resolve().parents[1]
SUMY = ROOT / ".peers" / "sumy" / "bin" / "python"
RANKING = ROOT / "bench" / "peers" / "textrank.py"

Cut = Callable[[Conversation, int], str]


def whole(conversation: Conversation) -> str:
    """Write all that a conversation holds, in order, as plain text.

    Args:
        conversation: Any.

    Returns:
        Each part's text; calls and results are among them.
    """
    parts = (part.text for message in conversation.messages for part in message.parts)
    return "\n\n".join(text for text in parts if text.strip())


def prose(conversation: Conversation) -> str:
    """Write what people and the assistant say, and nothing else.

    Args:
        conversation: Any.

    Returns:
        Their messages, without tool calls, results and system text.
    """
    return "\n\n".join(
        message.text
        for message in conversation.messages
        if message.role in {Role.USER, Role.ASSISTANT} and message.text.strip()
    )


def first_cut(conversation: Conversation, tokens: int) -> str:
    """Cut the beginning of a transcript.

    Args:
        conversation: Any.
        tokens: How many to keep at most, counted as graphpack counts by default.

    Returns:
        The longest beginning that fits.
    """
    text = whole(conversation)
    return text[: _most(len(text), lambda size: text[:size], tokens)]


def last_cut(conversation: Conversation, tokens: int) -> str:
    """Cut the end of a transcript.

    Args:
        conversation: Any.
        tokens: How many to keep at most.

    Returns:
        The longest end that fits.
    """
    return _end(whole(conversation), tokens)


def prose_cut(conversation: Conversation, tokens: int) -> str:
    """Cut the end of what was said: no tool calls, no results, no system text.

    Args:
        conversation: Any.
        tokens: How many to keep at most.

    Returns:
        The longest end of the joined prose that fits.
    """
    return _end(prose(conversation), tokens)


def textrank(conversation: Conversation, tokens: int) -> str | None:
    """Choose sentences of the prose by TextRank.

    Args:
        conversation: Any.
        tokens: How many to keep at most.

    Returns:
        The best sentences that fit, in their own order, one in a line; None where sumy is not set
        up.
    """
    if not (SUMY.parent.parent / "ready").is_file():
        return None
    text = prose(conversation)
    said = [" ".join(text[start:end].split()) for start, end in iter_sentences(text)]
    asked = json.dumps([words(sentence) for sentence in said])
    done = subprocess.run(
        [str(SUMY), str(RANKING)], input=asked, check=True, capture_output=True, text=True
    )
    count = counter().count
    left, kept = tokens, []
    for at in json.loads(done.stdout):
        size = count(said[at] + "\n")
        if size > left:
            break
        left -= size
        kept.append(at)
    return "\n".join(said[at] for at in sorted(kept))


CUTS: dict[str, Cut] = {"first": first_cut, "last": last_cut, "last of prose": prose_cut}
"""By what the table calls them."""


def _end(text: str, tokens: int) -> str:
    return text[len(text) - _most(len(text), lambda size: text[len(text) - size :], tokens) :]


def _most(size: int, cut: Callable[[int], str], tokens: int) -> int:
    """The greatest length whose cut fits: doubled until it does not, then found by halving."""
    count = counter().count
    low, high = 0, min(size, 4 * tokens)
    while high < size and count(cut(high)) <= tokens:
        low, high = high, min(size, 2 * high)
    while low < high:
        middle = (low + high + 1) // 2
        if count(cut(middle)) > tokens:
            high = middle - 1
        else:
            low = middle
    return low
