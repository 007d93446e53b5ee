"""The worker: which conversation of a file, how large a block, and what it does with odd files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.hooks import packing
from graphpack.hooks.packing import pack_session
from graphpack.hooks.project import held, kept, name_of
from graphpack.readers import discover
from tests.hooks import sessions

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"
PLACES = ("harbour", "pier", "quay", "dock", "lock", "bridge", "ferry", "buoy")


def order(places, host="claude-code", transcript=None, session="s1"):
    return {
        "host": host, "event": "SessionEnd", "session": session,
        "transcript": str(transcript or places.transcript), "project": str(places.project),
    }  # fmt: skip


def chat(path, *texts, session="s1"):
    first = len(path.read_bytes().splitlines()) if path.exists() else 0
    lines = [
        json.dumps({
            "type": ("user", "assistant")[n % 2], "uuid": f"{session}{n}", "sessionId": session,
            "parentUuid": f"{session}{n - 1}" if n else None, "isSidechain": False,
            "timestamp": f"2026-11-20T09:{n % 60:02}:00.000Z",
            "message": {"role": ("user", "assistant")[n % 2], "content": text, "id": f"{n}"},
        })
        for n, text in enumerate(texts, first)
    ]  # fmt: skip
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("word", ["harbour", "港口管理"], ids=["latin", "wide"])
def test_a_block_fits_what_hosts_take_whatever_the_budget(places, monkeypatch, word):
    monkeypatch.setattr(packing, "MAX_TEXT_BYTES", 2_500)
    texts = [
        f"Decision {n}: the {place} {word} number {n} is opened at {n}:15 by crew {n * 7}."
        for n, place in enumerate(PLACES * 4)
    ]
    chat(places.transcript, *(text for said in texts for text in (said, "Good.")))
    pack_session(order(places), {"GRAPHPACK_BUDGET": "9000", "GRAPHPACK_CAP": "9000"})
    block = kept(places.packs, "s1").text
    assert 1_000 < len(block.encode()) <= 2_500
    assert json.loads(next(line for line in block.split("\n") if line.startswith("{")))["n"]
    monkeypatch.setattr(packing, "MAX_TEXT_BYTES", 9_000)
    pack_session(order(places), {"GRAPHPACK_BUDGET": "9000", "GRAPHPACK_CAP": "9000"})
    assert len(kept(places.packs, "s1").text.encode()) > 2_500


def test_of_several_sessions_in_a_file_the_hosts_own_is_packed(places, monkeypatch):
    def one(name, *texts):
        turns = [{"from": ("human", "gpt")[n % 2], "value": text} for n, text in enumerate(texts)]
        return {"id": name, "conversations": turns}

    # as if an agent kept its sessions so
    agent = replace(discover.PLACES[0], format="sharegpt")
    monkeypatch.setattr(discover, "PLACES", (*discover.PLACES, agent))
    long, own = (
        ["The pier is painted green.", "Good."] * 6,
        ["Decision: the quay gets lamps.", "Ok"],
    )
    places.transcript.write_text(json.dumps([one("other", *long), one("s1", *own)]))
    pack_session(order(places), {})
    assert "lamps" in kept(places.packs, "s1").text
    assert "green" not in kept(places.packs, "s1").text
    pack_session(order(places, session="unknown"), {})
    assert "green" in kept(places.packs, "unknown").text


def test_a_file_of_another_format_than_the_hosts_is_read_by_its_content(places):
    sessions.gemini(places.transcript)
    told = pack_session(order(places, host="claude-code"), {})
    assert "packed 8 messages" in told


def test_a_session_that_is_too_large_is_not_read(places, monkeypatch):
    sessions.claude_code(places.transcript)
    monkeypatch.setattr(packing, "MAX_TRANSCRIPT_BYTES", 100)
    with pytest.raises(ReadError, match="too large for a hook"):
        pack_session(order(places), {})


def test_a_newer_pack_takes_the_olders_place(places):
    chat(places.transcript, "Decision: the quay gets lamps.", "Good.")
    pack_session(order(places), {})
    first = kept(places.packs, "s1")
    chat(places.transcript, "Decision: the dock gets a crane of 40 tonnes.", "Good.")
    pack_session(order(places), {})
    second = kept(places.packs, "s1")
    assert "crane" not in first.text
    assert "crane" in second.text
    assert "lamps" in second.text
    assert second.at >= first.at


def test_a_worker_that_finds_another_at_work_gives_up_in_the_end(places, monkeypatch):
    sessions.claude_code(places.transcript)
    places.packs.mkdir(parents=True)
    monkeypatch.setattr(packing, "LOCK_WAIT_S", 0.2)
    with held(places.packs / "s1.lock", wait_s=1):
        places.send("claude-code", sessions.call(
            "claude-code", "session-end-exit", places.project, places.transcript
        ).replace(b"3f6c1a52-7c0e-4b5d-9d0a-51f0c2b7a911", b"s1"))  # fmt: skip
    assert "held it too long" in places.log
    assert kept(places.packs, "s1") is None


@pytest.mark.skipif(not AGENT.is_dir(), reason="the samples are not here")
@pytest.mark.parametrize(
    ("host", "name"),
    [("claude-code", "claude-code__claude-code-log__4.jsonl"),
     ("codex", "codex__entireio-git-sync__1.jsonl"), ("gemini", "gemini__session-bridge__1.json")],
)  # fmt: skip
def test_sessions_that_hosts_have_written_are_packed(places, host, name):
    told = pack_session(order(places, host=host, transcript=AGENT / name, session=name), {})
    assert told.startswith("packed ")
    assert len(kept(places.packs, name_of(name)).text) > 1_000
