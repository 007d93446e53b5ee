from __future__ import annotations

import re

import pytest

from graphpack.readers import TABLE
from graphpack.readers.base import Probe
from graphpack.readers.near_misses import MOST, near_misses
from graphpack.readers.table import facts_of

SIGNS = [
    ("tide", "`tideLog` with `gauge` and `crew`"),
    ("gate", "messages with `role` and `content`"),
    ("pump", "`pumpId` with `role`"),
]


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ('{"gauge": 1, "tideLog": 2}', ["tide"]),
        ('{"role": "x"}', []),
        ('{"role": "x", "content": 3}', ["gate"]),
        ('{"pumpId": 1, "gauge": 2}', ["pump", "tide"]),
        ("gauge: 3", []),
    ],
)
def test_the_largest_share_of_telling_keys_comes_first(head: str, names: list[str]) -> None:
    assert [name for name, _ in near_misses(Probe("f", head), SIGNS)] == names


def test_what_is_missing_is_named() -> None:
    ((_, why),) = near_misses(Probe("f", '{"gauge": 1}'), SIGNS)
    assert why == "has `gauge` but not `tideLog`, `crew`"


def test_only_a_few_are_named() -> None:
    signs = [(str(number), "`gauge`") for number in range(9)]
    assert len(near_misses(Probe("f", '{"gauge": 1}'), signs)) == MOST


def test_every_sign_reads_as_english_after_no() -> None:
    for line in TABLE:
        facts = facts_of(line.load())
        assert facts is not None, line.name
        assert facts.sign, line.name
        assert not re.match(r"(?:an?|the|no)\b", facts.sign), line.name
        assert " nor " not in facts.sign, line.name
