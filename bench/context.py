"""Builds the context of scenarios by three strategies, and measures what each kept and cost.

Usage: python bench/context.py [--scenarios DIR ...] [--tokenizer NAME] [--detail] [--json]
                               [--write PAGE]

A scenario is a JSON file: a task, a budget, records, the facts that have to be in the context (to
the letter) and the records that are relevant. ``raw`` writes every record, ``dedupe+truncate``
each different one until the budget is full, ``graphpack`` is what is measured, and ``perfect`` the
relevant records alone, each with a source tag and nothing else: its reduction is what a selector
could reach that knew the answer.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from graphpack.context import Options, Record, build_context, records_of
from graphpack.tokens import counter

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "bench" / "scenarios"
LATER = OWN / "later"
SHARED = ROOT.parent / "shared" / "bench" / "scenarios"
STRATEGIES = ("raw", "dedupe+truncate", "graphpack")
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
_TAG = re.compile(r"\[source: (\S+) \| record (\S+?)(?: \| ([^\]\n]+))?\]")


@dataclass(frozen=True)
class Scenario:
    """A task with records, of which is known what matters."""

    name: str
    group: str
    task: str
    budget_tokens: int
    records: tuple[Record, ...]
    facts: tuple[str, ...]
    relevant: frozenset[str]
    is_impossible: bool


@dataclass(frozen=True)
class Row:
    """What one strategy made of one scenario; ratios from 0 to 1."""

    scenario: str
    group: str
    strategy: str
    tokens_in: int
    tokens_out: int
    reduction: float
    perfect: float
    facts: float
    lost: tuple[str, ...]
    precision: float
    recall: float
    is_within: bool
    is_conflict_said: bool
    attribution: float | None
    wrong: tuple[str, ...]
    missing: tuple[str, ...]
    cpu_ms: float


def load(path: Path) -> Scenario:
    """Read a scenario."""
    told = json.loads(path.read_text(encoding="utf-8"))
    found = records_of(told, where=path.name)
    assert found.task is not None
    assert found.budget_tokens is not None
    facts = told.get("required_facts", told.get("requiredFacts"))
    mandatory = "impossible" in path.stem or bool(told.get("conflict"))
    return Scenario(
        told["name"], told.get("group", "given").split()[0], found.task, found.budget_tokens,
        found.records, tuple(facts), frozenset(told["relevant"]), mandatory,
    )  # fmt: skip


def raw(scenario: Scenario) -> str:
    return "\n".join([scenario.task, *(record.text for record in scenario.records)])


def truncated(scenario: Scenario, count: Callable[[str], int]) -> tuple[str, list[str]]:
    """Each different record, until the budget is full."""
    text, kept = scenario.task, []
    seen = set()
    for record in scenario.records:
        key = (record.kind, record.name, record.path, record.text)
        longer = f"{text}\n{record.text}"
        if key in seen:
            continue
        seen.add(key)
        if count(longer) > scenario.budget_tokens:
            break
        text = longer
        kept.append(record.id)
    return text, kept


def perfect(scenario: Scenario) -> str:
    """The relevant records alone, each with a source tag."""
    pieces = [scenario.task]
    for record in scenario.records:
        if record.id in scenario.relevant:
            path = f" | {record.path}" if record.path else ""
            pieces.append(f"{record.text} [source: fr_a1b2c3 | record {record.id}{path}]")
    return "\n".join(pieces)


def run(scenario: Scenario, strategy: str, tokenizer: str) -> Row:
    """Build and measure one context."""
    count = counter(tokenizer).count
    ids = [record.id for record in scenario.records]
    is_said, attribution = False, None
    begin = time.process_time()
    if strategy == "raw":
        text, kept = raw(scenario), ids
    elif strategy == "dedupe+truncate":
        text, kept = truncated(scenario, count)
    else:
        made = build_context(
            scenario.task, scenario.records, budget_tokens=scenario.budget_tokens,
            options=Options(tokenizer=tokenizer),
        )  # fmt: skip
        text, is_said = made.context, made.is_over
        tags = _TAG.findall(text)
        kept = list(dict.fromkeys(record for _, record, _ in tags))
        known = {(one.fragment, one.record) for one in made.sources}
        right = [tag for tag in tags if tag[1] in ids and tag[:2] in known]
        attribution = len(right) / max(1, len(tags), text.count("\n- "))
    spent_ms = (time.process_time() - begin) * 1000
    tokens_in, out = count(raw(scenario)), count(text)
    lost = tuple(fact for fact in scenario.facts if fact not in text)
    good = scenario.relevant & set(kept)
    return Row(
        scenario=scenario.name, group=scenario.group, strategy=strategy,
        tokens_in=tokens_in, tokens_out=out, reduction=round(1 - out / tokens_in, 3),
        perfect=round(1 - count(perfect(scenario)) / tokens_in, 3),
        facts=round(1 - len(lost) / len(scenario.facts), 3), lost=lost,
        precision=round(len(good) / len(kept), 3) if kept else 0.0,
        recall=round(len(good) / len(scenario.relevant), 3),
        is_within=out <= scenario.budget_tokens, is_conflict_said=is_said,
        attribution=attribution,
        wrong=tuple(one for one in kept if one not in scenario.relevant),
        missing=tuple(sorted(scenario.relevant - set(kept))),
        cpu_ms=round(spent_ms, 1),
    )  # fmt: skip


def measure(folders: Iterable[Path], tokenizer: str) -> list[Row]:
    """Run all strategies on all scenarios."""
    scenarios = [load(path) for folder in folders for path in sorted(folder.glob("*.json"))]
    return [run(one, strategy, tokenizer) for one in scenarios for strategy in STRATEGIES]


def summed(rows: Sequence[Row], group: str, strategy: str) -> dict[str, Any]:
    """The means of one strategy over the scenarios of a group."""
    own = [row for row in rows if row.strategy == strategy and group in {"all", row.group}]
    best = fmean(row.perfect for row in own)
    reduction = fmean(row.reduction for row in own)
    attributed = [row.attribution for row in own if row.attribution is not None]
    return {
        "group": group,
        "strategy": strategy,
        "scenarios": len(own),
        "facts_whole": sum(row.facts == 1 for row in own),
        "within_budget": sum(row.is_within for row in own),
        "conflicts_said": sum(row.is_conflict_said for row in own),
        "attribution": round(fmean(attributed), 3) if attributed else None,
        "recall": round(fmean(row.recall for row in own), 3),
        "precision": round(fmean(row.precision for row in own), 3),
        "reduction": round(reduction, 3),
        "perfect": round(best, 3),
        "of_perfect": round(reduction / best, 3) if best > 0 else None,
    }


def table(rows: Sequence[Row], groups: Sequence[str]) -> str:
    """Write the sums as a Markdown table."""
    head = (
        "| scenarios | strategy | facts whole | within budget | attribution | recall | precision"
        " | reduction | of a perfect selector's |\n|---|---|---|---|---|---|---|---|---|"
    )
    lines = [head]
    for group in groups:
        for strategy in STRATEGIES:
            one = summed(rows, group, strategy)
            attribution = "–" if one["attribution"] is None else f"{one['attribution']:.0%}"
            whole, fits = (
                f"{one[key]}/{one['scenarios']}" for key in ("facts_whole", "within_budget")
            )
            of = "–" if one["of_perfect"] is None else f"{one['of_perfect']:.2f}"
            lines.append(
                f"| {group} | {strategy} | {whole} | {fits} | {attribution} | {one['recall']:.0%}"
                f" | {one['precision']:.0%} | {one['reduction']:.0%} | {of} |"
            )
    return "\n".join(lines)


def detail(rows: Sequence[Row]) -> str:
    """Write one line for each scenario: what graphpack did."""
    lines = []
    for row in rows:
        if row.strategy == "graphpack":
            marks = (
                f"{'' if row.is_within else ' OVER'}{' CONFLICT' if row.is_conflict_said else ''}"
            )
            lines.append(
                f"{row.scenario:28} in {row.tokens_in:5} out {row.tokens_out:5}"
                f" red {row.reduction:6.2f} of {row.perfect:6.2f} prec {row.precision:.2f}"
                f" rec {row.recall:.2f}{marks} {row.cpu_ms:.0f} ms"
                f" wrong {','.join(row.wrong) or '-'} missing {','.join(row.missing) or '-'}"
                f" lost {list(row.lost) or '-'}"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=Path, action="append")
    parser.add_argument("--tokenizer", default="o200k_base")
    parser.add_argument("--detail", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    folders = asked.scenarios or [one for one in (SHARED, OWN, LATER) if one.is_dir()]
    rows = measure(folders, asked.tokenizer)
    if asked.json:
        print(json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False))
        return
    if asked.detail:
        print(detail(rows))
    groups = list(dict.fromkeys(row.group for row in rows))
    made = table(rows, [*groups, "all"] if len(groups) > 1 else groups)
    print(made)
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        asked.write.write_text(
            f"{before}{BEGIN}\n{made}\n{END}{rest.partition(END)[2]}", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
