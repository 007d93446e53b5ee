"""docs/own-reader.md: its code runs, and what it promises of the harness holds."""

import re
from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Message, Role, Text
from graphpack.readers import plugins, read
from graphpack.readers.base import Certainty
from graphpack.testing import check_reader, mutants

PAGE = Path(__file__).parents[2] / "docs" / "own-reader.md"


def block(name):
    text = PAGE.read_text(encoding="utf-8")
    return re.search(rf"<!-- {name} -->\n```python\n(.*?)```\n<!-- end -->", text, re.DOTALL)[1]


@pytest.fixture(scope="module")
def page():
    space = {"__name__": "own_reader"}
    exec(compile(block("reader") + block("test"), str(PAGE), "exec"), space)
    return space


def test_the_example_passes_its_own_test(page):
    page["test_the_reader"]()


def test_the_example_is_short_and_fits_the_page():
    lines = block("reader").splitlines()
    assert sum(1 for line in lines if line.strip()) <= 36
    assert max(map(len, lines)) <= 100


def test_the_example_reads_as_a_plug_in(page, monkeypatch):
    class Entry:
        name, value = "parrotphone", "parrotphone_reader:Reader"

        def load(self):
            return page["Reader"]

    monkeypatch.setattr(plugins, "entries", lambda: (Entry(),))
    (found,) = read(page["SAMPLE"] + b"2026-13-45T08:15Z <X> no such day\n", name="a.calls")
    assert found.source.format == "parrotphone"
    assert [(m.author, m.at.hour) for m in found.messages] == [("Mayra", 8), ("Oskar", 9)]
    assert [(n.code, n.where) for n in found.notices] == [("broken-record", "a.calls:4")]


def spoilt(page, **members):
    return type("Spoilt", (page["Reader"],), members)()


def of_one(self, source, message):
    (found,) = read(b"User: a\n\nAssistant: b\n\nUser: c\n\nAssistant: d", name=source.name)
    origin = type(found.source)(source.name, self.name)
    yield Conversation("x", None, origin, (message,))


def raising(error):
    def method(self, *_):
        raise error

    return method


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"name": "codex"}, "of graphpack's own"),
        ({"name": ""}, "needs a name"),
        ({"about": "two\nlines"}, "one line"),
        ({"detect": lambda self, probe: Certainty.MAYBE}, "of an own sample"),
        ({"detect": lambda self, probe: Certainty.SURE}, "of another format"),
        ({"read": lambda self, source: iter(())}, "no conversation"),
        (
            {"read": lambda self, s: of_one(self, s, Message(1, Role.USER, (Text("a"),)))},
            "its index is 1",
        ),
        ({"read": lambda self, s: of_one(self, s, Message(0, Role.USER, ()))}, "has no parts"),
        (
            {"read": lambda self, s: of_one(self, s, Message(0, Role.USER, (Text("\ud800"),)))},
            "no UTF-8",
        ),
    ],
)
def test_what_breaks_a_promise_is_told(page, members, said):
    with pytest.raises(AssertionError, match=said):
        check_reader(spoilt(page, **members), samples=[page["SAMPLE"]])


def test_a_crash_on_a_damaged_copy_is_told(page):
    def read_strictly(self, source):
        from graphpack.readers.opening import read_bytes

        read_bytes(source).decode("ascii")
        yield from page["Reader"].read(self, source)

    with pytest.raises(AssertionError, match=r"UnicodeDecodeError.*not a ReadError"):
        check_reader(spoilt(page, read=read_strictly), samples=[page["SAMPLE"]])


def test_two_results_for_one_file_are_told(page):
    from itertools import count

    numbers = count()

    def read_anew(self, source):
        yield from of_one(self, source, Message(0, Role.USER, (Text(str(next(numbers))),)))

    with pytest.raises(AssertionError, match="two results"):
        check_reader(spoilt(page, read=read_anew), samples=[page["SAMPLE"]])


def test_a_format_that_graphpack_is_sure_of_is_told(page):
    with pytest.raises(AssertionError, match="openai-chat of graphpack's own is sure, too"):
        check_reader(
            spoilt(page, detect=lambda self, probe: Certainty.SURE),
            samples=[b'[{"role": "user", "content": "hi"}]'],
        )


def test_damage_is_of_many_kinds_and_the_same_each_time():
    raw = b'{"a": [1, {"b": "c"}]}\n{"a": 2}\n'
    first = list(mutants(raw, 80))
    assert first == list(mutants(raw, 80))
    assert len(set(first)) > 30
    assert b"" not in {raw} & set(first)
