"""The file in which the agents of a project keep what they found for each other."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphpack.atomic import write_private
from graphpack.context.snapshots import Snapshots, parse_snapshots
from graphpack.errors import ReadError, UsageError
from graphpack.files import read_regular
from graphpack.hooks.project import FOLDER, check_own, held, own_key, ready_folder, sign

__all__ = ["Shared", "shared"]

FILE = "shared.json"
_NAME = "shared"
_WAIT_S = 20.0


class Shared:
    """A project's store, held so that no other process writes it meanwhile.

    Args:
        path: Its file.
        snapshots: What it holds; a new value is written where the hold ends.
        is_foreign: Whether a file lay there that nobody here has written: it is not believed.
    """

    def __init__(self, path: Path, snapshots: Snapshots, *, is_foreign: bool) -> None:
        self.path = path
        self.snapshots = snapshots
        self.is_foreign = is_foreign


@contextmanager
def shared(project: Path, *, is_made: bool = True) -> Iterator[Shared]:
    """Hold a project's store.

    What the disk does not take is a UsageError; so is a folder that leads elsewhere.

    Args:
        project: The project's folder.
        is_made: False to leave a project without a store as it is: nothing is written then.

    Yields:
        The store. Where it was given other snapshots, they are written at the end.

    Raises:
        UsageError: Another process holds it too long, or it cannot be written.
    """
    if not is_made and not (project / FOLDER / FILE).is_file():
        yield Shared(project / FOLDER / FILE, Snapshots(), is_foreign=False)
        return
    try:
        folder = ready_folder(project).parent
        path = folder / FILE
        check_own(path)
        with held(folder / f"{_NAME}.lock", wait_s=_WAIT_S):
            before, is_foreign = _read(path)
            store = Shared(path, before, is_foreign=is_foreign)
            yield store
            if store.snapshots != before:
                _write(path, store.snapshots)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"{project / FOLDER}: cannot be used: {reason}") from error


def _read(path: Path) -> tuple[Snapshots, bool]:
    """Read the store; one without our signature came with somebody's repository."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return Snapshots(), False
    try:
        whole = json.loads(data)
        body = json.dumps(whole["store"], sort_keys=True)
        own = sign(_NAME, body, own_key(is_made=True))
        if not hmac.compare_digest(own, str(whole["signature"])):
            return Snapshots(), True
        return parse_snapshots(whole["store"], where=str(path)), False
    except (ValueError, KeyError, TypeError, RecursionError, ReadError):
        return Snapshots(), True


def _write(path: Path, snapshots: Snapshots) -> None:
    document = snapshots.document()
    signature = sign(_NAME, json.dumps(document, sort_keys=True), own_key(is_made=True))
    text = json.dumps({"store": document, "signature": signature}, indent=1)
    write_private(path, text.encode("ascii") + b"\n")
