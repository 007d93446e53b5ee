"""Claude.ai: a chat, its blocks, artifacts and files, and its thread."""

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
from graphpack.readers.base import Certainty
from tests.readers.claude_ai_records import (
    ANSWER,
    ASK,
    ROOT,
    certainty,
    chat,
    codes,
    loads,
    one,
    said,
    texts,
)


def answer(*blocks, **over):
    """The parts of an answer, in a conversation with the question."""
    return list(one(ASK, said("assistant", *blocks, number=1, **over)).messages[1].parts)


def test_reads_the_whole_of_a_plain_chat():
    conversation = one(ASK, ANSWER)

    assert conversation.id == "chat-1"
    assert conversation.title == "Boat repair 1"
    assert conversation.started_at == datetime(2026, 3, 1, 9, 59, tzinfo=UTC)
    assert (conversation.source.name, conversation.source.format) == (
        "conversations.json",
        "claude-ai",
    )
    assert conversation.notices == ()
    ask, reply = conversation.messages
    assert (ask.index, ask.role, ask.parts) == (0, Role.USER, (Text("Which glue for the hull?"),))
    assert (reply.index, reply.role, reply.parts) == (1, Role.ASSISTANT, (Text("Epoxy."),))
    assert ask.at == datetime(2026, 3, 1, 10, 0, 0, 250000, tzinfo=UTC)
    assert (ask.source_id, reply.author) == ("m0", None)


@pytest.mark.parametrize("wrap", [lambda c: [c], lambda c: c, lambda c: {"conversations": [c]}])
def test_reads_a_list_one_chat_and_a_wrapped_list(wrap):
    document = wrap(chat(ASK, ANSWER))
    assert certainty(document) is Certainty.SURE
    assert [c.id for c in loads(document)] == ["chat-1"]


def test_the_api_form_names_the_model():
    raw = chat(ASK | {"text": ""}, ANSWER | {"text": ""}, model="claude-m")
    (conversation,) = loads(raw)
    assert [m.author for m in conversation.messages] == [None, "claude-m"]
    assert texts(conversation) == ["Which glue for the hull?", "Epoxy."]


def test_an_empty_name_is_no_title():
    assert one(ASK, name="").title is None


def test_is_known_by_its_head_however_long_the_first_message():
    assert certainty([chat(said("human", "glue " * 40_000), ANSWER)]) is Certainty.SURE


class TestBlocks:
    def test_text_is_not_read_twice(self):
        assert answer("Epoxy.", "Two coats.") == [Text("Epoxy."), Text("Two coats.")]

    def test_text_beside_the_blocks_counts_where_no_block_says_anything(self):
        assert answer(text="Epoxy.") == [Text("Epoxy.")]
        assert answer({"type": "tool_use", "name": "t", "input": {}, "id": "u"}, text="So.")[
            1:
        ] == [Text("So.")]

    def test_content_that_is_a_string(self):
        assert answer(content="Epoxy.", text="") == [Text("Epoxy.")]

    def test_thinking_is_reasoning(self):
        thinking = {"type": "thinking", "thinking": "Wood, so epoxy.", "summaries": []}
        assert answer(thinking, "Epoxy.") == [Reasoning("Wood, so epoxy."), Text("Epoxy.")]

    def test_thinking_that_is_cut_off_keeps_its_summaries(self):
        summaries = [{"summary": "Weighing glues"}, {"summary": "Choosing"}, None]
        thinking = {"type": "thinking", "thinking": "", "summaries": summaries}
        assert answer(thinking, "Epoxy.")[0] == Reasoning("Weighing glues\nChoosing")

    def test_tool_use_and_result_are_a_pair(self):
        use = {"type": "tool_use", "id": "u1", "name": "repl", "input": {"code": "2+2"}}
        result = {
            "type": "tool_result",
            "tool_use_id": "u1",
            "name": "repl",
            "content": [
                {"type": "text", "text": "4"},
                {"type": "knowledge", "title": "Glues", "url": "https://g.test", "text": "List."},
                {"type": "image", "file_uuid": "f"},
                "done",
            ],
            "is_error": False,
        }
        assert answer(use, result, "Four.") == [
            ToolCall("repl", {"code": "2+2"}, "u1"),
            ToolResult("4\nGlues\nhttps://g.test\nList.\ndone", "repl", "u1", is_error=False),
            Image(),
            Text("Four."),
        ]

    def test_a_failed_tool_and_one_that_does_not_say(self):
        def result(**fields):
            block = {"type": "tool_result", "content": "no such file", "name": "t"} | fields
            return answer(block)[0]

        assert result(is_error=True).is_error is True
        assert result().is_error is None
        assert result().text == "no such file"

    def test_an_artifact_is_the_call_with_its_text(self):
        made = {
            "command": "create",
            "id": "plan",
            "type": "text/markdown",
            "content": "# Hull\nSand.",
        }
        use = {"type": "tool_use", "id": "u1", "name": "artifacts", "input": made}
        (part,) = answer(use)
        assert part == ToolCall("artifacts", made, "u1")
        assert "# Hull\nSand." in part.text

    def test_unknown_blocks_are_counted_and_silent_ones_are_not(self):
        conversation = one(
            ASK,
            said(
                "assistant", {"type": "hologram"}, {"rays": 3}, {"type": "token_budget"}, "Epoxy."
            ),
        )
        assert texts(conversation)[1] == "Epoxy."
        (notice,) = conversation.notices
        assert (notice.code, notice.count) == ("unknown-block", 2)
        assert "hologram" in notice.where

    def test_a_voice_note_is_what_was_said(self):
        note = {"type": "voice_note", "title": "", "text": "And the deck?"}
        assert one(said("human", note)).messages[0].parts == (Text("And the deck?"),)


