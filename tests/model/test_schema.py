from __future__ import annotations

import copy
import json
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphpack.errors import GraphError
from graphpack.model.codes import Mode
from graphpack.model.graph import About, ContextGraph, Node
from graphpack.model.pack import parse_structure
from graphpack.model.record import Input, Record
from graphpack.model.report import Cut, Gap, Merge, Notice, Report, Strategy, Usage
from graphpack.model.schema import document_faults, schema_faults, schema_text, validate_document
from graphpack.render import render
from tests.strategies import graphs

SMALL = {
    "v": 2,
    "mode": "compact",
    "desc": "Photo album server; uploads work, sharing next.",
    "n": [
        {"id": "n1", "t": "F", "i": "h", "s": "Runs on Go 1.22."},
        {
            "id": "n2",
            "t": "D",
            "i": "h",
            "st": "active",
            "s": "Thumbnails are made on upload.",
            "c": [{"id": "n2.1", "t": "A", "i": "m", "conf": 0.8, "s": "Disk space is cheap."}],
        },
    ],
    "rel": [{"from": "n2", "to": "n1", "type": "depends_on"}],
    "handoff": "Sharing is next.",
}
REPORT = Report(
    extractor="model x/y",
    strategy=Strategy.CHUNKED,
    input_tokens=9000,
    output_tokens=700,
    counter="o200k_base",
    notices=(Notice("broken-record", "a.jsonl:7", "skipped"),),
    cuts=(Cut("n4", "dropped", "over target", "Gone.", 12),),
    merges=(Merge("n1", "n5", "same topic"),),
    gaps=(Gap(3, 4, "refused"),),
    usage=Usage(2, 900, 80, None),
)
ODD_VALUES = st.sampled_from([
    None, True, False, 0, 1, 2, 2.0, 3.5, -1, 0.6, 0.59, 1.01, "", "x", "done", "open", "F", "h",
    "high", "compact", "2026-01-02T03:04:05Z", "2026-01-02", [], {}, [1], [{}], {"a": 1},
])  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            found += places(inner, (*path, key))
        else:
            found.append((*path, key))
    return found


@st.composite
def documents(draw: st.DrawFn) -> tuple[Mode, Any]:
    """A written pack with none, one or two of its fields changed, removed or added."""
    mode = draw(st.sampled_from(Mode))
    graph = draw(graphs(max_nodes=3, with_low=mode != Mode.COMPACT))
    record = Record(REPORT, "0f" * 32, graph.nodes[:1], ("original-1",))
    text = render(graph, to=mode, count=len, with_sources=True, record=record).text
    document = orjson.loads(text)
    for _ in range(draw(st.integers(0, 2))):
        path = draw(st.sampled_from(places(document)))
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        match draw(st.sampled_from(["change", "remove", "add"])):
            case "change":
                holder[path[-1]] = draw(ODD_VALUES)
            case "remove":
                del holder[path[-1]]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["colour", "title", "st", "rel"]))] = draw(ODD_VALUES)
            case _:
                holder.append(draw(ODD_VALUES))
        if not document:
            break
    return mode, document


@settings(max_examples=300)
@given(documents())
def test_schema_and_parser_accept_and_reject_the_same_documents(made):
    mode, document = made
    parsed = parse_structure(document, mode)
    if parsed.graph.version > 2:  # outside of what the schema of version 2 speaks of
        return
    ours = {fault.where for fault in parsed.faults if fault.is_fatal}
    theirs = {fault.where for fault in schema_faults(document, mode)}
    assert ours == theirs


@pytest.mark.parametrize("mode", Mode)
def test_schemas_are_valid_name_themselves_and_never_refer_outside(mode):
    schema = json.loads(schema_text(mode))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:graphpack:schema:{mode}:v2"
    refs = [line for line in schema_text(mode).splitlines() if '"$ref"' in line]
    assert refs
    assert all('"#/$defs/' in line for line in refs)


def test_archive_and_readable_schemas_define_nodes_alike():
    readable, archive = (json.loads(schema_text(m))["$defs"] for m in (Mode.READABLE, Mode.ARCHIVE))
    for name in ("node", "source", "relationship", "context_graph"):
        assert archive[name] == readable[name]


