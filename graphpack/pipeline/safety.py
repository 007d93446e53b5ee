"""Where the chain hides secrets: before anything sees a conversation, and in what is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from graphpack.errors import RedactionError
from graphpack.model.graph import ContextGraph
from graphpack.model.strings import strings_in, with_strings
from graphpack.redact import Policy, Vault, clean, find
from graphpack.settings import Settings


def policy_of(settings: Settings) -> Policy:
    """Read the redaction policy off the settings.

    Args:
        settings: With ``redact``, ``redact_allow`` and ``redact_rules``.

    Returns:
        The policy.
    """
    rules = Path(settings.redact_rules) if settings.redact_rules else None
    return Policy(settings.redact, settings.redact_allow, rules)


def cleaner(policy: Policy) -> Callable[[str], str]:
    """Make what hides the secrets of lines that are shown: titles, names of files, errors.

    Args:
        policy: Read off the settings.

    Returns:
        Hides those of one line; a secret that stands in several has one placeholder in all.
    """
    vault = Vault()
    return lambda line: clean(line, policy, vault)


def scrub(graph: ContextGraph, policy: Policy, vault: Vault) -> ContextGraph:
    """Hide secrets in a graph: what a model made up, or what came together only in a node.

    Args:
        graph: Made of a redacted conversation.
        policy: The conversation's.
        vault: The conversation's, so that a secret keeps its placeholder.

    Returns:
        The graph itself where it is clean.
    """
    changes = hidden_in(strings_in(graph), policy, vault)
    return with_strings(graph, lambda text, _: changes.get(text, text)) if changes else graph


def hidden_in(texts: Iterable[str], policy: Policy, vault: Vault) -> dict[str, str]:
    """Hide the secrets of many short texts, which are searched together.

    Args:
        texts: Such as the strings of a graph.
        policy: The conversation's.
        vault: The conversation's.

    Returns:
        Those that hold any, with what is to stand in their place; in the order of the texts.
    """
    if policy.level == "off":
        return {}
    found = policy.detector().find_all(texts)
    return {text: clean(text, policy, vault) for text, spans in found.items() if spans}


def seal(text: str, policy: Policy, vault: Vault, *, name: str) -> str:
    """Let a text out: what came together only in its last form is hidden there.

    Args:
        text: About to be written.
        policy: Of the conversation it was made of.
        vault: The conversation's.
        name: What it is called in the error, such as ``pack``.

    Returns:
        The text, unchanged where it is clean.

    Raises:
        RedactionError: Something in it should be hidden and cannot be without breaking its form.
    """
    left = find(text, policy)
    if not left:
        return text
    cleaned = clean(text, policy, vault)
    if find(cleaned, policy) or not _is_whole(text, cleaned):
        families = ", ".join(sorted(set(left)))
        raise RedactionError(
            f"{name}: not written, for it would hold {len(left)} of: {families}",
            hint="graphpack scan INPUT shows where; --redact-allow VALUE lets a harmless one pass",
        )
    return cleaned


def _is_whole(text: str, cleaned: str) -> bool:
    """Whether JSON, or JSON Lines, has kept its form."""
    if not text.startswith(("{", "[")):
        return True
    return _shape(text) == _shape(cleaned)


def _shape(text: str) -> list[type] | None:
    try:
        return [type(json.loads(text))]
    except ValueError:
        pass
    try:
        return [type(json.loads(line)) for line in text.split("\n")]
    except ValueError:
        return None
