"""A problem is solved where somebody solved it, and open where somebody says that it still is."""

from __future__ import annotations

from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings

REPORT = (
    "We keep the tide tables of the harbour in Python 3.12. Let's go on with the import.",
    "All right, the import is in `tides/load.py`.",
    "The tide import crashes with KeyError: 'gauge_id' since this morning.",
    "Fixed: `load_tides` now skips rows without gauge_id. The tide import no longer crashes with"
    " that KeyError; 14 tests pass.",
)
REST = (
    "Next the berth list, please.",
    "Done, `berths.py` lists 40 berths.",
    "Thanks, that is all.",
)


def problems(*said):
    messages = tuple(
        Message(at, Role.USER if at % 2 == 0 else Role.ASSISTANT, (Text(text),))
        for at, text in enumerate(said)
    )
    talk = Conversation("c", None, ConversationSource("c", "messages"), messages)
    graph = pack(talk, Settings(budget=1200, cap=1200)).graph
    kinds = {tie.type for tie in graph.relationships}
    return {node.status for node in graph.walk() if "KeyError" in node.summary
            and node.type == "problem"}, kinds  # fmt: skip


def test_what_was_fixed_is_resolved():
    assert problems(*REPORT, *REST)[0] == {"resolved"}


def test_what_a_person_says_is_still_there_is_open():
    again = "The tide import still crashes with the KeyError for gauge_id on the pier machine."
    statuses, kinds = problems(*REPORT, again, "I will look at it.", *REST)
    assert statuses == {"open"}
    assert "resolves" not in kinds


def test_another_matter_that_is_still_open_changes_nothing():
    other = "The printer at the office still fails on A3 paper."
    assert problems(*REPORT, other, "Noted.", *REST)[0] == {"resolved"}


def test_what_went_well_is_no_problem():
    fine = "I ran the tide import on three machines, no crash and no KeyError any more."
    statuses, _ = problems("Please check the tide import.", "It runs.", fine, "Good.", *REST)
    assert statuses == set()
