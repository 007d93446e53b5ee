"""A text brought to a size: its ends, and what must not be lost between."""

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress import Kind, compress
from graphpack.compress.base import Elision, original, shorten
from graphpack.compress.fitting import fit
from graphpack.compress.places import Places

from . import outputs

QUIET = [f"row {n} of the tide table" for n in range(200)]


def whole(text, kind=Kind.TEXT):
    return original(text, kind=kind, level="summary", bypass="nothing")


def test_a_short_text_stays_as_it_is():
    made = whole("a\nb\nc")
    assert fit(made, "a\nb\nc", 10) is made


def test_beginning_and_end_stay_and_the_mark_counts_lines():
    text = "\n".join(QUIET)
    made = fit(whole(text), text, 400)
    lines = made.text.split("\n")
    assert lines[0] == QUIET[0]
    assert lines[-1] == QUIET[-1]
    assert all(line in QUIET or line.startswith("[… ") for line in lines)
    (one,) = made.elisions
    assert one.marker == f"[… {one.count} lines]"
    assert one.count == len(QUIET) - (len(lines) - 1)
    assert len(made.text) < 450


def test_an_error_in_the_middle_stays():
    text = "\n".join([*QUIET[:100], "ERROR gauge 7 is offline", *QUIET[100:]])
    assert "ERROR gauge 7 is offline" in fit(whole(text), text, 300).text.split("\n")


def test_of_many_errors_that_are_alike_a_few_stay_and_the_different_ones():
    alike = [f"ERROR cannot read block {n} of disk sda{n % 7}" for n in range(150)]
    text = "\n".join([*QUIET[:50], *alike[:75], "FATAL pier lost", *alike[75:], *QUIET[50:]])
    made = fit(whole(text), text, 300)
    assert "FATAL pier lost" in made.text
    assert alike[0] in made.text
    assert alike[-1] in made.text
    assert made.text.count("ERROR") <= 4


def test_words_of_trouble_in_what_was_written_are_no_trouble():
    text = "\n".join([*QUIET[:100], "raise GaugeError('failed')", *QUIET[100:]])
    assert "GaugeError" not in fit(whole(text, Kind.CODE), text, 300).text
    assert "GaugeError" in fit(whole(text, Kind.LOG), text, 300).text


def test_a_very_long_line_loses_its_middle_but_not_its_error():
    text = "x" * 3000 + " connection refused " + "y" * 3000
    made = fit(whole(text), text, 400)
    assert "connection refused" in made.text
    assert len(made.text) < 1000
    assert {one.unit for one in made.elisions} == {"characters"}


def test_marks_that_tell_more_than_a_number_stay():
    text = "\n".join(QUIET)
    at = text.index("row 100 ")
    telling = Elision(at, at + 500, "[… 20 rows, tide 1.2 to 3.4 metres, none of them missing]", 20,
                      "rows", "test")  # fmt: skip
    made = shorten(text, [telling], kind=Kind.TABLE, level="summary")
    assert telling.marker in fit(made, text, 300).text


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([outputs.LOG, outputs.PYTEST]), st.integers(40, 2000))
def test_every_character_left_is_the_originals_or_a_mark(text, limit):
    made = fit(compress(text), text, limit)
    at, pieces = 0, []
    for one in made.elisions:
        assert at <= one.start < one.end
        pieces += (text[at : one.start], one.marker)
        at = one.end
    assert "".join((*pieces, text[at:])) == made.text
    places = Places(made.elisions, len(text))
    kept = "".join(text[piece.start : piece.end] for piece in places.kept)
    assert len(kept) <= len(made.text)


def test_what_would_only_take_from_marks_is_left_as_it_is():
    """A mark is nowhere in the original: nothing of it can be left out once more."""
    marks = [
        f"[… 500 {one}]" for one in ("characters", "letters", "figures", "signs", "blanks")
    ] * 3
    text = "x" * 300 + "z" * 500 * len(marks) + "y" * 300
    gone = [
        Elision(300 + 500 * at, 800 + 500 * at, mark, 500, "characters", "long")
        for at, mark in enumerate(marks)
    ]
    made = shorten(text, gone, kind=Kind.TEXT, level="summary")
    size = sum(map(len, marks))
    assert len(made.text) == 600 + size
    assert fit(made, text, len(made.text) - size // 2) is made
    assert len(fit(made, text, 200).text) < len(made.text)
