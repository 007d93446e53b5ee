"""Runs the benchmarks of a checkout: ``graphpack bench``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from graphpack.errors import UsageError


def run_bench(
    names: Sequence[str],
    *,
    is_full: bool,
    as_json: bool,
    shared: str | None,
    root: Path | None = None,
) -> int:
    """Run benchmarks in a process of their own.

    Args:
        names: Which; none lists them.
        is_full: True for the documents' sizes.
        as_json: True for one JSON document on standard output.
        shared: Folder of real conversations; None is the checkout's neighbour.
        root: The checkout; None is the one this module lies in.

    Returns:
        The exit code of the run.

    Raises:
        UsageError: This is no checkout.
    """
    root = root or Path(__file__).resolve().parents[2]
    suite = root / "bench" / "suite.py"
    if not (suite.is_file() and (root / "pyproject.toml").is_file()):
        raise UsageError(
            f"bench: {root} is no checkout, and an installed graphpack has no benchmarks",
            hint="in a clone of the project: make bench",
        )
    flags = ["--full"] * is_full + ["--json"] * as_json
    folder = ["--shared", shared] if shared is not None else []
    done = subprocess.run([sys.executable, str(suite), *names, *flags, *folder], check=False)
    return done.returncode
