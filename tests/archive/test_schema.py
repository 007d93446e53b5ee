"""The tables in the code are the tables that the steps make, on both databases."""

import threading
from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select, text

from graphpack.archive import schema
from graphpack.archive.entry import entry_of
from graphpack.archive.migrating import config
from graphpack.archive.revision import HEAD
from graphpack.archive.store import Archive
from graphpack.archive.terms import INDEXED_CHARS, index_terms, query_terms
from graphpack.errors import ArchiveError

from .talks import LINES, filing, made, talk

_NOT_OURS = {"alembic_version"}


def _is_ours(found, name, kind, reflected, _):
    if kind == "table":
        return name not in _NOT_OURS and "_fts" not in name
    return not (kind in {"column", "index"} and name.endswith("search"))


def test_the_steps_make_the_tables_of_the_schema(archive):
    with archive.reading() as connection:
        options = {"include_object": _is_ours, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.METADATA) == []


def test_the_newest_step_is_known():
    assert ScriptDirectory.from_config(config()).get_current_head() == HEAD


def test_an_empty_database_gets_its_tables_once(database):
    with Archive(database) as archive:
        assert archive.init() is True
        assert archive.init() is False
        archive.check()


@pytest.mark.parametrize("kind", ["file", "server"])
def test_many_make_the_tables_at_once(request, tmp_path, kind):
    where = str(tmp_path / "team.db") if kind == "file" else request.getfixturevalue("database")
    made, faults = [], []

    def make():
        try:
            with Archive(where) as archive:
                made.append(archive.init())
                archive.check()
        except ArchiveError as error:
            faults.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert len(made) == 4


def test_what_is_read_is_of_one_moment(archive):
    archive.add(made(), filing())
    count = select(func.count()).select_from(schema.sessions)
    with archive.reading() as connection:
        assert connection.execute(count).scalar_one() == 1
        archive.add(made(talk("canal-0001-cccc-dddd-eeee", LINES[:2])), filing())
        assert connection.execute(count).scalar_one() == 1
    with archive.reading() as connection:
        assert connection.execute(count).scalar_one() == 2


def _found(archive, table, query):
    words = query_terms(query)
    if archive.is_sqlite:
        match = " ".join(f'"{word}"' for word in words)
        statement = f"SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH :query ORDER BY rowid"
    else:
        match = " & ".join(words)
        statement = (
            f"SELECT id FROM {table} WHERE search @@ to_tsquery('simple', :query) ORDER BY id"
        )
    with archive.reading() as connection:
        return len(connection.execute(text(statement), {"query": match}).all())


@pytest.mark.parametrize(
    "query",
    [
        "berth", "BERTH", "Köln", "koln", "köln-7", "unknown berth", "open", "gates", "opened",
        "renameBerth", "rename", "Berth", "src/quay.py", "quay", "py", "List<Berth>", "Straße",
        "strasse", "泊位", "船が", "postgresql:16", "v2.4.1", "it's", "a_b",
    ],
)  # fmt: skip
def test_both_databases_find_the_same_words(archive, query):
    words = (
        "Call renameBerth() in src/quay.py for Köln, Straße 7: List<Berth> of postgresql:16."
        " With v2.4.1 it's a_b. 泊位已满。船が来た。"
    )
    archive.add(made(talk(lines=(*LINES, ("user", words)))), filing())
    assert _found(archive, "messages", query) >= 1
    assert _found(archive, "messages", f"{query} lighthouse") == 0


def test_the_index_follows_what_changes(archive):
    archive.add(made(), filing())
    assert _found(archive, "messages", "auditors") == 1
    archive.add(made(talk(lines=(*LINES[:2], ("user", "Close them."), *LINES[3:]))), filing())
    assert _found(archive, "messages", "auditors") == 0


def test_a_very_long_message_is_indexed_from_its_beginning(archive):
    many = " ".join(f"wort{number}ä" for number in range(INDEXED_CHARS // 4))
    wide = "".join(chr(0x4E00 + number % 20000) for number in range(INDEXED_CHARS * 2))
    entry = entry_of(made(), filing())
    first, second, *others = entry.messages
    texts = (f"lanternfish {many}", wide)
    rows = [
        row | {"text": text, "terms": index_terms(text)}
        for row, text in zip((first, second), texts, strict=True)
    ]
    archive.put(replace(entry, messages=(*rows, *others)))
    assert _found(archive, "messages", "lanternfish wort7a") == 1
    assert _found(archive, "messages", wide[100:102]) >= 1


def test_terms_are_what_a_database_would_not_find():
    assert index_terms("plain words are found anyway") == ""
    assert index_terms("Köln") == "koln"
    assert index_terms("openGate") == "open gate"
    assert query_terms('"a" OR b* NEAR(c) -d:e') == ("a", "or", "b", "near", "c", "d", "e")
