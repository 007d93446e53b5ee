"""Kills runs at random moments and looks at what they leave behind.

Run ``python bench/kills.py [--kills 60] [--seed 0] [--json FILE]``. A third of the kills hit at a
moment of time, the others at a step that touches the disk: before or after it, or when half of the
bytes are written. After each, every output must be absent, the old one or the new one, whole; a
pack that is new has its new evidence; the manifest names what is there. Then a whole run must
leave nothing of the killed ones.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

SEED_WORDS = ("harbour", "lantern", "ferry", "ledger", "orchard", "signal", "kettle", "gasket")
_EVENTS = {
    "fcntl.flock",
    "os.chmod",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "tempfile.mkstemp",
}
_LEFT_OVER = ".graphpack.*.part"
_NOW = "2026-01-02T03:04:05Z"

Files = dict[str, bytes]
Check = Callable[[Files, Files, Files], str]


@dataclass(frozen=True)
class Job:
    """A command that writes.

    Args:
        name: For the table.
        arguments: What is run.
        folder: Where its outputs go.
        old: Makes the inputs of the first run.
        new: Makes the inputs of the run that is killed.
        check: Says what is wrong with the files after a kill, given the old and the new ones.
    """

    name: str
    arguments: tuple[str, ...]
    folder: Path
    old: Callable[[], None]
    new: Callable[[], None]
    check: Check


@dataclass
class Tally:
    """What the kills of one job came to."""

    job: str
    kills: int = 0
    survived: int = 0
    ended_before: int = 0
    absent: int = 0
    old: int = 0
    new: int = 0
    left_over: int = 0
    faults: list[str] = field(default_factory=list)


def talk(number: int, salt: int, messages: int = 6) -> list[dict[str, str]]:
    """Make up a conversation; another salt gives another of the same size."""
    source = random.Random(f"{number}/{salt}")
    pick = lambda: source.choice(SEED_WORDS)  # noqa: E731
    found = []
    for place in range(messages):
        text = f"Decision {place}: the {pick()} goes beside the {pick()}, never the {pick()}."
        found.append({"role": ("user", "assistant")[place % 2], "content": text})
    return found


def _write_chats(path: Path, salt: int, count: int) -> None:
    chats = [
        {"id": f"chat-{number}", "title": f"Plan {number}", "messages": talk(number, salt)}
        for number in range(count)
    ]
    path.write_text(json.dumps(chats), encoding="utf-8")


def _write_sessions(home: Path, salt: int, count: int) -> None:
    folder = home / ".codex" / "sessions" / "2026" / "01" / "02"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        stem = f"{number:08x}-1111-4222-8333-444455556666"
        head = {"id": stem, "timestamp": _NOW, "cwd": "/home/mira/tide", "cli_version": "0.130.0"}
        said = {"type": "user_message", "message": f"Move the {SEED_WORDS[salt]} {number}"}
        lines = [
            {"timestamp": _NOW, "type": "session_meta", "payload": head},
            {"timestamp": _NOW, "type": "event_msg", "payload": said},
        ]
        text = "\n".join(map(json.dumps, lines)) + "\n"
        (folder / f"rollout-2026-01-02T03-04-05-{stem}.jsonl").write_text(text, encoding="utf-8")


def jobs(base: Path, *, chats: int = 18, sessions: int = 220) -> list[Job]:
    """The commands that write, with inputs below a folder."""
    one, many, home = base / "one.json", base / "many.json", base / "home"
    made = {name: base / name for name in ("pack", "all", "read", "cache/graphpack")}
    for folder in (*made.values(), home):
        folder.mkdir(parents=True, exist_ok=True)
    now = ("--now", _NOW, "--quiet")

    def write_one(salt: int) -> Callable[[], None]:
        return lambda: one.write_text(json.dumps(talk(1, salt, 24)), encoding="utf-8") and None

    def write_many(salt: int) -> Callable[[], None]:
        return lambda: _write_chats(many, salt, chats)

    def write_sessions(salt: int) -> Callable[[], None]:
        return lambda: _write_sessions(home, salt, sessions)

    return [
        Job(
            "export -o",
            ("export", str(one), "-o", str(made["pack"] / "pack.json"), *now),
            made["pack"],
            write_one(1),
            write_one(2),
            _check_pair,
        ),
        Job(
            "export --all",
            ("export", str(many), "--all", "-o", str(made["all"]), *now),
            made["all"],
            write_many(1),
            write_many(2),
            _check_batch,
        ),
        Job(
            "read -o",
            ("read", str(one), "-o", str(made["read"] / "talk.md"), "--quiet"),
            made["read"],
            write_one(1),
            write_one(2),
            _check_whole,
        ),
        Job(
            "sessions",
            ("sessions", "--limit", "0", "--now", _NOW),
            made["cache/graphpack"],
            write_sessions(1),
            write_sessions(2),
            _check_index,
        ),
    ]


def _check_whole(found: Files, old: Files, new: Files) -> str:
    for name, data in found.items():
        if data not in {old.get(name), new.get(name)}:
            return f"{name}: neither the old nor the new one"
    gone = [name for name in old if name not in found]
    return f"{gone[0]}: is gone" if gone else ""


def _check_pair(found: Files, old: Files, new: Files) -> str:
    fault = _check_whole(found, old, new)
    if fault or found.get("pack.json") != new["pack.json"]:
        return fault
    same = found.get("pack.evidence.json") == new["pack.evidence.json"]
    return "" if same else "a new pack without its evidence"


def _check_batch(found: Files, old: Files, new: Files) -> str:
    manifest = found.get("manifest.json")
    packs = {name: data for name, data in found.items() if name != "manifest.json"}
    fault = _check_whole(packs, {n: d for n, d in old.items() if n != "manifest.json"}, new)
    if fault or manifest is None:
        return fault or ("the manifest is gone" if "manifest.json" in old else "")
    rows = json.loads(manifest)["packs"]
    missing = [row["file"] for row in rows if row["file"] not in found]
    return f"{missing[0]}: named, but not there" if missing else ""


def _check_index(found: Files, old: Files, new: Files) -> str:
    if "sessions.json" not in found:
        return "the index is gone" if old else ""
    files = json.loads(found["sessions.json"])["files"]
    known = [json.loads(one["sessions.json"])["files"] for one in (old, new) if one]
    for key, value in files.items():
        if all(value != one.get(key) for one in known):
            return f"{key}: neither the old nor the new entry"
    return ""


def _files(folder: Path) -> Files:
    scraps = set(folder.glob(_LEFT_OVER))
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path not in scraps}


def _restore(folder: Path, files: Files) -> None:
    for path in folder.iterdir():
        if not path.match(_LEFT_OVER) and path.name not in files:
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _run(arguments: tuple[str, ...]) -> int:
    from graphpack.cli.app import run

    with (
        Path(os.devnull).open("w", encoding="utf-8") as null,
        redirect_stdout(null),
        redirect_stderr(null),
    ):
        return run(arguments)


def _fork(arguments: tuple[str, ...], *, stop_at: int | None = None) -> tuple[int, int]:
    """Start a run in a child that ends itself at a step; gives its id and where it counts."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    _count_steps(stop_at, writing)
    os._exit(_run(arguments))


