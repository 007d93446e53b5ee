"""The two export readers on real files; the counts of SAMPLES.tsv are somebody else's."""

from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, Image, Reasoning, Role, ToolCall, ToolResult
from graphpack.readers import read
from graphpack.readers.base import Certainty
from graphpack.readers.chatgpt import Reader as ChatGPT
from graphpack.readers.claude_ai import Reader as ClaudeAI
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe

SHARED = Path(__file__).parents[2].parent / "shared"
SAMPLES = SHARED / "samples"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the real samples are not here")

OWN = ("chatgpt-export__", "chatgpt-sidecar__", "claude-export__", "claude-ext-export__")


def paths(*prefixes):
    if not SAMPLES.is_dir():
        return []
    return sorted(p for p in SAMPLES.glob("*/*") if p.name.startswith(prefixes))


def foreign():
    return [path for path in paths("") if not path.name.startswith(OWN)]


def listed(path: Path) -> str:
    """The independent count of a sample."""
    for line in (SAMPLES / "SAMPLES.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if fields[0] == f"{path.parent.name}/{path.name}":
            return fields[4]
    raise AssertionError(f"{path.name} is not in SAMPLES.tsv")


def counted(conversations, code):
    return sum(n.count for c in conversations for n in c.notices if n.code == code)


# What the other count has beyond ours. It counts every user and assistant record that holds text:
# - LibreChat__3: also the five messages of two branches that were not on screen at the end;
# - openwebui-importer__5 and LibreChat__7: also a hidden user_editable_context, which nobody said.
# A conversation is what stood on screen, so ours leave both out and say so in a notice.
BEYOND = {
    "chatgpt-export__LibreChat__3.json": ("abandoned-branch", 5),
    "chatgpt-export__LibreChat__7.json": ("hidden-context", 1),
    "chatgpt-export__openwebui-importer__5.json": ("hidden-context", 1),
}


@pytest.mark.parametrize("path", paths("chatgpt-export__", "claude-export__"), ids=lambda p: p.name)
def test_reads_as_many_messages_as_were_counted(path):
    found = list(read(path))
    code, beyond = BEYOND.get(path.name, ("abandoned-branch", 0))
    # tools' outputs are messages of their own here and are not in the other count
    ours = sum(m.role is not Role.TOOL for c in found for m in c.messages)
    assert ours + beyond == int(listed(path))
    assert counted(found, code) == beyond
    for conversation in found:
        assert [m.index for m in conversation.messages] == list(range(len(conversation.messages)))
        assert all(m.parts for m in conversation.messages)


@pytest.mark.parametrize("path", paths("chatgpt-export__", "claude-export__"), ids=lambda p: p.name)
def test_reads_the_same_twice(path):
    assert list(read(path)) == list(read(path))


@pytest.mark.parametrize("path", paths("chatgpt-export__"), ids=lambda p: p.name)
def test_no_citation_mark_is_left(path):
    text = "".join(p.text for c in read(path) for m in c.messages for p in m.parts)
    assert "†source】" not in text
    assert not any("\ue200" <= character <= "\ue2ff" for character in text)


def test_browsing_is_calls_and_what_they_brought():
    first, second = read(SAMPLES / "chat/chatgpt-export__LibreChat__1.json")
    calls = [p for m in first.messages for p in m.parts if isinstance(p, ToolCall)]
    results = [p for m in first.messages for p in m.parts if isinstance(p, ToolResult)]
    assert (len(calls), len(results)) == (4, 5)
    assert {result.call_id for result in results} == {call.call_id for call in calls}
    assert all(result.text for result in results)
    assert [m.role.value for m in second.messages] == ["user", "assistant"] * 2


def test_a_bad_conversation_among_good_ones():
    found = list(read(SAMPLES / "chat/chatgpt-export__LibreChat__7.json"))
    assert [len(c.messages) for c in found] == [4, 2]
    assert counted(found, "broken-record") == 1
    assert "SRE" not in str([c.messages for c in found])


def test_a_dangling_current_node_is_said():
    (conversation,) = read(SAMPLES / "chat/chatgpt-export__LibreChat__2.json")
    assert [m.role for m in conversation.messages] == [Role.TOOL, Role.ASSISTANT]
    assert counted([conversation], "guessed-branch") == 1


def test_a_side_file_is_refused():
    path = SAMPLES / "chat/chatgpt-sidecar__chat-data__1.json"
    with pytest.raises(ReadError, match="no conversations"):
        list(read(path))


def test_artifacts_of_2024_are_calls():
    (conversation,) = read(SAMPLES / "chat/claude-export__claude-chat-viewer__3.json")
    parts = [p for m in conversation.messages for p in m.parts]
    assert [p.arguments["id"] for p in parts if isinstance(p, ToolCall)] == [
        "bakery-comparison",
        "enhanced-bakery-comparison",
    ]
    assert sum(isinstance(p, Reasoning) for p in parts) == 2
    assert sum(isinstance(p, Image) for p in parts) == 1
    assert not any(
        "antArtifact" in m.text or "antThinking" in m.text for m in conversation.messages
    )


def test_unknown_blocks_leave_the_text_and_the_attachments():
    (conversation,) = read(SAMPLES / "chat/claude-export__polylogue__5.json")
    assert counted([conversation], "unknown-block") == 8
    assert all(m.text for m in conversation.messages)
    pasted = [p for m in conversation.messages for p in m.parts if isinstance(p, Attachment)]
    assert sum(bool(p.text) for p in pasted) == 11


@pytest.mark.parametrize("path", foreign(), ids=lambda p: p.name)
def test_claims_no_file_of_another_format(path):
    look = probe(open_source(path))
    assert ChatGPT().detect(look) is Certainty.NO
    assert ClaudeAI().detect(look) is Certainty.NO


@pytest.mark.parametrize(
    ("path", "reader", "other"),
    [(p, ChatGPT, ClaudeAI) for p in paths("chatgpt-")]
    + [(p, ClaudeAI, ChatGPT) for p in paths("claude-ex")],
    ids=lambda v: v.name if isinstance(v, Path) else "",
)
def test_claims_each_of_its_own_alone(path, reader, other):
    look = probe(open_source(path))
    assert reader().detect(look) is Certainty.SURE
    assert other().detect(look) is Certainty.NO
