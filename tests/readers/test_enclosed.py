"""What stands between two marks."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.readers.enclosed import enclosed


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["<a>", "</a>", "x", "\n", "<", "a>"]), max_size=12).map("".join))
def test_it_finds_what_a_pattern_would(text):
    assert list(enclosed(text, "<a>", "</a>")) == re.findall(r"(?s)<a>(.*?)</a>", text)
