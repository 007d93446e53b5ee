"""The transcript as a pack may quote it: shown characters only, and what stands around a span."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Reasoning,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import Source
from graphpack.patterns import compiled
from graphpack.text import Span, iter_sentences
from graphpack.text.details import has_detail
from graphpack.text.invisible import visible_in_place

_HALF_CHARACTER = compiled("[\ud800-\udfff]")
_AROUND_CHARS = 600


def shown(text: str) -> str:
    """Give a transcript's text as packs quote it: what cannot be seen or written is replaced.

    Args:
        text: A part's.

    Returns:
        A text of the same length, so that offsets stay right.
    """
    return _HALF_CHARACTER.sub("\ufffd", visible_in_place(text))


@dataclass(slots=True)
class Places:
    """Looks things up in one conversation; each text is prepared once.

    Args:
        conversation: Redacted by the pack's policy.
        hide: Hides secrets in a line; a quote alone may look more like one than its part does.
    """

    conversation: Conversation
    hide: Callable[[str], str] = field(default=lambda text: text)
    _texts: dict[tuple[int, int], str] = field(default_factory=dict)
    _beside: dict[int, str] = field(default_factory=dict)

    def text(self, message: int, part: int) -> str | None:
        """Give a part's text as it is shown; None where it is no evidence or is not there."""
        key = (message, part)
        if key not in self._texts:
            messages = self.conversation.messages
            if message >= len(messages) or part >= len(messages[message].parts):
                return None
            found = messages[message].parts[part]
            if isinstance(found, Reasoning | Image):
                return None
            self._texts[key] = shown(found.text)
        return self._texts[key]

    def is_quoted(self, source: Source) -> bool:
        """Tell whether a source's span holds its quote."""
        text = self.text(source.message, source.part)
        if text is None or source.end > len(text):
            return False
        there = text[source.start : source.end]
        return there == source.quote or self.hide(there) == source.quote

    def find(self, quote: str) -> int | None:
        """Find the first message that holds a text to the letter; None where none does."""
        if not quote:
            return None
        for message in self.conversation.messages:
            if any(quote in text for text in self.words(message.index)):
                return message.index
        return None

    def naming(self, detail: str) -> int | None:
        """Find the first message that names an exact thing; None where none does."""
        for is_likely in (lambda text: detail in text, bool):  # mostly it is spelled the same
            for message in self.conversation.messages:
                texts = filter(is_likely, self.all_words(message.index))
                if any(has_detail(detail, text) for text in texts):
                    return message.index
        return None

    def source_of(self, text: str, message: int) -> Source | None:
        """Make a source of the first place where a message holds a text to the letter."""
        return self._source(message, lambda whole: _span_of(text, whole))

    def source_naming(self, detail: str, message: int) -> Source | None:
        """Make a source of the first sentence of a message that names an exact thing."""
        return self._source(message, lambda whole: _sentence_naming(detail, whole))

    def _source(self, message: int, find: Callable[[str], Span | None]) -> Source | None:
        for part in range(len(self.conversation.messages[message].parts)):
            text = self.text(message, part)
            span = find(text) if text else None
            if text and span:
                start, end = span
                quote = text[start:end]
                return Source(message=message, part=part, start=start, end=end, quote=quote)
        return None

    def words(self, message: int) -> Iterator[str]:
        """Yield the texts of a message's parts that can be evidence, as they are shown."""
        for part in range(len(self.conversation.messages[message].parts)):
            text = self.text(message, part)
            if text:
                yield text

    def all_words(self, message: int) -> Iterator[str]:
        """Yield what a statement about a message may name: its texts, then names and its time."""
        yield from self.words(message)
        if message not in self._beside:
            self._beside[message] = _beside(self.conversation.messages[message])
        yield self._beside[message]

    def cited(self, sources: Iterable[Source]) -> list[str]:
        """List all that a statement may name by its sources, the quotes first."""
        known = [s for s in sources if s.message < len(self.conversation.messages)]
        texts = [source.quote for source in known]
        for message in sorted({source.message for source in known}):
            texts += self.all_words(message)
        return texts

    def sentences(self, source: Source) -> list[str]:
        """List the whole sentences that a source's span touches."""
        text = self.text(source.message, source.part)
        if text is None or source.end > len(text) or not self.is_quoted(source):
            return [source.quote[a:b] for a, b in iter_sentences(source.quote)]
        # a line break always ends a sentence
        start = max(text.rfind("\n", 0, source.start) + 1, source.start - _AROUND_CHARS)
        line_end = text.find("\n", source.end)
        end = min(line_end if line_end >= 0 else len(text), source.end + _AROUND_CHARS)
        spans = iter_sentences(text, start, end)
        return [text[a:b] for a, b in spans if a < source.end and source.start < b]


def _span_of(text: str, whole: str) -> Span | None:
    at = whole.find(text)
    return (at, at + len(text)) if at >= 0 else None


def _sentence_naming(detail: str, text: str) -> Span | None:
    if not has_detail(detail, text):
        return None
    return next(
        (span for span in iter_sentences(text) if has_detail(detail, text[slice(*span)])), None
    )


def _beside(message: Message) -> str:
    """What stands beside a message's texts: who said it, when, and the names of its parts."""
    named: list[str] = [message.author or "", message.role]
    if message.at is not None:
        named.append(message.at.isoformat())
    for part in message.parts:
        if isinstance(part, ToolCall | ToolResult | Attachment | Image):
            named.append(part.name or "")
    return shown("\n".join(name for name in named if name))
