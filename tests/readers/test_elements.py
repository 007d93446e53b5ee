"""Big arrays: element by element, whatever their size, their layout and their damage."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.readers import brackets, elements
from graphpack.readers.base import Opened
from graphpack.readers.elements import iter_elements
from graphpack.readers.faults import Faults
from graphpack.readers.opening import open_source
from tests.timing import grows_linearly

CHATS = [
    {"title": f"Tide {n}", "nodes": {"a": {"title": "in, it}]", "parts": ['"{[', "\\"]}}, "n": n}
    for n in range(8)
]
LAYOUTS = [
    {},
    {"indent": 2},
    {"separators": (",", ":")},
    {"indent": 1, "separators": (" ,", " : ")},
]


def got(raw: bytes, **options) -> tuple[list[tuple[int, Any]], dict[str, int]]:
    faults = Faults("export.json")
    values = list(iter_elements(Opened("export.json", data=raw), faults, **options))
    return values, {notice.code: notice.count for notice in faults.notices()}


@pytest.fixture(params=[1, 7, 64, 1 << 22])
def chunk(request, monkeypatch):
    """Reads a few bytes at a time, so that every token is cut somewhere."""
    monkeypatch.setattr(brackets, "CHUNK_BYTES", request.param)
    monkeypatch.setattr(elements, "CHUNK_BYTES", request.param)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.usefixtures("chunk")
def test_every_element_comes_with_its_number(layout):
    values, codes = got(json.dumps(CHATS, **layout).encode())
    assert values == list(enumerate(CHATS, start=1))
    assert not codes


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["title", "}, {", "a", '"']), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(values=st.lists(json_values, max_size=6), layout=st.sampled_from(LAYOUTS), bom=st.booleans())
def test_any_array_reads_as_json_does(values, layout, bom):
    raw = json.dumps(values, **layout).encode()
    found, codes = got((b"\xef\xbb\xbf" if bom else b"") + raw)
    assert [value for _, value in found] == json.loads(raw)
    assert not codes


@pytest.mark.parametrize("key", ["conversations", "chats"])
def test_the_array_of_a_wrapper_is_meant(key):
    document = {"v": 1, "meta": {"conversations": [1]}, "list": [[], "]"], key: CHATS, "end": 2}
    raw = json.dumps(document).encode()
    assert got(raw, wrappers=frozenset({key}))[0] == list(enumerate(CHATS, start=1))
    assert got(raw, wrappers=frozenset({"other"}))[0] == [(0, document)]


@pytest.mark.parametrize("raw", [b'{"a": 1}', b'"x"', b"3"])
def test_what_holds_no_array_is_one_value(raw):
    assert got(raw)[0] == [(0, json.loads(raw))]


def test_utf16_reads():
    raw = json.dumps(CHATS).encode("utf-16")
    assert got(raw)[0] == [(0, CHATS)]


def test_no_json_is_a_read_error():
    with pytest.raises(ReadError):
        got(b"tide")


def test_a_zip_member_is_not_unpacked_first():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(CHATS))
    (member,) = open_source(file.getvalue()).members
    assert [value for _, value in iter_elements(member, Faults(""))] == CHATS


def damaged(how: str, layout: dict) -> bytes:
    """The array with its fourth element damaged."""
    parts = [json.dumps([chat], **layout)[1:-1] for chat in CHATS]
    hurt = parts[3]
    parts[3] = {
        "no last bracket": hurt.rstrip()[:-1],
        "no inner bracket": "".join(hurt.rsplit("]", 1)),
        "no closing quote": hurt.replace('Tide 3"', "Tide 3"),
        "no opening quote": hurt.replace('"Tide 3', "Tide 3"),
        "a bracket too many": hurt.replace('"Tide 3"', '"Tide 3"}'),
        "the wrong bracket": hurt.rstrip()[:-1] + "]",
        "cut in the middle": hurt[: len(hurt) // 2],
        "a bare word": hurt.replace('"Tide 3"', "qux"),
        "a raw control character": hurt.replace("Tide 3", "Tide\x01 3"),
        "nothing": "",
    }[how]
    return f"[{','.join(parts)}]".encode()


@pytest.mark.parametrize(
    "how",
    [
        *("no last bracket", "no inner bracket", "no closing quote", "no opening quote"),
        *("a bracket too many", "the wrong bracket", "cut in the middle", "a bare word"),
        *("a raw control character", "nothing"),
    ],
)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.usefixtures("chunk")
def test_a_damaged_element_costs_only_itself(how, layout):
    values, codes = got(damaged(how, layout))
    others = [value for value in CHATS if value["n"] != 3]
    assert [value for _, value in values if value in CHATS and value["n"] != 3] == others
    assert len(values) <= 8
    if how not in ("nothing", "a raw control character"):
        assert codes


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_damaged_first_element_costs_only_itself(layout):
    raw = json.dumps(CHATS, **layout).encode().replace(b'"Tide 0"', b'"Tide 0', 1)
    values, codes = got(raw)
    assert [value for _, value in values][1:] == CHATS[1:]
    assert codes


def test_a_cut_keeps_the_elements_before():
    raw = json.dumps(CHATS).encode()
    for end in range(len(raw)):
        try:
            values, codes = got(raw[:end])
        except ReadError:
            assert end < 2
            continue
        whole = raw[:end].count(b'"n"') - (raw[end - 1 : end] != b"}" and b'"n"' in raw[:end])
        assert [v for _, v in values][: max(whole, 0)] == CHATS[: max(whole, 0)]
        assert end == 0 or codes


def test_an_element_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(brackets, "CHUNK_BYTES", 256)
    monkeypatch.setattr(elements, "CHUNK_BYTES", 256)
    monkeypatch.setattr(elements, "MAX_ELEMENT_BYTES", 2000)
    raw = json.dumps([*CHATS, {"title": ["x" * 50] * 400}]).encode()
    read = []

    class Counted(io.BytesIO):
        def read(self, size=-1):
            read.append(size)
            return super().read(size)

    window = brackets.Window(Counted(raw.replace(b"]}]", b"")))
    assert brackets.value_end(window, raw.index(b'{"title": ["x'), 2000) is None
    assert sum(read) < 20_000


def test_many_broken_elements_end_the_reading():
    raw = b"[" + b",".join([b'{"title": qux}'] * 500) + b"]"
    values, codes = got(raw)
    assert len(values) < 100
    assert codes["broken-document"] == 1


@pytest.mark.parametrize("first", ["title", "id"])
def test_time_is_linear_whatever_the_elements_begin_with(first):
    # two alike in a row teach what stands between elements; after that no two are
    alike = [{"title": 0}, {"title": 1}]
    others = [{(first if n % 2 else "x"): n, "title": "t" * 40} for n in range(40_000)]
    assert len(got(json.dumps([*alike, *others[:900]]).encode())[0]) == 902
    grows_linearly(got, 5_000, lambda size: json.dumps([*alike, *others[:size]]).encode())
