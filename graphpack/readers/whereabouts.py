"""Which project a session belongs to, and whether it is a person's or a sub-agent's.

A conversation does not hold that, so it is looked up in the session's own records, else in the
small files that an agent keeps beside them. Nothing here fails: what cannot be told is None.

Source: as of the readers of the formats; the side files after the agents' sources, seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import unquote, urlsplit

import orjson

from graphpack.errors import ReadError
from graphpack.files import read_regular
from graphpack.patterns import compiled
from graphpack.readers.base import Opened
from graphpack.readers.database_projects import database_projects, workspace_sessions
from graphpack.readers.discover import SessionFile
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records, load_document
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.probe import probe

RECORDS = 300
"""How far a log is followed; the folder stands in nearly every record."""

_MAX_SIDE_BYTES = 64 << 20
_SENT = ("api_conversation_history.json", "claude_messages.json", "ui_messages.json")
_HASH = compiled(r"[0-9a-f]{64}")
_DRIVE = compiled(r"/[A-Za-z]:")
_TOLD = compiled(
    r"<cwd>([^<\n]{1,1000})</cwd>"
    r"|Current [Ww]orking [Dd]irectory: ([^\n\\]{1,1000})"
    r"|Current Work(?:ing|space) Directory \(([^\n]{1,1000}?)\) Files"
)

_TELLING = frozenset({"codex", "cline"})
"""Formats whose programs tell the model, in words, where it is."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is known of a session besides what was said.

    Args:
        project: The folder it was held in, None where unknown.
        project_hash: SHA-256 of that folder's path, where that is all there is.
        is_subagent: True where an agent started it, not a person.
        projects: Of a database of many sessions: their folders, by their ids.
    """

    project: str | None = None
    project_hash: str | None = None
    is_subagent: bool = False
    projects: Mapping[str, str] = field(default_factory=dict)

    def project_of(self, session: str) -> str | None:
        """Give a session's folder, by its id."""
        return self.projects.get(session) or self.project


_Path = tuple[str | int, ...]
_KEYS: dict[str, tuple[_Path, ...]] = {
    "claude-code": (("cwd",),),
    "codex": (("payload", "cwd"), ("cwd",)),
    "copilot-cli": (("data", "context", "cwd"), ("data", "context", "gitRoot")),
    "continue": (("workspaceDirectory",),),
    "amp": (("env", "initial", "trees", 0, "uri"),),
    "gemini-cli": (),
    "cline": (),
    "cline-sdk": (),
}
"""Where in a record the folder stands, by format."""


def whereabouts(file: SessionFile) -> Whereabouts:
    """Find out where a session belongs.

    Args:
        file: As found.

    Returns:
        What could be found.
    """
    if file.project is not None:
        return Whereabouts(str(file.project))
    look = _BESIDE.get(file.place.format)
    beside = look(file.path) if look else Whereabouts()
    if beside.is_subagent:
        return beside
    if file.place.format not in _KEYS:
        return replace(beside, projects=_many(file))
    return _told(file, beside)


def local_path(address: str) -> str:
    """Give the path that a ``file:`` or remote address names; a plain path stays as it is.

    Args:
        address: As an editor writes it, such as ``file:///c%3A/src``.

    Returns:
        The path, with the machine left out.
    """
    if "://" not in address:
        return address
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return address
    return path[1:] if _DRIVE.match(path) else path


def _many(file: SessionFile) -> dict[str, str]:
    """Find the folders of the sessions in a database, or in the files that it replaced."""
    if file.path.is_dir():
        infos = [dict_of(_json(path)) for path in sorted(file.path.glob("session/*/*.json"))]
        known = {name_of(info.get("id")): name_of(info.get("directory")) for info in infos}
        return {id: project for id, project in known.items() if id and project}
    found = database_projects(file.path, file.place.format)
    if file.place.format == "cursor" and file.path.parent.name == "globalStorage":
        # until version 3.12 only the workspaces say which sessions are theirs
        for folder in sorted((file.path.parent.parent / "workspaceStorage").glob("*")):
            project = _of_workspace(folder / file.path.name).project
            if project is not None:
                for session in workspace_sessions(folder / file.path.name):
                    found.setdefault(session, project)
    return found


def _told(file: SessionFile, beside: Whereabouts) -> Whereabouts:
    """Look into the records themselves."""
    source = Opened(file.path.name, path=_main(file.path))
    try:
        if file.path.suffix == ".jsonl":
            project, is_subagent = _looked_for(_records(source), file.place.format)
        else:
            project, is_subagent = _looked_for(probe(source).objects, file.place.format)
        if is_subagent:
            return replace(beside, is_subagent=True)
        project = project or beside.project or _otherwise(source, file)
    except ReadError:
        return beside
    return replace(beside, project=local_path(project) if project else None)


