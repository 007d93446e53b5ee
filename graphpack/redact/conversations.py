"""Hides the secrets of a conversation: in every string of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    Image,
    Message,
    Part,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.redact.across import Span, across
from graphpack.redact.detect import Detector
from graphpack.redact.placeholders import PERSONAL_FAMILIES, Vault, hide
from graphpack.redact.policy import Policy
from graphpack.redact.weak import is_secret_word, named

MAX_NESTING = 200
"""Levels of a tool call's arguments that are looked into; what lies deeper is dropped."""


MAX_ROUNDS = 4
"""Times that a text is searched again after something in it was hidden."""

MIN_KNOWN, MAX_KNOWN = 8, 400
"""Characters of a secret that is looked for again, where nothing says that it is one."""

_PLAIN_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_.:-]{1,9}")


@dataclass(frozen=True, slots=True)
class Finding:
    """Where something was hidden; never what it was.

    Args:
        family: Of the rule.
        placeholder: What stands there now.
        message: Index of the message; -1 for the conversation's own fields.
        part: Index of the part; -1 for the message's own fields.
        line: 1-based line within the part's text.
        branch: Id of the abandoned branch that the message is on; None for the conversation's own.
    """

    family: str
    placeholder: str
    message: int
    part: int
    line: int
    branch: str | None = None


@dataclass(frozen=True, slots=True)
class Redacted:
    """A conversation without its secrets.

    Args:
        conversation: To be used instead of the one that was read.
        findings: In reading order; empty at level ``off``.
        vault: Knows the placeholders, for what is made of the conversation later.
        policy: By which they were found.
    """

    conversation: Conversation
    findings: tuple[Finding, ...]
    vault: Vault
    policy: Policy = field(default_factory=Policy)

    @property
    def families(self) -> tuple[tuple[str, int], ...]:
        """How many different secrets of each family were hidden, by name."""
        kinds = {(finding.family, finding.placeholder) for finding in self.findings}
        return tuple(sorted(Counter(family for family, _ in kinds).items()))


def _key(name: str, above: str, called: Any) -> str:
    """Choose the word that says what a value is: its own key, or that of a pair or of a group."""
    if name.lower() in {"value", "val", "content", "default"} and isinstance(called, str):
        return called
    return name if is_secret_word(name) or not is_secret_word(above) else above


class _Eraser:
    """Hides what a detector finds, and notes where."""

    def __init__(self, detector: Detector, vault: Vault) -> None:
        self.detector = detector
        self.vault = vault
        self.findings: list[Finding] = []
        self.message = self.part = -1
        self.branch: str | None = None
        self.is_cut = False
        self.between: dict[tuple[int, int], list[Span]] = {}
        self.clean_ids: set[str] = set()
        self.found: dict[str, list[Span]] = {}

    def look(self, texts: Iterable[str]) -> None:
        """Find what is secret in many texts at once: what follows asks for them one by one."""
        self.found = self.detector.find_all(texts)

    def spans(self, text: str, key: str) -> list[Span]:
        """Find what is secret in a text, or say that all of it is where its key says so."""
        spans = self.found.get(text)
        if spans is None:
            spans = self.detector.find(text)
        if key and not spans:
            family = named(key, text)
            if family and not self.detector.allows(text):
                return [(0, len(text), family)]
        return spans

    def text(self, text: str, *, key: str = "", also: Sequence[Span] = ()) -> str:
        """Hide what is secret in a text."""
        if not text:
            return text
        spans = self.spans(text, key)
        if also:
            spans = _joined([*spans, *also])
        for _ in range(MAX_ROUNDS):
            if not spans:
                break
            for start, end, family in spans:
                name = self.vault.name(family, text[start:end])
                line = text.count("\n", 0, start) + 1
                found = Finding(family, name, self.message, self.part, line, self.branch)
                self.findings.append(found)
            text = hide(text, spans, self.vault)
            # what stood beside a secret may say more now that it is hidden
            spans = self.spans(text, "")
        return text

    def said(self, text: str) -> str:
        """Hide what is secret in a part's own text."""
        return self.text(text, also=self.between.get((self.message, self.part), ()))

    def value(self, value: Any, *, key: str = "", depth: int = 0) -> Any:
        """Hide what is secret in the strings of a JSON value, and in its keys."""
        if isinstance(value, str):
            return self.text(value, key=key)
        if depth > MAX_NESTING:
            self.is_cut = True
            return None if isinstance(value, Mapping | list | tuple) else value
        if isinstance(value, Mapping):
            called = value.get("name") or value.get("key") or value.get("variable")
            return {
                self.text(str(name)): self.value(
                    item, key=_key(str(name), key, called), depth=depth + 1
                )
                for name, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.value(item, key=key, depth=depth + 1) for item in value]
        return value

    def optional(self, text: str | None) -> str | None:
        """Hide what is secret in a field that may be empty."""
        return self.text(text) if text else text

    def id(self, text: str) -> str:
        """Hide what is secret in an id: most are none, and the same ones come again and again."""
        if _PLAIN_ID.fullmatch(text) or text in self.clean_ids:
            return text
        hidden = self.text(text)
        if hidden == text:
            self.clean_ids.add(text)
        return hidden

    def optional_id(self, text: str | None) -> str | None:
        """Hide what is secret in an id that may be missing."""
        return self.id(text) if text else text


