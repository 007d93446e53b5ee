"""Hides secrets: before anything else sees a conversation, and again in what is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    Image,
    Message,
    Part,
    ToolCall,
    ToolResult,
)
from graphpack.redact.detect import Detector
from graphpack.redact.placeholders import Vault, hide, namespaced
from graphpack.redact.policy import Level, Policy
from graphpack.redact.weak import is_secret_word, named

__all__ = [
    "Finding",
    "Level",
    "Policy",
    "Redacted",
    "Vault",
    "clean",
    "find",
    "namespaced",
    "redact",
]

MAX_NESTING = 200
"""Levels of a tool call's arguments that are looked into; what lies deeper is dropped."""


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
    def __init__(self, detector: Detector, vault: Vault) -> None:
        self.detector = detector
        self.vault = vault
        self.findings: list[Finding] = []
        self.message = self.part = -1
        self.branch: str | None = None
        self.is_cut = False

    def text(self, text: str, *, key: str = "") -> str:
        """Hide what is secret in a text, or all of it where its key says so."""
        if not text:
            return text
        spans = self.detector.find(text)
        if key and not spans:
            family = named(key, text)
            if family and not self.detector.allows(text):
                spans = [(0, len(text), family)]
        for start, end, family in spans:
            name = self.vault.name(family, text[start:end])
            line = text.count("\n", 0, start) + 1
            self.findings.append(Finding(family, name, self.message, self.part, line, self.branch))
        return hide(text, spans, self.vault) if spans else text

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


def redact(conversation: Conversation, policy: Policy, *, vault: Vault | None = None) -> Redacted:
    """Put placeholders in the place of a conversation's secrets.

    Args:
        conversation: As it was read.
        policy: What to hide; a rule file that is wrong raises ``UsageError``.
        vault: To share placeholders with other texts; None makes a new one.

    Returns:
        The conversation with equal ids, indices and order; every text of it was looked at: parts,
        arguments, names, titles, notices and abandoned branches.
    """
    vault = vault or Vault()
    if policy.level == "off":
        return Redacted(conversation, (), vault, policy)
    for text in _texts(conversation):
        if "⟨" in text:
            vault.reserve(text)
    eraser = _Eraser(policy.detector(), vault)
    messages = tuple(_message(message, eraser) for message in conversation.messages)
    branches = tuple(_branch(branch, eraser) for branch in conversation.branches)
    eraser.branch = None
    eraser.message = eraser.part = -1
    cleaned = replace(
        conversation,
        title=eraser.optional(conversation.title),
        source=replace(conversation.source, name=eraser.text(conversation.source.name)),
        messages=messages,
        branches=branches,
        notices=tuple(
            replace(notice, where=eraser.text(notice.where), message=eraser.text(notice.message))
            for notice in conversation.notices
        ),
    )
    return Redacted(cleaned, tuple(eraser.findings), vault, policy)


def _texts(conversation: Conversation) -> Iterator[str]:
    yield conversation.title or ""
    yield conversation.source.name
    for messages in (conversation.messages, *(branch.messages for branch in conversation.branches)):
        for message in messages:
            yield message.author or ""
            for part in message.parts:
                yield part.text
                yield getattr(part, "name", None) or ""


def _branch(branch: Branch, eraser: _Eraser) -> Branch:
    eraser.branch = branch.id
    return replace(branch, messages=tuple(_message(message, eraser) for message in branch.messages))


def _message(message: Message, eraser: _Eraser) -> Message:
    eraser.message, eraser.part = message.index, -1
    author = eraser.optional(message.author)
    parts: list[Part] = []
    is_changed = author != message.author
    for number, part in enumerate(message.parts):
        eraser.part = number
        cleaned = _part(part, eraser)
        is_changed |= cleaned is not part
        parts.append(cleaned)
    return replace(message, author=author, parts=tuple(parts)) if is_changed else message


def _part(part: Part, eraser: _Eraser) -> Part:
    before = len(eraser.findings)
    eraser.is_cut = False
    cleaned: Part
    match part:
        case ToolCall():
            arguments = eraser.value(part.arguments)
            # a value may also be secret by the line it makes with its name
            cleaned = replace(part, name=eraser.text(part.name), arguments=arguments)
        case ToolResult():
            cleaned = replace(part, text=eraser.text(part.text), name=eraser.optional(part.name))
        case Attachment():
            cleaned = replace(part, name=eraser.text(part.name), text=eraser.text(part.text))
        case Image():
            cleaned = replace(part, name=eraser.optional(part.name))
        case _:
            cleaned = replace(part, text=eraser.text(part.text))
    return cleaned if eraser.is_cut or len(eraser.findings) > before else part


def clean(text: str, policy: Policy, vault: Vault) -> str:
    """Hide the secrets of a text that was made of a redacted conversation.

    Args:
        text: Such as a node's, or a model's answer.
        policy: The conversation's.
        vault: The conversation's.

    Returns:
        The text, unchanged where nothing was found.
    """
    if policy.level == "off":
        return text
    spans = policy.detector().find(text)
    return hide(text, spans, vault) if spans else text


def find(text: str, policy: Policy) -> tuple[str, ...]:
    """Say what a text still holds that should have been hidden.

    Args:
        text: Any; what is about to be written, say.
        policy: Of the conversation it was made of.

    Returns:
        The families found, in order; empty where the text may be written.
    """
    if policy.level == "off":
        return ()
    return tuple(family for _, _, family in policy.detector().find(text))