def _looked_for(values: Iterable[Any], format: str) -> tuple[str | None, bool]:
    """Find the folder in the records, and whether one up to there is a sub-agent's."""
    is_subagent = False
    for value in values:
        record = dict_of(value)
        is_subagent |= _is_subagent(record)
        for path in _KEYS[format]:
            if found := name_of(_at(record, path)):
                return found, is_subagent
    return None, is_subagent


def _otherwise(source: Opened, file: SessionFile) -> str | None:
    """Look for the folder where it takes longer: in words, or beyond the first look."""
    format = file.place.format
    if format in _TELLING and (found := _TOLD.search(probe(source).head)):
        said = next(group for group in found.groups() if group)
        return said.replace("\\\\", "\\")  # as JSON writes it
    if file.path.suffix == ".jsonl" or not _KEYS[format]:
        return None
    return _looked_for([load_document(source, Faults(source.name))], format)[0]


def _records(source: Opened) -> Iterator[Any]:
    for _, value in islice(iter_records(source, Faults(source.name)), RECORDS):
        yield value


def _main(path: Path) -> Path:
    """Give the file to look into; of a task's folder that is what the model was sent."""
    return next((path / name for name in _SENT if (path / name).is_file()), path)


def _at(value: Any, path: _Path) -> Any:
    for key in path:
        if isinstance(key, int):
            value = next(islice(list_of(value), key, None), None)
        else:
            value = dict_of(value).get(key)
    return value


def _is_subagent(record: dict[str, Any]) -> bool:
    """Say whether a record shows that the file is a sub-agent's own."""
    if record.get("isSidechain") is True and isinstance(record.get("agentId"), str):
        return True
    if record.get("kind") == "subagent" and "sessionId" in record:
        return True
    if record.get("type") == "session_meta":
        return "subagent" in dict_of(dict_of(record.get("payload")).get("source"))
    return "messages" in record and record.get("agent", "lead") != "lead"


def _of_workspace(path: Path) -> Whereabouts:
    """Read what an editor keeps in a workspace's own folder."""
    for folder in list(path.parents)[:2]:
        known = dict_of(_json(folder / "workspace.json"))
        address = name_of(known.get("folder"))
        if address:
            return Whereabouts(local_path(address))
        address = name_of(known.get("workspace"))  # several folders, named by a file
        if address:
            return Whereabouts(str(PurePath(local_path(address)).parent))
    return Whereabouts()


def _of_gemini(path: Path) -> Whereabouts:
    folder = path.parent.parent
    try:
        root = read_regular(folder / ".project_root").decode("utf-8").strip()
    except (OSError, ValueError):
        root = ""
    if root:
        return Whereabouts(root)
    known = dict_of(dict_of(_json(folder.parent.parent / "projects.json")).get("projects"))
    for project, name in known.items():
        if name == folder.name:
            return Whereabouts(project)
    return Whereabouts(project_hash=folder.name if _HASH.fullmatch(folder.name) else None)


def _of_task(path: Path) -> Whereabouts:
    """Read what Roo Code, Cline and its CLI keep about a task."""
    folder = path if path.is_dir() else path.parent
    item = dict_of(_json(folder / "history_item.json"))
    if item:
        is_child = name_of(item.get("parentTaskId")) is not None
        return Whereabouts(name_of(item.get("workspace")), is_subagent=is_child)
    manifest = dict_of(_json(folder / f"{folder.name}.json"))
    if manifest:
        return Whereabouts(name_of(manifest.get("cwd")))
    history = folder.parent.parent / "state" / "taskHistory.json"
    try:
        state = history.stat()
    except OSError:
        return Whereabouts()
    return Whereabouts(_task_folders(history, state.st_size, state.st_mtime_ns).get(folder.name))


@lru_cache(maxsize=8)
def _task_folders(history: Path, size_bytes: int, modified_ns: int) -> dict[str, str]:
    """Read the list of all tasks, once for all of them as long as it does not change."""
    del size_bytes, modified_ns
    items = [dict_of(item) for item in list_of(_json(history))]
    known = {name_of(i.get("id")): name_of(i.get("cwdOnTaskInitialization")) for i in items}
    return {id: folder for id, folder in known.items() if id and folder}


_BESIDE: dict[str, Callable[[Path], Whereabouts]] = {
    "copilot-chat": _of_workspace,
    "cursor": _of_workspace,
    "gemini-cli": _of_gemini,
    "cline": _of_task,
    "cline-sdk": _of_task,
}


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > _MAX_SIDE_BYTES:
            return None
        return orjson.loads(read_regular(path))
    except (OSError, ValueError):
        return None
