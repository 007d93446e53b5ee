"""What a Claude.ai chat comes in: broken files, exports, ZIPs, what an extension saves."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Role,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.claude_ai import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
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


class TestBroken:
    @pytest.mark.parametrize(
        "bad",
        [{"uuid": "x"}, chat(number=2) | {"chat_messages": None}, "text", 17, []],
    )
    def test_one_bad_conversation_costs_only_itself(self, bad):
        found = loads([chat(ASK, ANSWER, number=1), bad, chat(ASK, ANSWER, number=3)])
        assert [c.id for c in found] == ["chat-1", "chat-3"]
        (notice,) = found[1].notices
        assert (notice.code, notice.where) == ("broken-record", "conversations.json:2")

    def test_empty_conversations_are_skipped_and_said(self):
        silent = said("human")
        found = loads([chat(number=1), chat(ASK, number=2), chat(silent, number=3)])
        assert [c.id for c in found] == ["chat-2"]
        assert [(n.code, n.where) for n in found[0].notices] == [
            ("empty-conversation", "conversations.json:1"),
            ("empty-conversation", "conversations.json:3"),
        ]

    def test_broken_messages_are_skipped_and_counted(self):
        conversation = one(ASK, "text", None, said("narrator", "Meanwhile"), ANSWER)
        assert texts(conversation) == ["Which glue for the hull?", "Epoxy."]
        assert codes(conversation) == {"broken-record": 2}

    def test_a_message_needs_only_its_sender_and_words(self):
        conversation = one(
            {"sender": "human", "text": "Glue?"}, {"sender": "assistant", "text": "Yes."}
        )
        assert texts(conversation) == ["Glue?", "Yes."]
        assert conversation.messages[0].at is None

    @pytest.mark.parametrize("time", ["2023-10-07T07:03:01.693863+", "", 1e300, None, {}])
    def test_a_time_that_is_none_is_unknown(self, time):
        assert one(said("human", "x", created_at=time), created_at=time).started_at is None

    def test_a_time_without_an_offset_is_utc(self):
        conversation = one(ASK, created_at="2026-03-01T09:59:00")
        assert conversation.started_at == datetime(2026, 3, 1, 9, 59, tzinfo=UTC)

    def test_without_an_id_the_first_words_make_one(self):
        first, second = (one(said("human", text), uuid=None).id for text in ("Glue?", "Tar?"))
        assert first != second
        assert first == one(said("human", "Glue?"), uuid=None).id

    def test_a_file_cut_in_the_middle_gives_what_stands_before(self):
        whole = json.dumps([chat(ASK, ANSWER, number=n) for n in range(3)])
        found = loads(whole[: whole.index("Boat repair 2") + 300].encode())
        assert [c.id for c in found][:2] == ["chat-0", "chat-1"]
        assert any(n.code == "broken-document" for c in found for n in c.notices)


SIDES = {
    "users.json": [{"uuid": "u", "full_name": "Ida Berg", "email_address": "ida@boats.test"}],
    "projects.json": [{"uuid": "p", "name": "Boat", "prompt_template": "", "docs": []}],
    "memories.json": [{"conversations_memory": "likes boats", "account_uuid": "a"}],
}


def archive(files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, value in files.items():
            made.writestr(name, json.dumps(value))
    return buffer.getvalue()


class TestContainer:
    FILES = SIDES | {"conversations.json": [chat(ASK, ANSWER, number=n) for n in (1, 2)]}

    def test_reads_the_zip_and_names_what_it_leaves_alone(self):
        raw = archive(self.FILES)
        assert Reader().detect(probe(open_source(raw))) is Certainty.SURE
        found = list(read(raw, name="data.zip"))
        assert [c.id for c in found] == ["chat-1", "chat-2"]
        assert codes(found[0]) == {"side-file": 3}
        assert "Ida" not in str(found)

    def test_reads_the_unpacked_folder(self, tmp_path: Path):
        for name, value in self.FILES.items():
            (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
        assert [c.id for c in read(tmp_path)] == ["chat-1", "chat-2"]

    def test_a_bare_zip_is_told_by_its_content(self):
        found = list(read(archive({"conversations.json": [chat(ASK, ANSWER)]})))
        assert [c.source.format for c in found] == ["claude-ai"]

    @pytest.mark.parametrize("name", list(SIDES))
    def test_a_side_file_alone_is_known_and_refused(self, name):
        assert certainty(SIDES[name]) is Certainty.SURE
        with pytest.raises(ReadError, match=r"of a Claude\.ai export; no conversations"):
            loads(SIDES[name])

    def test_both_vendors_exports_in_one_folder_are_read(self):
        node = {"id": "n", "parent": None, "children": []}
        message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hi"]}}
        other = [
            {"id": "other", "current_node": "n", "mapping": {"n": node | {"message": message}}}
        ]
        raw = archive(
            {f"claude/{name}": value for name, value in self.FILES.items()}
            | {"openai/conversations.json": other, "openai/user.json": {"id": "u"}}
        )
        assert {c.source.format for c in read(raw)} == {"claude-ai", "chatgpt"}


class TestExtension:
    def document(self):
        return {
            "title": "Boat",
            "messages": [
                {"id": "1", "parentMessageId": ROOT, "role": "User", "message": "Which glue?"},
                {"id": "2", "parentMessageId": "1", "role": "Claude", "message": "Epoxy."},
            ],
        }

    def test_is_read(self):
        assert certainty(self.document()) is Certainty.SURE
        (conversation,) = loads(self.document())
        assert conversation.title == "Boat"
        assert [(m.role, m.text) for m in conversation.messages] == [
            (Role.USER, "Which glue?"),
            (Role.ASSISTANT, "Epoxy."),
        ]


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"chat_messages": "x"},
        {"chat_messages": [1, 2]},
        [{"messages": [{"role": "assistant", "content": [{"type": "text", "text": "hi"}]}]}],
        {"messages": [{"role": "User", "message": "hi"}, {"role": "Bot", "message": "hello"}]},
        [{"mapping": {"a": {"message": None, "children": []}}, "current_node": "a"}],
        {"conversations": [{"responses": [{"response": {"sender": "human"}}]}]},
        b"human: which glue?",
    ],
)
def test_claims_nothing_foreign(document):
    assert certainty(document) is Certainty.NO
