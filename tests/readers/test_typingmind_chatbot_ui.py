"""TypingMind and chatbot-ui: plain message lists among other data."""

from __future__ import annotations

import io
import zipfile

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read

from .chat_programs import chatbot_ui, codes, dump, reading, said, typingmind


def test_a_deleted_chat_is_left_out_and_counted() -> None:
    (found,) = reading(typingmind())
    assert (found.id, found.title) == ("t1", "Harbour fees")
    assert said(found) == [("user", "The fee?"), ("assistant", "Nine euros.")]
    assert codes(found) == {"deleted-conversation": 1}


def test_each_answer_names_its_model_else_the_chats() -> None:
    document = typingmind()
    assert reading(document)[0].messages[1].author == "gull-4o"
    del document["data"]["chats"][0]["messages"][1]["model"]
    (found,) = reading(document)
    assert [m.author for m in found.messages] == [None, "gull-4"]
    assert [m.source_id for m in found.messages] == ["m1", "m2"]


def test_one_chat_and_a_list_are_known() -> None:
    chat = typingmind()["data"]["chats"][0]
    for document in (chat, [chat]):
        (found,) = reading(document)
        assert found.source.format == "typingmind"


def test_the_pieces_of_a_zip_are_read() -> None:
    chat = typingmind()["data"]["chats"][0]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("data.json", dump({"data": {"chats": {"chunks": ["chats-0.json"]}}}))
        archive.writestr("chats-0.json", dump([chat]))
    (found,) = read(buffer.getvalue())
    assert (found.source.format, found.source.name) == ("typingmind", "chats-0.json")


def test_a_table_of_contents_alone_is_refused_kindly() -> None:
    with pytest.raises(ReadError, match="no conversation"):
        reading({"data": {"chats": {"chunks": ["chats-0.json"]}}})


def test_chatbot_ui_keeps_each_chats_prompt_and_model() -> None:
    (found,) = reading(chatbot_ui())
    assert found.id == "h1"
    assert said(found) == [
        ("system", "Answer in euros."),
        ("user", "What is the fee?"),
        ("assistant", "Nine euros."),
    ]
    assert found.messages[2].author == "Gull 4"


@pytest.mark.parametrize("dropped", [["version"], ["version", "prompts"], ["folders", "prompts"]])
def test_older_versions_of_chatbot_ui_have_less_beside_the_history(dropped: list[str]) -> None:
    document = {key: value for key, value in chatbot_ui().items() if key not in dropped}
    assert reading(document)[0].source.format == "chatbot-ui"


def test_a_chat_without_messages_costs_no_other() -> None:
    document = chatbot_ui()
    document["history"] += [{"id": "h2", "messages": []}, None, 3]
    (found,) = reading(document)
    assert codes(found) == {"empty-conversation": 1, "broken-record": 1}