class TestInlineArtifact:
    TEXT = (
        "Here is the plan.\n\n<antThinking>Worth an artifact.</antThinking>\n\n"
        '<antArtifact identifier="hull-plan" type="text/markdown" title="Hull: a > b">\n'
        "# Hull\n\nSand it.\n</antArtifact>\n\nShall I go on?"
    )

    def test_becomes_the_call_it_later_was(self):
        assert answer(self.TEXT) == [
            Text("Here is the plan."),
            Reasoning("Worth an artifact."),
            ToolCall(
                "artifacts",
                {
                    "id": "hull-plan",
                    "type": "text/markdown",
                    "title": "Hull: a > b",
                    "content": "# Hull\n\nSand it.",
                },
            ),
            Text("Shall I go on?"),
        ]

    def test_that_is_cut_off_runs_to_the_end(self):
        (call,) = answer('<antArtifact identifier="p" type="text/plain">one\ntwo')
        assert call.arguments["content"] == "one\ntwo"

    @pytest.mark.parametrize(
        "text",
        [
            "The `<antArtifact>` tag wraps a document.",
            'An <antArtifact type="x">without a name</antArtifact>.',
            "It opens with <antThinking> and never ends.",
        ],
    )
    def test_talk_about_the_tags_is_text(self, text):
        assert answer(text) == [Text(text)]

    def test_in_a_persons_words_stays_theirs(self):
        assert one(said("human", self.TEXT)).messages[0].parts == (Text(self.TEXT),)


class TestPlaceholder:
    LOST = "This block is not supported on your current device yet."
    VIEW = (
        "Viewing artifacts created via the Analysis Tool web feature preview isn’t yet "
        "supported on mobile."
    )

    @pytest.mark.parametrize("line", [LOST, VIEW, f"```\n{LOST}\n```"])
    def test_is_dropped_and_counted(self, line):
        conversation = one(ASK, said("assistant", f"Epoxy.\n{line}\nTwo coats."))
        assert texts(conversation)[1] == "Epoxy.\nTwo coats."
        assert codes(conversation) == {"lost-content": 1}

    def test_alone_leaves_no_message(self):
        conversation = one(ASK, said("assistant", text=f"```\n{self.LOST}\n```"), ANSWER)
        assert texts(conversation) == ["Which glue for the hull?", "Epoxy."]

    def test_quoted_by_a_person_or_within_a_line_stays(self):
        quoted = f"Why does it say '{self.LOST}'"
        conversation = one(said("human", self.LOST), said("assistant", quoted))
        assert texts(conversation) == [self.LOST, quoted]


