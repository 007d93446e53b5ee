"""Compresses texts of which is known what must survive, and writes docs/compression.md.

Usage: python bench/compress.py [--level LEVEL] [--fixtures DIR] [--samples DIR]
       [--survive FILE] [--beside PYTHON] [--write FILE]

Measured are: the fixtures of a folder (FIXTURE.txt and FIXTURE.must.json, scored by the
``survive`` of a file); texts made up at the sizes of the seeds, and the outputs of many tools,
as the tests use them; twenty tasks at every level; the tool results in a folder of agents' logs;
and the time. Without ``--write`` all of it is printed as JSON. ``--beside`` names a Python that
has headroom-ai: its library is given the same texts in the same run.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from compress_beside import Beside  # noqa: E402
from compress_made import made  # noqa: E402
from compress_table import write  # noqa: E402

from graphpack.compress import LEVELS, Kind, compress  # noqa: E402
from graphpack.compress.router import classify  # noqa: E402
from graphpack.errors import GraphpackError  # noqa: E402
from graphpack.model.conversation import ToolResult  # noqa: E402
from graphpack.readers import read  # noqa: E402
from graphpack.tokens import counter  # noqa: E402
from tests.compress.cases import CASES, Case, lost  # noqa: E402
from tests.compress.tasks import TASKS, missing  # noqa: E402

RUNS = 5
CLASSIFIED_CHARS = 100_000
STAGED_CHARS = 50_000


def cpu_ms(run: Callable[[], Any]) -> float:
    """The least CPU time of some runs: others share the machine."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return round(min(times) * 1000, 2)


def fixtures(folder: Path, survive: Callable[..., dict[str, Any]], level: Any) -> Iterator[Any]:
    """Score each fixture of a folder."""
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        must = json.loads(path.with_suffix("").with_suffix(".must.json").read_text("utf-8"))
        short = compress(text, level=level)
        found = survive(text, must["must"], short.text)
        keys = ("tokens_in", "tokens_out", "reduction", "ceiling", "of_ceiling", "lost")
        yield {
            "name": path.stem,
            "kind": str(short.kind),
            **{key: found[key] for key in keys},
            "is_idempotent": compress(short.text, level=level).text == short.text,
            "failures": short.failures,
            "ms": cpu_ms(lambda text=text: compress(text, level=level)),
        }


def scored(case: Case, short: str) -> dict[str, Any]:
    """Score one made-up text by what it says must survive."""
    count = counter().count
    before, after = count(case.text), count(short)
    ceiling = max(0.0, 1 - count("\n".join(dict.fromkeys(case.must))) / before)
    reduction = 1 - after / before
    return {
        "tokens_in": before,
        "tokens_out": after,
        "reduction": round(reduction, 3),
        "ceiling": round(ceiling, 3),
        "of_ceiling": round(reduction / ceiling, 3) if ceiling else None,
        "must": len(case.must),
        "lost": len(lost(case, short)),
    }


def sized(level: Any, beside: Beside | None) -> Iterator[Any]:
    """Score the texts of the seeds' sizes, at the level and beside another library."""
    cases = list(made())
    others = beside.compressed([case.text for case in cases]) if beside else [None] * len(cases)
    for case, other in zip(cases, others, strict=True):
        short = compress(case.text, level=level)
        yield {
            "name": case.name,
            "kind": str(short.kind),
            **scored(case, short.text),
            "ms": cpu_ms(lambda text=case.text: compress(text, level=level)),
            "beside": {**scored(case, other.text), "ms": other.ms} if other else None,
        }


def tools(beside: Beside | None) -> dict[str, Any]:
    """Sum up the outputs of many tools by kind, and what is lost of them at each level."""
    sums: dict[str, Any] = {}
    others = beside.compressed([case.text for case in CASES]) if beside else [None] * len(CASES)
    for case, other in zip(CASES, others, strict=True):
        short = {level: compress(case.text, level=level) for level in LEVELS[1:]}
        row = sums.setdefault(
            str(case.kind or "several"), {"texts": 0, "must": 0, "tokens_in": 0, "levels": {}}
        )
        row["texts"] += 1
        row["must"] += len(case.must)
        row["tokens_in"] += short["summary"].original_tokens or 0
        results = {level: (one.text, one.tokens or 0) for level, one in short.items()}
        if other:
            results["beside"] = (other.text, counter().count(other.text))
        for level, (text, tokens) in results.items():
            cell = row["levels"].setdefault(level, {"tokens_out": 0, "lost": 0})
            cell["tokens_out"] += tokens
            if level != "beside":  # it writes some texts anew: no search for words can judge them
                cell["lost"] += len(lost(case, text))
    return dict(sorted(sums.items()))


