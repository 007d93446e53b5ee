"""``graphpack scan``: what would be hidden in a conversation, and where; never what it is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphpack.cli.inputs import reading
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import harmless, is_terminal, put, say
from graphpack.cli.surroundings import working_folder
from graphpack.errors import NoticesError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline.safety import policy_of
from graphpack.redact import Finding, redact
from graphpack.settings import load
from graphpack.text.counted import counted


def run_scan(inputs: Sequence[str], arguments: Mapping[str, Any], *, as_json: bool) -> None:
    """Scan every conversation of every input.

    Args:
        inputs: Paths, session references or ``-``.
        arguments: From the flags, by setting name.
        as_json: Write one JSON object a finding instead of a line.

    Raises:
        NoticesError: Something was found, and ``fail_on_notice`` is set.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    total = conversations = 0
    # what is found is written as it is found: no bar may stand between the lines of a terminal
    is_hidden = settings.quiet or is_terminal(sys.stdout)
    with ProgressBar(is_shown=False if is_hidden else None) as progress:
        for conversation in reading(inputs, settings)():
            conversations += 1
            progress("scanning", conversations, 0)
            redacted = redact(conversation, policy)
            total += len(redacted.findings)
            for line in _rows(redacted.conversation, redacted.findings, as_json=as_json):
                put(line)
    if not settings.quiet:
        say(f"{total} found in {counted(conversations, 'conversation')}; nothing was changed")
    if total and settings.fail_on_notice:
        raise NoticesError(f"{counted(total, 'secret')} found, and --fail-on-notice is on")


def _rows(
    conversation: Conversation, findings: Iterable[Finding], *, as_json: bool
) -> Iterable[str]:
    for finding in findings:
        message = _message(conversation, finding)
        part = message.parts[finding.part] if message and finding.part >= 0 else None
        row = {
            "conversation": conversation.id,
            "branch": finding.branch,
            "message": finding.message if message else None,
            "role": message.role.value if message else None,
            "part": finding.part if part else None,
            "kind": _KINDS[type(part)] if part else None,
            "line": finding.line,
            "family": finding.family,
            "placeholder": finding.placeholder,
        }
        if as_json:
            yield json.dumps(row, ensure_ascii=False)
        else:
            where = "title or name"
            if message:
                where = f"message {finding.message} ({message.role.value})"
                where += f" of branch {finding.branch}" if finding.branch else ""
                where += f", {_KINDS[type(part)]}, line {finding.line}" if part else ", author"
            yield harmless(
                f"{conversation.source.name}: {where}: {finding.family} {finding.placeholder}"
            )


_KINDS = {
    Attachment: "attachment",
    Image: "image",
    Reasoning: "reasoning",
    Text: "text",
    ToolCall: "tool call",
    ToolResult: "tool result",
}


def _message(conversation: Conversation, finding: Finding) -> Message | None:
    messages = conversation.messages
    for branch in conversation.branches:
        if branch.id == finding.branch:
            messages = branch.messages
    return next((message for message in messages if message.index == finding.message), None)
