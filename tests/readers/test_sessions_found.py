"""Which sessions are read and told: the newest, the changed, the broken, the odd."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphpack.readers.discover import PLACES, SessionFile, session_files
from graphpack.readers.sessions import Fate, MemoryIndex, summarise
from graphpack.readers.whereabouts import whereabouts
from tests.readers import homes
from tests.readers.homes import machine, touch, write
from tests.readers.sessions_looked_for import looked_for, named


class Counting(MemoryIndex):
    """An index that tells what had to be read."""

    def __init__(self):
        super().__init__()
        self.read = []

    def put(self, file, entry):
        self.read.append(file.path.stem)
        super().put(file, entry)


def test_no_more_is_read_than_the_newest_need(tmp_path):
    for day in range(1, 10):
        homes.claude(tmp_path, f"c{day}", "Hello", day=day)
    index = Counting()
    found = looked_for(tmp_path, index=index, limit=2)
    assert named(found) == ["c9", "c8"]
    assert index.read == ["c9", "c8"]
    assert found.unread == 7


def test_a_file_touched_later_does_not_hide_a_newer_session(tmp_path):
    touch(homes.claude(tmp_path, "copied", "Hello", day=1), 20)
    homes.claude(tmp_path, "newest", "Hello", day=9)
    homes.claude(tmp_path, "older", "Hello", day=8)
    assert named(looked_for(tmp_path, limit=1)) == ["newest"]
    assert named(looked_for(tmp_path, limit=2)) == ["newest", "older"]


def test_nothing_is_read_that_ended_before_the_time_asked_for(tmp_path):
    for day in range(1, 10):
        homes.claude(tmp_path, f"c{day}", "Hello", day=day)
    touch(homes.claude(tmp_path, "copied", "Hello", day=1), 20)
    index = Counting()
    found = looked_for(tmp_path, index=index, since=datetime(2026, 10, 8, tzinfo=UTC))
    assert named(found) == ["c9", "c8"]
    assert index.read == ["copied", "c9", "c8"]


def test_only_what_is_wanted_counts_towards_the_limit(tmp_path):
    for day in range(1, 7):
        homes.claude(tmp_path, f"c{day}", "Hello", day=day, project=f"/src/{day % 2}")
    found = looked_for(tmp_path, limit=2, keep=lambda session: session.project == "/src/1")
    assert named(found) == ["c5", "c3"]


def test_a_file_is_read_again_when_its_size_or_its_time_changes_and_not_else(tmp_path):
    path = homes.claude(tmp_path, "c1", "Hello", day=3)
    index = Counting()
    for _ in range(3):
        looked_for(tmp_path, index=index)
    assert len(index.read) == 1
    touch(path, 4)
    looked_for(tmp_path, index=index)
    assert len(index.read) == 2
    write(path, *homes.claude_records("c1", "Hello again", day=3), day=4)
    (session,) = looked_for(tmp_path, index=index).sessions
    assert session.title == "Hello again"
    assert len(index.read) == 3


def test_progress_tells_what_is_read_and_nothing_of_what_is_known(tmp_path):
    for day in range(1, 4):
        homes.claude(tmp_path, f"c{day}", "Hello", day=day)
    index, told = MemoryIndex(), []
    for _ in range(2):
        looked_for(tmp_path, index=index, progress=lambda *state: told.append(state))
    assert told == [("looking through sessions", n, 3) for n in range(3)]


def test_without_times_the_files_own_is_taken(tmp_path):
    (tmp_path / ".git").mkdir()
    write(tmp_path / ".specstory/history/a.md", "_**User**_\n\nHello\n\n_**Agent**_\n\nYes.", day=7)
    (session,) = looked_for(tmp_path / "home", tmp_path).sessions
    assert session.last_at == datetime(2026, 10, 7, 12, 1, tzinfo=UTC)


ODD = [None, 7, "x", [], {}, [[]], {"id": 5}, {"sessionId": ["a"], "cwd": {"a": 1}}, True, 1e400]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_no_content_of_any_file_makes_it_fail(tmp_path, odd):
    code = tmp_path / ".config" / "Code" / "User"
    tasks = code / "globalStorage/rooveterinaryinc.roo-cline/tasks/1"
    write(tmp_path / ".claude/projects/-a/b.jsonl", odd, odd)
    write(tmp_path / ".codex/sessions/2026/10/01/rollout-1.jsonl", odd)
    write(tmp_path / ".gemini/tmp/p/chats/session-1.json", odd)
    write(tmp_path / ".gemini/projects.json", odd)
    write(code / "workspaceStorage/5f/chatSessions/a.json", odd)
    write(code / "workspaceStorage/5f/workspace.json", odd)
    write(tasks / "api_conversation_history.json", odd)
    write(tasks / "history_item.json", odd)
    write(tmp_path / ".continue/sessions/a.json", odd)
    write(tmp_path / ".local/share/amp/threads/T-1.json", odd)
    write(tmp_path / ".local/share/opencode/opencode.db", odd)
    write(tmp_path / ".cline/data/sessions/1/1.messages.json", odd)
    write(tmp_path / ".lmstudio/conversations/1.conversation.json", odd)
    files = session_files(machine(tmp_path))
    assert len(files) == 10
    for file in files:
        entry = summarise(file)
        assert entry.sessions == ()
        assert entry.fate is not Fate.READ


def test_deeply_nested_records_are_told_of_too(tmp_path):
    deep = "[" * 100_000
    path = write(
        tmp_path / ".claude/projects/-a/b.jsonl",
        '{"type":"user","cwd":' + deep,
        *homes.claude_records("c1", "Hello", day=3),
    )
    assert isinstance(path, Path)
    assert named(looked_for(tmp_path)) == ["c1"]


def test_times_at_the_edge_of_the_calendar(tmp_path):
    records = homes.claude_records("c1", "Hello", day=3)
    for record in records:
        record["timestamp"] = "9999-12-31T23:59:59-23:00"
    write(tmp_path / ".claude/projects/-a/b.jsonl", *records, day=3)
    assert named(looked_for(tmp_path, limit=1)) == ["c1"]


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.binary(max_size=300), st.sampled_from([b"", b"SQLite format 3\0", b'{"a":', b"[[", b"{"]))
def test_no_bytes_make_looking_around_fail(tmp_path, data, head):
    path = tmp_path / "workspaceStorage" / "5f" / "file.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + data)
    (path.parent / "workspace.json").write_bytes(data)
    for place in PLACES:
        whereabouts(SessionFile(path, place, None, 1, 1))
