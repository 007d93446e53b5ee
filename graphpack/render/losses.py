"""Writes a loss report: JSON for programs, Markdown for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from graphpack.model.loss import Loss, LossKind
from graphpack.model.report import Report
from graphpack.render.options import to_json
from graphpack.text.counted import counted
from graphpack.text.invisible import visible

VERSION = 1
SHOWN_LINES = 40
"""Lines of one kind in the readable report; the JSON holds all."""

_TEXT_CHARS = 160
_TITLES = {
    LossKind.SKIPPED: "Skipped: could not be read, or was repaired or guessed",
    LossKind.ABANDONED: "Abandoned branches",
    LossKind.HIDDEN: "Not part of what was said",
    LossKind.REDACTED: "Hidden: secrets and personal data",
    LossKind.GAP: "Gaps: messages nothing could be extracted from",
    LossKind.ELIDED: "Elided: not shown to the extractor",
    LossKind.UNPICKED: "Not picked: read, and not taken for a statement",
    LossKind.UNGROUNDED: "Ungrounded: the transcript does not bear it out",
    LossKind.MERGED: "Merged: said again, or in another node's line",
    LossKind.SUPERSEDED: "Superseded: still in the pack, as abandoned",
    LossKind.SHORTENED: "Shortened or made less important",
    LossKind.CUT: "Cut: did not fit, or is of low importance",
    LossKind.NOTED: "Noted: nothing was lost",
}


@dataclass(frozen=True, slots=True)
class LossReport:
    """What one pack left out.

    Args:
        title: The conversation's title, or the name of its file.
        messages: How many it has.
        report: The run's.
        losses: By kind.
    """

    title: str
    messages: int
    report: Report
    losses: Sequence[Loss]


def losses_json(reports: Iterable[LossReport]) -> str:
    """Write loss reports for programs.

    Args:
        reports: One for each pack.

    Returns:
        Indented JSON: a version, and a list of packs, each with totals and every loss.
    """
    packs = [_document(one) for one in reports]
    return to_json({"v": VERSION, "packs": packs}, is_indented=True)


def losses_markdown(reports: Iterable[LossReport]) -> str:
    """Write loss reports for people.

    Args:
        reports: One for each pack.

    Returns:
        Markdown: a heading for each pack, a table of totals, a list for each kind.
    """
    return "\n\n".join("\n".join(_page(one)) for one in reports)


def _document(one: LossReport) -> dict[str, Any]:
    return {
        "title": one.title,
        "messages": one.messages,
        "extractor": one.report.extractor,
        "tokenizer": one.report.counter,
        "input_tokens": one.report.input_tokens,
        "output_tokens": one.report.output_tokens,
        "totals": dict(_totals(one.losses)),
        "losses": [asdict(loss) for loss in one.losses],
    }


def _totals(losses: Iterable[Loss]) -> Mapping[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for loss in losses:
        total = found.setdefault(loss.kind, {"count": 0, "tokens": 0})
        total["count"] += loss.count
        total["tokens"] += loss.tokens or 0
    return found


def _page(one: LossReport) -> list[str]:
    report = one.report
    lines = [
        f"# What the pack of {_line(one.title)} leaves out",
        "",
        f"{counted(one.messages, 'message')}, {counted(report.input_tokens, 'token')}, became"
        f" {counted(report.output_tokens, 'token')}; extractor: {_line(report.extractor)}.",
        "",
        "| what became of it | times | tokens |",
        "|---|---:|---:|",
    ]
    totals = _totals(one.losses)
    lines += [f"| {kind} | {t['count']} | {t['tokens']} |" for kind, t in totals.items()]
    for kind, losses in groupby(one.losses, key=lambda loss: loss.kind):
        listed = list(losses)
        lines += ["", f"## {_TITLES[kind]}", ""]
        lines += map(_item, listed[:SHOWN_LINES])
        if len(listed) > SHOWN_LINES:
            lines.append(f"- and {len(listed) - SHOWN_LINES} more; a report in JSON lists them all")
    return lines


def _item(loss: Loss) -> str:
    size = f", {counted(loss.tokens, 'token')}" if loss.tokens else ""
    times = f" ({loss.count} times)" if loss.count > 1 else ""
    where = f" [{_line(loss.where)}]" if loss.where else ""
    text = f": «{_line(loss.text)}»" if loss.text else ""
    return f"- {_line(loss.what)}{where}: {_line(loss.reason)}{size}{times}{text}"


def _line(text: str) -> str:
    """One line without what could act on a terminal or be taken for Markdown's own structure."""
    line = " ".join(visible(text).split())
    line = line if len(line) <= _TEXT_CHARS else line[: _TEXT_CHARS - 1] + "…"
    return line.replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[").replace("]", "\\]")
