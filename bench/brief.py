"""Measures what agents save that find each thing once, on tasks for several agents.

Usage: python bench/brief.py [--tasks DIR] [--tokenizer NAME] [--json] [--write PAGE]

A task is a JSON file: the records of a session, and steps. A step is one agent's: what it is to
do, the facts it needs for that (to the letter), and what it finds, each finding with the work that
led to it: the files and outputs that were read. Three ways of starting an agent are compared:

- replay: it is given the session and all that earlier agents did, whole;
- alone: it has a brief of the session, and does again the work behind each finding it needs;
- shared: its brief has the findings of the others (``graphpack brief --shared``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from graphpack.context import Options, Record, build_brief, records_of
from graphpack.context.records import Kind
from graphpack.context.snapshots import Snapshots
from graphpack.tokens import counter

ROOT = Path(__file__).resolve().parents[1]
TASKS = ROOT / "bench" / "briefs"
BEGIN, END = "<!-- measured: brief -->", "<!-- /measured: brief -->"


@dataclass(frozen=True)
class Row:
    """One agent's start; sizes in tokens.

    Args:
        task: The file's name.
        agent: Who.
        replay: Given everything, whole.
        alone: A brief of the session, and the work done again.
        shared: The brief with the findings of others.
        needed: How many facts it needs.
        missing: Those that the shared brief lacks.
    """

    task: str
    agent: str
    replay: int
    alone: int
    shared: int
    needed: int
    missing: tuple[str, ...]


def raw(records: Sequence[Record]) -> str:
    return "\n".join(f"{one.path or one.name or one.kind}: {one.text}" for one in records)


def findings(step: dict[str, Any]) -> Iterator[tuple[Record, tuple[Record, ...]]]:
    for one in step["finds"]:
        found = Record("", Kind.NOTE, one["text"], path=one.get("path"), name=one.get("name"))
        yield found, records_of(one["work"]).records


def run(task: dict[str, Any], tokenizer: str) -> list[Row]:
    count: Callable[[str], int] = counter(tokenizer).count
    options = Options(tokenizer=tokenizer)
    session = records_of(task["records"]).records
    store, done, rows = Snapshots(), [], []
    for step in task["steps"]:
        agent, wanted, needs = step["agent"], step["task"], step["needs"]
        news = store.news_for(agent)
        brief = build_brief(wanted, (*session, *(one.record() for one in news)), options=options)
        store = store.tell(agent, [one.id for one in news if one.id in brief.text])
        own = build_brief(wanted, session, options=options)
        again = [work for found, work in done if any(fact in found.text for fact in needs)]
        seen = [record for _, work in done for record in work]
        rows.append(
            Row(
                task["name"],
                agent,
                replay=count(raw((*session, *seen, *(found for found, _ in done)))),
                alone=own.tokens + sum(count(raw(work)) for work in again),
                shared=brief.tokens,
                needed=len(needs),
                missing=tuple(fact for fact in needs if fact not in brief.text),
            )
        )
        for found, work in findings(step):
            store, _ = store.put(found, agent=agent, count=count)
            done.append((found, work))
    return rows


def measure(folder: Path, tokenizer: str) -> list[Row]:
    paths = sorted(folder.glob("*.json"))
    tasks = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return [row for task in tasks for row in run(task, tokenizer)]


def saved(rows: Sequence[Row], beside: str) -> float:
    return 1 - sum(row.shared for row in rows) / sum(getattr(row, beside) for row in rows)


def table(rows: Sequence[Row]) -> str:
    lines = [
        "| task | agents | replay | alone | shared | saved to replay | saved to alone | facts |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in [*dict.fromkeys(row.task for row in rows), "all"]:
        inside = [row for row in rows if name in {row.task, "all"}]
        needed = sum(row.needed for row in inside)
        there = needed - sum(len(row.missing) for row in inside)
        sizes = " | ".join(
            f"{sum(getattr(row, way) for row in inside):,}" for way in ("replay", "alone", "shared")
        )
        lines.append(
            f"| {name} | {len(inside)} | {sizes} | {saved(inside, 'replay'):.0%} |"
            f" {saved(inside, 'alone'):.0%} | {there}/{needed} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", type=Path, default=TASKS)
    parser.add_argument("--tokenizer", default="o200k_base")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    rows = measure(given.tasks, given.tokenizer)
    shown = table(rows)
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        print(shown)
        for row in rows:
            if row.missing:
                print(f"{row.task}: {row.agent} lacks {', '.join(row.missing)}", file=sys.stderr)
    if given.write:
        page = given.write.read_text(encoding="utf-8")
        before, rest = page.split(BEGIN)
        after = rest.split(END)[1]
        text = f"{before}{BEGIN}\n\n{shown}\n\n{END}{after}"
        given.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
