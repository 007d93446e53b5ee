"""Where agents keep their sessions on a machine, and the files that lie there.

The table of known places. It lists files and opens none but the small ones that name a project;
what a session holds is told by ``sessions``. The machine is an argument: nothing here looks at the
process's own environment or home.

Source: the agents' documentation and their sources, seen 2026-11; each line of ``PLACES``.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from graphpack.files import read_regular
from graphpack.readers.machine import Machine, project_root


@dataclass(frozen=True, slots=True)
class Place:
    """One place where an agent keeps sessions.

    Args:
        agent: As ``--agent`` takes it.
        format: Name of the reader.
        roots: The folders to look in; those that are not there are passed over.
        patterns: What a session is called below a root.
        but_not: Says of a name that fits a pattern that it is no session's.
        is_choice: Names that differ in their suffix are copies; the earlier pattern's is taken.
        is_project: The root is the project, not a folder of many.
        is_dated: A session's time is that of its file: its content has only that of its start.
        has_copies: A session may lie there under several names; the one written last is taken.
        needs_answer: What nobody answered is no session, but a list of what was once typed.
        folders: How many folders above the files that fit a pattern lies what is read whole.
    """

    agent: str
    format: str
    roots: Callable[[Machine], Iterable[Path]]
    patterns: tuple[str, ...]
    but_not: Callable[[str], bool] = lambda _: False
    is_choice: bool = False
    is_project: bool = False
    is_dated: bool = False
    has_copies: bool = False
    needs_answer: bool = False
    folders: int = 0


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A file that holds a session, or many; or a folder that holds one.

    Args:
        path: The file or folder.
        place: Where it was found.
        project: The project's folder where the place tells it.
        size_bytes: Of the file and, of a database, of its journal; of all files of a folder.
        modified_ns: Time of the last change to any of these, in nanoseconds since 1970.
    """

    path: Path
    place: Place
    project: Path | None
    size_bytes: int
    modified_ns: int


def agents() -> tuple[str, ...]:
    """List the agents whose places are known, in the table's order."""
    return tuple(dict.fromkeys(place.agent for place in PLACES))


def session_files(machine: Machine, *, agent: str | None = None) -> tuple[SessionFile, ...]:
    """List the files that hold sessions.

    Args:
        machine: Where to look.
        agent: Only this one's; None is all.

    Returns:
        The newest first, each file once; what cannot be looked at is left out.
    """
    found: dict[Path, SessionFile] = {}
    for place in PLACES:
        if agent is not None and place.agent != agent:
            continue
        for root in dict.fromkeys(place.roots(machine)):
            for path, parts in _listed(root, place):
                file = _looked_at(path, parts, place, root if place.is_project else None)
                if file is not None:
                    found.setdefault(path, file)
    return tuple(sorted(found.values(), key=lambda file: (-file.modified_ns, str(file.path))))


def _listed(root: Path, place: Place) -> Iterator[tuple[Path, list[Path]]]:
    """Yield what is a session's, with the files that tell when it changed."""
    found: dict[Path, list[Path]] = {}
    for pattern in place.patterns:
        for path in _globbed(root, pattern):
            if place.but_not(path.name):
                continue
            if place.folders:
                found.setdefault(path.parents[place.folders - 1], []).append(path)
            elif place.is_choice:
                found.setdefault(path.with_suffix(""), [path])
            else:
                found[path] = [path]
    for session, paths in found.items():
        yield (session if place.folders else paths[0]), paths


def _globbed(root: Path, pattern: str) -> list[Path]:
    try:
        return sorted(root.glob(pattern))
    except (OSError, ValueError):  # a folder that may not be looked into, a name no path can have
        return []


def _looked_at(
    path: Path, parts: list[Path], place: Place, project: Path | None
) -> SessionFile | None:
    size = modified = 0
    for part in parts:
        try:
            state = part.stat()
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(state.st_mode):  # reading a pipe would wait for ever
            return None
        size, modified = size + state.st_size, max(modified, state.st_mtime_ns)
    if path.suffix in _DATABASES:
        with suppress(OSError):
            journal = path.with_name(path.name + "-wal").stat()
            size, modified = size + journal.st_size, max(modified, journal.st_mtime_ns)
    return SessionFile(path, place, project, size, modified) if size else None


_DATABASES = frozenset({".db", ".vscdb"})
_CODE = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf", "Antigravity")


def _claude(machine: Machine) -> Iterable[Path]:
    folders = machine.folders("CLAUDE_CONFIG_DIR")
    return [
        f / "projects" for f in folders or (machine.home / ".claude", machine.config() / "claude")
    ]


def _codex(machine: Machine) -> Iterable[Path]:
    return [machine.variable("CODEX_HOME") or machine.home / ".codex"]


def _gemini(machine: Machine) -> Iterable[Path]:
    return [(machine.variable("GEMINI_CLI_HOME") or machine.home) / ".gemini" / "tmp"]


def _opencode_files(machine: Machine) -> Iterable[Path]:
    # version 1.2 moved to a database, and left the files where they were
    root = machine.data() / "opencode"
    return [] if any(_globbed(root, "opencode*.db")) else [root]


def _copilot_cli(machine: Machine) -> Iterable[Path]:
    return [machine.variable("COPILOT_HOME") or machine.home / ".copilot"]


