"""Shortens the tool output and the pasted dumps of a conversation, before an extractor reads it.

What becomes of a message depends on it and on what came before it, so a conversation that grows
keeps every earlier message as it was. What people and the assistant said is never shortened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from graphpack.compress import compress
from graphpack.compress.ansi import Plain
from graphpack.compress.base import Elision, Kind, Level, Shortened, original, shorten
from graphpack.compress.dumps import dumps
from graphpack.compress.fitting import fit
from graphpack.compress.places import Places
from graphpack.compress.policy import Output, Policy, bypass_of
from graphpack.compress.repeats import Repeats
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Message,
    Origin,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import Source
from graphpack.model.shortening import Shortening

__all__ = ["LIMITS", "RECORD_FACTOR", "Compressed", "compress_conversation"]

LIMITS: Mapping[Level, int] = {"summary": 400, "aggressive": 250, "minimal": 150}
"""Characters of a call or result that are shown, by level: what a file holds can be read again."""

RECORD_FACTOR = 3
"""Of what happened and cannot be read again, a failure or a run's record, so much more is shown."""

PASTED_FACTOR = 10
"""Of what a person pasted, as much more: they chose to show it."""

_RECORDS = frozenset({Kind.TEST_RUN, Kind.BUILD, Kind.STACK_TRACE, Kind.LOG})
# words are evidence: an extractor quotes whole sentences, and what is too long is cut by its size
_WORDED: Mapping[Kind, Level] = {Kind.PROSE: "off", Kind.MARKDOWN: "off"}
_PLANS = frozenset({"todos", "plan", "tasks", "question", "questions"})
"""Arguments that say what is to be done, or ask a person: no file holds that."""
_ASKING = ("askuser", "ask_user", "ask_follow", "askfollow", "question", "user_input")
_AGENTS = frozenset({"task", "agent", "subagent", "delegate"})
_PATH_KEYS = (
    "file_path", "filePath", "path", "filename", "file", "notebook_path", "command", "cmd",
    "pattern", "query", "url",
)  # fmt: skip

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Compressed:
    """A conversation as an extractor is shown it.

    Args:
        conversation: With the same messages and parts; some texts are shorter.
        whole: As it was.
        elisions: What was left out, by message and part.
        counts: How much that was.
    """

    conversation: Conversation
    whole: Conversation
    elisions: Mapping[_Place, tuple[Elision, ...]] = field(default_factory=dict, repr=False)
    counts: Shortening = field(default_factory=Shortening)

    def back(self, source: Source) -> Source | None:
        """Lead evidence from the shortened texts back to the whole ones.

        Args:
            source: A span of a shortened text.

        Returns:
            The same words in the whole text; of words that stand on both sides of something left
            out the longest stretch. None for what stands in no message but in a mark.
        """
        place = source.message, source.part
        if place not in self.elisions:
            return source
        text = self.whole.messages[source.message].parts[source.part].text
        span = Places(self.elisions[place], len(text)).longest(text, source.start, source.end)
        if span is None:
            return None
        start, end = span
        return source.model_copy(update={"start": start, "end": end, "quote": text[start:end]})


def compress_conversation(
    conversation: Conversation,
    policy: Policy,
    *,
    count: Callable[[str], int],
    dedup: bool = True,
    window: int | None = None,
) -> Compressed:
    """Shorten a conversation for an extractor.

    Args:
        conversation: Redacted, so that no secret is cut in two.
        policy: The rules of the run.
        count: Tokens of a text.
        dedup: True to fold what stood there before.
        window: Results after which something is stale; None is the level's own.

    Returns:
        The conversation; itself where the level is ``off``.
    """
    if policy.level == "off":
        return Compressed(conversation, conversation)
    run = _Run(policy, count, Repeats(window, policy.focus, count) if dedup else None)
    messages = tuple(run.message(message) for message in conversation.messages)
    return Compressed(
        replace(conversation, messages=messages), conversation, run.elisions, run.counts()
    )


