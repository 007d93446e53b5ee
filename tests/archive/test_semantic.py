"""What says the same in other words is found, and likeness decides nothing."""

import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from graphpack.archive import schema
from graphpack.archive.cited import Wanted
from graphpack.archive.decisions import decisions
from graphpack.archive.forgetting import forget
from graphpack.archive.listing import Chosen
from graphpack.archive.search import search
from graphpack.archive.semantic import Vectors, read_new
from graphpack.archive.timeline import timeline
from graphpack.errors import UsageError
from tests.services import need_package

from .stated import BEN, MIRA, bring, harbour
from .talks import NOW

QUERY = "how long do we keep files"  # shares no word with what answers it


@pytest.fixture(autouse=True)
def _extra():
    need_package("wordllama")


@pytest.fixture(scope="module")
def vectors():
    return Vectors()


def _count(archive):
    with archive.reading() as connection:
        return connection.execute(select(func.count()).select_from(schema.vectors)).scalar_one()


def test_other_words_are_found_and_said_to_be(archive, vectors):
    harbour(archive)
    by_words = [hit.cited.text for hit in search(archive, QUERY, kinds="nodes")]
    assert not any("are kept for" in text for text in by_words)
    assert read_new(archive, vectors) == 9
    hits = search(archive, QUERY, kinds="nodes", meaning=vectors)
    assert "Berth records are kept for" in hits[0].cited.text
    assert (hits[0].by_words, hits[0].by_meaning) == (False, True)


def test_both_ways_of_finding_count(archive, vectors):
    harbour(archive)
    read_new(archive, vectors)
    hits = search(archive, "berth records", kinds="nodes", meaning=vectors)
    assert {"Berth records are kept for 5 years.", "Berth records are kept for 7 years."} == {
        hit.cited.text for hit in hits[:2]
    }
    assert all(hit.by_words and hit.by_meaning for hit in hits[:2])
    assert hits[0].score > search(archive, "berth records", kinds="nodes")[0].score


def test_filters_hold_for_what_is_near(archive, vectors):
    harbour(archive)
    bring(archive, 8, BEN, 3, [("fact", "Files are kept for ten years.")], project="lock")
    read_new(archive, vectors)
    ask = lambda **w: search(archive, QUERY, Wanted(**w), kinds="nodes", meaning=vectors)  # noqa: E731
    assert {hit.cited.project for hit in ask(projects=("lock",))} == {"lock"}
    assert ask(projects=()) == ()
    assert {hit.cited.author for hit in ask(author=MIRA)} == {MIRA}


def test_each_statement_is_read_once_and_forgotten_with_its_session(archive, vectors):
    first, *_ = harbour(archive)
    assert read_new(archive, vectors) == 9
    assert read_new(archive, vectors) == 0
    bring(archive, 8, BEN, 3, [("fact", "The lamp is green.")])
    assert read_new(archive, vectors) == 1
    with archive.reading() as connection:
        before = set(connection.execute(select(schema.vectors.c.vector)).scalars())
    forget(archive, Chosen(refs=(first,)), at=NOW, actor=None)
    assert _count(archive) == 7
    with archive.reading() as connection:
        gone = before - set(connection.execute(select(schema.vectors.c.vector)).scalars())
    assert len(gone) == 3
    if archive.is_sqlite:  # no trace is left in the raw files
        path = Path(archive.url.database)
        raw = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
        assert any(vector in raw for vector in before - gone)
        assert not any(vector in raw for vector in gone)


def test_likeness_alone_replaces_and_folds_nothing(archive, vectors):
    bring(archive, 1, MIRA, 0, [("decision", "Berth records are deleted after one year.")])
    bring(archive, 2, MIRA, 3, [("decision", "We keep the files of each landing place.")])
    before = decisions(archive, Wanted())
    read_new(archive, vectors)
    assert decisions(archive, Wanted()) == before
    events = timeline(archive, "berth records", meaning=vectors)
    assert not any(event.replaces or event.repeats or event.is_over for event in events)


def test_a_text_without_meaning_is_near_nothing(archive, vectors):
    bring(archive, 1, MIRA, 0, [("fact", "…"), ("fact", "The lamp is green.")])
    assert read_new(archive, vectors) == 2
    hits = search(archive, "lamp", kinds="nodes", meaning=vectors)
    assert [hit.cited.text for hit in hits] == ["The lamp is green."]


def test_without_the_extra_that_is_said(archive, monkeypatch):
    harbour(archive)
    monkeypatch.setitem(sys.modules, "wordllama", None)
    with pytest.raises(UsageError) as caught:
        read_new(archive, Vectors())
    assert "graphpack-context[semantic]" in caught.value.hint


def test_an_archive_of_the_version_before_gets_the_table(tmp_path, vectors):
    from alembic import command

    from graphpack.archive.database import make_file
    from graphpack.archive.migrating import config
    from graphpack.archive.store import Archive
    from graphpack.errors import ArchiveError

    with Archive(tmp_path / "old.db") as archive:
        make_file(archive.url)
        archive.writing(lambda c: command.upgrade(config(c), "0001"), alone=True)
        with pytest.raises(ArchiveError, match="older"):
            archive.check()
        assert archive.init() is True
        harbour(archive)
        assert read_new(archive, vectors) == 9
