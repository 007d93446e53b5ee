"""What cannot be seen, or steers a terminal, is taken out of what is shown."""

from __future__ import annotations

import pytest

from graphpack.text.invisible import revealed, visible, visible_in_place


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a\x1b[31mred\x1b[0m b", "ared b"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1b]8;;http://evil.internal\x1b\\b", "ab"),
        ("tide\x9b2Jtable\x7f\x05", "tide2Jtable"),
        ("two\n\tlines\r\n", "two\n\tlines\r\n"),
        ("a\u200bb \u202ec", "ab c"),
    ],
)
def test_what_steers_a_terminal_is_taken_out(written, shown):
    assert visible(written) == shown


def test_offsets_stay_where_they_are_recorded():
    assert len(visible_in_place("a\u200bb")) == 3


def test_bytes_that_variation_selectors_spell_are_read():
    spelled = "open é\n!".encode()
    row = "".join(chr(0xFE00 + one if one < 16 else 0xE0100 + one - 16) for one in spelled)
    assert revealed(f"a{row}b") == "aopen é\n!b"
