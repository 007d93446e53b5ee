"""What is given in a pack's place is named, with the command that makes a pack of it."""

from __future__ import annotations

import json

import pytest

from graphpack.errors import GraphError, ReadError, UnknownFormatError
from graphpack.packs import load_pack
from graphpack.packs.documents import document_of
from graphpack.pipeline import pack
from graphpack.readers import read
from graphpack.settings import Settings
from tests.verify.build import talk

CHAT = {"messages": [{"role": "user", "content": "The tap drips."}] * 2}
LINES = "\n".join(json.dumps(each) for each in CHAT["messages"])


@pytest.fixture
def written(tmp_path):
    made = pack(talk("Decision: tomatoes go into bed 2.", "Noted: bed 2 it is."), Settings())
    readable = pack(made.conversation, Settings(mode="readable"))
    texts = {"a.json": made.text, "b.json": readable.text, "a.evidence.json": made.archive()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(CHAT), r"^my chat: a conversation \(openai-chat\), no pack$"),
        (LINES, r"^my chat: a conversation \([a-z-]+\), no pack$"),
        ("Dana: the tap drips.\nMax: I see.\n", r"^my chat: /: not JSON"),
    ],
    ids=["json", "jsonl", "prose"],
)
def test_a_conversation_is_said_to_be_one(text, said):
    with pytest.raises(GraphError, match=said) as caught:
        document_of(text.encode(), "my chat")
    assert caught.value.hint == "graphpack export 'my chat' makes a pack of a conversation"


@pytest.mark.parametrize("data", [b"", b" \n", b"{", b"{}", b"\x89PNG\r\n\x1a\n\0\0"])
def test_what_is_neither_is_no_conversation(data):
    with pytest.raises(GraphError) as caught:
        document_of(data, "x")
    assert "export x" not in str(caught.value.hint)


def test_a_folder_of_packs_names_what_is_in_it(written, tmp_path):
    with pytest.raises(ReadError, match="is a directory; a pack is one file") as caught:
        load_pack(written)
    assert caught.value.hint == "in it are a.evidence.json, a.json, b.json"
    (tmp_path / "empty").mkdir()
    with pytest.raises(ReadError) as caught:
        load_pack(tmp_path / "empty")
    assert caught.value.hint


@pytest.mark.parametrize("name", ["a.json", "b.json", "a.evidence.json"])
def test_a_pack_is_not_packed_again(written, name):
    with pytest.raises(UnknownFormatError, match=rf"^{name}: a pack already") as caught:
        list(read(written / name))
    for command in ("resume", "show", "merge"):
        assert f"{command} PACK" in str(caught.value.hint)


def test_a_folder_of_packs_is_no_conversation(written):
    with pytest.raises(UnknownFormatError, match=r"holds no conversation; .* a pack already"):
        list(read(written))


def test_a_pack_among_conversations_is_left_out_by_its_name(written):
    (written / "chat.json").write_text(json.dumps(CHAT), encoding="utf-8")
    (one,) = read(written)
    (notice,) = one.notices
    assert notice.count == 3
    assert "a pack, no conversation; skipped" in notice.message
