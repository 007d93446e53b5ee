"""Line numbers are set aside before judging, and stay before what stays."""

import pytest

from graphpack.compress import Kind, compress
from graphpack.compress.line_numbers import Numbered
from graphpack.compress.regions import split

from . import outputs


@pytest.mark.parametrize("style", ["{:6}→{}", "{:6}\t{}", "{}: {}", "{:4} | {}"])
def test_the_numbered_text_is_judged_by_what_it_says(style):
    numbered = "\n".join(
        style.format(n, line) for n, line in enumerate(outputs.LOG.split("\n"), 40)
    )
    bare = Numbered(numbered).text
    assert bare == outputs.LOG
    assert [region.kind for region in split(bare)] == [Kind.LOG]
    made = compress(numbered).text.splitlines()
    assert made[-1] == style.format(40 + outputs.LOG.count("\n"), "exit code: 3")
    assert made[1].startswith(style.format(41, "[… 99 lines"))
    assert compress("\n".join(made)).text == "\n".join(made)


@pytest.mark.parametrize("text", [outputs.LOG, "1: one\n2: two", "", "7\t7\n" * 20])
def test_what_is_not_numbered_stays(text):
    assert Numbered(text).text == text


def test_a_list_whose_items_all_say_something_stays():
    items = "\n".join(f"{n}. the gauge at pier {n} is read" for n in range(1, 20))
    assert Numbered(items).text == items
    assert Numbered(f"{items}\n20. ").text != items
