"""Measures how fast graphpack starts, as ratios to what cannot be avoided.

    python bench/startup.py [--runs 7] [--write docs/performance.md]

Each figure is the least processor time of some runs with warm caches, which is what the clock tells
on an idle machine. Ratios say more than seconds: a busy machine slows both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

from figures import put_down  # noqa: E402

TURNS = 20
HEAD = "| what | seconds | to pass | to typer |\n|---|--:|--:|--:|"


def compiling() -> dict[str, str]:
    """Give an environment in which what was compiled is kept, as it is where people work."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def least_s(command: list[str], *, runs: int) -> float:
    """Run a command some times and give the least processor time that it took, in seconds."""
    environment = compiling()
    times = []
    for _ in range(runs + 1):  # the first run only warms the caches
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
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
    parser.add_argument("--write", type=Path, help="the document to put the table into")
    given = parser.parse_args()
    runs = given.runs
    python = [sys.executable]
    graphpack = [str(Path(sys.executable).with_name("graphpack"))]
    if not Path(graphpack[0]).exists():
        graphpack = [sys.executable, "-m", "graphpack"]
    bare = least_s([*python, "-c", "pass"], runs=runs)
    typer = least_s([*python, "-c", "import typer"], runs=runs)
    helped = least_s([*graphpack, "--help"], runs=runs)
    with tempfile.TemporaryDirectory() as folder:
        chat = str(short_chat(Path(folder)))
        imports = (
            "import graphpack.cli.app, graphpack.cli.exporting, graphpack.tokens as t; t.counter()"
        )
        # first: it leaves compiled what both use
        exported = least_s([*graphpack, "export", chat], runs=runs)
        started = least_s([*python, "-c", imports], runs=runs)
    allowed = 1.5 * typer + 0.150
    verdict = "ok" if helped <= allowed else "TOO SLOW"
    rows = (
        ("python -c pass", bare),
        ("python -c 'import typer'", typer),
        ("graphpack --help", helped),
        (f"export of {TURNS} turns", exported),
        ("of which start-up", started),
    )
    lines = (f"| {what} | {s:.3f} | {s / bare:.1f} | {s / typer:.2f} |" for what, s in rows)
    table = "\n".join((HEAD, *lines))
    print(table)
    if given.write is not None:
        put_down(given.write, "startup", table)
    print(f"\n--help may take 1.5 times typer and 0.150 s, {allowed:.3f} s: {verdict}")


if __name__ == "__main__":
    main()
