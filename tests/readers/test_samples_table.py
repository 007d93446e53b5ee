"""Every real file, what is read of it, and what an independent program counted.

The files are not part of this repository, the table is: ``data/samples.tsv``. A row says why the
counts differ where they do. ``pytest --update-golden`` writes the counts anew; the reasons stay.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, Origin, ToolCall, ToolResult
from graphpack.readers import TABLE, read
from graphpack.readers.base import Certainty
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe

SHARED = Path(__file__).parents[2].parent / "shared"
SAMPLES = SHARED / "samples"
COUNTS = Path(__file__).parent / "data" / "samples.tsv"
COLUMNS = (
    *("file", "format", "conversations", "user", "assistant", "tool", "system"),
    *("subagent", "compaction", "calls", "results", "branches", "notices", "theirs", "why"),
)
ROLES = ("user", "assistant", "tool", "system")
Row = dict[str, str]


def rows() -> dict[str, Row]:
    if not COUNTS.is_file():
        return {}
    with COUNTS.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["file"]: dict(row) for row in table}


def theirs() -> dict[str, str]:
    """The independent counts, by file; empty where the files are not here."""
    if not SAMPLES.is_dir():
        return {}
    lines = (SAMPLES / "SAMPLES.tsv").read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split("\t") for line in lines if line.strip()]
    return {cell[0]: cell[4] for cell in cells}


def counted(name: str) -> Row:
    """What is read of a file."""
    try:
        found = list(read(SAMPLES / name, subagents=True))
    except ReadError as error:
        return {"format": "refused", "notices": str(error).partition(": ")[2].split("\n")[0]}
    messages = [message for one in found for message in one.messages]
    main = [message for message in messages if message.origin is Origin.MAIN]
    roles = Counter(message.role.value for message in main)
    origins = Counter(message.origin.value for message in messages)
    parts = Counter(type(part) for message in messages for part in message.parts)
    return {
        "format": " ".join(sorted({one.source.format for one in found})),
        "conversations": str(len(found)),
        **{role: str(roles[role]) for role in ROLES},
        "subagent": str(origins["subagent"]),
        "compaction": str(origins["compaction"]),
        "calls": str(parts[ToolCall]),
        "results": str(parts[ToolResult]),
        "branches": str(sum(len(one.branches) for one in found)),
        "notices": notices(found),
    }


def notices(found: list[Conversation]) -> str:
    codes: Counter[str] = Counter()
    for one in found:
        for notice in one.notices:
            codes[notice.code] += notice.count
    return ", ".join(f"{code} {count}" for code, count in codes.items())


def agrees(row: Row) -> bool:
    """Whether the independent count is ours: of people, answers and tools, or of messages."""
    split = re.fullmatch(r"(\d+)u/(\d+)a/(\d+)t", row["theirs"])
    if split:
        users, answers, tools = split.groups()
        is_same = (users, answers) == (row["user"], row["assistant"])
        return is_same and tools in {row["calls"], row["results"]}
    whole = sum(int(row[role] or 0) for role in ROLES)
    talk = sum(int(row[role] or 0) for role in ("user", "assistant"))
    return row["theirs"] in {str(whole), str(talk)}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real files are not here")
@pytest.mark.parametrize("name", sorted(theirs()) or sorted(rows()))
def test_reads_what_the_table_says(name: str, request: pytest.FixtureRequest) -> None:
    row = rows().get(name, {})
    found = dict.fromkeys(COLUMNS, "") | {"file": name, **counted(name)}
    found |= {"theirs": theirs()[name], "why": row.get("why") or ""}
    if request.config.getoption("--update-golden"):
        write({**rows(), name: found})
        return
    assert found == row


def write(table: dict[str, Row]) -> None:
    lines = ["\t".join(COLUMNS)]
    lines += ["\t".join(table[name][column] for column in COLUMNS) for name in sorted(table)]
    COUNTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real files are not here")
def test_every_file_is_in_the_table() -> None:
    files = {f"{path.parent.name}/{path.name}" for path in SAMPLES.glob("*/*")}
    assert set(rows()) == set(theirs()) == files


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real files are not here")
def test_no_two_readers_are_sure_of_one_file() -> None:
    for name in rows():
        look = probe(open_source(SAMPLES / name))
        sure = [line.name for line in TABLE if line.load().detect(look) is Certainty.SURE]
        assert len(sure) <= 1, name


def test_where_counts_differ_the_table_says_why() -> None:
    table = rows().values()
    assert [row["file"] for row in table if not agrees(row) and not row["why"]] == []


def test_only_side_files_are_refused() -> None:
    refused = {row["file"] for row in rows().values() if row["format"] == "refused"}
    assert refused == {
        "agent/cline-sdk__cline__1-compaction.json",
        "agent/cline-sdk__cline__1-manifest.json",
        "chat/chatgpt-sidecar__chat-data__1.json",
    }


def test_nothing_real_is_taken_for_something_without_a_format() -> None:
    assert [row["file"] for row in rows().values() if row["format"] == "plain-text"] == []


def row_of(**fields: object) -> Row:
    return {**dict.fromkeys(COLUMNS, "0"), **{key: str(value) for key, value in fields.items()}}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (row_of(theirs="2u/1a/3t", user=2, assistant=1, calls=3), True),
        (row_of(theirs="2u/1a/3t", user=2, assistant=1, results=3), True),
        (row_of(theirs="2u/1a/3t", user=1, assistant=1, calls=3), False),
        (row_of(theirs="4", user=2, assistant=1, tool=1), True),
        (row_of(theirs="3", user=2, assistant=1, tool=1), True),
        (row_of(theirs="5", user=2, assistant=1, tool=1), False),
        (row_of(theirs="-"), False),
    ],
)
def test_counts_agree_or_not(row: Row, expected: bool) -> None:
    assert agrees(row) is expected
