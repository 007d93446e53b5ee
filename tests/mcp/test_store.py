"""What is kept, what replaces what, and how much there may be."""

import sqlite3
import stat
import threading
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.context import Kind, Record
from graphpack.errors import ReadError, UsageError
from graphpack.mcp.kept import Bounds, StoredPack, StoredTranscript
from graphpack.mcp.rows import record_of, row_of
from graphpack.mcp.store import Store


def note(name, text="text"):
    return Record(name, Kind.NOTE, text)


@pytest.fixture
def store():
    made = Store()
    yield made
    made.close()


def test_records_come_back_in_the_order_in_which_they_came(store):
    store.add([note("b"), note("a")], session="one")
    store.add([note("c")], session="two")
    assert [one.id for one in store.records(session="one")] == ["b", "a"]
    assert [one.id for one in store.records()] == ["b", "a", "c"]
    assert store.sessions() == ("one", "two")


def test_a_record_of_the_same_id_takes_its_place(store):
    assert store.add([note("a", "old"), note("b")], session="one") == 2
    assert store.add([note("a", "new")], session="one") == 0
    assert [(one.id, one.text) for one in store.records(session="one")] == [
        ("a", "new"),
        ("b", "text"),
    ]


def test_sessions_hold_ids_of_their_own(store):
    store.add([note("a", "mine")], session="one")
    store.add([note("a", "yours")], session="two")
    assert [one.text for one in store.records()] == ["mine", "yours"]


def test_a_transcript_that_grew_replaces_its_records_and_no_others(store):
    store.add([note("own")], session="s")
    first = StoredTranscript("chat", "line 1", "Title")
    assert store.put_transcript(first, [note("m0"), note("m1")], session="s") == 2
    grown = StoredTranscript("chat", "line 1\nline 2", "Title")
    assert store.put_transcript(grown, [note("m0"), note("m1"), note("m2")], session="s") == 1
    assert sorted(one.id for one in store.records(session="s")) == ["m0", "m1", "m2", "own"]
    assert store.transcript("s") == grown
    told = [record.id for _, record in store.located(session="s", is_told=True)]
    assert sorted(told) == ["m0", "m1", "m2"]


def test_a_session_has_one_transcript_alone(store):
    store.put_transcript(StoredTranscript("chat", "text"), [note("m0")], session="s")
    with pytest.raises(UsageError, match="another conversation"):
        store.put_transcript(StoredTranscript("other", "text"), [note("x")], session="s")
    assert [one.id for one in store.records(session="s")] == ["m0"]


def test_clearing_forgets_all_of_a_session(store):
    store.put_transcript(StoredTranscript("chat", "text"), [note("m0")], session="s")
    store.put_pack(StoredPack("s", "compact", "about", 3, "{}"))
    store.add([note("a")], session="t")
    assert store.clear(session="s") == 1
    assert (store.sessions(), store.packs(), store.transcript("s")) == (("t",), (), None)
    assert store.clear() == 1
    assert store.sessions() == ()


def test_the_latest_records_are_those_that_fit(store):
    for at in range(10):
        store.add([note(f"r{at}", "x" * 100)], session="s")
    found = store.located(chars=500)
    assert [record.id for _, record in found] == ["r7", "r8", "r9"]


def test_in_memory_what_was_longest_not_used_makes_room():
    store = Store(bounds=Bounds(chars=1_000))
    for name in ("one", "two", "three"):
        store.add([note("a", "x" * 250)], session=name)
    store.add([note("b", "x")], session="one")  # so that "two" is the oldest
    store.add([note("a", "x" * 250)], session="four")
    assert store.sessions() == ("one", "three", "four")
    with pytest.raises(UsageError, match="full"):
        store.add([note("a", "x" * 5_000)], session="five")
    assert "five" not in store.sessions()
    store.close()


def test_a_full_file_loses_nothing(tmp_path):
    store = Store(tmp_path / "s.db", Bounds(chars=1_000))
    store.add([note("a", "x" * 500)], session="one")
    with pytest.raises(UsageError, match="full"):
        store.add([note("a", "x" * 900)], session="two")
    assert store.sessions() == ("one",)
    store.close()


