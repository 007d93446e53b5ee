"""What holds for any text whatsoever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress import LEVELS, Kind, compress
from graphpack.compress.regions import split
from graphpack.compress.router import classify

from . import outputs
from .cases import CASES, flat

NUMBERS = st.integers(0, 99_999)
STAMPS = st.builds(
    "2026-03-{:02d}T{:02d}:{:02d}:{:02d}.{:03d}Z".format,
    st.integers(1, 28),
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(0, 59),
    st.integers(0, 999),
)
QUIET = st.builds(
    "{} {} [{}] {} {}".format,
    STAMPS,
    st.sampled_from(["INFO", "DEBUG"]),
    st.sampled_from(["api", "tide", "gauge"]),
    st.sampled_from(["read gauge id=", "heartbeat ok depth=", "GET /v1/buoys/"]),
    NUMBERS,
)
TROUBLE = st.builds(
    "{} {} {}".format,
    STAMPS,
    st.sampled_from(
        [
            "ERROR gauge offline code",
            "WARN slow query ms",
            "FATAL disk full on sd",
            "ERROR KeyError: 'depth' at",
        ]
    ),
    NUMBERS,
)
ANY = st.one_of(
    st.text(max_size=60),
    st.sampled_from(outputs.LINES),
    QUIET,
    TROUBLE,
)
TEXTS = st.lists(ANY, max_size=80).map("\n".join)
KINDS = st.sampled_from([None, *(kind for kind in Kind if kind != Kind.MIXED)])
SHORTENING = st.sampled_from(LEVELS[1:])


@settings(max_examples=150, deadline=None)
@given(TEXTS, KINDS, SHORTENING)
def test_never_longer_idempotent_and_made_of_the_text(text, kind, level):
    made = compress(text, kind=kind, level=level)
    assert not made.failures
    assert len(made.text) <= len(text)
    assert made.tokens <= made.original_tokens
    assert compress(made.text, kind=kind, level=level).text == made.text
    at, pieces = 0, []
    for one in made.elisions:
        assert at <= one.start < one.end
        pieces += (text[at : one.start], one.marker)
        at = one.end
    assert "".join((*pieces, text[at:])) == made.text


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_regions_are_the_text(text):
    regions = split(text)
    assert [region.start for region in regions] == [0, *(region.end for region in regions[:-1])]
    assert regions[-1].end == len(text)
    assert isinstance(classify(text), Kind)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(QUIET, min_size=12, max_size=80),
    st.lists(TROUBLE, max_size=3),
    st.randoms(use_true_random=False),
    SHORTENING,
)
def test_no_line_of_trouble_is_lost_in_a_log(quiet, trouble, random, level):
    lines = [*quiet, *trouble, "process exited with code 137"]
    random.shuffle(lines)
    made = compress("\n".join(lines), level=level)
    assert made.kind == Kind.LOG
    kept = made.text.split("\n")
    for line in (*trouble, "process exited with code 137"):
        assert line in kept


@pytest.mark.parametrize(
    "kind", [None, Kind.LOG, Kind.BUILD, Kind.TEST_RUN, Kind.STACK_TRACE, Kind.TEXT]
)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_trouble_survives_what_a_text_is_wrongly_taken_for(kind, data):
    lines = data.draw(
        st.lists(ANY.filter(lambda line: "\n" not in line and "\r" not in line), max_size=60)
    )
    wanted = data.draw(TROUBLE)
    at = data.draw(st.integers(0, len(lines)))
    text = "\n".join([*lines[:at], "", wanted, *lines[at:]])
    assert wanted in compress(text, kind=kind).text


SHOUTS = st.sampled_from(
    [
        "ERROR gauge 99 exploded at 0x7f01",
        "2026-03-01 10:00:00,001 FATAL tide.main giving up after 31 tries",
        "warning: 41 readings are older than 7 days",
        "process exited with code 137",
        "E       AssertionError: assert 41 == 42",
        "fatal: unable to access 'https://tides.example/x.git/': Could not resolve host",
        "panic: gauge 7 is nil",
        "Segmentation fault (core dumped)",
        "Killed",
        "make: *** [all] Error 2",
        "curl: (28) Operation timed out after 3001 ms",
    ]
)
NOT_LINES = {Kind.JSON_ARRAY, Kind.JSON_OBJECT, Kind.JSON_LINES, Kind.DIFF}


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from([case for case in CASES if case.kind not in NOT_LINES]),
    SHOUTS,
    st.floats(0, 1),
    SHORTENING,
)
def test_trouble_survives_anywhere_in_the_output_of_any_tool(case, shout, place, level):
    lines = case.text.split("\n")
    lines.insert(round(place * len(lines)), shout)
    assert flat(shout) in flat(compress("\n".join(lines), level=level).text)
