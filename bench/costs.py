"""What reading conversations with a model costs, and how long a slow server makes it.

    python bench/costs.py [--write docs/performance.md]

No model is needed: the conversations are made up, and a server on the loopback answers each
request after a fixed time. Printed are calls and prompt tokens for a chat of 100 messages and an
agent session with tool output; then the wall time of 40 chunks for several numbers of workers,
beside what the waiting alone takes, and the calls of a second run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from figures import put_down  # noqa: E402

from graphpack.cli.caching import KeyedFolder  # noqa: E402
from graphpack.extract.llm import ModelExtractor, ModelOptions  # noqa: E402
from graphpack.model.conversation import (  # noqa: E402
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline import pack  # noqa: E402
from graphpack.pipeline.estimating import estimate  # noqa: E402
from graphpack.settings import Settings  # noqa: E402
from graphpack.tokens import counter  # noqa: E402
from tests.extract.server import Said, Server, completion, serving  # noqa: E402
from tests.fakes import item, nodes  # noqa: E402

LATENCY_S = 0.2
_INDEX = re.compile(r"\[(\d+)\] ")
CHUNKS = 40
_WORDS = (
    "ferry", "ticket", "pier", "harbour", "winter", "summer", "island", "clerk", "office",
    "refund", "timetable", "lock", "pump", "gate", "bridge", "captain", "engine", "anchor",
    "cabin", "deck", "compass", "current", "tide", "storm", "signal", "lantern", "rope",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cost:
    """What one conversation costs.

    Args:
        name: The conversation's.
        tokens: All of it.
        calls: The most requests that are sent where every reply is of use.
        prompt_tokens: Sent.
    """

    name: str
    tokens: int
    calls: int
    prompt_tokens: int

    @property
    def ratio(self) -> float:
        """Prompt tokens for each token of the conversation."""
        return self.prompt_tokens / self.tokens


def chat(messages: int, words: int, *, first: int = 0) -> Conversation:
    """Make up a chat; no two of its messages are alike."""
    made = tuple(
        Message(
            index,
            Role.ASSISTANT if index % 2 else Role.USER,
            (Text(_prose(first + index, words)),),
        )
        for index in range(messages)
    )
    return Conversation("made-up", None, ConversationSource("made-up", "chat"), made)


def session(turns: int) -> Conversation:
    """Make up an agent session: a word of each, then a call and a long output."""
    made: list[Message] = []
    for turn in range(turns):
        made.append(Message(len(made), Role.USER, (Text(_prose(turn, 30)),)))
        call = ToolCall("Bash", {"command": f"make pier-{turn}"})
        made.append(Message(len(made), Role.ASSISTANT, (Text(_prose(turn + 500, 40)), call)))
        lines = [f"[{n:04}] pier {turn}: {_prose(turn * 70 + n, 8)} ok" for n in range(60)]
        made.append(Message(len(made), Role.TOOL, (ToolResult("\n".join(lines), name="Bash"),)))
    return Conversation("made-up", None, ConversationSource("made-up", "session"), tuple(made))


def _prose(seed: int, words: int) -> str:
    picked = [_WORDS[(seed * 7 + n * (3 + seed % 5)) % len(_WORDS)] for n in range(words)]
    return f"Note {seed}: " + " ".join(picked) + "."


def cost(name: str, conversation: Conversation, settings: Settings) -> Cost:
    """Count what a conversation costs, the reconciling call included where there is one."""
    count = counter(settings.tokenizer).count
    tokens = sum(count(part.text) for message in conversation.messages for part in message.parts)
    found = estimate(conversation, settings)
    return Cost(name, tokens, found.most_calls, found.prompt_tokens)


def costs() -> tuple[Cost, ...]:
    """Count them all."""
    whole = Settings(model="openai/gpt-4o")
    parts = Settings(model="openai/gpt-4o", read_tokens=5000, chunk_tokens=4000)
    talk = chat(100, 150)
    return (
        cost("chat of 100 messages, one read", talk, whole),
        cost("the same in chunks", talk, parts),
        cost("agent session with tool output", session(40), whole),
    )


def timed(workers: int, folder: Path, *, chunks: int = CHUNKS) -> tuple[float, int, int]:
    """Read many chunks from a slow server, twice.

    Args:
        workers: Requests under way at once.
        folder: Keeps the answers.
        chunks: How many the conversation has.

    Returns:
        Seconds of the first run's reading, its calls, and those of the second run.
    """

    def answer(request: dict[str, Any]) -> Said:
        # behind the account of what came before
        shown = request["messages"][1]["content"].partition(" MESSAGES")[2]
        index = int(_INDEX.search(shown)[1])
        said = completion(json.dumps(nodes(item(1, index, f"Note {index}:"))))
        return Said(body=said.body, delay_s=LATENCY_S)

    conversation = chat(chunks, 300)
    settings = Settings(
        model="openai/small", read_tokens=100, chunk_tokens=400, concurrency=workers
    )
    with serving(answer) as server:
        elapsed = read(conversation, settings, server, folder)
        first = len(server.requests)
        read(conversation, settings, server, folder)
        return elapsed, first, len(server.requests) - first


def read(conversation: Conversation, settings: Settings, server: Server, folder: Path) -> float:
    """Pack once; returns the seconds it took."""
    options = ModelOptions(
        model="openai/small", api_base=server.base, api_key="none", repairs=0, json_mode="text"
    )
    store = KeyedFolder(folder)
    extractor = ModelExtractor(options, count=counter().count, answers=store)
    began = time.perf_counter()
    pack(conversation, settings, extractor=extractor)
    return time.perf_counter() - began


def costs_table() -> str:
    """Write what is sent as a table in Markdown."""
    rows = (
        f"| {one.name} | {one.tokens} | {one.calls} | {one.prompt_tokens} | {one.ratio:.2f} |"
        for one in costs()
    )
    head = (
        "| conversation | tokens | calls at most | prompt tokens | ratio |",
        "| --- | ---: | ---: | ---: | ---: |",
    )
    return "\n".join((*head, *rows))


def times_table() -> str:
    """Time a slow server for several numbers of workers; the table in Markdown."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        timed(1, Path(folder, "warm"), chunks=2)  # imports
        began = time.perf_counter()
        pack(chat(CHUNKS, 300), Settings())
        offline = time.perf_counter() - began
        for workers in (1, 4, 8):
            elapsed, calls, again = timed(workers, Path(folder, str(workers)))
            alone = CHUNKS / workers * LATENCY_S
            times = f"{alone:.2f} s | {1.25 * alone + offline:.2f} s | {elapsed:.2f} s"
            rows.append(f"| {workers} | {times} | {calls} | {again} |")
    head = (
        f"{CHUNKS} chunks, {LATENCY_S * 1000:.0f} ms each; offline {offline:.2f} s\n",
        "| workers | waiting alone | bound | measured | calls | second run |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    )
    return "\n".join((*head, *rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, help="the document to put the tables into")
    given = parser.parse_args(arguments)
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    tables = f"{costs_table()}\n\n{times_table()}"
    print(tables)
    if given.write is not None:
        put_down(given.write, "costs", tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
