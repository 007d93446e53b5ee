"""Counts what a model is sent of real conversations, with compression on and off.

    python bench/prompts.py GOLD_DIR SAMPLES_DIR [--only PART] [--level LEVEL]...

For each list in GOLD_DIR the conversation it names is prepared as ``export --model`` prepares it,
up to the requests, and their tokens are counted; nothing is sent. ``off`` shows tool output whole.
Prints a Markdown table; the last row sums the agent sessions, those with calls of tools.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from graphpack.errors import GraphpackError
from graphpack.model.conversation import Conversation, ToolCall, ToolResult
from graphpack.pipeline.estimating import estimate
from graphpack.readers import read
from graphpack.settings import Compression, Settings

LEVELS = ("off", "summary", "aggressive", "minimal")


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", type=Path, help="folder of *.gold.json")
    parser.add_argument("samples", type=Path, help="folder of the conversations")
    parser.add_argument("--only", help="part of a name")
    parser.add_argument("--level", action="append", choices=LEVELS, help="may be repeated")
    given = parser.parse_args(arguments)
    levels = given.level or LEVELS
    print(f"| conversation | tokens | {' | '.join(levels)} | fewer at {levels[1]} | seconds |")
    print(f"|---|---:|{'---:|' * (len(levels) + 2)}")
    sums, seconds = [0] * (len(levels) + 1), 0.0
    for path in sorted(given.gold.glob("*.gold.json")):
        name = path.name.removesuffix(".gold.json")
        if given.only and given.only not in name:
            continue
        place = given.samples.parent / json.loads(path.read_text(encoding="utf-8"))["path"]
        try:
            conversation = max(read(place), key=lambda one: len(one.messages))
        except GraphpackError:
            continue
        begun = time.process_time()
        row = [size_of(conversation), *(sent(conversation, level) for level in levels)]
        spent = time.process_time() - begun
        print(line(name, row, spent))
        if is_agent_session(conversation):
            seconds += spent
            sums = [one + other for one, other in zip(sums, row, strict=True)]
    print(line("**agent sessions**", sums, seconds))
    return 0


def sent(conversation: Conversation, level: str) -> int:
    """Count the tokens of all requests."""
    settings = Settings(model="openai/any", compression=Compression(level=level))
    return estimate(conversation, settings).prompt_tokens


def size_of(conversation: Conversation) -> int:
    """Count a conversation."""
    from graphpack.tokens import counter

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
