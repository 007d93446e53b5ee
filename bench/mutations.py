"""Damages files in the ways that disks, programs and people do; the same for the same seed."""

from __future__ import annotations

import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from typing import Any

MAX_BYTES = 150_000
DEPTH = 3000
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 10**30, 1.5, 1e308, 1e18, "", "x", "\ud83d", "\x00", "\u202e"),
    *([], {}, [None], ["x"], {"a": 1}, [[]], [[[[]]]], {"role": []}, {"type": {}}, [{}] * 3),
    *("user", "assistant", "tool", "system", "text", "2026-13-45T99:00:00Z", "9" * 400, -(10**12)),
    *(
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
        "https://",
        "/",
        "{",
        "]}",
        "\n" * 50,
    ),
)
Mutation = Callable[[bytes, random.Random, bytes], bytes]


def flipped(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """Some bytes become others."""
    made = bytearray(raw)
    for _ in range(chance.choice((1, 3, 30, 300))):
        made[chance.randrange(len(made))] = chance.randrange(256)
    return bytes(made)


def marked(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """Some bytes become marks that formats are made of."""
    made = bytearray(raw)
    for _ in range(chance.choice((1, 3, 30))):
        made[chance.randrange(len(made))] = chance.choice(b'{}[]",:\\\n#*<>|-`\x00\t ')
    return bytes(made)


def cut(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """The end, the start or the middle is missing."""
    start, end = sorted((chance.randrange(len(raw)), chance.randrange(len(raw))))
    return chance.choice((raw[:end], raw[start:], raw[:start] + raw[end:], raw[start:end]))


def swapped(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """Two pieces change places."""
    a, b, c = sorted(chance.randrange(len(raw) + 1) for _ in range(3))
    return raw[:a] + raw[b:c] + raw[a:b] + raw[c:]


def repeated(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """A piece stands there many times."""
    start = chance.randrange(len(raw))
    piece = raw[start : start + chance.choice((1, 2, 10, 200, 5000))]
    times = min(chance.choice((2, 20, 2000)), MAX_BYTES // len(piece))
    return raw[:start] + piece * times + raw[start:]


def lines(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """Lines are doubled, dropped, joined, moved."""
    found = raw.split(b"\n")
    for _ in range(chance.choice((1, 5, 50))):
        at, to = chance.randrange(len(found)), chance.randrange(len(found))
        what = chance.randrange(4)
        if what == 0:
            found.insert(to, found[at])
        elif what == 1 and len(found) > 1:
            del found[at]
        elif what == 2:
            found[at], found[to] = found[to], found[at]
        elif at + 1 < len(found):
            found[at : at + 2] = [found[at] + found[at + 1]]
    return b"\n".join(found)


def spliced(raw: bytes, chance: random.Random, other: bytes) -> bytes:
    """The start of one file, the end of another; or one within the other."""
    a, b = chance.randrange(len(raw)), chance.randrange(len(other))
    if chance.random() < 0.3:
        return raw[:a] + other[: 1 + b] + raw[a:]
    return raw[:a] + other[b:]


def nested(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """A JSON value stands thousands of brackets deep."""
    at = raw.find(b":", chance.randrange(len(raw))) + 1
    opened, closed = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"[", b"")))
    depth = chance.choice((50, 500, DEPTH))
    return (
        raw[:at] + opened * depth + b"1" + closed * depth + raw[at + (raw[at : at + 1] == b'"') :]
    )


def retyped(raw: bytes, chance: random.Random, _: bytes) -> bytes:
    """Values of JSON are replaced, dropped, doubled or put in place of others."""
    try:
        values, is_lines = [json.loads(raw)], False
    except (ValueError, RecursionError):
        values, is_lines = decoded(raw), True
    if not values:
        return marked(raw, chance, b"")
    for _ in range(chance.choice((1, 2, 8))):
        at = chance.randrange(len(values))
        values[at] = twisted(values[at], chance)
    texts = [json.dumps(value, indent=chance.choice((None, 1))) for value in values]
    if is_lines:
        return "\n".join(text.replace("\n", " ") for text in texts).encode()
    return texts[0].encode()


def decoded(raw: bytes) -> list[Any]:
    """The JSON values of the lines that are one."""
    values = []
    for line in raw.split(b"\n"):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return values


def twisted(document: Any, chance: random.Random) -> Any:
    """The value with one place in it changed; it is changed itself."""
    holder: Any = None
    key: Any = None
    value = document
    while isinstance(value, dict | list) and value and (holder is None or chance.random() < 0.8):
        holder = value
        key = (
            chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
        )
        value = value[key]
    if holder is None:
        return deepcopy(chance.choice(JUNK))
    what = chance.random()
    if what < 0.5:
        holder[key] = deepcopy(chance.choice(JUNK))
    elif what < 0.7:
        del holder[key]
    elif what < 0.8:
        holder[key] = [value] * chance.choice((2, 50))
    elif isinstance(holder, list):
        holder.insert(chance.randrange(len(holder) + 1), deepcopy(value))
    else:
        holder[chance.choice(list(holder))] = deepcopy(value)
    return document


MUTATIONS: tuple[Mutation, ...] = (
    *(flipped, marked, cut, swapped, repeated, lines, lines, spliced, nested),
    *(retyped, retyped, retyped, retyped),
)


def mutated(raw: bytes, seed: str, other: bytes) -> bytes:
    """Damage a file.

    Args:
        raw: A file: text, JSON, a ZIP or a SQLite database.
        seed: Decides what happens.
        other: Another file, to splice with.

    Returns:
        The damaged file, no larger than twice ``MAX_BYTES`` or the files themselves.
    """
    chance = random.Random(seed)
    if raw.startswith(b"PK\x03\x04") and chance.random() < 0.7:
        return _rezipped(raw, chance, other)
    if raw.startswith(b"SQLite format 3\0") and chance.random() < 0.7:
        return _requeried(raw, chance)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        raw = chance.choice(MUTATIONS)(raw or b"\n", chance, other or b"\n")
    return raw[: max(2 * MAX_BYTES, 2_000_000)]


def _rezipped(raw: bytes, chance: random.Random, other: bytes) -> bytes:
    """Damage members of a ZIP, and leave the ZIP itself sound."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(made, "w") as new:
        names = [name for name in old.namelist() if not name.endswith("/")]
        hurt = {chance.choice(names) for _ in range(chance.choice((1, 3)))} if names else set()
        for name in names:
            body = old.read(name)
            if name in hurt and chance.random() < 0.2:
                continue
            if name in hurt:
                body = chance.choice(MUTATIONS)(body or b"\n", chance, other or b"\n")
            new.writestr(name, body)
    return made.getvalue()


def _requeried(raw: bytes, chance: random.Random) -> bytes:
    """Damage values in a SQLite database, and leave the database itself sound."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(raw)
        _change(database, chance)
        return bytes(database.serialize())


def _change(database: sqlite3.Connection, chance: random.Random) -> None:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    tables = [row[0] for row in database.execute(query) if not row[0].startswith("sqlite_")]
    for _ in range(chance.choice((1, 5, 20)) if tables else 0):
        table = chance.choice(tables)
        rows = [row[0] for row in database.execute(f'SELECT rowid FROM "{table}" ORDER BY rowid')]
        columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
        if not rows:
            continue
        row, column = chance.choice(rows), chance.choice(columns)
        (value,) = database.execute(
            f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (row,)
        ).fetchone()
        text = value.encode() if isinstance(value, str) else value
        made: Any = chance.choice((None, 3, "x", b"\xff\x00", 1e308))
        if isinstance(text, bytes) and text and chance.random() < 0.8:
            made = chance.choice(MUTATIONS)(text, chance, b"{}")
            if chance.random() < 0.8:
                made = made.decode("utf-8", "replace")
        database.execute(
            f'UPDATE OR IGNORE "{table}" SET "{column}" = ? WHERE rowid = ?', (made, row)
        )
    database.commit()


def shortened(raw: bytes) -> bytes:
    """Make a file at most ``MAX_BYTES`` long that is still of its format, as far as can be."""
    if len(raw) <= MAX_BYTES or raw.startswith((b"PK\x03\x04", b"SQLite format 3\0")):
        return raw
    try:
        document = json.loads(raw)
    except ValueError:
        kept = [line for line in raw[: 8 * MAX_BYTES].splitlines(True) if len(line) < 20_000]
        text = b"".join(kept) or raw
        return text[: text.rfind(b"\n", 0, MAX_BYTES) + 1] or text[:MAX_BYTES]
    size = 4000
    while len(raw) > MAX_BYTES and size > 4:
        raw = json.dumps(_trimmed(document, size)).encode()
        size //= 2
    return raw


def _trimmed(value: Any, size: int) -> Any:
    if isinstance(value, str):
        return value[:size]
    if isinstance(value, list):
        return [_trimmed(item, size) for item in value[: max(4, size // 40)]]
    if isinstance(value, dict):
        return {key: _trimmed(item, size) for key, item in list(value.items())[: max(20, size)]}
    return value
