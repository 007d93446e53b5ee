"""Kills those who write an archive, and looks what is there afterwards."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import Any

from archive_made import entry

from graphpack.archive.entry import Entry
from graphpack.archive.health import faults, stats
from graphpack.archive.listing import Chosen
from graphpack.archive.store import Archive

KILLED_MESSAGES = 8


def killed(where: str, *, processes: int, sessions: int, kills: int) -> dict[str, Any]:
    """Let processes add sessions that overlap, kill some of them, and look what is there.

    Each session is brought by two processes. One that was killed begins again from its first.
    """
    source = random.Random(3)
    with Archive(where) as archive:
        archive.init()
    shares = [
        [(start + number) % sessions for number in range(2 * sessions // processes)]
        for start in range(0, sessions, sessions // processes)
    ][:processes]
    # small ones, made before anybody is forked: what is killed is the writing
    made = [entry(number, nodes=6, messages=KILLED_MESSAGES) for number in range(sessions)]
    running = {_writer(where, share, made): share for share in shares}
    done, struck = 0, 0
    began = time.perf_counter()
    while running:
        target = -1
        if struck < kills:
            time.sleep(source.uniform(0, 0.2))
            target = source.choice(sorted(running))
            os.kill(target, signal.SIGKILL)
        child, status = os.waitpid(target, 0)
        share = running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            done += 1
            continue
        if code != -signal.SIGKILL:
            raise SystemExit(f"a writer ended with {code}")
        struck += 1
        running[_writer(where, share, made)] = share
    seconds = time.perf_counter() - began
    with Archive(where) as archive:
        found = archive.sessions(Chosen())
        wrong = [fault for fault in faults(archive) if "context graph" not in fault.what]
        return {
            "database": "SQLite" if archive.is_sqlite else "PostgreSQL",
            "processes": processes,
            "kills": struck,
            "sessions": len(found),
            "once": len({one.conversation for one in found}) == len(found) == sessions,
            "messages": stats(archive).messages,
            "lost_messages": sessions * KILLED_MESSAGES - stats(archive).messages,
            "faults": len(wrong),
            "seconds": round(seconds, 1),
        }


def _writer(where: str, share: list[int], made: list[Entry]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        with Archive(where) as archive:
            for number in share:
                archive.put(made[number])
        code = 0
    finally:
        os._exit(code)
