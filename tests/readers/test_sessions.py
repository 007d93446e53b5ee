"""What is told of the sessions that were found, and in which order they are looked at."""

import hashlib
import json
from datetime import UTC, datetime

import pytest

from graphpack.readers.discover import session_files
from graphpack.readers.projects import of_project, with_projects
from graphpack.readers.sessions import MemoryIndex, find
from tests.readers import homes
from tests.readers.databases import make
from tests.readers.homes import PROJECT, machine, touch, write
from tests.readers.sessions_looked_for import looked_for, named, state


def test_a_session_tells_who_when_where_and_how_much(tmp_path):
    homes.claude(tmp_path, "0b1c-7f", "Which gauge is wrong?\nThe northern one?", day=3)
    (session,) = looked_for(tmp_path).sessions
    assert (session.agent, session.format, session.id) == ("claude-code", "claude-code", "0b1c-7f")
    assert session.project == PROJECT
    assert session.title == "Which gauge is wrong?"
    assert session.started_at == datetime(2026, 10, 3, 11, tzinfo=UTC)
    assert session.last_at == datetime(2026, 10, 3, 12, tzinfo=UTC)
    assert session.messages == 2
    said = "Which gauge is wrong?\nThe northern one?" + "I will look at the gauge first."
    assert session.tokens == len(said) // 4
    assert session.is_alone


def test_every_agents_session_is_read(tmp_path):
    code = tmp_path / ".config" / "Code" / "User"
    project = tmp_path / "src"
    (project / ".git").mkdir(parents=True)
    homes.claude(tmp_path, "c1", "one", day=1)
    homes.codex(tmp_path, "0199", "two", day=2)
    homes.gemini(tmp_path, "g1", "three", day=3, folder="tide")
    homes.copilot_chat(code, "5f", "p1", "four", day=4)
    homes.cline_task(
        code / "globalStorage/saoudrizwan.claude-dev/tasks", "1790000000000", "five", day=5
    )
    homes.cline_task(
        code / "globalStorage/rooveterinaryinc.roo-cline/tasks", "r-1", "six", day=6,
        workspace="/home/mira/roo",
    )  # fmt: skip
    homes.aider(project, "seven", day=7)
    homes.specstory(project, "eight", day=8)
    found = looked_for(tmp_path, project)
    assert [(s.agent, s.title, s.project) for s in found.sessions] == [
        ("specstory", "eight", str(project)),
        ("aider", "seven", str(project)),
        ("roo-code", "six", "/home/mira/roo"),
        ("cline", "five", PROJECT),
        ("copilot-chat", "four", None),
        ("gemini-cli", "three", None),
        ("codex", "two", PROJECT),
        ("claude-code", "one", PROJECT),
    ]
    assert (found.unread, found.broken, found.unknown) == (0, (), 0)


def test_many_sessions_of_one_database_come_with_their_own_projects(tmp_path):
    root = tmp_path / ".local" / "share" / "opencode"
    root.mkdir(parents=True)
    messages, parts, sessions = [], [], []
    for number, day in ((1, 3), (2, 9)):
        session, when = f"ses_{number}", int(homes.seconds(day) * 1000)
        sessions.append((session, f"/src/p{number}", None, f"Title {number}", when))
        message = {"role": "user", "time": {"created": when}}
        messages.append((f"msg_{number}", session, when, json.dumps(message)))
        parts.append((f"prt_{number}", f"msg_{number}", session, '{"type":"text","text":"Hi"}'))
    sessions.append(("ses_3", "/src/p1", "ses_1", "a sub-agent's", 5))
    messages.append(("msg_3", "ses_3", 5, '{"role":"user","time":{"created":5}}'))
    parts.append(("prt_3", "msg_3", "ses_3", '{"type":"text","text":"Count the gauges."}'))
    make(
        root / "opencode.db",
        "CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, title TEXT, time_created);"
        "CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);"
        "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);",
        {"session": sessions, "message": messages, "part": parts},
    )
    found = looked_for(tmp_path)
    assert [(s.id, s.title, s.project, s.is_alone) for s in found.sessions] == [
        ("ses_2", "Title 2", "/src/p2", False),
        ("ses_1", "Title 1", "/src/p1", False),
    ]


