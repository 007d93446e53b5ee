"""What goes into an archive comes out the same: once, grown, changed, or left alone."""

import sqlite3
import stat
import threading
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from graphpack.archive import schema
from graphpack.archive.entry import entry_of
from graphpack.archive.listing import Chosen
from graphpack.archive.revision import HEAD
from graphpack.archive.store import Archive
from graphpack.errors import ArchiveError, UsageError
from graphpack.render.transcript import write_transcript
from tests.services import need_package

from .talks import LINES, LOG, NOW, filing, made, talk


def _count(archive, table):
    with archive.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def test_a_session_comes_out_as_it_went_in(archive):
    one = made()
    added = archive.add(one, filing(tags=("ledger", "audit")))
    assert (added.outcome, added.new_messages) == ("added", len(LINES))
    (session,) = archive.sessions()
    assert session.ref == added.ref
    assert (session.project, session.author) == ("harbour", "Mira Solano")
    assert session.tags == ("audit", "ledger")
    assert archive.pack(session.id) == one.archive()
    known = [(node.id, node.summary, node.sources) for node in one.graph.walk()]
    found = archive.graph(session).graph
    assert [(node.id, node.summary, node.sources) for node in found.walk()] == known
    transcript = "\n".join(archive.transcript(session))
    assert transcript == write_transcript(one.conversation, to="jsonl")
    assert archive.conversation(session).messages == one.conversation.messages


def test_nodes_say_who_said_them_where_and_when(archive):
    one = made()
    added = archive.add(one, filing())
    nodes = schema.nodes
    with archive.reading() as connection:
        rows = connection.execute(select(nodes).order_by(nodes.c.position)).all()
    assert [row.node for row in rows if not row.is_cut] == [n.id for n in one.graph.walk()]
    first = next(row for row in rows if row.message == 0)
    assert (first.session_id, first.said_by) == (added.id, "Mira Solano")
    assert first.said_at == one.conversation.messages[0].at
    text = one.conversation.messages[first.message].parts[first.part].text
    node = next(node for node in one.graph.walk() if node.id == first.node)
    assert text[first.start : first.end] == node.sources[0].quote


def test_what_found_no_room_is_found_all_the_same(archive):
    lines = [
        (
            ("user", "assistant")[n % 2],
            f"Decision {n}: pump {n} is to run at {n + 40} bar, not more.",
        )
        for n in range(40)
    ]
    one = made(talk(lines=lines), budget=120, cap=160)
    archive.add(one, filing())
    nodes = schema.nodes
    with archive.reading() as connection:
        cut = connection.execute(select(nodes.c.node).where(nodes.c.is_cut)).scalars().all()
    there = {node.id for node in one.graph.walk()}
    dropped = {c.node for c in one.report.cuts if c.action == "dropped"} - there
    assert cut
    assert not there.intersection(cut)
    assert set(cut) <= dropped


def test_the_same_again_changes_nothing(archive):
    first = archive.add(made(), filing())
    again = archive.add(made(), filing(tags=("more",)))
    assert (again.id, again.ref, again.outcome, again.new_messages) == (
        first.id, first.ref, "unchanged", 0,
    )  # fmt: skip
    assert _count(archive, schema.sessions) == 1
    assert archive.sessions()[0].tags == ("ledger", "more")


def test_a_session_that_grew_adds_its_new_messages(archive):
    whole = talk(lines=(*LINES, ("assistant", "The berth Köln-7 was renamed to Quay-7; fixed.")))
    first = archive.add(made(), filing())
    messages = schema.messages
    with archive.reading() as connection:
        before = connection.execute(select(messages.c.id)).scalars().all()
    grown = archive.add(made(whole), filing(source_sha256="1" * 64, at=NOW.replace(year=2027)))
    assert (grown.id, grown.outcome, grown.new_messages) == (first.id, "grown", 1)
    with archive.reading() as connection:
        after = connection.execute(select(messages.c.id).order_by(messages.c.position)).scalars()
        assert list(after)[: len(before)] == sorted(before)
    (session,) = archive.sessions()
    assert session.messages == len(LINES) + 1
    assert session.added_at == NOW
    assert session.updated_at.year == 2027
    assert len(list(archive.transcript(session))) == len(LINES) + 1


def test_an_earlier_state_does_not_undo_a_later_one(archive):
    archive.add(made(), filing())
    older = archive.add(made(talk(lines=LINES[:3])), filing(origin="/backup/a.jsonl"))
    assert older.outcome == "older"
    assert archive.sessions()[0].messages == len(LINES)


def test_other_settings_make_the_graph_anew(archive):
    archive.add(made(), filing())
    again = archive.add(made(budget=60), filing())
    assert (again.outcome, again.new_messages) == ("updated", 0)
    assert _count(archive, schema.sessions) == 1
    # the pack that nobody uses any more is gone
    uses, blobs = schema.blob_uses, schema.blobs
    with archive.reading() as connection:
        used = set(connection.execute(select(uses.c.sha256)).scalars())
        assert used == set(connection.execute(select(blobs.c.sha256)).scalars())


