"""Measures how fast graphpack starts, as ratios to what cannot be avoided.

    python bench/startup.py [--runs 7]

Each figure is the best of some runs with warm caches. Ratios say more than seconds: a busy machine
slows both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURNS = 20


def best_s(command: list[str], *, runs: int) -> float:
    """Run a command some times and give its fastest wall time, in seconds."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(runs + 1):  # the first run only warms the caches
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment)
        times.append(time.perf_counter() - start)
    return min(times[1:])


def short_chat(folder: Path) -> Path:
    """Write the first turns of the example conversation to a file."""
    example = Path(__file__).parents[1] / "examples" / "auth-session.json"
    document = json.loads(example.read_text(encoding="utf-8"))
    document["messages"] = document["messages"][:TURNS]
    path = folder / "short.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    python = [sys.executable]
    graphpack = [str(Path(sys.executable).with_name("graphpack"))]
    if not Path(graphpack[0]).exists():
        graphpack = [sys.executable, "-m", "graphpack"]
    bare = best_s([*python, "-c", "pass"], runs=runs)
    typer = best_s([*python, "-c", "import typer"], runs=runs)
    helped = best_s([*graphpack, "--help"], runs=runs)
    with tempfile.TemporaryDirectory() as folder:
        chat = str(short_chat(Path(folder)))
        imports = (
            "import graphpack.cli.app, graphpack.cli.exporting, graphpack.tokens as t; t.counter()"
        )
        started = best_s([*python, "-c", imports], runs=runs)
        exported = best_s([*graphpack, "export", chat], runs=runs)
    allowed = 1.5 * typer + 0.150
    verdict = "ok" if helped <= allowed else "TOO SLOW"
    print("| what | seconds | to typer |\n|---|---|---|")
    for what, seconds in (
        ("python -c pass", bare),
        ("python -c 'import typer'", typer),
        ("graphpack --help", helped),
        (f"export of {TURNS} turns", exported),
        ("of which start-up", started),
    ):
        print(f"| {what} | {seconds:.3f} | {seconds / typer:.2f} |")
    print(f"\n--help may take 1.5 times typer and 0.150 s, {allowed:.3f} s: {verdict}")


if __name__ == "__main__":
    main()