class _Again(_Eraser):
    """Hides what is known to be a secret wherever else it stands."""

    def __init__(self, detector: Detector, vault: Vault, known: Mapping[str, str]) -> None:
        super().__init__(detector, vault)
        from ahocorasick_rs import BytesAhoCorasick, MatchKind  # noqa: PLC0415

        secrets = sorted(known)
        self.families = [known[secret] for secret in secrets]
        self.search = BytesAhoCorasick(
            [secret.encode("utf-8", "surrogatepass") for secret in secrets],
            # one may be the beginning of another
            matchkind=MatchKind.LeftmostLongest,
        ).find_matches_as_indexes

    def spans(self, text: str, key: str) -> list[Span]:
        """Find what was found elsewhere."""
        data = text.encode("utf-8", "surrogatepass")
        found = []
        for index, first, past in self.search(data):
            start = len(data[:first].decode("utf-8", "surrogatepass"))
            end = start + len(data[first:past].decode("utf-8", "surrogatepass"))
            # the middle of a word is no secret: a password may be a word itself
            if not (text[max(0, start - 1) : start].isalnum() or text[end : end + 1].isalnum()):
                found.append((start, end, self.families[index]))
        return found


def redact(conversation: Conversation, policy: Policy, *, vault: Vault | None = None) -> Redacted:
    """Put placeholders in the place of a conversation's secrets.

    Args:
        conversation: As it was read.
        policy: What to hide; a rule file that is wrong raises ``UsageError``.
        vault: To share placeholders with other texts; None makes a new one.

    Returns:
        The conversation with equal indices and order; every string of it was looked at, and what
        is a secret in one place is hidden in all. Only the name of the format stays as it is.
    """
    vault = vault or Vault()
    if policy.level == "off":
        return Redacted(conversation, (), vault, policy)
    for text in _texts(conversation):
        if "⟨" in text:
            vault.reserve(text)
    eraser = _Eraser(policy.detector(), vault)
    eraser.look(_texts(conversation))
    cleaned = _conversation(conversation, eraser)
    findings = eraser.findings
    known = {
        secret: family
        for family, secret in vault.secrets()
        if MIN_KNOWN <= len(secret) <= MAX_KNOWN and family not in PERSONAL_FAMILIES
    }
    if known:
        again = _Again(policy.detector(), vault, known)
        cleaned = _conversation(cleaned, again)
        findings += again.findings
    return Redacted(cleaned, tuple(findings), vault, policy)


def _conversation(conversation: Conversation, eraser: _Eraser) -> Conversation:
    messages = _thread(conversation.messages, eraser)
    branches = tuple(_branch(branch, eraser) for branch in conversation.branches)
    eraser.branch = None
    eraser.message = eraser.part = -1
    return replace(
        conversation,
        id=eraser.id(conversation.id),
        title=eraser.optional(conversation.title),
        source=replace(conversation.source, name=eraser.text(conversation.source.name)),
        messages=messages,
        branches=branches,
        notices=tuple(
            replace(notice, where=eraser.text(notice.where), message=eraser.text(notice.message))
            for notice in conversation.notices
        ),
    )


