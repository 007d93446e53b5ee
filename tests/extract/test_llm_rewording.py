"""A statement that names something nobody said is told without it, or not at all."""

from __future__ import annotations

import pytest

from graphpack.extract.llm.rewording import reworded

TEXTS = [
    "The tide table is in tables/tide.csv; we keep build and test apart on the barge.",
    "Stage 1 starts in May with 670 tons, pump.rate is set by the keeper of the lock, never at 5.",
]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("Keep build/test apart on the barge", "Keep build/test apart on the barge"),
        ("Keep tables/test apart on the barge", "Keep tables / test apart on the barge"),
        ("Stage-0 ended, Stage 1 starts in May", "Stage ended, Stage 1 starts in May"),
        ("Stage 1 starts in May with 670 tons (was 450)", "Stage 1 starts in May with 670 tons"),
        ("Stage 1 (May; 64 men; 670 tons) starts", "Stage 1 (May; 670 tons) starts"),
        ("Stage 1 starts with 670 tons; see docs/none.md", "Stage 1 starts with 670 tons"),
        ("keeper.lock.pump decides in May", "keeper > lock > pump decides in May"),
        ("Use docs/none.md", None),
        ("The limit is 4.2.1", None),
    ],
)  # fmt: skip
def test_what_is_left(statement, told):
    assert reworded(statement, TEXTS) == told
