"""Compresses the fixtures, and measures what was saved of the ceiling, what was lost, and the time.

Usage: python bench/compress.py [--level LEVEL] [--samples] [--fixtures DIR]

Writes JSON: for each fixture its kind, tokens before and after, the ceiling (what could be saved
if only what must survive were kept), the share of it that was reached, what was lost, and the
CPU time; then the sum for each kind. ``--samples`` adds the tool results of real agent sessions,
of which nobody has listed what must survive.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from graphpack.compress import LEVELS, compress
from graphpack.compress.router import classify
from graphpack.errors import GraphpackError
from graphpack.model.conversation import ToolResult
from graphpack.readers import read
from graphpack.tokens import counter

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
RUNS = 3


def cpu_ms(run: Callable[[], Any]) -> float:
    """The least CPU time of some runs: others share the machine."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return round(min(times) * 1000, 2)


def measured(path: Path, survive: Callable[..., dict[str, Any]], level: Any) -> dict[str, Any]:
    """One fixture."""
    text = path.read_text(encoding="utf-8")
    must = json.loads(path.with_suffix("").with_suffix(".must.json").read_text(encoding="utf-8"))
    made = compress(text, level=level)
    found = survive(text, must["must"], made.text)
    return {
        "name": path.stem,
        "kind": str(made.kind),
        "bypass": made.bypass,
        **{key: found[key] for key in ("tokens_in", "tokens_out", "reduction", "ceiling")},
        "of_ceiling": found["of_ceiling"],
        "lost": found["lost"],
        "first_lost": found["first_lost"],
        "is_idempotent": compress(made.text, level=level).text == made.text,
        "failures": made.failures,
        "classify_ms": cpu_ms(lambda: classify(text)),
        "compress_ms": cpu_ms(lambda: compress(text, level=level)),
        "count_ms": cpu_ms(lambda: counter().count(text)),
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


def summed(texts: Iterator[str], level: Any) -> dict[str, Any]:
    """Sizes and failures by kind."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for text in texts:
        made = compress(text, level=level)
        one = sums[str(made.kind)]
        sizes = (1, made.original_tokens or 0, made.tokens or 0, made.failures)
        sums[str(made.kind)] = [a + b for a, b in zip(one, sizes, strict=True)]
    sums["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    return {
        kind: {
            "texts": texts,
            "tokens_in": before,
            "tokens_out": after,
            "reduction": round(1 - after / before, 3) if before else 0.0,
            "failures": failures,
        }
        for kind, (texts, before, after, failures) in sorted(sums.items())
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="summary")
    parser.add_argument("--samples", action="store_true")
    parser.add_argument("--fixtures", type=Path, default=SHARED / "bench" / "fixtures")
    asked = parser.parse_args()
    sys.path.insert(0, str(SHARED / "tools"))
    from survive import survive

    paths = sorted(asked.fixtures.glob("*.txt"))
    told = {
        "level": asked.level,
        "fixtures": [measured(one, survive, asked.level) for one in paths],
    }
    if asked.samples:
        told["samples"] = summed(tool_results(SHARED / "samples" / "agent"), asked.level)
    print(json.dumps(told, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
