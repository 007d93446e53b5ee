"""Writes what was measured of archives for their document, and reckons on to a larger one."""

from __future__ import annotations

import re
from typing import Any

from archive_made import MESSAGES, NODES

HUGE = 100_000_000
PARTITIONS = 64
_GB_MONTH_USD = 0.10
Row = dict[str, Any]

_PAGES = "Of {nodes:,} statements on SQLite"
_ROW = re.compile(r"\| (?:SQLite|PostgreSQL) \|.*\|")
_NAMES = (
    "nodes", "sessions_per_s", "put_per_cpu_s", "search_p50_ms", "search_p95_ms",
    "search_cpu_p50_ms", "search_cpu_p95_ms", "adding_mib", "searching_mib", "mb", "search_mb",
    "bytes_per_node",
)  # fmt: skip


def key(row: Row) -> tuple[bool, int]:
    """Tell rows apart, and put them in order: by database, then by size."""
    return row["database"] != "SQLite", row["nodes"]


def joined(old: list[Row], new: list[Row]) -> list[Row]:
    """Put new rows in the place of old ones of the same size; old ones of other sizes stay."""
    return sorted(
        ({key(row): row for row in old} | {key(row): row for row in new}).values(), key=key
    )


def rows_of(text: str) -> list[Row]:
    """Read a table back, as exactly as it is written."""
    return [_row_of(line) for line in text.splitlines() if _ROW.fullmatch(line)]


def _row_of(line: str) -> Row:
    database, *cells = (cell.strip() for cell in line.strip("|").split("|"))
    numbers = (float(cell.split(" ")[0].replace(",", "")) for cell in cells)
    row: Row = dict(zip(_NAMES, numbers, strict=True))
    return row | {
        "database": database,
        "nodes": int(row["nodes"]),
        "put_cpu_ms": 1000 / row["put_per_cpu_s"],
        "bytes": row["bytes_per_node"] * row["nodes"],
        "search_bytes": row["search_mb"] * 1e6,
    }


def pages_of(text: str, nodes: int) -> str:
    """Give the part on pages as it stands in a text; empty where there is none."""
    begins = re.escape(_PAGES.format(nodes=nodes))
    found = re.search(rf"^{begins}.*?(?=\n\n(?!\|)|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0].strip() if found else ""


def table(rows: list[Row]) -> str:
    """Write the measured sizes."""
    lines = [
        "| database | statements | sessions/s | by CPU | search p50 | p95 | by CPU p50 | p95"
        " | memory, adding | searching | size | search index | a statement |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        milliseconds = (
            "search_p50_ms", "search_p95_ms", "search_cpu_p50_ms", "search_cpu_p95_ms",
        )  # fmt: skip
        cells = (
            row["database"], f"{row['nodes']:,}", f"{row['sessions_per_s']:.0f}",
            f"{1000 / row['put_cpu_ms']:.1f}", *(f"{row[name]:.1f} ms" for name in milliseconds),
            f"{row['adding_mib']:.0f} MiB", f"{row['searching_mib']:.0f} MiB",
            f"{row['bytes'] / 1e6:,.0f} MB", f"{row['search_bytes'] / 1e6:,.0f} MB",
            f"{row['bytes'] / row['nodes']:,.0f} B",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def growth(rows: list[Row]) -> str:
    """Say how what was measured grows with the size."""
    lines = []
    for name in dict.fromkeys(row["database"] for row in rows):
        own = [row for row in rows if row["database"] == name]
        if len(own) < 2:
            continue
        first, last = own[0], own[-1]
        times = last["nodes"] / first["nodes"]
        slower = last["put_cpu_ms"] / first["put_cpu_ms"]
        p50, p95 = (last[key] / first[key] for key in ("search_cpu_p50_ms", "search_cpu_p95_ms"))
        memory = last["adding_mib"] / first["adding_mib"]
        lines.append(
            f"- {name}, from {first['nodes']:,} to {last['nodes']:,} statements ({times:,.0f} times"
            f" as many), by CPU: to archive a session takes {slower:.1f} times as long, the median"
            f" search {p50:.1f} times, the slowest of twenty {p95:.1f} times. Adding takes"
            f" {memory:.2f} times the memory."
        )
    return "\n".join(lines)


def pages(timed: dict[str, tuple[float, float]], nodes: int) -> str:
    """Write how long the server takes for pages."""
    lines = [
        f"{_PAGES.format(nodes=nodes)}, the median of several requests in the server's own"
        " process:",
        "",
        "| page | time | CPU |",
        "|---|---|---|",
    ]
    lines += [f"| {name} | {ms:,.0f} ms | {used:,.0f} ms |" for name, (ms, used) in timed.items()]
    return "\n".join(lines)


def reckoned(rows: list[Row]) -> str:
    """Carry the largest measured size of the server on to a hundred million statements."""
    own = [row for row in rows if row["database"] == "PostgreSQL"]
    if not own:
        return ""
    last = own[-1]
    factor = HUGE / last["nodes"]
    size_gb, index_gb = (last[key] * factor / 1e9 for key in ("bytes", "search_bytes"))
    sessions, part = HUGE / NODES, HUGE / PARTITIONS
    hours = sessions * last["put_cpu_ms"] / 1000 / 3600
    cost = size_gb * _GB_MONTH_USD
    return "\n".join(
        (
            f"Carried on linearly from {last['nodes']:,} statements on PostgreSQL to {HUGE:,}"
            f" ({sessions:,.0f} sessions of this size, {sessions * MESSAGES:,.0f} messages):",
            "",
            f"- **Disk**: {size_gb:,.0f} GB, of which {index_gb:,.0f} GB are what full text is"
            f" searched in. At {_GB_MONTH_USD:.2f} USD for a gigabyte and month, which is an"
            f" assumption: {cost:,.0f} USD a month, twice that with a standby.",
            f"- **Filling it**: {hours:,.0f} hours of one processor, at {last['put_cpu_ms']:.0f} ms"
            f" for a session; writers of different sessions do not wait for each other, so eight"
            f" processors take {hours / 8:,.0f} hours where the disk keeps up. Packing comes before"
            f" that, and takes longer: see docs/performance.md.",
            f"- **Partitions**: `nodes` and `messages` by hash of their project into {PARTITIONS}"
            f" parts of {part / 1e6:,.1f} million statements, each with"
            f" {index_gb / PARTITIONS:,.1f} GB of search index. A search in one project asks one"
            f" part, and takes what one takes at {part / 1e6:,.1f} million; one over all asks all"
            f" parts, or stops after the newest where words are common. One part is vacuumed,"
            f" rebuilt and scrubbed after a `forget` by itself.",
            f"- **Memory**: the search index wants to be in it, {index_gb:,.0f} GB; without, each"
            f" word costs reads from the disk.",
        )
    )
