"""The tasks for several agents hold what docs/context.md says of shared findings."""

import pytest

from graphpack.context.snapshots import Snapshots
from tests.bench.conftest import load


@pytest.fixture(scope="module")
def bench():
    return load("brief")


@pytest.fixture(scope="module")
def rows(bench):
    return bench.measure(bench.TASKS, "o200k_base")


def test_every_needed_fact_is_there_and_a_third_is_saved(bench, rows):
    names = {row.task for row in rows}
    assert len(names) == 5
    assert {(row.task, row.agent): row.missing for row in rows if row.missing} == {}
    for name in names:
        inside = [row for row in rows if row.task == name]
        assert bench.saved(inside, "alone") >= 0.3, name
        assert bench.saved(inside, "replay") >= 0.6, name
    assert bench.saved(rows, "alone") >= 0.6


def test_no_brief_is_larger_than_a_brief_may_be(rows):
    assert max(row.shared for row in rows) <= 2_000


def test_without_the_store_facts_would_be_missing(bench, monkeypatch):
    monkeypatch.setattr(Snapshots, "news_for", lambda *_: ())
    rows = bench.measure(bench.TASKS, "o200k_base")
    assert sum(len(row.missing) for row in rows) >= 10
