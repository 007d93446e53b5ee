"""Writes records of shortening to a file that the user names, and ``graphpack stats``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from graphpack.cli.asked import read_asked
from graphpack.cli.caching import cache_folder, size_bytes
from graphpack.cli.speak import put, say
from graphpack.cli.surroundings import working_folder
from graphpack.compress.metrics import Metric, Totals, totals
from graphpack.errors import ReadError
from graphpack.files import open_regular
from graphpack.settings import Settings, load
from graphpack.text.counted import plural

if TYPE_CHECKING:
    from graphpack.pipeline import Export

# to open a pipe for writing would wait for who reads it
_APPENDED = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)

_RECORD = b'{"timestamp"'
"""How a file of records begins."""


def stamp() -> str:
    """Say what time it is, as records do."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def meter(records: Iterable[Metric], file: str | None) -> None:
    """Add records to a file.

    Args:
        records: In order.
        file: As the user named it; None writes none. What cannot be written is said, and stops
            nothing; a file that holds something else is left as it is.
    """
    if file is None:
        return
    if _is_foreign(Path(file)):
        say(f"note: {file}: records not written: it holds something else")
        return
    text = "".join(f"{record.line()}\n" for record in records)
    try:
        # one write at the end of the file: two runs at once do not mix their lines
        handle = os.open(file, _APPENDED, 0o600)
        try:
            os.write(handle, text.encode())
        finally:
            os.close(handle)
    except OSError as error:
        say(f"note: {file}: records not written: {(error.strerror or str(error)).lower()}")


def _is_foreign(file: Path) -> bool:
    try:
        with open_regular(file) as there:
            start = there.read(len(_RECORD))
    except OSError:  # nothing is there, or no file is
        return False
    return start not in {b"", _RECORD}


def meter_exports(packs: Iterable[Export], settings: Settings) -> None:
    """Add the records of exports: one for each kind of text that was shortened.

    Args:
        packs: What was made.
        settings: Whose file takes the records; None there writes none.
    """
    file, level = settings.compression.metrics, settings.compression.level
    if file is None:
        return
    at = stamp()
    for made in packs:
        counts = made.shortening
        records = [
            Metric("export", kind, level, before, after, texts=texts, at=at)
            for kind, texts, before, after in counts.kinds
        ]
        if counts.failures:
            failed = Metric("export", "text", level, failures=counts.failures, texts=0, at=at)
            records.append(failed)
        meter(records, file)


def run_stats(file: str | None, *, as_json: bool) -> None:
    """Sum up what shortening has brought.

    Args:
        file: Records; None are those of the settings' file, or else what the cache tells.
        as_json: True for one JSON object.
    """
    if file is None:
        settings = load(environment=os.environ, folder=working_folder())
        file = settings.compression.metrics
    if file is not None:
        _put_totals(_totals(file), as_json=as_json)
    else:
        _put_cache(as_json=as_json)


def _totals(file: str) -> Totals:
    try:
        with TextIOWrapper(open_regular(Path(file)), "utf-8", "replace") as lines:
            return totals(lines)
    except OSError as error:
        raise ReadError(f"{file}: {(error.strerror or str(error)).lower()}") from error


def _put_totals(found: Totals, *, as_json: bool) -> None:
    rows = {**found.kinds, "all": found.all}
    if as_json:
        document = {
            "kinds": {
                name: {
                    "texts": row.texts,
                    "shortened": row.shortened,
                    "raw_tokens": row.raw_tokens,
                    "compressed_tokens": row.compressed_tokens,
                    "saved_ratio": round(row.saved_ratio, 4),
                    "failures": row.failures,
                    "returned": row.returned,
                    "seen_before": row.seen,
                }
                for name, row in rows.items()
            },
            "bypassed": dict(found.bypassed),
            "failure_ratio": round(found.failure_ratio, 4),
            "unread_lines": found.unread,
        }
        put(json.dumps(document, ensure_ascii=False))
        return
    put(f"{'kind':<15}{'texts':>8}{'before':>12}{'after':>12}{'saved':>8}{'asked back':>12}")
    for name, row in rows.items():
        often = " !" if row.asked.is_too_often else ""
        put(
            f"{name:<15}{row.texts:>8,}{row.raw_tokens:>12,}{row.compressed_tokens:>12,}"
            f"{row.saved_ratio:>8.1%}{row.returned:>12,}{often}"
        )
    if found.bypassed:
        reasons = ", ".join(f"{count:,} {name}" for name, count in found.bypassed.items())
        put(f"passed whole: {reasons}")
    if found.all.seen:
        put(f"seen before: {found.all.seen:,}")
    put(f"failures of compressors: {found.all.failures:,} ({found.failure_ratio:.2%})")
    if found.unread:
        say(f"note: {found.unread:,} {plural(found.unread, 'line')} could not be read as a record")


def _put_cache(*, as_json: bool) -> None:
    sizes, asked = size_bytes(cache_folder()), read_asked()
    if as_json:
        document = {
            "cache": {
                name: {"files": files, "bytes": size} for name, (files, size) in sizes.items()
            },
            "asked_back": {
                str(kind): {"shortened": one.shortened, "returned": one.returned}
                for kind, one in sorted(asked.items())
            },
        }
        put(json.dumps(document, ensure_ascii=False))
        return
    for name, (files, size) in sizes.items():
        put(f"{name:<15}{files:>8,} file{'s' * (files != 1):<2}{size:>14,} bytes")
    for kind, one in sorted(asked.items()):
        often = " !" if one.is_too_often else ""
        put(f"{kind:<15}{one.shortened:>8,} shortened{one.returned:>8,} asked back{often}")
