"""Hides the secrets of a conversation: in every string of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
from graphpack.redact.erasing import Again, Eraser, Finding
from graphpack.redact.placeholders import Vault, worth_knowing
from graphpack.redact.policy import Policy
from graphpack.redact.texts import between, texts_of


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
    for text in texts_of(conversation):
        if "⟨" in text:
            vault.reserve(text)
    eraser = Eraser(policy.detector(), vault)
    eraser.look(texts_of(conversation))
    cleaned = _conversation(conversation, eraser)
    findings = eraser.findings
    if known := worth_knowing(vault.secrets()):
        again = Again(policy.detector(), vault, known)
        cleaned = _conversation(cleaned, again)
        findings += again.findings
    return Redacted(cleaned, tuple(findings), vault, policy)


def _conversation(conversation: Conversation, eraser: Eraser) -> Conversation:
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


def _thread(messages: Sequence[Message], eraser: Eraser) -> tuple[Message, ...]:
    eraser.between = {} if isinstance(eraser, Again) else between(messages, eraser.detector.find)
    return tuple(_message(message, eraser) for message in messages)


def _branch(branch: Branch, eraser: Eraser) -> Branch:
    eraser.branch, eraser.message, eraser.part = None, -1, -1
    eraser.branch = name = eraser.id(branch.id)
    return replace(branch, id=name, messages=_thread(branch.messages, eraser))


def _message(message: Message, eraser: Eraser) -> Message:
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


def _part(part: Part, eraser: Eraser) -> Part:
    before = len(eraser.findings)
    eraser.is_cut = False
    fields = _fields(part, eraser)
    return replace(part, **fields) if eraser.is_cut or len(eraser.findings) > before else part


def _fields(part: Part, eraser: Eraser) -> dict[str, Any]:
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
