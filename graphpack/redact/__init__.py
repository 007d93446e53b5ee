"""Hides secrets: before anything else sees a conversation, and again in what is written."""

from __future__ import annotations

from graphpack.redact.across import answered
from graphpack.redact.conversations import Redacted, redact
from graphpack.redact.erasing import MAX_NESTING, MAX_ROUNDS, Finding
from graphpack.redact.placeholders import Vault, hide, namespaced
from graphpack.redact.policy import Level, Policy

__all__ = [
    "MAX_NESTING",
    "Finding",
    "Level",
    "Policy",
    "Redacted",
    "Vault",
    "clean",
    "clean_kept",
    "find",
    "namespaced",
    "redact",
]


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
    detector = policy.detector()
    for _ in range(MAX_ROUNDS):
        spans = detector.find(text)
        if not spans:
            break
        text = hide(text, spans, vault)
    return text


def clean_kept(text: str, policy: Policy, vault: Vault) -> str:
    """Hide the secrets of a text that was read as one, and is kept: it may itself be a chat.

    Args:
        text: Any, such as a file or what a tool printed.
        policy: What is hidden.
        vault: Gives the placeholders.

    Returns:
        As ``clean`` does; and a password that only its question tells from a word is hidden, too.
    """
    if policy.level != "off":
        text = hide(text, answered(text, policy.detector().find), vault)
    return clean(text, policy, vault)


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