def _code_users(machine: Machine) -> list[Path]:
    """List the ``User`` folders of VS Code and the editors made of it, here and as a remote end."""
    settings, _ = machine.applications()
    portable = machine.variable("VSCODE_PORTABLE")
    users = [settings / name / "User" for name in _CODE]
    users += [
        machine.home / name / "data" / "User"
        for name in (".vscode-server", ".vscode-server-insiders", ".cursor-server")
    ]
    return [portable / "user-data" / "User", *users] if portable else users


def _copilot_chat(machine: Machine) -> Iterable[Path]:
    return [user for user in _code_users(machine) if user.parent.name != "Cursor"]


def _cursor(machine: Machine) -> Iterable[Path]:
    return [machine.applications()[0] / "Cursor" / "User"]


def _tasks(extension: str) -> Callable[[Machine], Iterable[Path]]:
    return lambda machine: [
        user / "globalStorage" / extension / "tasks" for user in _code_users(machine)
    ]


def _cline_data(machine: Machine) -> Path:
    own = machine.variable("CLINE_DIR")
    return machine.variable("CLINE_DATA_DIR") or (own or machine.home / ".cline") / "data"


def _cline(machine: Machine) -> Iterable[Path]:
    return [*_tasks("saoudrizwan.claude-dev")(machine), _cline_data(machine) / "tasks"]


def _continue(machine: Machine) -> Iterable[Path]:
    return [machine.variable("CONTINUE_GLOBAL_DIR") or machine.home / ".continue"]


def _zed(machine: Machine) -> Iterable[Path]:
    name = "zed" if machine.platform not in ("darwin", "win32") else "Zed"
    flatpak = machine.variable("FLATPAK_XDG_DATA_HOME")
    roots = [machine.applications()[1] / name]
    return [*roots, flatpak / "zed"] if flatpak else roots


def _lm_studio(machine: Machine) -> Iterable[Path]:
    roots = [machine.home / ".lmstudio", machine.home / ".cache" / "lm-studio"]
    try:  # it may have been moved, and then leaves its new address behind
        moved = read_regular(machine.home / ".lmstudio-home-pointer").decode("utf-8").strip()
    except (OSError, ValueError):
        moved = ""
    if moved and "\0" not in moved:
        roots.insert(0, Path(moved))
    return [root / "conversations" for root in roots]


def _project(machine: Machine) -> Iterable[Path]:
    if machine.folder is None:
        return []
    return dict.fromkeys((machine.folder, project_root(machine.folder)))


_TASK_FILES = (
    "*/api_conversation_history.json",
    "*/claude_messages.json",
    "*/ui_messages.json",
)
_CHATS = (
    "workspaceStorage/*/chatSessions/*.jsonl",
    "workspaceStorage/*/chatSessions/*.json",
    "globalStorage/emptyWindowChatSessions/*.jsonl",
    "globalStorage/emptyWindowChatSessions/*.json",
)

PLACES: tuple[Place, ...] = (
    Place(
        "claude-code", "claude-code", _claude, ("*/*.jsonl",),
        but_not=lambda name: name.startswith("agent-"),
    ),
    Place(
        "codex", "codex", _codex,
        ("sessions/*/*/*/rollout-*.jsonl", "sessions/rollout-*.json*",
         "archived_sessions/rollout-*.jsonl"),
    ),
    Place(
        "gemini-cli", "gemini-cli", _gemini,
        ("*/chats/session-*.jsonl", "*/chats/session-*.json"), is_choice=True,
    ),
    Place("opencode", "opencode", lambda m: [m.data() / "opencode"], ("opencode*.db",)),
    Place(
        "opencode", "opencode", _opencode_files, ("storage/session/*/*.json",), folders=3
    ),
    Place("copilot-cli", "copilot-cli", _copilot_cli, ("session-state/*/events.jsonl",)),
    Place("copilot-chat", "copilot-chat", _copilot_chat, _CHATS, is_choice=True),
    Place(
        "cursor", "cursor", _cursor,
        ("globalStorage/state.vscdb", "workspaceStorage/*/state.vscdb"), needs_answer=True,
    ),
    Place("cline", "cline", _cline, _TASK_FILES, folders=1),
    Place("cline", "cline-sdk", lambda m: [_cline_data(m) / "sessions"], ("*/*.messages.json",)),
    Place(
        "roo-code", "cline", _tasks("rooveterinaryinc.roo-cline"), _TASK_FILES, folders=1
    ),
    Place("kilo-code", "cline", _tasks("kilocode.kilo-code"), _TASK_FILES, folders=1),
    Place(
        "continue", "continue", _continue, ("sessions/*.json",),
        but_not=lambda name: name == "sessions.json",
    ),
    Place(
        "openhands", "openhands",
        lambda m: [m.home / ".openhands" / name for name in ("conversations", "sessions")],
        ("*/events/*.json",), folders=2,
    ),
    Place("zed", "zed", _zed, ("threads/threads.db",)),
    Place("amp", "amp", lambda m: [m.data() / "amp" / "threads"], ("T-*.json",)),
    Place(
        "aider", "aider", _project, (".aider.chat.history.md",), is_project=True, is_dated=True
    ),
    Place(
        "specstory", "specstory", _project, (".specstory/history/*.md",),
        is_project=True, has_copies=True,
    ),
    Place("lm-studio", "lm-studio", _lm_studio, ("**/*.conversation.json",)),
)  # fmt: skip
"""Where which agent keeps its sessions; a root that is not there costs nothing."""
