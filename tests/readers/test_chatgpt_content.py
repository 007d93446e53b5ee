"""What a ChatGPT message may hold: content of every type, tools, turns, marks."""

import json
from datetime import UTC, datetime

import pytest

from graphpack.model.conversation import (
    Attachment,
    Image,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from tests.readers.chatgpt_records import ANSWER, ASK, call, chat, content, loads, one, parts, said


class TestContent:
    def answer(self, **fields):
        return one(ASK, said("assistant", "", **fields)).messages[1:]

    def test_thoughts_are_reasoning_and_the_recap_is_dropped(self):
        thoughts = [
            {"summary": "Looking at frost", "content": "Frost until mid May.", "finished": True},
            {"summary": "", "content": "So May."},
            "broken",
        ]
        conversation = one(
            ASK,
            said("assistant", "", content=content("thoughts", thoughts=thoughts)),
            said("assistant", "", content=content("reasoning_recap", content="Thought for 4s")),
            said("assistant", "In May.", channel="final"),
        )
        assert parts(conversation)[1] == [
            Reasoning("Looking at frost\nFrost until mid May."),
            Reasoning("So May."),
            Text("In May."),
        ]

    def test_the_analysis_channel_is_reasoning(self):
        (message,) = one(ASK, said("assistant", "Hm, frost.", channel="analysis")).messages[1:]
        assert message.parts == (Reasoning("Hm, frost."),)

    def test_code_has_its_text_beside_the_parts(self):
        body = content("code", language="python", text="print(1)")
        assert self.answer(content=body)[0].parts == (Text("```python\nprint(1)\n```"),)

    def test_spoken_words_and_pictures_of_a_multimodal_message(self):
        spoken = {"content_type": "audio_transcription", "text": "What is this?", "direction": "in"}
        picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-7"}
        sound = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://a"}
        video = {"content_type": "real_time_user_audio_video_asset_pointer", "frames": []}
        body = content("multimodal_text", parts=[spoken, sound, video, picture, "A beetle?"])
        files = [
            {"id": "file-7", "name": "leaf.png", "mime_type": "image/png", "size": 1},
            {"id": "file-8", "name": "bed.csv", "mime_type": "text/csv"},
        ]
        message = said("user", "", content=body, metadata={"attachments": files})
        conversation = one(message)
        assert parts(conversation) == [
            [
                Text("What is this?"),
                Image("image/png", "leaf.png"),
                Text("A beetle?"),
                Attachment("bed.csv", media_type="text/csv"),
            ]
        ]
        assert conversation.notices == ()

    def test_an_attachment_alone_is_a_message(self):
        files = {"attachments": [{"name": "plan.pdf", "mime_type": "application/pdf"}]}
        conversation = one(said("user", "", metadata=files))
        assert parts(conversation) == [[Attachment("plan.pdf", media_type="application/pdf")]]

    def test_an_unknown_type_gives_its_text_where_it_has_one(self):
        body = content("hologram", text="In three dimensions.")
        assert self.answer(content=body)[0].text == "In three dimensions."

    def test_an_unknown_type_without_text_is_counted_by_name(self):
        conversation = one(ASK, said("assistant", "", content=content("hologram", rays=3)), ANSWER)
        (notice,) = conversation.notices
        assert (notice.code, notice.count) == ("unknown-block", 1)
        assert "hologram" in notice.where

    def test_odd_characters_become_plain_ones(self):
        text = "\ufeffsow\r\nat\u00a07\u202fpm\u200e\x00"
        assert one(said("user", text)).messages[0].text == "sow\nat 7 pm"

    def test_a_lone_surrogate_does_not_cost_the_file(self):
        raw = json.dumps([chat(said("user", "beans \ud83d!"), ANSWER)]).encode()
        assert loads(raw)[0].messages[0].text == "beans \ufffd!"


class TestTools:
    def test_a_call_its_output_and_the_answer_are_three_messages(self):
        output = said("tool", "", author="python")
        output["content"] = content("execution_output", text="12")
        output["metadata"] = {"aggregate_result": {"status": "success"}}
        conversation = one(ASK, call("python", "rows * 4", "code"), output, ANSWER)
        assert parts(conversation)[1:] == [
            [ToolCall("python", "rows * 4", "m1")],
            [ToolResult("12", "python", "m1", is_error=False)],
            [Text("In May.")],
        ]
        assert [m.role for m in conversation.messages][1:3] == [Role.ASSISTANT, Role.TOOL]

    def test_a_failed_run_is_an_error(self):
        output = said("tool", "", author="python")
        output["content"] = content("execution_output", text="NameError: rows")
        output["metadata"] = {"aggregate_result": {"status": "failed_with_in_kernel_exception"}}
        assert one(ASK, output).messages[1].parts[0].is_error is True

    @pytest.mark.parametrize(
        ("body", "text"),
        [
            (content("tether_browsing_display", result="a list", summary=""), "a list"),
            (content("tether_quote", text="Beans.", title="B", url="https://b.test"), "Beans."),
            (content("tether_quote", text="", title="Bean page", url="u"), "Bean page"),
            (content("sonic_webpage", text="whole page", snippet="s"), "whole page"),
            (content("sonic_webpage", snippet="a snippet"), "a snippet"),
            (content("citable_code_output", output_str="3 rows"), "3 rows"),
            (content("computer_output", state={"title": "Shop", "dom": None}), "Shop"),
            (content("system_error", name="timeout", text="Error: timed out"), "Error: timed out"),
            (content("text", parts=["made a picture"]), "made a picture"),
        ],
    )
    def test_outputs_of_every_kind(self, body, text):
        (message,) = one(ASK, said("tool", "", author="t", content=body)).messages[1:]
        assert message.role is Role.TOOL
        assert [part.text for part in message.parts] == [text]
        assert isinstance(message.parts[0], ToolResult)

    def test_a_system_error_is_one(self):
        body = content("system_error", name="timeout", text="timed out")
        assert one(ASK, said("tool", "", content=body)).messages[1].parts[0].is_error is True

    def test_a_page_quoted_under_another_role_is_still_the_tools(self):
        body = content("tether_quote", text="Beans.")
        (_, message) = one(ASK, said("assistant", "", content=body)).messages
        assert message.role is Role.TOOL

    def test_a_generated_picture_is_an_image(self):
        body = content("multimodal_text", parts=[{"content_type": "image_asset_pointer"}])
        (message,) = one(ASK, said("tool", "", author="t2u.sj1", content=body)).messages[1:]
        assert message.parts == (Image(),)

    @pytest.mark.parametrize("kind", ["text", "code"])
    def test_canvas_text_is_the_calls(self, kind):
        document = {"name": "plan", "type": "document", "content": "# Beds\n\nBeans in bed 2."}
        created = said(
            "tool", "Successfully created text document", author="canmore.create_textdoc"
        )
        conversation = one(
            ASK, call("canmore.create_textdoc", json.dumps(document), kind), created, ANSWER
        )
        (made,) = conversation.messages[1].parts
        assert made == ToolCall("canmore.create_textdoc", document, "m1")
        assert "Beans in bed 2." in made.text
        assert conversation.messages[2].parts[0].call_id == "m1"

    @pytest.mark.parametrize("body", ['{"updates": [', "[1, 2]", "search('beans')"])
    def test_a_call_that_is_no_object_keeps_its_text(self, body):
        assert one(ASK, call("canmore.update_textdoc", body)).messages[1].parts[0].arguments == body

    def test_an_output_after_the_next_question_answers_no_call(self):
        late = said("tool", "late", author="python")
        conversation = one(ASK, call("python", "1"), said("user", "Never mind."), late)
        assert conversation.messages[-1].parts[0].call_id is None


class TestTurns:
    def test_the_assistants_nodes_in_a_row_are_one_message(self):
        conversation = one(
            ASK,
            said("assistant", "Let me look.", channel="commentary"),
            said("system", "hidden"),
            call("web.run", '{"q": "beans"}'),
            said("tool", "", author="web.run"),  # empty: not there
            said("assistant", "In May.", channel="final", create_time=1700000009),
        )
        assert parts(conversation)[1:] == [
            [Text("Let me look."), ToolCall("web.run", {"q": "beans"}, "m3"), Text("In May.")]
        ]
        answer = conversation.messages[1]
        assert (answer.source_id, answer.at) == ("m1", datetime.fromtimestamp(1700000009, UTC))

    def test_the_users_are_not_merged(self):
        assert len(one(ASK, said("user", "And peas?"), ANSWER).messages) == 3


class TestMarks:
    def text(self, text):
        return one(ASK, said("assistant", text)).messages[1].text

    @pytest.mark.parametrize(
        ("marked", "plain"),
        [
            ("In May \ue200cite\ue202turn0search3\ue202turn0search5\ue201.", "In May."),
            ("In May.\ue200filecite\ue202turn1file0\ue202L1-L3\ue201 Or June.", "In May. Or June."),
            ("In May【3†source】.", "In May."),
            ("In May 【12:0†beds.pdf】.", "In May."),
            ("In May【0†Bean page†beans.test】.", "In May."),
            ("In May:contentReference[oaicite:0]{index=0}.", "In May."),
            (
                'Ask \ue200entity\ue202["people","Lena Ott","gardener"]\ue201 first.',
                "Ask Lena Ott first.",
            ),
            ("See \ue200url\ue202the list\ue202https://b.test\ue201.", "See the list."),
            ("In May \ue200cite\ue202turn0sea", "In May"),
            ("In May\ue203 or\ue2ff June", "In May or June"),
            ("\ue200entity\ue202{broken\ue201In May", "In May"),
            ("【Note】 in May, 3†4", "【Note】 in May, 3†4"),
        ],
    )
    def test_are_taken_out(self, marked, plain):
        assert self.text(marked) == plain

    def test_in_a_tools_list_become_the_titles_they_carry(self):
        body = content(
            "tether_browsing_display", result="# 【0†Bean page†beans.test】\n【1†source】"
        )
        (message,) = one(ASK, said("tool", "", content=body)).messages[1:]
        assert message.parts[0].text == "# Bean page (beans.test)\n"
