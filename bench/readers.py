"""Measures reading a large Claude Code session against merely parsing its lines.

Run ``python bench/readers.py [--mb 100]``; with ``chatgpt`` or ``claude-ai`` before it, a made-up
account export of that size is listed and one chat of it packed instead. The session is made up, in
a temporary folder, with the shapes that make real ones large: tool outputs with a structured copy
beside them, progress lines, snapshots, answers of several lines. Times of one run can be compared
with each other; times of two machines cannot, so the ratio is what counts.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson
from exports import CHATS
from exports import measure as measure_export
from speed_made import SESSION, write

ROOT = Path(__file__).resolve().parents[1]


def parse(path: Path) -> None:
    """The floor: every line parsed, nothing kept."""
    with path.open("rb") as file:
        for line in file:
            orjson.loads(line)


def read(path: Path) -> tuple[int, int]:
    """Read it; gives messages and characters of their parts."""
    from graphpack.readers import read as read_conversations

    (found,) = read_conversations(path)
    return len(found.messages), sum(len(p.text) for m in found.messages for p in m.parts)


def detection_s(path: Path) -> float:
    """Processor time of telling the format, with the readers already imported."""
    from graphpack.readers import detect
    from graphpack.readers.opening import open_source

    detect(open_source(path))
    start = time.process_time()
    detect(open_source(path))
    return time.process_time() - start


def measure(path: Path, rounds: int) -> dict:
    """Take the best of some rounds of each, turn by turn, in this process."""
    floors, reads = [], []
    counts = (0, 0)
    for _ in range(rounds):
        start = time.perf_counter(), time.process_time()
        parse(path)
        floors.append((time.perf_counter() - start[0], time.process_time() - start[1]))
        start = time.perf_counter(), time.process_time()
        counts = read(path)
        reads.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    floor_cpu, read_cpu = min(f[1] for f in floors), min(r[1] for r in reads)
    return {
        "orjson_wall_s": round(min(f[0] for f in floors), 3),
        "orjson_cpu_s": round(floor_cpu, 3),
        "read_wall_s": round(min(r[0] for r in reads), 3),
        "read_cpu_s": round(read_cpu, 3),
        "detect_cpu_s": round(detection_s(path), 3),
        "read_to_orjson_ratio": round(read_cpu / floor_cpu, 2),
        "messages": counts[0],
        "characters": counts[1],
    }


def peak_mb(path: Path) -> float:
    """Peak memory of a fresh process that reads the file and keeps the conversation, in MB."""
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}]\n" + (
        "import resource, pathlib\nfrom graphpack.readers import read\n"
        f"kept = list(read(pathlib.Path({str(path)!r})))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    return round(int(result.stdout) * unit / 1e6, 1)


def main() -> None:
    """Print the figures as JSON and as a row of the table in docs/performance.md."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("case", nargs="?", default="claude-code", choices=("claude-code", *CHATS))
    options.add_argument("--mb", type=int, default=100, help="size of the file, in 10^6 bytes")
    options.add_argument("--rounds", type=int, default=3, help="best of so many rounds")
    given = options.parse_args()
    sys.path[:0] = [str(ROOT)]
    if given.case != "claude-code":
        with tempfile.TemporaryDirectory() as folder:
            print_table(measure_export(Path(folder), given.case, given.mb))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{SESSION}.jsonl"
        lines = write(path, given.mb)
        figures = {
            "file_mb": round(path.stat().st_size / 1e6, 1),
            "lines": lines,
            **measure(path, given.rounds),
            "peak_rss_mb": peak_mb(path),
            "python": platform.python_version(),
            "orjson": orjson.__version__,
            "cpus": os.cpu_count(),
        }
    print(json.dumps(figures))
    names = (
        *("file_mb", "lines", "messages", "read_wall_s", "read_cpu_s", "detect_cpu_s"),
        *("orjson_cpu_s", "read_to_orjson_ratio", "peak_rss_mb"),
    )
    print_table([{name: figures[name] for name in names}])


def print_table(rows: list[dict]) -> None:
    """Print rows of the same figures as a table in Markdown."""
    print("| " + " | ".join(rows[0]) + " |")
    print("|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(map(str, row.values())) + " |")


if __name__ == "__main__":
    main()