def _count_steps(stop_at: int | None, out: int) -> None:
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps == stop_at:
            os.kill(os.getpid(), signal.SIGKILL)

    real_write, real_fsync = os.write, os.fsync

    def write(handle: int, data: Any) -> int:
        half = len(data) // 2
        step()
        done = real_write(handle, data[:half]) if half else 0
        step()  # a torn write
        return done + real_write(handle, data[done:])

    def fsync(handle: int) -> None:
        step()
        real_fsync(handle)
        step()

    def exit_now(code: int) -> None:
        real_write(out, str(steps).encode())
        real_exit(code)

    real_exit = os._exit
    os.write, os.fsync = write, fsync  # type: ignore[assignment]
    os._exit = exit_now  # type: ignore[assignment]
    sys.addaudithook(lambda event, _: step() if event in _EVENTS else None)


def _ended(child: int, reading: int) -> tuple[int, int]:
    """Wait for a child: its code, negative where it was killed, and its steps."""
    status = os.waitpid(child, 0)[1]
    with os.fdopen(reading, "rb") as counted:
        steps = counted.read()
    return os.waitstatus_to_exitcode(status), int(steps or 0)


def _whole(job: Job) -> tuple[Files, int, float]:
    """Run a job to its end in a child: its files, its steps, its seconds."""
    began = time.perf_counter()
    code, steps = _ended(*_fork(job.arguments))
    if code:
        raise SystemExit(f"{job.name}: exit code {code} without any kill")
    return _files(job.folder), steps, time.perf_counter() - began


def kill(job: Job, kills: int, source: random.Random) -> Tally:
    """Kill a job again and again, from nothing and over an old output in turn."""
    job.old()
    old, _, _ = _whole(job)
    job.new()
    new, steps, seconds = _whole(job)
    tally = Tally(job.name)
    while tally.kills < kills and tally.ended_before < 10 * kills:
        before = old if source.random() < 0.5 else {}
        _restore(job.folder, before)
        is_timed = source.random() < 1 / 3
        child, reading = _fork(
            job.arguments, stop_at=None if is_timed else source.randint(1, steps)
        )
        if is_timed:
            time.sleep(source.uniform(0, seconds))
            os.kill(child, signal.SIGKILL)
        code, _ = _ended(child, reading)
        _count(tally, job, (before, new), is_killed=code == -signal.SIGKILL)
    again, _, _ = _whole(job)
    left = sorted(path.name for path in job.folder.glob(_LEFT_OVER))
    if left:
        tally.faults.append(f"{len(left)} files of killed runs are still there")
    if again != new:
        tally.faults.append("a run after the kills writes something else")
    return tally


def _count(tally: Tally, job: Job, states: tuple[Files, Files], *, is_killed: bool) -> None:
    before, new = states
    found = _files(job.folder)
    try:
        fault = job.check(found, before, new)
    except (ValueError, KeyError) as error:
        fault = f"not whole: {error!r}"
    left = len(list(job.folder.glob(_LEFT_OVER)))
    tally.left_over = max(tally.left_over, left)
    if fault:
        tally.faults.append(fault)
    if not is_killed:
        tally.ended_before += 1
        return
    tally.kills += 1
    tally.survived += not fault
    tally.absent += not found
    tally.new += found == new
    tally.old += bool(before) and found == before


def main() -> int:
    """Kill, print the table, and give 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    source = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        base = Path(folder)
        os.environ |= {  # of the children, too
            "HOME": str(base / "home"),
            "XDG_CACHE_HOME": str(base / "cache"),
            "XDG_CONFIG_HOME": str(base / "config"),
            "XDG_STATE_HOME": str(base / "state"),
        }
        os.chdir(base)
        for job in jobs(base / "warm", chats=1, sessions=1):
            job.new()
            _run(job.arguments)  # the children need not import it all again
        found = jobs(base)
        tallies = [kill(job, -(-options.kills // len(found)), source) for job in found]
        os.chdir(ROOT)
    table = [asdict(tally) for tally in tallies]
    text = json.dumps(table, indent=1)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    return int(any(tally.faults for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