def composer(name, prompt, answer, day, **more):
    at = int(homes.seconds(day) * 1000)
    said = [{"type": 1, "bubbleId": f"{name}-1", "text": prompt}]
    said += [{"type": 2, "bubbleId": f"{name}-2", "text": answer}] if answer else []
    known = {"composerId": name, "name": None, "createdAt": at, "lastUpdatedAt": at}
    return {**known, "conversation": said, **more}


def test_clines_list_of_tasks_tells_their_folders(tmp_path):
    root = tmp_path / ".config/Code/User/globalStorage/saoudrizwan.claude-dev"
    items = []
    for number in range(1, 4):
        homes.cline_task(root / "tasks", f"179000000000{number}", f"Task {number}", day=number)
        items.append({"id": f"179000000000{number}", "cwdOnTaskInitialization": f"/src/{number}"})
    write(root / "state" / "taskHistory.json", [*items, 7, {"id": []}])
    assert [s.project for s in looked_for(tmp_path).sessions] == ["/src/3", "/src/2", "/src/1"]
    write(root / "state" / "taskHistory.json", [])
    assert [s.project for s in looked_for(tmp_path).sessions] == [PROJECT] * 3


def test_cursors_chats_are_told_their_projects_by_themselves_or_by_workspaces(tmp_path):
    user = tmp_path / ".config" / "Cursor" / "User"
    here = {"uri": {"fsPath": "/src/own"}}
    chats = {
        "composerData:aaa": composer("aaa", "Draw it.", "Drawn.", 3, workspaceIdentifier=here),
        "composerData:bbb": composer("bbb", "Weigh it.", "Two tons.", 4),
        "composerData:ccc": composer("ccc", "Lift it.", "Lifted.", 5),
        "composerData:bad": "no chat",
    }
    state(user / "globalStorage" / "state.vscdb", "cursorDiskKV", **chats)
    work = user / "workspaceStorage" / "5f"
    listed = {"allComposers": [{"composerId": "bbb", "name": "Weights"}, 7]}
    typed = [{"text": "Weigh it.", "commandType": 4}]
    state(
        work / "state.vscdb", "ItemTable",
        **{"composer.composerData": listed, "aiService.prompts": typed},
    )  # fmt: skip
    write(work / "workspace.json", {"folder": "file:///src/weights"})
    found = looked_for(tmp_path)
    assert [(s.id, s.title, s.project) for s in found.sessions] == [
        ("ccc", "Lift it.", None),
        ("bbb", "Weigh it.", "/src/weights"),
        ("aaa", "Draw it.", "/src/own"),
    ]
    assert found.broken == ()


@pytest.mark.parametrize("paths", ["/src/pier\n/src/other", '["/src/pier", "/src/other"]'])
def test_zeds_threads_tell_the_first_of_their_folders(tmp_path, paths):
    said = [{"User": {"id": "u1", "content": [{"Text": "Which pier?"}]}}]
    said.append({"Agent": {"content": [{"Text": "The north one."}], "tool_results": {}}})
    thread = {"version": "0.3.0", "title": "Piers", "messages": said, "updated_at": homes.at(4)}
    root = tmp_path / ".local" / "share" / "zed" / "threads"
    root.mkdir(parents=True)
    make(
        root / "threads.db",
        "CREATE TABLE threads (id TEXT, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB,"
        " folder_paths TEXT);",
        {"threads": [("t1", "Piers", homes.at(4), "json", json.dumps(thread).encode(), paths)]},
    )
    (session,) = looked_for(tmp_path).sessions
    assert (session.id, session.title, session.project) == ("t1", "Piers", "/src/pier")


def test_a_workspace_without_chats_is_not_broken(tmp_path):
    work = tmp_path / ".config" / "Cursor" / "User" / "workspaceStorage"
    state(work / "5f" / "state.vscdb", "ItemTable", **{"history.entries": []})
    torn = work / "60" / "state.vscdb"
    torn.parent.mkdir()
    torn.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    found = looked_for(tmp_path)
    assert found.sessions == ()
    assert found.broken == (torn,)