class TestFiles:
    def test_pasted_text_is_the_message(self):
        pasted = {
            "file_name": "",
            "file_size": 9,
            "file_type": "txt",
            "extracted_content": "a list",
        }
        message = said("human", text="", attachments=[pasted])
        assert one(message).messages[0].parts == (Attachment("pasted text", "a list"),)

    def test_attachments_keep_their_text_and_files_their_name(self):
        attachments = [
            {"file_name": "hull.md", "file_type": "text/markdown", "extracted_content": "# Hull"}
        ]
        files = [
            {"file_name": "hull.md"},
            {"file_name": "deck.pdf", "file_uuid": "f"},
            {"file_name": "photo", "file_kind": "image"},
            {"file_uuid": "nameless"},
        ]
        message = said("human", "See these.", attachments=attachments, files=files)
        assert one(message).messages[0].parts == (
            Text("See these."),
            Attachment("hull.md", "# Hull", "text/markdown"),
            Attachment("deck.pdf"),
            Image(name="photo"),
        )

    def test_the_newer_list_of_files_is_no_second_one(self):
        files = [{"file_name": "deck.pdf"}]
        twice = said("human", "x", files=files, files_v2=files)
        assert len(one(twice).messages[0].parts) == 2
        newer = said("human", "x", files=[], files_v2=files)
        assert len(one(newer).messages[0].parts) == 2


def linked(*rows, leaf=None, **over):
    """Messages given as (uuid, parent, sender)."""
    messages = [
        said(sender, f"text of {uuid}", uuid=uuid, parent_message_uuid=parent)
        for uuid, parent, sender in rows
    ]
    return one(*messages, **over, **({"current_leaf_message_uuid": leaf} if leaf else {}))


def ids(conversation):
    return [message.source_id for message in conversation.messages]


class TestThread:
    ROWS = (
        ("a", ROOT, "human"),
        ("b", "a", "assistant"),
        ("b2", "a", "assistant"),
        ("c", "b", "human"),
        ("d", "b2", "human"),
    )

    def test_without_parents_the_files_order_holds(self):
        same = {"created_at": "2026-03-01T10:00:00Z"}
        later = {"created_at": "2026-03-01T09:00:00Z"}
        conversation = one(ASK | later, ANSWER | same, said("human", "Why?", number=2) | later)
        assert texts(conversation) == ["Which glue for the hull?", "Epoxy.", "Why?"]

    def test_the_leaf_on_screen_decides(self):
        conversation = linked(*self.ROWS, leaf="c")
        assert ids(conversation) == ["a", "b", "c"]
        assert codes(conversation) == {"abandoned-branch": 2}

    @pytest.mark.parametrize("leaf", [None, "gone"])
    def test_without_it_the_last_message_does(self, leaf):
        assert ids(linked(*self.ROWS, leaf=leaf)) == ["a", "b2", "d"]

    def test_an_edited_first_question_is_a_second_root(self):
        rows = (("a", ROOT, "human"), ("z", ROOT, "human"), ("y", "z", "assistant"))
        conversation = linked(*rows)
        assert ids(conversation) == ["z", "y"]
        assert codes(conversation) == {"abandoned-branch": 1}

    @pytest.mark.parametrize(
        "rows",
        [
            (("a", ROOT, "human"), ("b", "gone", "assistant")),
            (("a", "b", "human"), ("b", "a", "assistant")),
            (("a", None, "human"), ("b", None, "assistant"), ("c", "b", "human")),
            (("a", ROOT, "human"), ("a", ROOT, "assistant")),
        ],
    )
    def test_parents_that_form_no_tree_lose_nothing(self, rows):
        conversation = linked(*rows)
        assert ids(conversation) == [uuid for uuid, _, _ in rows]
        assert codes(conversation) == {"broken-branch": 1}

    def test_a_first_message_without_a_parent_is_the_root(self):
        conversation = linked(("a", None, "human"), ("b", "a", "assistant"))
        assert ids(conversation) == ["a", "b"]
        assert conversation.notices == ()
