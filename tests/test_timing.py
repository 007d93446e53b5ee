"""What measures growth tells a square from a line, and is not fooled by caches or noise."""

from functools import lru_cache

import pytest

from graphpack import text
from tests import timing
from tests.timing import TooSlowError, bounded, grows_linearly, takes_no_longer


def line(size):
    return sum(n % 7 for n in range(size))


def square(size):
    return sum(n % 7 for _ in range(size) for n in range(size))


def with_a_square_in_it(size):
    """Costs a line as well, which hides a square at small sizes."""
    return line(150 * size) + square(size)


@pytest.mark.parametrize("start", [20, 20_000])
def test_a_line_passes(start):
    grows_linearly(line, start)


@pytest.mark.parametrize("run", [square, with_a_square_in_it], ids=lambda run: run.__name__)
def test_a_square_fails(run, monkeypatch):
    monkeypatch.setattr(timing, "ROUNDS", (1,))
    with pytest.raises(AssertionError, match="for the large"):
        grows_linearly(run, 300)


def test_a_pattern_that_looks_back_again_and_again_fails(monkeypatch):
    import re

    monkeypatch.setattr(timing, "ROUNDS", (1,))
    with pytest.raises(AssertionError, match="for the large"):
        grows_linearly(re.compile("a*b").search, 500, lambda size: "a" * size)


def test_what_is_no_longer_for_more_passes_and_a_line_does_not(monkeypatch):
    takes_no_longer(lambda text: text[:500].count("ab"), 10_000, lambda size: "ab" * size)
    monkeypatch.setattr(timing, "ROUNDS", (1,))
    with pytest.raises(AssertionError, match="for the large"):
        takes_no_longer(line, 2_000)


def test_noise_is_measured_again(monkeypatch):
    """Every large run of the first rounds takes ten times as long as it should."""
    times = iter([0.0] * 3 + [0.1, 1.0] * 5 + [0.1, 0.1] * 40)
    monkeypatch.setattr(timing, "seconds", lambda *_, **__: next(times))
    grows_linearly(line, 10)
    assert len(list(times)) < 80


def test_what_the_program_remembers_of_a_text_costs_again(monkeypatch):
    monkeypatch.setattr(text, "remembering", lru_cache(maxsize=64)(square), raising=False)
    monkeypatch.setattr(timing, "ROUNDS", (1,))
    with pytest.raises(AssertionError, match="for the large"):
        grows_linearly(lambda size: text.remembering(size), 200)


def test_what_never_ends_is_ended():
    with pytest.raises(TooSlowError), bounded(0.05):
        while True:
            pass
