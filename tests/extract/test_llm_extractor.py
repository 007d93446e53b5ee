"""From a chunk to its graph with a scripted model: evidence, demotion, division, assembly."""

from __future__ import annotations

import pytest

from graphpack.errors import CredentialsError, ModelUnavailableError, ReplyError
from graphpack.extract.llm.exchange import Answer, Fault, ProviderError
from graphpack.extract.llm.piece import has_material
from graphpack.extract.llm.prompting import system
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.conversation import Message, Role, Text, ToolResult
from graphpack.model.report import Usage
from tests.extract.talks import ALONE, LINES, chunk, codes, extractor, only, run, talk
from tests.fakes import FakeModel, item, nodes


def test_the_protocol():
    made = extractor(FakeModel([""]), model="openai/x")
    assert made.name == "model openai/x"
    assert made.reads_whole is False
    made.preload()
    assert made._client.is_preloaded


def test_nodes_are_numbered_in_the_order_of_the_talk_with_the_chunks_letter():
    model = FakeModel([nodes(item(1, 30, "No Redis"), item(2, 28, "PostgreSQL 16.4"))])
    graph = extractor(model).extract(chunk(index=27, first=28), ALONE)
    assert [(node.id, node.summary) for node in graph.nodes] == [
        ("AB-n1", "PostgreSQL 16.4"),
        ("AB-n2", "No Redis"),
    ]


def test_fields_arrive():
    node = only(
        item(
            1,
            2,
            "No Redis, the cluster has no memory left",
            type="decision",
            importance="high",
            status="active",
            title="No  Redis",
        )
    )
    assert (node.type, node.importance, node.status) == ("decision", "high", "active")
    assert node.title == "No Redis"
    assert node.confidence is None
    assert node.value == 0.5


def test_worth_is_the_models_own_ranking():
    assert only(item(1, 2, "No Redis", worth=93)).value == 0.93
    assert only(item(1, 2, "No Redis", worth=200)).value == 1
    assert only(item(1, 2, "No Redis", worth=-3)).value == 0


def test_without_worth_importance_counts_then_kind_and_state():
    def value(**fields):
        return only(item(1, 2, "No Redis", **{"worth": None, **fields})).value

    decision = {"type": "decision", "importance": "high"}
    assert value(**decision) > value(importance="high") > value(importance="medium")
    assert value(type="problem", status="open") > value(type="problem", status="resolved")
    assert value(type="decision", importance="low") < value(importance="medium")
    assert value(summary="Do not use Redis", **decision) > value(summary="Redis is out", **decision)


class TestAssembly:
    def test_details_go_below_and_their_details_beside_them(self):
        graph = run(
            item("a", 0, "PostgreSQL 16.4"),
            item("b", 3, "channel outgoing_mail", parent="a"),
            item("c", 3, "at most 30 mails a minute", parent="b"),
            item("d", 2, "No Redis", parent="missing"),
        )
        assert [node.id for node in graph.nodes] == ["A-n1", "A-n2"]
        assert [(c.id, c.summary) for c in graph.nodes[0].children] == [
            ("A-n1.1", "channel outgoing_mail"),
            ("A-n1.2", "at most 30 mails a minute"),
        ]

    def test_a_circle_of_parents_loses_nobody(self):
        graph = run(
            item("a", 0, "PostgreSQL 16.4", parent="b"),
            item("b", 3, "channel outgoing_mail", parent="a"),
            item("c", 2, "No Redis", parent="c"),
        )
        flat = [x.summary for node in graph.nodes for x in (node, *node.children)]
        assert sorted(flat) == ["No Redis", "PostgreSQL 16.4", "channel outgoing_mail"]

    def test_links_point_to_what_exists_and_never_both_ways(self):
        graph = run(
            item(1, 1, "I would add Redis 7.2", links=[{"type": "related_to", "to": "2"}]),
            item(
                2,
                2,
                "No Redis",
                links=[
                    {"type": "supersedes", "to": "1"},
                    {"type": "references", "to": "2"},
                    {"type": "resolves", "to": "77"},
                    {"type": "supersedes", "to": "3"},
                    {"type": "related_to", "to": "3"},
                ],
            ),
            item(3, 0, "PostgreSQL 16.4"),
        )
        assert [(rel.start, rel.type, rel.end) for rel in graph.relationships] == [
            ("A-n2", "related_to", "A-n3"),
            ("A-n3", "supersedes", "A-n1"),
        ]


