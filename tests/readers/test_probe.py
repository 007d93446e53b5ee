from __future__ import annotations

import json

import pytest

from graphpack.readers.base import PROBE_BYTES, Opened, Probe
from graphpack.readers.probe import probe


def look(raw: bytes) -> Probe:
    return probe(Opened("f", data=raw))


def test_lines_are_records_and_no_document() -> None:
    found = look(b'{"a":1}{"b":2}\r\n\r\n{"c":3}\n{"d')
    assert found.records == ({"a": 1}, {"b": 2}, {"c": 3})
    assert found.document is None
    assert found.head == '{"a":1}{"b":2}\n\n{"c":3}\n{"d'


def test_a_pretty_document_is_no_lines() -> None:
    value = {"messages": [{"role": "user"}, {"role": "assistant"}]}
    for indent in (None, 0, 2):
        found = look(json.dumps(value, indent=indent).encode())
        assert found.document == value
        assert found.records == (() if indent is not None else (value,))
        assert found.objects == (value,)


def test_a_list_printed_an_item_per_line_is_a_document() -> None:
    found = look(b'[{"a":1},\n{"b":2},\n{"c":3}]')
    assert found.document == [{"a": 1}, {"b": 2}, {"c": 3}]
    assert found.records == ()
    assert found.objects == ()


@pytest.mark.parametrize("indent", [None, 1])
def test_of_a_long_document_the_head_is_parsed(indent: int | None) -> None:
    value = {"title": "t", "messages": [{"role": "user", "content": "x" * 500}] * 1000}
    found = look(json.dumps(value, indent=indent).encode())
    assert found.document["title"] == "t"
    assert found.document["messages"][0] == value["messages"][0]
    assert len(found.document["messages"]) < 1000
    assert found.records == ()


def test_a_first_line_longer_than_the_head_is_seen_in_part() -> None:
    found = look(json.dumps({"type": "user", "content": "x" * 100_000}).encode() + b"\n{}\n")
    assert [value["type"] for value in found.objects] == ["user"]


def test_a_torn_first_line_does_not_hide_the_others() -> None:
    assert look(b'{"type":"us{"type":"x"}\n{"type":"y"}\n').records == ({"type": "y"},)


def test_the_head_ends_between_characters() -> None:
    found = look(("é" * PROBE_BYTES).encode())
    assert set(found.head) == {"é"}


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf{}",
        "{}".encode("utf-16"),
        b"\xfe\xff" + "{}".encode("utf-16-be"),
        b"{}\n" + b"\0" * 300,
    ],
)
def test_marks_and_crash_marks_are_dropped(raw: bytes) -> None:
    found = look(raw)
    assert found.is_text
    assert found.head.strip() == "{}"
    assert found.document == {}


@pytest.mark.parametrize(
    "raw",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\x7fELF\2\1\1\0" + b"\x10\0\x01\0" * 20 + b".symtab" * 50,
        bytes(range(256)) * 8,
        b"\0" * 100,
    ],
)
def test_binary_is_no_text(raw: bytes) -> None:
    found = look(raw)
    assert not found.is_text
    assert found.head == ""


@pytest.mark.parametrize("raw", [b"", b"hello", "привет".encode("cp1251"), b"\x1b[1mbold\x1b[0m"])
def test_text_is_text_in_any_encoding(raw: bytes) -> None:
    assert look(raw).is_text


def test_lone_surrogates_do_not_get_through() -> None:
    found = look(b'{"a":"\\ud800"}\n{"b":1}\n')
    assert found.records[0] == {"a": "\ufffd"}


def test_of_a_container_only_the_names_are_seen() -> None:
    member = Opened("a/b.json", data=b"{}")
    found = probe(Opened("f.zip", data=b"", members=(member,)))
    assert found.members == ("a/b.json",)
    assert not found.is_text
