"""What a model claims is anchored, completed, demoted or dropped, and each loss is counted."""

from __future__ import annotations

from tests.extract.talks import codes, only, run
from tests.fakes import item


def test_a_demoted_statement_is_worth_less():
    wrong = item(1, 0, "We run the ticket service on PostgreSQL 16.4",
                 summary="The ticket service runs on PostgreSQL 16.5", worth=80)  # fmt: skip
    assert only(wrong).value == 0.48


def test_a_quote_from_nowhere_is_dropped_and_counted():
    graph = run(
        item(1, 0, "never touch the billing table"),
        item(2, 1, "Kubernetes runs it all", summary="Kubernetes 1.29 runs everything"),
    )
    assert [node.summary for node in graph.nodes] == ["never touch the billing table"]
    assert codes(graph) == {"ungrounded": 1}
    assert "Kubernetes 1.29" in graph.notices[0].message
    assert graph.notices[0].where == "chunk A, messages 0-4"


def test_a_wrong_quote_of_a_true_statement_makes_an_assumption():
    node = only(
        item(
            1,
            3,
            "30 mails will be sent each minute at most by worker",
            type="fact",
            summary="worker sends at most 30 mails, listens on the channel outgoing_mail",
        )
    )
    assert (node.type, node.confidence) == ("assumption", 0.6)
    assert "outgoing_mail" in node.sources[0].quote


def test_a_version_that_stands_nowhere_demotes():
    graph = run(
        item(1, 0, "We run the ticket service on PostgreSQL 16.4",
             summary="The ticket service runs on PostgreSQL 16.5")
    )  # fmt: skip
    assert [(n.type, n.confidence) for n in graph.nodes] == [("assumption", 0.6)]
    assert codes(graph) == {"unproven-detail": 1}


def test_a_statement_about_something_else_altogether_is_dropped():
    graph = run(
        item(1, 0, "never touch the billing table"),
        item(2, 0, "PostgreSQL 16.4", summary="Deploy quarterly using Terraform 1.9 modules"),
    )
    assert len(graph.nodes) == 1
    assert codes(graph) == {"unproven-detail": 1}


def test_a_detail_from_another_message_brings_that_message_as_a_source():
    node = only(
        item(1, 4, "Leave the retry for release 2.5",
             summary="The retry on channel outgoing_mail waits for release 2.5")
    )  # fmt: skip
    assert node.type == "fact"
    assert [source.message for source in node.sources] == [4, 3]
    assert "outgoing_mail" in node.sources[1].quote


def test_a_bare_number_is_not_fetched_from_far_away():
    lines = ["the limit is a third of the budget", *["filler words"] * 9, "room 30"]
    graph = run(
        item(1, 0, "the limit is a third of the budget",
             summary="the limit is 30 percent of the budget"),
        lines=lines,
    )  # fmt: skip
    assert graph.nodes[0].type == "assumption"


def test_a_number_may_be_spoken_in_words():
    lines = ["the limit is twenty-five percent, of at most twelve boats"]
    told = "the limit is 25 percent, at most 12 boats"
    assert only(item(1, 0, lines[0], summary=told), lines=lines).summary == told


def test_a_title_with_an_unproven_detail_is_left_out():
    assert only(item(1, 2, "No Redis", title="Redis 9.9 refused")).title is None


def test_assumptions_keep_their_confidence_and_unsure_ones_go():
    sure = item(1, 2, "No Redis", type="assumption", confidence=0.74)
    unsure = item(2, 2, "No Redis", type="assumption", confidence=0.5, summary="x")
    stated = item(3, 0, "PostgreSQL 16.4", type="assumption", confidence=1)
    graph = run(sure, unsure, stated)
    assert sorted(node.confidence for node in graph.nodes) == [0.74, 0.95]
    assert codes(graph) == {"unsure": 1}


def test_code_is_the_sources_own_characters():
    lines = ["Use this:\n```sql\nSELECT  id\n  FROM tickets;\n```", "ok then"]
    node = only(
        item(1, 0, "SELECT id FROM tickets;", type="code",
             summary="select id\nfrom tickets;"),
        lines=lines,
    )  # fmt: skip
    assert node.type == "code"
    assert node.summary == "SELECT  id\n  FROM tickets;"
    assert node.sources[0].quote == node.summary


def test_code_that_is_prose_is_a_fact():
    node = only(
        item(1, 2, "Use LISTEN and NOTIFY of the database instead.", type="code",
             summary="notifications come out of the database")
    )  # fmt: skip
    assert node.type == "fact"


def test_a_message_without_a_number_is_searched_for():
    node = only(item(1, 0, "x", evidence=[{"quote": "Use LISTEN and NOTIFY"}], summary="NOTIFY"))
    assert node.sources[0].message == 2


def test_a_statement_in_other_words_than_all_that_it_quotes_is_an_assumption():
    graph = run(
        item(1, 0, "never touch the billing table", summary="Rechnungen sind heilig"),
        item(2, 0, "never touch the billing table", summary="never change the billing table"),
    )
    kinds = {node.summary: node.type for node in graph.nodes}
    assert kinds["Rechnungen sind heilig"] == "assumption"
    assert kinds["never change the billing table"] == "fact"
    assert codes(graph) == {"ungrounded": 1}


def test_markup_that_nobody_wrote_is_left_out():
    quote = "never touch the billing table"
    graph = run(
        item(1, 0, quote, summary=f"<b onclick=go()>{quote}</b><script>go()</script>"),
        item(2, 0, quote, summary="<br><br>"),
    )
    assert [node.summary for node in graph.nodes] == [quote]
    assert codes(graph) == {"ungrounded": 2}
    written = "Close the <b> tag, and keep List<String> for the names"
    assert only(item(1, 0, written), lines=[written]).summary == written
