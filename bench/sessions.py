"""Measures ``graphpack sessions`` over thousands of session files, the first time and the second.

Run ``python bench/sessions.py [--files 2000] [--kb 100]``. The home is made up, in a temporary
folder, with files of two agents in turn. The first run reads every file, the second only looks at
sizes and times. Times of two machines cannot be compared; the ratio to reading the files' bytes,
in the same run, can.
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
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START = datetime(2026, 1, 1, 8, tzinfo=UTC)
WORDS = [
    *("gauge", "tide", "harbour", "buoy", "chart", "depth"),
    *("metre", "sensor", "reading", "import", "parser", "check"),
]


def prose(seed: int, words: int) -> str:
    return " ".join(WORDS[(seed * 7 + i * i + i * seed) % len(WORDS)] for i in range(words))


def claude(number: int, size: int) -> tuple[str, list[dict]]:
    session = f"{number:08x}-0000-4000-8000-000000000000"
    records: list[dict] = []
    written = 0
    for turn in range(10_000):
        at = (START + timedelta(hours=number, seconds=turn)).isoformat()
        role = "assistant" if turn % 2 else "user"
        text = prose(number + turn, 120)
        content = [{"type": "text", "text": text}] if turn % 2 else text
        message = {"role": role, "content": content, "id": f"m{turn}", "model": "claude-opus-4-5"}
        records.append(
            {
                "type": role, "uuid": f"{session}-{turn}", "sessionId": session,
                "parentUuid": f"{session}-{turn - 1}" if turn else None, "isSidechain": False,
                "cwd": f"/src/project-{number % 40}", "timestamp": at, "message": message,
            }
        )  # fmt: skip
        written += len(text) + 300
        if written > size:
            break
    return f".claude/projects/-src-project-{number % 40}/{session}.jsonl", records


def codex(number: int, size: int) -> tuple[str, list[dict]]:
    session = f"0199{number:04x}-0000-7000-8000-000000000000"
    started = (START + timedelta(hours=number)).isoformat()
    meta = {"id": session, "timestamp": started, "cwd": f"/src/project-{number % 40}"}
    records = [{"timestamp": started, "type": "session_meta", "payload": meta}]
    written = 0
    for turn in range(10_000):
        at = (START + timedelta(hours=number, seconds=turn)).isoformat()
        text = prose(number + turn, 120)
        if turn % 2:
            item = {"type": "output_text", "text": text}
            payload = {"type": "message", "role": "assistant", "content": [item]}
            records.append({"timestamp": at, "type": "response_item", "payload": payload})
        else:
            payload = {"type": "user_message", "message": text}
            records.append({"timestamp": at, "type": "event_msg", "payload": payload})
        written += len(text) + 150
        if written > size:
            break
    day = START + timedelta(hours=number)
    return (
        f".codex/sessions/{day:%Y/%m/%d}/rollout-{day:%Y-%m-%dT%H-%M-%S}-{session}.jsonl",
        records,
    )


def fill(home: Path, files: int, size: int) -> int:
    total = 0
    for number in range(files):
        name, records = (codex if number % 2 else claude)(number, size)
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = "\n".join(map(json.dumps, records)).encode() + b"\n"
        path.write_bytes(data)
        at = (START + timedelta(hours=number + 1)).timestamp()
        os.utime(path, (at, at))
        total += len(data)
    return total


def command(home: Path, *arguments: str) -> tuple[float, float]:
    """Run graphpack; its seconds by the clock and of the processor."""
    environment = {
        "PATH": os.environ.get("PATH", ""), "HOME": str(home), "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(home / ".cache"),
    }  # fmt: skip
    start, before = time.perf_counter(), os.times()
    subprocess.run(
        [sys.executable, "-m", "graphpack", *arguments],
        env=environment, cwd=home, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return time.perf_counter() - start, cpu


def read_all(home: Path) -> float:
    start = time.process_time()
    for path in home.rglob("*.jsonl"):
        path.read_bytes()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--kb", type=int, default=100, help="size of one file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        total = fill(home, options.files, options.kb * 1000)
        print(f"{options.files} files, {total / 1e6:.0f} MB, Python {platform.python_version()}")
        plain = read_all(home)
        rows = [
            ("the 20 newest, nothing known", command(home, "sessions")),
            ("all, the first time", command(home, "sessions", "--limit", "0")),
            ("all, the second time", command(home, "sessions", "--limit", "0")),
            ("the 20 newest, the second time", command(home, "sessions")),
            ("--help, for comparison", command(home, "sessions", "--help")),
        ]
        print("\n| what | wall_s | cpu_s | cpu to reading the bytes |\n|---|---|---|---|")
        for name, (wall, cpu) in rows:
            print(f"| {name} | {wall:.2f} | {cpu:.2f} | {cpu / plain:.1f} |")
        index = home / ".cache" / "graphpack" / "sessions.json"
        print(f"\nindex: {index.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
