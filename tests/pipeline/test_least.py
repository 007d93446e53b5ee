from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest

from graphpack.errors import UsageError
from graphpack.model.chunk import ChunkGraph
from graphpack.pipeline import export
from graphpack.settings import Settings

LINES = [
    "We decided to keep the timetable in Postgres, because Mia knows it.",
    "Agreed. The importer runs every night at 03:30.",
    "The pier at Norrvik is still closed, so its departures stay out until 14 May.",
    "Noted: no departures from Norrvik before 14 May.",
]
TALK = json.dumps({
    "title": "Timetable",
    "messages": [
        {"role": ("user", "assistant")[n % 2], "content": line} for n, line in enumerate(LINES)
    ],
}).encode()  # fmt: skip


@dataclass
class Mute:
    """Finds nothing."""

    name: str = "mute"
    reads_whole: bool = True

    def extract(self, chunk, context):
        return ChunkGraph(chunk.index, description="a timetable")


@pytest.mark.parametrize("mode", ["compact", "readable"])
@pytest.mark.parametrize("cap", [1, 40])
def test_a_cap_that_holds_nothing_is_refused_with_one_that_does(mode, cap):
    with pytest.raises(UsageError, match=f"into {cap} tokens") as caught:
        export(TALK, Settings(mode=mode, cap=cap))
    least = int(re.search(r"--cap (\d+)", str(caught.value.hint))[1])
    made = export(TALK, Settings(mode=mode, cap=least))
    assert made.graph.nodes
    assert made.rendered.tokens <= least
    with pytest.raises(UsageError):
        export(TALK, Settings(mode=mode, cap=least - 1))


@pytest.mark.parametrize("cap", range(90, 150, 6))
def test_a_hand_off_that_found_no_room_does_not_come_back(cap):
    assert export(TALK, Settings(cap=cap)).rendered.tokens <= cap


def test_a_conversation_without_a_statement_is_no_matter_of_the_cap():
    assert export(TALK, Settings(cap=1), extractor=Mute()).graph.nodes == ()


def test_what_a_person_pinned_is_written_over_the_cap():
    made = export(TALK, Settings(cap=20, keep=("Norrvik",)))
    assert any("Norrvik" in node.summary for node in made.graph.nodes)
    assert made.report.over_cap_tokens > 0
