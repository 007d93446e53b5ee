"""Every pattern of the package takes time in proportion to its text, whatever the text is."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
from collections import deque
from functools import cache, partial
from pathlib import Path

import pytest

import graphpack
from tests.safety.pumps import slow

IS_ASKED = "PATTERNS" in os.environ
pytestmark = pytest.mark.skipif(
    not IS_ASKED, reason="minutes of timing, on a quiet machine: make patterns"
)

ROOT = Path(graphpack.__file__).parent
USES = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")

# patterns that are only ever given texts of a bounded length
BOUNDED = {
    "extract.offline.choices._BARE": "a reply, of which 400 characters are looked at",
    "extract.offline.telegraphic._COUNTING": "the 40 characters before a word",
    "readers.marks._SAID": "a line of at most 100 characters",
    "text.called_off._ABOUT": "40 characters that another pattern matched",
    "text.called_off._OFF": "300 characters of a sentence",
    "text.forbidding.BAN": "a clause within 400 characters of a sentence",
    "text.forbidding.WIDE_BAN": "a clause within 400 characters of a sentence",
    "text.gates._CLASS": "the package's own patterns",
    "text.gates._TOKEN": "the package's own patterns",
    "text.reverting._ORDER": "the beginning of a sentence",
    "redact.families.TOKENS": "tried once in a run of beginnings, within reach of its full stop",
}


def modules():
    for found in pkgutil.walk_packages(graphpack.__path__, "graphpack."):
        # what a migration tool runs for itself cannot be imported by others
        if not found.name.endswith("__main__") and ".migrations." not in found.name:
            yield importlib.import_module(found.name)


def patterns():
    """All compiled patterns, by where they stand; those in tuples and mappings, too."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            for number, pattern in enumerate(_inside(value)):
                where = f"{module.__name__.removeprefix('graphpack.')}.{name}"
                found.setdefault(pattern, f"{where}[{number}]" if number else where)
    return {where: pattern for pattern, where in found.items()}


def _inside(value):
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | tuple | list | frozenset | set):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _inside(inner)
    elif isinstance(value, type) and value.__module__.startswith("graphpack."):
        for inner in vars(value).values():
            yield from _inside(inner) if isinstance(inner, re.Pattern | tuple) else ()
    elif type(value).__module__.startswith("graphpack."):
        for name in getattr(value, "__slots__", ()):
            yield from _inside(getattr(value, name, None))


@cache
def source(module):
    """The text of a module; of the whole package where none is named."""
    stem = ROOT / module.replace(".", "/")
    one = [path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()]
    files = one if module else sorted(ROOT.rglob("*.py"))
    texts = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return re.sub(r"^from \S+ import (?:\([^)]*\)|.*)", "", texts, flags=re.MULTILINE)


def uses(where):
    """The methods that are called on a pattern; ``search``, the hardest, where none is seen."""
    module, _, name = where.rpartition(".")
    name = name.partition("[")[0]
    text = source(module if name.startswith("_") else "")
    found = set(re.findall(rf"\b{re.escape(name)}\.({'|'.join(USES)})\b", text))
    if "[" in where or not found or re.search(rf"[(,=] ?{re.escape(name)}\b(?!\.)", text):
        found.add("search")  # one of several, or handed on
    if found & {"search", "finditer", "findall", "sub", "subn", "split"}:
        found = {"finditer"} | (found & {"match", "fullmatch"})
    return sorted(found)


def runs(pattern, use):
    method = getattr(pattern, use)
    return (lambda text: deque(method(text), 0)) if use == "finditer" else partial(method)


def test_there_are_patterns_and_they_are_found():
    assert len(patterns()) > 300


@pytest.mark.parametrize("bad", [r"(a+)+$", r"(?:a|a)*b", r"\s+$", r"<!--.*?-->", r"a.*b.*c"])
def test_the_measure_finds_what_is_slow(bad):
    assert slow(re.compile(bad, re.DOTALL), runs(re.compile(bad, re.DOTALL), "finditer"))


@pytest.mark.parametrize("good", [r"a+b?", r"[^\n]*", r"\d{1,4}-\d{2}", r"(?:[^\"\\]++|\\.)*+"])
def test_the_measure_leaves_what_is_linear(good):
    assert slow(re.compile(good), runs(re.compile(good), "finditer")) is None


FOUND = patterns() if IS_ASKED else {}


@pytest.mark.parametrize("where", FOUND)
def test_a_pattern_is_linear(where):
    pattern = FOUND[where]
    for use in uses(where):
        found = slow(pattern, runs(pattern, use))
        if found is not None and where not in BOUNDED:
            pump, small, large = found
            pytest.fail(f"{where}.{use}: {pump!r}: short {small:.4f} s, long {large:.4f} s")
