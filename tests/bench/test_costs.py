"""What reading with a model costs stays within its bounds, and a second run asks nothing."""

import pytest

from tests.bench.conftest import load


@pytest.fixture(scope="module")
def costs():
    return load("costs")


def test_a_chat_and_a_session_cost_little_more_than_themselves(costs):
    whole, parts, session = costs.costs()
    assert (whole.calls, session.calls) == (1, 1)
    assert whole.ratio <= 1.15
    assert 1 < parts.calls <= 8
    assert parts.ratio <= 1.4
    assert session.ratio <= 0.5


def test_a_second_run_asks_nothing(costs, tmp_path, monkeypatch):
    monkeypatch.setattr(costs, "LATENCY_S", 0.0)
    _, first, again = costs.timed(3, tmp_path, chunks=5)
    assert (first, again) == (5, 0)
