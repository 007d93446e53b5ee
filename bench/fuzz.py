"""Reads damaged files with every reader; nothing but ``ReadError`` may come out, soon.

Run ``python bench/fuzz.py FOLDER… [--cases 20000] [--seed 0]``. Every case is a file of the
folders, damaged by ``mutations``, and is read as what it is recognised as, and often as its own
format or as any other. The reading happens in child processes, so that time and memory of each case
can be measured and bounded; ``--case N`` runs one again and prints its traceback.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import re
import resource
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from mutations import mutated, shortened  # noqa: E402

MAX_SECONDS = 10.0
MAX_MB = 500.0
CASES_PER_CHILD = 400
_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Outcome:
    """What one case came to.

    Args:
        case: Its number.
        name: The file that was damaged.
        read: As how many formats something was read.
        seconds: The longest reading.
        peak_mb: Peak memory of the process so far.
        fault: What went wrong; empty where nothing did.
    """

    case: int
    name: str
    read: int
    seconds: float
    peak_mb: float
    fault: str = ""


def corpus(folders: list[Path]) -> list[tuple[str, bytes]]:
    """The files to damage, by name, cut to a size that can be read thousands of times."""
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return [(path.name, shortened(path.read_bytes())) for path in paths if path.suffix != ".tsv"]


def attempt(raw: bytes, name: str | None) -> int:
    """Read a file as a format and check what comes out; gives the number of conversations."""
    from graphpack.errors import ReadError
    from graphpack.readers import read

    count = 0
    try:
        for found in read(raw, format=name):
            count += 1
            check(found)
    except ReadError as error:
        str(error).encode()
    return count


def check(found) -> None:
    """What holds of every conversation.

    Raises:
        AssertionError: It does not.
    """
    indices = [message.index for message in found.messages]
    if not indices or indices != list(range(len(indices))):
        raise AssertionError(f"indices {indices[:5]}")
    for branch in found.branches:
        first = branch.after + 1
        indices = [message.index for message in branch.messages]
        if not 0 <= first <= len(found.messages) or indices != list(
            range(first, first + len(indices))
        ):
            raise AssertionError(f"branch after {branch.after} with {indices[:5]}")
    messages = [*found.messages, *(m for branch in found.branches for m in branch.messages)]
    for message in messages:
        if not message.parts:
            raise AssertionError(f"message {message.index} has no parts")
        if message.at is not None and message.at.utcoffset() is None:
            raise AssertionError(f"message {message.index} has a naive time")
        for part in message.parts:
            part.text.encode()
    for text in (found.id, found.title or "", *(n.message + n.where for n in found.notices)):
        text.encode()


@cache
def own_format(raw: bytes) -> str | None:
    """The format of a file before it is damaged."""
    from graphpack.errors import ReadError
    from graphpack.readers import detect
    from graphpack.readers.opening import open_source

    with suppress(ReadError):
        return detect(open_source(raw)).name
    return None


def formats_of(raw: bytes, chance: random.Random) -> list[str | None]:
    """As what a case is read: what it seems; now and then what its file is, or any other format."""
    from graphpack.readers import TABLE

    more = chance.choice((None, own_format(raw), chance.choice(TABLE).name))
    return [None] if more is None else [None, more]


def run_case(files: list[tuple[str, bytes]], seed: int, case: int) -> tuple[str, int, float]:
    """Damage a file and read it; gives its name, what was read and the longest time."""
    name, raw = files[case % len(files)]
    key = f"{seed}:{case}"
    chance = random.Random(f"formats {key}")
    names = formats_of(raw, chance)
    damaged = mutated(raw, key, chance.choice(files)[1])
    count, longest = 0, 0.0
    for one in names:
        start = time.perf_counter()
        count += bool(attempt(damaged, one))
        longest = max(longest, time.perf_counter() - start)
    return name, count, longest


def child(folders: list[Path], seed: int, cases: range) -> None:
    """Run some cases and print the outcome of each; what it is about to do goes first."""
    files = corpus(folders)
    for case in cases:
        print(json.dumps({"case": case, "name": files[case % len(files)][0]}), flush=True)
        read, longest, fault = 0, 0.0, ""
        try:
            name, read, longest = run_case(files, seed, case)
        except Exception as error:  # noqa: BLE001 - any exception is the finding
            name = files[case % len(files)][0]
            fault = f"{type(error).__name__}: {str(error)[:200]}"
        peak = _peak_mb()
        outcome = Outcome(case, name, read, round(longest, 3), round(peak, 1), fault)
        print(json.dumps(asdict(outcome)), flush=True)
        if peak > MAX_MB:
            return  # a fresh process for the next: memory is measured from its start


def _peak_mb() -> float:
    """Say what this program has held at most; ``ru_maxrss`` begins with what its parent held."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1e3
    except (OSError, TypeError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT / 1e6


def watch(folders: list[Path], seed: int, cases: range) -> Iterator[Outcome]:
    """Run cases in child processes, one after the other; one that hangs is ended and noted."""
    at = cases.start
    while at < cases.stop:
        end = min(at + CASES_PER_CHILD, cases.stop)
        arguments = ["--child", str(at), str(end), "--seed", str(seed), *map(str, folders)]
        process = subprocess.Popen(
            [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        said: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=_pump, args=(process, said), daemon=True).start()
        doing: dict | None = None
        while True:
            try:
                line = said.get(timeout=3 * MAX_SECONDS + 30)
            except queue.Empty:
                process.kill()
                fault = "did not end"
                break
            if not line:
                fault = f"the process died: {_last(process)}"
                break
            value = json.loads(line)
            if "seconds" not in value:
                doing = value
                continue
            doing = None
            at = value["case"] + 1
            yield judged(Outcome(**value))
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
        if doing is not None:
            at = doing["case"] + 1
            yield Outcome(doing["case"], doing["name"], 0, 0.0, 0.0, fault)


def judged(outcome: Outcome) -> Outcome:
    """Make a fault of a reading that took too much."""
    if outcome.fault:
        return outcome
    if outcome.seconds > MAX_SECONDS:
        return Outcome(**{**asdict(outcome), "fault": f"{outcome.seconds} s"})
    if outcome.peak_mb > MAX_MB:
        return Outcome(**{**asdict(outcome), "fault": f"{outcome.peak_mb} MB"})
    return outcome


def _pump(process: subprocess.Popen, said: queue.Queue[bytes]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        said.put(line)
    said.put(b"")


def _last(process: subprocess.Popen) -> str:
    assert process.stderr is not None
    lines = process.stderr.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else f"exit {process.wait()}"


def run(folders: list[Path], seed: int, cases: int, workers: int) -> list[Outcome]:
    """Run all cases on several processors."""
    step = -(-cases // workers)
    found: queue.Queue[Outcome | None] = queue.Queue()

    def work(part: range) -> None:
        for outcome in watch(folders, seed, part):
            found.put(outcome)
        found.put(None)

    for start in range(0, cases, step):
        part = range(start, min(start + step, cases))
        threading.Thread(target=work, args=(part,), daemon=True).start()
    outcomes: list[Outcome] = []
    running = len(range(0, cases, step))
    while running:
        outcome = found.get()
        if outcome is None:
            running -= 1
            continue
        outcomes.append(outcome)
        if outcome.fault:
            print(f"case {outcome.case} ({outcome.name}): {outcome.fault}", flush=True)
        if len(outcomes) % 1000 == 0:
            print(f"{len(outcomes)} cases", file=sys.stderr, flush=True)
    return outcomes


def main() -> int:
    """Print the faults and a summary; 1 where there is a fault."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--cases", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--case", type=int, help="run this one again, with its traceback")
    options.add_argument("--keep", type=Path, help="write that case's file there")
    options.add_argument("--child", nargs=2, type=int, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        child(given.folders, given.seed, range(*given.child))
        return 0
    if given.case is not None:
        files = corpus(given.folders)
        if given.keep:
            chance = random.Random(f"formats {given.seed}:{given.case}")
            raw = files[given.case % len(files)][1]
            formats_of(raw, chance)
            key = f"{given.seed}:{given.case}"
            given.keep.write_bytes(mutated(raw, key, chance.choice(files)[1]))
        print(*run_case(files, given.seed, given.case))
        return 0
    outcomes = run(given.folders, given.seed, given.cases, given.workers)
    faults = Counter(outcome.fault.partition(":")[0] for outcome in outcomes if outcome.fault)
    slowest = sorted(outcomes, key=lambda one: -one.seconds)[:5]
    print(f"{len(outcomes)} cases, {sum(one.read > 0 for one in outcomes)} of them readable")
    print("slowest:", ", ".join(f"{one.case} {one.name} {one.seconds} s" for one in slowest))
    print(f"most memory: {max(one.peak_mb for one in outcomes)} MB")
    print(f"faults: {dict(faults) or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
