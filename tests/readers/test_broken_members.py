"""One bad record of a message list is left out and counted; the good ones are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphpack.errors import UnknownFormatError
from graphpack.readers import read

CALL = {"type": "tool_use", "id": "t1", "name": "gauge", "input": {}}


def content(role: Any, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": text}]}


def item(kind: Any, text: str) -> dict[str, Any]:
    return {"type": kind, "role": "user", "content": [{"type": "input_text", "text": text}]}


@pytest.mark.parametrize(
    ("value", "name", "texts"),
    [
        (
            {"contents": [content([None], "Ebb?"), content("model", "At noon.")]},
            "gemini-contents",
            ["At noon."],
        ),
        (
            {
                "messages": [
                    {"role": "user", "content": "Ebb?"},
                    True,
                    {"role": "assistant", "content": [{"type": "text", "text": "Wait."}, CALL]},
                ]
            },
            "anthropic-messages",
            ["Ebb?", "Wait."],
        ),
        (
            {"model": "m", "input": [item("message", "Ebb?"), item(-1, "no"), item(None, "Now")]},
            "openai-responses",
            ["Ebb?", "Now"],
        ),
        (
            {"model": "m", "input": [item("message", "Ebb?"), item(-1, "no")], "output": [7]},
            "openai-responses",
            ["Ebb?"],
        ),
        (
            [{"role": 10**30, "content": "no"}, {"role": "user", "content": "Ebb?"}],
            "openai-chat",
            ["Ebb?"],
        ),
    ],
)
def test_one_bad_record_does_not_lose_the_good_ones(
    value: Any, name: str, texts: list[str]
) -> None:
    (found,) = read(json.dumps(value).encode())
    assert found.source.format == name
    assert [message.text for message in found.messages] == texts
    assert [notice.count for notice in found.notices if notice.code == "broken-record"] == [1]


@pytest.mark.parametrize("between", [",", "\n"])
def test_a_number_of_thousands_of_digits_loses_nothing(between: str) -> None:
    said = [
        '{"role":"user","content":"Ebb?"}',
        '{"role":"assistant","content":"At noon.","n":%s}' % ("9" * 5000),
        '{"role":"user","content":"Thanks."}',
    ]
    text = between.join(said)
    (found,) = read((f"[{text}]" if between == "," else text).encode())
    assert found.source.format == "openai-chat"
    assert [message.text for message in found.messages] == ["Ebb?", "At noon.", "Thanks."]


@pytest.mark.parametrize("start", ['{"a": {]', ' [{"a": }', "[{]"])
def test_broken_json_that_nothing_recognises_is_not_read_as_prose(start: str) -> None:
    with pytest.raises(UnknownFormatError):
        list(read(start.encode() + b" tide" * 9))
