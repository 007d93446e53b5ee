"""What the offline extractor is taught: the target, not the fit, which needs scikit-learn."""

import pytest

from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.conversation import Role, Text, ToolCall, ToolResult

STATEMENT = "The timetable stays in SQLite 3.45 because the harbour office has no server."


def even(term):
    return 1.0


def targets_of(train, lines, nodes, weight):
    """Value lines that each stand in a message of their own."""
    units = [Unit(at, 0, 0, len(line), Kind.SENTENCE, line) for at, line in enumerate(lines)]
    return train.targets(units, lines, nodes, weight=weight)


def test_what_only_a_run_says_is_shared_out(train):
    nodes = [{"statement": "Port 8443 serves tide tables", "importance": "h"}]
    lines = ["The tide tables are served", "on port 8443", "by the way"]
    units = [Unit(0, 0, 0, len(line), Kind.SENTENCE, line) for line in lines]
    (first, second, aside), owners = train.targets(units, lines, nodes, weight=even)
    assert first + second == pytest.approx(1.0)
    assert aside == 0
    assert owners == [0, 0, -1]


def test_a_line_is_worth_what_it_says_by_itself(train):
    nodes = [{"statement": STATEMENT, "importance": "h"}]
    lines = [
        "We keep the timetable in SQLite 3.45, because the harbour office has no server there: "
        "it stays.",
        "The timetable stays in SQLite.",
        "yes, do it",
    ]
    (whole, part, agreed), owners = targets_of(train, lines, nodes, even)
    assert whole == 1.0
    assert 0 < part < 1
    assert agreed == 0
    assert owners == [0, 0, -1]


def test_importance_scales_the_value_and_the_best_node_owns_the_line(train):
    nodes = [
        {"statement": "The harbour map is deferred to spring.", "importance": "l"},
        {"statement": "The harbour map is deferred to spring.", "importance": "m"},
    ]
    values, owners = targets_of(train, ["harbour map deferred spring"], nodes, even)
    assert values == [pytest.approx(0.55 + 0.15)]
    assert owners == [1]


def test_rare_terms_count_for_more(train):
    nodes = [{"statement": "Port 8443 serves tide tables", "importance": "h"}]

    def weight(term):
        return 5.0 if term == "8443" else 1.0

    (rare, common), _ = targets_of(train, ["8443 tide", "tide port"], nodes, weight)
    assert rare > common


@pytest.mark.parametrize(("coverage", "worth"), [(0.0, 0), (0.25, 0), (0.7, 1), (1.0, 1)])
def test_little_coverage_is_none_and_much_is_all(train, coverage, worth):
    assert train.credit(coverage) == pytest.approx(worth)


def test_results_follow_their_calls_as_a_message_of_their_own(train):
    tools = [
        {
            "name": "Edit",
            "args": '{"path": "pier.py"}',
            "result": "The user doesn't want to proceed",
        },
        {"name": "Bash", "args": '{"command": "ls', "result": ""},
    ]
    document = {
        "messages": [
            {"index": 0, "role": "user", "text": "Fix the pier."},
            {"index": 1, "role": "assistant", "text": " ", "tools": tools},
        ]
    }
    first, calls, results = train.messages_of(document)
    assert first.parts == (Text("Fix the pier."),)
    assert calls.parts == (
        ToolCall("Edit", {"path": "pier.py"}, "0"),
        ToolCall("Bash", '{"command": "ls', "1"),
    )
    assert results.role == Role.TOOL
    assert results.parts == (
        ToolResult("The user doesn't want to proceed", "Edit", "0", is_rejected=True),
    )
    assert [message.index for message in (first, calls, results)] == [0, 1, 2]


def test_a_labelled_conversation_becomes_rows_beside_values(train):
    document = {
        "messages": [{"index": 0, "role": "user", "text": f"{STATEMENT} The kettle whistles!"}],
        "nodes": [{"statement": STATEMENT, "importance": "h", "kind": "D"}],
    }
    one = train.labelled(document)
    assert one.values[0] == 1.0
    assert one.values[1] == 0.0
    assert one.kinds == ["decision", ""]
    assert all("restated_later" in row and "role_user" in row for row in one.rows)


def test_soft_recall_counts_each_node_once_and_no_low_ones(train):
    one = train.Labelled(
        rows=[{}] * 4,
        values=[1.0, 0.5, 0.11, 0.55],
        owners=[0, 0, 1, 2],
        kinds=[""] * 4,
        tokens=[400.0, 400.0, 200.0, 400.0],
        weights=[1.0, 0.0, 0.55],
    )
    # the fourth no longer fits
    assert train.soft_recall(one, [0.9, 0.8, 0.7, 0.1]) == pytest.approx(1.0 / 1.55)
    assert train.soft_recall(one, [0.9, 0.0, 0.1, 0.8]) == pytest.approx(1.0)
