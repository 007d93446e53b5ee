"""Measures how long a host is kept waiting by a hook, and after how long its pack is there.

Run ``python -m bench.hooks [--megabytes 1 5 20] [--runs 5]`` from the project's folder. Sessions
are made up: talk, and tool calls with long output. ``waits`` is the hook's own time, from start to
end; ``pack`` the time from the hook's start until the pack lies there, and ``pack_cpu_s`` what
its worker takes of a processor; ``start`` the time of the hook that hands it back. Times of two
machines cannot be compared; ``import_cpu_s`` is what importing the chain alone takes in that run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.hooks import sessions

GRAPHPACK = [sys.executable, "-P", "-m", "graphpack"]
LIMIT_S = 120


def call(name: str, project: Path, transcript: Path, environment: dict[str, str]) -> float:
    """Call a hook as a host does; gives its time in seconds."""
    data = sessions.call("claude-code", name, project, transcript)
    begun = time.perf_counter()
    subprocess.run(
        [*GRAPHPACK, "hooks", "run", "claude-code"], input=data, check=True, env=environment,
        capture_output=True, cwd=project,
    )  # fmt: skip
    return time.perf_counter() - begun


def pack_time(project: Path, begun: float, runs: int) -> float:
    """Wait until so many packs were written; gives the seconds since the hook began."""
    log = project / ".graphpack" / "hooks.log"
    while time.perf_counter() - begun < LIMIT_S:
        if log.is_file() and log.read_text(encoding="utf-8").count("packed") >= runs:
            return time.perf_counter() - begun
        time.sleep(0.02)
    raise SystemExit("no pack was written")


def cpu_s(command: list[str], environment: dict[str, str], given: bytes = b"") -> float:
    """Run a command; gives what it took of a processor, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=environment, capture_output=True, input=given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(megabytes: int, runs: int, root: Path) -> dict[str, object]:
    project = root / f"p{megabytes}"
    project.mkdir()
    # a hook reads sessions in the user's own folders only
    places = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    environment = {**os.environ, **dict.fromkeys(places, str(root))}
    environment.pop("CLAUDE_PROJECT_DIR", None)
    path = sessions.claude_code(root / f"{megabytes}.jsonl", size=megabytes * 1_000_000)
    waits, packs, backs = [], [], []
    for run in range(1, runs + 1):
        begun = time.perf_counter()
        waits.append(call("pre-compact-auto", project, path, environment))
        packs.append(pack_time(project, begun, run))
        backs.append(call("session-start-compact", project, path, environment))
    order = {
        "host": "claude-code", "event": "PreCompact", "session": "again",
        "transcript": str(path), "project": str(project),
    }  # fmt: skip
    worker = [sys.executable, "-P", "-m", "graphpack.hooks.packing"]
    chain = [sys.executable, "-c", "import graphpack.pipeline"]
    return {
        "session_mb": round(path.stat().st_size / 1e6, 1),
        "waits_median_s": round(median(waits), 2),
        "waits_max_s": round(max(waits), 2),
        "pack_median_s": round(median(packs), 2),
        "start_median_s": round(median(backs), 2),
        "pack_cpu_s": round(cpu_s(worker, environment, json.dumps(order).encode()), 1),
        "import_cpu_s": round(cpu_s(chain, environment), 2),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 5, 20])
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(size, given.runs, Path(folder)) for size in given.megabytes]
    print(json.dumps(rows))
    print(f"| {' | '.join(rows[0])} |")
    print(f"|{'---|' * len(rows[0])}")
    for row in rows:
        print(f"| {' | '.join(map(str, row.values()))} |")


if __name__ == "__main__":
    main()
