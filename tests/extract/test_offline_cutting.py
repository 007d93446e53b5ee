"""A text is cut into units with what stands above them; empty marks are passed over."""

from __future__ import annotations

from graphpack.extract.offline.cutting import iter_units
from graphpack.extract.offline.reading import cut
from graphpack.extract.offline.units import Kind
from graphpack.model.conversation import Message, Role, Text, ToolCall


def texts(text: str) -> list[str]:
    return [unit.text for unit in iter_units(0, 0, text)]


def test_a_no_in_a_heading_counts_for_the_headings_below():
    units = list(iter_units(0, 0, "## Not planned\n\n### Exports\n\nA PDF of the rota."))
    assert units[-1].heading == "Not planned: Exports"


def test_code_that_is_empty_is_passed_over():
    assert texts("```\n```\nAfter it.") == ["After it."]
    assert texts("```\n\n   \n```\nAfter it.") == ["After it."]
    assert texts("Before it.\n```") == ["Before it."]


def test_an_empty_row_is_passed_over_and_its_header_kept():
    units = list(iter_units(0, 0, "| a | b |\n|---|---|\n|   |\n| Oslo | 4 |"))
    assert [(unit.kind, unit.text, unit.lead) for unit in units] == [
        (Kind.ROW, "Oslo | 4", "a | b")
    ]


def test_circled_numbers_label_items_as_numbers():
    units = list(iter_units(0, 0, "① Ship the rota\n② Ask Ottoline"))
    assert [(unit.label, unit.text) for unit in units] == [
        ("1", "Ship the rota"),
        ("2", "Ask Ottoline"),
    ]


def test_a_cross_stays_with_what_it_marks():
    assert texts("❌ Redis for the queue\n✅ Kafka") == ["❌ Redis for the queue", "Kafka"]


def test_an_item_without_words_is_passed_over():
    assert texts("- Ship the rota   \n-  \n- Next") == ["Ship the rota", "Next"]


def test_where_nobody_says_a_thing_the_rest_is_read():
    system = Message(0, Role.SYSTEM, (Text("Always answer in Dutch."),))
    assert [unit.text for unit in cut([system])] == ["Always answer in Dutch."]
    user = Message(1, Role.USER, (Text("Plan the rota for March."),))
    assert [unit.message for unit in cut([system, user])] == [1]


def test_of_calls_alone_the_arguments_are_told():
    call = ToolCall("note", {"text": "Ship the rota on Monday."}, "c1")
    (unit,) = cut([Message(0, Role.ASSISTANT, (call,))])
    assert unit.text == "text: Ship the rota on Monday."
    assert call.text[unit.start : unit.end] == unit.text
