"""A filter that names nothing there is, is a mistake; what has no date is not given one."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from graphpack.archive import schema
from graphpack.archive.asking import Unknown, unknown
from graphpack.archive.cited import Wanted, without_time
from graphpack.archive.decisions import decisions
from graphpack.archive.entry import entry_of
from graphpack.archive.forgetting import count_to_forget, forget
from graphpack.archive.listing import Chosen
from graphpack.archive.listing import without_time as sessions_without_time
from graphpack.archive.merging import gather
from graphpack.archive.search import MOST_TERMS, search
from graphpack.archive.timeline import timeline
from graphpack.errors import UsageError
from graphpack.settings import Settings

from .stated import BEN, MIRA, START, bring, harbour, session
from .talks import NOW, filing


def _unknown(archive, asked, **how):
    with archive.reading() as connection:
        return unknown(connection, asked, **how)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Wanted(projects=("harbour", "habour")), Unknown("project", "habour", ("harbour", "lock"))),
        (Wanted(author="Mira"), Unknown("author", "Mira", (BEN, MIRA))),
        (Wanted(tag="x"), Unknown("tag", "x", ())),
        (Wanted(session="zz"), Unknown("session", "zz", ())),
        (Wanted(said_by="Zed"), Unknown("said_by", "Zed", (BEN, MIRA))),
        (Chosen(project="nope"), Unknown("project", "nope", ("harbour", "lock"))),
        (Chosen(author="Zed"), Unknown("author", "Zed", (BEN, MIRA))),
        (Chosen(tag="x"), Unknown("tag", "x", ())),
    ],
)
def test_what_nothing_has_is_told_with_what_there_is(archive, asked, told):
    harbour(archive)
    bring(archive, 8, BEN, 3, [("fact", "The lamp is green.")], project="lock")
    assert _unknown(archive, asked) == told


def test_what_something_has_is_known_whether_all_of_it_is_or_not(archive):
    ref, *_ = harbour(archive)
    bring(archive, 8, BEN, 3, [("musing", "Is the lamp green?")], project="lock")
    for asked in (
        Wanted(),
        Wanted(projects=("lock",), author=MIRA),
        Wanted(session=ref[:5].upper(), said_by="user", types=("decision", "code")),
        Wanted(types=("musing",), statuses=("abandoned",)),
        Chosen(refs=("zz",), project="lock", author=MIRA),
    ):
        assert _unknown(archive, asked) is None, asked
    assert _unknown(archive, Wanted(types=("decison",))).field == "type"
    assert "open" in _unknown(archive, Wanted(statuses=("opn",))).known


def test_nothing_is_told_of_projects_that_may_not_be_seen(archive):
    harbour(archive)
    bring(archive, 8, "Zed", 3, [("fact", "The lamp is green.")], project="lock")
    within = ("harbour",)
    assert _unknown(archive, Wanted(projects=("lock",)), within=within).known == within
    assert _unknown(archive, Wanted(author="Zed"), within=within).known == (BEN, MIRA)
    assert _unknown(archive, Wanted(said_by="Zed"), within=within).known == (BEN, MIRA)
    assert _unknown(archive, Wanted(author=BEN), within=within) is None


def _undated(archive, number, statements, *, author=MIRA, at=NOW):
    pack = session(number, author, 0, statements)
    said = pack.redacted.conversation
    bare = tuple(replace(message, at=None) for message in said.messages)
    talk = replace(said, messages=bare, started_at=None)
    pack = replace(pack, redacted=replace(pack.redacted, conversation=talk))
    about = filing(author=author, at=at, origin=f"/srv/{number}.jsonl", tags=())
    entry = entry_of(pack, about)
    assert {row["said_at"] for row in entry.nodes} == {None}
    return archive.put(entry).ref


def test_what_has_no_date_has_none_and_stands_behind_what_has_one(archive):
    harbour(archive)
    ref = _undated(archive, 9, [("decision", "The berth crane is painted yellow.")])
    assert [hit.cited.said_at for hit in search(archive, "crane", kinds="nodes")] == [None]
    newest = [hit.cited.session for hit in search(archive, "", limit=99)]
    assert newest[-1] == ref
    assert ref not in newest[:-1]
    listed = archive.sessions()
    assert (listed[-1].ref, listed[-1].last_at) == (ref, None)
    told = timeline(archive, "berth")
    assert [event.cited.session for event in told].index(ref) == len(told) - 1
    assert decisions(archive, Wanted()).holding[-1].cited.session == ref


@pytest.mark.parametrize("asked", [{"after": START}, {"before": NOW}])
def test_a_span_of_time_leaves_it_out_and_counts_it(archive, asked):
    harbour(archive)
    ref = _undated(archive, 9, [("decision", "The berth crane is painted yellow.")])
    refs = {hit.cited.session for hit in search(archive, "", Wanted(**asked), limit=99)}
    assert refs
    assert ref not in refs
    assert ref not in {one.ref for one in archive.sessions(Chosen(**asked))}
    with archive.reading() as connection:
        assert without_time(connection, Wanted(**asked)) == 1
        assert without_time(connection, Wanted(author=BEN, **asked)) == 0
        assert without_time(connection, Wanted()) == 0
        assert sessions_without_time(connection, Chosen(**asked)) == 1


def test_it_takes_the_place_of_nothing_that_has_a_date(archive):
    harbour(archive)
    _undated(archive, 9, [("decision", "The harbour ledger moves from SQLite to a paper book.")])
    holding = {one.cited.text: one.replaced for one in decisions(archive, Wanted()).holding}
    kept = "The harbour ledger moves from PostgreSQL to SQLite."
    assert kept in holding
    joined = gather(archive, Chosen(), Settings(now=NOW))
    assert kept in " ".join(node.summary for node in joined.joined.graph.walk())


def test_it_is_forgotten_by_the_time_it_came(archive):
    harbour(archive)
    _undated(archive, 9, [("decision", "The berth crane is painted yellow.")])
    before = NOW + timedelta(days=1)
    assert count_to_forget(archive, Chosen(before=START)) == 0
    assert count_to_forget(archive, Chosen(before=before)) == 5
    assert count_to_forget(archive, Chosen(before=before, after=START)) == 4
    assert forget(archive, Chosen(before=before), at=NOW, actor=None).sessions == 5


def test_a_query_of_very_many_words_is_refused(archive):
    harbour(archive)
    words = " ".join(f"berth{number}" for number in range(MOST_TERMS + 1))
    for ask in (search, timeline):
        with pytest.raises(UsageError, match=f"{MOST_TERMS + 1} words"):
            ask(archive, words)
    assert search(archive, words.rpartition(" ")[0]) == ()


def test_what_holds_is_kept_until_a_session_comes_or_goes(archive, monkeypatch):
    from graphpack.archive import decisions as module

    first, *_ = harbour(archive)
    count, weave = [], module.weave
    monkeypatch.setattr(module, "weave", lambda *a, **k: count.append(1) or weave(*a, **k))
    kept = select(func.count()).select_from(schema.woven)

    def ask(**asked):
        before = len(count)
        return decisions(archive, Wanted(**asked)), len(count) - before

    found, woven = ask()
    assert woven == 1
    assert ask() == (found, 0)
    narrow, woven = ask(author=BEN)
    assert woven == 0
    assert {one.cited.author for one in narrow.holding} <= {BEN, MIRA}
    assert ask(before=NOW)[1] == 1
    bring(archive, 8, BEN, 3, [("decision", "The lamp is green.")], project="lock")
    assert ask(projects=("harbour",))[1] == 0
    assert "The lamp is green." in {one.cited.text for one in ask()[0].holding}
    forget(archive, Chosen(refs=(first,)), at=NOW, actor=None)
    with archive.reading() as connection:
        assert connection.execute(kept).scalar_one() == 0
    assert first not in repr(ask(projects=("harbour",))[0])