def tasks() -> Iterator[Any]:
    """Try each task on what every level leaves."""
    for task in TASKS:
        cells = {}
        for level in LEVELS:
            short = compress(task.text, level=level, focus=task.focus)
            before, after = short.original_tokens, short.tokens
            cells[level] = {
                "saved": round(1 - after / before, 3) if before and after else 0.0,
                "missing": len(missing(task, short.text)),
            }
        yield {
            "name": task.name,
            "question": task.question,
            "tool": task.tool,
            "focus": bool(task.focus),
            "needs": len(task.needs),
            "levels": cells,
        }


def tool_results(folder: Path) -> Iterator[str]:
    """The results of tools in the samples of agents' logs."""
    for path in sorted(folder.iterdir()):
        try:
            for conversation in read(path):
                for message in conversation.messages:
                    for part in message.parts:
                        if isinstance(part, ToolResult) and part.text:
                            yield part.text
        except GraphpackError as error:
            print(f"{path.name}: {error}", file=sys.stderr)


def summed(texts: Iterable[str], level: Any) -> dict[str, Any]:
    """Sizes and failures by kind."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for text in texts:
        short = compress(text, level=level)
        sizes = (1, short.original_tokens or 0, short.tokens or 0, short.failures)
        one = sums[str(short.kind)]
        sums[str(short.kind)] = [a + b for a, b in zip(one, sizes, strict=True)]
    sums["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    return {
        kind: {
            "texts": count,
            "tokens_in": before,
            "tokens_out": after,
            "reduction": round(1 - after / before, 3) if before else 0.0,
            "failures": failures,
        }
        for kind, (count, before, after, failures) in sorted(sums.items())
    }


def cut_records(text: str, chars: int) -> str:
    """A JSON array of as many of its records as fit."""
    records = json.loads(text)
    return json.dumps(records[: max(1, len(records) * chars // len(text))])


def speed() -> dict[str, Any]:
    """Time classifying and the whole stage, on texts cut or repeated to the sizes of the bars."""
    told = {}
    for case in made():
        whole = case.text + "\n"
        repeated = whole * (1 + CLASSIFIED_CHARS // len(whole))
        # JSON that is repeated or cut is none: it is made of as many records as there is room for
        is_json = case.kind == Kind.JSON_ARRAY
        long = cut_records(case.text, CLASSIFIED_CHARS) if is_json else repeated[:CLASSIFIED_CHARS]
        staged = cut_records(case.text, STAGED_CHARS) if is_json else repeated[:STAGED_CHARS]
        told[case.name] = {
            "classify_ms": cpu_ms(lambda text=long: classify(text)),
            "stage_chars": len(staged),
            "stage_ms": cpu_ms(lambda text=staged: compress(text)),
        }
    return told


def loaded(path: Path) -> Callable[..., dict[str, Any]]:
    """The function ``survive`` of a file; what stands beside the file can be imported by it."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("survive", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., dict[str, Any]] = module.survive
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="summary")
    parser.add_argument("--fixtures", type=Path)
    parser.add_argument("--survive", type=Path)
    parser.add_argument("--samples", type=Path)
    parser.add_argument("--beside", metavar="PYTHON")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    beside = Beside(asked.beside) if asked.beside else None
    told: dict[str, Any] = {"level": asked.level}
    if asked.fixtures and asked.survive:
        told["fixtures"] = list(fixtures(asked.fixtures, loaded(asked.survive), asked.level))
    told["sized"] = list(sized(asked.level, beside))
    told["tools"] = tools(beside)
    told["tasks"] = list(tasks())
    told["speed"] = speed()
    if asked.samples:
        told["samples"] = summed(tool_results(asked.samples), asked.level)
    if beside:
        told["beside"] = beside.version
    if asked.write:
        write(asked.write, told)
    else:
        print(json.dumps(told, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
