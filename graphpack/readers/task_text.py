"""Finds the issue in a prompt that a benchmark's or a bot's template was wrapped around.

A person wrote the issue; the instructions around it are the harness's, the same for every task.
Nothing here knows a file.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled

_TAGS = ("issue_description", "pr_description", "github_issue", "issue", "task_description")
_ISSUE = compiled(r"^ISSUE:[ \t]*\n", re.MULTILINE)
_ISSUE_END = compiled(r"^INSTRUCTIONS:[ \t]*$", re.MULTILINE)
_STATEMENT = compiled(r"^# Problem Statement[ \t]*\n", re.MULTILINE)
_STATEMENT_END = compiled(
    r"^(?:# (?:Repository|Instructions|Note|Comments|Issue Thread)\b"
    r"|IMPORTANT: You should ONLY interact|Please address|For reference, the previous)",
    re.MULTILINE,
)
_SHELL_STATE = compiled(
    # it begins a line, or a run of spaces: from within one it is not tried
    r"(?:(?=\n[(b])|(?<!\s))"
    r"(?:\n\(Open file: [^\n]*\))?(?:\n\(Current directory: [^\n]*\))?(?:\nbash-\$)?\s*+\Z"
)
_STATE_CHARS = 10_000


def split_task(prompt: str, issue: str = "") -> tuple[str, str]:
    """Part a prompt into what a person wrote and what a template adds.

    Args:
        prompt: The first prompt of a run.
        issue: The issue's text where the run says it besides.

    Returns:
        The person's words, and the rest; an empty rest where the whole is theirs.

    Source:
        Templates of SWE-agent 0.x and 1.x and of OpenHands' evaluation and resolver, 2024-2025.
    """
    span = _span(prompt, issue.strip())
    if span is None:
        return prompt.strip(), ""
    start, end = span
    said = prompt[start:end].strip()
    if not said:
        return prompt.strip(), ""
    rest = (prompt[:start].strip(), without_shell_state(prompt[end:]).strip())
    return said, "\n\n".join(piece for piece in rest if piece)


def without_shell_state(text: str) -> str:
    """Cut off the open file, the folder and the shell's prompt that end an output."""
    start = max(0, len(text) - _STATE_CHARS)
    found = _SHELL_STATE.search(text, start) if text.rstrip().endswith("bash-$") else None
    return text[: found.start()] if found else text


def _span(prompt: str, issue: str) -> tuple[int, int] | None:
    at = prompt.find(issue) if issue else -1
    if at >= 0:
        return at, at + len(issue)
    for tag in _TAGS:
        start = prompt.find(f"<{tag}>")
        end = prompt.find(f"</{tag}>", start)
        if 0 <= start < end:
            return start + len(tag) + 2, end
    for opening, closing in ((_ISSUE, _ISSUE_END), (_STATEMENT, _STATEMENT_END)):
        found = opening.search(prompt)
        if found:
            stop = closing.search(prompt, found.end())
            return found.end(), stop.start() if stop else len(prompt)
    return None
