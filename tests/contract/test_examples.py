"""The forms of the example conversations are what graphpack writes now, byte for byte."""

import importlib.util
import json
from pathlib import Path

import pytest

from graphpack.readers import read

ROOT = Path(__file__).parents[2]


def load():
    spec = importlib.util.spec_from_file_location("docs_examples", ROOT / "docs" / "examples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXAMPLES = load()


@pytest.mark.parametrize("name", EXAMPLES.CONVERSATIONS)
def test_its_forms_are_fresh(name, tmp_path):
    EXAMPLES.make(name, tmp_path)
    kept = ROOT / "examples" / name / "out"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        path.name for path in kept.iterdir()
    )
    stale = [path.name for path in tmp_path.iterdir() if path.read_bytes() != _kept(kept, path)]
    assert not stale, f"{name}: {', '.join(sorted(stale))}: run make examples and read the diff"


def _kept(folder, path):
    return (folder / path.name).read_bytes()


@pytest.mark.parametrize("name", EXAMPLES.CONVERSATIONS)
def test_a_pack_is_clean_against_its_conversation(name, tmp_path):
    from graphpack import verify_pack

    folder = ROOT / "examples" / name
    receipt = verify_pack(folder / "out" / "pack.json", folder / EXAMPLES.CONVERSATIONS[name])
    assert receipt.is_clean, receipt.findings


def test_every_folder_is_made_and_every_format_its_own():
    folders = {path.name for path in (ROOT / "examples").iterdir() if path.is_dir()}
    assert folders == set(EXAMPLES.CONVERSATIONS)
    formats = {
        name: json.loads((ROOT / "examples" / name / "out" / "readable.json").read_text("utf-8"))[
            "context_graph"
        ]["metadata"]["source"]["format"]
        for name in folders
    }
    assert formats == {
        "short-debug": "openai-chat",
        "long-agent-session": "claude-code",
        "meeting": "webvtt",
        "multilingual": "chatgpt",
        "plain-text": "plain-text",
    }


def test_the_long_session_is_long_and_works_with_tools():
    (found,) = read(ROOT / "examples" / "long-agent-session" / "session.jsonl")
    assert len(found.messages) >= 150
    results = [message for message in found.messages if message.role == "tool"]
    assert len(results) >= 50
    assert any(message.origin == "compaction" for message in found.messages)
