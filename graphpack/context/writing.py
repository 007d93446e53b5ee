"""How a context is written: sections in a fixed order, a source tag behind every fragment.

Lines of a fragment after its first are indented, so that nothing in it is taken for a heading, a
fragment or a tag of the context itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from graphpack.context.facts import FAULTS, RUNS, Outcome, facts_of
from graphpack.context.fragments import Fragment
from graphpack.context.records import Kind, Record

__all__ = ["Section", "head", "heading", "section_of", "tag", "write", "written"]

INDENT = "  "


class Section(StrEnum):
    """The sections, in the order in which they are written."""

    RULES = "Decided"
    ASKED = "Asked"
    ERRORS = "Errors"
    FOUND = "Found"
    CHANGES = "Changes"
    FILES = "Files"
    OUTPUT = "Output"


def section_of(record: Record) -> Section:
    """Choose the section of a record."""
    if record.kind is Kind.DECISION:
        return Section.RULES
    if record.kind is Kind.MESSAGE and record.role in {"user", "system"}:
        return Section.ASKED
    if record.kind in FAULTS:
        return Section.ERRORS
    if record.kind in RUNS:
        failed = facts_of(record).outcome is Outcome.FAILED
        return Section.ERRORS if failed else Section.OUTPUT
    if record.kind is Kind.DIFF:
        return Section.CHANGES
    return Section.FILES if record.kind is Kind.FILE else Section.FOUND


def head(task: str) -> str:
    """Write what stands above the sections."""
    return f"# Task\n{task.strip()}\n" if task.strip() else ""


def heading(section: Section) -> str:
    """Write a section's heading."""
    return f"\n## {section}\n"


def tag(fragment: Fragment) -> str:
    """Write where a fragment comes from."""
    path = f" | {fragment.record.path}" if fragment.record.path else ""
    return f"[source: {fragment.id} | record {fragment.record.given_id}{path}]"


def written(fragment: Fragment, text: str) -> str:
    """Write one fragment.

    Args:
        fragment: What is written.
        text: In which of its forms.

    Returns:
        Lines, each with its end; the last one ends in the tag.
    """
    record = fragment.record
    lines = [line for line in f"{_label(record)}{text}".split("\n") if line.strip()]
    body = f"\n{INDENT}".join(lines)
    history = f" ({fragment.history})" if fragment.history else ""
    return f"- {body}{history} {tag(fragment)}\n"


def write(task: str, chosen: Sequence[tuple[Fragment, str]]) -> str:
    """Write a context.

    Args:
        task: What it is for.
        chosen: Fragments with their text, in the records' order.

    Returns:
        Markdown, without a final line feed.
    """
    pieces = [head(task)]
    for section in Section:
        inside = [one for one in chosen if section_of(one[0].record) is section]
        if inside:
            pieces.append(heading(section))
            pieces += (written(fragment, text) for fragment, text in inside)
    return "".join(pieces).strip("\n")


def _label(record: Record) -> str:
    """What has to be said of a fragment before its text."""
    if record.kind in RUNS and record.name:
        code = f" (exit {record.exit_code})" if record.exit_code else ""
        return f"$ {record.name}{code}\n"
    if record.kind is Kind.DECISION and record.status not in {None, "accepted"}:
        is_said = str(record.status) in record.text.lower()
        return "" if is_said else f"({record.status}) "
    return f"{record.author}: " if record.author else ""