def broken(path: str, value: Any) -> dict[str, Any]:
    document = copy.deepcopy(SMALL)
    holder: Any = document
    *way, last = path.strip("/").split("/")
    for key in way:
        holder = holder[int(key) if key.isdigit() else key]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("/n/0/st", "done", "/n/0/st: 'done' is not a status"),
        ("/n/1/i", "x", "/n/1/i: 'x' is not an importance"),
        ("/n/1/c/0/conf", 0.4, "/n/1/c/0/conf: 0.4 is under 0.6"),
        ("/n/1/c/0/conf", 1.2, "/n/1/c/0/conf: 1.2 is over 1"),
        ("/n/0/s", "", "/n/0/s: is empty"),
        ("/n/0/s", ..., "/n/0: 's' is missing"),
        ("/n/0/s", 7, "/n/0/s: is not text"),
        ("/v", 1, "/v: 1 is not 2"),
        ("/n/1/c/0/id", "n1", "/n/1/c/0/id: 'n1' is taken"),
        ("/rel/0/to", "n9", "/rel/0/to: there is no node 'n9'"),
    ],
)
def test_an_invalid_document_is_refused_with_pointer_and_reason(path, value, message):
    with pytest.raises(GraphError) as caught:
        validate_document(broken(path, value))
    assert str(caught.value) == message
    assert caught.value.exit_code == 20


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("/n/0/t", "Q", "unknown-type"),
        ("/rel/0/type", "blocks", "unknown-relation"),
        ("/n/0/colour", "red", "unknown-field"),
        ("/shape", {}, "unknown-field"),
        ("/n/0/id", "first", "odd-id"),
    ],
)
def test_unknown_values_are_warnings_and_errors_only_when_strict(path, value, code):
    document = broken(path, value)
    if code == "odd-id":
        document["rel"] = []
    (notice,) = validate_document(document)
    assert (notice.code, notice.where) == (code, path)
    with pytest.raises(GraphError, match=path):
        validate_document(document, strict=True)


def test_a_valid_document_has_no_warnings_even_when_strict():
    assert validate_document(SMALL, strict=True) == ()


def test_every_fault_is_listed_once_errors_first():
    document = broken("/n/0/st", "done")
    document["colour"] = "red"
    document["n"][1]["i"] = "x"
    faults = document_faults(document)
    assert [fault.where for fault in faults] == ["/n/0/st", "/n/1/i", "/colour"]
    with pytest.raises(GraphError, match=r"^/n/0/st: 'done' is not a status \(and 1 more\)$"):
        validate_document(document)


def test_a_later_version_is_read_as_far_as_it_is_understood():
    document = broken("/v", 3)
    document["n"][0]["st"] = "parked"
    document["n"].append({"id": "n3", "kind": "omen", "words": "in a new way"})
    document["rel"].append({"from": "n3", "to": "n1", "type": "related_to"})
    notices = validate_document(document)
    assert notices[0].code == "newer-version"
    assert {"/n/0/st", "/n/2"} <= {notice.where for notice in notices}
    with pytest.raises(GraphError):
        validate_document(document, strict=True)


def archived() -> dict[str, Any]:
    """A written archive, which holds a record of its run."""
    graph = ContextGraph(
        description="Weather.",
        nodes=(Node(id="n1", type="fact", importance="high", summary="It rains."),),
        about=About(compressed_at="2026-05-06T07:08:09Z"),
    )
    record = Record(REPORT, "0f" * 32, (), ("original-1",), input=Input(has_subagents=True))
    text = render(graph, to=Mode.ARCHIVE, count=len, with_sources=True, record=record).text
    made: dict[str, Any] = orjson.loads(text)
    return made


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("record/settings_sha256", "0F", "'0F' has the wrong form"),
        ("context_graph/metadata/compressed_at", "today", "'today' has the wrong form"),
        ("record/originals", "original-1", "is text, not a list"),
        ("record/originals/0", 7, "is a number, not text"),
        ("record/strategy", "twice", "'twice' is not a strategy"),
        ("record/input/subagents", "some", "'some' has the wrong form"),
    ],
)
def test_a_fault_of_the_record_is_found_by_the_schema_and_by_the_parser(path, value, message):
    document: Any = archived()
    assert document_faults(document) == ()
    holder = document
    *way, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in way:
        holder = holder[key]
    holder[last] = value
    assert [fault.where for fault in schema_faults(document, Mode.ARCHIVE)] == [f"/{path}"]
    found = [fault for fault in parse_structure(document, Mode.ARCHIVE).faults if fault.is_fatal]
    assert [(fault.where, fault.what) for fault in found] == [(f"/{path}", message)]


def test_what_has_the_wrong_form_is_named():
    document = archived()
    document["record"]["settings_sha256"] = "0F"
    with pytest.raises(GraphError, match=r"^/record/settings_sha256: '0F' has the wrong form$"):
        validate_document(document)


def test_a_record_may_lack_the_names_of_originals():
    document = archived()
    del document["record"]["originals"]
    parsed = parse_structure(document, Mode.ARCHIVE)
    assert parsed.faults == ()
    assert parsed.record is not None
    assert parsed.record.originals == ()
