"""Writes made-up Claude Code sessions of any size whose text does not repeat itself.

A session of a few words said over and over flatters a program that remembers what it has seen.
Here words are made of syllables, some common and most rare, and stand in sentences, lists, code,
listings, test runs and stack traces, in the shares that make real sessions large.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

SESSION = "0badcafe-0000-4000-8000-000000000002"
_COMMON = (
    "the", "a", "of", "to", "and", "in", "is", "it", "that", "for", "on", "with", "as", "this",
    "we", "not", "be", "from", "now", "so", "but", "when", "which", "one", "all", "test", "file",
    "value", "should", "then", "only", "still", "use", "fails", "error", "returns", "reads",
)  # fmt: skip
_SYLLABLES = (
    "ba", "ber", "cal", "den", "do", "fen", "gar", "hil", "in", "jo", "kel", "lor", "mi", "nak",
    "or", "pen", "qui", "ros", "sel", "tan", "ul", "ver", "wim", "xan", "yor", "zet",
)  # fmt: skip
_ASKED = (
    "Please fix {}: {}.", "Why does {} fail? {}.", "Do not touch {}; {}.", "Let's use {} now, {}.",
    "Never write {} by hand. {}.", "Next, {}: {}.",
)  # fmt: skip
_TOLD = (
    "I found the reason: {} {}.", "Now {} {}.", "The check of {} passes; {}.",
    "I decided to keep {}, since {}.", "What is left: {} {}.", "Let me look at {}: {}.",
)  # fmt: skip
LISTED, RAN, CODED, BROKE = range(4)


class Words:
    """Words from a seed; the same seed, the same words.

    Args:
        seed: Any number.
    """

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def word(self) -> str:
        if self._draw.random() < 0.6:
            return self._draw.choice(_COMMON)
        return "".join(self._draw.choices(_SYLLABLES, k=self._draw.randint(2, 4)))

    def line(self, count: int) -> str:
        return " ".join(self.word() for _ in range(count))

    def name(self) -> str:
        parts = self._draw.choices(_SYLLABLES, k=4)
        return f"{parts[0]}{parts[1]}_{parts[2]}{parts[3]}"

    def path(self) -> str:
        return f"src/{self.name()}/{self.name()}.py"

    def number(self, below: int) -> int:
        return self._draw.randrange(below)

    def pick(self, among: tuple[str, ...]) -> str:
        return self._draw.choice(among).format(self.path(), self.line(9))

    def paragraph(self, among: tuple[str, ...], sentences: int) -> str:
        told = [f"{self.line(self.number(14) + 5).capitalize()}." for _ in range(sentences)]
        return " ".join([self.pick(among), *told])


def output(words: Words, kind: int, lines: int) -> str:
    """What a tool prints."""
    if kind == LISTED:
        rows = (f"{words.path()}:{words.number(900)}:{words.line(7)}" for _ in range(lines))
        return "\n".join(rows)
    if kind == CODED:
        rows = (f"{i:6}\t    {words.name()} = {words.name()}({i})" for i in range(lines))
        return "\n".join(rows)
    if kind == RAN:
        rows = (f"{words.path()}::test_{words.name()} PASSED" for _ in range(lines))
        return "\n".join([*rows, f"===== {lines} passed in {words.number(90)}.21s ====="])
    rows = (f'  File "{words.path()}", line {i}, in {words.name()}' for i in range(lines))
    return "\n".join(["Traceback (most recent call last):", *rows, f"ValueError: {words.line(6)}"])


def records(turn: int) -> Iterator[dict]:
    """The records of one turn: a prompt, six calls with results and progress, an answer."""
    words = Words(turn)
    number = 0

    def chain(kind: str, **fields: object) -> dict:
        nonlocal number
        number += 1
        at = turn * 60 + number
        return {
            "parentUuid": f"{turn:08x}-{number - 1:04x}-4000-8000-000000000000",
            "isSidechain": False,
            "userType": "external",
            "cwd": "/src/tidemark",
            "sessionId": SESSION,
            "version": "2.1.33",
            "gitBranch": "main",
            "type": kind,
            **fields,
            "uuid": f"{turn:08x}-{number:04x}-4000-8000-000000000000",
            "timestamp": f"2026-03-{1 + at // 86400 % 28:02}T{at // 3600 % 24:02}"
            f":{at // 60 % 60:02}:{at % 60:02}.000Z",
        }

    def says(message: str, block: dict) -> dict:
        usage = {"input_tokens": 3, "cache_read_input_tokens": 48_000, "output_tokens": 211}
        body = {"id": message, "type": "message", "role": "assistant", "model": "claude-opus-4-6",
                "content": [block], "stop_reason": None, "usage": usage}  # fmt: skip
        return chain("assistant", message=body, requestId=f"req_{turn}")

    yield chain("user", message={"role": "user", "content": words.paragraph(_ASKED, 1)})
    for step in range(6):
        message, call = f"msg_{turn}_{step}", f"toolu_{turn:06}{step}"
        thought = {"type": "thinking", "thinking": words.line(60), "signature": "s" * 400}
        yield says(message, thought)
        yield says(message, {"type": "text", "text": words.paragraph(_TOLD, 1)})
        arguments = {"command": f"rg {words.name()}", "description": words.line(6)}
        yield says(message, {"type": "tool_use", "id": call, "name": "Bash", "input": arguments})
        for tick in range(4):
            data = {"type": "bash_progress", "output": words.line(36), "elapsedTimeSeconds": tick}
            yield chain("progress", data=data, toolUseID=call, parentToolUseID=call)
        said = output(words, (turn + step) % 4, (5, 20, 60, 140)[(turn * 3 + step) % 4])
        block = {"tool_use_id": call, "type": "tool_result", "content": said, "is_error": False}
        copy = {"stdout": said, "stderr": "", "interrupted": False, "isImage": False}
        yield chain("user", message={"role": "user", "content": [block]}, toolUseResult=copy)
    points = "\n".join(f"- `{words.path()}`: {words.line(12)}." for _ in range(4))
    told = f"{words.paragraph(_TOLD, 3)}\n\n{points}"
    yield says(f"msg_end_{turn}", {"type": "text", "text": told})
    yield chain("system", subtype="turn_duration", durationMs=41_000, isMeta=False)


def write(path: Path, megabytes: int) -> int:
    """Write turns until the file is large enough; gives the number of lines."""
    lines = turn = 0
    with path.open("wb") as file:
        while file.tell() < megabytes * 1_000_000:
            for record in records(turn):
                file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
                file.write(b"\n")
                lines += 1
            turn += 1
    return lines
