"""The places where agents keep their sessions, on made-up machines."""

import os
from pathlib import Path

import pytest

from graphpack.readers import TABLE
from graphpack.readers.discover import PLACES, agents, session_files
from graphpack.readers.machine import project_root
from tests.readers.homes import claude, codex, machine, touch, write

LINUX = {
    "claude-code": ".claude/projects/-src-tide/0b1c.jsonl",
    "codex": ".codex/sessions/2026/10/03/rollout-2026-10-03T11-00-00-0199.jsonl",
    "gemini-cli": ".gemini/tmp/tide/chats/session-2026-10-03T11-00-ab.jsonl",
    "opencode": ".local/share/opencode/opencode.db",
    "copilot-cli": ".copilot/session-state/77/events.jsonl",
    "copilot-chat": ".config/Code/User/workspaceStorage/5f/chatSessions/aa.jsonl",
    "cursor": ".config/Cursor/User/globalStorage/state.vscdb",
    "cline": ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/ui_messages.json",
    "roo-code": ".config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/tasks/18/"
    "api_conversation_history.json",
    "kilo-code": ".config/Code - Insiders/User/globalStorage/kilocode.kilo-code/tasks/19/"
    "api_conversation_history.json",
    "continue": ".continue/sessions/9c.json",
    "openhands": ".openhands/conversations/4d/events/event-00000-ab.json",
    "zed": ".local/share/zed/threads/threads.db",
    "amp": ".local/share/amp/threads/T-33.json",
    "lm-studio": ".lmstudio/conversations/boats/1790000000000.conversation.json",
}
MAC = {
    "copilot-chat": "Library/Application Support/Code/User/globalStorage/"
    "emptyWindowChatSessions/aa.json",
    "cursor": "Library/Application Support/Cursor/User/workspaceStorage/5f/state.vscdb",
    "cline": "Library/Application Support/Cursor/User/globalStorage/saoudrizwan.claude-dev/"
    "tasks/17/api_conversation_history.json",
    "opencode": ".local/share/opencode/opencode.db",
    "zed": "Library/Application Support/Zed/threads/threads.db",
}
WINDOWS = {
    "copilot-chat": "AppData/Roaming/Code/User/workspaceStorage/5f/chatSessions/aa.json",
    "cursor": "AppData/Roaming/Cursor/User/globalStorage/state.vscdb",
    "zed": "AppData/Local/Zed/threads/threads.db",
    "claude-code": ".claude/projects/C--src/0b1c.jsonl",
}


def found(files):
    return [(file.place.agent, file.path) for file in files]


@pytest.mark.parametrize(
    ("platform", "agent", "path"),
    [
        (platform, agent, path)
        for platform, places in (("linux", LINUX), ("darwin", MAC), ("win32", WINDOWS))
        for agent, path in places.items()
    ],
)
def test_each_agents_place_on_each_platform(tmp_path, platform, agent, path):
    write(tmp_path / path, {})
    ((name, where),) = found(session_files(machine(tmp_path, platform=platform)))
    assert name == agent
    assert (tmp_path / path).is_relative_to(where)


def test_every_agent_is_tried_above():
    assert set(agents()) - set(LINUX) == {"aider", "specstory"}


def test_every_place_names_a_format_that_can_be_read():
    readers = {line.name for line in TABLE}
    assert {place.format for place in PLACES} <= readers


@pytest.mark.parametrize(
    ("variable", "value", "path", "agent"),
    [
        ("CLAUDE_CONFIG_DIR", "other", "other/projects/-a/b.jsonl", "claude-code"),
        ("CLAUDE_CONFIG_DIR", "~/x, other", "other/projects/-a/b.jsonl", "claude-code"),
        ("XDG_CONFIG_HOME", "xdg", "xdg/claude/projects/-a/b.jsonl", "claude-code"),
        ("CODEX_HOME", "~/cx", "home/cx/archived_sessions/rollout-1.jsonl", "codex"),
        ("GEMINI_CLI_HOME", "g", "g/.gemini/tmp/p/chats/session-1.json", "gemini-cli"),
        ("XDG_DATA_HOME", "data", "data/opencode/opencode.db", "opencode"),
        ("XDG_DATA_HOME", "data", "data/zed/threads/threads.db", "zed"),
        ("COPILOT_HOME", "cop", "cop/session-state/1/events.jsonl", "copilot-cli"),
        ("CONTINUE_GLOBAL_DIR", "con", "con/sessions/1.json", "continue"),
        ("CLINE_DIR", "cl", "cl/data/sessions/1/1.messages.json", "cline"),
        ("VSCODE_PORTABLE", "p", "p/user-data/User/workspaceStorage/5f/chatSessions/a.json",
         "copilot-chat"),
    ],
)  # fmt: skip
def test_the_agents_own_variables_are_followed(tmp_path, monkeypatch, variable, value, path, agent):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / path, {})
    variables = {variable: value}
    ((name, where),) = found(session_files(machine(tmp_path / "home", **variables)))
    assert name == agent
    assert where.resolve() == tmp_path / path


def test_a_folder_with_a_comma_in_its_name_is_one(tmp_path):
    path = write(tmp_path / "a, b" / "projects" / "-a" / "b.jsonl", {})
    variables = {"CLAUDE_CONFIG_DIR": str(tmp_path / "a, b")}
    assert found(session_files(machine(tmp_path, **variables))) == [("claude-code", path)]


def test_claude_codes_own_folder_replaces_the_home(tmp_path):
    claude(tmp_path, "0b1c", "Hello", day=3)
    elsewhere = machine(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "other"))
    assert session_files(elsewhere) == ()


