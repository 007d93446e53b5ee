"""Markdown, drawings and GraphML: whole, read by their own programs, and no text of a pack acts."""

import io
import re
import shutil
import subprocess

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.render import render
from graphpack.render.graphml import DETAIL_OF
from graphpack.render.markdown import plain
from tests.render.sample import GRAPH
from tests.services import need
from tests.view.build import ATTACKS, attacked, pack_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
LIVE = ["# no heading", "- no list", "12. no number", "> no quote", "a_b_c _d_ **e**", "`x`", "==="]
LIVE += ["[a](javascript:b)", "![a](b)", "<b>", "&lt;", "~~~", "| a | b |", "http://a.example"]


def write(graph, to, **more):
    return render(graph, to=to, count=len, **more).text


def one(summary, **more):
    return ContextGraph(
        description=summary, nodes=(Node(id="n1", type="fact", summary=summary, **more),)
    )


@pytest.mark.parametrize("text", [*LIVE, *ATTACKS])
def test_words_stay_words_in_markdown(text):
    tokens = MarkdownIt("commonmark").enable("table").parse(write(one(text), "markdown"))
    kinds = {token.type for token in tokens}
    assert not kinds & {"html_block", "fence", "code_block", "table_open", "blockquote_open", "hr"}
    inline = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inline} <= {"text", "text_special"}
    assert [t.tag for t in tokens if t.type == "heading_open"] == ["h1", "h2"]


@given(TEXTS)
def test_a_line_of_markdown_says_what_the_text_says(text):
    (tokens,) = [t for t in MarkdownIt("commonmark").parse("x " + plain(text)) if t.children]
    said = "".join(child.content for child in tokens.children)
    assert said.split() == ["x", *plain(text).replace("\\", " ").split()] or _same(said, text)


def _same(said, text):
    from graphpack.text.invisible import visible

    return "".join(said.split()) == "x" + "".join(visible(text).replace("\x00", "\ufffd").split())


def test_markdown_tells_by_standing_with_chains_and_details():
    text = write(GRAPH, "markdown")
    assert re.findall("^## (.*)$", text, re.MULTILINE) == ["Open", "Holds", "Dropped", "Hand-off"]
    assert "  - supersedes n2" in text
    assert "  - superseded by n4" in text
    assert "“" not in text.split("## Hand-off")[0].replace("“unknown format”", "")
    assert "  - message 0: “Go 1.22,”" in write(GRAPH, "markdown", with_sources=True)


def test_code_stands_in_a_fence_that_it_cannot_close():
    code = "print('a')\n````\n# not a heading"
    graph = ContextGraph(description="d", nodes=(Node(id="n1", type="code", summary=code),))
    (fence,) = [
        token
        for token in MarkdownIt("commonmark").parse(write(graph, "markdown"))
        if token.type == "fence"
    ]
    assert fence.content == code + "\n"


def test_graphml_is_read_back_whole():
    read = nx.parse_graphml(write(GRAPH, "graphml", with_sources=True))
    nodes = {node.id: node for node in GRAPH.walk()}
    assert set(read.nodes) == set(nodes)
    for name, data in read.nodes(data=True):
        assert data["summary"] == nodes[name].summary
        assert data["type"] == nodes[name].type
    ties = {(tie.start, tie.end, tie.type) for tie in GRAPH.relationships}
    under = {(child.id, node.id, DETAIL_OF) for node in GRAPH.walk() for child in node.children}
    assert {(a, b, data["type"]) for a, b, data in read.edges(data=True)} == ties | under
    assert read.nodes["n1"]["quotes"] == "Go 1.22,"
    assert "quotes" not in nx.parse_graphml(write(GRAPH, "graphml")).nodes["n1"]


@given(TEXTS)
def test_graphml_holds_any_text(text):
    source = Source(message=0, part=0, start=0, end=len(text), quote=text)
    graph = one(f"a{text}b", title=text or None, sources=(source,))
    read = nx.read_graphml(io.BytesIO(write(graph, "graphml", with_sources=True).encode()))
    assert read.nodes["n1"]["summary"][0] == "a"


@pytest.mark.parametrize("to", ["mermaid", "dot"])
def test_a_drawing_has_a_line_for_each_statement_and_tie(to):
    graph = pack_of(30).graph
    text = write(graph, to)
    arrows = re.findall(r"==>|-->" if to == "mermaid" else r"->", text)
    assert len(arrows) == len(graph.relationships)
    assert text.count("supersedes") == 3
    boxes = r'^  s\d+\["' if to == "mermaid" else r'^  "n\d+" \['
    assert len(re.findall(boxes, text, re.MULTILINE)) == 30


def test_no_text_ends_a_box_of_mermaid():
    graph = attacked().graph
    for line in write(graph, "mermaid").splitlines()[1:]:
        quoted = re.fullmatch(r'  s\d+(?:\["([^"]*)"\]| (?:==>|-->)\|"([^"]*)"\| s\d+)', line)
        if quoted:
            words = re.sub(r"<br>|#\d+;", "", quoted[1] or quoted[2])
            assert not set(words) & set('<>"`;{}[]()|%&\\#')
        else:
            assert re.fullmatch(r"  (style s\d+ [a-z0-9:#,\- ]+|s\d+ -\.- s\d+)", line)


def test_graphviz_takes_the_drawing():
    need("Graphviz", is_there=shutil.which("dot") is not None)
    for graph in (GRAPH, attacked().graph):
        done = subprocess.run(
            ["dot", "-Tplain"],
            input=write(graph, "dot"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        nodes = [line for line in done.stdout.splitlines() if line.startswith("node ")]
        assert len(nodes) == sum(1 for _ in graph.walk())


def test_a_relation_of_a_later_version_is_drawn():
    nodes = tuple(Node(id=f"n{n}", type="later", summary="s") for n in (1, 2))
    tie = Relationship(start="n1", end="n2", type="mirrors_it")
    graph = ContextGraph(description="d", nodes=nodes, relationships=(tie,))
    assert "mirrors it" in write(graph, "mermaid")
    assert 'label="mirrors it"' in write(graph, "dot")
    assert "mirrors it n2" in write(graph, "markdown")
