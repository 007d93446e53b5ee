"""A project's ``.graphpack`` folder: packs of its sessions, and what proves that they are ours.

A pack is handed to a model without anybody looking at it. A repository can bring a ``.graphpack``
of its own, with packs that say what its author likes; so each is signed with a key that never
leaves the user's own folders, and one without a signature is not handed on.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_state_path

from graphpack.atomic import make_folder, write_private
from graphpack.errors import UsageError
from graphpack.files import open_regular, read_regular
from graphpack.locks import close, lock
from graphpack.patterns import compiled

__all__ = [
    "FOLDER",
    "Kept",
    "kept",
    "name_of",
    "newest",
    "own_key",
    "project_of",
    "ready_folder",
    "sign",
]

FOLDER = ".graphpack"
PACKS = "packs"
MAX_PACKS = 20
MAX_TEXT_BYTES = 9_000
"""What hosts take of a hook's context, with room for the lines around it: the strictest of them
takes 10,000 characters."""
_KEY_BYTES = 32
_STEP_S = 0.05
_NAME = compiled(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_ROOTS = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR")
_TEXT, _PACK, _SIGNATURE = ".paste.txt", ".json", ".sha256"


@dataclass(frozen=True, slots=True)
class Kept:
    """A pack that a hook has written.

    Args:
        session: The name of its files.
        path: Of the pack.
        text: The block that is handed to a new session.
        at: When it was written, in seconds since 1970.
    """

    session: str
    path: Path
    text: str
    at: float


def project_of(cwd: Path, environment: Mapping[str, str]) -> Path:
    """Find the folder of the project that a session is about.

    Args:
        cwd: Where the host works at the moment; a session may have changed into a folder below.
        environment: Hosts name the project there.

    Returns:
        What the host names; else the nearest folder with ``.graphpack`` or ``.git``; else ``cwd``.
        ``/`` and a folder that anybody may write to are no project of the folders below them.
    """
    for variable in _ROOTS:
        named = environment.get(variable, "")
        if named and Path(named).is_absolute() and Path(named).is_dir():
            return Path(named)
    for folder in (cwd, *cwd.parents):
        if (folder / FOLDER).is_dir() or (folder / ".git").exists():
            return folder if folder == cwd or not _is_everybodys(folder) else cwd
    return cwd


def _is_everybodys(folder: Path) -> bool:
    """Whether what lies in a folder says nothing of those below it: ``/``, ``/tmp``."""
    if folder == folder.parent:
        return True
    try:
        return os.name != "nt" and bool(folder.stat().st_mode & stat.S_IWOTH)
    except OSError:
        return True


def name_of(session: str) -> str:
    """Make a name for a session's files; an id that is no plain name is hashed.

    Args:
        session: What the host calls it: anything.
    """
    if _NAME.fullmatch(session):
        return session
    return hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def ready_folder(project: Path) -> Path:
    """Make a project's folder, its owner's alone and kept out of version control.

    Args:
        project: The project's folder.

    Returns:
        The folder for packs. What the disk does not take is an ``OSError``, a link or somebody
        else's folder a ``UsageError``.
    """
    folder = project / FOLDER
    check_own(folder)
    make_folder(folder / PACKS)
    check_own(folder / PACKS)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        write_private(ignore, b"*\n")
    return folder / PACKS


def check_own(path: Path) -> None:
    """Refuse a folder that leads elsewhere, or that another user has made.

    Args:
        path: May be missing.

    Raises:
        UsageError: It is a link, or somebody else's.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if path.is_symlink():
        raise UsageError(f"{path}: is a link, and is not followed")
    if hasattr(os, "getuid") and found.st_uid not in {os.getuid(), 0}:
        raise UsageError(f"{path}: belongs to another user")


@contextmanager
def held(path: Path, *, wait_s: float) -> Iterator[None]:
    """Hold a lock against other processes.

    Args:
        path: Its file, which is made where it is missing; no link is followed.
        wait_s: How long another process may have it.

    Raises:
        UsageError: It has it longer.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        end = time.monotonic() + wait_s
        while lock(handle) is False:
            if time.monotonic() > end:
                raise UsageError(f"{path}: another process has held it too long")
            time.sleep(_STEP_S)
        yield
    finally:
        close(handle)


def write_pack(folder: Path, session: str, texts: Mapping[str, str]) -> None:
    """Put a pack, its evidence and its block in place; the oldest beyond the limit go.

    What the disk does not take is an ``OSError``.

    Args:
        folder: For packs, as ``ready_folder`` gives it.
        session: The name of the files.
        texts: By suffix: the pack, its evidence, the block to paste.
    """
    for suffix, text in texts.items():
        write_private(folder / f"{session}{suffix}", text.encode("utf-8", "surrogatepass"))
    signature = sign(session, texts[_TEXT], own_key(is_made=True))
    write_private(folder / f"{session}{_SIGNATURE}", signature.encode("ascii"))
    for old in _by_age(folder)[MAX_PACKS:]:
        for path in folder.glob(f"{old}.*"):
            with suppress(OSError):
                path.unlink()


def sign(session: str, text: str, key: bytes) -> str:
    """Sign a block.

    Args:
        session: Whose it is.
        text: The block.
        key: The user's own.

    Returns:
        64 hexadecimal digits.
    """
    said = f"{session}\0{text}".encode("utf-8", "surrogatepass")
    return hmac.new(key, said, hashlib.sha256).hexdigest()


def kept(folder: Path, session: str) -> Kept | None:
    """Read a session's pack.

    Args:
        folder: For packs.
        session: The name of the files.

    Returns:
        The pack; None where there is none, or where no hook of this user wrote it.
    """
    path = folder / f"{session}{_TEXT}"
    try:
        with open_regular(path) as file:
            data = file.read(MAX_TEXT_BYTES + 1)
            at = os.fstat(file.fileno()).st_mtime
        signature = read_regular(folder / f"{session}{_SIGNATURE}").decode("ascii")
        text = data.decode("utf-8")
        key = own_key(is_made=False)
    except (OSError, UnicodeDecodeError):
        return None
    if len(data) > MAX_TEXT_BYTES or not hmac.compare_digest(sign(session, text, key), signature):
        return None
    return Kept(session, folder / f"{session}{_PACK}", text, at)


def newest(folder: Path) -> Kept | None:
    """Read the pack that was written last; None where there is none of ours."""
    return next((one for name in _by_age(folder) if (one := kept(folder, name))), None)


def every(folder: Path) -> tuple[Kept, ...]:
    """Read all packs of ours, the newest first."""
    return tuple(one for name in _by_age(folder) if (one := kept(folder, name)))


def _by_age(folder: Path) -> list[str]:
    """Name the sessions that have packs, the newest first."""
    found: list[tuple[float, str]] = []
    with suppress(OSError):
        for path in folder.glob(f"*{_TEXT}"):
            with suppress(OSError):
                found.append((-path.stat().st_mtime, path.name.removesuffix(_TEXT)))
    return [name for _, name in sorted(found)]


def own_key(*, is_made: bool) -> bytes:
    """Read the user's key.

    Args:
        is_made: Whether one is made where there is none.

    Returns:
        32 bytes.

    Raises:
        FileNotFoundError: There is none, and none is to be made.
    """
    path = user_state_path("graphpack") / "hooks.key"
    with suppress(FileNotFoundError):
        key = read_regular(path)
        if len(key) == _KEY_BYTES or not is_made:
            return key
    if not is_made:
        raise FileNotFoundError(path)
    write_private(path, os.urandom(_KEY_BYTES))
    return path.read_bytes()
