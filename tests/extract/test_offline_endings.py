"""A trouble is told in one statement with its reports, what was done, and what ended it."""

from __future__ import annotations

import pytest

from graphpack.model.codes import NodeType, Status
from tests.extract.test_offline_short_talks import of_people, packed

PUMP = "the pump of the pond stops after an hour, it is 20 years old"


def resolved(nodes):
    return [
        node.summary
        for node in nodes
        if (node.type, node.status) == (NodeType.PROBLEM, Status.RESOLVED)
    ]


def test_a_second_end_soon_after_bears_out_the_first():
    again = "two days without a stop now, it's gone for good"
    (story,) = resolved(
        packed(
            PUMP, "Check the float first.", "did that, it's gone", "Great.", again, "Good."
        ).nodes
    )
    assert story.startswith(f"User: {PUMP} → Check the float first.")
    assert story.endswith(f"did that, it's gone → {again}")


def test_what_is_told_right_before_the_end_belongs_to_it():
    done = "the float was full of algae. i scrubbed it with vinegar. the fault is gone"
    (story,) = resolved(packed(PUMP, "Clean the float.", done, "Great.").nodes)
    assert story.endswith(done)


def test_among_people_the_story_says_who_did_what():
    (story,) = resolved(
        of_people(
            ("Ann", "the pump of the pond stops after an hour, it keeps failing"),
            ("Bo", "clean the float with vinegar"),
            ("Ann", "scrubbed it. the fault is gone, it runs again"),
        )
    )
    first, second, third = story.split(" → ")
    assert first.startswith("Ann: the pump")
    assert second == "Bo: clean the float with vinegar"
    assert third.startswith("Ann: scrubbed it.")


@pytest.mark.parametrize(
    ("report", "count"),
    [
        ("the pond pump crashes again, error E7 this time", 1),
        ("the garage lamp crashes again, error E7 this time", 0),
    ],
)
def test_a_second_report_joins_the_first_only_of_the_same_matter(report, count):
    said = (
        PUMP,
        "Clean the float.",
        report,
        "Clean the valve too.",
        "valve cleaned. it's gone",
        "Ok.",
    )
    told = [story for story in resolved(packed(*said).nodes) if PUMP in story and "E7" in story]
    assert len(told) == count