def test_a_description_copied_from_the_prompt_is_none():
    copied = system().rsplit('"description": "', 1)[1].split('"')[0]
    said = {**nodes(item(1, 2, "No Redis")), "description": copied}
    assert extractor(FakeModel([said])).extract(chunk(), ALONE).description == ""


def test_a_greeting_may_hold_nothing():
    graph = run(lines=["Hi there!", "Hello, how can I help?"])
    assert graph.nodes == ()
    assert graph.gaps == ()
    assert codes(graph) == {"nothing-found": 1}


def test_priorities_may_be_none():
    graph = run(context=ChunkContext(9, "", is_priority_only=True))
    assert (graph.nodes, graph.gaps) == ((), ())


def test_material_is_words_of_people_not_of_tools():
    log = Message(0, Role.TOOL, (ToolResult(" ".join(f"word{i}" for i in range(99))),))
    assert not has_material([log])
    assert has_material(talk())


def test_a_text_longer_than_may_be_shown_is_asked_about_in_stretches():
    """Nothing that somebody said is left out, and offsets are those of the whole message."""
    lines = [f"line {i}: the value of gauge {i} is steady" for i in range(40)]
    text = "\n".join(lines)
    messages = (
        Message(7, Role.USER, (Text("Here is the list of gauges:"), Text(text))),
        Message(8, Role.ASSISTANT, (Text("All gauges are steady then."),)),
    )
    model = FakeModel([lambda prompt: quote_the_last(prompt[1]["content"])])

    def quote_the_last(shown):
        there = [line for line in lines if line in shown]
        return nodes(item(1, 7, there[-1]))

    graph = extractor(model, max_text_chars=500).extract(Chunk(0, messages, 0), ALONE)
    shown = [prompt[1]["content"].split(" MESSAGES\n")[1] for prompt in model.prompts]
    assert len(shown) > 3
    assert all(sum(line in one for one in shown) == 1 for line in lines)
    assert "Here is the list" in shown[0]
    assert "All gauges are steady" in shown[-1]
    assert [node.summary for node in graph.nodes][-1] == lines[-1]
    for node in graph.nodes:
        (source,) = node.sources
        assert (source.message, source.part) == (7, 1)
        assert text[source.start : source.end] == node.summary
    assert "text-shortened" not in codes(graph)


def test_shortened_texts_are_told():
    long = Message(0, Role.USER, (Text("word " * 500),))
    tool = Message(1, Role.TOOL, (ToolResult("x" * 5000),))

    def answer(prompt):
        if len(prompt[1]["content"]) > 1500:
            return ProviderError("too long", fault=Fault.TOO_LONG)
        return nodes(item(1, 0, "word word word"))

    graph = extractor(FakeModel([answer]), splits=9).extract(Chunk(0, (long, tool), 0), ALONE)
    assert codes(graph)["text-shortened"] == 1


def test_most_items_broken_is_asked_again_and_the_better_reply_kept():
    broken = {"nodes": [item(1, 2, "No Redis"), {"id": "2"}, {"id": "3"}, 4]}
    model = FakeModel([broken, "sorry, prose"])
    graph = extractor(model).extract(chunk(), ALONE)
    assert [node.summary for node in graph.nodes] == ["No Redis"]
    assert [(notice.code, notice.count) for notice in graph.notices] == [
        ("reply-repaired", 1),
        ("reply-repaired", 1),
        ("invalid-node", 3),
    ]
    assert graph.usage.calls == 3
    assert "nodes[1].type" in model.prompts[1][-1]["content"]


