"""The first seed's tests of its own tools, on what stands for them here.

Its ``search`` and ``find_all_references`` are Grep, ``get_doc_context`` is Read, ``trace_callers``
is Grep for a call, ``get_architecture`` is a tree. No result is ever left out.
"""

import pytest

from graphpack.compress import compress
from graphpack.compress.originals import MemoryOriginals
from graphpack.compress.policy import Output, Policy, shorten_output

from . import outputs
from .tasks import TASKS

READ = next(task.text for task in TASKS if task.name == "E1")
TREE = next(task.text for task in TASKS if task.name == "U4")


def test_search_summary_format_names_each_file_once_and_every_hit():
    short = compress(outputs.LONG_HITS).text
    assert "20 hits" in short
    for n in range(10):
        assert short.count(f"src/tide/part{n}/module.py") == 1
    lines = short.split("\n")
    assert all(any(line.startswith(f"{n * 31 + 7} ") for line in lines) for n in range(20))


def test_search_detail_passthrough():
    made = shorten_output(Output(outputs.LONG_HITS), policy=Policy(is_detail=True))
    assert made.text == outputs.LONG_HITS


def test_doc_context_summary_shows_signatures_and_no_bodies():
    short = compress(READ).text
    assert "def login(self, name: str, word: str) -> str:" in short
    assert "compare_digest" not in short
    assert "→" in short


def test_doc_context_edit_mode_shows_the_target_whole():
    short = compress(READ, focus=["src/tide/auth/session.py::verify"]).text
    assert 'raise DeniedError("forged token")' in short
    assert "hashlib.scrypt" not in short


def test_trace_summary_keeps_all_47_callers():
    lines = compress(outputs.CALLERS).text.split("\n")
    assert all(any(line.startswith(f"{n * 13 + 2} ") for line in lines) for n in range(47))


def test_architecture_summary_counts_what_each_part_has():
    short = compress(TREE).text
    assert "api (15: api_0.py … z.py)" in short
    assert "8 directories, 106 files" in short


def test_refs_summary_groups_by_file():
    short = compress(outputs.CALLERS).text
    assert short.count("src/tide/part3/module.py") == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(outputs.LONG_HITS, id="search_round_trip"),
        pytest.param(READ, id="doc_context_round_trip"),
    ],
)
def test_the_original_is_had_back(text):
    originals = MemoryOriginals(clock=lambda: 0.0)
    ref = originals.store(text)
    assert originals.retrieve(ref) == text
