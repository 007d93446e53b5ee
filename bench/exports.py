"""Writes made-up ChatGPT and Claude.ai exports of any size, and measures listing and packing one.

The shapes are those that make real exports large: many chats, trees with hidden nodes, thoughts,
tool calls with long results, retried answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORDS = [
    *("gauge", "tide", "harbour", "buoy", "chart", "depth", "metre", "sensor", "reading", "Ærø"),
    *("import", "parser", "check", "value", "column", "header", "missing", "default", "version"),
]
TURNS = 12


def prose(seed: int, words: int) -> str:
    """Some words that look like a sentence, the same for the same seed."""
    return " ".join(WORDS[(seed * 7 + i * i + i * seed) % len(WORDS)] for i in range(words)) + "."


def chatgpt_chat(number: int) -> dict:
    """One conversation as the export of 2025 writes it."""
    mapping: dict[str, dict] = {}

    def node(parent: str | None, role: str, body: dict | None, **fields: object) -> str:
        key = f"{number:08x}-{len(mapping):04x}-4000-8000-000000000000"
        message = body and {
            "id": key,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": 1_750_000_000.5 + number * 1000 + len(mapping),
            "update_time": None,
            "content": body,
            "status": "finished_successfully",
            "end_turn": True,
            "weight": 1.0,
            "recipient": "all",
            "channel": None,
            "metadata": {
                "is_complete": True,
                "citations": [],
                "content_references": [
                    {"title": prose(len(mapping), 4), "url": "https://x.example"}
                ],
                "model_slug": "gpt-5",
            },
            **fields,
        }
        mapping[key] = {"id": key, "message": message, "parent": parent, "children": []}
        if parent:
            mapping[parent]["children"].append(key)
        return key

    def text(seed: int, words: int) -> dict:
        return {"content_type": "text", "parts": [f'{prose(seed, words)}\n\n"Quoted" {{[ ']}

    last = node(None, "system", None)
    last = node(last, "system", text(1, 5), weight=0.0)
    for turn in range(TURNS):
        seed = number * TURNS + turn
        asked = node(last, "user", text(seed, 40))
        node(asked, "assistant", text(seed + 1, 200))  # a retried answer
        thoughts = [{"summary": prose(seed, 5), "content": prose(seed, 60)}]
        last = node(asked, "assistant", {"content_type": "thoughts", "thoughts": thoughts})
        code = {"content_type": "code", "language": "python", "text": prose(seed, 30)}
        last = node(last, "assistant", code, recipient="python")
        output = {"content_type": "execution_output", "text": prose(seed, 150)}
        last = node(last, "tool", output)
        last = node(last, "assistant", text(seed + 2, 250))
    return {
        "title": f"Tides {number}",
        "create_time": 1_750_000_000.5 + number * 1000,
        "update_time": 1_750_000_900.5 + number * 1000,
        "mapping": mapping,
        "current_node": last,
        "conversation_id": f"chat-{number}",
        "id": f"chat-{number}",
        "default_model_slug": "gpt-5",
    }


def claude_chat(number: int) -> dict:
    """One conversation as Claude.ai's export writes it."""
    messages = []
    for turn in range(TURNS * 2):
        said = prose(number + turn, 200 if turn % 2 else 40)
        messages.append(
            {
                "uuid": f"{number:08x}-{turn:04x}-4000-8000-000000000000",
                "text": said,
                "content": [{"type": "text", "text": said, "citations": []}],
                "sender": "assistant" if turn % 2 else "human",
                "created_at": "2026-03-01T10:00:00.250000Z",
                "updated_at": "2026-03-01T10:00:00.250000Z",
                "attachments": [],
                "files": [],
            }
        )
    return {
        "uuid": f"chat-{number}",
        "name": f"Tides {number}",
        "created_at": "2026-03-01T09:59:00.000000Z",
        "updated_at": "2026-03-01T10:10:00.000000Z",
        "account": {"uuid": "a"},
        "chat_messages": messages,
    }


CHATS: dict[str, Callable[[int], dict]] = {"chatgpt": chatgpt_chat, "claude-ai": claude_chat}


def pieces(make: Callable[[int], dict], size: int) -> Iterator[bytes]:
    """The export bit by bit, at least so many bytes of it."""
    number = written = 0
    while written < size:
        piece = (b", " if number else b"[") + json.dumps(make(number)).encode()
        yield piece
        written += len(piece)
        number += 1
    yield b"]"


def write(path: Path, archive: Path, case: str, megabytes: int) -> None:
    """Write the export as a file and, the same, in a ZIP."""
    with path.open("wb") as file, zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as whole:
        with whole.open("conversations.json", "w", force_zip64=True) as member:
            for piece in pieces(CHATS[case], megabytes * 1_000_000):
                file.write(piece)
                member.write(piece)
        side = "user.json" if case == "chatgpt" else "users.json"
        whole.writestr(side, "{}")


LISTING = """
import sys, pathlib
from graphpack.readers import read
print(sum(1 for one in read(pathlib.Path(sys.argv[1])) if one.id and one.title and one.messages))
"""
PACKING = """
import sys, pathlib
from graphpack.pipeline import export
from graphpack.settings import Settings
made = export(pathlib.Path(sys.argv[1]), Settings(pick=sys.argv[2]))
print(len(made.graph.nodes))
"""
# what getrusage tells on Linux begins with the memory of the process that started this one
PEAK = """
import pathlib, re, resource, sys
status = pathlib.Path("/proc/self/status")
if status.exists():
    print(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1])
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak // 1024 if sys.platform == "darwin" else peak)
"""


def run(code: str, *arguments: str) -> tuple[float, float, int]:
    """Run code in a process of its own; gives seconds, peak memory in MB and what it counted."""
    start = time.perf_counter()
    result = subprocess.run(
        [sys.executable, "-c", code + PEAK, *arguments], capture_output=True, check=True, cwd=ROOT
    )
    seconds = time.perf_counter() - start
    count, peak = map(int, result.stdout.split())
    return round(seconds, 1), round(peak * 1024 / 1e6, 1), count


def measure(folder: Path, case: str, megabytes: int) -> list[dict]:
    """Measure listing all chats and packing one, from the file and from the ZIP."""
    path, archive = folder / "conversations.json", folder / "export.zip"
    write(path, archive, case, megabytes)
    rows = []
    for source in (path, archive):
        for what, code, chosen in (("list", LISTING, ()), ("pack one", PACKING, ("chat-3",))):
            seconds, peak, count = run(code, str(source), *chosen)
            rows.append(
                {
                    "case": case,
                    "source": source.suffix[1:],
                    "what": what,
                    "file_mb": round(path.stat().st_size / 1e6, 1),
                    "seconds": seconds,
                    "peak_rss_mb": peak,
                    "count": count,
                }
            )
    return rows
