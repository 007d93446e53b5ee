"""Whatever a tool is called with, it answers or says what is wrong."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.mcp.definitions import TOOLS
from graphpack.mcp.desk import Desk, nothing_told
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from tests.mcp.conftest import RECORDS, SECRET

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def arguments_of(tool):
    """Arguments of which some have the right name, and some the right type."""
    fitting = {
        "string": st.text(max_size=40),
        "integer": st.integers(-2, 300),
        "number": st.floats(-2, 3, allow_nan=False),
        "boolean": st.booleans(),
        "array": st.lists(VALUES, max_size=3),
        "object": st.dictionaries(st.text(max_size=8), VALUES, max_size=3),
    }
    keys = {
        name: VALUES | fitting[schema["type"]]
        | (st.sampled_from(schema["enum"]) if "enum" in schema else st.nothing())
        for name, schema in tool.takes.items()
    }  # fmt: skip
    return st.fixed_dictionaries({}, optional=keys)


@settings(max_examples=60)
@given(st.data())
def test_no_arguments_make_a_tool_fail_otherwise_than_in_words(data):
    name = data.draw(st.sampled_from(list(TOOLS)))
    arguments = data.draw(arguments_of(TOOLS[name]))
    store = Store()
    toolbox = Toolbox(Desk(store))
    toolbox.call("ingest_records", {"records": RECORDS[:3], "session": "fix"})
    outcome = toolbox.call(name, arguments)
    store.close()
    assert outcome.text
    if outcome.is_error:
        assert outcome.text.startswith("error: ")
        assert "Traceback" not in outcome.text
    else:
        assert json.loads(outcome.text) == outcome.answer


def test_an_error_does_not_say_a_secret_again(refused):
    for arguments in (
        {"query": "x", "session": f"password={SECRET}"},
        {"query": "x", f"password={SECRET}": 1},
        {"query": "x", "limit": f"password={SECRET}"},
    ):
        assert SECRET not in refused("search_context", **arguments)


def test_halves_of_surrogate_pairs_are_taken_out(desk, call):
    call("ingest_records", records=[{"kind": "note", "text": "half \ud83d of a face"}])
    found = call("search_context", query="half \udc00 face")
    assert found["items"][0]["text"] == "half \ufffd of a face"
    json.dumps(found).encode("utf-8")


def test_deep_nesting_is_refused(refused):
    deep = []
    for _ in range(900):
        deep = [deep]
    assert "error: " in refused("ingest_records", records=deep)


def test_a_tool_that_meets_a_full_disk_says_so(desk, monkeypatch):
    toolbox = Toolbox(desk)

    def full(*_, **__):
        raise OSError(28, "No space left on device", "/srv/secret-place")

    monkeypatch.setitem(toolbox._tools, "list_sessions", full)
    assert toolbox.call("list_sessions", {}).text == "error: no space left on device"


def test_calls_are_counted(desk):
    toolbox = Toolbox(desk)
    toolbox.call("list_sessions", {}, nothing_told)
    toolbox.call("list_sessions", {"detail": True})
    toolbox.call("list_sessions", {"detail": 3})
    assert desk.tally.calls() == {"list_sessions": (3, 1, 1)}
    assert desk.tally.tokens_sent > 0


def test_what_was_worked_out_of_texts_is_let_go(desk, monkeypatch):
    from graphpack.context.facts import facts_of
    from graphpack.mcp import desk as desks

    monkeypatch.setattr(desks, "_FRUGAL_CHARS", 5_000)
    toolbox = Toolbox(desk)
    toolbox.call("ingest_records", {"records": RECORDS})
    for _ in range(20):  # the same texts again cost no room
        toolbox.call("get_relevant_errors", {})
    before = facts_of.cache_info().currsize
    desk.looked_at(["x" * 5_000])
    assert facts_of.cache_info().currsize == 0 < before


@pytest.mark.parametrize("tool", list(TOOLS))
def test_every_tool_has_its_function(desk, tool):
    assert tool in Toolbox(desk)._tools


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_context", {"query": "policy", "limit": 2.0, "offset": 1.0}),
        ("search_context", {"query": "policy", "offset": 1e300}),
        ("get_decisions", {"limit": 1.0}),
        ("list_sessions", {"limit": 3.0}),
        ("build_context", {"task": "policy", "budget_tokens": 800.0}),
        ("export_graph", {"session": "fix", "budget_tokens": 800.0}),
    ],
)
def test_a_whole_number_may_be_written_with_a_point(call, tool, arguments):
    call("ingest_records", records=RECORDS, session="fix")
    assert call(tool, **arguments)["left_out"] is not None
