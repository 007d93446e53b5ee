"""Tells whose words evidence rests on: a person's, a tool's, a file's, or an order's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphpack.model.conversation import Attachment, Conversation, Text, ToolResult
from graphpack.model.graph import Source
from graphpack.patterns import compiled
from graphpack.text.borrowed import as_name, is_borrowed
from graphpack.text.injection import PARAGRAPH_END, Span, is_order, order_spans

WINDOW_CHARS = 8_000
"""So much of a part is read around a quote."""

# a tool by which the assistant asks the person: what comes back is that person's answer
_ASKING = compiled(
    r"ask|question|elicit|feedback|follow_?up|user_?(?:input|choice|select)|request_user|confirm"
    r"|approv|clarif|plan_?mode",
    re.IGNORECASE,
)
# what a tool's output says of a problem says so
_TROUBLE = compiled(
    r"error|fail|exception|traceback|cannot|can't|could not|couldn't|unable|denied|refused|invalid"
    r"|missing|not found|undefined|unexpected|unknown|timed? ?out|timeout|crash|panic|abort|warn"
    r"|deprecat|conflict|assert|exit code|leak|corrupt|broken|stale|exceed|no such|does not|doesn't"
    r"|did not|didn't|is not|isn't|vulnerab|unsupported"
    r"|[✗✘❌⚠]|fehl|ошибк|错误|失败|エラー|失敗|오류",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Places:
    """Where in a conversation orders stand; a part is read once, when a quote of it is met.

    Args:
        conversation: Without secrets, as it was read.
        known: The orders found so far, by message, part and start of the stretch looked at.
    """

    conversation: Conversation
    known: dict[tuple[int, int, int], tuple[Span, ...]] = field(default_factory=dict)

    def is_foreign(self, source: Source) -> bool:
        """Whether nobody in the conversation said it: a tool's output, a file, a comment."""
        part = self._part(source)
        if isinstance(part, ToolResult | Attachment):
            return True
        return self.is_comment(source)

    def is_comment(self, source: Source) -> bool:
        """Whether it stands in a comment that a rendered page hides."""
        text = self._text(source)
        if "<!--" not in text:
            return False
        start, end = self._window(source, text)
        opened = text.rfind("<!--", start, source.end)
        return opened >= 0 and text.find("-->", opened, end) not in range(opened, source.start)

    def is_borrowed(self, source: Source) -> bool:
        """Whether it was only passed on: a file, or what a message quotes, holds or forwards."""
        part = self._part(source)
        if isinstance(part, Text):
            return is_borrowed(part.text, source.start, source.end)
        return isinstance(part, Attachment)

    def name_of(self, source: Source) -> str | None:
        """Where a source is from, as far as it has a name that is one."""
        part = self._part(source)
        return as_name(part.name) if isinstance(part, Attachment) else None

    def is_output(self, source: Source) -> bool:
        """Whether a tool brought it, and not one by which a person is asked."""
        part = self._part(source)
        return isinstance(part, ToolResult) and not _ASKING.search(part.name or "")

    def is_trouble(self, source: Source) -> bool:
        """Whether what a tool says there tells of a problem at all."""
        return _TROUBLE.search(source.quote) is not None

    def is_result(self, source: Source) -> bool:
        """Whether a tool brought it, or a comment hides it: no person gave it to be followed."""
        return isinstance(self._part(source), ToolResult) or self.is_comment(source)

    def is_ordered(self, source: Source) -> bool:
        """Whether an order's influence reaches it."""
        text = self._text(source)
        is_foreign = isinstance(self._part(source), ToolResult | Attachment)
        # in somebody's own words an order reaches no further than its paragraph
        place = self._window if is_foreign else self._paragraph
        start, end = place(source, text)
        key = (source.message, source.part, start)
        if key not in self.known:
            spans = order_spans(text[start:end], is_foreign=is_foreign)
            self.known[key] = tuple((a + start, b + start) for a, b in spans)
        if any(a < source.end and source.start < b for a, b in self.known[key]):
            return True
        return self.is_comment(source) and is_order(source.quote, is_foreign=True)

    def _part(self, source: Source) -> object:
        messages = self.conversation.messages
        if source.message < len(messages) and source.part < len(messages[source.message].parts):
            return messages[source.message].parts[source.part]
        return None

    def _text(self, source: Source) -> str:
        return getattr(self._part(source), "text", "")

    def _window(self, source: Source, text: str) -> Span:
        # aligned, so that the quotes of one place share one reading
        start = max(0, source.start // WINDOW_CHARS - 1) * WINDOW_CHARS
        return start, min(len(text), start + 3 * WINDOW_CHARS)

    def _paragraph(self, source: Source, text: str) -> Span:
        start = max(0, source.start - WINDOW_CHARS)
        gaps = PARAGRAPH_END.finditer(text, start, source.start)
        start = max((gap.end() for gap in gaps), default=start)
        end = min(len(text), source.end + WINDOW_CHARS)
        gap = PARAGRAPH_END.search(text, source.end, end)
        return start, gap.start() if gap else end
