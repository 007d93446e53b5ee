"""Scores packs of real conversations against lists of what a successor must know.

    make quality                        # or, with more to choose:
    python bench/quality.py GOLD_DIR SAMPLES_DIR SCORE_PY [--only PART] [--model M --api-base URL]

For each list whose conversation is of a format that graphpack recognises: export it with
``budget=1200, cap=1200``, give the pack to the scorer, and give it what costs nothing as well, at
the same size (``bench/baselines.py``); then all of it again at 800. With ``--model`` the packs of
the first table are the model's, and the second holds the offline extractor's beside them. Prints
two Markdown tables; two runs print the same ones. ``docs/quality.md`` says what the figures mean;
``--write`` puts them there, between its marks.

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

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from bench.baselines import CUTS, textrank  # noqa: E402
from graphpack.errors import GraphpackError  # noqa: E402
from graphpack.model.conversation import Conversation  # noqa: E402
from graphpack.pipeline import pack  # noqa: E402
from graphpack.pipeline.checking import check_graph  # noqa: E402
from graphpack.readers import read  # noqa: E402
from graphpack.settings import Settings  # noqa: E402

BUDGET_TOKENS, SMALL_TOKENS = 1200, 800
MARKS = ("<!-- made by make quality -->", "<!-- end -->")
COLUMNS = (
    "conversation", "format", "messages", "tokens", "pack tokens", "nodes", "recall",
    "kind accuracy", "status accuracy", "traps sprung", "faithful",
)  # fmt: skip
PACK, OFFLINE, RANKED = "pack", "offline", "TextRank"

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
        faithful: Share of the pack's nodes whose every exact thing stands in the conversation.
        beside: Recall at each size, in tokens, of the pack and of what it is held against, by name.
    """

    name: str
    format: str
    messages: int
    tokens: int
    pack: dict[str, Any]
    faithful: float
    beside: dict[int, dict[str, float | None]]


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
    text = f"{table(rows)}\n\n{comparison(rows)}"
    print(text)
    if given.write:
        document = given.write.read_text(encoding="utf-8")
        given.write.write_text(filled(document, text), encoding="utf-8", newline="\n")
    return 0


def measure(path: Path, settings: Settings, *, name: str, score: Score) -> Row | None:
    """Pack one conversation, and score the pack and what it is held against.

    Args:
        path: The file; of several conversations in it the longest is meant.
        settings: How to pack it, but for the size.
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
    made = pack(conversation, sized(settings, BUDGET_TOKENS))
    figures = score(made.text)
    beside = {
        size: held_against(conversation, settings, tokens=size, score=score)
        for size in (BUDGET_TOKENS, SMALL_TOKENS)
    }
    small = score(pack(conversation, sized(settings, SMALL_TOKENS)).text)
    beside[BUDGET_TOKENS] = {PACK: figures["recall"], **beside[BUDGET_TOKENS]}
    beside[SMALL_TOKENS] = {PACK: small["recall"], **beside[SMALL_TOKENS]}
    return Row(
        name,
        conversation.source.format,
        len(conversation.messages),
        made.report.input_tokens,
        figures,
        check_graph(made.graph, made.redacted).faithful_ratio,
        beside,
    )


def held_against(
    conversation: Conversation, settings: Settings, *, tokens: int, score: Score
) -> dict[str, float | None]:
    """Score what a pack is compared with.

    Args:
        conversation: Any.
        settings: The pack's.
        tokens: How long each text may be.
        score: The scorer, for this conversation.

    Returns:
        Recall by name; None for what is not set up. The offline extractor's is among them where a
        model made the pack.
    """
    found: dict[str, float | None] = {}
    if settings.model is not None:
        offline = sized(Settings(), tokens)
        found[OFFLINE] = score(pack(conversation, offline).text)["recall"]
    for name, cut in CUTS.items():
        found[name] = score(cut(conversation, tokens))["recall"]
    ranked = textrank(conversation, tokens)
    found[RANKED] = None if ranked is None else score(ranked)["recall"]
    return found


def sized(settings: Settings, tokens: int) -> Settings:
    """Set how long a pack may be, in tokens."""
    return settings.model_copy(update={"budget": tokens, "cap": tokens})


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
                _figure(row.pack["kind_accuracy"]),
                _figure(row.pack["status_accuracy"]),
                f"{len(row.pack['sprung'])} of {row.pack['traps']}",
                _figure(row.faithful),
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
            _figure(mean(row.pack["kind_accuracy"] for row in rows)),
            _figure(mean(row.pack["status_accuracy"] for row in rows)),
            "",
            _figure(mean(row.faithful for row in rows)),
        ])
    )  # fmt: skip
    trapped = sum(bool(row.pack["sprung"]) for row in rows)
    return "\n".join([*lines, "", f"Conversations with a sprung trap: {trapped} of {len(rows)}."])


def comparison(rows: Sequence[Row]) -> str:
    """Write recall at each size beside that of what costs nothing.

    Args:
        rows: At least one.

    Returns:
        A line per conversation and the means.
    """
    columns = [(size, name) for size, found in rows[0].beside.items() for name in found]
    heads = [f"{name}, {size:,}" for size, name in columns]
    lines = [_line(["recall of", *heads]), _line(["---", *["---:"] * len(columns)])]
    for row in rows:
        lines.append(
            _line([row.name, *(_figure(row.beside[size][name]) for size, name in columns)])
        )
    means = [mean(row.beside[size][name] for row in rows) for size, name in columns]
    return "\n".join([*lines, _line(["**mean**", *map(_figure, means)])])


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
