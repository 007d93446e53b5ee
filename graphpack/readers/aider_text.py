"""What a person typed to aider, what the model answered, and what of aider's output is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.model.conversation import Part, Reasoning, Text, ToolResult
from graphpack.patterns import compiled

_CONFIRM = compiled(r".*\? \(Y\)es/\(N\)o.*?(?:: (?P<answer>\w*))?$")
_COMMAND = compiled(r"(/[a-z][a-z-]*)(?:\s+|$)")
_SPOKEN = frozenset({"/ask", "/architect", "/code", "/context", "/copy-context", "/chat-mode"})
"""Commands whose argument is the prompt."""
_KEPT = frozenset({"/undo", "/commit", "/paste", "/web", "/read-only", "/test", "/lint"})
"""Commands that say something about the work by themselves."""
_WATCHED = 'Find the "AI" comments below (marked with █)'
_BLANK = "<blank>"

_THINKING = compiled(
    r"<(?P<tag>thinking-content-[0-9a-f]+|think(?:ing)?)>(?P<tagged>.*?)(?:</(?P=tag)>|\Z)"
    r"|►? ?\*\*THINKING\*\*(?P<titled>.*?)(?:►? ?\*\*ANSWER\*\*|\Z)",
    re.DOTALL,
)
_NOISE = compiled(
    r"(?:\^C|Copied code context|Repo-map|Has it been deleted|Initial repo scan|https://aider\.chat"
    r"|Aider v|(?:Main |Weak |Editor )?[mM]odels?: |Git repo: |Multiline mode|Note: in-chat"
    r"|Cur working dir|Git working dir|Cost estimates may|Tokens: |Retrying in|You can use /undo"
    r"|Diff since|Open (?:documentation )?(?:URL|url)|You can skip this check"
    r"|Processing your request"
    r"|Use /help|Newer aider version|Warning for |Run pip install|Error checking pypi"
    r"|Add \.aider|Added \.aider|Note: You may need|.*[/\\]aider(?:\.exe)?(?: --|$)"
    r"|Dropping .* from the chat|Please answer with one of|[\w@./\\-]+\.\w{1,8}$)"
)
_FAILED = compiled(
    r"litellm\.|.*\bTraceback\b|(?:[\w.]+)?Error\b|.*failed to match|The LLM did not conform"
    r"|Unable to"
    r"|.*exited with code [1-9]"
)
_REFUSABLE = compiled(
    r"(?:Allow (?:edits|creation)|Create new file|Apply|Run shell command|Edit the files|Commit)"
)
_ADD_FILE = "Add file to the chat?"


def is_confirmation(line: str) -> bool:
    """Tell a question of aider's, which some of its paths log like a prompt."""
    return _CONFIRM.match(line) is not None


def command_of(lines: Sequence[str]) -> str:
    """Find the command a prompt starts with; empty where it is none."""
    found = _COMMAND.match(lines[0]) if lines else None
    return found[1] if found else ""


def prompt_of(lines: Sequence[str]) -> str:
    """Take a person's words out of the lines of a prompt.

    Args:
        lines: Without their marks.

    Returns:
        The words; empty for confirmations and for commands that only set up aider.

    Source:
        aider 0.35 to 0.86.
    """
    text = "\n".join(lines).strip()
    if not text or text == _BLANK or is_confirmation(lines[0]):
        return ""
    if text.startswith(_WATCHED):
        return _comments(lines)
    command = command_of(lines)
    if command in _SPOKEN:
        return text[len(command) :].strip()
    if command and command not in _KEPT and "/" not in command[1:]:
        return ""
    return text


def _comments(lines: Sequence[str]) -> str:
    """Find the comments by which a person spoke from a watched file."""
    found: list[str] = []
    for line in lines[2:]:
        if line.startswith("█"):
            found.append(line[1:].strip())
        elif line.endswith(":") and not line.startswith(("│", "⋮")):
            found.append(line)
    return "\n".join(found)


def answer_parts(text: str) -> tuple[Part, ...]:
    """Read an answer; the model's thinking, where aider shows it, is apart.

    Args:
        text: The answer's lines.

    Returns:
        Texts and reasoning in order.
    """
    return tuple(_answer(text))


def _answer(text: str) -> Iterator[Part]:
    at = 0
    for found in _THINKING.finditer(text):
        yield from _words(text[at : found.start()])
        thought = (found["tagged"] or found["titled"] or "").strip("\n -")
        if thought.strip():
            yield Reasoning(thought)
        at = found.end()
    yield from _words(text[at:])


def _words(text: str) -> Iterator[Part]:
    words = text.strip("\n")
    if words.strip():
        yield Text(words)


def output_of(lines: Sequence[str], name: str | None) -> ToolResult | None:
    """Keep of aider's output what tells about the work: edits, commits, errors, answers given.

    Args:
        lines: Without their marks.
        name: The command that was run, if one was.

    Returns:
        The result; None where there is only start-up, cost and hints. A refused edit or command
        is a veto.
    """
    kept = [
        line for line, after in zip(lines, [*lines[1:], ""], strict=True) if _tells(line, after)
    ]
    text = "\n".join(kept).strip()
    if not text:
        return None
    is_refused = any(map(_is_refusal, kept))
    failed = any(_FAILED.match(line) for line in kept)
    return ToolResult(text, name, None, True if failed else None, is_rejected=is_refused)


def _tells(line: str, after: str) -> bool:
    if not line.strip() or _NOISE.match(line):
        return False
    return not line.startswith(_ADD_FILE) and not after.startswith(_ADD_FILE)


def _is_refusal(line: str) -> bool:
    asked = _CONFIRM.match(line)
    if not asked or not _REFUSABLE.match(line):
        return False
    return (asked["answer"] or "").lower() in ("n", "no", "s", "skip", "d")
