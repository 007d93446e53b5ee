"""Measures a team's archive: sessions per second, search, pages, memory; and kills those who write.

    python bench/archive.py [--nodes 10000 100000] [--postgresql URL] [--write docs/archive.md]
    python bench/archive.py --kills 20 [--processes 20] [--sessions 500]

Sessions are made up as rows (see ``archive_made``): 50 statements of 15 words, 40 messages of 40.
The database grows from size to size, beyond the first sessions within itself (``archive_grown``);
before each size ``TIMED`` sessions are archived one by one, as a team does, and timed. A query is
one, two or three words, drawn as the texts were; half of them name a project. With ``--postgresql
start`` a server is started from Debian's packages.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import archive_pages  # noqa: E402
from archive_grown import multiply  # noqa: E402
from archive_kills import killed  # noqa: E402
from archive_made import NODES, entry, sentence  # noqa: E402
from archive_tables import growth, joined, pages, pages_of, reckoned, rows_of, table  # noqa: E402

from graphpack.archive.filing import put  # noqa: E402
from graphpack.archive.health import stats  # noqa: E402
from graphpack.archive.schema import FULL_TEXT  # noqa: E402
from graphpack.archive.search import Wanted, search  # noqa: E402
from graphpack.archive.store import Archive  # noqa: E402

FIRST = 100
"""So many sessions are made before the others are made of them."""
TIMED = 100
QUERIES = 120
TOGETHER = 50
PAGED = 100_000
"""Statements of the size at which pages are timed."""
MARKS = ("<!-- bench: archive -->", "<!-- end of bench: archive -->")
_PAGE_BYTES = 4096


@contextmanager
def server() -> Iterator[str]:
    """Start a PostgreSQL that nobody else knows of, as it comes from its packages."""
    from tests.archive.servers import postgresql, programs

    found = programs()
    if found is None:
        raise SystemExit("no PostgreSQL here: apt-get install postgresql")
    with postgresql(found, settings="-c shared_buffers=512MB") as (address, _):
        yield f"{address}/postgres"


def memory_mib() -> float:
    """What this process holds of the machine's memory just now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * _PAGE_BYTES / (1 << 20)


class Processors:
    """How long processors have worked: for this process, and for a server on this machine.

    Other work on the machine makes everything take longer by the clock, but not by this.
    """

    def __init__(self, archive: Archive) -> None:
        self._servers: list[Path] = []
        if archive.is_sqlite:
            return
        with archive.reading() as connection:
            own = connection.exec_driver_sql(
                "SELECT pid FROM pg_stat_activity"
                " WHERE datname = current_database() AND backend_type = 'client backend'"
            ).scalars()
            places = [Path(f"/proc/{pid}/schedstat") for pid in own]
        self._servers = [place for place in places if place.exists()]

    def seconds(self) -> float:
        """Give what was worked so far."""
        of_servers = (int(each.read_text("ascii").split()[0]) for each in self._servers)
        return time.process_time() + sum(of_servers) / 1e9


def first_sessions(archive: Archive) -> None:
    """Add the sessions that others are made of."""
    for start in range(0, FIRST, TOGETHER):
        made = [entry(number) for number in range(start, start + TOGETHER)]
        archive.writing(lambda connection, made=made: [put(connection, one) for one in made])


def added(archive: Archive, last: int) -> dict[str, float]:
    """Add the last sessions of a size one by one, as a team does.

    Returns:
        Sessions per second, milliseconds of processors for each, and the most memory that this
        process held meanwhile.
    """
    made = [entry(number) for number in range(last - TIMED, last)]
    most = 0.0
    archive.put(made.pop())  # what is done once for a connection is done
    worked = Processors(archive)
    began, used = time.perf_counter(), worked.seconds()
    for one in made:
        archive.put(one)
        most = max(most, memory_mib())
    seconds = time.perf_counter() - began
    return {
        "sessions_per_s": len(made) / seconds,
        "put_cpu_ms": 1000 * (worked.seconds() - used) / len(made),
        "adding_mib": most,
    }


def searched(archive: Archive) -> dict[str, float]:
    """Ask made-up questions; the first ones warm the caches.

    Returns:
        Milliseconds for each, by the clock and of processors, and the most memory.
    """
    source = random.Random(5)
    times, used, most = [], [], 0.0
    worked = Processors(archive)
    for number in range(QUERIES + 10):
        query = sentence(source, source.randint(1, 3))
        wanted = Wanted((f"project-{source.randrange(10)}",)) if number % 2 else Wanted()
        began, cpu = time.perf_counter(), worked.seconds()
        search(archive, query, wanted, kinds="nodes")
        times.append(1000 * (time.perf_counter() - began))
        used.append(1000 * (worked.seconds() - cpu))
        most = max(most, memory_mib())
    times, used = times[10:], used[10:]
    return {
        "search_p50_ms": statistics.median(times),
        "search_p95_ms": statistics.quantiles(times, n=20)[18],
        "search_cpu_p50_ms": statistics.median(used),
        "search_cpu_p95_ms": statistics.quantiles(used, n=20)[18],
        "searching_mib": most,
    }


