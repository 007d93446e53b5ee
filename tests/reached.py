"""Tells how many lines of the package a run of the tests has reached, and fails below the bars.

    python -m tests.reached FILE --pure STAGE... [--pure-bar 100] [--all-bar 90]

FILE is what ``slipcover --json`` has written. ``make coverage`` counts branches as well, and takes
almost twice the time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def reached(files: Mapping[str, Any]) -> float:
    """Give the share of lines that were reached, in per cent; of no lines, all were."""
    hit = sum(len(one["executed_lines"]) for one in files.values())
    missed = sum(len(one["missing_lines"]) for one in files.values())
    return 100 * hit / (hit + missed) if hit + missed else 100.0


def pure(files: Mapping[str, Any], stages: Sequence[str]) -> Mapping[str, Any]:
    """Keep the files of some stages, each a folder below the package."""
    folders = tuple(f"graphpack/{stage}/" for stage in stages)
    return {name: one for name, one in sorted(files.items()) if name.startswith(folders)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the two figures and where lines are missing; 1 below a bar."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--pure", nargs="+", default=[], metavar="STAGE")
    parser.add_argument("--pure-bar", type=float, default=100)
    parser.add_argument("--all-bar", type=float, default=90)
    given = parser.parse_args(arguments)
    files = json.loads(given.file.read_text(encoding="utf-8"))["files"]
    stages = pure(files, given.pure)
    if not stages:
        print(f"{given.file}: no file of {', '.join(given.pure)} in it", file=sys.stderr)
        return 1
    of_all, of_pure = reached(files), reached(stages)
    for name, one in stages.items():
        if one["missing_lines"]:
            print(f"{name}: {', '.join(map(str, one['missing_lines']))}")
    print(f"lines reached: {of_all:.2f} % of all, {of_pure:.2f} % of the pure stages")
    is_enough = of_all >= given.all_bar and of_pure >= given.pure_bar
    if not is_enough:
        print(f"wanted: {given.all_bar:g} % and {given.pure_bar:g} %", file=sys.stderr)
    return int(not is_enough)


if __name__ == "__main__":
    sys.exit(main())
