"""Writes what the benchmark of compression measured as the tables of a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["filled", "rows", "write"]

_MARKED = re.compile(r"(<!-- made by make compress-bench -->\n).*?(<!-- end -->)", re.DOTALL)
_LEVELS = ("off", "summary", "aggressive", "minimal")
# what the seeds, and the issue that took them over, ask of each kind, as a share of the ceiling
BARS: Mapping[str, float] = {
    "log": 0.95, "json_1000": 0.90, "json_100": 0.80, "test-run": 0.85, "build": 0.85,
    "stack-trace": 0.85, "tree": 0.85, "table": 0.85, "diff": 0.75, "prose": 0.60,
    "markdown": 0.60, "search-results": 0.60, "code": 0.60,
}  # fmt: skip


def write(path: Path, told: Mapping[str, Any]) -> None:
    """Put the tables between the marks of a document."""
    document = path.read_text(encoding="utf-8")
    path.write_text(filled(document, "\n".join(rows(told))), encoding="utf-8", newline="\n")


def filled(document: str, text: str) -> str:
    """Replace what stands between the marks; a document without them is an error."""
    if not _MARKED.search(document):
        raise SystemExit("the document has no place marked for the tables")
    return _MARKED.sub(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", document)


def rows(told: Mapping[str, Any]) -> Iterator[str]:
    """Word all tables, with what stands above each."""
    if "fixtures" in told:
        yield from _fixtures(told["fixtures"])
    yield from _sized(told["sized"], told.get("beside"))
    yield from _tools(told["tools"], told.get("beside"))
    yield from _tasks(told["tasks"])
    if "samples" in told:
        yield from _samples(told["samples"])
    yield from _speed(told["speed"])


def _table(head: str, align: str, lines: Iterable[str]) -> Iterator[str]:
    yield from (head, align, *lines, "")


def _bar(name: str, kind: str) -> float | None:
    return BARS.get(name, BARS.get(kind))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _fixtures(fixtures: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "### Fixtures with lists of what must survive\n"
    yield from _table(
        "| fixture | taken for | tokens | left | saved | ceiling | of it | bar | lost | CPU ms |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        (
            f"| {one['name']} | {one['kind']} | {one['tokens_in']:,} | {one['tokens_out']:,}"
            f" | {one['reduction']:.1%} | {one['ceiling']:.1%} | {_share(one['of_ceiling'])}"
            f" | {_share(_bar(one['name'], one['kind']))} | {one['lost']} | {one['ms']:.1f} |"
            for one in fixtures
        ),
    )


def _sized(sized: Iterable[Mapping[str, Any]], beside: str | None) -> Iterator[str]:
    yield "### Texts made up at the seeds' sizes\n"
    more = f" {beside}: left | lost | CPU ms |" if beside else ""
    yield from _table(
        "| text | taken for | tokens | left | of the ceiling | bar | lost | CPU ms |" + more,
        "|---|---|--:|--:|--:|--:|--:|--:|" + "--:|--:|--:|" * bool(beside),
        (
            f"| {one['name']} | {one['kind']} | {one['tokens_in']:,} | {one['tokens_out']:,}"
            f" | {_share(one['of_ceiling'])} | {_share(_bar(one['name'], one['kind']))}"
            f" | {one['lost']} of {one['must']} | {one['ms']:.1f} |{_other(one['beside'])}"
            for one in sized
        ),
    )


def _other(one: Mapping[str, Any] | None) -> str:
    return f" {one['tokens_out']:,} | {one['lost']} | {one['ms']:.1f} |" if one else ""


def _tools(tools: Mapping[str, Any], beside: str | None) -> Iterator[str]:
    yield "### Outputs of many tools, by kind: saved, and what was lost\n"
    levels = [*_LEVELS[1:], *(["beside"] if beside else [])]
    names = [*_LEVELS[1:], *([beside] if beside else [])]
    yield from _table(
        f"| kind | texts | must survive | tokens | {' | '.join(names)} |",
        "|---|--:|--:|--:|" + "--:|" * len(levels),
        (
            f"| {kind} | {one['texts']} | {one['must']} | {one['tokens_in']:,} | "
            + " | ".join(_cell(one, one["levels"][level]) for level in levels)
            + " |"
            for kind, one in tools.items()
        ),
    )


def _cell(one: Mapping[str, Any], cell: Mapping[str, Any]) -> str:
    lost = f", {cell['lost']} lost" if cell.get("lost") else ""
    return f"{1 - cell['tokens_out'] / one['tokens_in']:.0%}{lost}"


def _tasks(tasks: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "### Twenty tasks: can the answer be given from what is left?\n"
    done: dict[str, int] = defaultdict(int)
    lines = []
    for one in tasks:
        cells = []
        for level in _LEVELS:
            cell = one["levels"][level]
            done[level] += not cell["missing"]
            lacks = f" **lacks {cell['missing']} of {one['needs']}**" if cell["missing"] else ""
            cells.append(f"{cell['saved']:.0%}{lacks}")
        focus = ", in focus" if one["focus"] else ""
        what = f"{one['question']} ({one['tool']}{focus})"
        lines.append(f"| {one['name']} | {what} | {' | '.join(cells)} |")
    total = " | ".join(f"{done[level]} of {len(lines)}" for level in _LEVELS)
    yield from _table(
        f"| | task | {' | '.join(_LEVELS)} |",
        "|---|---|--:|--:|--:|--:|",
        [*lines, f"| | **can be done** | {total} |"],
    )


def _samples(samples: Mapping[str, Any]) -> Iterator[str]:
    yield "### Tool results of real agent sessions\n"
    yield from _table(
        "| taken for | texts | tokens | left | saved | compressor failed |",
        "|---|--:|--:|--:|--:|--:|",
        (
            f"| {kind} | {one['texts']:,} | {one['tokens_in']:,} | {one['tokens_out']:,}"
            f" | {one['reduction']:.1%} | {one['failures']} |"
            for kind, one in sorted(samples.items(), key=lambda item: item[0] == "all")
        ),
    )


def _speed(speed: Mapping[str, Any]) -> Iterator[str]:
    yield "### CPU time: classifying 100 KB, and the whole stage on 50 KB\n"
    yield from _table(
        "| text, repeated or cut to size | classify ms | stage: characters | stage ms |",
        "|---|--:|--:|--:|",
        (
            f"| {name} | {one['classify_ms']:.2f} | {one['stage_chars']:,}"
            f" | {one['stage_ms']:.1f} |"
            for name, one in speed.items()
        ),
    )
