"""The live zone of a message array: only what is new changes."""

import copy
import json

import pytest

from graphpack.compress.livezone import live_from, shorten_live
from graphpack.compress.originals import MemoryOriginals, references
from graphpack.compress.policy import Policy

from . import outputs

ASKED = "Why does the depth test fail?"


def openai():
    return [
        {"role": "system", "content": f"Rules.\n{outputs.LOG}"},
        {"role": "user", "content": f"{ASKED}\n\n{outputs.LOG}"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
        {"role": "tool", "tool_call_id": "1", "content": outputs.LOG},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "2"}]},
        {"role": "tool", "tool_call_id": "2", "content": outputs.PYTEST},
        {"role": "user", "content": f"{ASKED}\n\n{outputs.LOG}"},
    ]


def anthropic():
    return [
        {"role": "user", "content": [{"type": "text", "text": outputs.LOG}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "1", "content": outputs.PYTEST},
            {"type": "tool_result", "tool_use_id": "2",
             "content": [{"type": "text", "text": outputs.LOG}, {"type": "image"}]},
            {"type": "text", "text": ASKED},
        ]},
    ]  # fmt: skip


def test_only_the_newest_tool_result_and_user_message_change():
    messages = openai()
    before = [json.dumps(message) for message in messages]
    made = shorten_live(messages, Policy())
    assert made.first == 5
    assert [json.dumps(message) for message in made.messages[:5]] == before[:5]
    assert all(one is other for one, other in zip(made.messages[:5], messages[:5], strict=True))
    assert len(made.messages[5]["content"]) < 0.5 * len(outputs.PYTEST)
    assert made.messages[6]["content"].startswith(f"{ASKED}\n\n")
    assert len(made.messages[6]["content"]) < len(messages[6]["content"])
    assert [json.dumps(message) for message in messages] == before  # the input is left alone


def test_blocks_of_results_change_and_all_else_in_them_stays():
    messages = anthropic()
    made = shorten_live(messages, Policy()).messages
    assert made[:2] == tuple(messages[:2])
    first, second, text = made[2]["content"]
    assert len(first["content"]) < len(outputs.PYTEST)
    assert len(second["content"][0]["text"]) < len(outputs.LOG)
    assert second["content"][1] == {"type": "image"}
    assert (first["tool_use_id"], text) == ("1", {"type": "text", "text": ASKED})


def test_the_next_turn_leaves_what_was_live_byte_identical():
    first = shorten_live(openai(), Policy()).messages
    answered = [*first, {"role": "assistant", "content": "It is off by one."}]
    assert shorten_live(answered, Policy()).messages == tuple(answered)
    later = [*answered, {"role": "user", "content": outputs.LOG}]
    made = shorten_live(later, Policy())
    assert made.messages[: len(answered)] == tuple(answered)
    assert made.first == len(answered)


@pytest.mark.parametrize(
    "messages",
    [[], [{"role": "assistant", "content": outputs.LOG}], [{"role": "system", "content": "x"}],
     [{"role": "user"}], [{"role": "user", "content": 3}], [{"content": outputs.LOG}],
     [{"role": "tool", "content": None}], [{"role": "user", "content": ["x", None, {}]}]],
)  # fmt: skip
def test_what_is_not_understood_passes(messages):
    whole = copy.deepcopy(messages)
    assert list(shorten_live(messages, Policy()).messages) == whole


def test_responses_items_are_tool_results_too():
    items = [
        {"type": "function_call", "call_id": "1", "name": "run"},
        {"type": "function_call_output", "call_id": "1", "output": outputs.PYTEST},
    ]
    made = shorten_live(items, Policy()).messages
    assert made[0] is items[0]
    assert len(made[1]["output"]) < len(outputs.PYTEST)


def test_off_and_detail_change_nothing():
    for policy in (Policy(level="off"), Policy(is_detail=True)):
        assert list(shorten_live(openai(), policy).messages) == openai()


def test_originals_can_be_had_back():
    originals = MemoryOriginals(lambda: 0.0)
    made = shorten_live(openai(), Policy(), originals=originals)
    (ref,) = references(made.messages[5]["content"])
    assert originals.retrieve(ref) == outputs.PYTEST
    (ref,) = references(made.messages[6]["content"])
    assert originals.retrieve(ref) == openai()[6]["content"]


def test_an_error_of_a_tool_passes():
    block = {"type": "tool_result", "is_error": True, "content": "no such file: tide.toml\n" * 40}
    messages = [{"role": "user", "content": [block]}]
    assert list(shorten_live(messages, Policy()).messages) == messages


def test_live_from():
    assert live_from(openai()) == 5
    assert live_from([]) == 0
    assert live_from(openai()[:2]) == 0
    assert live_from(openai()[:3]) == 3
