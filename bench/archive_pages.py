"""Times the pages of ``graphpack serve`` in the server's own process."""

from __future__ import annotations

import random
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path

from archive_made import sentence
from starlette.testclient import TestClient

from graphpack.archive.entry import Filing
from graphpack.archive.store import Archive
from graphpack.pipeline import pack
from graphpack.readers import read
from graphpack.settings import Settings
from graphpack.web import application
from graphpack.web.serving import Address, site_at

ROUNDS = 9
EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "auth-session.json"


Taken = tuple[float, float]
"""Milliseconds by the clock, and of this process's CPU."""


def timed(archive: Archive) -> dict[str, Taken]:
    """Ask for each page several times.

    Args:
        archive: Holds made-up sessions; a real one is added, which has a graph to show.

    Returns:
        What they take at the median, by the name of the page.
    """
    ref = _brought(archive)
    source = random.Random(11)
    client = TestClient(
        application(site_at(archive, Address(per_s=1_000_000), Settings(), None)),
        base_url="http://127.0.0.1",
    )
    plain = {
        "projects": "/",
        "sessions of a project": "/sessions?project=project-3",
        "sessions of a project, page 4": "/sessions?project=project-3&page=4",
        "a session of 58 messages, graph and transcript": f"/sessions/{ref}",
        "two sessions compared": f"/compare?a={ref}&b={ref}",
        "the newest statements": "/search",
    }
    found = {name: _median(client, [path] * ROUNDS) for name, path in plain.items()}
    words = [sentence(source, 2) for _ in range(ROUNDS)]
    found["search for two words"] = _median(client, [f"/search?q={each}" for each in words])
    found["timeline of two words"] = _median(client, [f"/timeline?topic={each}" for each in words])
    path = "/decisions?project=project-3"
    found["decisions of a project, the first time after a change"] = _median(client, [path])
    found["decisions of a project, after that"] = _median(client, [path] * 3)
    return found


def _median(client: TestClient, paths: list[str]) -> Taken:
    times, used = [], []
    for path in paths:
        began, cpu = time.perf_counter(), time.process_time()
        answer = client.get(path)
        times.append(1000 * (time.perf_counter() - began))
        used.append(1000 * (time.process_time() - cpu))
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.status_code}")
    return statistics.median(times), statistics.median(used)


def _brought(archive: Archive) -> str:
    (conversation,) = read(EXAMPLE)
    about = Filing("example", datetime(2026, 3, 4, tzinfo=UTC), "0" * 64, "example")
    return archive.add(pack(conversation, Settings()), about).ref
