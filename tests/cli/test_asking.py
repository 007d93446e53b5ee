"""A model at the command line: kept answers, estimates, limits, stand-ins, ids that stay."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.extract.server import Said, completion, failure, serving
from tests.fakes import item, nodes
from tests.timing import HANGS_S

_HEAD = re.compile(r"\[(\d+)\] (?:user|assistant)\n([^\n]*)")


def chat(folder, number, *, name="chat.json"):
    said = [
        f"Rule {n}: the gate of pier {n} is never opened before the clerk of pier {n} has counted"
        " the tickets, because of the accident in the harbour last winter and its costs."
        for n in range(number)
    ]
    path = folder / name
    lines = [{"role": "assistant" if n % 2 else "user", "content": t} for n, t in enumerate(said)]
    path.write_text(json.dumps({"messages": lines}), encoding="utf-8")
    return str(path)


def truth(request):
    shown = request["messages"][1]["content"].partition(" MESSAGES")[2]
    made = [item(n, int(n), text[:60]) for n, text in _HEAD.findall(shown)]
    return completion(json.dumps(nodes(*made, description="rules of the piers")))


@pytest.fixture
def model(monkeypatch, tmp_path):
    """Let a server answer truly; chunks are small."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(truth) as server:
        for name, value in {
            "API_BASE": server.base, "API_KEY": "sk-x", "MODEL": "openai/small",
            "READ_TOKENS": "150", "CHUNK_TOKENS": "150", "RETRIES": "0", "BUDGET": "3000",
        }.items():  # fmt: skip
            monkeypatch.setenv(f"GRAPHPACK_{name}", value)
        yield server


def test_a_second_run_asks_nothing_and_a_grown_chat_its_new_chunks_only(cli, model, tmp_path):
    source = chat(tmp_path, 8)
    first = cli("export", source)
    asked = len(model.requests)
    assert first.code == 0
    assert asked > 1
    again = cli("export", source)
    assert (again.out, len(model.requests)) == (first.out, asked)
    assert f"no calls and {asked} kept answers" in again.err
    told = cli("export", chat(tmp_path, 18, name="grown.json"), "--estimate")
    # the last chunk has grown, the others are as they were
    kept = re.search(r"(\d+) calls, at most \d+ \((\d+) more answered before\)", told.out)
    assert int(kept[2]) >= asked - 1
    assert len(model.requests) == asked
    cli("export", source, "--no-cache")
    assert len(model.requests) == 2 * asked
    files = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert files
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)


def test_ids_stay_where_the_chat_grows(cli, model, tmp_path):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    cli("export", chat(tmp_path, 8), "-o", old)
    cli("export", chat(tmp_path, 18), "-o", new, "--since", old)
    before, after = (json.loads(path.read_text())["n"] for path in (old, new))
    was = {node["s"]: node["id"] for node in before}
    now = {node["s"]: node["id"] for node in after}
    assert was.items() <= now.items()
    assert len(set(now.values())) == len(now) > len(was)


def test_an_estimate_needs_a_model_and_a_limit_a_price(cli, model, tmp_path, monkeypatch):
    source = chat(tmp_path, 4)
    monkeypatch.setenv("GRAPHPACK_MODEL", "offline")
    assert cli("export", source, "--estimate").code == 2
    monkeypatch.setenv("GRAPHPACK_MODEL", "openai/gpt-4o")
    assert "$0.0" in cli("export", source, "--estimate").out
    monkeypatch.setenv("GRAPHPACK_MODEL", "openai/small")
    refused = cli("export", source, "--max-cost-usd", "1")
    assert refused.code == 2
    assert "price of openai/small is not known" in refused.err
    assert model.requests == []


def test_a_limit_is_kept_and_the_pack_says_so(cli, model, tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_INPUT_USD_PER_MILLION", "1000")
    monkeypatch.setenv("GRAPHPACK_OUTPUT_USD_PER_MILLION", "1000")
    monkeypatch.setenv("GRAPHPACK_CONCURRENCY", "1")
    monkeypatch.setenv("GRAPHPACK_MAX_REPLY_TOKENS", "10")
    made = cli("export", chat(tmp_path, 8), "--max-cost-usd", "1.3")
    assert made.code == 0
    assert len(model.requests) < 4, "of four chunks"
    assert "not asked" in json.loads(made.out)["meta"]["partial"]
    assert "read offline instead" in made.err


def test_a_model_that_fails_for_good_is_stood_in_for_unless_that_is_forbidden(
    cli, tmp_path, monkeypatch
):
    monkeypatch.setenv("GRAPHPACK_RETRIES", "0")
    source = chat(tmp_path, 4)
    with serving(failure(500, "boom")) as server:
        monkeypatch.setenv("GRAPHPACK_API_BASE", server.base)
        monkeypatch.setenv("GRAPHPACK_API_KEY", "sk-x")
        made = cli("export", source, "--model", "openai/small", "--no-cache")
        assert made.code == 0
        assert json.loads(made.out)["n"]
        assert "extractor: offline, in place of model openai/small" in made.err
        strict = cli("export", source, "--model", "openai/small", "--no-cache", "--fail-on-notice")
        assert strict.code == 50
        monkeypatch.setenv("GRAPHPACK_OFFLINE_FALLBACK", "false")
        assert cli("export", source, "--model", "openai/small", "--no-cache").code == 12


def test_a_run_that_is_killed_goes_on_where_it_was(cli, tmp_path, monkeypatch):
    """The answers that had come are kept whole: only the others are asked for again."""
    answered = []

    def slow(request):
        answered.append(1)
        said = truth(request)
        return said if len(answered) <= 2 else Said(body=said.body, delay_s=2 * HANGS_S)

    source = chat(tmp_path, 16)
    command = [sys.executable, "-m", "graphpack", "export", source, "--model", "openai/small"]
    with serving(slow) as server:
        settings = {
            "API_BASE": server.base, "API_KEY": "sk-x", "READ_TOKENS": "150",
            "CHUNK_TOKENS": "150", "CONCURRENCY": "1",
        }  # fmt: skip
        environment = {
            **os.environ, **{f"GRAPHPACK_{name}": value for name, value in settings.items()},
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        }  # fmt: skip
        run = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
        )  # fmt: skip
        end = time.monotonic() + HANGS_S
        while len(answered) < 3 and run.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        run.send_signal(signal.SIGKILL)
        run.wait()
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told = cli("export", source, "--model", "openai/small", "--estimate")
    assert len(answered) == 3
    assert re.search(r"[1-9] calls, at most [2-9] \(2 more answered before\)", told.out)