def _texts(conversation: Conversation) -> Iterator[str]:
    yield conversation.title or ""
    yield conversation.source.name
    yield conversation.id
    for messages in (conversation.messages, *(branch.messages for branch in conversation.branches)):
        for message in messages:
            yield message.author or ""
            for part in message.parts:
                yield part.text
                yield getattr(part, "name", None) or ""
                if isinstance(part, ToolCall):
                    yield from _strings(part.arguments, 0)


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth > MAX_NESTING:
        return
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield str(name)
            yield from _strings(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item, depth + 1)


def _thread(messages: Sequence[Message], eraser: _Eraser) -> tuple[Message, ...]:
    eraser.between = {} if isinstance(eraser, _Again) else _between(messages, eraser.detector)
    return tuple(_message(message, eraser) for message in messages)


def _between(messages: Sequence[Message], detector: Detector) -> dict[tuple[int, int], list[Span]]:
    """Find what two texts that follow each other hold together, by message and part."""
    found: dict[tuple[int, int], list[Span]] = {}
    before, place, is_said = "", (-1, -1), False
    for message in messages:
        for number, part in enumerate(message.parts):
            text = _asked(part) if isinstance(part, ToolCall) else part.text
            if isinstance(part, Image | Attachment) or not text:
                continue
            first, second = across(before, text, detector.find, is_said=is_said)
            if first:
                found.setdefault(place, []).extend(first)
            if second:
                found.setdefault((message.index, number), []).extend(second)
            before, place = text, (message.index, number)
            is_said = isinstance(part, Text | ToolCall)
    return found


def _asked(call: ToolCall) -> str:
    """Give what a call asks a person; empty where it asks nothing."""
    if not isinstance(call.arguments, Mapping):
        return ""
    asked = call.arguments.get("question") or call.arguments.get("prompt")
    listed = call.arguments.get("questions")
    if isinstance(listed, list | tuple) and listed and isinstance(listed[-1], Mapping):
        asked = listed[-1].get("question")
    return asked if isinstance(asked, str) else ""


def _branch(branch: Branch, eraser: _Eraser) -> Branch:
    eraser.branch, eraser.message, eraser.part = None, -1, -1
    eraser.branch = name = eraser.id(branch.id)
    return replace(branch, id=name, messages=_thread(branch.messages, eraser))


def _message(message: Message, eraser: _Eraser) -> Message:
    eraser.message, eraser.part = message.index, -1
    author, name = eraser.optional(message.author), eraser.optional_id(message.source_id)
    parts: list[Part] = []
    is_changed = author != message.author or name != message.source_id
    for number, part in enumerate(message.parts):
        eraser.part = number
        cleaned = _part(part, eraser)
        is_changed |= cleaned is not part
        parts.append(cleaned)
    if not is_changed:
        return message
    return replace(message, author=author, source_id=name, parts=tuple(parts))


def _part(part: Part, eraser: _Eraser) -> Part:
    before = len(eraser.findings)
    eraser.is_cut = False
    fields = _fields(part, eraser)
    return replace(part, **fields) if eraser.is_cut or len(eraser.findings) > before else part


def _fields(part: Part, eraser: _Eraser) -> dict[str, Any]:
    match part:
        case ToolCall():
            return {
                "name": eraser.text(part.name),
                "arguments": eraser.value(part.arguments),
                "call_id": eraser.optional_id(part.call_id),
            }
        case ToolResult():
            return {
                "text": eraser.said(part.text),
                "name": eraser.optional(part.name),
                "call_id": eraser.optional_id(part.call_id),
            }
        case Attachment():
            return {
                "name": eraser.text(part.name),
                "text": eraser.text(part.text),
                "media_type": eraser.optional(part.media_type),
            }
        case Image():
            return {
                "name": eraser.optional(part.name),
                "media_type": eraser.optional(part.media_type),
            }
        case _:
            return {"text": eraser.said(part.text)}


def _joined(spans: list[Span]) -> list[Span]:
    result: list[Span] = []
    for start, end, family in sorted(spans):
        if result and start < result[-1][1]:
            first = result[-1]
            result[-1] = (first[0], max(first[1], end), first[2])
        else:
            result.append((start, end, family))
    return result
