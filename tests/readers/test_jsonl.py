from __future__ import annotations

import json

import pytest

from graphpack.errors import ReadError
from graphpack.readers.base import Opened
from graphpack.readers.closing import ITEM_KEYS, close_json, item_span
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records, load_document, mend_escapes


def records(raw: bytes) -> tuple[list, list[tuple[str, str, int]]]:
    faults = Faults("f")
    found = list(iter_records(Opened("f", data=raw), faults))
    return found, [(n.code, n.where, n.count) for n in faults.notices()]


def document(raw: bytes) -> tuple[object, list[tuple[str, str]]]:
    faults = Faults("f")
    value = load_document(Opened("f", data=raw), faults)
    return value, [(n.code, n.where) for n in faults.notices()]


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        (b'{"a":1}\n{"b":2}\n', [(1, {"a": 1}), (2, {"b": 2})]),
        (b'\xef\xbb\xbf{"a":1}\r\n\r\n  \n{"b":2}', [(1, {"a": 1}), (4, {"b": 2})]),
        ('{"a":"ü"}\n{"b":2}'.encode("utf-16"), [(1, {"a": "ü"}), (2, {"b": 2})]),
        (b"", []),
        (b"\n\n", []),
        (b'3\n"x"\n[1]\n', [(1, 3), (2, "x"), (3, [1])]),
    ],
)
def test_clean_lines(raw: bytes, values: list) -> None:
    assert records(raw) == (values, [])


@pytest.mark.parametrize(
    ("line", "values", "code"),
    [
        (b'{"a":1}{"b":2}', [{"a": 1}, {"b": 2}], "two-records"),
        (b'{"a":1} {"b":2} {"c":3}', [{"a": 1}, {"b": 2}, {"c": 3}], "two-records"),
        (b'{"t":"x","m{"t":"y","n":1}', [{"t": "y", "n": 1}], "broken-record"),
        (b'{"a":1}{"b":', [{"a": 1}], "broken-record"),
        (b'{"a":', [], "broken-record"),
        (b"not json", [], "broken-record"),
        (b'\0\0\0{"a":1}', [{"a": 1}], "nul-bytes"),
        (b"\0\0\0", [], "nul-bytes"),
        (b'{"a":"\xff"}', [{"a": "\ufffd"}], "bad-encoding"),
        (b'{"a":"\\ud800x"}', [{"a": "\ufffdx"}], "bad-escape"),
        (b'{"a":"\\sx"}', [{"a": "\\sx"}], "bad-escape"),
        (b"[" * 100_000, [], "broken-record"),
    ],
)
def test_a_bad_line_gives_what_it_can_and_the_rest_is_read(line, values, code) -> None:
    found, notices = records(b'{"first":1}\n' + line + b'\n{"last":1}\n')
    assert found == [(1, {"first": 1}), *((2, v) for v in values), (3, {"last": 1})]
    assert notices == [(code, "f:2", 1)]


def test_a_number_too_long_to_convert_is_kept_as_its_digits() -> None:
    digits = "1" + "0" * 5000
    raw = b'{"a":%s}' % digits.encode()
    assert records(raw + b"\n") == ([(1, {"a": digits})], [])
    assert document(raw) == ({"a": digits}, [])
    assert close_json(raw[:-1].decode() + ',"b":[') == {"a": digits, "b": []}


def test_control_characters_in_strings_are_taken() -> None:
    assert records(b'{"a":"x\ty"}\n') == ([(1, {"a": "x\ty"})], [])


def test_a_cut_end_is_told_from_a_broken_line() -> None:
    faults = Faults("f")
    list(iter_records(Opened("f", data=b'{"a":1}\n{"a":\n{"b":'), faults))
    assert [(n.where, n.message) for n in faults.notices()] == [
        ("f:2", "not JSON; left out"),
        ("f:3", "the last line is cut off; left out"),
    ]


def test_many_faults_are_one_notice_that_names_the_first() -> None:
    _, notices = records(b"x\n" * 10)
    assert notices == [("broken-record", "f:1,2,3 and 7 more", 10)]


