"""The scenarios of a context for one task hold what docs/context.md says of them."""

from pathlib import Path

import pytest

from tests.bench.conftest import load

SHARED = Path(__file__).parents[2].parent / "shared" / "bench" / "scenarios"


@pytest.fixture(scope="module")
def bench():
    return load("context")


def bars(bench, folder):
    rows = [row for row in bench.measure([folder], "o200k_base") if row.strategy == "graphpack"]
    lost = {row.scenario: (row.lost, row.missing) for row in rows if row.lost or row.missing}
    assert lost == {}
    assert {row.scenario for row in rows if not row.is_within} == {
        row.scenario for row in rows if row.is_conflict_said
    } == {row.scenario for row in rows if row.scenario.startswith("impossible")}  # fmt: skip
    assert all(row.attribution == 1 for row in rows)
    whole = bench.summed(rows, "all", "graphpack")
    assert whole["precision"] >= 0.8
    assert whole["of_perfect"] >= 0.9


def test_the_projects_own_scenarios(bench):
    assert len(list(bench.OWN.glob("*.json"))) == 20
    bars(bench, bench.OWN)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the nine scenarios are not here")
def test_the_nine(bench):
    bars(bench, SHARED)


def test_a_scenario_that_keeps_nothing_would_be_seen(bench, monkeypatch):
    from graphpack.context import build_context

    def nothing(task, records, **more):
        return build_context(task, (), **more)

    monkeypatch.setattr(bench, "build_context", nothing)
    with pytest.raises(AssertionError):
        bars(bench, bench.OWN)
