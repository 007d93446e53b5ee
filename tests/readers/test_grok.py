"""Grok: senders in any case, times in MongoDB's words, marks that name nothing, tags in answers."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import pytest

from graphpack.model.conversation import Attachment, Image, Reasoning, Role, Text, ToolCall
from graphpack.readers import read
from tests.timing import grows_linearly

from .chat_programs import codes, dump, grok, grok_chat, grok_response, reading, said


def answered(words: str, **more: object) -> tuple:
    question = grok_response("r1", None, "human", "The fee?")
    chat = grok_chat(question, grok_response("r2", "r1", "ASSISTANT", words, **more))
    (found,) = reading({"conversations": [chat]})
    return found.messages[1].parts


@pytest.mark.parametrize(
    ("sender", "role", "author"),
    [
        ("human", Role.USER, None),
        ("HUMAN", Role.USER, None),
        ("ASSISTANT", Role.ASSISTANT, "grok-3"),
        ("assistant", Role.ASSISTANT, "grok-3"),
        ("grok-4", Role.ASSISTANT, "grok-3"),
    ],
)
def test_senders_in_any_case(sender: str, role: Role, author: str | None) -> None:
    (found,) = reading({"conversations": [grok_chat(grok_response("r1", None, sender, "Hi."))]})
    assert (found.messages[0].role, found.messages[0].author) == (role, author)


def test_a_sender_that_is_a_model_is_the_author() -> None:
    response = grok_response("r1", None, "grok-4", "Nine.", model=None)
    (found,) = reading({"conversations": [grok_chat(response)]})
    assert found.messages[0].author == "grok-4"


@pytest.mark.parametrize(
    "at",
    [
        "2026-03-01T10:00:00.000000Z",
        {"$date": {"$numberLong": "1772359200000"}},
        {"$date": "2026-03-01T10:00:00Z"},
        {"$date": 1772359200000},
    ],
)
def test_times_of_every_shape(at: object) -> None:
    response = grok_response("r1", None, "human", "Hi.", create_time=at)
    (found,) = reading({"conversations": [grok_chat(response)]})
    assert found.messages[0].at == datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize("leaf", [None, "not in the export"])
def test_a_mark_that_names_nothing_gives_way_to_the_newest(leaf: str | None) -> None:
    document = grok()
    document["conversations"][0]["conversation"]["leaf_response_id"] = leaf
    (found,) = reading(document)
    assert said(found)[-1] == ("assistant", "Nine euros.")
    assert codes(found) == {"guessed-branch": 1, "abandoned-branch": 1}


def test_a_mark_in_the_export_is_followed() -> None:
    document = grok()
    document["conversations"][0]["conversation"]["leaf_response_id"] = "r2"
    (found,) = reading(document)
    assert said(found)[-1] == ("assistant", "Ten euros.")
    assert codes(found) == {"abandoned-branch": 1}
    assert found.branches[0].messages[0].parts[0] == Reasoning("tariff")


def test_responses_without_parents_are_read_in_order() -> None:
    flat = {
        "title": "Fees",
        "conversationId": "g9",
        "responses": [
            {"sender": "human", "message": "The fee?", "createTime": "2026-03-01T10:00:00Z"},
            {"sender": "assistant", "message": "Nine.", "createTime": "2026-03-01T09:00:00Z"},
        ],
    }
    for document in (flat, [flat], {"conversations": [flat]}):
        (found,) = reading(document)
        assert (found.source.format, found.id) == ("grok", "g9")
        assert said(found) == [("user", "The fee?"), ("assistant", "Nine.")]


def test_documents_are_calls_and_searches_too() -> None:
    document = (
        '<xaiArtifact artifact_id="a1" artifact_version_id="v1" title="fees &amp; more.csv"'
        ' contentType="text/csv">\nport,fee\n</xaiArtifact>'
    )
    search = (
        "<xai:tool_usage_card><xai:tool_usage_card_id>c1</xai:tool_usage_card_id>"
        "<xai:tool_name>web_search</xai:tool_name>"
        '<xai:tool_args><![CDATA[{"query":"fees > 9"}]]></xai:tool_args></xai:tool_usage_card>'
    )
    about = {"id": "a1", "artifact_version_id": "v1", "title": "fees & more.csv"}
    assert answered(f"{search}\nHere:\n{document}\nDone.") == (
        ToolCall("web_search", {"query": "fees > 9"}, "c1"),
        Text("Here:"),
        ToolCall("artifact", {**about, "contentType": "text/csv", "content": "port,fee"}),
        Text("Done."),
    )


def test_citation_cards_leave_no_trace() -> None:
    card = (
        '<grok:render card_id="x" card_type="citation_card" type="render_inline_citation">'
        '<argument name="citation_id">3</argument></grok:render>'
    )
    assert answered(f"Nine. {card} Per night.{card}") == (Text("Nine. Per night."),)


def test_tags_a_person_writes_are_theirs() -> None:
    response = grok_response("r1", None, "human", "What is <xaiArtifact> for?")
    (found,) = reading({"conversations": [grok_chat(response)]})
    assert found.messages[0].text == "What is <xaiArtifact> for?"


def test_an_answer_cut_within_a_document_keeps_it() -> None:
    cut = 'Here:\n<xaiArtifact artifact_id="a1" title="t">\nport,fee'
    said_part, call = answered(cut)
    assert said_part == Text("Here:")
    assert call.arguments == {"id": "a1", "title": "t", "content": "port,fee"}


def test_files_are_named() -> None:
    files = [{"fileName": "tariff.pdf"}, "f-1", {"fileName": "p.png", "fileMimeType": "image/png"}]
    assert answered("Nine.", file_attachments=files, generated_image_urls=["u"])[1:] == (
        Attachment("tariff.pdf"),
        Attachment("f-1"),
        Image("image/png", "p.png"),
        Image(),
    )


def test_the_exports_zip_is_claimed_whole() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        folder = "ttl/30d/export_data/u1"
        archive.writestr(f"{folder}/prod-grok-backend.json", dump(grok()))
        archive.writestr(f"{folder}/prod-mc-auth-mgmt-api.json", '{"user": {}}')
        archive.writestr(f"{folder}/prod-mc-asset-server/a1/content", "## You\nhi\n## Grok\nho\n")
    (found,) = read(buffer.getvalue())
    assert found.source.format == "grok"
    assert codes(found)["side-file"] == 2


@pytest.mark.parametrize(
    "unit",
    ["<grok:render ", '<xaiArtifact a="', "<xai:tool_usage_card>", "<xai:tool_args><![CDATA["],
)
def test_open_tags_in_any_number_take_linear_time(unit: str) -> None:
    grows_linearly(answered, 2_500, lambda count: "x" + unit * count)
