"""Measures the whole offline export of a short chat and of large agent sessions against a floor.

    python bench/speed.py [--mb 5 100] [--rounds 3] [--write docs/performance.md]

The floor is what cannot be left out: reading the file's JSON with orjson and counting once the
tokens of the text that the reader keeps. Processor time, the best of some rounds, each in a
process of its own; what starting takes, imports and patterns, is told apart from the work.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from figures import put_down  # noqa: E402
from speed_made import SESSION, write  # noqa: E402
from startup import TURNS, compiling, short_chat  # noqa: E402

COLUMNS = (
    "source", "messages", "tokens", "orjson_s", "count_s", "start_s", "read_s", "work_s",
    "to_floor", "whole_to_floor", "peak_rss_mb",
)  # fmt: skip

# the chain itself, as the command runs it, without parsing a command line
CHILD = """
import json, pathlib, re, sys, time
clock = time.process_time
path = pathlib.Path(sys.argv[1])
from graphpack.cli import collect_seldom
collect_seldom()
from graphpack.pipeline import pack
from graphpack.readers import read
from graphpack.settings import Settings
from graphpack.tokens import counter
count = counter().count
start = clock()
if sys.argv[2] == "floor":
    import orjson
    (conversation,) = read(path)
    texts = [part.text for message in conversation.messages for part in message.parts]
    begun = clock()
    whole = path.read_bytes()
    for line in whole.splitlines() if path.suffix == ".jsonl" else [whole]:
        orjson.loads(line)
    parsed = clock()
    tokens = sum(map(count, texts))
    print(json.dumps({"orjson_s": parsed - begun, "count_s": clock() - parsed, "tokens": tokens}))
else:
    (conversation,) = read(path)
    been_read = clock()
    made = pack(conversation, Settings())
    done = clock()
    peak = re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())
    print(json.dumps({
        "start_s": start, "read_s": been_read - start, "work_s": done - start,
        "messages": len(conversation.messages), "nodes": len(made.graph.nodes),
        "peak_rss_mb": round(int(peak[1]) * 1024 / 1e6, 1),
    }))
from graphpack.patterns import keep
keep()
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and, where asked, put the table into a document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mb", type=int, nargs="*", default=(5, 100), help="sizes, in 10^6 bytes")
    parser.add_argument("--rounds", type=int, default=3, help="best of so many rounds")
    parser.add_argument("--write", type=Path, help="the document to put the table into")
    given = parser.parse_args(arguments)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        short = short_chat(Path(folder))
        _run(short, "export")  # leaves modules and patterns compiled, as any first run does
        rows.append(measure(short, f"{TURNS} messages", given.rounds))
        for size in given.mb:
            path = Path(folder) / f"{SESSION}.jsonl"
            write(path, size)
            rows.append(measure(path, f"session of {size} MB", given.rounds))
    table = "\n".join(
        [
            f"| {' | '.join(COLUMNS)} |",
            f"|---{'|--:' * (len(COLUMNS) - 1)}|",
            *(f"| {' | '.join(str(row[name]) for name in COLUMNS)} |" for row in rows),
        ]
    )
    print(table)
    if given.write is not None:
        put_down(given.write, "speed", table)
    return 0


def measure(path: Path, source: str, rounds: int) -> dict[str, Any]:
    """Take the least of some rounds of each figure.

    Args:
        path: What is exported.
        source: What it is called in the table.
        rounds: How often each is measured.
    """
    floor = _least([_run(path, "floor") for _ in range(rounds)])
    whole = _least([_run(path, "export") for _ in range(rounds)])
    floor_s = floor["orjson_s"] + floor["count_s"]
    rounded = {
        name: round(value, 3) if name.endswith("_s") else value
        for name, value in {**floor, **whole}.items()
    }
    return {
        "source": source,
        **rounded,
        "to_floor": round(whole["work_s"] / floor_s, 1),
        "whole_to_floor": round((whole["start_s"] + whole["work_s"]) / floor_s, 1),
    }


def _run(path: Path, what: str) -> dict[str, Any]:
    command = [sys.executable, "-c", CHILD, str(path), what]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=compiling())
    return dict(json.loads(done.stdout))


def _least(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: min(run[name] for run in runs) for name in runs[0]}


if __name__ == "__main__":
    sys.exit(main())
