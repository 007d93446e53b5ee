import io
import json
import zipfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.chatgpt import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe


def said(role, text, **over):
    """A message as the export writes it."""
    message = {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "recipient": "all",
        "channel": None,
        "metadata": {},
    }
    author = over.pop("author", None)
    if author:
        message["author"]["name"] = author
    return message | over


def content(kind, **fields):
    return {"content_type": kind} | fields


def call(tool, text, kind="text"):
    body = content("code", language="json", text=text) if kind == "code" else None
    over = {"content": body} if body else {}
    return said("assistant", text, recipient=tool, **over)


def chat(*messages, number=1, **over):
    """A conversation whose nodes form one thread under an empty root."""
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent = "root"
    for index, message in enumerate(messages):
        key = f"m{index}"
        mapping[parent]["children"].append(key)
        mapping[key] = {
            "id": key,
            "message": message and {"id": key} | message,
            "parent": parent,
            "children": [],
        }
        parent = key
    return {
        "title": f"Garden plan {number}",
        "create_time": 1700000000.5,
        "mapping": mapping,
        "current_node": parent,
        "conversation_id": f"chat-{number}",
        "default_model_slug": "model-d",
    } | over


def loads(value) -> list[Conversation]:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return list(read(raw, name="conversations.json"))


def one(*messages, **over) -> Conversation:
    (conversation,) = loads([chat(*messages, **over)])
    return conversation


def parts(conversation):
    return [list(message.parts) for message in conversation.messages]


def codes(conversation):
    counts = Counter()
    for notice in conversation.notices:
        counts[notice.code] += notice.count
    return counts


def certainty(value) -> Certainty:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return Reader().detect(probe(open_source(raw)))


ASK = said("user", "When do I sow the beans?", create_time=1700000001.25)
ANSWER = said("assistant", "In May.", metadata={"model_slug": "model-x"})


def test_reads_the_whole_of_a_plain_chat():
    conversation = one(ASK, ANSWER)

    assert conversation.id == "chat-1"
    assert conversation.title == "Garden plan 1"
    assert conversation.started_at == datetime.fromtimestamp(1700000000.5, UTC)
    assert conversation.source.name == "conversations.json"
    assert conversation.source.format == "chatgpt"
    assert conversation.notices == ()
    ask, answer = conversation.messages
    assert (ask.index, ask.role, ask.text) == (0, Role.USER, "When do I sow the beans?")
    assert (ask.source_id, ask.author) == ("m0", None)
    assert ask.at == datetime.fromtimestamp(1700000001.25, UTC)
    assert (answer.index, answer.role, answer.text) == (1, Role.ASSISTANT, "In May.")
    assert (answer.author, answer.at) == ("model-x", None)


def test_an_answer_without_a_model_has_the_conversations():
    assert one(ASK, said("assistant", "In May.")).messages[1].author == "model-d"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda c: [c],
        lambda c: c,
        lambda c: {"conversations": [c]},
        lambda c: [None, {"title": "no tree", "id": "x"}, c],
    ],
)
def test_reads_a_list_one_chat_and_a_wrapped_list(wrap):
    document = wrap(chat(ASK, ANSWER))
    assert certainty(document) is Certainty.SURE
    assert [c.id for c in loads(document)] == ["chat-1"]


def test_order_is_the_trees_not_the_clocks():
    late = said("user", "first", create_time=1700000900)
    early = said("assistant", "second", create_time=1700000100)
    unknown = said("user", "third", create_time=None)
    assert [m.text for m in one(late, early, unknown).messages] == ["first", "second", "third"]


