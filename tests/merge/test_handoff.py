from __future__ import annotations

from graphpack.merge import restate
from graphpack.model.graph import ContextGraph
from tests.merge.build import node, tie
from tests.timing import grows_linearly


def graph(*nodes, ties=(), about="A ledger for a sailing club in Go"):
    return ContextGraph(description=about, nodes=nodes, relationships=ties)


FULL = graph(
    node("n1", "G", "Import bank statements from CSV", status="active", importance="high"),
    node("n2", "D", "Never store card numbers.", importance="high"),
    node("n3", "D", "Amounts are integers in cents.", importance="high", status="active"),
    node("n4", "D", "Use floats for amounts", status="abandoned"),
    node("n5", "P", "Umlauts break in the import, cause unknown", status="open", importance="high"),
    node("n6", "P", "The build was red", status="resolved"),
    node("n7", "X", "Yearly report", status="deferred"),
    node("n8", "X", "One account per member or per boat?", status="open"),
    node("n9", "P", "Production keys", status="blocked"),
    node("n10", "C", "func Cents(s string) int64", status="active", importance="high"),
    ties=(tie("n3", "n4"),),
)


def test_the_hand_off_states_where_things_stand():
    assert restate(FULL).handoff == (
        "Resuming: A ledger for a sailing club in Go. "
        "Goal: Import bank statements from CSV (n1). "
        "Open: Umlauts break in the import, cause unknown (n5). "
        "Blocked: Production keys (n9). "
        "Deferred: Yearly report (n7). "
        "To decide: One account per member or per boat? (n8). "
        "Rules: Never store card numbers (n2)."
    )


def test_it_follows_the_nodes_that_are_left():
    left = FULL.model_copy(
        update={"nodes": tuple(n for n in FULL.nodes if n.id in {"n1", "n6"}), "relationships": ()}
    )
    assert restate(left).handoff == (
        "Resuming: A ledger for a sailing club in Go. Goal: Import bank statements from CSV (n1)."
    )


def test_it_is_written_anew_and_not_added_to():
    once = restate(FULL)
    assert restate(once) == once
    assert restate(once.model_copy(update={"handoff": "old"})) == once


def test_what_is_superseded_is_never_current_whatever_its_status():
    stale = graph(
        node("n1", "D", "Use SQLite", importance="high", status="active"),
        node("n2", "D", "Use Postgres", importance="high", status="active"),
        ties=(tie("n2", "n1"),),
    )
    assert "Decided: Use Postgres (n2). Abandoned: Use SQLite (n1)." in restate(stale).handoff


def test_children_count_too():
    parent = node("n1", "F", "The importer").model_copy(
        update={"children": (node("n1.1", "P", "It forgets the last row", status="open"),)}
    )
    assert "Open: It forgets the last row (n1.1)" in restate(graph(parent)).handoff


def test_with_nothing_open_it_claims_nothing():
    done = graph(node("n1", "F", "The ledger has 40 members"))
    assert "pen" not in restate(done).handoff.removeprefix("Resuming")


def test_many_open_problems_are_all_named_and_it_stays_short():
    many = graph(
        *(
            node(f"n{n}", "P", f"The import of statement {n} loses its last row on Windows",
                 status="open", importance="high" if n == 20 else "medium")
            for n in range(1, 31)
        )
    )  # fmt: skip
    text = restate(many).handoff
    assert "The import of statement 20 loses its last row" in text
    assert "n1, n4" in text or "n4, n5" in text or "n1, n2" in text
    assert "+" in text
    assert len(text) < 600


def test_a_topic_that_is_the_goal_is_not_told_twice():
    text = restate(
        graph(node("n1", "G", "Import bank statements from CSV", status="active"),
              about="Import of bank statements from CSV")
    ).handoff  # fmt: skip
    assert text == "Resuming. Goal: Import bank statements from CSV (n1)."


