"""Running the command in this process, away from the user's own settings."""

import io
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphpack.cli.app import run

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Ran:
    """How a command ended, with what it wrote."""

    code: int
    out: str
    err: str

    @property
    def packs(self):
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def pack(self):
        return json.loads(self.out)


@pytest.fixture
def clean(tmp_path, monkeypatch):
    """No settings but those of the test; the current folder is the test's own."""
    for name in list(os.environ):
        if name.startswith("GRAPHPACK_") or name == "SOURCE_DATE_EPOCH":
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def cli(clean, monkeypatch, capsysbinary):
    def call(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode("utf-8"), err.decode("utf-8"))

    return call


@pytest.fixture
def example():
    return EXAMPLES / "auth-session.json"


def messages(*texts):
    """A chat of alternating turns, the user first."""
    return [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(texts)]


GARDEN = messages(
    "We are planning the school garden. Which bed should the tomatoes go into?",
    "Bed 2 gets the most sun. I would plant the tomatoes there, 60 cm apart.",
    "Decision: tomatoes go into bed 2. Never use slug pellets, children play there.",
    "Noted: no slug pellets. Copper tape around bed 2 keeps the slugs out instead.",
    "Good. The water tap is broken since Monday, the caretaker has to repair it. Still open.",
    "Then I leave the drip line out until the tap works again.",
)


@pytest.fixture
def garden(clean):
    path = clean / "garden.json"
    path.write_text(json.dumps({"title": "Garden", "messages": GARDEN}), encoding="utf-8")
    return path


def chatgpt_chat(number, title, day):
    """One conversation as a ChatGPT export holds it."""
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["m0"]}}
    for place, message in enumerate(GARDEN):
        mapping[f"m{place}"] = {
            "id": f"m{place}",
            "parent": f"m{place - 1}" if place else "root",
            "children": [f"m{place + 1}"] if place + 1 < len(GARDEN) else [],
            "message": {
                "id": f"m{place}",
                "author": {"role": message["role"]},
                "create_time": day * 86400.0 + place,
                "content": {"content_type": "text", "parts": [message["content"]]},
                "metadata": {},
            },
        }
    return {
        "id": f"chat-{number:04d}",
        "title": title,
        "create_time": day * 86400.0,
        "update_time": day * 86400.0 + 60,
        "current_node": f"m{len(GARDEN) - 1}",
        "mapping": mapping,
    }


@pytest.fixture
def chats(clean):
    """An export with fourteen conversations; the newest has the highest number."""
    found = [chatgpt_chat(n, f"Plan number {n}", day=19_000 + n) for n in range(14)]
    path = clean / "conversations.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path