def test_copilot_clis_events_tell_the_project(tmp_path):
    context = {"cwd": PROJECT, "branch": "main"}
    events = [
        ("session.start", {"sessionId": "77", "context": context}),
        ("user.message", {"content": "Which gauge?", "transformedContent": "Which gauge?"}),
        ("assistant.message", {"content": "The northern one.", "messageId": "m1"}),
    ]
    lines = [
        {"type": kind, "data": data, "id": f"e{n}", "timestamp": homes.at(4, 12, n),
         "parentId": f"e{n - 1}" if n else None}
        for n, (kind, data) in enumerate(events)
    ]  # fmt: skip
    write(tmp_path / ".copilot" / "session-state" / "77" / "events.jsonl", *lines, day=4)
    (session,) = looked_for(tmp_path).sessions
    assert (session.id, session.title, session.project) == ("77", "Which gauge?", PROJECT)


def test_a_session_that_specstory_saved_twice_is_told_once(tmp_path):
    (tmp_path / ".git").mkdir()
    old = homes.specstory(tmp_path, "Hello", day=3)
    new = old.with_name("2026-10-03_12-00-00Z-hello-again.md")
    new.write_text(old.read_text())
    touch(new, 4)
    (session,) = looked_for(tmp_path / "home", tmp_path).sessions
    assert session.path == new


def test_a_history_with_the_time_of_its_start_alone_is_as_new_as_its_file(tmp_path):
    (tmp_path / ".git").mkdir()
    touch(homes.aider(tmp_path, "Hello", day=3), 8)
    (session,) = looked_for(tmp_path / "home", tmp_path).sessions
    assert session.last_at == datetime(2026, 10, 8, 12, 1, tzinfo=UTC)


def test_sub_agents_do_not_appear_as_sessions(tmp_path):
    child = {"subagent": {"thread_spawn": {"parent_thread_id": "0199"}}}
    homes.codex(tmp_path, "0200", "Count the gauges.", day=4, source=child)
    folder = tmp_path / ".claude" / "projects" / "-src"
    records = homes.claude_records("c1", "Count.", day=4, isSidechain=True, agentId="a7")
    write(folder / "7f.jsonl", *records)
    homes.gemini(tmp_path, "g1", "Count.", day=3, folder="tide", kind="subagent")
    tasks = tmp_path / ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks"
    homes.cline_task(tasks, "r-2", "Count.", day=6, parentTaskId="r-1")
    found = looked_for(tmp_path)
    assert found.sessions == ()
    assert found.broken == ()


def test_a_session_whose_file_also_holds_a_sub_agents_words_does(tmp_path):
    records = homes.claude_records("c1", "Look at it.", day=4)
    inner = homes.claude_records("c1", "Count.", day=4, isSidechain=True)
    for record in inner:
        record["uuid"] += "-inner"
    write(tmp_path / ".claude/projects/-src/c1.jsonl", *records, *inner)
    (session,) = looked_for(tmp_path).sessions
    assert session.messages == 2


def test_broken_files_are_counted_and_empty_ones_are_not_broken(tmp_path):
    homes.claude(tmp_path, "c1", "Hello", day=3)
    folder = tmp_path / ".claude" / "projects" / "-src"
    summary = {"type": "summary", "summary": "About tides", "leafUuid": "77"}
    write(folder / "stub.jsonl", summary)
    torn = folder / "torn.jsonl"
    torn.write_bytes(b"\x00\xff not JSON at all\n{{{{")
    found = looked_for(tmp_path)
    assert named(found) == ["c1"]
    assert found.broken == (torn,)


def test_a_file_that_goes_while_it_is_looked_at_is_broken(tmp_path):
    path = homes.claude(tmp_path, "c1", "Hello", day=3)
    files = session_files(machine(tmp_path))
    path.unlink()
    assert find(files, index=MemoryIndex()).broken == (path,)


