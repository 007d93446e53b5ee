"""Scores packs of real conversations against lists of what a successor must know.

    make quality                        # or, with more to choose:
    python bench/quality.py GOLD_DIR SAMPLES_DIR SCORE_PY [--only PART] [--model M --api-base URL]

For each list whose conversation is of a format that graphpack recognises: export it with
``budget=1200, cap=1200``, give the pack to the scorer, and give it the same conversation's last
1,200 tokens of prose as well: what a person gets who copies the end of the chat. Prints a Markdown
table; two runs print the same one. ``docs/quality.md`` says what the figures mean;
``--write`` puts the table there, between its marks.

The lists are no part of the project. Each is a JSON file whose ``path`` ends in the conversation's
place below SAMPLES_DIR's parent; SCORE_PY is called as ``SCORE_PY --json LIST TEXT`` and answers
one JSON object. A model's key is taken from GRAPHPACK_API_KEY.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphpack.errors import GraphpackError
from graphpack.model.conversation import Conversation, Role
from graphpack.pipeline import pack
from graphpack.readers import read
from graphpack.settings import Settings
from graphpack.tokens import counter

BUDGET_TOKENS = 1200
MARKS = ("<!-- made by make quality -->", "<!-- end -->")
COLUMNS = (
    "conversation", "format", "messages", "tokens", "pack tokens", "nodes", "recall",
    "prose cut's recall", "kind accuracy", "status accuracy", "traps sprung",
)  # fmt: skip

Score = Callable[[str], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Row:
    """One conversation's figures.

    Args:
        name: The conversation's.
        format: As it was recognised.
        messages: In the conversation.
        tokens: Of the conversation.
        pack: What the scorer says of the pack.
        prose: What it says of the end of the prose.
    """

    name: str
    format: str
    messages: int
    tokens: int
    pack: dict[str, Any]
    prose: dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where there was nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", type=Path, help="folder of *.gold.json")
    parser.add_argument("samples", type=Path, help="folder of the conversations")
    parser.add_argument("score", type=Path, help="the scorer")
    parser.add_argument("--model", help="ask this model instead of extracting offline")
    parser.add_argument("--api-base", help="the model's server")
    parser.add_argument("--only", action="append", help="part of a name; may be given repeatedly")
    parser.add_argument("--write", type=Path, help="a document to put the table into")
    given = parser.parse_args(arguments)
    for place in (given.gold, given.samples, given.score):
        if not place.exists():
            print(f"quality: {place}: not there, so nothing can be measured", file=sys.stderr)
            return 1
    settings = Settings(
        budget=BUDGET_TOKENS,
        cap=BUDGET_TOKENS,
        model=given.model,
        api_base=given.api_base,
        api_key=os.environ.get("GRAPHPACK_API_KEY"),
    )
    rows = []
    for path in sorted(given.gold.glob("*.gold.json")):
        name = path.name.removesuffix(".gold.json")
        if given.only and not any(part in name for part in given.only):
            continue
        gold = json.loads(path.read_text(encoding="utf-8"))
        row = measure(
            given.samples.parent / gold["path"],
            settings,
            name=name,
            score=lambda text, path=path: scored(given.score, path, text),
        )
        if row is not None:
            rows.append(row)
            print(f"{name}: {row.pack['recall']:.3f}", file=sys.stderr)
    if not rows:
        print("quality: no conversation of a known format", file=sys.stderr)
        return 1
    text = table(rows)
    print(text)
    if given.write:
        document = given.write.read_text(encoding="utf-8")
        given.write.write_text(filled(document, text), encoding="utf-8", newline="\n")
    return 0


def measure(path: Path, settings: Settings, *, name: str, score: Score) -> Row | None:
    """Pack one conversation and score both texts.

    Args:
        path: The file; of several conversations in it the longest is meant.
        settings: How to pack it.
        name: What to call it.
        score: The scorer, for this conversation.

    Returns:
        The figures; None, with a word on standard error, where no reader recognises the file.
    """
    try:
        conversation = max(read(path), key=lambda one: len(one.messages))
    except GraphpackError as error:
        print(f"{name}: left out: {error}", file=sys.stderr)
        return None
    if any(notice.code == "unrecognised-format" for notice in conversation.notices):
        print(f"{name}: left out: of no format that is recognised", file=sys.stderr)
        return None
    made = pack(conversation, settings)
    return Row(
        name,
        conversation.source.format,
        len(conversation.messages),
        made.report.input_tokens,
        score(made.text),
        score(prose_cut(conversation)),
    )


def prose_cut(conversation: Conversation, *, tokens: int = BUDGET_TOKENS) -> str:
    """Cut the end of what was said: no tool calls, no results, no system text.

    Args:
        conversation: Any.
        tokens: How many to keep at most, counted as graphpack counts by default.

    Returns:
        The longest end of the joined prose that fits, found by halving.
    """
    prose = "\n\n".join(
        message.text
        for message in conversation.messages
        if message.role in {Role.USER, Role.ASSISTANT} and message.text.strip()
    )
    count = counter().count
    low, high = 0, len(prose)
    while low < high:
        middle = (low + high) // 2
        if count(prose[middle:]) > tokens:
            low = middle + 1
        else:
            high = middle
    return prose[low:]


def scored(scorer: Path, gold: Path, text: str) -> dict[str, Any]:
    """Ask the scorer about one text."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "text"
        place.write_text(text, encoding="utf-8", newline="")
        command = [sys.executable, str(scorer), "--json", str(gold), str(place)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(rows: Sequence[Row]) -> str:
    """Write the figures as Markdown.

    Args:
        rows: At least one.

    Returns:
        A line per conversation, the means, and how many conversations have a sprung trap.
    """
    lines = [_line(COLUMNS), _line(["---"] * 2 + ["---:"] * (len(COLUMNS) - 2))]
    for row in rows:
        lines.append(
            _line([
                row.name,
                row.format,
                row.messages,
                row.tokens,
                row.pack["tokens"],
                row.pack["nodes"],
                _figure(row.pack["recall"]),
                _figure(row.prose["recall"]),
                _figure(row.pack["kind_accuracy"]),
                _figure(row.pack["status_accuracy"]),
                f"{len(row.pack['sprung'])} of {row.pack['traps']}",
            ])
        )  # fmt: skip
    lines.append(
        _line([
            "**mean**",
            "",
            "",
            "",
            round(mean(row.pack["tokens"] for row in rows) or 0),
            round(mean(row.pack["nodes"] for row in rows) or 0),
            f"**{_figure(mean(row.pack['recall'] for row in rows))}**",
            _figure(mean(row.prose["recall"] for row in rows)),
            _figure(mean(row.pack["kind_accuracy"] for row in rows)),
            _figure(mean(row.pack["status_accuracy"] for row in rows)),
            "",
        ])
    )  # fmt: skip
    trapped = sum(bool(row.pack["sprung"]) for row in rows)
    return "\n".join([*lines, "", f"Conversations with a sprung trap: {trapped} of {len(rows)}."])


def filled(document: str, text: str) -> str:
    """Put a table between a document's marks; what stands outside of them is kept."""
    before, mark, rest = document.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not mark or not end:
        raise SystemExit(f"quality: the document has no {MARKS[0]} … {MARKS[1]}")
    return f"{before}{mark}\n{text}\n{end}{after}"


def mean(values: Iterable[float | None]) -> float | None:
    """Average what is known; None where nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
