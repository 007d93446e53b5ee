"""Starts a real PostgreSQL for the tests, from Debian's packages, in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROOTS = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql")
FAST = "-c fsync=off -c full_page_writes=off"
"""For tests: nobody needs their data after a power cut."""
_PORTS = 5
_WAIT_S = 300
_ALWAYS = "-c max_connections=60 -c listen_addresses=127.0.0.1"


def programs() -> Path | None:
    """Find the folder of the newest server's programs; None where none is installed."""
    found = [path.parent for root in _ROOTS for path in Path(root).glob("**/bin/initdb")]
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path).resolve().parent)
    return max(found, key=lambda path: (len(str(path.parent.name)), str(path)), default=None)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def postgresql(bin: Path, settings: str = FAST) -> Iterator[tuple[str, Path]]:
    """Run a server that nobody else knows of.

    Yields:
        Its address without a database's name, and the folder of its data.
    """
    folder = Path(tempfile.mkdtemp(prefix="graphpack-pg-"))
    data, as_user = folder / "data", {}
    if os.geteuid() == 0:  # the server refuses to run as root
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        as_user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def tried(*command: object) -> str:
        """Run a program; gives what it said where it failed."""
        done = subprocess.run(
            list(map(str, command)), cwd=folder, capture_output=True, text=True, **as_user
        )
        return done.stdout + done.stderr if done.returncode else ""

    def run(*command: object) -> None:
        fault = tried(*command)
        assert not fault, fault

    try:
        run(
            bin / "initdb", "-D", data, "-U", "archivist", "-A", "trust", "-E", "UTF8", "--locale=C"
        )
        # its output goes to a file: the pipe of a server that lives on would never be closed
        log = folder / "server.log"
        fault = "not tried"
        for _ in range(_PORTS):  # between its choice and its use somebody else may take a port
            port = _free_port()
            options = f"{_ALWAYS} {settings} -p {port} -k {folder}"
            start = ("-D", data, "-l", log, "-w", "-t", _WAIT_S, "-o", options, "start")
            if not (fault := tried(bin / "pg_ctl", *start)):
                break
        assert not fault, fault + log.read_text(encoding="utf-8", errors="replace")
        try:
            yield f"postgresql://archivist@127.0.0.1:{port}", data
        finally:
            run(bin / "pg_ctl", "-D", data, "-m", "immediate", "-t", _WAIT_S, "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
