from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.extra import put_extra, take_extra

KNOWN = frozenset(["id", "title"])
names = st.sampled_from(["id", "title", "extra", "colour"])
values = st.recursive(st.integers(0, 3), lambda inner: st.dictionaries(names, inner, max_size=3))


@given(st.dictionaries(names, values))
def test_whatever_is_put_is_taken_back(extra):
    document = {"id": "n1"}
    put_extra(document, extra, KNOWN)
    assert document["id"] == "n1"
    assert take_extra(document, KNOWN) == extra


@given(st.dictionaries(names.filter(lambda name: name not in KNOWN), values))
def test_whatever_is_taken_is_put_back_as_it_was(fields):
    document = {"id": "n1"}
    put_extra(document, take_extra({"id": "n1", **fields}, KNOWN), KNOWN)
    assert document == {"id": "n1", **fields}


@pytest.mark.parametrize(
    ("extra", "written"),
    [
        ({"colour": 1}, {"colour": 1}),
        ({"title": 1}, {"extra": {"title": 1}}),
        ({"title": 1, "colour": 2}, {"colour": 2, "extra": {"title": 1}}),
        ({"extra": 5}, {"extra": 5}),
        ({"extra": {"title": 1}}, {"extra": {"extra": {"title": 1}}}),
    ],
)
def test_only_names_that_mean_something_else_are_put_apart(extra, written):
    document: dict = {}
    put_extra(document, extra, KNOWN)
    assert document == written