def test_the_processs_own_environment_is_not_looked_at(tmp_path, monkeypatch):
    codex(tmp_path / "real", "0199", "Hello", day=3)
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "real" / ".codex"))
    monkeypatch.setenv("HOME", str(tmp_path / "real"))
    assert session_files(machine(tmp_path / "made-up")) == ()


def test_the_newest_file_is_first_and_one_agent_can_be_asked_for(tmp_path):
    claude(tmp_path, "old", "Hello", day=3)
    codex(tmp_path, "0199", "Hello", day=9)
    claude(tmp_path, "new", "Hello", day=11)
    every = session_files(machine(tmp_path))
    assert [file.path.stem[-4:] for file in every] == ["new", "0199", "old"]
    assert [file.place.agent for file in session_files(machine(tmp_path), agent="codex")] == [
        "codex"
    ]


def test_a_session_that_was_resumed_as_json_lines_is_taken_once(tmp_path):
    chats = tmp_path / ".gemini" / "tmp" / "p" / "chats"
    write(chats / "session-1.json", {})
    log = write(chats / "session-1.jsonl", {})
    assert found(session_files(machine(tmp_path))) == [("gemini-cli", log)]


def test_side_files_and_sub_agents_files_are_no_sessions(tmp_path):
    folder = claude(tmp_path, "0b1c", "Hello", day=3).parent
    write(folder / "agent-77.jsonl", {})
    write(folder / "0b1c" / "subagents" / "agent-78.jsonl", {})
    write(tmp_path / ".continue" / "sessions" / "sessions.json", [])
    write(tmp_path / ".codex" / "history.jsonl", {})
    write(tmp_path / ".gemini" / "tmp" / "p" / "chats" / "0b1c" / "session-9.jsonl", {})
    assert len(session_files(machine(tmp_path))) == 1


def test_a_task_is_its_folder_and_changes_with_each_of_its_files(tmp_path):
    task = tmp_path / ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17"
    write(task / "ui_messages.json", [], day=3)
    write(task / "api_conversation_history.json", [], day=4)
    (before,) = session_files(machine(tmp_path))
    assert before.path == task
    touch(task / "ui_messages.json", 5)
    (after,) = session_files(machine(tmp_path))
    assert after.modified_ns > before.modified_ns
    write(task / "ui_messages.json", [1, 2, 3], day=5)
    assert session_files(machine(tmp_path))[0].size_bytes > after.size_bytes


def test_a_databases_journal_counts_as_its_change(tmp_path):
    path = write(tmp_path / ".local/share/opencode/opencode.db", "", day=3)
    (before,) = session_files(machine(tmp_path))
    write(path.with_name("opencode.db-wal"), "more", day=4)
    (after,) = session_files(machine(tmp_path))
    assert after.size_bytes > before.size_bytes
    assert after.modified_ns > before.modified_ns


def test_opencodes_old_files_count_only_where_no_database_replaced_them(tmp_path):
    root = tmp_path / ".local" / "share" / "opencode"
    write(root / "storage" / "session" / "p" / "ses_1.json", {})
    assert found(session_files(machine(tmp_path))) == [("opencode", root / "storage")]
    write(root / "opencode.db", "")
    assert found(session_files(machine(tmp_path))) == [("opencode", root / "opencode.db")]


def test_lm_studios_folder_may_have_been_moved(tmp_path):
    moved = tmp_path / "elsewhere"
    (tmp_path / ".lmstudio-home-pointer").write_text(f"{moved}\n")
    path = write(moved / "conversations" / "1.conversation.json", {})
    assert found(session_files(machine(tmp_path))) == [("lm-studio", path)]


def test_histories_in_the_project_are_found_from_a_folder_below(tmp_path):
    project = tmp_path / "src" / "tide"
    (project / ".git").mkdir(parents=True)
    below = project / "gauges" / "north"
    below.mkdir(parents=True)
    log = write(project / ".aider.chat.history.md", "# aider chat started at 2026-10-03 12:00:00")
    note = write(project / ".specstory" / "history" / "2026-10-03_12-00Z-x.md", "_**User**_")
    files = session_files(machine(tmp_path / "home", below))
    assert sorted(found(files)) == [("aider", log), ("specstory", note)]
    assert {file.project for file in files} == {project}
    assert session_files(machine(tmp_path / "home")) == ()


@pytest.mark.parametrize("mark", [".git", ".hg", ".jj"])
def test_a_project_is_what_is_under_version_control(tmp_path, mark):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert project_root(below) == below
    (tmp_path / mark).mkdir()
    assert project_root(below) == tmp_path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_file_is_left_alone(tmp_path):
    folder = tmp_path / ".claude" / "projects" / "-a"
    (folder / "folder.jsonl").mkdir(parents=True)
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "nowhere.jsonl").symlink_to(folder / "gone")
    (folder / "circle.jsonl").symlink_to(folder / "circle.jsonl")
    (folder / "empty.jsonl").touch()
    assert session_files(machine(tmp_path)) == ()


@pytest.mark.parametrize("value", ["\0", "a" * 5000, " ", "~", "//", "~nobody/x"])
def test_a_variable_that_is_no_folder_finds_nothing(tmp_path, value):
    variables = {"CODEX_HOME": value, "CLAUDE_CONFIG_DIR": value, "XDG_DATA_HOME": value}
    assert session_files(machine(tmp_path, **variables)) == ()


def test_looking_changes_nothing(tmp_path):
    claude(tmp_path, "0b1c", "Hello", day=3)
    (tmp_path / ".lmstudio").mkdir()
    before = sorted(tmp_path.rglob("*"))
    session_files(machine(tmp_path, Path(tmp_path)))
    assert sorted(tmp_path.rglob("*")) == before