def sized(where: str, nodes: int) -> tuple[dict[str, Any], dict[str, archive_pages.Taken]]:
    """Make an archive of a size and measure it; on SQLite at one size the pages, too."""
    with Archive(where) as archive:
        archive.init()
        sessions = nodes // NODES

        def told(count: int) -> None:
            if count % (FIRST * 10) == 0:
                print(f"{archive.name}: {count} sessions", file=sys.stderr, flush=True)

        # a run that was ended after it had grown an archive goes on from there
        if stats(archive).sessions != sessions - TIMED:
            first_sessions(archive)
            multiply(archive, FIRST, sessions - TIMED, told=told)
        settle(archive)
        measured = added(archive, sessions) | searched(archive)
        found = stats(archive)
        row: dict[str, Any] = {
            "database": "SQLite" if archive.is_sqlite else "PostgreSQL",
            "nodes": found.nodes,
            "messages": found.messages,
            "sessions": found.sessions,
            **measured,
            "bytes": found.database_bytes,
            "search_bytes": search_bytes(archive),
        }
        print(json.dumps(row), file=sys.stderr, flush=True)
        is_paged = archive.is_sqlite and nodes == PAGED
        return row, archive_pages.timed(archive) if is_paged else {}


def search_bytes(archive: Archive) -> int:
    """Size of what full text is searched in."""
    if archive.is_sqlite:
        query = "SELECT sum(pgsize) FROM dbstat WHERE name GLOB '*_fts*'"
    else:
        sizes = (f"pg_relation_size('ix_{name}_search')" for name in ("nodes", "messages"))
        query = f"SELECT {' + '.join(sizes)}"
    with archive.reading() as connection:
        return int(connection.exec_driver_sql(query).scalar_one())


def _optimize(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in FULL_TEXT:
            connection.execute(f"INSERT INTO {name}_fts({name}_fts) VALUES ('optimize')")


def settle(archive: Archive) -> None:
    """Bring an archive that grew all at once into the state of one that grew by and by.

    The server takes stock, as it does by itself within a minute. In SQLite's search index what
    many sessions wrote together lies, as one large piece, where the pieces of single sessions lie;
    they would be joined with it again and again: its growth would be paid for by those timed.
    """
    if archive.is_sqlite:
        # in a process of its own, or its memory would count as that of adding
        child = get_context("fork").Process(target=_optimize, args=(archive.name,))
        child.start()
        child.join()
        if child.exitcode:
            raise SystemExit(f"{archive.name}: its search index was not made one")
        return
    with archive.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")


def main() -> int:
    """Measure, print, and give 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--postgresql", metavar="URL", help="an empty database; start makes some")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--processes", type=int, default=20)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--json", type=Path, help="keep the figures there; those it holds stay")
    options = parser.parse_args()
    if options.kills:
        return _killed(options)
    whole: dict[str, Any] = {"rows": [], "pages": {}}
    if options.json and options.json.exists():
        whole = json.loads(options.json.read_text(encoding="utf-8"))
    for name in ("sqlite", "postgresql"):
        if options.only not in {None, name} or (name == "postgresql" and not options.postgresql):
            continue
        for nodes in sorted(options.nodes):
            with _place(name, options) as where:
                row, timed = sized(where, nodes)
            whole["rows"] = joined(whole["rows"], [row])
            whole["pages"] |= timed
            if options.json:
                options.json.write_text(json.dumps(whole, indent=1), encoding="utf-8")
    print(json.dumps(whole, indent=1))
    if options.write:
        _write(options.write, whole)
    return 0


@contextmanager
def _place(name: str, options: argparse.Namespace) -> Iterator[str]:
    """Give an empty database."""
    with ExitStack() as stack:
        if name == "sqlite":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="archive-"))
            yield str(Path(folder) / "team.db")
        elif options.postgresql == "start":
            yield stack.enter_context(server())
        else:
            yield options.postgresql


def _killed(options: argparse.Namespace) -> int:
    rows = []
    for name in ("sqlite", "postgresql"):
        if options.only not in {None, name} or (name == "postgresql" and not options.postgresql):
            continue
        with _place(name, options) as where:
            counts = {"processes": options.processes, "sessions": options.sessions}
            rows.append(killed(where, kills=options.kills, **counts))
        print(json.dumps(rows[-1]), flush=True)
    return int(any(not row["once"] or row["faults"] or row["lost_messages"] for row in rows))


def _write(path: Path, whole: dict[str, Any]) -> None:
    """Put what was measured into a document; rows of other sizes and pages stay as they are."""
    before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    there, _, after = rest.partition(MARKS[1])
    rows = joined(rows_of(there), whole["rows"])
    timed = pages(whole["pages"], PAGED) if whole["pages"] else pages_of(there, PAGED)
    parts = [table(rows), growth(rows), timed, reckoned(rows)]
    measured = "\n\n".join(filter(None, parts))
    path.write_text(f"{before}{MARKS[0]}\n{measured}\n{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
