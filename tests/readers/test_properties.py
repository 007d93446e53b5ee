"""What holds of any bytes at all, and of any file that was cut."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers import read

from .records import Claude, Codex, jsonl, text, use

AGENTS = ("claude-code", "codex")


def claude_log() -> list[dict]:
    c = Claude()
    start = [c.user("Hello"), c.says("m0", "Hi.")]
    fork = c.last
    start += [c.user("Sing"), c.says("ms", "La.")]
    c.last = fork
    return [
        *start,
        c.user("Chart the tides, bitte für Büsum"),
        c.says("m1", "Reading.", use("t1", "Read", file_path="gauge.csv")),
        c.result("t1", "04:12 ⚓ 3.1"),
        c.queue("enqueue", "in metres"),
        c.queue("remove"),
        c.says("m2", "Charted."),
        c.user([text("Thanks")]),
        c.says("m3", "You are welcome."),
    ]


def codex_log() -> list[dict]:
    x = Codex()
    return [
        x.meta(),
        *x.prompt("Chart the tides"),
        x.call("c1", "exec_command", cmd="ls"),
        x.output("c1", "Chunk ID: 1\nWall time: 1 s\nProcess exited with code 0\nOutput:\na"),
        *x.says("Charted."),
        *x.prompt("Sing"),
        x.event("thread_rolled_back", num_turns=1),
        *x.prompt("Thanks, Ærø too"),
        *x.says("Done."),
    ]


def attempt(raw: bytes, name: str | None) -> list[Conversation]:
    try:
        return list(read(raw, format=name))
    except ReadError:
        return []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "content", "text", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def twisted(draw: st.DrawFn, logs=(claude_log, codex_log)) -> bytes:
    """A log in which one value somewhere was replaced by any other."""
    records = draw(st.sampled_from(logs))()
    at = draw(st.integers(0, len(records) - 1))
    node = records[at]
    while True:
        key = draw(st.sampled_from(sorted(node)))
        value = node[key]
        inner = value[0] if isinstance(value, list) and value else value
        if not isinstance(inner, dict) or not inner or draw(st.booleans()):
            node[key] = draw(json_values)
            break
        node = inner
    return "\n".join(json.dumps(record) for record in records).encode()


@given(raw=st.binary(max_size=400), name=st.sampled_from([None, *AGENTS]))
@example(raw=b'{"type":"user","message":{"content":[1,{"type":"text"}]}}', name="claude-code")
@example(
    raw=b'{"type":"assistant","message":{"id":[],"content":"x","model":3}}', name="claude-code"
)
@example(raw=b'{"type":"response_item","payload":{"type":"message","role":[]}}', name="codex")
@example(raw=b'{"session":{"id":3,"timestamp":[]},"items":[3]}', name="codex")
@example(
    raw=b'{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"a":%s%s}}]}}'
    % (b"[" * 1010, b"]" * 1010),
    name="claude-code",
)
@example(raw=b"PK\x03\x04" + b"\0" * 40, name=None)
def test_any_bytes_read_or_are_a_read_error(raw: bytes, name: str | None) -> None:
    attempt(raw, name)


@given(raw=twisted(), name=st.sampled_from(AGENTS))
def test_any_value_anywhere_reads(raw: bytes, name: str) -> None:
    for found in attempt(raw, name):
        assert all(message.parts for message in found.messages)
        assert [message.index for message in found.messages] == list(range(len(found.messages)))
        for branch in found.branches:
            assert -1 <= branch.after < len(found.messages)
            assert branch.messages
            assert branch.messages[0].index == branch.after + 1


@given(data=st.data(), log=st.sampled_from([claude_log, codex_log]))
def test_flipped_bytes_read(data: st.DataObject, log) -> None:
    raw = bytearray(jsonl(*log()))
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    for found in attempt(bytes(raw), data.draw(st.sampled_from(AGENTS))):
        for message in found.messages:
            for part in message.parts:
                part.text.encode()


def said(found: list[Conversation]) -> list:
    return [message.parts for one in found for message in one.messages]


@pytest.mark.parametrize("log", [claude_log, codex_log])
def test_a_cut_anywhere_loses_at_most_the_last_record(log) -> None:
    records = log()
    raw = jsonl(*records)
    name = AGENTS[log is codex_log]
    lines = 0
    due: list = []
    for end in range(len(raw) + 1):
        if end and raw[end - 1 : end] == b"\n":
            lines += 1
            due = said(attempt(jsonl(*records[:lines]), name))
        elif end % 5 and raw[end : end + 2].isalnum():
            continue  # one cut within a word is like the next
        cut = attempt(raw[:end], name)
        kept = said(cut)
        if raw[end : end + 1] != b"\n":  # the whole record but for its line's end is read, too
            assert kept == due
        if cut and raw[end - 1 : end] not in (b"\n", b"}"):
            codes = {notice.code for notice in cut[0].notices} - {"abandoned-branch"}
            assert codes in ({"broken-record"}, {"bad-encoding", "broken-record"})
