"""Runs commands in processes of their own that need not load the program: forks of one that did.

Loading takes most of the time of a command that reads a small file. A fork is as much a process
of its own as any: with its memory, its folder, its environment, its streams and its end.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_SERVER = """
import json, os, sys

def warm(chat):
    from graphpack.cli.app import run
    sys.stderr.flush()
    run(["export", chat, "--output", chat + ".pack.json", "--quiet"])

warm(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    job = json.loads(line)
    pid = os.fork()
    if not pid:
        os.chdir(job["folder"])
        os.environ.clear()
        os.environ.update(job["environment"])
        sys.argv = ["-c", *job["arguments"]]
        for number, name in enumerate(job["streams"]):
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT, 0o600), number)
        exec(job["code"], {"__name__": "__main__"})
        sys.exit(0)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""

_CHAT = [
    {"role": "user", "content": "Decision: tomatoes go into bed 2. The tap is broken."},
    {"role": "assistant", "content": "Noted: bed 2, never slug pellets. The tap stays open."},
]


class Warm:
    """A process that has loaded the program, and forks.

    Args:
        folder: To work in.
        root: Where the program lies.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        chat = folder / "chat.json"
        chat.write_text(json.dumps(_CHAT), encoding="utf-8")
        self._folder = folder
        self._server = subprocess.Popen(
            [sys.executable, "-c", _SERVER, str(chat)],
            env={**os.environ, "PYTHONPATH": str(root), "HOME": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._heard = b""
        assert self._line(None) == "ready"

    def start(
        self, code: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> Child:
        """Run code as ``python -c`` does; the one before has ended."""
        streams = [os.devnull, *(str(self._folder / name) for name in ("out", "err"))]
        for name in streams[1:]:
            Path(name).unlink(missing_ok=True)
        job = {
            "code": code,
            "arguments": [*arguments],
            "folder": str(folder),
            "environment": {**environment},
            "streams": streams,
        }
        print(json.dumps(job), file=self._server.stdin, flush=True)
        return Child(self, int(self._line(None)), tuple(map(Path, streams[1:])))

    def ended(self, timeout: float | None) -> int:
        """Wait for the end of what runs, and give its code."""
        return int(self._line(timeout))

    def close(self) -> None:
        """End the process."""
        self._server.stdin.close()
        self._server.wait(timeout=300)
        self._server.stdout.close()

    def _line(self, timeout: float | None) -> str:
        # read by hand: a line that a file's own buffer holds already would be waited for in vain
        place = self._server.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(place, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                if not selector.select(timeout):
                    raise subprocess.TimeoutExpired("graphpack", timeout or 0)
                piece = os.read(place, 4096)
                assert piece, "the process that forks has ended"
                self._heard += piece
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode().strip()


class Child:
    """A fork, with what is needed of ``subprocess.Popen``."""

    def __init__(self, warm: Warm, pid: int, streams: tuple[Path, ...]) -> None:
        self.returncode: int | None = None
        self._warm, self._pid, self._streams = warm, pid, streams

    def communicate(
        self, feed: bytes | None = None, timeout: float | None = None
    ) -> tuple[bytes, bytes]:
        """Wait for the end, and give what was written; a fork is fed nothing."""
        assert feed is None
        self.returncode = self._warm.ended(timeout)
        out, err = (path.read_bytes() for path in self._streams)
        return out, err

    def kill(self) -> None:
        """End it at once."""
        os.kill(self._pid, signal.SIGKILL)
