"""A document that quotes a log is a document: no reader of logs is sure of it."""

import json
from pathlib import Path

import pytest

from graphpack.errors import ReadError, UnknownFormatError
from graphpack.readers import TABLE, detect, read
from graphpack.readers.base import Certainty
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from graphpack.readers.table import JSON
from tests.readers.databases import make
from tests.readers.records import Claude, jsonl

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"
READERS = [line.load() for line in TABLE if line.kinds & JSON]


def _claude():
    claude = Claude()
    return [claude.user("go"), claude.says("m1", "Done."), claude.user("thanks")]


LOGS = {
    "claude-code": _claude(),
    "codex": [
        {"timestamp": "2026-03-01T10:00:00Z", "type": "session_meta", "payload": {"id": "0199"}},
        *[
            {
                "timestamp": "2026-03-01T10:00:01Z",
                "type": "event_msg",
                "payload": {"type": "user_message", "message": "go"},
            }
        ]
        * 2,
    ],
    "gemini-cli": [
        {"sessionId": "s", "projectHash": "h", "startTime": "2026-03-01T10:00:00Z"},
        {"id": "1", "timestamp": "2026-03-01T10:00:00Z", "type": "user", "content": "go"},
        {"id": "2", "timestamp": "2026-03-01T10:00:01Z", "type": "gemini", "content": "Done."},
    ],
    "copilot-cli": [
        {
            "type": "session.start",
            "id": "1",
            "timestamp": "2026-03-01T10:00:00Z",
            "data": {"sessionId": "s"},
        },
        *[
            {
                "type": "user.message",
                "id": "2",
                "timestamp": "2026-03-01T10:00:00Z",
                "data": {"content": "go"},
            }
        ]
        * 2,
    ],
    "openai-chat": [{"role": role, "content": "go"} for role in ("user", "assistant", "user")],
    "bodies": [{"messages": [{"role": "user", "content": "go"}]}] * 3,
    "sharegpt": [{"conversations": [{"from": "human", "value": "go"}]}] * 3,
    "oasst": [{"message_id": "1", "parent_id": None, "text": "go", "role": "prompter"}] * 3,
    "responses": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}
    ]
    * 3,
    "gemini-contents": [{"role": "user", "parts": [{"text": "go"}]}] * 3,
    "llama-cpp-webui": [{"type": "session", "id": "a", "name": "n", "currNode": "b"}] * 3,
    "graphpack-messages": [{"v": 1, "conversation": "a", "index": 0, "role": "user", "parts": []}]
    * 3,
}
PAGES = (
    "# What went wrong\n\nThe log says:\n\n```json\n{lines}\n```\n\nSo it was the cable.\n",
    "The log says:\n~~~\n{lines}\n~~~\n",
    "[Ticket 12](https://example.org/12)\n\n```\n{lines}\n```\n",
    "We saw this today:\n\n{lines}\n\nThen we called Ann.\nShe came.\nIt was\nthe cable.\n",
)  # fmt: skip


def _sure(page):
    look = probe(open_source(page.encode()))
    return [one.name for one in READERS if one.detect(look) is Certainty.SURE]


@pytest.mark.parametrize("name", LOGS)
def test_nobody_is_sure_of_a_page_that_quotes_three_lines(name):
    lines = jsonl(*LOGS[name]).decode()
    for page in PAGES:
        assert _sure(page.replace("{lines}", lines.strip())) == []


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real files are not here")
def test_nobody_is_sure_of_a_page_that_quotes_a_real_log():
    for path in sorted([*SAMPLES.glob("*/*.jsonl"), *SAMPLES.glob("*/*.json")]):
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = "".join(line[:8000] for _, line in zip(range(3), file, strict=False))
        for page in PAGES[:3]:
            assert _sure(page.replace("{lines}", lines.strip())) == [], path.name


@pytest.mark.parametrize("log", ["claude-code", "codex"])
def test_a_log_that_begins_with_a_torn_line_is_still_a_log(log):
    raw = jsonl(*LOGS[log])
    assert _sure(raw[20:].decode()) == [log]


def test_a_page_with_one_line_of_json_is_read_as_text():
    page = "Send this:\n\n" + json.dumps({"name": "gauge", "unit": "m"}) + "\n\nand wait.\n"
    (found,) = read(page.encode())
    assert any('"gauge"' in message.text for message in found.messages)
    two = 'Send this:\n{"name": "gauge"}\n'
    assert detect(open_source(two.encode())).name in {"markdown", "plain-text"}


def test_a_strange_database_is_told_by_its_tables(tmp_path):
    path = make(tmp_path / "x.db", "CREATE TABLE gauge (id); CREATE TABLE tide (id);")
    with pytest.raises(UnknownFormatError, match=r"no known program \(its tables: gauge, tide\)"):
        list(read(path))


def test_a_wrong_format_is_told_what_was_found():
    raw = json.dumps({"gauges": [], "unit": "m"}).encode()
    with pytest.raises(ReadError, match="an object with gauges, unit; no conversations") as caught:
        list(read(raw, format="chatgpt"))
    assert caught.value.hint == "leave --format out to detect the format"
