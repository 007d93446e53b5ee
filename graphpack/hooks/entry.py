"""What a host calls: reads the event, does what it asks for, and never fails the host.

A host waits for its hooks, and one that ends a session kills them soon. So this process imports
next to nothing, hands a session to be packed to a process of its own, and waits for that only so
long. Whatever goes wrong is a line in a log, and the exit code is 0.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from graphpack.hooks.hosts import HOSTS, Action, Event, Host
from graphpack.hooks.incoming import UnusableError, read_event

__all__ = ["main"]

WAIT_S = 0.7
"""How long a host is kept waiting for a pack; its worker goes on without it."""
BACK_WAIT_S = 3.0
"""How long a new session waits for a pack that is just being written."""
GROWN_BYTES = 262_144
"""By how much a session has to grow before it is packed again at the end of a turn."""
NOTED = 3
"""The exit code of a worker that has failed, and has written down why."""
_STEP_S = 0.05
_BEGUN = time.monotonic()
_DETACHED: int = getattr(subprocess, "DETACHED_PROCESS", 0)
"""Windows knows no sessions: there this is what outlives the host."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a hook.

    Args:
        host: Who calls.
        event: What has happened.
        given: What the host sent.
        project: The folder of the project.
        wait_s: How long the host may be kept waiting.
    """

    host: Host
    event: Event
    given: Mapping[str, Any]
    project: Path
    wait_s: float

    @property
    def session(self) -> str:
        """The host's id of the session; empty where it sent none."""
        return _text(self.given, "session_id")

    @property
    def transcript(self) -> Path:
        """The session's file: in the user's home, the host's own folder or the project.

        Raises:
            UnusableError: The host names none, or one that is not there.
        """
        name = _text(self.given, "transcript_path")
        if not name:
            raise UnusableError("the host names no transcript")
        path = Path(name)
        with suppress(RuntimeError):  # of a user who is not there
            path = path.expanduser()
        if not path.is_file():
            raise UnusableError(f"no transcript at {path}")
        own = self.host.settings(Path.home(), None, os.environ).parent
        if not any(_is_below(path, folder) for folder in (Path.home(), own, self.project)):
            raise UnusableError(f"no session of this user's: {path}")
        return path


def main(arguments: Sequence[str], source: BinaryIO | None = None) -> int:
    """Serve one call.

    Args:
        arguments: The host's name, and perhaps ``--wait SECONDS``.
        source: Where the host's JSON comes from; standard input where None.

    Returns:
        Always 0.
    """
    project: Path | None = None
    what = " ".join(arguments[:1])
    try:
        given = read_event(source or sys.stdin.buffer)
        project = _project(given)
        what = f"{what} {_text(given, 'hook_event_name')} {_text(given, 'session_id')[:8]}".strip()
        answer = _serve(_call(arguments, given, project))
        if answer:
            _say(answer)
    except Exception as error:  # noqa: BLE001  # a hook never fails its host: all is noted
        _note(project, f"{what}: {_reason(error)}")
    return 0


def _call(arguments: Sequence[str], given: Mapping[str, Any], project: Path) -> Call:
    if not arguments or arguments[0] not in HOSTS:
        raise UnusableError(f"called for no host that is known; known: {', '.join(HOSTS)}")
    host = HOSTS[arguments[0]]
    name = _text(given, "hook_event_name")
    event = host.event(name)
    if event is None:
        raise UnusableError("nothing to be done at this event")
    if _text(given, "agent_id"):
        raise UnusableError("a sub-agent's own: the session that started it is packed")
    return Call(host, event, given, project, _wait(arguments))


def _wait(arguments: Sequence[str]) -> float:
    with suppress(ValueError, IndexError):
        return max(0.0, float(arguments[arguments.index("--wait") + 1]))
    return WAIT_S


def _project(given: Mapping[str, Any]) -> Path:
    from graphpack.hooks.project import project_of

    named = _text(given, "cwd")
    cwd = Path(named) if named and Path(named).is_absolute() else Path.cwd()
    return project_of(cwd, os.environ)


def _serve(call: Call) -> str | None:
    if call.event.action is Action.HAND_BACK:
        # settings of one's own may ask at every start; a new session has lost nothing
        return _hand_back(call) if call.event.fits(_text(call.given, "source")) else None
    if call.event.action is Action.RECALL:
        from graphpack.hooks.recall import recalled

        found = recalled(call.project, call.session, _text(call.given, "prompt"))
        return _answer(call.event.name, found) if found else None
    if call.event.action is Action.KEEP_UP and not _has_grown(call):
        return None
    _pack(call)
    return None


