"""The edges that the first seed lists: sizes, scripts, bytes, and what a short text may not do.

Source:
    Seed 000, "Edge Case Test Matrix" and "Compression Ratio Regression Tests".
"""

import random

import pytest

from graphpack.compress import Kind, compress
from graphpack.compress.base import MIN_TOKENS, Elision, shorten
from graphpack.tokens import counter

from . import outputs
from .cases import CASES, lost


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty_input"),
        pytest.param("x", id="single_char"),
        pytest.param("2026-03-01 10:00:00 ERROR gauge 7 is offline", id="single_line"),
    ],
)
def test_empty_input_single_char_and_single_line_pass_through(text):
    assert compress(text).text == text


def test_exactly_100_tokens_is_tried_and_99_tokens_pass_through():
    count = counter().count
    line = "[INFO] Processing item"
    lines = [line]
    while count("\n".join(lines)) < MIN_TOKENS:
        lines.append(line)
    text = "\n".join(lines)
    assert compress("\n".join(lines[:-1])).bypass == "short"
    assert compress(text).bypass is None
    exact = "\n".join(["word"] * MIN_TOKENS)
    while count(exact) > MIN_TOKENS:
        exact = exact.rpartition("\n")[0]
    assert compress(exact).bypass != "short" or count(exact) < MIN_TOKENS


def test_101_tokens_are_compressed():
    text = "[INFO] Processing item\n" * 20
    assert counter().count(text) > MIN_TOKENS
    assert compress(text).tokens < counter().count(text)


def test_50k_tokens_and_100k_tokens_are_compressed():
    dice = random.Random(1)
    for count in (2_100, 4_100):
        lines = [
            f"2026-03-01T10:{n // 60 % 60:02}:{n % 60:02}.{dice.randrange(1000):03}Z INFO [api]"
            f" read gauge {dice.randrange(10**6)}"
            for n in range(count)
        ]
        lines[count // 2] = "2026-03-01T10:59:59.000Z ERROR [api] gauge 7 is offline"
        made = compress("\n".join(lines))
        assert made.original_tokens > count * 24
        assert made.tokens < made.original_tokens * 0.05
        assert lines[count // 2] in made.text


def test_unicode_cjk_and_unicode_emoji_are_preserved():
    lines = [f"2026-03-01 10:00:{n % 60:02} INFO 港 {n} 正常 🌊" for n in range(80)]
    lines[40] = "2026-03-01 10:01:00 ERROR 港の水位計 7 が応答しません 🚨"
    made = compress("\n".join(lines))
    assert lines[40] in made.text
    assert "🌊" in made.text


def test_binary_content_and_null_bytes_are_no_failure():
    dice = random.Random(2)
    for text in (
        "".join(chr(dice.randrange(256)) for _ in range(4_000)),
        "\0" * 3_000,
        "\n".join(f"gauge\0{n}\0ok" for n in range(200)),
        "\ud800" * 900 + "\n[INFO] x" * 90,
    ):
        made = compress(text)
        assert not made.failures
        assert len(made.text) <= len(text)


def test_very_long_single_line_keeps_its_ends_and_its_trouble():
    text = "start " + "a9=f3;" * 9_000 + " ERROR gauge 7 " + "a9=f3;" * 9_000 + "end"
    made = compress(text)
    assert made.text.startswith("start ") and made.text.endswith("end")
    assert "ERROR gauge 7" in made.text
    assert len(made.text) < len(text) / 10


def test_all_entity_names_preserved_in_code_and_searches():
    for text, names in (
        (outputs.CODE, [f"read_{n}" for n in range(20)]),
        (outputs.HITS, [f"src/gauge{n}.py" for n in range(30)]),
    ):
        short = compress(text).text
        assert all(name in short for name in names)


def test_all_error_messages_preserved():
    for case in CASES:
        assert not lost(case, compress(case.text).text), case.name


def test_no_hallucinated_content():
    # whatever stands in the short text is the original's, or a mark that counts what went
    for case in CASES:
        made = compress(case.text)
        at = 0
        for one in made.elisions:
            assert one.start >= at
            at = one.end
        kept = [
            case.text[a.end : b.start]
            for a, b in zip(made.elisions, made.elisions[1:], strict=False)
        ]
        place = 0
        for part in kept:
            place = made.text.find(part, place)
            assert place >= 0, case.name


@pytest.mark.parametrize(
    ("text", "kind", "most"),
    [
        pytest.param(outputs.JSON_RECORDS, Kind.JSON_ARRAY, 0.15, id="json_array_ratio"),
        pytest.param("[INFO] Processing item\n" * 500, Kind.LOG, 0.05, id="log_repeated_ratio"),
        # every hit is kept: less can go than where the seed shows three of them
        pytest.param(outputs.LONG_HITS, Kind.SEARCH_RESULTS, 0.45, id="search_output_ratio"),
        pytest.param(outputs.CALLERS, Kind.SEARCH_RESULTS, 0.55, id="trace_callers_ratio"),
        pytest.param(outputs.RUST_PANIC, Kind.STACK_TRACE, 0.30, id="stack_trace_ratio"),
    ],
)
def test_ratio_regression(text, kind, most):
    made = compress(text)
    assert made.kind == kind
    assert 0.005 < len(made.text) / len(text) < most


def test_no_compressor_increases_size():
    kinds = [kind for kind in Kind if kind != Kind.MIXED]
    for at, case in enumerate(CASES):
        # each is taken for something else, too
        for kind in (None, kinds[at % len(kinds)]):
            text = case.text[:3_000]
            assert len(compress(text, kind=kind).text) <= len(text)


@pytest.mark.parametrize("places", [[(0, 3), (2, 4)], [(2, 2)], [(4, 9)]])
def test_elisions_that_overlap_are_empty_or_reach_beyond_are_refused(places):
    elisions = [Elision(start, end, "", 1, "characters", "test") for start, end in places]
    with pytest.raises(ValueError, match="not a place after"):
        shorten("gauges", elisions, kind=Kind.TEXT, level="summary")
