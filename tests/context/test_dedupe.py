"""What is folded, what is not, and what is remembered of it."""

from datetime import UTC, datetime

from graphpack.context import Kind, Record
from graphpack.context.dedupe import fold

RUN = "collected 3 items\nFAILED test_tide.py::test_spring - assert 4 == 5\n1 failed, 2 passed"


def run(name, text, code, number, **more):
    return Record(f"r{number}", Kind.TOOL_CALL, text, name=name, exit_code=code, **more)


def note(number, text, kind=Kind.NOTE, **more):
    return Record(f"r{number}", kind, text, **more)


def kept(found):
    return [record.id for record in found.records]


def test_the_latest_run_of_a_command_stays_with_the_history_of_the_others():
    day = [datetime(2026, 3, n, 8, 30, tzinfo=UTC) for n in (1, 2, 3)]
    found = fold(
        [
            run("pytest -q", RUN, 1, 1, at=day[0]),
            run("pytest -q", RUN.replace("4 ==", "3 =="), 1, 2, at=day[1]),
            run("pytest -q", "3 passed", 0, 3, at=day[2]),
        ]
    )
    assert kept(found) == ["r3"]
    assert {one.rule for one in found.folds} == {"re-run"}
    history = found.history["r3"]
    assert history.startswith("2 earlier runs: exit 1 (2026-03-01 08:30 to 2026-03-02 08:30)")
    assert "test_tide.py::test_spring" in history


def test_a_bare_tool_name_is_no_command():
    found = fold([run("Read", "the first file", 0, 1), run("Read", "quite another text", 0, 2)])
    assert kept(found) == ["r1", "r2"]


def test_equal_content_is_folded_into_the_later_record():
    found = fold([note(1, "Tide is HIGH"), note(2, "low"), note(3, "tide is  high")])
    assert kept(found) == ["r2", "r3"]
    assert found.folds[0].rule == "exact"
    assert found.history["r3"] == "seen 1× before"


def test_equal_words_of_another_kind_or_status_stay():
    both = [
        note(1, "drop the anchor", Kind.DECISION, status="rejected"),
        note(2, "drop the anchor", Kind.DECISION, status="accepted"),
        note(3, "drop the anchor"),
    ]
    assert kept(fold(both)) == ["r1", "r2", "r3"]


LONG = (
    "The harbour office keeps the tide tables of the last forty years in a cellar that is dry and "
    "locked, and it lends them to sailors who ask for them politely at the counter"
)


def test_a_text_that_a_later_one_holds_is_folded():
    found = fold([note(1, LONG), note(2, f"{LONG}, on weekdays")])
    assert kept(found) == ["r2"]
    assert found.folds[0].rule == "near"
    assert "%" in found.folds[0].reason


def test_another_number_name_or_negation_is_another_text():
    others = [
        LONG.replace("forty years", "40 years") + " before 1990",
        LONG.replace("is dry", "is not dry"),
        LONG + " of port_authority",
    ]
    for other in others:
        assert kept(fold([note(1, other), note(2, LONG)])) == ["r1", "r2"]


def test_two_errors_of_one_type_at_two_places_are_two():
    text = (
        "TideError: water too low for this ship in the outer basin\n    at dock (src/dock.ts:{}:9)"
    )
    errors = [note(n, text.format(line), Kind.ERROR) for n, line in ((1, 40), (2, 41))]
    assert kept(fold(errors)) == ["r1", "r2"]


def test_a_later_snapshot_of_a_file_takes_the_earlier_ones_place():
    first = "def tide(hour):\n    return table[hour]\n"
    files = [
        note(1, first, Kind.FILE, path="tide.py"),
        note(2, first, Kind.FILE, path="other.py"),
        note(3, f"{first}\n\ndef ebb(hour):\n    return -tide(hour)\n", Kind.FILE, path="tide.py"),
    ]
    found = fold(files)
    assert kept(found) == ["r2", "r3"]
    assert found.folds[0].rule == "snapshot"


def test_two_parts_of_a_file_both_stay():
    files = [
        note(1, "def tide(hour):\n    return table[hour]\n", Kind.FILE, path="tide.py"),
        note(2, "class Moon:\n    phase = 'full'\n", Kind.FILE, path="tide.py"),
    ]
    assert kept(fold(files)) == ["r1", "r2"]
