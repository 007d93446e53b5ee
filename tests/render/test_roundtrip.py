from __future__ import annotations

import orjson
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.codes import Mode
from graphpack.model.graph import ContextGraph
from graphpack.model.pack import parse_pack, read_pack
from graphpack.model.record import Record
from graphpack.model.report import Cut, Gap, Merge, Notice, Report, Strategy, Usage
from graphpack.model.schema import validate_document
from graphpack.render import render
from tests.strategies import extras, graphs, texts


def write(graph: ContextGraph, to: str, **more) -> str:
    return render(graph, to=to, count=len, **more).text


@st.composite
def packs(draw, form: str) -> ContextGraph:
    """A graph with unknown fields on every level, as a later version might write them."""
    graph = draw(graphs(with_low=form != "compact"))
    if form == "compact":
        node_keys, top = ("s", "t", "conf"), ("n", "v", "meta", "rel")
    else:
        node_keys, top = ("title", "summary"), ("nodes", "metadata", "meta")
    first = graph.nodes[0].model_copy(update={"extra": draw(extras(*node_keys))})
    rels = tuple(
        rel.model_copy(update={"extra": draw(extras("from"))}) for rel in graph.relationships
    )
    return graph.model_copy(
        update={
            "nodes": (first, *graph.nodes[1:]),
            "relationships": rels,
            "extra": draw(extras(*top)),
        }
    )


@given(packs("compact"))
def test_compact_to_readable_to_compact_gives_the_same_bytes(graph):
    first = write(graph, "compact", with_sources=True)
    readable = write(read_pack(first).graph, "readable", with_sources=True)
    assert write(read_pack(readable).graph, "compact", with_sources=True) == first


@given(packs("readable"))
def test_the_readable_form_gives_the_whole_graph_back(graph):
    text = write(graph, "readable", with_sources=True)
    back = read_pack(text)
    assert back.mode == Mode.READABLE
    valueless = graph.model_copy(update={"nodes": tuple(_unvalued(n) for n in graph.nodes)})
    assert back.graph == valueless


@given(packs("compact"), st.booleans())
def test_every_written_pack_passes_its_schema(graph, with_sources):
    for form in ("compact", "readable"):
        text = write(graph, form, with_sources=with_sources)
        validate_document(orjson.loads(text))


usages = st.none() | st.builds(
    Usage,
    st.integers(0, 9),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.none() | st.floats(0, 10, allow_nan=False),
)
reports = st.builds(
    Report,
    extractor=texts,
    strategy=st.sampled_from(Strategy),
    input_tokens=st.integers(0, 10**7),
    output_tokens=st.integers(0, 10**4),
    counter=texts,
    notices=st.lists(st.builds(Notice, texts, texts, texts, st.integers(1, 9)), max_size=2).map(
        tuple
    ),
    cuts=st.lists(st.builds(Cut, texts, texts, texts, texts, st.integers(-5, 99)), max_size=2).map(
        tuple
    ),
    merges=st.lists(st.builds(Merge, texts, texts, texts), max_size=2).map(tuple),
    gaps=st.lists(st.builds(Gap, st.integers(0, 9), st.integers(0, 9), texts), max_size=2).map(
        tuple
    ),
    usage=usages,
    over_cap_tokens=st.integers(0, 99),
)


@given(graphs(), reports, graphs(max_nodes=2), extras("cuts"))
def test_an_archive_gives_graph_and_record_back(graph, report, before, extra):
    pruned = tuple(_unvalued(node) for node in before.nodes)
    record = Record(report, "ab" * 32, pruned, ("original-1",), extra)
    text = write(graph, "archive", record=record)
    document = orjson.loads(text)
    validate_document(document)
    parsed = parse_pack(document)
    assert parsed.record == record
    assert parsed.mode == Mode.ARCHIVE
    assert parsed.graph.nodes == tuple(_unvalued(node) for node in graph.nodes)


def _unvalued(node):
    children = tuple(_unvalued(child) for child in node.children)
    return node.model_copy(update={"value": 0.0, "children": children})
