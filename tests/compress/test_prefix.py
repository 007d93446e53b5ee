"""The static prefix of a prompt: what changes leaves it, and it is the same in every call."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress.prefix import PrefixWatch, align, drift
from graphpack.extract.llm.prompting import Place, request, system
from graphpack.extract.llm.shown import Limits
from graphpack.model.conversation import Message, Role, Text

RULES = "You look after the tide gauges. Answer in one line. Never guess a depth.\n"
TIMES = ["2026-07-10", "2026-07-10T12:00:00Z", "2026-07-10 12:00:01.250 +02:00", "12:00:59",
         "Fri, 10 Jul 2026 12:00:00 UTC", "1783684800", "1783684800123"]  # fmt: skip
UUIDS = ["7b1c8f4e-2f1d-4a53-9d4e-0c9a5b7e6f21", "00000000-0000-0000-0000-000000000001"]
PATHS = ["/tmp/tide-x81k/out.log", "/var/folders/zz/abc_1/T/run", "C:\\Users\\mo\\Temp\\run-1"]
HASHES = ["9fceb02d0ae598e95dc970b74767f19372d61af8", "3f786850e387"]


def moved(value):
    return align(f"{RULES}Run {value} now.\n")


@pytest.mark.parametrize("value", TIMES)
def test_align_moves_timestamps_to_tail(value):
    made = moved(value)
    assert value not in made.prefix
    assert value in made.tail
    assert made.moved == {"time": 1}


@pytest.mark.parametrize("value", UUIDS)
def test_align_moves_uuids_to_tail(value):
    made = moved(value)
    assert made.prefix == f"{RULES}Run {{uuid-1}} now.\n"
    assert made.tail.endswith(f"{{uuid-1}} = {value}\n")


@pytest.mark.parametrize("value", PATHS)
def test_align_moves_temporary_paths_to_tail(value):
    assert moved(value).moved == {"path": 1}


@pytest.mark.parametrize("value", HASHES)
def test_align_moves_hashes_to_tail(value):
    assert moved(value).moved == {"hash": 1}


@pytest.mark.parametrize(
    "text",
    [RULES, "version 3.11.7 of 40 gauges, 99 %", "src/tide/gauge.py:120", "decade facade deadbeef",
     "https://tide.example/v1/gauges?id=42", "call 0800 1234", "port 8080, 1.5 metres", "9:30"],
)  # fmt: skip
def test_align_preserves_static_prefix(text):
    made = align(text)
    assert (made.prefix, made.tail, made.text) == (text, "", text)


def test_align_stable_across_calls():
    prefixes = {
        align(f"{RULES}At {time} run {uuid} in {path} of {commit}.").prefix
        for time, uuid, path, commit in zip(TIMES[1:3], UUIDS, PATHS[:2], HASHES, strict=True)
    }
    assert len(prefixes) == 1


def test_a_value_that_stands_twice_has_one_name():
    made = align(f"{UUIDS[0]} and {UUIDS[0]} and {UUIDS[1]}")
    assert made.prefix == "{uuid-1} and {uuid-1} and {uuid-2}"


def test_align_drift_metrics_reported():
    watch = PrefixWatch()
    for number in range(3):
        watch.see(align(f"{RULES}Run {UUIDS[number % 2]}."))
    found = watch.see(align(f"{RULES}Stop {UUIDS[0]}."))
    assert (found.is_stable, found.before[:3], found.after[:4]) == (False, "Run", "Stop")
    assert found.stable_chars == len(RULES)
    report = watch.report()
    assert report["calls"] == 4
    assert report["stable"] == 3
    assert report["stable_ratio"] == 0.75
    assert report["moved"] == {"uuid": 4}
    assert report["first_drift"] == len(RULES)


def test_drift_of_equal_and_of_empty_prefixes():
    assert drift("abc", "abc").ratio == 0
    assert drift("", "").is_stable
    assert drift("abcd", "ab").ratio == 0.5


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=20),
            st.sampled_from([*TIMES, *UUIDS, *PATHS, *HASHES, "{uuid-1}", "{time-2}"]),
        ),
        max_size=8,
    )
)
def test_nothing_is_lost(pieces):
    text = " ".join(pieces)
    made = align(text)
    assert made.restored() == text
    assert align(made.prefix).values == {}


def test_a4_cache_prefix_stable_across_twenty_chunks():
    """Seed 001, a4: the static part of every request of a run, and of two runs, is the same."""
    watch = PrefixWatch()
    for part in range(1, 21):
        message = Message(part, Role.USER, (Text(f"At 12:00:{part:02d} the tide was {part} m."),))
        made = request([message], Place(part, "", is_priority_only=False), Limits(60_000, 60_000))
        first = made.prompt[0]
        assert first["content"] == system()
        watch.see(align(first["content"]))
    assert watch.report() == {
        "calls": 20, "stable": 20, "stable_ratio": 1.0, "moved": {}, "first_drift": None,
    }  # fmt: skip


def test_a_name_that_the_prompt_has_already_is_not_given_again():
    made = align(f"{RULES}Write {{time-1}} for the time. It is 12:00:59.\n")
    assert made.values == {"{time-2}": "12:00:59"}
    assert "Write {time-1} for the time. It is {time-2}." in made.prefix
