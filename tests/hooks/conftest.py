"""A project, a home and a way to call hooks; workers run in this process unless a test says so."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphpack.hooks import entry, incoming, packing
from tests.hooks import sessions
from tests.timing import HANGS_S


class InProcess:
    """Stands in for the process that packs: runs the same order here, and at once."""

    def __init__(self, command, stdin, **_):
        assert command[-1] == "graphpack.hooks.packing"
        self.stdin = io.BytesIO()
        self.stdin.close = lambda: None
        self.returncode = None

    def wait(self, timeout):
        with pytest.MonkeyPatch.context() as patch:
            order = io.BytesIO(self.stdin.getvalue())
            patch.setattr(sys, "stdin", io.TextIOWrapper(order, encoding="utf-8"))
            patch.setattr(packing.signal, "alarm", lambda _: None, raising=False)
            self.returncode = packing.main()
        return self.returncode


class Places:
    """Where a test's project, sessions and logs are, and what calls hooks about them."""

    def __init__(self, root, out):
        self.project, self.state = root / "garden", root / "state" / "graphpack"
        self.project.mkdir()
        self.transcript = root / "home" / "session.jsonl"
        self.transcript.parent.mkdir()
        self._out = out

    @property
    def packs(self):
        return self.project / ".graphpack" / "packs"

    @property
    def log(self):
        places = (self.project / ".graphpack" / "hooks.log", self.state / "hooks.log")
        return "".join(p.read_text(encoding="utf-8") for p in places if p.is_file())

    def send(self, host, data, *arguments):
        """Call the hook with bytes; gives what it answered."""
        assert entry.main([host, *arguments], io.BytesIO(data)) == 0
        out, err = self._out()
        assert err == b""
        return json.loads(out) if out else None

    def call(self, host, name):
        return self.send(host, sessions.call(host, name, self.project, self.transcript))

    def context(self, host, name):
        """Call a hook that answers with context; gives the context."""
        answer = self.call(host, name)
        if answer is None:
            return None
        (output,) = answer.values()
        return output["additionalContext"]


@pytest.fixture
def places(tmp_path, monkeypatch, capsysbinary):
    for name in list(os.environ):
        if name.startswith(("GRAPHPACK_", "CLAUDE_", "CODEX_", "GEMINI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(subprocess, "Popen", InProcess)
    monkeypatch.setattr(incoming, "READ_WAIT_S", HANGS_S)
    return Places(tmp_path, capsysbinary.readouterr)


@pytest.fixture
def packed(places):
    """A project in which a Claude Code session was packed before its compaction."""
    sessions.claude_code(places.transcript)
    places.call("claude-code", "pre-compact-auto")
    assert list(places.packs.glob("*.paste.txt")), places.log
    return places


ROOT = Path(__file__).parents[2]
