"""Nothing that a transcript holds steers the terminal that a command writes to."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\b\u202e\u200b"
TALK = {
    "title": f"Boat {ESCAPES}names",
    "messages": [
        {"role": "user", "content": f"We name the boat Tern {ESCAPES}and paint it blue."},
        {"role": "assistant", "content": f"Tern it is. {ESCAPES}Who paints the name?"},
        {"role": "user", "content": "Never paint it red, that is the ferry's colour."},
        {"role": "assistant", "content": "Understood, blue and never red."},
        {"role": "user", "content": "Good, the anchor is still open."},
    ],
}
PACK = {
    "v": 2,
    "mode": "compact",
    "desc": f"Boat {ESCAPES}",
    "n": [{"id": "n1", "t": "F", "i": "h", "s": f"Tern {ESCAPES}"}],
    "handoff": f"Resuming {ESCAPES}",
}
COMMANDS = (
    ("read", "talk.json"),
    ("read", "talk.json", "--to", "jsonl"),
    ("read", "talk.json", "--list"),
    ("export", "talk.json"),
    ("export", "talk.json", "--paste"),
    ("scan", "talk.json"),
    ("convert", "pack.json", "--mode", "readable"),
    ("validate", "talk.json"),
    ("read", "none\x1b[2J.json"),
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "talk.json").write_text(json.dumps(TALK))
    (tmp_path / "pack.json").write_text(json.dumps(PACK))
    return tmp_path


def at_a_terminal(folder, *arguments: str) -> str:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "graphpack", *arguments]
    # dumb: on a slow machine a bar comes up, which moves the cursor by sequences of its own
    own = {"PYTHONPATH": str(Path.cwd()), "HOME": str(folder), "TERM": "dumb"}
    environment = os.environ | own
    running = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # the other end has gone
        pass
    os.close(ours)
    running.wait()
    return shown.decode("utf-8")


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda given: " ".join(given[:1]))
def test_a_terminal_gets_no_control_sequence(folder, arguments):
    shown = at_a_terminal(folder, *arguments)
    assert shown.strip()
    # the terminal's own returns, and those of the progress line with its erasing
    own = shown.replace("\x1b[K", "").replace("\r", "")
    assert [repr(char) for char in own if ord(char) < 32 and char not in "\n\t"] == []
    assert not set(own) & set("\x7f\x9b\u202e\u200b")


def test_a_program_gets_every_character_of_a_transcript(folder):
    done = subprocess.run(
        [sys.executable, "-m", "graphpack", "read", "talk.json", "--to", "jsonl"],
        cwd=folder, capture_output=True, check=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd()), "HOME": str(folder)},
    )  # fmt: skip
    said = ESCAPES.replace("\r", "\n")  # the reader has one kind of line break
    assert json.dumps(said, ensure_ascii=False)[1:-1] in done.stdout.decode("utf-8")