@pytest.mark.parametrize(
    ("escaped", "mended"),
    [
        (r"\ud83d\ude00", r"\ud83d\ude00"),
        (r"\\ud800", r"\\ud800"),
        (r"\ud800", r"\ufffd"),
        (r"\udc00\ud83d", r"\ufffd\ufffd"),
        (r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00"),
        (r"\n\"\\\/\u00e9", r"\n\"\\\/\u00e9"),
        (r"\x \u12", r"\\x \\u12"),
        ("\\", "\\\\"),
    ],
)
def test_escapes_are_mended_where_they_must_be(escaped: str, mended: str) -> None:
    assert mend_escapes(escaped) == mended


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'[{"id":1},{"id":2},{"id"', [{"id": 1}, {"id": 2}]),
        (
            b'[{"id":1,"chat_messages":[{"a":1},{"a":2,"content":[{"t":1},{',
            [{"id": 1, "chat_messages": [{"a": 1}]}],
        ),
        (b'{"title":"t","messages":[{"a":1},{"b":"x', {"title": "t", "messages": [{"a": 1}]}),
        (b'{"mapping":{"n1":{"x":[1]},"n2":{"x":[', {"mapping": {"n1": {"x": [1]}}}),
        (b'{"title":"t","messages":[{"a":1}],"z', {"title": "t", "messages": [{"a": 1}]}),
        (b'[{"a":1}', [{"a": 1}]),
        (b"[", []),
        (b"[" * 100_000, []),
    ],
)
def test_a_cut_document_gives_its_whole_items(raw: bytes, value: object) -> None:
    assert document(raw) == (value, [("broken-document", "f:1")])


def test_a_broken_item_in_the_middle_is_left_out_alone() -> None:
    raw = b'{"messages":[\n{"a":1},\n{"a" 2},\n{"a":3},\n{"a":bad}\n]}'
    value, notices = document(raw)
    assert value == {"messages": [{"a": 1}, None, {"a": 3}, None]}
    assert notices == [("broken-record", "f:3,5")]


def test_a_document_is_read_with_its_small_faults() -> None:
    assert document(b'\xef\xbb\xbf{"a":"\\ud800\x01"}') == (
        {"a": "\ufffd\x01"},
        [("bad-escape", "f")],
    )


@pytest.mark.parametrize("raw", [b"", b"hello", b"\xff\xfe\x00", b'"words'])
def test_what_is_no_document_is_a_read_error(raw: bytes) -> None:
    with pytest.raises(ReadError, match=r"^f: not JSON"):
        document(raw)


def test_every_cut_of_a_document_can_be_closed() -> None:
    value = {"k\\": ['a"b\\', {"é": "é\n", "n": -1.5e3}, [], {}, None, True], "m": {"x": "y"}}
    text = json.dumps(value)
    for end in range(1, len(text) + 1):
        closed = close_json(text[:end])
        assert isinstance(closed, dict)
        assert list(closed) == list(value)[: len(closed)]
    assert close_json(text) == value


@pytest.mark.parametrize(("text", "value"), [('{"a": "x y', {"a": "x y"}), ('["a\\u00', ["a"])])
def test_a_string_the_head_ends_in_is_kept(text: str, value: object) -> None:
    assert close_json(text) == value


@pytest.mark.parametrize("text", ["", "x", '"a"', "3", "}", "[}"])
def test_no_list_or_object_is_nothing(text: str) -> None:
    assert close_json(text) is None


def test_the_innermost_item_is_found() -> None:
    text = '{"messages":[{"a":[1,X]},{"b":2}]}'
    span = item_span(text, text.index("X"), ITEM_KEYS)
    assert span is not None
    assert text[span[0] : span[1]] == '{"a":[1,X]}'


def test_closing_deep_text_looks_each_bracket_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted(dict[str, str]):
        lookups = 0

        def __getitem__(self, bracket: str) -> str:
            Counted.lookups += 1
            return super().__getitem__(bracket)

    monkeypatch.setattr("graphpack.readers.closing._CLOSERS", Counted({"{": "}", "[": "]"}))
    close_json("[" * 2000 + "]" * 1000)
    assert 0 < Counted.lookups <= 2000
