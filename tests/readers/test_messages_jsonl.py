"""Message JSON Lines: a conversation or a message a line, below whatever the first line is."""

from __future__ import annotations

import json

import pytest

from graphpack.readers import read

from .thread_records import lines

CHATS = [
    {"messages": [{"role": "user", "content": f"q{n}"}, {"role": "assistant", "content": f"a{n}"}]}
    for n in range(3)
]
MESSAGES = [
    {"role": "user", "content": "q"},
    {"role": "assistant", "content": "a"},
    {"role": "user", "content": "r"},
]
FIRST = [
    b'{"messages": [{"role": "user", "content": "cut\n',
    b'{"version": 2, "created_by": "exporter"}\n',
    b"not JSON at all\n",
    b"[]\n",
    b"null\n",
    b"\n\n",
    b'"a string"\n',
    b"\xfd\xfe\n",
    b'{"messages": "none"}\n',
]


@pytest.mark.parametrize("first", FIRST)
def test_a_bad_first_line_hides_no_conversation(first: bytes) -> None:
    found = list(read(first + lines(*CHATS)))
    assert {item.source.format for item in found} == {"openai-chat"}
    assert [item.messages[0].text for item in found] == ["q0", "q1", "q2"]


@pytest.mark.parametrize("first", FIRST)
def test_a_bad_first_line_hides_no_message(first: bytes) -> None:
    (found,) = read(first + lines(*MESSAGES))
    assert [message.text for message in found.messages] == ["q", "a", "r"]


def test_a_first_line_longer_than_a_probe_hides_none() -> None:
    long = {"messages": [{"role": "user", "content": "x" * 200_000}]}
    found = list(read(lines(long, *CHATS)))
    assert len(found) == 4


def test_one_array_on_one_line_is_a_document() -> None:
    found = list(read(json.dumps(CHATS * 1_000).encode()))
    assert len(found) == 3_000


def test_a_very_long_first_line_is_told_from_a_document_by_what_follows() -> None:
    long = {"messages": [{"role": "user", "content": "x" * 1_200_000}]}
    assert len(list(read(lines(long, *CHATS)))) == 4
    assert len(list(read(json.dumps(long).encode() + b"\n\n"))) == 1
    assert len(list(read(json.dumps([long, *CHATS]).encode() + b"\n"))) == 4