def test_a_format_without_a_reader_is_told_apart_and_not_remembered(tmp_path, monkeypatch):
    homes.claude(tmp_path, "c1", "Hello", day=3)
    monkeypatch.setattr("graphpack.readers.TABLE", ())
    index = MemoryIndex()
    found = looked_for(tmp_path, index=index)
    assert (found.sessions, found.unknown, found.broken) == ((), 1, ())
    monkeypatch.undo()
    assert named(looked_for(tmp_path, index=index)) == ["c1"]


@pytest.mark.parametrize("head", ["", "x" * 70_000])
def test_the_project_is_found_below_a_first_record_of_any_length(tmp_path, head):
    snapshot = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {"was": head}}
    records = homes.claude_records("c1", "Hello", day=3)
    write(tmp_path / ".claude/projects/-x/c1.jsonl", snapshot, *records)
    assert looked_for(tmp_path).sessions[0].project == PROJECT


def test_gemini_keeps_a_hash_or_a_word_for_the_project(tmp_path):
    digest = hashlib.sha256(PROJECT.encode()).hexdigest()
    homes.gemini(tmp_path, "hashed", "one", day=3, folder=digest)
    homes.gemini(tmp_path, "rooted", "two", day=2, folder="tide")
    (tmp_path / ".gemini" / "tmp" / "tide" / ".project_root").write_text("/src/tide\n")
    homes.gemini(tmp_path, "listed", "three", day=1, folder="buoy")
    write(tmp_path / ".gemini" / "projects.json", {"projects": {"/src/buoy": "buoy"}})
    found = looked_for(tmp_path)
    assert [(s.id, s.project) for s in found.sessions] == [
        ("hashed", None), ("rooted", "/src/tide"), ("listed", "/src/buoy"),
    ]  # fmt: skip
    homes.claude(tmp_path, "c1", "Hello", day=4)
    known = with_projects(looked_for(tmp_path).sessions, machine(tmp_path))
    assert [session.project for session in known[:2]] == [PROJECT, PROJECT]


@pytest.mark.parametrize(
    ("address", "project"),
    [
        ({"folder": "file:///home/mira/tide%20mark"}, "/home/mira/tide mark"),
        ({"folder": "file:///c%3A/src/tide"}, "c:/src/tide"),
        ({"folder": "vscode-remote://wsl%2Bubuntu/home/mira/x"}, "/home/mira/x"),
        ({"workspace": "file:///home/mira/all/all.code-workspace"}, "/home/mira/all"),
        ({"folder": "file://[broken/x"}, "file://[broken/x"),
        ({"folder": 5}, None),
        ([], None),
    ],
)
def test_an_editors_workspace_names_the_project(tmp_path, address, project):
    user = tmp_path / ".config" / "Code" / "User"
    homes.copilot_chat(user, "5f", "p1", "Hello", day=4)
    write(user / "workspaceStorage" / "5f" / "workspace.json", address)
    assert looked_for(tmp_path).sessions[0].project == project


def test_the_current_project_is_its_root_and_all_below(tmp_path):
    root = tmp_path / "tide"
    (root / ".git").mkdir(parents=True)
    (root / "north").mkdir()
    (tmp_path / "link").symlink_to(root)
    homes.claude(tmp_path, "root", "Hello", day=5, project=str(root))
    homes.claude(tmp_path, "below", "Hello", day=4, project=str(root / "south"))
    homes.claude(tmp_path, "beside", "Hello", day=3, project=f"{root}-old")
    homes.claude(tmp_path, "above", "Hello", day=2, project=str(tmp_path))
    homes.gemini(
        tmp_path, "hashed", "x", day=1, folder=hashlib.sha256(str(root).encode()).hexdigest()
    )
    for folder in (root, root / "north", tmp_path / "link"):
        is_here = of_project(machine(tmp_path, folder))
        assert named(looked_for(tmp_path, keep=is_here)) == ["root", "below", "hashed"]


def test_a_home_under_version_control_is_not_one_project(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "a").mkdir()
    homes.claude(tmp_path, "a", "Hello", day=5, project=str(tmp_path / "a"))
    homes.claude(tmp_path, "b", "Hello", day=4, project=str(tmp_path / "b"))
    is_here = of_project(machine(tmp_path, tmp_path / "a"))
    assert named(looked_for(tmp_path, keep=is_here)) == ["a"]
