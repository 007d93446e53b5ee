"""How long hosts wait when they call a hook as they do, as a process of its own."""

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

import pytest

from graphpack.hooks import entry, incoming
from graphpack.hooks.project import held, ready_folder
from graphpack.locks import HAS_LOCKS
from tests.hooks import sessions
from tests.hooks.conftest import ROOT
from tests.timing import HANGS_S

needs_locks = pytest.mark.skipif(
    not HAS_LOCKS, reason="nothing tells there that a worker is at work"
)


COMMAND = [sys.executable, "-m", "graphpack", "hooks", "run", "claude-code"]


@contextmanager
def said(data):
    """What a host has said before its hook begins, without an end to it."""
    read, write = os.pipe()
    try:
        os.write(write, data)
        yield read
    finally:
        os.close(read)
        os.close(write)


def run(places, name, *arguments, transcript=None):
    """Call a hook as a host does; gives its answer and the seconds that it computes itself."""
    data = sessions.call("claude-code", name, places.project, transcript or places.transcript)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with (
        said(data) as source,
        subprocess.Popen([*COMMAND, *arguments], stdin=source, cwd=ROOT, **pipes) as process,
    ):
        out, err = process.stdout.read(), process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert (process.returncode, err) == (0, b"")
    return out, used.ru_utime + used.ru_stime


def wait_for(places, text, times=1):
    end = time.monotonic() + HANGS_S
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
    monkeypatch.setattr(incoming, "READ_WAIT_S", HANGS_S)
    return places


@pytest.fixture
def busy(whole):
    """The pack of the calls' session is held: a worker cannot go on until ``busy()``."""
    session = json.loads(sessions.call("claude-code", "session-end-exit", "", ""))["session_id"]
    with ExitStack() as holding:
        holding.enter_context(held(ready_folder(whole.project) / f"{session}.lock", wait_s=1))
        yield holding.close


@needs_locks
def test_a_host_is_not_kept_waiting_for_a_pack(whole, busy):
    assert entry.WAIT_S < 1
    sessions.claude_code(whole.transcript, size=5_000_000)
    out, _ = run(whole, "session-end-exit")
    assert out == b""
    assert whole.log == ""  # the worker is still at it
    busy()
    assert wait_for(whole, "packed"), whole.log
    out, _ = run(whole, "session-start-compact")
    assert "slug pellets" in json.loads(out)["hookSpecificOutput"]["additionalContext"]


@needs_locks
def test_a_host_waits_no_longer_for_a_long_session(whole, busy):
    """A hook leaves to its worker all that grows with the session."""
    short = whole.transcript.with_name("short.jsonl")
    sessions.claude_code(short)
    sessions.claude_code(whole.transcript, size=20_000_000)
    times = {short: [], whole.transcript: []}
    for _ in range(8):
        for transcript, taken in times.items():
            taken.append(run(whole, "session-end-exit", "--wait", "0", transcript=transcript)[1])
        if min(times[whole.transcript]) < 2 * min(times[short]):
            break
    assert min(times[whole.transcript]) < 2 * min(times[short]), times
    whole.transcript.write_bytes(short.read_bytes())  # the workers need not read it all
    busy()
    assert wait_for(whole, "packed", len(times[short]) * 2), whole.log


@needs_locks
def test_a_session_that_starts_at_once_waits_for_a_worker_that_has_not_begun(
    whole, busy, monkeypatch
):
    sessions.claude_code(whole.transcript)
    monkeypatch.setattr(entry, "BACK_WAIT_S", HANGS_S)
    out, _ = run(whole, "pre-compact-auto", "--wait", "0")
    assert out == b""
    assert not list(whole.packs.glob("*.paste.txt"))
    busy()
    assert "slug pellets" in whole.context("claude-code", "session-start-compact")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_host_that_does_not_listen_is_not_failed(whole):
    sessions.claude_code(whole.transcript)
    run(whole, "session-end-exit", "--wait", "300")
    data = sessions.call("claude-code", "session-start-compact", whole.project, whole.transcript)
    read, write = os.pipe()
    os.close(read)
    with said(data) as source:
        done = subprocess.run(
            COMMAND, stdin=source, stdout=write, stderr=subprocess.PIPE, check=False, cwd=ROOT
        )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_host_need_not_close_what_it_writes_into(whole):
    sessions.claude_code(whole.transcript)
    data = sessions.call("claude-code", "session-end-exit", whole.project, whole.transcript)
    ends = []
    for sent in (data, data.rstrip()[:-1], b""):
        with said(sent) as source:
            done = subprocess.run(
                [*COMMAND, "--wait", "300"],
                stdin=source,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                timeout=2 * HANGS_S,
                check=False,
            )
            ends.append((done.returncode, done.stdout))
    assert ends == [(0, b"")] * 3
    assert whole.log.count("packed 8 messages") == 1
    assert whole.log.count("no JSON within") == 2


def test_a_host_that_waits_longer_has_its_pack(whole):
    sessions.claude_code(whole.transcript)
    run(whole, "session-end-exit", "--wait", "300")
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
    # the one that ends a session last: once its pack is there, a prompt is answered with it
    for name in ("user-prompt-submit", "session-start-compact", "session-end-exit"):
        data = sessions.call("claude-code", name, whole.project, whole.transcript)
        done = subprocess.run(
            [sys.executable, "-c", code, data.decode()], capture_output=True, check=True, cwd=ROOT
        )
        assert done.stdout.split(b"\n")[-2] == b"[]"
    assert wait_for(whole, "packed")
