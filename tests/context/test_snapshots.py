"""What agents keep for each other: once, with who found it, and no more than there is room for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.context.records import Kind, Record
from graphpack.context.snapshots import (
    MAX_SNAPSHOTS,
    MAX_TOKENS,
    Snapshots,
    digest_of,
    parse_snapshots,
)
from graphpack.errors import ReadError


def note(text, **more):
    return Record("", Kind.NOTE, text, **more)


def filled(*found, **limits):
    store = Snapshots(**limits)
    for agent, record in found:
        store, _ = store.put(record, agent=agent, count=len)
    return store


def test_equal_content_is_kept_once_with_all_who_found_it():
    store, first = Snapshots().put(note("login() has 12 callers"), agent="tracer", count=len)
    store, second = store.put(note(" Login()  has 12 callers\n"), agent="reviewer", count=len)
    assert (first.is_known, second.is_known, second.others) == (False, True, ("tracer",))
    (one,) = store.kept
    assert one.found_by == ("tracer", "reviewer")
    assert one.record().author == "tracer, reviewer"
    assert first.id == second.id == one.id


def test_the_same_words_about_another_file_are_another_finding():
    store = filled(("a", note("no tests", path="x.py")), ("a", note("no tests", path="y.py")))
    assert len(store.kept) == 2


def test_a_newer_answer_to_the_same_question_takes_the_olders_place():
    old = note("12 callers", path="auth.py", name="callers of login")
    new = note("13 callers", path="auth.py", name="callers of login")
    store, first = Snapshots().put(old, agent="a", count=len)
    store, second = store.put(new, agent="b", count=len)
    assert [one.text for one in store.kept] == ["13 callers"]
    assert second.replaced == first.id
    other = note("4 callers", path="auth.py", name="callers of logout")
    assert len(store.put(other, agent="b", count=len)[0].kept) == 2


def test_an_agent_is_given_what_it_neither_found_nor_was_given():
    store = filled(("a", note("one")), ("b", note("two")))
    assert [one.text for one in store.news_for("a")] == ["two"]
    assert len(store.news_for("c")) == len(store.news_for(None)) == 2
    store = store.tell("c", [store.kept[0].id])
    assert [one.text for one in store.news_for("c")] == ["two"]
    assert len(store.tell(None, ["s-none"]).news_for(None)) == 2


def test_fifty_are_kept_and_the_one_used_least_recently_goes():
    store = filled(*(("a", note(f"finding {n}")) for n in range(MAX_SNAPSHOTS)))
    first = store.kept[0]
    store = store.tell("b", [first.id])
    store, told = store.put(note("one more"), agent="a", count=len)
    assert len(store.kept) == MAX_SNAPSHOTS
    assert store.find(first.id) is not None
    assert len(told.forgotten) == 1
    assert store.find(told.forgotten[0]) is None
    assert all(one.text != "finding 1" for one in store.kept)


def test_no_more_than_a_hundred_thousand_tokens_are_kept():
    store = filled(*(("a", note(f"{n}" * 30_000)) for n in range(1, 6)))
    assert store.tokens <= MAX_TOKENS
    assert [one.text[0] for one in store.kept] == ["3", "4", "5"]
    store, told = store.put(note("x" * (MAX_TOKENS + 1)), agent="a", count=len)
    assert [one.text[0] for one in store.kept] == ["x"]
    assert len(told.forgotten) == 3


def test_what_was_forgotten_is_news_again():
    store = filled(("a", note("one")), max_snapshots=1)
    store = store.tell("b", [store.kept[0].id])
    store, _ = store.put(note("two"), agent="a", count=len)
    store, _ = store.put(note("one"), agent="a", count=len)
    assert [one.text for one in store.news_for("b")] == ["one"]


def test_a_snapshot_is_found_by_its_name():
    store = filled(("a", note("one")))
    assert store.find(store.kept[0].id) is store.kept[0]
    assert store.find(store.kept[0].digest) is store.kept[0]
    assert store.find("") is None
    assert store.find("s-") is None
    assert store.find("s-zzz") is None


@pytest.mark.parametrize(
    "document", [None, [], {}, {"snapshots": 1, "told": {}}, {"snapshots": [{}], "told": {}},
                 {"snapshots": [], "told": []}]
)  # fmt: skip
def test_another_form_is_refused(document):
    with pytest.raises(ReadError, match=r"x\.json: is no store"):
        parse_snapshots(document, where="x.json")


AGENTS = st.sampled_from(["a", "b", "c"])
TEXTS = st.text("xyz ", min_size=1, max_size=6).filter(str.strip)
STEPS = st.lists(st.tuples(AGENTS, TEXTS, st.booleans()), max_size=25)


@given(steps=STEPS)
def test_a_store_holds_its_limits_and_reads_back(steps):
    store = Snapshots(max_snapshots=5, max_tokens=20)
    for agent, text, is_told in steps:
        store, _ = store.put(note(text), agent=agent, count=len)
        assert store.kept[-1].digest == digest_of(note(text))
        if is_told:
            news = store.news_for(agent)
            store = store.tell(agent, [one.id for one in news])
            assert store.news_for(agent) == ()
    assert len(store.kept) <= 5
    assert store.tokens <= 20
    assert len({one.digest for one in store.kept}) == len(store.kept)
    again = parse_snapshots(json.loads(json.dumps(store.document())), where="x")
    assert (again.kept, dict(again.told)) == (store.kept, dict(store.told))
