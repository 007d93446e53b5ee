"""How much the vocabulary changes between two stretches of a conversation.

Lexical cohesion between neighbouring windows, over word stems and, for scripts without spaces,
character bigrams; no word list of any language is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from graphpack.model.conversation import Message
from graphpack.patterns import compiled
from graphpack.text import words

_READ_CHARS = 500
_STEM_CHARS = 6
_PLAIN_STEM = compiled(rf"(?<![a-z_])[a-z_]{{3,{_STEM_CHARS}}}")

Vocabulary = frozenset[str]


def vocabulary(message: Message) -> Vocabulary:
    """Give the telling words of a message.

    Args:
        message: Any message; only the beginning of what was said is read.

    Returns:
        Stems; one- and two-letter words, which carry no topic, are left out.
    """
    text = message.text[:_READ_CHARS]
    if text.isascii():
        return frozenset(_PLAIN_STEM.findall(text.lower()))
    return frozenset(
        word[:_STEM_CHARS] for word in words(text) if len(word) > 2 or not word.isascii()
    )


def cohesion(before: Iterable[Vocabulary], after: Iterable[Vocabulary]) -> float:
    """Compare two windows of messages.

    Args:
        before: Vocabularies of the earlier one.
        after: Vocabularies of the later one.

    Returns:
        Cosine of the two sets of words, 0 (nothing shared) to 1.

    Source:
        Hearst, "TextTiling" (1997), block comparison; presence instead of counts, because
        messages are short.
    """
    one, other = frozenset[str]().union(*before), frozenset[str]().union(*after)
    if not one or not other:
        return 0.0
    return len(one & other) / math.sqrt(len(one) * len(other))
