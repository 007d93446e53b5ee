"""Source code: every signature and import, and who calls whom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind
from graphpack.compress.languages import LANGUAGES, grammar, languages_of

from .survival import golden, shortened

DATA = Path(__file__).parent / "data"
SHOP = (DATA / "shop.py").read_text(encoding="utf-8")

KEPT = {
    "shop.py": [
        "import json",
        "class Shop:",
        "def __init__(self, path: Path) -> None:",
        "def is_open(self)",
        "async def close(self, *, at: int = 22) -> None:",
        "def last(order",
        "def load(path: Path)",
        "def check(\n    order: dict[str, int],\n) -> dict[str, int]:",
        'name: str = "corner"',
    ],
    "shop.ts": [
        'import { readFile } from "node:fs";',
        "export async function readOrders(path: string)",
        "const parseOrders = (text: string)",
        "function one(row: string)",
        "constructor(readonly name",
        "add(order: Order): void {",
        "check = () => {",
        'it("adds orders"',
        'it("fails"',
        'describe("shop"',
    ],
    "shop.go": [
        '"fmt"',
        "type Order struct {",
        "func (o *Order) Total(lines []Line) (int, error) {",
        "func check(sum int) int {",
    ],
    "shop.rs": [
        "use std::fmt;",
        "pub struct Shop",
        "pub fn new(name: &str) -> Self {",
        "fn total(&self",
        "fn check(sum: u64)",
    ],
    "shop.java": [
        "import java.util.List;",
        "public Shop(String name) {",
        "public int total(List<Line> lines) {",
        "private static int check(int sum)",
        "private final String name;",
    ],
    "shop.cpp": [
        "#include <vector>",
        "T total(const std::vector<T>& lines) {",
        "int Shop::check(int sum) const {",
    ],
    "shop.cs": [
        "using System;",
        "public int Total { get; set; }",
        "public Shop(string name)",
        "public async Task<int> Sum(",
        "private static int Check(",
    ],
    "shop.rb": [
        "require 'json'",
        "class Order < Base",
        "def initialize(id)",
        "def self.load(path)",
        "def check(data)",
    ],
}
NAMES = {
    "py": "python",
    "ts": "typescript",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "cpp": "cpp",
    "cs": "c-sharp",
    "rb": "ruby",
}


@pytest.mark.parametrize("name", sorted(KEPT))
def test_imports_and_signatures_stay(name: str) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    made = shortened(text, Kind.CODE, "minimal")
    assert [kept for kept in KEPT[name] if kept not in made] == []
    assert len(made) < len(text)


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_language_is_known_by_its_signs(name: str) -> None:
    assert (
        languages_of((DATA / name).read_text(encoding="utf-8"))[0] == NAMES[name.partition(".")[2]]
    )


def test_every_grammar_is_at_hand() -> None:
    assert all(grammar(name).parser for name in LANGUAGES)


def test_a_folded_body_says_whom_it_calls() -> None:
    made = shortened(SHOP, Kind.CODE)
    assert "def load(path: Path) -> list[dict[str, int]]:\n    [… 5 lines → check]" in made
    assert re.search(r"\[… \d lines → last, check\]|\[… \d lines → check\]", made)


def test_docstrings_keep_their_first_line() -> None:
    made = shortened(SHOP, Kind.CODE)
    assert made.startswith('"""Orders of a shop.\n')
    assert '    """A shop.\n' in made and '        """Close the shop at an hour.\n' in made
    assert "something to leave out" not in made and "The hour." not in made


def test_a_long_literal_keeps_its_head() -> None:
    made = shortened(SHOP, Kind.CODE)
    assert '"north": 1' in made and '"mill"' not in made and "[… 10 lines]" in made


def test_what_is_in_focus_stays_whole() -> None:
    made = shortened(SHOP, Kind.CODE, focus=["shop.py::load"])
    assert SHOP[SHOP.index("def load") : SHOP.index("def check")] in made
    assert 'raise ValueError("negative")' not in made


def test_short_bodies_stay() -> None:
    assert "return bool(self.orders)" in shortened(SHOP, Kind.CODE)


def test_line_numbers_preserved() -> None:
    numbered = "".join(f"{at:6}\t{line}\n" for at, line in enumerate(SHOP.splitlines(), 1))
    made = shortened(numbered, Kind.CODE)
    at = SHOP.splitlines().index("class Shop:") + 1
    assert f"{at:6}\tclass Shop:\n" in made and "[… 5 lines → check]" in made


def test_what_is_no_known_language_stays() -> None:
    text = "PROCEDURE DIVISION.\n    DISPLAY 'HELLO'.\n    STOP RUN.\n" * 20
    assert shortened(text, Kind.CODE) == text


def test_golden() -> None:
    golden("code.txt", shortened(SHOP, Kind.CODE))


_NAME = st.from_regex(r"[a-z]{3,8}_[0-9]", fullmatch=True)
_BODY = st.lists(
    st.sampled_from(
        ["value = 1", "print('a' * 3)", "# why", "if value:\n        value += 1", "return value"]
    ),
    min_size=1,
    max_size=9,
)


@given(
    st.lists(st.tuples(_NAME, _BODY), min_size=4, max_size=12),
    st.sampled_from(["summary", "minimal"]),
)
def test_every_signature_survives(functions: list[tuple[str, list[str]]], level) -> None:
    text = "import os\n" + "\n".join(
        f"def {name}(one, two={at}):\n" + "".join(f"    {line}\n" for line in body)
        for at, (name, body) in enumerate(functions)
    )
    made = shortened(text, Kind.CODE, level)
    for at, (name, _) in enumerate(functions):
        assert f"def {name}(one, two={at}):" in made


@given(st.sampled_from(sorted(KEPT)), st.integers(0, 900), st.integers(0, 900), st.text(max_size=6))
def test_broken_code_is_no_failure(name: str, start: int, end: int, put: str) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    shortened(text[:start] + put + text[end:] + "\n" + text, Kind.CODE)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("const measure = (a, b) => {", "};"),
        ("exports.measure = function (a, b) {", "};"),
        ("module.exports = {\n  measure: function (a, b) {", "  },\n};"),
    ],
)
def test_a_function_has_the_name_of_what_holds_it(opening: str, closing: str) -> None:
    steps = "".join(f"    a = a + b * {at};\n" for at in range(20))
    others = "".join(f"const rest{at} = (c) => {{\n  return c;\n}};\n" for at in range(4))
    text = f"{others}\n{opening}\n{steps}    return a;\n{closing}\n"
    assert "a + b * 9;" not in shortened(text, Kind.CODE)
    assert "a + b * 9;" in shortened(text, Kind.CODE, focus=["tide.js::measure"])
