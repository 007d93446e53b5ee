"""Counts what a model is sent of real conversations, with compression on and off.

    python bench/prompts.py GOLD_DIR SAMPLES_DIR [--score SCORE_PY] [--only PART] [--level LEVEL]...

For each list in GOLD_DIR the conversation it names is prepared as ``export --model`` prepares it,
up to the requests, and their tokens are counted; nothing is sent. ``off`` shows tool output whole.
Prints a Markdown table; the last row sums the agent sessions, those with calls of tools. With
``--score`` it prints what share of a list's items can be found in the texts that are shown instead:
more no extractor can find. SCORE_PY is called as ``SCORE_PY --json LIST TEXT``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphpack.errors import GraphpackError
from graphpack.model.conversation import Conversation, Reasoning, ToolCall, ToolResult
from graphpack.pipeline.compression import compressed
from graphpack.pipeline.estimating import estimate
from graphpack.readers import read
from graphpack.settings import Compression, Settings
from graphpack.tokens import counter

LEVELS = ("off", "summary", "aggressive", "minimal")


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", type=Path, help="folder of *.gold.json")
    parser.add_argument("samples", type=Path, help="folder of the conversations")
    parser.add_argument("--score", type=Path, help="the scorer; prints what can be found")
    parser.add_argument("--only", help="part of a name")
    parser.add_argument("--level", action="append", choices=LEVELS, help="may be repeated")
    given = parser.parse_args(arguments)
    levels = given.level or LEVELS
    if given.score:
        return findable(given, levels)
    print(f"| conversation | tokens | {' | '.join(levels)} | fewer at {levels[1]} | seconds |")
    print(f"|---|---:|{'---:|' * (len(levels) + 2)}")
    sums, seconds = [0] * (len(levels) + 1), 0.0
    for name, _, conversation in conversations(given):
        begun = time.process_time()
        row = [size_of(conversation), *(sent(conversation, level) for level in levels)]
        spent = time.process_time() - begun
        print(line(name, row, spent))
        if is_agent_session(conversation):
            seconds += spent
            sums = [one + other for one, other in zip(sums, row, strict=True)]
    print(line("**agent sessions**", sums, seconds))
    return 0


def findable(given: argparse.Namespace, levels: Sequence[str]) -> int:
    """Print what share of each list can be found in what is shown."""
    print(f"| conversation | {' | '.join(levels)} |")
    print(f"|---|{'---:|' * len(levels)}")
    rows = []
    for name, gold, conversation in conversations(given):
        row = [recall(given.score, gold, shown(conversation, level)) for level in levels]
        rows.append(row)
        print(f"| {name} | {' | '.join(f'{one:.3f}' for one in row)} |")
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    print(f"| **mean** | {' | '.join(f'{one:.3f}' for one in means)} |")
    return 0


def conversations(given: argparse.Namespace) -> Iterator[tuple[str, Path, Conversation]]:
    """Read the conversation of each list."""
    for path in sorted(given.gold.glob("*.gold.json")):
        name = path.name.removesuffix(".gold.json")
        if given.only and given.only not in name:
            continue
        place = given.samples.parent / json.loads(path.read_text(encoding="utf-8"))["path"]
        try:
            yield name, path, max(read(place), key=lambda one: len(one.messages))
        except GraphpackError as error:
            print(f"{name}: left out: {error}", file=sys.stderr)


def shown(conversation: Conversation, level: str) -> str:
    """Write all texts as an extractor is shown them."""
    wanted = Compression(level=level)
    made = compressed(conversation, wanted, count=counter().count, is_whole=False)
    return "\n".join(
        part.text
        for message in made.conversation.messages
        for part in message.parts
        if not isinstance(part, Reasoning)
    )


def recall(scorer: Path, gold: Path, text: str) -> float:
    """Score a text."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write(text)
        file.flush()
        command = [sys.executable, str(scorer), "--json", str(gold), file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["recall"])


def sent(conversation: Conversation, level: str) -> int:
    """Count the tokens of all requests."""
    settings = Settings(model="openai/any", compression=Compression(level=level))
    return estimate(conversation, settings).prompt_tokens


def size_of(conversation: Conversation) -> int:
    """Count a conversation."""
    count = counter().count
    return sum(count(part.text) for message in conversation.messages for part in message.parts)


def is_agent_session(conversation: Conversation) -> bool:
    """Whether tools were called."""
    parts = (part for message in conversation.messages for part in message.parts)
    return any(isinstance(part, ToolCall | ToolResult) for part in parts)


def line(name: str, row: Sequence[int], seconds: float) -> str:
    """Write a row of the table."""
    fewer = f"{1 - row[2] / row[1]:.0%}" if len(row) > 2 and row[1] else "–"
    return f"| {name} | {' | '.join(f'{size:,}' for size in row)} | {fewer} | {seconds:.1f} |"


if __name__ == "__main__":
    raise SystemExit(main())
