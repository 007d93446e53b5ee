"""JSON as deep as it is long."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.readers.faults import Faults
from graphpack.readers.nesting import MAX_DEPTH, is_deep, load_deep

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    value=st.lists(values, max_size=4) | st.dictionaries(st.text(), values, max_size=4),
    indent=st.sampled_from([None, 2]),
)
def test_it_reads_what_a_decoder_reads(value: object, indent: int | None) -> None:
    assert load_deep(json.dumps(value, indent=indent), "x", Faults("x")) == value


@given(text=st.text(alphabet='[]{}",:ab1\\ ', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ReadError):
        load_deep(text, "x", Faults("x"))


def test_brackets_in_strings_are_no_depth() -> None:
    assert not is_deep(json.dumps(["[" * 5000, '\\"[{' * 900]).encode())
    assert is_deep(b"[" * (MAX_DEPTH + 1))
    assert not is_deep(b"[]" * 5000)


def test_a_cut_document_keeps_what_came_before() -> None:
    faults = Faults("x")
    found = load_deep('{"a": [1, {"b": "c"}, {"d": "unfin', "x", faults)
    assert found == {"a": [1, {"b": "c"}, {}]}
    assert faults.count("broken-document") == 1


@pytest.mark.parametrize("text", ["", "3", '"a"', "nonsense"])
def test_what_is_no_object_or_array_is_refused(text: str) -> None:
    with pytest.raises(ReadError, match="x: not JSON"):
        load_deep(text, "x", Faults("x"))