def test_an_edited_session_is_replaced_from_where_it_differs(archive):
    archive.add(made(), filing())
    changed = (*LINES[:2], ("user", "Delete berth records after two years."), LINES[3])
    one = talk(lines=changed)
    later = tuple(replace(m, at=m.at.replace(year=2027)) for m in one.messages)
    put = archive.add(made(replace(one, messages=later)), filing())
    assert put.outcome == "updated"
    (session,) = archive.sessions()
    assert archive.conversation(session).messages[2].text == changed[2][1]
    assert _count(archive, schema.messages) == len(changed)


@pytest.mark.parametrize("id", ["1", "0123456789abcdef"])
def test_an_id_that_says_little_does_not_make_two_sessions_one(archive, id):
    lines = (("user", "Hello"), ("assistant", "The pump runs at 40 bar from now on."))
    others = (("user", "Hello"), ("assistant", "The lantern is to be painted green by Friday."))
    archive.add(made(talk(id, lines)), filing())
    put = archive.add(made(talk(id, others)), filing(origin="/srv/talks/b.jsonl"))
    assert put.outcome == "added"
    assert len(archive.sessions()) == 2
    # but the same file changed in place is the same session
    again = archive.add(
        made(talk(id, (*others, ("user", "Yes.")))), filing(origin="/srv/talks/b.jsonl")
    )
    assert (again.id, again.outcome) == (put.id, "grown")


def test_two_of_one_file_that_begin_alike_are_two(archive):
    archive.add(made(talk("chat-0001-aaaa-bbbb-cccc", LINES[:1])), filing())
    assert archive.add(made(talk("chat-0002-aaaa-bbbb-cccc")), filing()).outcome == "added"
    assert [session.messages for session in archive.sessions()] == [len(LINES), 1]


def test_a_project_has_sessions_of_its_own(archive):
    archive.add(made(), filing())
    assert archive.add(made(), filing(project="lock")).outcome == "added"
    assert {session.project for session in archive.sessions()} == {"harbour", "lock"}


def test_long_texts_are_kept_once(archive):
    two = talk("harbour-ledger-0002-bbbb", (("user", "Once more, please."), *LINES[3:]))
    archive.add(made(), filing())
    archive.add(made(two), filing())
    uses = schema.blob_uses
    with archive.reading() as connection:
        query = select(uses.c.sha256).where(uses.c.purpose == "original")
        names = connection.execute(query).scalars().all()
    assert len(names) == 2
    assert len(set(names)) == 1
    assert archive.original(names[0]) == LOG


def test_a_long_text_goes_with_the_last_session_that_has_it(archive):
    ids = ("harbour-ledger-0001-aaaa", "harbour-ledger-0002-bbbb")
    for id in ids:
        archive.add(made(talk(id, LINES[2:])), filing())
    (name,) = set(archive.originals(archive.sessions()[0].id).values())
    for id in ids:
        assert archive.original(name) == LOG
        edited = talk(id, (("user", "The gate log is not needed here."),))
        later = tuple(replace(m, at=m.at.replace(year=2027)) for m in edited.messages)
        put = archive.add(made(replace(edited, messages=later)), filing())
        assert put.outcome == "updated"
    with pytest.raises(UsageError):
        archive.original(name)


def test_without_a_transcript_only_the_graph_is_kept(archive):
    one = made()
    put = archive.add(one, filing(keeps_transcript=False))
    session = archive.session(put.ref)
    assert archive.pack(session.id) == one.archive()
    assert _count(archive, schema.messages) == 0
    with pytest.raises(UsageError, match="without its transcript"):
        list(archive.transcript(session))
    # and grows all the same
    grown = archive.add(made(talk(lines=(*LINES, LINES[1]))), filing(keeps_transcript=False))
    assert (grown.outcome, grown.new_messages) == ("grown", 1)


def test_every_character_is_kept(archive):
    text = "A NUL \x00, half a surrogate \ud83d, and 𝄞 «Ünïcode» \u2028 stand here."
    one = made(talk(lines=(("user", text), *LINES)))
    put = archive.add(one, filing())
    session = archive.session(put.ref)
    written = write_transcript(one.conversation, to="jsonl")
    assert "\ud83d" in written
    assert "\n".join(archive.transcript(session)) == written
    # what is read back is UTF-8, which has no half characters
    found = archive.conversation(session).messages[0].text
    assert found.replace("\ufffd", "") == text.replace("\ud83d", "")


def test_secrets_do_not_come_in(archive):
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    one = made(talk(lines=(*LINES, ("user", f"The token is {key}, use it for the import."))))
    archive.add(one, filing())
    (session,) = archive.sessions()
    assert key not in "\n".join(archive.transcript(session))
    assert key not in archive.pack(session.id)
    messages = schema.messages
    with archive.reading() as connection:
        for row in connection.execute(select(messages.c.text, messages.c.terms)):
            assert key not in row.text
            assert key.lower() not in row.terms


