"""SWE-agent's trajectories of both generations."""

from __future__ import annotations

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import ToolCall, ToolResult
from graphpack.readers import read

from .harnesses import brief, dumped, people, read_one, said, swe_run


@pytest.mark.parametrize("native", [True, False])
def test_run_of_either_generation(native: bool) -> None:
    found = read_one(swe_run(native=native))
    assert found.source.format == "swe-agent"
    assert said(found) == ["Tides are off by one hour\nSee Büsum."]
    calls = [("path: tide.py",) if native else ("command: open tide.py",), ("command: submit",)]
    assert brief(found)[1:] == [
        ("system", "We solve this issue.\nISSUE:\n\nINSTRUCTIONS:\nUse the shell."),
        ("assistant", "Look.", *calls[0]),
        ("tool", "1: tz = 0"),
        ("assistant", "Submit.", *calls[1]),
        ("tool", "diff"),
    ]
    assert found.messages[3].parts == (
        ToolResult("1: tz = 0", "open" if native else "bash", "c1" if native else None),
    )


def test_demonstration_is_another_task() -> None:
    run = swe_run()
    run["history"][1].pop("is_demo")
    run["history"][1]["message_type"] = "demonstration"
    found = read_one(run)
    assert not any("other" in part for message in brief(found) for part in message)


def test_task_is_found_in_a_step_where_the_history_is_missing() -> None:
    run = swe_run()
    del run["history"]
    assert said(read_one(run)) == ["Tides are off by one hour\nSee Büsum."]


def test_described_pull_request_and_prompt_without_template() -> None:
    run = swe_run()
    run["history"][2]["content"] = [
        {"type": "text", "text": "Look at:\n<pr_description>\nWrong port\n</pr_description>\nGo."}
    ]
    assert people(read_one(run))[0].text == "Wrong port"
    run["history"][2]["content"] = "Just chart it."
    found = read_one(run)
    assert brief(found)[0] == ("user", "Just chart it.")
    assert found.messages[1].role.value == "assistant"


def test_limit_is_no_words_of_the_assistant() -> None:
    run = swe_run()
    limit = "Exit due to cost limit"
    run["trajectory"].append({"action": "", "observation": "", "response": limit, "thought": limit})
    found = read_one(run)
    assert [notice.code for notice in found.notices] == ["gave-up"]
    assert len(found.messages) == 6


def test_equal_actions_get_their_own_calls() -> None:
    run = swe_run()
    again = {**run["history"][3], "tool_calls": [{"id": "c2", "function": {
        "name": "open", "arguments": "{}"}}]}  # fmt: skip
    run["history"].append(again)
    run["trajectory"].insert(1, run["trajectory"][0])
    calls = [part for message in read_one(run).messages for part in message.parts
             if isinstance(part, ToolCall)]  # fmt: skip
    assert [call.call_id for call in calls] == ["c1", "c2", None]


def test_broken_steps_are_counted() -> None:
    run = swe_run()
    run["trajectory"] += ["x", 4]
    assert [(n.code, n.count) for n in read_one(run).notices] == [("broken-record", 2)]


def test_other_json_is_refused() -> None:
    with pytest.raises(ReadError, match="no trajectory"):
        list(read(dumped({"info": 1}), format="swe-agent"))


def test_a_first_step_longer_than_the_probe_is_enough() -> None:
    run = swe_run()
    steps = [{"action": "cat", "observation": "x" * 90_000, "thought": "Look.", "response": ""}]
    long = {"trajectory": steps, "history": run["history"], "info": run["info"]}
    assert read_one(long).source.format == "swe-agent"