def test_repairs_may_be_forbidden():
    model = FakeModel(["prose", nodes(item(1, 2, "No Redis"))])
    with pytest.raises(ReplyError, match="prose"):
        extractor(model, repairs=0).extract(chunk(), ALONE)
    assert len(model.prompts) == 1


def test_an_outage_in_the_middle_of_a_chunk_is_a_gap_for_the_rest():
    def second_half_fails(prompt):
        shown = prompt[1]["content"]
        if LINES[0] in shown and LINES[4] in shown:
            return ProviderError("context of 4096", fault=Fault.TOO_LONG)
        if LINES[0] in shown:
            return nodes(item(1, 0, "never touch the billing table"))
        return ProviderError("down", fault=Fault.BROKEN)

    graph = extractor(FakeModel([second_half_fails]), retries=1).extract(chunk(), ALONE)
    assert len(graph.nodes) == 1
    assert graph.gaps[-1].last_message == 4
    assert "down" in graph.gaps[-1].reason


def test_an_error_carries_what_earlier_calls_took():
    model = FakeModel(["prose", ProviderError("key revoked", fault=Fault.CREDENTIALS)])
    with pytest.raises(CredentialsError) as caught:
        extractor(model).extract(chunk(), ALONE)
    assert caught.value.usage == Usage(calls=1, prompt_tokens=100, completion_tokens=20)


def test_later_pieces_know_what_earlier_ones_wrote_and_may_link_to_it():
    def answer(prompt):
        shown = prompt[1]["content"]
        if LINES[0] in shown and LINES[4] in shown:
            return ProviderError("too long", fault=Fault.TOO_LONG)
        if LINES[0] in shown:
            return nodes(item(1, 1, "I would add Redis 7.2"))
        key = shown.split("- [")[1].split("]")[0]
        return nodes(item(1, 2, "No Redis", links=[{"type": "supersedes", "to": key}]))

    graph = extractor(FakeModel([answer])).extract(chunk(), ALONE)
    (link,) = graph.relationships
    assert (link.start, link.type, link.end) == ("A-n2", "supersedes", "A-n1")


def test_what_two_pieces_found_is_one_node():
    cut = nodes(item(1, 0, "never touch the billing table"))
    text = str(cut).replace("'", '"')[:-25] + ', {"id": "2", "evid'

    def answer(prompt):
        shown = prompt[1]["content"]
        if LINES[0] in shown and LINES[4] in shown:
            return Answer(text.replace('], "descr', ""), is_cut=True)
        if LINES[0] in shown:
            return nodes(
                item(1, 0, "we must never touch the billing table"),
                item(2, 0, "PostgreSQL 16.4"),
            )
        return nodes(item(1, 2, "No Redis"))

    graph = extractor(FakeModel([answer])).extract(chunk(), ALONE)
    assert sorted(node.summary for node in graph.nodes) == [
        "No Redis",
        "PostgreSQL 16.4",
        "never touch the billing table",
    ]


def test_a_server_that_recovers_is_trusted_again():
    down = ProviderError("down", fault=Fault.BROKEN)
    good = nodes(item(1, 2, "No Redis"))
    model = FakeModel([down, down, good, down, good])
    made = extractor(model, retries=1)
    with pytest.raises(ModelUnavailableError):
        made.extract(chunk(), ALONE)
    made.extract(chunk(), ALONE)  # one try, and it works
    assert made.extract(chunk(), ALONE).nodes  # so this one may try twice again
    assert made.naps == [1.0, 1.0]


def test_what_is_too_much_of_a_reply_is_counted():
    line = LINES[2]
    many = [item(n, 2, line, summary=f"{line} {n} " + "very " * 400) for n in range(210)]
    counts = {notice.code: notice.count for notice in run(*many).notices}
    assert counts["too-many-nodes"] == 10
    assert counts["summary-shortened"] == 200
