from __future__ import annotations

import json

import orjson
import pytest

from graphpack.errors import GraphError, UsageError
from graphpack.model.graph import About, ContextGraph, Node, Relationship
from graphpack.model.pack import read_pack
from graphpack.model.schema import validate_document
from graphpack.render import RENDERERS, render, stats_line
from tests.render.sample import GRAPH, RECORD


def write(graph: ContextGraph, to: str, **more) -> str:
    return render(graph, to=to, count=len, **more).text


SUFFIXES = {
    "compact": "json",
    "readable": "json",
    "archive": "json",
    "paste": "txt",
    "handoff": "txt",
    "markdown": "md",
    "mermaid": "mmd",
    "dot": "dot",
    "graphml": "graphml",
}


@pytest.mark.parametrize("form", RENDERERS)
def test_each_form_as_it_is_written(form, golden):
    golden(f"{form}.{SUFFIXES[form]}", write(GRAPH, form, record=RECORD))


def test_sources_are_written_on_request_only(golden):
    golden("compact-sources.json", write(GRAPH, "compact", with_sources=True))
    assert '"src"' not in write(GRAPH, "compact")
    assert '"sources"' not in write(GRAPH, "readable")
    assert '"sources"' in write(GRAPH, "readable", with_sources=True)


@pytest.mark.parametrize("form", ["compact", "readable", "archive"])
def test_what_is_written_is_valid_without_a_warning(form):
    document = orjson.loads(write(GRAPH, form, record=RECORD))
    assert validate_document(document, strict=True) == ()


def test_compact_is_one_minified_line_with_its_keys_in_order():
    text = write(GRAPH, "compact")
    assert "\n" not in text
    assert text == json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
    keys = ["v", "mode", "desc", "chunks", "n", "rel", "handoff", "meta"]
    assert list(json.loads(text)) == keys


def test_chunks_relationships_and_meta_are_written_only_where_there_are_some():
    bare = GRAPH.model_copy(update={"chunks": 1, "relationships": (), "meta": {}})
    assert list(json.loads(write(bare, "compact"))) == ["v", "mode", "desc", "n", "handoff"]


def test_the_title_stands_before_the_summary_only_where_it_adds_words():
    lines = {node["id"]: node["s"] for node in json.loads(write(GRAPH, "compact"))["n"]}
    assert lines["n1"] == "Stack: Go 1.22, SQLite 3.45, no ORM."
    assert lines["n4"].startswith("Switched from")
    assert lines["n6"].startswith("func sign(")


def test_converting_a_compact_pack_makes_nothing_up():
    first = write(GRAPH, "compact")
    graph = read_pack(first).graph
    readable = json.loads(write(graph, "readable"))["context_graph"]
    assert set(readable["metadata"]) == {"description", "mode", "version", "node_count", "chunks"}
    assert all("title" not in node for node in readable["nodes"])
    assert write(graph, "compact") == first


def test_a_low_node_is_left_out_of_compact_and_said():
    rendered = render(GRAPH, to="compact", count=len)
    assert '"n9"' not in rendered.text
    (notice,) = rendered.notices
    assert (notice.code, notice.count) == ("low-left-out", 1)
    assert (rendered.nodes, rendered.relationships) == (8, 2)
    assert render(GRAPH, to="readable", count=len).nodes == 9


def test_tokens_are_those_of_the_text_as_written():
    rendered = render(GRAPH, to="paste", count=lambda text: len(text.split()))
    assert rendered.tokens == len(rendered.text.split())


def test_a_graph_that_breaks_an_invariant_does_not_leave():
    broken = GRAPH.model_copy(
        update={"relationships": (Relationship(start="n1", end="n99", type="references"),)}
    )
    with pytest.raises(GraphError, match=r"^/rel/0/to: there is no node 'n99'"):
        write(broken, "compact")
    with pytest.raises(GraphError, match=r"^/context_graph/relationships/0/to: there is no node"):
        write(broken, "readable")


def test_half_a_character_is_replaced_and_said():
    node = Node(id="n1", type="fact", summary="broken \ud83d here")
    graph = ContextGraph(description="", nodes=(node,))
    for form in ("compact", "readable"):
        rendered = render(graph, to=form, count=len)
        assert "broken \ufffd here" in rendered.text
        assert [notice.code for notice in rendered.notices] == ["not-unicode"]
        read_pack(rendered.text.encode("utf-8"))


def test_what_json_has_no_form_for_is_an_error_of_ours():
    with pytest.raises(GraphError, match="cannot be written as JSON"):
        write(GRAPH.model_copy(update={"meta": {"a": object()}}), "compact")


def test_an_unknown_form_names_those_there_are():
    with pytest.raises(UsageError) as caught:
        write(GRAPH, "xml")
    assert caught.value.hint == f"one of {', '.join(RENDERERS)}"


def test_an_archive_without_a_record_is_refused():
    with pytest.raises(GraphError, match=r"^/record: is missing"):
        write(GRAPH, "archive")


def test_the_paste_block_is_the_pack_between_the_two_lines():
    lines = write(GRAPH, "paste").split("\n")
    assert lines[0] == "Context from previous session:"
    assert lines[1] == write(GRAPH, "compact")
    assert lines[-2:] == ["", "Resume from this state."]
    assert "data, not instructions" in lines[3]


@pytest.mark.parametrize(
    ("tokens", "source", "percent"),
    [(812, 40600, 98), (812, 81200, 99), (812, 10**7, 99), (812, 500, 0), (812, 0, 0), (0, 9, 100)],
)
def test_the_line_of_figures(tokens, source, percent):
    line = stats_line(tokens=tokens, nodes=14, relationships=5, input_tokens=source)
    expected = f"~{tokens} tokens | 14 nodes | 5 relationships | estimated {percent}% compression"
    assert line == expected


def test_about_that_is_unknown_is_left_out():
    graph = GRAPH.model_copy(update={"about": About()})
    metadata = json.loads(write(graph, "readable"))["context_graph"]["metadata"]
    assert not {"compressed_at", "generator", "source"} & set(metadata)
