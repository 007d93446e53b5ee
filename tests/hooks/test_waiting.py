"""How long hosts wait when they call a hook as they do, as a process of its own."""

import json
import os
import subprocess
import sys
import time

import pytest

from graphpack.hooks import entry
from graphpack.locks import HAS_LOCKS
from tests.hooks import sessions
from tests.hooks.conftest import ROOT


def run(places, name, *arguments):
    """Call a hook as a host does; gives its answer and how long it kept the host waiting."""
    data = sessions.call("claude-code", name, places.project, places.transcript)
    command = [sys.executable, "-m", "graphpack", "hooks", "run", "claude-code", *arguments]
    begun = time.monotonic()
    done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=ROOT)
    took_s = time.monotonic() - begun
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout, took_s


def wait_for(places, text, times=1):
    end = time.monotonic() + 120
    while places.log.count(text) < times and time.monotonic() < end:
        time.sleep(0.1)
    return places.log.count(text) >= times


@pytest.fixture
def whole(places, monkeypatch):
    """Workers are processes."""
    monkeypatch.undo()
    root = places.project.parent
    monkeypatch.setenv("HOME", str(root / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(root / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(root / "state"))
    return places


@pytest.mark.parametrize("megabytes", [5, 20])
def test_a_host_waits_less_than_a_second_and_a_half(whole, megabytes):
    sessions.claude_code(whole.transcript, size=megabytes * 1_000_000)
    waits = []
    for number in range(1, 5):  # other work on the machine slows a run, nothing makes one faster
        out, took_s = run(whole, "session-end-exit")
        assert out == b""
        waits.append(took_s)
        assert wait_for(whole, "packed", number), whole.log
        if took_s < 1.5:
            break
    assert min(waits) < 1.5, waits
    out, _ = run(whole, "session-start-compact")
    assert "slug pellets" in json.loads(out)["hookSpecificOutput"]["additionalContext"]


@pytest.mark.skipif(not HAS_LOCKS, reason="nothing tells there that a worker is at work")
def test_a_session_that_starts_at_once_waits_for_a_worker_that_has_not_begun(whole, monkeypatch):
    sessions.claude_code(whole.transcript)
    monkeypatch.setattr(entry, "BACK_WAIT_S", 120)
    out, _ = run(whole, "pre-compact-auto", "--wait", "0")
    assert out == b""
    assert not list(whole.packs.glob("*.paste.txt"))
    assert "slug pellets" in whole.context("claude-code", "session-start-compact")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_host_that_does_not_listen_is_not_failed(whole):
    sessions.claude_code(whole.transcript)
    run(whole, "session-end-exit", "--wait", "60")
    data = sessions.call("claude-code", "session-start-compact", whole.project, whole.transcript)
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "graphpack", "hooks", "run", "claude-code"]
    done = subprocess.run(
        command, input=data, stdout=write, stderr=subprocess.PIPE, check=False, cwd=ROOT
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_host_need_not_close_what_it_writes_into(whole):
    sessions.claude_code(whole.transcript)
    data = sessions.call("claude-code", "session-end-exit", whole.project, whole.transcript)
    command = [sys.executable, "-m", "graphpack", "hooks", "run", "claude-code", "--wait", "60"]
    ends = []
    for sent in (data, data.rstrip()[:-1], b""):
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        ) as it:
            it.stdin.write(sent)
            it.stdin.flush()
            ends.append((it.wait(timeout=60), it.stdout.read()))
    assert ends == [(0, b"")] * 3
    assert whole.log.count("packed 8 messages") == 1
    assert whole.log.count("no JSON within") == 2


def test_a_host_that_waits_longer_has_its_pack(whole):
    sessions.claude_code(whole.transcript)
    run(whole, "session-end-exit", "--wait", "60")
    assert "packed 8 messages" in whole.log
    assert list(whole.packs.glob("*.paste.txt"))


def test_a_hook_imports_little(whole):
    sessions.claude_code(whole.transcript)
    code = (
        "import io, sys; from graphpack.hooks import entry;"
        "entry.main(['claude-code'], io.BytesIO(sys.argv[1].encode()));"
        "print(sorted(n for n in ('pydantic', 'typer', 'jinja2', 'networkx', 'litellm', 'orjson',"
        " 're2', 'jsonschema', 'rich', 'sqlalchemy', 'mcp') if n in sys.modules))"
    )
    for name in ("session-start-compact", "session-end-exit", "user-prompt-submit"):
        data = sessions.call("claude-code", name, whole.project, whole.transcript)
        done = subprocess.run(
            [sys.executable, "-c", code, data.decode()], capture_output=True, check=True, cwd=ROOT
        )
        assert done.stdout.split(b"\n")[-2] == b"[]"
    assert wait_for(whole, "packed")