def test_only_the_latest_originals_are_kept():
    store = Store(bounds=Bounds(originals=3, originals_chars=1_000))
    refs = [store.originals.store(f"text {at}") for at in range(5)]
    assert [store.originals.retrieve(ref) for ref in refs] == [
        None, None, "text 2", "text 3", "text 4",
    ]  # fmt: skip
    large = store.originals.store("x" * 2_000)
    assert len(store.originals) == 1
    assert store.originals.retrieve(large) == "x" * 2_000
    store.close()


def test_a_file_is_its_owners_alone_and_is_read_again(tmp_path):
    path = tmp_path / "deep" / "s.db"
    store = Store(path)
    store.add([note("a")], session="s")
    ref = store.originals.store("original")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name("s.db-wal").stat().st_mode) == 0o600
    store.close()
    again = Store(path)
    assert again.records(session="s") == (note("a"),)
    assert again.originals.retrieve(ref) == "original"
    again.close()


def test_a_file_of_something_else_is_left_alone(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE letters(text)")
    db.close()
    before = other.read_bytes()
    with pytest.raises(UsageError, match="another program"):
        Store(other)
    assert other.read_bytes()[100:] == before[100:]
    text = tmp_path / "text.db"
    text.write_text("no database at all, " * 100)
    with pytest.raises(ReadError, match="not a database"):
        Store(text)
    with pytest.raises(UsageError, match="--store"):
        Store(tmp_path)


def test_a_newer_file_is_refused(tmp_path):
    path = tmp_path / "s.db"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(UsageError, match="newer"):
        Store(path)


def test_servers_that_share_a_file_never_give_one_number_twice(tmp_path):
    path = tmp_path / "s.db"
    stores = [Store(path), Store(path)]
    refused = []

    def work(store, who):
        done = 0
        while done < 20:
            last = store.last_number("s")
            added = store.add_numbered([note(f"r{last + 1}", who)], session="s", after=last)
            refused.append(added is None)
            done += added is not None

    threads = [
        threading.Thread(target=work, args=(store, f"server {at}"))
        for at, store in enumerate(stores)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = stores[0].records(session="s")
    assert sorted(int(one.id[1:]) for one in found) == list(range(1, 41))
    assert {one.text for one in found} == {"server 0", "server 1"}
    for store in stores:
        store.close()


def test_only_plain_numbers_count():
    store = Store()
    store.add([note("r7"), note("r9x"), note("rr3"), note("r"), note("s11")], session="s")
    assert store.last_number("s") == 7
    assert store.last_number("other") == 0
    store.close()


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@given(
    st.builds(
        Record,
        id=texts,
        kind=st.sampled_from(Kind),
        text=texts,
        role=st.none() | texts,
        name=st.none() | texts,
        exit_code=st.none() | st.integers(-5, 300),
        at=st.none() | st.datetimes(timezones=st.just(UTC)),
        priority=st.none() | st.floats(0, 1),
        of=st.none() | texts,
    )
)
def test_a_record_comes_back_as_it_was(record):
    assert record_of(row_of(record)) == record


def test_times_keep_their_zone():
    at = datetime(2026, 3, 1, 10, 30, tzinfo=UTC)
    assert record_of(row_of(Record("a", Kind.NOTE, "x", at=at))).at == at


@pytest.mark.parametrize("is_told_first", [True, False])
def test_a_record_and_a_message_of_one_name_are_both_kept(store, is_told_first):
    told, given = note("m3", "from the transcript"), note("m3", "given by hand")
    transcript = StoredTranscript("c", "lines")

    def tell():
        store.put_transcript(transcript, [note("m2"), told], session="one")

    if is_told_first:
        tell()
    store.add([given], session="one")
    tell()
    for _ in range(2):  # again, in both orders: each takes its own place
        assert store.add([note("m3", "given anew")], session="one") == 0
        tell()
        kept = {one.id: one.text for one in store.records(session="one")}
        assert kept == {"m2": "text", "m3": "from the transcript", "m3~": "given anew"}
    store.add([note("m3", "of another session")], session="two")
    assert len(store.records()) == 4
