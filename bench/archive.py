"""Measures a team's archive: sessions per second, search, size; and kills those who write.

    python bench/archive.py [--nodes 10000 100000] [--postgresql URL] [--write docs/archive.md]
    python bench/archive.py --kills 20 [--processes 20] [--sessions 500]

Sessions are made up as rows (see ``archive_made``): 50 statements of 15 words, 40 messages of 40.
The database grows from size to size, and the last sessions before each are timed. A query is one,
two or three words, drawn as the texts were; half of them name a project. With
``--postgresql start`` a server is started from Debian's packages.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from archive_made import MESSAGES, NODES, entry, sentence  # noqa: E402

from graphpack.archive.entry import Entry  # noqa: E402
from graphpack.archive.filing import put  # noqa: E402
from graphpack.archive.health import faults, stats  # noqa: E402
from graphpack.archive.listing import Chosen  # noqa: E402
from graphpack.archive.search import Wanted, search  # noqa: E402
from graphpack.archive.store import Archive  # noqa: E402

TIMED = 100
QUERIES = 120
TOGETHER = 50
KILLED_MESSAGES = 8
HUGE = 100_000_000
PARTITIONS = 64
MARKS = ("<!-- bench: archive -->", "<!-- end of bench: archive -->")


@contextmanager
def server() -> Iterator[str]:
    """Start a PostgreSQL that nobody else knows of, as it comes from its packages."""
    from tests.archive.servers import postgresql, programs

    found = programs()
    if found is None:
        raise SystemExit("no PostgreSQL here: apt-get install postgresql")
    with postgresql(found, settings="-c shared_buffers=512MB") as (address, _):
        yield f"{address}/postgres"


def grown(archive: Archive, first: int, last: int) -> tuple[float, float]:
    """Add sessions, the last ``TIMED`` of them one by one, as a team does.

    Returns:
        Of these: sessions per second, and milliseconds of this process's CPU for each.
    """
    timed = max(first, last - TIMED)
    for start in range(first, timed, TOGETHER):
        made = [entry(number) for number in range(start, min(start + TOGETHER, timed))]
        archive.writing(lambda connection, made=made: [put(connection, one) for one in made])
    made = [entry(number) for number in range(timed, last)]
    began, used = time.perf_counter(), time.process_time()
    for one in made:
        archive.put(one)
    count = max(1, len(made))
    used_ms = 1000 * (time.process_time() - used) / count
    return count / (time.perf_counter() - began), used_ms


def searched_ms(archive: Archive) -> tuple[list[float], list[float]]:
    """Ask made-up questions; the first ones warm the caches.

    Returns:
        Milliseconds for each, by the clock and of this process's CPU.
    """
    source = random.Random(5)
    times, used = [], []
    for number in range(QUERIES + 10):
        query = sentence(source, source.randint(1, 3))
        wanted = Wanted((f"project-{source.randrange(10)}",)) if number % 2 else Wanted()
        began, cpu = time.perf_counter(), time.process_time()
        search(archive, query, wanted, kinds="nodes")
        times.append(1000 * (time.perf_counter() - began))
        used.append(1000 * (time.process_time() - cpu))
    return times[10:], used[10:]


def sizes(where: str, nodes: list[int]) -> list[dict[str, Any]]:
    """Grow an archive from size to size and measure at each."""
    rows = []
    with Archive(where) as archive:
        archive.init()
        there = 0
        for wanted in nodes:
            rate, put_ms = grown(archive, there, wanted // NODES)
            there = wanted // NODES
            settle(archive)
            times, used = searched_ms(archive)
            found = stats(archive)
            rows.append(
                {
                    "database": "SQLite" if archive.is_sqlite else "PostgreSQL",
                    "nodes": found.nodes,
                    "messages": found.messages,
                    "sessions": found.sessions,
                    "sessions_per_s": rate,
                    "put_cpu_ms": put_ms,
                    "search_cpu_p50_ms": statistics.median(used),
                    "search_cpu_p95_ms": statistics.quantiles(used, n=20)[18],
                    "search_p50_ms": statistics.median(times),
                    "search_p95_ms": statistics.quantiles(times, n=20)[18],
                    "bytes": found.database_bytes,
                    "search_bytes": search_bytes(archive),
                }
            )
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    return rows


def search_bytes(archive: Archive) -> int:
    """Size of what full text is searched in."""
    if archive.is_sqlite:
        query = "SELECT sum(pgsize) FROM dbstat WHERE name GLOB '*_fts*'"
    else:
        sizes = (f"pg_relation_size('ix_{name}_search')" for name in ("nodes", "messages"))
        query = f"SELECT {' + '.join(sizes)}"
    with archive.reading() as connection:
        return int(connection.exec_driver_sql(query).scalar_one())


def settle(archive: Archive) -> None:
    """Have the server take stock, as it does by itself within a minute."""
    if not archive.is_sqlite:
        with archive.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(
                "VACUUM ANALYZE"
            )


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


def table(rows: list[dict[str, Any]]) -> str:
    """Write the measured sizes for a document."""
    lines = [
        "| database | statements | sessions/s | CPU a session | search p50 | p95 | CPU p50 | p95"
        " | size | a statement |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        milliseconds = (
            "search_p50_ms", "search_p95_ms", "search_cpu_p50_ms", "search_cpu_p95_ms",
        )  # fmt: skip
        cells = (
            row["database"], f"{row['nodes']:,}", f"{row['sessions_per_s']:.0f}",
            f"{row['put_cpu_ms']:.0f} ms", *(f"{row[name]:.1f} ms" for name in milliseconds),
            f"{row['bytes'] / 1e6:,.0f} MB", f"{row['bytes'] / row['nodes']:,.0f} B",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def reckoned(rows: list[dict[str, Any]]) -> str:
    """Carry the largest measured size of the server on to a hundred million statements."""
    row = [row for row in rows if row["database"] == "PostgreSQL"][-1:]
    if not row:
        return ""
    last = row[0]
    factor = HUGE / last["nodes"]
    size_gb, index_gb = (last[key] * factor / 1e9 for key in ("bytes", "search_bytes"))
    sessions = HUGE / NODES
    hours = sessions / last["sessions_per_s"] / 3600
    return "\n".join(
        (
            f"Carried on linearly from {last['nodes']:,} statements on PostgreSQL to {HUGE:,}"
            f" ({sessions:,.0f} sessions of this size, {sessions * MESSAGES:,.0f} messages):",
            "",
            f"- **Disk**: {size_gb:,.0f} GB, of which {index_gb:,.0f} GB are what full text is"
            f" searched in. At 0.10 USD for a gigabyte and month, which is an assumption:"
            f" {size_gb * 0.10:,.0f} USD a month, twice that with a standby.",
            f"- **Filling it**: {hours:,.0f} hours of one writer at {last['sessions_per_s']:.0f}"
            f" sessions a second; writers of different sessions do not wait for each other, so"
            f" eight of them take {hours / 8:,.0f} hours where the disk keeps up. Packing comes"
            f" before that, and takes longer: see docs/performance.md.",
            f"- **Partitions**: `nodes` and `messages` by hash of `session_id` into"
            f" {PARTITIONS} parts of {HUGE / PARTITIONS / 1e6:,.1f} million statements, each with"
            f" {index_gb / PARTITIONS:,.1f} GB of search index: one part is vacuumed, rebuilt and"
            f" scrubbed after a `forget` by itself. A search asks all parts.",
            f"- **Memory**: the search index wants to be in it, {index_gb:,.0f} GB; without, each"
            f" word costs reads from the disk.",
        )
    )


def main() -> int:
    """Measure, print, and give 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--postgresql", metavar="URL", help="an empty database; start makes one")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--processes", type=int, default=20)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="archive-") as folder, ExitStack() as stack:
        places = [] if options.only == "postgresql" else [str(Path(folder) / "team.db")]
        if options.postgresql and options.only != "sqlite":
            is_ours = options.postgresql == "start"
            places.append(stack.enter_context(server()) if is_ours else options.postgresql)
        for place in places:
            if options.kills:
                counts = {"processes": options.processes, "sessions": options.sessions}
                rows.append(killed(place, kills=options.kills, **counts))
            else:
                rows += sizes(place, sorted(options.nodes))
    print(json.dumps(rows, indent=1))
    if options.write and not options.kills:
        text = options.write.read_text(encoding="utf-8")
        before, _, rest = text.partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        whole = f"{before}{MARKS[0]}\n{table(rows)}\n\n{reckoned(rows)}\n{MARKS[1]}{after}"
        options.write.write_text(whole, encoding="utf-8")
    return int(any(not row.get("once", True) or row.get("faults") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
