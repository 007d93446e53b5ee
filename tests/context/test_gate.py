"""What a task needs of a set: few of a kind, many of it, series, asides, failures of others."""

import pytest

from graphpack.context import Kind, Record, build_context
from graphpack.context.sorts import FEW, is_asked, is_measured, series

TASK = "Fix the tide table in src/tide/table.py"


def said(name, text, role="assistant"):
    return Record(name, Kind.MESSAGE, text, role=role)


def kept(*records, task=TASK):
    return {one.record for one in build_context(task, records, budget_tokens=100_000).sources}


def many(count, role="assistant"):
    """Messages that have nothing to do with each other, nor with the task."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [
        said(f"x{n}", f"{letters[n] * 4} {letters[n + 1] * 5} {letters[n + 2] * 6}", role)
        for n in range(count)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Cause: summer begins in March",
        "Summer begins 60 minutes before winter ends, it was 30 in 1990",
        "Summer failed to begin",
        "Tried winter: no difference",
        "Summer begins because winter ends",
    ],
)
def test_a_telling_statement_is_let_in_while_there_are_few_and_not_among_many(text):
    assert "a" in kept(said("a", text), *many(FEW - 1))
    crowd = [*many(FEW + 1), *many(FEW + 1, "user")]
    crowd = [Record(f"y{n}", one.kind, one.text, role=one.role) for n, one in enumerate(crowd)]
    labelled = [said(f"z{n}", f"Cause: {'qrstuvwxyzabcdef'[n] * 7}") for n in range(FEW)]
    assert "a" not in kept(said("a", text), *crowd, *labelled)


@pytest.mark.parametrize(
    "text",
    [
        "The coffee is good",
        "By the way, gulls can swim",
        "Sure, I will have a look",
        "Nothing new to report",
        "Outdated: the moon sets at noon",
        "Boats are blue",
    ],
)
def test_what_tells_nothing_is_left_out_however_few_there_are(text):
    assert kept(said("a", text)) == set()


def test_small_talk_about_the_tasks_own_subject_is_none():
    assert kept(said("a", "The coffee machine counts two cups"), task="Fix the coffee machine")


def test_reports_by_the_piece_are_no_rare_statements():
    reports = [said(f"r{n}", f"Survey of pier {n}: 4 boats, 7 more than in May") for n in range(5)]
    assert series(reports) == {one.id for one in reports}
    assert kept(*reports) == set()


def test_an_error_elsewhere_is_anothers_where_one_is_at_the_task():
    here = Record("here", Kind.ERROR, "TideError: no row\n    at src/tide/table.py:41")
    there = Record("there", Kind.ERROR, "PaperError: tray\n    at src/office/tray.py:9")
    assert kept(here, there) == {"here"}
    assert kept(there) == {"there"}


def test_a_file_that_a_message_names_is_let_in_where_none_is_nearer():
    file = Record("f", Kind.FILE, "x = 1", path="src/moon.py")
    other = Record("g", Kind.FILE, "y = 2", path="src/sun.py")
    talk = said("a", "It all begins in moon.py")
    assert kept(file, other, talk, task="Find the reason") == {"a", "f"}


def test_what_is_let_in_ties_others():
    error = Record("e", Kind.ERROR, "TideError in src/tide/table.py: ebbRow is missing")
    file = Record("f", Kind.FILE, "function ebbRow() { return neapOf(); }", path="lib/ebb.js")
    deeper = said("d", "neapOf gives nothing at new moon")
    crowd = [*many(FEW + 1)]
    assert {"e", "f", "d"} <= kept(error, file, deeper, *crowd)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("grep -rn tide src/", True),
        ("aws s3 ls s3://lake/export/", True),
        ("openssl x509 -enddate -in lb.pem", True),
        ("git status", False),
        ("node --version", False),
        ("ls -la", False),
        ("npm install", False),
        ("pytest tests/", False),
        (None, False),
    ],
)
def test_a_command_that_asks_something_of_the_matter(name, is_one):
    assert is_asked(Record("r", Kind.TOOL_CALL, "x", name=name)) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("11 mA instead of 9 uA", True),
        ("it fell to 640 ms", True),
        ("3 of 5 boats", True),
        ("the boats of 2019", False),
        ("12 boats", False),
    ],
)
def test_figures_that_are_set_against_each_other(text, is_one):
    assert is_measured(text) is is_one
