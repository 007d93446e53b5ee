"""What a ChatGPT chat comes in: broken files, exports, ZIPs, shared pages."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.chatgpt import Reader
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from tests.readers.chatgpt_records import ANSWER, ASK, certainty, chat, codes, loads, one, said


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
