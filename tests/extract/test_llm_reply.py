"""Replies are read whatever is wrapped around them, and never half."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.extract.llm.fields import Claim, reply_schema
from graphpack.extract.llm.reply import MAX_NODES, Reply, Unusable, parse
from graphpack.model.codes import Importance, NodeType, RelationType, Status
from tests.fakes import item, nodes
from tests.timing import grows_linearly

WHOLE = nodes(item(1, 3, "no Redis"), item("b", 4, "port 8080", type="problem", status="open"))
TEXT = json.dumps(WHOLE)


def only(**fields):
    reply = parse(json.dumps({"nodes": [item(1, 0, "q", **fields)]}))
    assert reply.problems == ()
    return reply.nodes[0]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "\ufeff" + TEXT,
        f"```json\n{TEXT}\n```",
        f"Here you are {{as asked}}:\n\n{TEXT}\n\nAnything else?",
        f'<think>\nperhaps {{}} or {{"nodes": []}}\n</think>\n{TEXT}',
        json.dumps({"context_graph": WHOLE}),
        json.dumps({"n": WHOLE["nodes"], "desc": "a talk"}),
        json.dumps(WHOLE, indent=4).replace("no Redis", "no\tRedis").replace("\\t", "\t"),
    ],
)
def test_wrapping_is_tolerated(text):
    reply = parse(text)
    assert [node.id for node in reply.nodes] == ["1", "b"]
    assert reply.description == "a talk"
    assert not reply.is_cut
    assert reply.problems == ()


def test_a_bare_list_of_nodes_is_taken_but_not_any_list():
    assert len(parse(json.dumps(WHOLE["nodes"])).nodes) == 2
    assert isinstance(parse('[{"message": 1, "quote": "x"}]'), Unusable)
    assert isinstance(parse("[]"), Unusable)


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_of_a_cut_reply_whole_items_are_kept(kept):
    starts = [TEXT.index('{"id"'), TEXT.index('{"id": "b"'), TEXT.index("]}]") + 3]
    for extra in (1, 9, 30):
        cut = parse(TEXT[: starts[kept] + (extra if kept < 2 else 0)][: len(TEXT) - 20])
        assert len(cut.nodes) == kept
        assert cut.is_cut or kept == 2


@given(st.integers(0, len(TEXT)))
def test_every_prefix_is_read_without_inventing_anything(end):
    reply = parse(TEXT[:end])
    if isinstance(reply, Reply):
        whole = parse(TEXT)
        assert reply.nodes == whole.nodes[: len(reply.nodes)]


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_nothing_makes_it_fail(text):
    assert isinstance(parse(text), Reply | Unusable)
    assert isinstance(parse('{"nodes": [' + text), Reply | Unusable)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("<think>so, first", "empty"),
        ("I would rather talk about it.", "prose"),
        ('{"facts": []}', "no complete JSON object"),
        ("{" * 5000, "no complete JSON object"),
    ],
)
def test_what_is_no_reply_says_why(text, reason):
    assert reason in parse(text).reason


def test_both_spellings_of_a_field_are_understood():
    compact = {"id": "n1", "t": "D", "i": "h", "st": "active", "s": "x", "conf": 0.8}
    node = parse(json.dumps({"n": [{**compact, "src": {"m": "[7]", "q": "quoted"}}]})).nodes[0]
    assert (node.type, node.importance, node.status) == ("decision", "high", "active")
    assert node.confidence == 0.8
    assert node.claims == (Claim("quoted", 7),)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"type": "idea"}, "nodes[0].type: 'idea' is not in fact, decision"),
        ({"type": None}, "nodes[0].type"),
        ({"summary": " "}, "nodes[0].summary: missing"),
        ({"summary": ["x"]}, "nodes[0].summary: missing"),
        ({"evidence": []}, "nodes[0].evidence"),
        ({"evidence": [{"message": 3}]}, "nodes[0].evidence"),
        ({"evidence": [{"message": 3, "quote": 7}]}, "nodes[0].evidence"),
    ],
)
def test_an_item_without_what_it_needs_is_left_out_and_named(fields, problem):
    reply = parse(json.dumps({"nodes": [item(1, 0, "q", **fields), item(2, 0, "q")]}))
    assert [node.id for node in reply.nodes] == ["2"]
    assert problem in reply.problems[0]


def test_doubtful_fields_fall_back():
    node = only(importance="huge", status="done", confidence="very", parent=None, links="none")
    assert (node.importance, node.status, node.confidence) == ("medium", None, 1.0)
    assert (node.parent, node.links) == (None, ())
    assert only(confidence=7).confidence == 1.0
    assert only(status="none").status is None
    assert only(links=[{"type": "likes", "to": "1"}, {"type": "resolves", "to": 2}]).links == (
        ("resolves", "2"),
    )


@pytest.mark.parametrize(
    ("summary", "line"),
    [
        ("Open: the port  is\nunknown", "The port is unknown"),
        ("DECISION: no Redis", "No Redis"),
        ("Redis: no", "Redis: no"),
        ("open:", "open:"),
    ],
)
def test_a_label_that_repeats_type_or_status_goes(summary, line):
    assert only(summary=summary).summary == line
    assert only(summary=summary, type="code").summary == summary


@pytest.mark.parametrize("index", ["x", 1.5, True, None, "9" * 5000, float("inf"), [3]])
def test_a_message_that_is_no_number_is_unknown(index):
    assert only(evidence=[{"message": index, "quote": "q"}]).claims == (Claim("q", None),)


def test_nested_children_come_after_their_parent_with_its_evidence():
    child = {"id": "1.1", "t": "F", "s": "detail"}
    deeper = {**child, "c": [{"id": "1.1.1", "t": "F", "s": "deeper", "evidence": "own"}]}
    found = parse(json.dumps({"nodes": [item(1, 5, "q", children=[deeper])]})).nodes
    assert [(node.id, node.parent) for node in found] == [
        ("1", None),
        ("1.1", "1"),
        ("1.1.1", "1.1"),
    ]
    assert found[1].claims == (Claim("q", 5),)
    assert found[2].claims == (Claim("own", None),)


def test_deep_nesting_is_no_recursion():
    text = '{"nodes": [' + '{"t":"F","s":"x","q":"q","c":[' * 300 + "]}" * 300 + "]}"
    reply = parse(text)
    assert len(reply.nodes) + reply.extra == 300


def test_the_schema_names_every_word_of_the_vocabulary_and_has_no_references():
    schema = reply_schema()
    node = schema["properties"]["nodes"]["items"]["properties"]
    assert node["type"]["enum"] == [str(word) for word in NodeType]
    assert node["importance"]["enum"] == [str(word) for word in Importance]
    assert node["status"]["enum"] == [*map(str, Status), "none"]
    links = node["links"]["items"]["properties"]["type"]["enum"]
    assert links == [str(word) for word in RelationType]
    assert "$" not in json.dumps(schema)


def test_a_reply_of_the_schema_is_read_whole():
    import jsonschema

    jsonschema.validate(WHOLE, reply_schema())
    assert parse(TEXT).problems == ()


@pytest.mark.parametrize(
    ("begin", "unit"), [('{"nodes":[', "["), ("", '{"a":'), ('{"nodes":[', '{"a":[{')]
)
def test_a_wall_of_brackets_costs_no_more_than_its_length(begin, unit):
    grows_linearly(parse, 2_500, lambda count: begin + unit * count)


def test_no_more_nodes_are_taken_than_a_reply_should_have():
    many = [item(n, 0, "q") for n in range(10_000)]
    reply = parse(json.dumps({"nodes": many}))
    assert (len(reply.nodes), reply.extra) == (MAX_NODES, 10_000 - MAX_NODES)
    nested = parse(json.dumps({"nodes": [{**item(1, 0, "q"), "children": many}]}))
    assert (len(nested.nodes), nested.extra) == (MAX_NODES, 10_001 - MAX_NODES)


def test_a_number_without_end_is_none():
    text = json.dumps({"nodes": [item(1, 0, "q", confidence="?", worth="?")]})
    (node,) = parse(text.replace('"?"', "9" * 400)).nodes
    assert (node.confidence, node.worth) == (1.0, None)


@pytest.mark.parametrize(("kind", "limit"), [("fact", 1200), ("code", 4000)])
def test_a_long_summary_is_cut_after_a_word(kind, limit):
    node = only(type=kind, summary="seven7 " * 1000)
    assert node.is_shortened
    assert limit - 8 < len(node.summary) <= limit
    assert node.summary.endswith("seven7…")
    assert len(only(type=kind, summary="x" * 5000).summary) == limit
    assert not only(type=kind, summary="x" * limit).is_shortened


def test_a_long_description_is_cut():
    reply = parse(json.dumps({**WHOLE, "description": "a talk " * 100}))
    assert len(reply.description) <= 300
    assert reply.description.endswith("…")


def test_nothing_sent_can_steer_a_terminal():
    bad = "a\x1b[31mb\x1b]0;title\x07c\x00d\x9be\x1bf"
    node = only(type="code", summary=bad + "\n\tg", title=bad)
    assert (node.summary, node.title) == ("abcdef\n\tg", "abcdef")
    assert parse(json.dumps({**WHOLE, "description": bad})).description == "abcdef"