def _pack(call: Call) -> None:
    """Have the session packed, by a process that outlives this one.

    Raises:
        UnusableError: The process failed at once, and could not say why.
    """
    transcript = call.transcript
    order = {
        "host": call.host.name,
        "event": call.event.name,
        "session": call.session or transcript.stem,
        "transcript": str(transcript),
        "project": str(call.project),
    }
    # -P: a project's own folder must not lend its modules to this
    command = [sys.executable, "-P", "-m", "graphpack.hooks.packing"]
    with _announced(call) as handles:
        worker = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=_DETACHED,
            pass_fds=handles,
        )
    if worker.stdin is not None:
        with suppress(BrokenPipeError), worker.stdin as pipe:
            pipe.write(json.dumps(order).encode("utf-8", "surrogatepass"))
    with suppress(subprocess.TimeoutExpired):
        ended = worker.wait(max(0.0, _BEGUN + call.wait_s - time.monotonic()))
        if ended not in {0, NOTED}:
            raise UnusableError(f"the worker ended with {ended}")


@contextmanager
def _announced(call: Call) -> Iterator[tuple[int, ...]]:
    """Hold a lock for a worker that has not begun; it inherits it, and keeps it until it ends.

    A session that starts in the meantime would find nothing to wait for.
    """
    from graphpack.errors import UsageError
    from graphpack.hooks.project import name_of, ready_folder
    from graphpack.locks import HAS_LOCKS, close, lock

    handle = None
    with suppress(OSError, UsageError):  # the worker meets it as well, and notes it
        if HAS_LOCKS:
            path = ready_folder(call.project) / f"{name_of(call.session)}.begun.lock"
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(path, flags, 0o600)
            lock(handle)
    try:
        yield () if handle is None else (handle,)
    finally:
        if handle is not None:
            close(handle)


def _has_grown(call: Call) -> bool:
    """Whether a session has grown by much since its last pack."""
    from graphpack.files import read_regular
    from graphpack.hooks.project import FOLDER, PACKS, name_of

    mark = call.project / FOLDER / PACKS / f"{name_of(call.session)}.size"
    try:
        before = int(read_regular(mark).decode("ascii"))
    except (OSError, ValueError):
        before = 0
    return call.transcript.stat().st_size - before >= GROWN_BYTES


def _hand_back(call: Call) -> str | None:
    from graphpack.hooks.project import FOLDER, PACKS, check_own, kept, name_of, newest

    folder = call.project / FOLDER / PACKS
    for place in (folder.parent, folder):
        check_own(place)
    if not folder.is_dir():
        return None
    _await_workers(folder)
    own = kept(folder, name_of(call.session)) if call.session else None
    found = own or newest(folder)
    if found is None:
        return None
    whose = "this session" if own else f"session {found.session}"
    at = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(found.at))
    shown = found.path.relative_to(call.project).as_posix()
    head = f"graphpack kept these notes of {whose} on {at}; the whole pack is in {shown}."
    return _answer(call.event.name, f"{head}\n\n{found.text.strip()}")


def _await_workers(folder: Path) -> None:
    """Wait until no pack is being written, or for some seconds."""
    from graphpack.locks import close, lock

    end = time.monotonic() + BACK_WAIT_S
    for path in sorted(folder.glob("*.lock")):
        while time.monotonic() < end:
            try:
                handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            except OSError:
                break
            is_busy = lock(handle) is False
            close(handle)
            if not is_busy:
                break
            time.sleep(_STEP_S)


def _answer(event: str, text: str) -> str:
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    return json.dumps(output)


def _say(text: str) -> None:
    # ASCII alone: whatever the host takes the encoding for
    try:
        sys.stdout.buffer.write(text.encode("ascii") + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        # the interpreter flushes once more at its end, and would fail then
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _is_below(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder, links followed; the root of all folders holds none."""
    place = folder.resolve()
    return place != place.parent and path.resolve().is_relative_to(place)


def _text(given: Mapping[str, Any], key: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) else ""


def _reason(error: Exception) -> str:
    from graphpack.errors import GraphpackError

    if isinstance(error, UnusableError | GraphpackError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'a file'}: {error.strerror.lower()}"
    return f"a bug: {type(error).__name__}"


def _note(project: Path | None, text: str) -> None:
    from graphpack.hooks.notes import note
    from graphpack.redact import Policy, Vault, clean

    # whatever a host sends may stand in it, halves of characters too
    plain = text.encode("utf-8", "backslashreplace").decode("utf-8")
    note(project, clean(plain, Policy(), Vault()))
