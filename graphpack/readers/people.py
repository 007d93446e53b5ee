"""Which labels are people: names that nobody knows, told by how they take turns.

A label that heads a list, a setting or a log line is not one, however often it comes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from graphpack.patterns import compiled

_MAX_WORDS = 4
_MAX_CHARS = 40
_STOPS = (".", "?", "!", "…", "。", "？", "！")
_NAME = compiled(r"[@~]?[^\W\d_][\w .'’|/&()-]*$|\+?\d[\d ()-]{6,}$")
_STEP = compiled(
    r"(?:step|option|phase|part|chapter|section|figure|fig|table|task|day|week|month|year|version"
    r"|case|test|item|line|page|round|stage|level|group|point|rule|scenario|variant|method"
    r"|approach|example|sample|problem|question|solution|issue|attempt|slide|module|v)"
    r"\s*#?[\d.]*[a-z]?$",
    re.IGNORECASE,
)
_NOT_NAMES = frozenset(
    {
        "abstract", "action", "actions", "advantages", "after", "agenda", "also", "alternative",
        "alternatives", "answer", "args", "arguments", "attendees", "attention", "author",
        "authors", "background", "bad", "before", "benefits", "best", "break", "bug", "build",
        "call", "cause", "caution", "cc", "change", "changes", "check", "class", "client", "code",
        "command", "comment", "comments", "conclusion", "config", "cons", "constraints", "context",
        "cost", "critical", "current", "custom", "data", "date", "deadline", "debug", "decision",
        "decisions", "default", "definition", "demo", "description", "details", "diff", "directory",
        "disadvantages", "download", "due", "duration", "edit", "email", "end", "error", "errors",
        "evening", "event", "example", "examples", "exception", "expected", "explanation", "fail",
        "failed", "fatal", "features", "file", "files", "first", "fix", "fixed", "format", "friday",
        "from", "function", "goal", "goals", "good", "hint", "host", "how", "http", "https", "idea",
        "ideas", "impact", "important", "info", "input", "inputs", "install", "installation",
        "issue", "issues", "key", "kind", "language", "last", "later", "left", "license", "link",
        "links", "list", "local", "location", "log", "lunch", "meeting", "message", "method",
        "methods", "model", "monday", "morning", "name", "new", "next", "no", "node", "note",
        "notes", "number", "objective", "observation", "observations", "ok", "old", "options",
        "order", "output", "outputs", "owner", "parameters", "params", "password", "path", "plan",
        "platform", "port", "present", "price", "priority", "problem", "problems", "pros", "ps",
        "purpose", "question", "questions", "raises", "rationale", "re", "reason", "reasons",
        "recommendation", "ref", "reference", "references", "related", "reminder", "repository",
        "request", "required", "requirements", "response", "result", "results", "return", "returns",
        "right", "risk", "risks", "root", "rule", "rules", "run", "saturday", "scope", "second",
        "see", "sent", "server", "severity", "size", "solution", "solutions", "source", "sources",
        "specification", "start", "state", "status", "step", "steps", "stop", "subject", "success",
        "suggestion", "summary", "sunday", "tag", "tags", "target", "task", "tasks", "test",
        "tests", "then", "third", "thursday", "time", "tip", "tips", "title", "to", "todo", "topic",
        "topics", "total", "trace", "traceback", "tuesday", "type", "types", "update", "updated",
        "url", "usage", "use", "user", "username", "value", "values", "version", "warn", "warning",
        "warnings", "wednesday", "what", "when", "where", "which", "who", "why", "with", "yes",
        "yields",
    }
)  # fmt: skip

_ADDRESS = compiled(
    r"[?？]|\b(?:i|we|you|me|us|my|our|let's|i'm|i'll|ich|wir|je|nous|yo|io|noi|eu|я|мы)\b",
    re.IGNORECASE,
)
_ADDRESS_CHARS = 500


def addresses(text: str) -> bool:
    """Tell a question, or words about oneself or to somebody, from what a program writes.

    Args:
        text: A turn; its beginning counts.
    """
    return _ADDRESS.search(text, 0, _ADDRESS_CHARS) is not None


def is_name(label: str) -> bool:
    """Tell whether a label could be a person's name or nickname.

    Args:
        label: What stands before the colon.

    Returns:
        False for sentences, settings, log levels and the words that head lists.
    """
    words = label.split()
    if not words or len(words) > _MAX_WORDS or len(label) > _MAX_CHARS:
        return False
    if not _NAME.match(label) or _STEP.match(label) or label[0].islower():
        return False
    folded = label.casefold()
    if folded in _NOT_NAMES or words[0].casefold() in _NOT_NAMES:
        return False
    return words[-1].casefold() not in _NOT_NAMES


def standing_opposite(labels: Sequence[str], models: Collection[str]) -> list[str]:
    """Find the names whose turns a model answers.

    Args:
        labels: Every label of a style, in the order of the text.
        models: Those that name a model.

    Returns:
        Labels that come at least twice and are followed by a model's, directly, at least three
        times in five; in the order first met.
    """
    counts = Counter(labels)
    answered: Counter[str] = Counter()
    for label, following in pairwise(labels):
        if following in models:
            answered[label] += 1
    return [
        label
        for label, count in counts.items()
        if label not in models
        and count >= 2
        and answered[label] * 5 >= count * 3
        and len(label) <= _MAX_CHARS
        and len(label.split()) <= _MAX_WORDS
        and label.casefold() not in _NOT_NAMES
        and not _STEP.match(label)
    ]


def people_of(turns: Sequence[tuple[int, str, str]], lines: Sequence[str]) -> list[str]:
    """Find the people who talk to each other in a text.

    Args:
        turns: Line number, label and what stands after it, for every line that could be a mark.
        lines: The whole text.

    Returns:
        Their labels in the order first met; none where the labels are not people in a dialogue:
        at least two names, each at least twice, that alternate from near the start of the text
        and say more than a word or two.
    """
    possible = [turn for turn in turns if is_name(turn[1])]
    counts = Counter(label for _, label, _ in possible)
    regular = {label for label, count in counts.items() if count >= 2}
    said = [turn for turn in possible if turn[1] in regular]
    if len(regular) < 2 or len(said) < 4 or len(regular) * 2 > len(said):
        return []
    if not is_dialogue(said, lines):
        return []
    filled = sum(1 for line in lines if line.strip())
    if len(possible) * 5 >= filled * 4:  # a line for each turn: a name that comes once counts
        regular = set(counts)
    return [label for label in counts if label in regular]


def is_dialogue(
    said: Sequence[tuple[int, str, str]], lines: Sequence[str], *, preamble: int = 4
) -> bool:
    """Tell turns of people who talk from records that have a name in front.

    Args:
        said: Line number, label and what stands after it, at least one.
        lines: The whole text.
        preamble: How many lines may stand before the first turn, without the blank ones.

    Returns:
        True where they alternate, begin near the start, and say more than a word or two.
    """
    return _alternates(said) and _starts(said[0][0], lines, preamble) and _talks(said, lines)


def _alternates(said: Sequence[tuple[int, str, str]]) -> bool:
    switches = sum(1 for one, other in pairwise(said) if one[1] != other[1])
    return switches * 5 >= (len(said) - 1) * 2


def _starts(first: int, lines: Sequence[str], preamble: int) -> bool:
    return sum(1 for line in lines[:first] if line.strip()) <= preamble


def _talks(said: Sequence[tuple[int, str, str]], lines: Sequence[str]) -> bool:
    """Tell speech from records: turns of several words, some of them sentences."""
    texts = [rest or (lines[line + 1] if line + 1 < len(lines) else "") for line, _, rest in said]
    long = sum(1 for text in texts if len(text.split()) >= 3 or (len(text) >= 6 and _is_wide(text)))
    sentences = sum(1 for text in texts if text.rstrip().endswith(_STOPS))
    return long * 2 >= len(texts) and sentences >= 1


def _is_wide(text: str) -> bool:
    return any(char > "\u3040" for char in text)
