"""Backups of chat programs are read chat by chat: memory does not grow with the file."""

import json
import tracemalloc

import pytest

from graphpack.readers import read

CHATS = 1200
WORDS = "the tide rises at the pier " * 1500


def _chat(number, **more):
    said = [
        {"role": "user", "content": WORDS},
        {"role": "assistant", "content": f"Noted {number}."},
    ]
    return {"id": f"c{number}", "messages": said, **more}


def _chatbot_ui():
    chats = [_chat(n, name=f"Plan {n}", prompt="", model={"name": "m"}) for n in range(CHATS)]
    return {"version": 4, "history": chats, "folders": [], "prompts": []}


def _typingmind():
    chats = [_chat(n, chatID=f"c{n}", chatTitle=f"Plan {n}") for n in range(CHATS)]
    return {"data": {"folders": [{"id": "f"}], "chats": chats, "prompts": []}, "v": 1}


@pytest.mark.parametrize(
    ("format", "document"), [("chatbot-ui", _chatbot_ui()), ("typingmind", _typingmind())]
)
def test_a_large_backup_is_never_whole_in_memory(tmp_path, format, document):
    path = tmp_path / "backup.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    size = path.stat().st_size
    tracemalloc.start()
    found = [(one.id, one.title, one.source.format, len(one.messages)) for one in read(path)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [(f"c{n}", f"Plan {n}", format, 2) for n in range(CHATS)]
    assert size > 40_000_000
    assert peak < size * 0.6  # a few windows of the file
