"""Makes a small archive of made-up sessions a large one, within its own database.

Archiving a million statements one session after the other would measure the maker of the texts.
From the first sessions further ones are made by one statement for each table: of every text the
first half, and the second half of another, so that words are as frequent as they were and no text
is there twice. The indexes are filled by the database as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archive_made import MESSAGES, NODES
from sqlalchemy import Connection, event, text

from graphpack.archive.store import Archive

_STEP = 7_919
"""A prime: the other text comes from elsewhere with each round."""


def mixed(one: str, other: str) -> str:
    """Make a text of the first half of one and the second half of another."""
    words, others = one.split(" "), other.split(" ")
    half = len(words) // 2
    return " ".join((*words[:half], *others[half:]))


def multiply(archive: Archive, first: int, wanted: int, *, told: Callable[[int], None]) -> None:
    """Make further sessions of the first ones.

    Args:
        archive: Holds ``first`` sessions, numbered from one, and nothing else.
        first: How many.
        wanted: How many there are to be; a multiple of ``first``.
        told: Is told how many there are.
    """
    if archive.is_sqlite:
        event.listen(archive.engine, "connect", _teach)
    for number in range(1, wanted // first):
        archive.writing(lambda connection, number=number: _round(connection, first, number))
        told((number + 1) * first)


def _teach(connection: Any, _: Any) -> None:
    connection.create_function("mixed", 2, mixed, deterministic=True)


def _round(connection: Connection, first: int, number: int) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    add = number * first
    for statement in _statements(first, number, is_sqlite=is_sqlite):
        connection.execute(text(statement))
    if is_sqlite:
        return
    for table, each in (("sessions", 1), ("nodes", NODES), ("messages", MESSAGES)):
        last = (add + first) * each
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})"
        )


def _statements(first: int, number: int, *, is_sqlite: bool) -> list[str]:
    """Copy the first sessions, their rows and their packs under numbers and names of their own."""
    add, step = number * first, number * _STEP
    name = (lambda e, n: f"printf('%0{n}x', {e})") if is_sqlite else _hexadecimal
    mix = (lambda: "mixed(a.text, b.text)") if is_sqlite else _mixed_by_postgresql
    sha = name(f"id + {add}", 64)
    used = f"{name(f'session_id + {add}', 63)} || 'f'"
    copied = {
        "sessions": {
            "id": f"id + {add}",
            "ref": name(f"id + {add}", 16),
            "conversation": f"conversation || '-{number}'",
            "origin_sha256": sha,
            "source_sha256": sha,
        },
        "blobs": None,
        "blob_uses": {"session_id": f"session_id + {add}", "sha256": used},
        "relationships": {"session_id": f"session_id + {add}"},
    }
    found = [
        _copy(table, changed, _first(table, first)) for table, changed in copied.items() if changed
    ]
    blobs = (
        "INSERT INTO blobs (sha256, size_bytes, content)"
        f" SELECT {used}, size_bytes, content FROM blob_uses JOIN blobs USING (sha256)"
        f" WHERE session_id <= {first}"
    )
    found.insert(1, blobs)
    for table, each in (("nodes", NODES), ("messages", MESSAGES)):
        changed = {
            "id": f"a.id + {add * each}",
            "session_id": f"a.session_id + {add}",
            "text": mix(),
        }
        other = f"JOIN {table} AS b ON b.id = (a.id + {step}) % {first * each} + 1"
        found.append(_copy(table, changed, f"a.id <= {first * each}", joined=f"AS a {other}"))
    return found


def _first(table: str, first: int) -> str:
    return f"{'id' if table == 'sessions' else 'session_id'} <= {first}"


def _copy(table: str, changed: dict[str, str], where: str, *, joined: str = "") -> str:
    from graphpack.archive.schema import METADATA  # after the path is set

    names = [column.name for column in METADATA.tables[table].c]
    own = "a." if joined else ""
    quoted = {name: f'"{name}"' for name in names}
    values = [changed.get(name, f"{own}{quoted[name]}") for name in names]
    return (
        f"INSERT INTO {table} ({', '.join(quoted.values())})"
        f" SELECT {', '.join(values)} FROM {table} {joined} WHERE {where}"
    )


def _hexadecimal(value: str, digits: int) -> str:
    return f"lpad(to_hex({value}), {digits}, '0')"


def _mixed_by_postgresql() -> str:
    one, other = "string_to_array(a.text, ' ')", "string_to_array(b.text, ' ')"
    half = f"cardinality({one}) / 2"
    return f"array_to_string(({one})[1 : {half}] || ({other})[{half} + 1:], ' ')"
