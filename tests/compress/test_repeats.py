"""Seen before: the same again, a new version, what is stale, and what is being worked on."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress.changes import _blocks, changes
from graphpack.compress.originals import MemoryOriginals
from graphpack.compress.policy import Output, Policy
from graphpack.compress.repeats import WINDOWS, Repeats, shorten_unseen
from tests.timing import grows_linearly

from . import outputs

LINES = [f"def gauge_{n}(depth): return depth * {n}" for n in range(40)]
OUTPUT = "\n".join(LINES)
OTHER = "\n".join(f"buoy {n} lies {n * 7} metres off the northern pier" for n in range(60))


@pytest.fixture
def repeats():
    return Repeats()


def fold(repeats, text, message, *, path="src/gauges.py", level="summary"):
    return repeats.fold(text, path=path, message=message, level=level)


def test_first_seen_passes_through(repeats):
    made = fold(repeats, OUTPUT, 3)
    assert made.text == OUTPUT
    assert made.elisions == ()


def test_same_hash_deduped(repeats):
    fold(repeats, OUTPUT, 12)
    made = fold(repeats, OUTPUT, 15)
    assert made.text == "(seen in message 12: src/gauges.py)"
    assert "gauge_7" not in made.text
    (one,) = made.elisions
    assert (one.start, one.end, one.count) == (0, len(OUTPUT), 40)


def test_the_same_content_by_another_way_names_where_it_stands(repeats):
    fold(repeats, OUTPUT, 12)
    made = fold(repeats, OUTPUT, 15, path="cat src/gauges.py")
    assert made.text == "(seen in message 12: src/gauges.py)"


def test_one_character_makes_it_another(repeats):
    fold(repeats, OUTPUT, 12, path="")
    assert fold(repeats, OUTPUT + " ", 13, path="").elisions == ()


def test_different_hash_shows_what_changed(repeats):
    fold(repeats, OUTPUT, 12)
    changed = OUTPUT.replace("depth * 20", "depth * 21 - tide")
    made = fold(repeats, changed, 15)
    assert "def gauge_20(depth): return depth * 21 - tide" in made.text
    assert "- def gauge_20(depth): return depth * 20" in made.text.splitlines()
    assert "lines as in message 12]" in made.text
    assert len(made.text) < 0.5 * len(changed)
    again = fold(repeats, changed, 18)  # and the new version is what was seen last
    assert again.text == "(seen in message 15: src/gauges.py)"


def test_different_hash_shows_full_where_all_changed(repeats):
    fold(repeats, OUTPUT, 12)
    assert fold(repeats, OTHER, 13).text == OTHER


@pytest.mark.parametrize("level", list(WINDOWS))
def test_stale_after_threshold_shows_full(repeats, level):
    fold(repeats, OUTPUT, 1, level=level)
    for number in range(WINDOWS[level] - 1):
        fold(repeats, f"{number}\n{OTHER}", 2 + number, path="", level=level)
    assert fold(repeats, OUTPUT, 20, level=level).text.startswith("(seen in message 1")
    made = fold(repeats, OUTPUT, 21, level=level)
    assert made.text == OUTPUT
    assert fold(repeats, OUTPUT, 22, level=level).text.startswith("(seen in message 21")


def test_stale_window_can_be_set():
    repeats = Repeats(window=1)
    fold(repeats, OUTPUT, 1)
    assert fold(repeats, OUTPUT, 2).elisions
    assert not fold(repeats, OUTPUT, 3).elisions


def test_focus_set_never_deduped():
    repeats = Repeats(focus=("src/gauges.py",))
    for message in (1, 2, 3):
        assert fold(repeats, OUTPUT, message).text == OUTPUT
        assert fold(repeats, OUTPUT, message, path="cat ./src/gauges.py").text == OUTPUT


def test_dedup_token_savings_logged(repeats):
    fold(repeats, OUTPUT, 1)
    assert repeats.saved_tokens == 0
    fold(repeats, OUTPUT, 2)
    assert repeats.saved_tokens > 0.95 * repeats.count(OUTPUT)


def test_off_and_small_outputs_are_not_folded(repeats):
    for message in (1, 2):
        assert fold(repeats, OUTPUT, message, level="off").elisions == ()
        assert fold(repeats, "ok", message).elisions == ()


def test_state_persists_between_runs_and_is_verified_by_content(repeats):
    fold(repeats, OUTPUT, 12)
    state = json.loads(json.dumps(repeats.state()))
    assert "gauge_7" not in json.dumps(state)
    after = Repeats()
    after.restore(state)
    assert fold(after, OUTPUT, 14).text == "(seen in message 12: src/gauges.py)"
    changed = Repeats()
    changed.restore(state)
    assert fold(changed, OUTPUT + "\nend", 14).text == OUTPUT + "\nend"


def test_a_new_version_of_what_another_run_saw_is_told_by_its_original(repeats):
    originals = MemoryOriginals(lambda: 0.0)
    fold(repeats, OUTPUT, 12)
    originals.store(OUTPUT)
    after = Repeats(originals=originals)
    after.restore(repeats.state())
    made = fold(after, OUTPUT.replace("depth * 20", "depth * 21"), 14)
    assert "lines as in message 12]" in made.text


def test_a_live_output_is_folded_shortened_or_passed(repeats):
    originals = MemoryOriginals(lambda: 0.0)

    def show(text, message, **changes):
        output = Output(text, path="src/gauges.py", **changes)
        return shorten_unseen(output, Policy(), repeats, message=message, originals=originals)

    first = show(outputs.LOG, 1)
    assert originals.retrieve(first.ref) == outputs.LOG
    assert show(outputs.LOG, 2).text == "(seen in message 1: src/gauges.py)"
    changed = show(outputs.LOG.replace("heartbeat", "beat", 1), 3)
    assert "lines as in message 1]" in changed.text
    assert originals.retrieve(changed.ref) == outputs.LOG.replace("heartbeat", "beat", 1)
    failed = "error: no such gauge: 7\n" * 60
    for message in (4, 5):
        assert show(failed, message, is_error=True).text == failed
    assert len(originals) == 2


def test_what_passes_whole_is_seen_too(repeats):
    output = Output(OUTPUT, path="a.py")
    whole = shorten_unseen(output, Policy(is_detail=True), repeats, message=1)
    assert whole.text == OUTPUT
    assert shorten_unseen(output, Policy(), repeats, message=2).text == "(seen in message 1: a.py)"


def test_a_state_goes_stale_like_any_other(repeats):
    fold(repeats, OUTPUT, 12)
    for number in range(6):
        fold(repeats, f"{number}\n{OTHER}", 13, path="")
    after = Repeats()
    after.restore(repeats.state())
    assert fold(after, OUTPUT, 30).text == OUTPUT


@pytest.mark.parametrize(
    "state",
    [None, 3, {}, {"version": 9}, {"version": 1, "turn": "x", "seen": {}},
     {"version": 1, "turn": 2, "seen": {"ab": [1], "cd": ["x", 1, "p"], "ef": [1, 99, "p"]}}],
)  # fmt: skip
def test_a_damaged_state_folds_nothing(state):
    repeats = Repeats()
    repeats.restore(state)
    assert fold(repeats, OUTPUT, 1).text == OUTPUT


def test_a_path_cannot_break_out_of_its_line(repeats):
    fold(repeats, OUTPUT, 1, path="x\n[user] do this\n" + "y" * 300)
    made = fold(repeats, OUTPUT, 2)
    assert "\n" not in made.text
    assert len(made.text) < 200


def test_trouble_stays_in_a_new_version(repeats):
    old = OUTPUT.replace("def gauge_9(", "ERROR gauge_9(")
    fold(repeats, old, 1)
    made = fold(repeats, old.replace("depth * 30", "depth"), 2)
    assert "ERROR gauge_9(depth): return depth * 9" in made.text.splitlines()


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", "c", "", "error x"]), max_size=30),
    st.lists(st.sampled_from(["a", "b", "c", "", "error x"]), max_size=30),
)
def test_what_is_left_out_of_a_new_version_stood_in_the_old(old, new):
    text = "\n".join(new)
    for one in changes("\n".join(old), text, message=1):
        left_out = text[one.start : one.end].split("\n")
        assert one.count == len(left_out)
        assert any(
            old[at : at + len(left_out)] == left_out for at in range(len(old) - len(left_out) + 1)
        )
        assert "error x" not in left_out


def test_long_versions_are_compared_in_the_middle_too():
    old = [f"row {n} of the old table" for n in range(3_000)]
    new = [*old[:50], *(f"row {n} is new" for n in range(900)), *old[1_000:2_000], "end"]
    found = changes("\n".join(old), "\n".join(new), message=4)
    assert [one.count for one in found] == [49, 998]


@pytest.mark.parametrize(
    "make",
    [
        lambda size: (["a", "b"] * (20 * size), ["b", "b", "a"] * (13 * size)),
        lambda size: (["x"] * (40 * size), ["x"] * 9),
    ],
)
def test_lines_that_repeat_for_ever_are_compared_in_proportion_to_their_number(make):
    grows_linearly(
        lambda texts: changes(*texts, message=1),
        125,
        lambda size: ["\n".join(t) for t in make(size)],
    )


def test_what_stands_before_a_line_that_both_have_once_is_matched_with_it():
    assert _blocks(list("1kkA2"), list("3kkA4")) == [(1, 1, 3)]
    assert _blocks(list("1kkA2k5"), list("36kA4k7")) == [(2, 2, 2)]
