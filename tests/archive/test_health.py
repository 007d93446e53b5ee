"""What an archive holds is counted, and what is wrong with it is found."""

import pytest
from sqlalchemy import text

from graphpack.archive.health import failures, faults, stats

from .talks import LINES, filing, made, talk


def _do(archive, statement, **values):
    return archive.writing(lambda connection: connection.execute(text(statement), values).rowcount)


def test_what_is_there_is_counted(archive):
    archive.add(made(), filing())
    two = talk("harbour-ledger-0002-bbbb", (("user", "Once more, please."), *LINES[3:]))
    archive.add(made(two), filing(project="canal", author="Ben Okoro"))
    found = stats(archive)
    assert [(one.name, one.sessions, one.messages) for one in found.projects] == [
        ("canal", 1, 4), ("harbour", 1, 6),
    ]  # fmt: skip
    assert (found.sessions, found.authors, found.messages, found.blobs) == (2, 2, 10, 3)
    assert found.nodes == sum(one.nodes for one in found.projects) > 0
    assert found.shared_bytes == len(LINES[4][1])  # the log that both have
    assert found.kept_bytes < found.blob_bytes
    assert found.database_bytes > found.kept_bytes
    assert found.failed_files == 0
    assert failures(archive) == ()


def test_a_sound_archive_has_no_faults(archive):
    archive.add(made(), filing())
    archive.add(made(talk("two-0001-aaaa-bbbb-cccc")), filing(keeps_transcript=False))
    assert list(faults(archive)) == []


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("DELETE FROM blob_uses WHERE purpose = 'pack'", "has no pack"),
        ("DELETE FROM blob_uses WHERE purpose = 'original'", "no session uses it"),
        ("DELETE FROM messages WHERE position = 2", "says 6 messages, and has 5"),
        ("DELETE FROM nodes WHERE position = 0", "nodes, and has"),
        ("UPDATE blobs SET content = :damage", "damaged"),
        ("UPDATE blobs SET content = :other", "does not hold what its name says"),
        ("UPDATE blobs SET content = :unknown", "not packed in a known way"),
    ],
)
def test_what_is_wrong_is_found(archive, statement, what):
    archive.add(made(), filing())
    values = {"damage": b"\x01abc", "other": b"\x00{}", "unknown": b"\x07abc"}
    wanted = {name: value for name, value in values.items() if f":{name}" in statement}
    assert _do(archive, statement, **wanted)
    assert what in " ".join(fault.what for fault in faults(archive))


def test_an_index_that_does_not_follow_is_found(archive):
    if not archive.is_sqlite:
        pytest.skip("a column that the server makes follows")
    archive.add(made(), filing())
    _do(archive, "INSERT INTO nodes_fts(nodes_fts) VALUES ('delete-all')")
    assert ("nodes_fts" in {fault.where for fault in faults(archive)}) is True


def test_a_row_without_its_session_is_found(archive):
    if not archive.is_sqlite:
        pytest.skip("a server does not let it come to that")
    archive.add(made(), filing())
    with archive.engine.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("INSERT INTO tags VALUES (77, 'lost')")
    assert "names a row of sessions" in " ".join(fault.what for fault in faults(archive))