@dataclass(slots=True)
class _Run:
    """One conversation on its way; nothing in it knows what comes after a message."""

    policy: Policy
    count: Callable[[str], int]
    repeats: Repeats | None
    paths: dict[str, str] = field(default_factory=dict)
    elisions: dict[_Place, tuple[Elision, ...]] = field(default_factory=dict)
    sizes: dict[Kind, tuple[int, int, int]] = field(default_factory=dict)
    failures: int = 0

    @property
    def limit(self) -> int:
        return LIMITS[self.policy.level]

    def message(self, message: Message) -> Message:
        parts = tuple(self._part(message, at, part) for at, part in enumerate(message.parts))
        return replace(message, parts=parts)

    def counts(self) -> Shortening:
        rows = sorted((str(kind), *sizes) for kind, sizes in self.sizes.items())
        return Shortening(
            texts=sum(row[1] for row in rows),
            elisions=sum(map(len, self.elisions.values())),
            original_tokens=sum(row[2] for row in rows),
            tokens=sum(row[3] for row in rows),
            failures=self.failures,
            kinds=tuple(rows),
        )

    def _part(self, message: Message, at: int, part: Part) -> Part:
        match part:
            case ToolCall():
                if part.call_id:
                    self.paths[part.call_id] = path_of(part)
                made = self._call(part)
            case ToolResult() if not (part.is_rejected or _is_answer(part)):
                made = self._result(message, part)
            case Text() if message.role is Role.USER and message.origin is Origin.MAIN:
                made = self._dumps(part.text)
            case Attachment():
                made = self._dumps(part.text)
            case _:
                return part
        if made is None or not made.elisions:
            return part
        self.elisions[message.index, at] = made.elisions
        self._tell(part.text, made)
        if isinstance(part, ToolCall):
            return replace(part, arguments=made.text)
        return replace(part, text=made.text)

    def _tell(self, text: str, made: Shortened) -> None:
        texts, before, after = self.sizes.get(made.kind, (0, 0, 0))
        before_tokens = self.count(text) if made.original_tokens is None else made.original_tokens
        self.sizes[made.kind] = (
            texts + 1, before + before_tokens, after + self.count(made.text)
        )  # fmt: skip

    def _call(self, call: ToolCall) -> Shortened | None:
        text, limit = call.text, self.limit
        if not isinstance(call.arguments, str) and _PLANS & call.arguments.keys():
            limit *= RECORD_FACTOR
        if len(text) <= limit:
            return None
        whole = original(text, kind=Kind.CODE, level=self.policy.level, bypass="nothing")
        return fit(whole, text, limit)

    def _result(self, message: Message, result: ToolResult) -> Shortened | None:
        text, level = result.text, self.policy.level
        path = self.paths.get(result.call_id or "", "")
        if self.repeats is not None:
            folded = self.repeats.fold(text, path=path, message=message.index, level=level)
            if folded.elisions and not result.is_error:
                return fit(folded, text, self.limit * RECORD_FACTOR)
        output = Output(text, path=path, is_error=bool(result.is_error))
        reason = bypass_of(output, self.policy)
        if reason == "security" or reason == "focus":
            return None
        made = self._shortened(text) if reason is None else None
        if made is None:
            made = original(text, kind=Kind.TEXT, level=level, bypass=reason or "nothing")
        is_record = result.is_error or made.kind in _RECORDS or _is_report(result, made.kind)
        return fit(made, text, self.limit * (RECORD_FACTOR if is_record else 1))

    def _shortened(self, text: str, kind: Kind | None = None) -> Shortened:
        made = compress(
            text,
            kind=kind,
            level=self.policy.level,
            focus=self.policy.focus,
            caps={**self.policy.caps_now(), **_WORDED},
            count=self.count,
        )
        self.failures += made.failures
        return made

    def _dumps(self, text: str) -> Shortened | None:
        """Shorten what was pasted; between the dumps stands what somebody said."""
        plain = Plain(text)
        elisions: list[Elision] = []
        for region in dumps(plain.text):
            part = plain.text[region.start : region.end]
            made = self._shortened(part, region.kind)
            made = fit(made, part, self.limit * PASTED_FACTOR)
            elisions += (one.shifted(region.start) for one in made.elisions)
        if not elisions:
            return None
        elisions = list(plain.back(elisions))
        return shorten(text, elisions, kind=Kind.MIXED, level=self.policy.level)


def _is_answer(result: ToolResult) -> bool:
    """Tell whether a tool gave what a person answered."""
    return any(word in (result.name or "").lower() for word in _ASKING)


def _is_report(result: ToolResult, kind: Kind) -> bool:
    """Tell whether a tool gave what another agent reports in words."""
    words = set(re.findall(r"[a-z]+", (result.name or "").lower()))
    return kind in _WORDED and bool(words & _AGENTS)


def path_of(call: ToolCall) -> str:
    """Say what a call looks at: its file, its command, its pattern; empty where none is told."""
    if isinstance(call.arguments, str):
        return ""
    for key in _PATH_KEYS:
        value = call.arguments.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return " ".join(value)
    return ""
