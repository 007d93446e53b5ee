"""The documents' tables have the columns and rows that the benchmarks write today.

Figures are not looked at: they are of another machine, or another day.
"""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.bench.conftest import load

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"
# where the columns' names are written, the script that makes the table first
SCRIPTS = {
    "archive": ("archive_tables", "archive"),
    "compress": ("compress_table",),
    "quality": ("quality", "baselines"),
    "security": ("security_tables", "security", "injection", "hostile", "kills"),
}
PLACES = {
    one.name: (one.page, *one.place, SCRIPTS.get(one.name, (one.name,)))
    for one in load("suite").BENCHMARKS
    if one.page
} | {
    "compress": (
        "docs/compression.md", "<!-- made by make compress-bench -->", "<!-- end -->",
        SCRIPTS["compress"],
    ),
}  # fmt: skip
PEERS = tuple(
    word for peer in tomllib.loads((BENCH / "peers" / "peers.toml").read_text("utf-8")).values()
    for each in peer["install"] if (word := re.split(r"[<>=\[]", each)[0])
)  # fmt: skip
RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
AT_SIZE = re.compile(r", [\d,]+$")
"""«first, 800»: what is made at a size."""
HEAD = re.compile(r"\| ?[^|{}\n]*\|[^{}\n]*\|(?=\n|$)")


def cells(line):
    return [cell.strip().strip("*`") for cell in line.strip().strip("|").split("|")]


def block(page, begin, end):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert begin in text, f"{page}: {begin} is gone"
    return text.partition(begin)[2].partition(end)[0]


def heads(text):
    lines = text.splitlines()
    return [lines[at - 1] for at, line in enumerate(lines) if at and RULE.fullmatch(line.strip())]


def said(scripts):
    """Give the texts of scripts, and their names as words."""
    texts, names = [], set()
    for script in scripts:
        path = BENCH / f"{script}.py"
        if not path.is_file():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
                names.add(node.value.replace("_", " "))
            for field in ("id", "attr", "arg", "name"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    names.add(value.replace("_", " "))
    return texts, names


@pytest.mark.parametrize("name", PLACES)
def test_every_column_of_a_document_is_one_that_is_written(name):
    page, begin, end, scripts = PLACES[name]
    found = heads(block(page, begin, end))
    assert found, f"{page} has no table of {name}: make bench-full NAME={name}"
    texts, names = said(scripts)
    whole = "\n".join(texts)
    strange = [
        cell for head in found for full in cells(head)
        if (cell := AT_SIZE.sub("", full)) not in whole and cell.replace("_", " ") not in names
        and not cell.startswith(PEERS)
    ]  # fmt: skip
    assert strange == [], f"{page}: make bench-full NAME={name} writes other columns"


@pytest.mark.parametrize("name", PLACES)
def test_every_head_that_is_written_stands_in_the_document(name):
    page, begin, end, scripts = PLACES[name]
    there = [cells(head) for head in heads(block(page, begin, end))]
    texts, _ = said(scripts[:1])
    written = [
        cells(head[0])
        for text in texts
        if (head := HEAD.match(text)) and (RULE.search(text) or text.count("|") > 2)
    ]
    # another library's columns stand behind our own
    missing = [
        head for head in written
        if not any(one[: len(head)] == head for one in there)
        and all(not re.fullmatch(r"[-:. ]+", cell) for cell in head)
    ]  # fmt: skip
    assert missing == [], f"{page} is older than bench/{scripts[0]}.py: make bench-full"


def rows(name):
    page, begin, end, _ = PLACES[name]
    lines = block(page, begin, end).splitlines()
    return [cells(line)[0] for line in lines if line.startswith("|") and not RULE.match(line)]


def test_the_tasks_and_sources_that_there_are_have_a_row():
    tasks = {path.stem for path in (BENCH / "briefs").glob("*.json")}
    assert tasks <= set(rows("brief"))
    assert {"20 messages", "session of 5 MB", "session of 100 MB"} <= set(rows("speed"))
    assert {"python -c pass", "graphpack --help", "of which start-up"} <= set(rows("startup"))