def test_a_missing_description_is_made_of_what_stands():
    empty = graph(
        node("n1", "D", "Use SQLite", status="abandoned"),
        node("n2", "P", "Umlauts break in the import", status="open"),
        about="",
    )
    assert restate(empty).description == "Umlauts break in the import"
    only_gone = graph(node("n1", "D", "Use SQLite", status="abandoned"), about="")
    assert "SQLite" not in restate(only_gone).description


def test_a_head_that_would_mislead_gives_way_to_title_or_id():
    far = "The move of " + " ".join(["very"] * 30) + " old data was not approved"
    plain = graph(node("n1", "P", far, status="open"))
    assert "Open: n1." in restate(plain).handoff
    titled = graph(node("n1", "P", far, status="open", title="Move of old data"))
    assert "Open: Move of old data (n1)." in restate(titled).handoff


def test_the_language_of_the_conversation_is_kept():
    text = restate(
        graph(
            node("n1", "G", "导入银行对账单", status="active"),
            node("n2", "P", "导入时最后一行丢失", status="open"),
            about="帆船俱乐部的账本",
        )
    ).handoff
    assert text == (
        "Resuming: 帆船俱乐部的账本. Goal: 导入银行对账单 (n1). Open: 导入时最后一行丢失 (n2)."
    )


def test_it_is_cheap_enough_to_write_after_each_cut():
    """Each cut leaves a smaller graph: what a large one takes must not be its square."""
    kinds = [(one.type, one.status) for one in FULL.nodes]

    def many(size):
        return graph(
            *(
                node(f"n{n + 1}", kinds[n % 10][0], f"Number {n} of many", status=kinds[n % 10][1])
                for n in range(size)
            ),
            ties=[tie(f"n{n + 1}", f"n{n}") for n in range(1, size, 7)],
        )

    grows_linearly(restate, 60, many)


def said(name, kind, text, speaker="User", **more):
    words = f"{speaker}: {text}" if speaker else text
    one = node(name, kind, words, importance="high", **more)
    return one.model_copy(update={"speaker": speaker or None})


def test_nobody_s_name_and_no_greeting_stands_in_it():
    text = restate(
        graph(
            said("n1", "X", "One more thing: nobody has tested the pier printer", status="open"),
            said("n2", "D", "Good morning. We never sail after ten at night.", "Olga"),
        )
    ).handoff
    assert "User" not in text
    assert "Olga" not in text
    assert "Open: nobody has tested the pier printer (n1)" in text
    assert "Rules: We never sail after ten at night (n2)" in text


def test_of_announced_rules_the_first_is_told():
    rules = "Two rules for all that follows: Never print card numbers. Keep the old tickets."
    assert "Rules: Never print card numbers (n1)." in restate(graph(said("n1", "D", rules))).handoff


def test_what_only_an_assistant_says_is_no_rule():
    text = restate(
        graph(said("n1", "F", "Tides never wait", speaker=""), said("n2", "G", "Plan the regatta"))
    ).handoff
    assert "Rules" not in text


def test_where_it_stands_is_told_where_the_description_says_it():
    text = restate(graph(node("n1", "F", "Nine boats"), about="A sailing club; now: the ledger"
                         " import is done")).handoff  # fmt: skip
    assert text == "Resuming: A sailing club. Now: the ledger import is done."
    text = restate(graph(node("n1", "F", "Nine boats"), about="A club; now: See you")).handoff
    assert "Now" not in text


def test_an_opening_speaks_of_the_matter():
    opening = restate(graph(node("n1", "F", "Nine boats"), about="I'm building a ledger")).handoff
    assert opening == "Resuming: building a ledger."


def decided(summary):
    return restate(graph(node("n1", "D", summary, importance="high"))).handoff


def test_what_is_asked_or_objected_is_not_told_as_decided():
    said = "Can we try it for a week? But 30 chairs do not fit. We take the small hall for a week."
    assert "Decided: We take the small hall for a week (n1)." in decided(said)


def test_a_plan_that_was_given_up_is_not_told_as_decided():
    told = decided("We had planned to write our own format. The exporter writes plain CSV.")
    assert "Decided: The exporter writes plain CSV (n1)." in told
    assert "Decided" not in decided("Wir hatten ein eigenes Format geplant.")