class TestThread:
    def branched(self, current="b"):
        raw = chat(ASK, ANSWER)
        raw["mapping"]["m0"]["children"].append("b")
        raw["mapping"]["b"] = {
            "id": "b",
            "parent": "m0",
            "children": [],
            "message": {"id": "b"} | said("assistant", "In April.", create_time=1700000002),
        }
        return raw | {"current_node": current}

    def test_follows_the_chosen_branch_and_counts_the_other(self):
        (conversation,) = loads([self.branched()])
        assert [m.text for m in conversation.messages][1] == "In April."
        assert codes(conversation) == {"abandoned-branch": 1}

    def test_hidden_nodes_of_another_branch_are_no_messages(self):
        raw = self.branched()
        raw["mapping"]["m1"]["message"] = said("system", "be brief")
        (conversation,) = loads([raw])
        assert codes(conversation) == {}

    @pytest.mark.parametrize("current", [None, "nowhere", 7])
    @pytest.mark.parametrize(
        ("first", "second", "chosen"),
        [(2, 1, "In May."), (1, 2, "In April."), (None, 1, "In April."), (None, None, "In April.")],
    )
    def test_without_a_current_node_the_newest_of_the_longest_chains(
        self, current, first, second, chosen
    ):
        raw = self.branched(current)
        raw["mapping"]["m1"]["message"]["create_time"] = first
        raw["mapping"]["b"]["message"]["create_time"] = second
        (conversation,) = loads([raw])
        assert conversation.messages[1].text == chosen
        assert codes(conversation)["guessed-branch"] == 1

    def test_without_a_current_node_a_longer_chain_beats_a_newer_leaf(self):
        raw = self.branched(None)
        raw["mapping"]["m1"]["children"] = ["m2"]
        raw["mapping"]["m2"] = {"id": "m2", "parent": "m1", "message": said("user", "Thanks.")}
        (conversation,) = loads([raw])
        assert conversation.messages[-1].text == "Thanks."

    def test_parents_that_are_lost_are_found_by_their_children(self):
        raw = chat(ASK, ANSWER)
        for node in raw["mapping"].values():
            del node["parent"]
        (conversation,) = loads([raw])
        assert len(conversation.messages) == 2

    def test_a_parent_outside_the_tree_is_the_root(self):
        raw = chat(ASK, ANSWER)
        del raw["mapping"]["root"]
        (conversation,) = loads([raw])
        assert len(conversation.messages) == 2

    def test_a_circle_of_parents_ends(self):
        raw = chat(ASK, ANSWER)
        raw["mapping"]["m0"]["parent"] = "m1"
        (conversation,) = loads([raw])
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "In May."]

    def test_a_long_thread_needs_no_deep_stack(self):
        turns = [said("user" if i % 2 == 0 else "assistant", str(i)) for i in range(3000)]
        assert len(one(*turns, current_node=None).messages) == 3000


class TestHidden:
    @pytest.mark.parametrize(
        "message",
        [
            said("system", "You are a gardener."),
            said("developer", "You are a gardener."),
            said("user", "secret", metadata={"is_visually_hidden_from_conversation": True}),
            said("assistant", "discarded", weight=0),
            said("user", "x", content=content("user_editable_context", user_profile="Lena, 44")),
            said(
                "assistant", "x", content=content("model_editable_context", model_set_context="m")
            ),
        ],
    )
    def test_is_no_turn_but_is_counted(self, message):
        conversation = one(message, ASK, ANSWER)
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "In May."]
        assert codes(conversation) == {"hidden-context": 1}

    def test_the_users_profile_is_never_theirs_even_when_shown(self):
        body = content("user_editable_context", user_profile="Lena, 44", user_instructions="short")
        assert "Lena" not in str(parts(one(said("user", "", content=body), ASK, ANSWER)))

    def test_an_empty_system_message_is_worth_no_notice(self):
        hidden = {"is_visually_hidden_from_conversation": True}
        assert one(said("system", "", metadata=hidden), ASK).notices == ()

    def test_a_hidden_node_does_not_split_the_thread(self):
        conversation = one(ASK, said("system", "x"), said("assistant", "", weight=0), ANSWER)
        assert len(conversation.messages) == 2

    @pytest.mark.parametrize(
        "result",
        [
            said("tool", "Beans need 10 °C.", author="browser", weight=0),
            said("assistant", "", weight=0, content=content("tether_quote", text="Beans.")),
        ],
    )
    def test_a_tools_output_of_weight_0_stays(self, result):
        assert isinstance(one(ASK, result, ANSWER).messages[1].parts[0], ToolResult)

    @pytest.mark.parametrize("text", ["", "  \n"])
    def test_empty_messages_are_no_messages(self, text):
        assert len(one(ASK, said("assistant", text), ANSWER).messages) == 2


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


