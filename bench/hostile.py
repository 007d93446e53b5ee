"""Reads files that were made to do harm; each in a process of its own, timed and measured.

Run ``python bench/hostile.py [--json FILE] [--case NAME]``. A case is handled where the command
ends by itself with one of the codes it may have, with no traceback and no bug, within its seconds
and its memory, and says nothing that the attack would have it say.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from hostile_files import CANARY, CASES, Case  # noqa: E402

HANGS_S = 120
"""How much longer than it may compute a command may take, on a machine that others keep busy."""
_CHILD = """
import os, sys
from pathlib import Path
from graphpack.cli.app import run
code = run(sys.argv[2:])
took = sum(os.times()[:2])
status = Path("/proc/self/status")
if status.exists():
    line = next(l for l in status.read_text().splitlines() if l.startswith("VmHWM"))
    Path(sys.argv[1]).write_text(f"{line.split()[1]} {took}")
sys.exit(code)
"""


@dataclass(frozen=True)
class Outcome:
    """What one case came to.

    Args:
        case: Its name.
        is_handled: Whether it ended as it may.
        seconds: Processor time that the command took: others may keep the machine busy.
        peak_mb: Its peak memory; None where that cannot be told.
        code: Its exit code.
        said: The last line on standard error, or what went wrong.
    """

    case: str
    is_handled: bool
    seconds: float
    peak_mb: float | None
    code: int | None
    said: str


def started(
    code: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """Start a process that loads the program itself."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def attempt(case: Case, folder: Path, *, start: Callable[..., Any] = started) -> Outcome:
    """Make a case's files and run its command on them.

    Args:
        case: What is made, and what may come of it.
        folder: An empty one.
        start: Starts the process; what is fed is always given to one that loads the program.
    """
    case.make(folder)
    peak = folder / ".peak"
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHPACK_", "XDG_"))}
    environment = {
        **kept,
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        **{f"XDG_{name}_HOME": str(folder / ".xdg") for name in ("CACHE", "CONFIG", "STATE")},
    }
    began = time.perf_counter()
    begin = started if case.stdin else start
    child = begin(_CHILD, [str(peak), *case.command], folder, environment)
    try:
        feed = case.stdin(folder) if case.stdin else None
        out, err = child.communicate(feed, timeout=case.seconds * 8 + HANGS_S)
    except subprocess.TimeoutExpired:
        child.kill()
        _, err = child.communicate()
        seconds = time.perf_counter() - began
        lines = err.decode("utf-8", "replace").strip().splitlines()
        is_said = case.is_waiting and any("waiting" in line for line in lines)
        said = lines[-1] if lines else "no end, not a word"
        return Outcome(case.name, is_said, round(seconds, 2), None, None, said)
    seconds = time.perf_counter() - began
    peak_mb = None
    if peak.exists():
        peak_kb, took = peak.read_text().split()
        peak_mb, seconds = int(peak_kb) / 1024, float(took)
    fault = _fault(case, child.returncode, out + err, seconds, peak_mb)
    lines = err.decode("utf-8", "replace").strip().splitlines()
    told = [line for line in lines if line.startswith(("error", "note"))] or lines
    return Outcome(
        case.name,
        not fault,
        round(seconds, 2),
        peak_mb and round(peak_mb, 1),
        child.returncode,
        fault or (told[0][:160] if told else ""),
    )


def _fault(case: Case, code: int, said: bytes, seconds: float, peak_mb: float | None) -> str:
    if b"Traceback" in said or b"graphpack has a bug" in said:
        return "a bug: " + said.decode("utf-8", "replace").strip().splitlines()[-1][:200]
    if code not in case.codes:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        return f"exit code {code}: {lines[-1][:200] if lines else ''}"
    if CANARY.encode() in said:
        return "what lies outside was read"
    if case.says and case.says.encode() not in said:
        return f"does not say {case.says!r}: {said[-200:]!r}"
    if seconds > case.seconds:
        return f"took {seconds:.0f} s, more than {case.seconds:.0f}"
    if peak_mb and peak_mb > case.peak_mb:
        return f"took {peak_mb:.0f} MB, more than {case.peak_mb:.0f}"
    return ""


def main() -> int:
    """Run the cases, print the table, and give 1 where one is not handled."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--case")
    options = parser.parse_args()
    table = []
    for case in CASES:
        if options.case and options.case not in case.name:
            continue
        with tempfile.TemporaryDirectory(prefix="hostile-") as folder, suppress(BrokenPipeError):
            outcome = attempt(case, Path(folder))
            table.append(asdict(outcome))
            print(json.dumps(table[-1], ensure_ascii=False), flush=True)
    if options.json:
        options.json.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return int(not all(row["is_handled"] for row in table))


if __name__ == "__main__":
    sys.exit(main())