def test_sessions_are_chosen(archive):
    archive.add(made(), filing())
    old = talk("canal-0001-cccc-dddd-eeee", LINES[:2], title="Canal")
    past = tuple(replace(m, at=m.at.replace(year=2020)) for m in old.messages)
    archive.add(made(replace(old, messages=past)), filing(project="canal", author="Ben Okoro"))
    titles = lambda **wanted: [s.title for s in archive.sessions(Chosen(**wanted))]  # noqa: E731
    assert titles() == ["Harbour ledger", "Canal"]
    assert titles(project="canal") == ["Canal"]
    assert titles(author="Mira Solano") == ["Harbour ledger"]
    assert titles(tag="ledger", before=NOW.replace(year=2021)) == ["Canal"]
    assert titles(after=NOW.replace(year=2021)) == ["Harbour ledger"]
    assert titles(project="%") == []
    ref = archive.sessions()[0].ref
    assert archive.session(ref[:6].upper()).ref == ref
    with pytest.raises(UsageError, match="no session"):
        archive.session("_" * 6)
    with pytest.raises(UsageError, match="several"):
        archive.session("")


def test_what_is_in_need_not_be_packed_again(archive):
    one = made()
    about = filing()
    settings = one.record.settings_sha256
    assert not archive.has(one.conversation, about, settings)
    archive.add(one, about)
    assert archive.has(one.conversation, about, settings)
    assert not archive.has(one.conversation, about, "0" * 64)
    assert not archive.has(one.conversation, filing(source_sha256="2" * 64), settings)
    assert not archive.has(one.conversation, filing(project="lock"), settings)


def test_many_at_once_bring_each_session_once(archive):
    entries = [
        entry_of(
            made(talk(f"harbour-ledger-{n:04}-aaaa-bbbb", LINES[: 3 + n % 3])),
            filing(origin=str(n)),
        )
        for n in range(6)
    ]
    faults, outcomes = [], []

    def bring(shift):
        try:
            with Archive(archive.url.render_as_string(hide_password=False)) as own:
                outcomes.extend(own.put(entries[(n + shift) % 6]).outcome for n in range(6))
        except ArchiveError as error:
            faults.append(error)

    threads = [threading.Thread(target=bring, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert sorted(outcomes) == ["added"] * 6 + ["unchanged"] * 18
    assert _count(archive, schema.sessions) == 6
    assert _count(archive, schema.messages) == sum(3 + n % 3 for n in range(6))


def test_an_archive_that_is_not_there_is_said(tmp_path):
    path = tmp_path / "none.db"
    with Archive(path) as archive, pytest.raises(ArchiveError, match="no archive yet") as caught:
        archive.check()
    assert "archive init" in caught.value.hint
    assert not path.exists()


def test_a_file_that_is_no_archive_is_said(tmp_path):
    path = tmp_path / "photo.db"
    path.write_bytes(b"certainly no database" * 100)
    with Archive(path) as archive, pytest.raises(ArchiveError, match="not a database"):
        archive.check()
    assert path.read_bytes() == b"certainly no database" * 100


def test_an_archive_of_a_later_version_is_left_alone(archive):
    from sqlalchemy import text

    archive.check()
    said = text("UPDATE alembic_version SET version_num = :number")
    archive.writing(lambda c: c.execute(said, {"number": "9999"}))
    try:
        with pytest.raises(ArchiveError, match="newer"):
            archive.check()
    finally:
        archive.writing(lambda c: c.execute(said, {"number": HEAD}))


def test_a_file_is_its_owners_alone(tmp_path):
    path = tmp_path / "new" / "team.db"
    with Archive(path) as archive:
        archive.init()
        archive.add(made(), filing())
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


@pytest.mark.parametrize("where", ["mysql://mira:hunter2@db/x", "postgresql://mira:hunter2@db:x/y"])
def test_an_address_of_nothing_known_is_said_without_its_password(where):
    with pytest.raises(UsageError) as caught:
        Archive(where)
    assert "hunter2" not in str(caught.value)


def test_a_server_that_is_not_there_is_said_without_its_password():
    need_package("psycopg")
    with Archive("postgresql://mira:hunter2@127.0.0.1:9/team") as archive:
        assert "hunter2" not in archive.name
        with pytest.raises(ArchiveError) as caught:
            archive.check()
    assert "hunter2" not in str(caught.value)
    assert "is the server running" in caught.value.hint


def test_a_database_or_a_user_that_is_not_there_is_to_be_made_first(server):
    address, _ = server
    other = address.replace("archivist", "nobody")
    for url, what in ((f"{address}/none", 'database "none"'), (f"{other}/x", 'role "nobody"')):
        with Archive(url) as archive, pytest.raises(ArchiveError, match=what) as caught:
            archive.check()
        assert "createdb" in caught.value.hint
        assert "init" not in caught.value.hint


def test_a_file_that_is_gone_is_not_made_by_reading(tmp_path):
    path = tmp_path / "team.db"
    with Archive(path) as archive:
        archive.init()
        archive.sessions()
        path.unlink()
        with pytest.raises(ArchiveError):
            archive.sessions()
    assert not path.exists()


def test_a_file_of_another_program_stays_as_it_is(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (word TEXT)")
    connection.close()
    before = path.read_bytes()
    with Archive(path) as archive, pytest.raises(ArchiveError, match="no archive yet"):
        archive.check()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["other.db"]
