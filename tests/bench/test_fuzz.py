"""A short run of the fuzzer on small made-up files; the long one is ``make fuzz``."""

from __future__ import annotations

import importlib.util
import io
import json
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from graphpack.readers import read
from tests.readers import test_chatgpt as gpt
from tests.readers import test_claude_ai as claude
from tests.readers.records import Claude, Codex, jsonl, use

ROOT = Path(__file__).parents[2]
CASES = 300


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("made_fuzz", ROOT / "bench" / "fuzz.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def claude_code() -> bytes:
    c = Claude()
    return jsonl(
        c.user("Chart the tides"),
        c.says("m1", "Reading.", use("t1", "Read", path="gauge.csv")),
        c.result("t1", "04:12 3.1"),
        c.queue("enqueue", "in metres"),
        c.queue("remove"),
        c.says("m2", "Charted."),
    )


def codex() -> bytes:
    x = Codex()
    return jsonl(x.meta(), *x.prompt("Chart"), x.call("c", "ls"), x.output("c", "a"), *x.says("Ok"))


def database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as made:
        return _filled(made)


def _filled(made: sqlite3.Connection) -> bytes:
    made.execute("CREATE TABLE ItemTable (key TEXT, value BLOB)")
    tabs = {"tabs": [{"tabId": "t", "bubbles": [{"type": "user", "id": "b", "text": "Chart"}]}]}
    key = "workbench.panel.aichat.view.aichat.chatdata"
    made.execute("INSERT INTO ItemTable VALUES (?, ?)", (key, json.dumps(tabs)))
    made.commit()
    return bytes(made.serialize())


def archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("conversations.json", json.dumps([gpt.chat(gpt.ASK, gpt.ANSWER)]))
        file.writestr("user.json", "{}")
    return made.getvalue()


def made_up() -> list[tuple[str, bytes]]:
    talk = [{"role": "user", "content": "Chart"}, {"role": "assistant", "content": "Charted."}]
    return [
        ("claude-code.jsonl", claude_code()),
        ("codex.jsonl", codex()),
        (
            "chatgpt.json",
            json.dumps([gpt.chat(gpt.ASK, gpt.ANSWER, number=n) for n in (1, 2)]).encode(),
        ),
        ("claude-ai.json", json.dumps([claude.chat(claude.said("human", "Hi"))]).encode()),
        ("openai.json", json.dumps(talk).encode()),
        (
            "sharegpt.json",
            json.dumps([{"conversations": [{"from": "human", "value": "Hi"}]}]).encode(),
        ),
        ("export.zip", archive()),
        ("state.vscdb", database()),
        ("talk.md", b"# Tides\n\n**User:** When?\n\n**Assistant:** At noon.\n" * 3),
        ("aider.md", b"# aider chat started at 2026-01-01 10:00:00\n\n#### chart  \n\nDone.\n"),
        ("spec.md", b"_**User**_\n\nChart\n\n---\n\n_**Agent**_\n\nDone.\n"),
        ("talk.vtt", b"WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ida>When?\n"),
        ("chat.txt", b"[01/02/2026, 10:00:00] Ida: When?\n[01/02/2026, 10:01:00] Jon: Noon\n" * 3),
        ("irc.log", b"[10:00] <ida> when?\n[10:01] <jon> noon\n" * 4),
    ]


def test_nothing_but_a_read_error_comes_out(fuzz):
    files = made_up()
    for case in range(CASES):
        fuzz.run_case(files, 7, case)


def test_the_files_are_readable_before_they_are_damaged():
    assert all(next(iter(read(raw, name=name))) for name, raw in made_up())


def test_damage_is_the_same_for_the_same_seed_and_another_for_another(fuzz):
    other = b'{"a": [1, 2]}'
    for _, raw in made_up():
        assert fuzz.mutated(raw, "1:2", other) == fuzz.mutated(raw, "1:2", other)
        assert len({fuzz.mutated(raw, f"1:{n}", other) for n in range(20)}) > 10


def test_a_bug_of_a_reader_is_found(fuzz, monkeypatch):
    from graphpack.readers.codex import Reader

    def broken(self, source):
        yield {}["key"]

    monkeypatch.setattr(Reader, "read", broken)
    with pytest.raises(KeyError):
        fuzz.attempt(codex(), "codex")


def test_a_broken_promise_is_found(fuzz):
    (found,) = read(claude_code())
    fuzz.check(found)
    object.__setattr__(found, "messages", found.messages[1:])
    with pytest.raises(AssertionError, match="indices"):
        fuzz.check(found)


def test_too_much_time_or_memory_is_a_fault(fuzz):
    assert not fuzz.judged(fuzz.Outcome(1, "a", 1, 9.0, 400.0)).fault
    assert fuzz.judged(fuzz.Outcome(1, "a", 1, 11.0, 400.0)).fault == "11.0 s"
    assert fuzz.judged(fuzz.Outcome(1, "a", 1, 1.0, 600.0)).fault == "600.0 MB"


def test_a_case_runs_in_a_process_of_its_own(fuzz, tmp_path):
    (tmp_path / "codex.jsonl").write_bytes(codex())
    found = list(fuzz.watch([tmp_path], 1, range(3)))
    assert [one.case for one in found] == [0, 1, 2]
    assert [one.fault for one in found if one.fault] == []
    assert all(one.peak_mb > 1 for one in found)


def test_a_large_file_is_cut_but_stays_of_its_format(fuzz):
    whole = json.dumps(
        [gpt.chat(gpt.said("user", "x" * 9000), number=n) for n in range(200)]
    ).encode()
    cut = fuzz.shortened(whole)
    assert len(cut) <= 150_000 < len(whole)
    assert list(read(cut))
    lines = claude_code() * 400
    assert len(fuzz.shortened(lines)) <= 150_000