class TestBroken:
    @pytest.mark.parametrize(
        "bad",
        [
            {"title": "no mapping", "id": "x"},
            chat(number=2) | {"mapping": None},
            chat(number=2) | {"mapping": [1]},
            "text",
            17,
            [],
        ],
    )
    def test_one_bad_conversation_costs_only_itself(self, bad):
        found = loads([chat(ASK, ANSWER, number=1), bad, chat(ASK, ANSWER, number=3)])
        assert [c.id for c in found] == ["chat-1", "chat-3"]
        (notice,) = found[1].notices
        assert (notice.code, notice.where) == ("broken-record", "conversations.json:2")

    def test_an_empty_conversation_is_skipped_and_said(self):
        found = loads([chat(number=1), chat(ASK, number=2), chat(said("system", "x"), number=3)])
        assert [c.id for c in found] == ["chat-2"]
        assert [(n.code, n.where) for n in found[0].notices] == [
            ("empty-conversation", "conversations.json:1"),
            ("empty-conversation", "conversations.json:3"),
        ]

    def test_metadata_author_and_title_may_be_missing(self):
        ask = {"author": {"role": "user"}, "content": {"parts": ["When?"]}}
        answer = {"author": {"role": "assistant"}, "content": "In May."}
        raw = chat(ask, answer)
        for key in ("title", "create_time", "conversation_id", "default_model_slug"):
            del raw[key]
        (conversation,) = loads([raw])
        assert [m.text for m in conversation.messages] == ["When?", "In May."]
        assert conversation.title is None
        assert conversation.started_at is None
        assert conversation.id == loads([raw])[0].id

    def test_a_message_of_nobody_known_is_counted(self):
        conversation = one(ASK, said("narrator", "Meanwhile"), ANSWER)
        assert codes(conversation) == {"broken-record": 1}

    def test_a_broken_node_keeps_the_thread(self):
        raw = chat(ASK, ANSWER, said("user", "Thanks."))
        raw["mapping"]["m1"] = None
        (conversation,) = loads([raw])
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "Thanks."]
        assert codes(conversation) == {"broken-record": 1}

    @pytest.mark.parametrize("time", ["soon", 1e300, float("inf"), True, [], {}])
    def test_a_time_that_is_none_is_unknown(self, time):
        conversation = one(said("user", "x", create_time=time), create_time=time)
        assert conversation.started_at is None
        assert conversation.messages[0].at is None

    def test_milliseconds_are_told_from_seconds(self):
        conversation = one(ASK, create_time=1700000000500)
        assert conversation.started_at == datetime.fromtimestamp(1700000000.5, UTC)

    def test_a_file_cut_in_the_middle_gives_what_stands_before(self):
        whole = json.dumps([chat(ASK, ANSWER, number=n) for n in range(3)])
        cut = whole[: whole.index('"Garden plan 2"') + 200].encode()
        found = loads(cut)
        assert [c.id for c in found][:2] == ["chat-0", "chat-1"]
        assert any(n.code == "broken-document" for c in found for n in c.notices)

    def test_an_export_without_any_conversation_says_so(self):
        with pytest.raises(ReadError, match="no conversation"):
            loads([chat(number=1), chat(number=2)])


