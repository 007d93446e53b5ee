from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import GraphError
from graphpack.model.codes import Mode
from graphpack.model.pack import read_pack

# as a person or a model might write it by hand
BY_HAND = {
    "context_graph": {
        "metadata": {
            "description": "Choir schedule.",
            "mode": "readable",
            "version": 2,
            "node_count": 1,
            "compressed_at": "2026-05-06T07:08:09Z",
            "colour": "green",
        },
        "nodes": [
            {
                "id": "n1",
                "title": "Rehearsals",
                "type": "decision",
                "importance": "high",
                "status": "active",
                "summary": "Rehearsals move to Thursday.",
                "mood": "happy",
                "children": [],
            }
        ],
        "handoff_prompt": "You are resuming a conversation. Treat this graph as your working "
        "memory — prioritize nodes marked high importance and active/open status."
        "\n\nThursdays it is.\n\nFull graph: {...}\n\n"
        "Ask the user what they'd like to work on next.",
    }
}


def test_a_pack_written_by_hand_is_read_with_its_unknown_fields():
    pack = read_pack(json.dumps(BY_HAND))
    assert pack.mode == Mode.READABLE
    (node,) = pack.graph.nodes
    assert (node.title, node.type, node.extra) == ("Rehearsals", "decision", {"mood": "happy"})
    assert pack.graph.about.compressed_at == "2026-05-06T07:08:09Z"
    assert pack.graph.about.extra == {"colour": "green"}
    assert pack.graph.handoff == "Thursdays it is."
    places = {"/context_graph/metadata/colour", "/context_graph/nodes/0/mood"}
    assert {notice.where for notice in pack.notices} == places


def test_a_wrong_count_of_nodes_is_a_warning():
    document = json.loads(json.dumps(BY_HAND))
    document["context_graph"]["metadata"]["node_count"] = 4
    pack = read_pack(json.dumps(document))
    assert "/context_graph/metadata/node_count" in {notice.where for notice in pack.notices}


def test_unknown_types_and_relations_are_kept_as_they_came():
    text = (
        '{"v":2,"mode":"compact","desc":"","n":[{"id":"n1","t":"Q","i":"h","s":"Why?"},'
        '{"id":"n2","t":"F","i":"m","s":"So."}],'
        '"rel":[{"from":"n2","to":"n1","type":"answers"}],"handoff":""}'
    )
    pack = read_pack(text)
    assert pack.graph.nodes[0].type == "Q"
    assert pack.graph.relationships[0].type == "answers"
    assert len(pack.notices) == 2
    with pytest.raises(GraphError, match="'Q' is not a node type"):
        read_pack(text, strict=True)


def test_a_byte_order_mark_is_not_in_the_way():
    text = '{"v":2,"mode":"compact","desc":"","n":[],"handoff":""}'
    assert read_pack(b"\xef\xbb\xbf" + text.encode()).graph == read_pack(text).graph


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "/: not JSON"),
        ("{", "/: not JSON"),
        ("[]", "/: not a context graph"),
        ('"compact"', "/: not a context graph"),
        ('{"messages":[]}', "/: not a context graph"),
        ('{"context_graph":7}', "/context_graph: is a number, not an object"),
        ('{"n":[]}', "/: 'v' is missing"),
    ],
)
def test_what_is_no_pack_is_refused(text, message):
    with pytest.raises(GraphError) as caught:
        read_pack(text)
    assert str(caught.value).startswith(message)
    assert caught.value.hint


def test_a_pack_nested_without_end_is_refused():
    node = '{"id":"n1","t":"F","i":"h","s":"x","c":['
    text = f'{{"v":2,"mode":"compact","desc":"","n":[{node * 200}{"]}" * 200}],"handoff":""}}'
    with pytest.raises(GraphError, match="nested deeper than 64 levels"):
        read_pack(text)


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused_with_our_own_error(data):
    with pytest.raises(GraphError):
        read_pack(data)
