"""Reading records: forms, names, ids, what is refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.context import Kind, parse_records, records_of
from graphpack.errors import ReadError
from graphpack.resources import read_text

SCHEMA = json.loads(read_text("schemas", "records.v1.schema.json"))


def test_a_list_an_object_lines_and_groups_give_the_same_records():
    one = {"kind": "note", "text": "the ferry leaves at noon"}
    two = {"kind": "decision", "text": "no dogs on deck", "status": "Accepted"}
    groups = {
        "notes": ["the ferry leaves at noon"],
        "decisions": [{"text": "no dogs on deck", "status": "accepted"}],
    }
    forms = [
        json.dumps([one, two]),
        json.dumps({"records": [one, two]}),
        f"{json.dumps(one)}\n{json.dumps(two)}\n",
        json.dumps(groups),
    ]
    found = [parse_records(text).records for text in forms]
    assert found[0] == found[1] == found[2] == found[3]
    assert [(one.id, one.kind, one.status) for one in found[0]] == [
        ("r1", Kind.NOTE, None), ("r2", Kind.DECISION, "accepted"),
    ]  # fmt: skip


def test_camel_case_other_names_and_what_the_file_asks_for():
    found = records_of(
        {
            "task": "Sail",
            "tokenBudget": 90,
            "records": [
                {"type": "toolCall", "command": "make sail", "exitCode": 2, "output": "no wind"},
                {"kind": "file_snapshot", "path": "deck\\sail.c", "content": "int main;"},
                {"kind": "message", "role": "human", "message": "go", "timestamp": 1767225600000},
            ],
        }
    )
    run, file, said = found.records
    assert (found.task, found.budget_tokens) == ("Sail", 90)
    assert (run.kind, run.name, run.exit_code, run.text) == (
        Kind.TOOL_CALL,
        "make sail",
        2,
        "no wind",
    )
    assert file.path == "deck/sail.c"
    assert said.role == "user"
    assert said.at is not None
    assert said.at.isoformat() == "2026-01-01T00:00:00+00:00"


def test_a_record_without_text_is_left_out_and_named():
    found = records_of([{"kind": "note", "text": " "}, {"kind": "note", "text": "x"}])
    assert [one.id for one in found.records] == ["r2"]
    assert found.empty == ("r1",)


def test_an_id_cannot_end_a_tag():
    (record,) = records_of([{"id": "a] | [b", "kind": "note", "text": "x"}]).records
    assert not set("[]|") & set(record.id)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (3, "neither a list"),
        ({"task": "x"}, "holds no records"),
        ([3], "/0: not an object"),
        ([{"text": "x"}], "/0/kind: missing"),
        ([{"kind": "poem", "text": "x"}], "/0/kind: 'poem' is not a kind"),
        ([{"kind": "note", "text": 3}], "/0/text: not text"),
        ([{"kind": "note", "text": "x", "exit_code": "1"}], "/0/exit_code: not a whole number"),
        ([{"kind": "note", "text": "x", "at": "noon"}], "/0/at: 'noon' is not a time"),
        ([{"kind": "note", "text": "x", "priority": 2}], "/0/priority: 2 is no number"),
        ([{"id": "a", "kind": "note", "text": "x"}] * 2, "/1/id: 'a' is there twice"),
        ({"task": 1, "records": []}, "/task: not text"),
        ({"token_budget": "9", "records": []}, "/token_budget: not a whole number"),
    ],
)
def test_what_is_not_of_the_form_is_refused_with_its_place(document, message):
    with pytest.raises(ReadError, match=message):
        parse_records(json.dumps(document))


def test_what_is_no_json_is_refused():
    with pytest.raises(ReadError, match="not JSON"):
        parse_records("once upon a time")


texts = st.none() | st.text(max_size=20)
record = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(Kind)), "text": texts},
    optional={
        "role": texts,
        "status": texts,
        "name": texts,
        "path": texts,
        "exit_code": st.none() | st.integers(-5, 300),
        "at": st.none() | st.just("2026-01-01T00:00:00Z") | st.integers(0, 2_000_000_000),
        "author": texts,
        "priority": st.none() | st.floats(0, 1) | st.sampled_from(["low", "high"]),
        "note_of_another_program": st.integers(),
    },
)


@settings(max_examples=40, deadline=None)
@given(st.lists(record, max_size=4))
def test_whatever_the_schema_allows_is_read(found):
    from jsonschema import Draft202012Validator

    Draft202012Validator(SCHEMA).validate(found)
    made = records_of(found)
    assert len(made.records) + len(made.empty) == len(found)


@pytest.mark.parametrize(
    "wrong", [[3], [{"text": "x"}], [{"kind": "poem", "text": "x"}], {"task": "x"}]
)
def test_what_is_refused_the_schema_refuses_too(wrong):
    from jsonschema import Draft202012Validator

    assert not Draft202012Validator(SCHEMA).is_valid(wrong)
