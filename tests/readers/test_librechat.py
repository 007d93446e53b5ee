"""LibreChat: nested, flat or the current branch alone; who speaks is no matter of the sender."""

from __future__ import annotations

import pytest

from graphpack.model.conversation import Attachment, Image, Reasoning, Text, ToolCall, ToolResult

from .chat_programs import ROOT, codes, libre_message, librechat, reading, said


def flat(*messages: dict) -> dict:
    return librechat(recursive=False, messages=list(messages))


def answered(**more: object) -> list:
    question = libre_message("q", ROOT, "The fee?", True)
    answer = libre_message("a", "q", more.pop("text", ""), False, **more)
    (found,) = reading(flat(question, answer))
    return [part for message in found.messages[2:] for part in message.parts]


def test_nested_and_flat_forms_say_the_same() -> None:
    answer = libre_message("a", "q", "Nine.", False, children=[])
    other = libre_message("b", "q", "Ten.", False, children=[])
    nested = librechat(
        messages=[libre_message("q", ROOT, "The fee?", True, children=[other, answer])]
    )
    (one,) = reading(nested)
    question = libre_message("q", ROOT, "The fee?", True)
    (two,) = reading(flat(question, other, answer))
    assert said(one) == said(two)
    assert [b.id for b in one.branches] == [b.id for b in two.branches] == ["b"]


def test_the_tree_may_stand_under_its_other_name() -> None:
    document = librechat()
    document["messagesTree"] = document.pop("messages")
    assert said(reading(document)[0]) == said(reading(librechat())[0])


def test_a_single_message_may_stand_without_a_list() -> None:
    document = librechat()
    document["messages"] = document["messages"][0]
    assert [text for _, text in said(reading(document)[0])][1:] == [
        "What is the fee?",
        "Nine euros.",
    ]


def test_a_first_prompt_that_was_edited_makes_two_roots() -> None:
    (found,) = reading(librechat())
    assert said(found)[1:] == [("user", "What is the fee today?")]
    assert found.branches[0].after == 0
    assert codes(found) == {"guessed-branch": 1, "abandoned-branch": 2}


@pytest.mark.parametrize("root", [None, ROOT])
def test_either_root_begins_a_flat_list(root: str | None) -> None:
    document = flat(
        libre_message("q", root, "The fee?", True), libre_message("a", "q", "Nine.", False)
    )
    assert [role for role, _ in said(reading(document)[0])] == ["system", "user", "assistant"]


def test_the_role_is_not_the_senders_name() -> None:
    document = flat(
        libre_message("q", None, "The fee?", True, sender="Software Engineer"),
        libre_message("a", "q", "Nine.", False, sender="User", model="gull-4"),
    )
    (found,) = reading(document)
    assert [m.role.value for m in found.messages[1:]] == ["user", "assistant"]
    assert found.messages[2].author == "gull-4"


def test_the_newest_leaf_wins_and_what_was_not_stored_yet_is_newest() -> None:
    question = libre_message("q", None, "The fee?", True)
    old = libre_message("a", "q", "Ten.", False, createdAt="2026-03-01T10:00:00Z")
    new = libre_message("b", "q", "Nine.", False, createdAt="2026-03-01T11:00:00Z")
    assert reading(flat(question, new, old))[0].messages[-1].text == "Nine."
    fresh = libre_message("c", "q", "Eight.", False)
    del fresh["createdAt"]
    assert reading(flat(question, fresh, new, old))[0].messages[-1].text == "Eight."


def test_a_missing_parent_keeps_the_list_together() -> None:
    document = flat(
        libre_message("q", None, "The fee?", True),
        libre_message("a", "gone", "Nine.", False),
        libre_message("r", "a", "Thanks.", True),
    )
    (found,) = reading(document)
    assert len(found.messages) == 4
    assert codes(found) == {"broken-branch": 1}


def test_content_parts_are_read_instead_of_the_text() -> None:
    content = [
        {"type": "think", "think": "tariff"},
        {"type": "text", "text": {"value": "Looking."}},
        {"type": "tool_call",
         "tool_call": {"id": "c1", "name": "tariff", "args": '{"port":"Wyk"}', "output": "9"}},
        {"type": "agent_update", "agent_update": {"index": 1}},
        {"type": "text", "text": "Nine."},
    ]  # fmt: skip
    assert answered(content=content, text="Looking. Nine.") == [
        Reasoning("tariff"),
        Text("Looking."),
        ToolCall("tariff", {"port": "Wyk"}, "c1"),
        ToolResult("9", "tariff", "c1"),
        Text("Nine."),
    ]


def test_thinking_marked_in_the_text_is_apart() -> None:
    text = ":::thinking\ntariff\n:::\n\nNine."
    assert answered(text=text) == [Reasoning("tariff"), Text("Nine.")]


def test_an_error_is_nobodys_word() -> None:
    question = libre_message("q", None, "The fee?", True)
    failed = libre_message("a", "q", '{"type":"no_key"}', False, error=True)
    (found,) = reading(flat(question, failed))
    assert said(found)[1:] == [("user", "The fee?")]
    assert codes(found) == {"failed-answer": 1}
    content = [{"type": "error", "error": "429"}, {"type": "text", "text": "Nine."}]
    assert answered(content=content) == [Text("Nine.")]


def test_files_are_named() -> None:
    files = [
        {"filename": "tariff.pdf", "type": "application/pdf"},
        {"filename": "pier.png", "type": "image/png", "height": 9},
    ]
    (found,) = reading(flat(libre_message("q", None, "See.", True, files=files)))
    assert found.messages[1].parts[1:] == (
        Attachment("tariff.pdf", "", "application/pdf"),
        Image("image/png", "pier.png"),
    )


def test_a_chat_longer_than_decoders_nest_is_read_whole() -> None:
    count = 1200
    words = ["half a \\ud83d" if at == 7 else f"word {at}" for at in range(count)]
    people = ["false" if at % 2 else "true" for at in range(count)]
    opened = "".join(
        f'{{"messageId":"m{at}","isCreatedByUser":{people[at]},"text":"{words[at]}","children":['
        for at in range(count)
    )
    document = (
        f'{{"conversationId":"lc","title":"Long","recursive":true,"messages":[{opened}'
        + "]}" * count
        + "]}"
    )
    (found,) = reading(document.encode())
    assert len(found.messages) == count
    assert found.title == "Long" and found.branches == ()
    assert found.messages[7].text == "half a \ufffd"
    (found,) = reading(document[: document.index("word 1100")].encode())
    assert len(found.messages) == 1100
    assert codes(found)["broken-document"] == 1


def test_a_broken_message_costs_no_other() -> None:
    document = flat(libre_message("q", None, "The fee?", True), 7, {"text": "whose?"})
    (found,) = reading(document)
    assert said(found)[1:] == [("user", "The fee?")]
    assert codes(found) == {"broken-record": 2}