def archive(files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, value in files.items():
            made.writestr(name, value if isinstance(value, str) else json.dumps(value))
    return buffer.getvalue()


SIDES = {
    "user.json": {"id": "u", "email": "lena@beds.test", "chatgpt_plus_user": False},
    "message_feedback.json": [
        {"id": "f", "conversation_id": "chat-1", "rating": "up", "content": "{}"}
    ],
    "model_comparisons.json": [{"conversation_id": "c", "content": {}, "storage_protocol": "z"}],
    "shared_conversations.json": [{"id": "s", "conversation_id": "c", "is_anonymous": True}],
    "chat.html": "<html></html>",
}


class TestContainer:
    def files(self):
        return SIDES | {
            "conversations.json": [chat(ASK, ANSWER, number=n) for n in (1, 2)],
            "file-7-leaf.png": "x",
        }

    def test_reads_the_zip_and_names_what_it_leaves_alone(self):
        raw = archive(self.files())
        assert Reader().detect(probe(open_source(raw))) is Certainty.SURE
        found = list(read(raw, name="export.zip"))
        assert [c.id for c in found] == ["chat-1", "chat-2"]
        assert codes(found[0]) == {"side-file": 6}
        assert codes(found[1]) == {}
        assert found[0].source.name == "conversations.json"

    def test_reads_the_unpacked_folder_below_another(self, tmp_path: Path):
        folder = tmp_path / "export" / "2026"
        folder.mkdir(parents=True)
        for name, value in self.files().items():
            text = value if isinstance(value, str) else json.dumps(value)
            (folder / name).write_text(text, encoding="utf-8")
        assert [c.id for c in read(tmp_path)] == ["chat-1", "chat-2"]

    def test_reads_shards_in_order(self):
        shards = {f"conversations-{n:03}.json": [chat(ASK, ANSWER, number=n)] for n in range(12)}
        found = list(read(archive(shards | {"export_manifest.json": {}, "user.json": {}})))
        assert [c.id for c in found] == [f"chat-{n}" for n in range(12)]

    def test_a_bare_zip_is_told_by_its_content(self):
        found = list(read(archive({"conversations.json": [chat(ASK, ANSWER)]})))
        assert [c.source.format for c in found] == ["chatgpt"]

    def test_a_broken_shard_costs_only_itself(self):
        shards = {
            "conversations-000.json": [chat(ASK, number=1)],
            "conversations-001.json": "no JSON at all",
            "conversations-002.json": [chat(ASK, number=3)],
            "user.json": {},
        }
        found = list(read(archive(shards)))
        assert [c.id for c in found] == ["chat-1", "chat-3"]
        notices = [n for c in found for n in c.notices if n.code == "unreadable-member"]
        assert "conversations-001.json" in notices[0].message

    def test_a_folder_with_other_things_is_not_claimed(self):
        names = (*self.files(), "notes/diary.md")
        files = dict.fromkeys((f"export/{name}" for name in names[:-1]), "[]")
        raw = archive(files | {names[-1]: "x"})
        assert Reader().detect(probe(open_source(raw))) is Certainty.NO

    def test_another_vendors_export_is_not_claimed(self):
        raw = archive({"conversations.json": "[]", "users.json": "[]", "user.json": "{}"})
        assert Reader().detect(probe(open_source(raw))) is Certainty.NO

    @pytest.mark.parametrize("name", [n for n in SIDES if n.endswith(".json")])
    def test_a_side_file_alone_is_known_and_refused(self, name):
        assert certainty(SIDES[name]) is Certainty.SURE
        with pytest.raises(ReadError, match="of a ChatGPT export; no conversations") as caught:
            loads(SIDES[name])
        told = {"user.json": "account", "message_feedback.json": "feedback"}
        told |= {"model_comparisons.json": "compared", "shared_conversations.json": "links"}
        assert told[name] in str(caught.value)
        assert "conversations.json" in (caught.value.hint or "")


class TestSharePage:
    def nodes(self):
        hidden = said("system", "x")
        return [{"id": f"n{i}", "message": m} for i, m in enumerate((hidden, ASK, ANSWER))]

    def data(self):
        return {"title": "Shared beds", "create_time": 1.7e9, "linear_conversation": self.nodes()}

    def next_data(self):
        return {"props": {"pageProps": {"serverResponse": {"type": "data", "data": self.data()}}}}

    def check(self, raw):
        assert certainty(raw) is Certainty.SURE
        (conversation,) = loads(raw)
        assert conversation.title == "Shared beds"
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "In May."]

    def test_as_json(self):
        self.check(self.next_data())
        self.check(self.data())

    def test_as_a_saved_page_of_the_older_kind(self):
        html = (
            '<!DOCTYPE html><html><link href="https://chat.openai.com/share/abc"/>'
            f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(self.next_data())}'
            "</script></html>"
        )
        self.check(html.encode())

    def test_as_a_saved_page_of_the_streamed_kind(self):
        flat: list = []

        def put(value):
            place = len(flat)
            flat.append(None)
            if isinstance(value, dict):
                flat[place] = {f"_{put(k)}": put(v) for k, v in value.items()}
            elif isinstance(value, list):
                flat[place] = [put(v) for v in value]
            elif value is None:
                flat.pop()
                return -5
            else:
                flat[place] = value
            return place

        put({"loaderData": {"routes/share": {"serverResponse": {"data": self.data()}}}})
        packed = json.dumps(json.dumps(flat) + "\nP1:[]\n")
        html = (
            '<!DOCTYPE html><html><link href="https://chatgpt.com/share/abc"/>'
            f"<script>streamController.enqueue({packed});</script></html>"
        )
        self.check(html.encode())

    @pytest.mark.parametrize("body", ["", '<script>streamController.enqueue("[{]")</script>'])
    def test_a_page_without_the_conversation_is_an_error(self, body):
        html = f'<!DOCTYPE html><html><link href="https://chatgpt.com/share/abc"/>{body}</html>'
        with pytest.raises(ReadError):
            loads(html.encode())


def test_is_known_by_its_head_however_long_the_first_message():
    assert certainty([chat(said("user", "beans " * 30_000), ANSWER)]) is Certainty.SURE


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"mapping": {"a": "b"}},
        {"mapping": {"field": {"type": "keyword"}}},
        {"mapping": {}},
        [{"messages": [{"role": "user", "content": "hi"}]}],
        [{"chat_messages": [{"sender": "human", "text": "hi"}]}],
        {"conversations": [{"responses": [{"response": {"message": "hi"}}]}]},
        {"linear_conversation": "x"},
        b"plain words about a mapping",
        b"<!doctype html><html><p>see chatgpt.com</p></html>",
    ],
)
def test_claims_nothing_foreign(document):
    assert certainty(document) is Certainty.NO
