"""``graphpack sessions``, and sessions as inputs, on a made-up machine."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphpack.cli import inputs, references
from graphpack.readers.discover import agents
from graphpack.readers.sessions import summarise
from tests.readers import homes
from tests.readers.databases import make
from tests.readers.homes import machine, write
from tests.timing import HANGS_S

ROOT = Path(__file__).parents[2]
NOW = ("--now", "2026-10-09T12:00:00Z")
OWN = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "COPILOT_HOME", "CLINE_DIR",
       "CLINE_DATA_DIR", "CONTINUE_GLOBAL_DIR", "VSCODE_PORTABLE", "XDG_DATA_HOME",
       "FLATPAK_XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")  # fmt: skip


@pytest.fixture
def home(clean, tmp_path, monkeypatch):
    """A home of its own, and no agent's variable."""
    for name in OWN:
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return home


@pytest.fixture
def tide(home):
    """Four sessions of two agents, in the order of their days."""
    homes.claude(home, "aa110000-1", "Which gauge is wrong?", day=3)
    homes.codex(home, "0199ab00-1", "Plot the tide at the pier.", day=5)
    homes.codex(home, "0199ab00-2", "Use metres everywhere.", day=6, project="/src/other")
    homes.claude(home, "bb220000-1", "Move the buoy.", day=9)
    return home


def titles(ran):
    return [one["title"] for one in json.loads(ran.out)["sessions"]]


def packed(ran):
    """The title of the session that was packed."""
    assert ran.code == 0, ran.err
    return ran.pack["context_graph"]["metadata"]["source"]["title"]


def test_the_newest_is_first_in_aligned_columns(cli, tide):
    ran = cli("sessions", *NOW)
    assert (ran.code, ran.err) == (0, "")
    lines = [line.split() for line in ran.out.splitlines()]
    assert lines[0] == ["WHEN", "SESSION", "PROJECT", "MESSAGES", "TOKENS", "TITLE"]
    assert [" ".join(line) for line in lines[1:]] == [
        "just now @claude-code/bb220000 /home/mira/tidemark 2 11 Move the buoy.",
        "3 d ago @codex/0199ab00-2 /src/other 2 11 Use metres everywhere.",
        "4 d ago @codex/0199ab00-1 /home/mira/tidemark 2 12 Plot the tide at the pier.",
        "6 d ago @claude-code/aa110000 /home/mira/tidemark 2 13 Which gauge is wrong?",
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--agent", "codex"], ["Use metres everywhere.", "Plot the tide at the pier."]),
        (["--agent", "claude"], ["Move the buoy.", "Which gauge is wrong?"]),
        (["--limit", "1"], ["Move the buoy."]),
        (["--since", "80h"], ["Move the buoy.", "Use metres everywhere."]),
        (["--since", "2026-10-06"], ["Move the buoy.", "Use metres everywhere."]),
        (["--since", "today", "--agent", "codex"], []),
    ],
)
def test_what_is_listed_can_be_narrowed(cli, tide, options, expected):
    ran = cli("sessions", "--json", *NOW, *options)
    assert ran.code == 0, ran.err
    assert titles(ran) == expected


def test_a_limit_says_what_it_leaves_out(cli, tide):
    assert (
        "older ones are in 3 files more; --limit 0 lists all" in cli("sessions", "--limit", "1").err
    )
    assert len(cli("sessions", "--limit", "0").out.splitlines()) == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--agent", "hal"], "no agent is called 'hal'"),
        (["--agent", "c"], "could be claude-code or codex or"),
        (["--agent", ""], "--agent"),
        (["--since", "soon"], "--since: 'soon' is not a time"),
        (["--now", "soon"], "--now: 'soon' is not a time"),
        (["--limit", "-1"], "--limit: is below zero"),
    ],
)
def test_what_makes_no_sense_is_refused(cli, tide, options, said):
    ran = cli("sessions", *options)
    assert ran.code == 2
    assert ran.out == ""
    assert said in ran.err


def test_a_machine_without_sessions(cli, home):
    ran = cli("sessions")
    assert (ran.code, ran.out, ran.err) == (0, "", "no sessions found\n")
    assert json.loads(cli("sessions", "--json").out)["sessions"] == []
    ran = cli("export", "@latest")
    assert ran.code == 2
    assert "@latest: no such session" in ran.err


def test_broken_files_are_told_of_and_do_no_harm(cli, tide):
    torn = write(tide / ".claude" / "projects" / "-x" / "torn.jsonl", "no JSON", day=7)
    ran = cli("sessions", *NOW)
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 5
    assert f"1 file could not be read: {torn}" in ran.err
    assert json.loads(cli("sessions", "--json").out)["broken_files"] == 1


def test_the_second_time_nothing_is_read(cli, tide, monkeypatch):
    first = cli("sessions", *NOW)
    monkeypatch.setattr("graphpack.readers.sessions.summarise", None)
    assert cli("sessions", *NOW) == first


def test_what_was_read_before_ctrl_c_is_remembered(cli, tide, monkeypatch):
    read = []

    def interrupted(file):
        if len(read) == 2:
            raise KeyboardInterrupt
        read.append(file)
        return summarise(file)

    monkeypatch.setattr("graphpack.readers.sessions.summarise", interrupted)
    assert cli("sessions").code == 130
    monkeypatch.setattr(
        "graphpack.readers.sessions.summarise", lambda file: read.append(file) or summarise(file)
    )
    cli("sessions")
    assert len(read) == len(set(map(str, read))) == 4


def test_a_secret_in_a_title_is_neither_shown_nor_remembered(cli, home, tmp_path):
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    homes.claude(home, "aa110000-1", f"Deploy with {token} please", day=3)
    for _ in range(2):
        for ran in (cli("sessions"), cli("sessions", "--json"), cli("export", "@claude")):
            assert token not in ran.out + ran.err
            assert "Deploy with" in ran.out + ran.err
    (index,) = (tmp_path / "cache" / "graphpack").iterdir()
    assert token not in index.read_text()


def test_without_a_place_to_remember_it_still_lists(cli, tide, tmp_path):
    (tmp_path / "cache").write_text("a file")
    ran = cli("sessions")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 5
    assert "cannot be remembered" in ran.err


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("@latest", "Move the buoy."),
        ("@codex/latest", "Use metres everywhere."),
        ("@codex/0199ab00-1", "Plot the tide at the pier."),
        ("@codex/0199AB00-2", "Use metres everywhere."),
        ("@claude-code/aa11", "Which gauge is wrong?"),
        ("@claude/bb", "Move the buoy."),
        ("@codex/rollout-2026-10-05", "Plot the tide at the pier."),
    ],
)
def test_a_session_is_an_input_by_its_name(cli, tide, name, title):
    ran = cli("export", name, "--mode", "readable")
    assert packed(ran) == title
    assert f"{name}: {title}" in ran.err
    assert f"{name}:" not in cli("export", name, "--quiet").err


def test_a_name_that_fits_several_lists_them(cli, tide):
    ran = cli("export", "@codex/0199")
    assert (ran.code, ran.out) == (2, "")
    assert "@codex/0199: 2 sessions fit" in ran.err
    assert "@codex/0199ab00-1" in ran.err
    assert "@codex/0199ab00-2" in ran.err
    assert "hint: " in ran.err


def test_a_whole_id_is_meant_even_where_a_longer_one_begins_so(cli, tide):
    homes.codex(tide, "0199ab00", "The short one.", day=1)
    assert packed(cli("export", "@codex/0199ab00", "--mode", "readable")) == "The short one."


@pytest.mark.parametrize("name", ["@hal", "@hal/12", "@codex/ffff", "@claude-code/-1", "@co/12"])
def test_a_name_that_fits_none_is_an_error(cli, tide, name):
    ran = cli("export", name)
    assert ran.code == 2
    assert name in ran.err


def test_a_file_may_be_called_so_but_an_agents_name_is_the_agents(cli, tide, garden):
    folder = garden.parent / "@plans"
    folder.mkdir()
    garden.rename(folder / "garden.json")
    assert cli("export", "@plans/garden.json").code == 0
    (folder / "garden.json").rename(garden.parent / "@latest")
    assert packed(cli("export", "@latest", "--mode", "readable")) == "Move the buoy."
    assert packed(cli("export", "./@latest", "--mode", "readable")) == "Garden"


def test_here_is_the_newest_session_of_the_current_project(cli, tide, clean):
    (clean / ".git").mkdir()
    homes.claude(tide, "cc330000-1", "Older here.", day=2, project=str(clean))
    homes.codex(tide, "0199ff00-1", "Newer here.", day=4, project=str(clean / "gauges"))
    ran = cli("export", "--here", "--mode", "readable")
    assert packed(ran) == "Newer here."
    assert packed(cli("export", "@here", "--mode", "readable")) == "Newer here."
    listed = cli("sessions", "--here", "--json")
    assert titles(listed) == ["Newer here.", "Older here."]
    (clean / "packs").mkdir()
    both = cli("export", "@latest", "--here", "--no-evidence", "-o", "packs/")
    assert both.code == 0, both.err
    assert (clean / "packs" / "latest.compact.json").is_file()
    assert (clean / "packs" / "here.compact.json").is_file()


def test_here_without_a_session_is_an_error(cli, tide):
    ran = cli("export", "--here")
    assert ran.code == 2
    assert "@here: no such session" in ran.err


def test_one_session_of_a_database_is_taken_by_its_id(cli, home):
    root = home / ".local" / "share" / "opencode"
    root.mkdir(parents=True)
    rows = {"session": [], "message": [], "part": []}
    for number, title in enumerate(("Gauges", "Buoys", "Piers"), start=1):
        session, when = f"ses_{number}abcdef", 1_790_000_000_000 + number
        rows["session"].append((session, "/src/p", None, title, when))
        data = json.dumps({"role": "user", "time": {"created": when}})
        rows["message"].append((f"msg_{number}", session, when, data))
        text = json.dumps({"type": "text", "text": f"Decision: {title} go to the north pier."})
        rows["part"].append((f"prt_{number}", f"msg_{number}", session, text))
    make(
        root / "opencode.db",
        "CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, title TEXT, time_created);"
        "CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);"
        "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);",
        rows,
    )
    assert packed(cli("export", "@opencode/ses_2", "--mode", "readable")) == "Buoys"
    assert packed(cli("export", "@opencode/latest", "--mode", "readable")) == "Piers"
    ran = cli("read", "@opencode/ses_1abc", "--to", "messages")
    assert ran.code == 0, ran.err
    assert "Gauges go to the north pier" in ran.out
    assert "Buoys" not in ran.out


def test_standard_input_that_is_no_terminal_is_never_asked(cli, tide):
    for arguments in ((), ("@codex",), ("@",)):
        ran = cli("export", *arguments, stdin=b"1\n")
        assert (ran.code, ran.out) == (2, "")
        assert "Which one" not in ran.err
    assert "INPUT: missing" in cli("export").err
    assert "@codex/0199ab00-2" in cli("export", "@codex").err


@pytest.fixture
def terminal(cli, monkeypatch):
    monkeypatch.setattr(references, "is_terminal", lambda _: True)
    monkeypatch.setattr(inputs, "is_terminal", lambda _: True)

    def call(*arguments, answers):
        stdin = "".join(f"{answer}\n" for answer in answers).encode()
        return cli(*arguments, "--mode", "readable", stdin=stdin)

    return call


def test_a_person_at_a_terminal_chooses_by_number_or_id(tide, terminal):
    ran = terminal("export", answers=["3"])
    assert packed(ran) == "Plot the tide at the pier."
    assert ran.out.startswith("{")
    assert "  1  2026-10-09  @claude-code/bb220000" in ran.err
    assert packed(terminal("export", "@codex", answers=["0199ab00-1"])) == (
        "Plot the tide at the pier."
    )
    assert packed(terminal("export", "@", answers=[""])) == "Move the buoy."
    ran = terminal("export", answers=["0199", "9", "@claude-code/aa110000"])
    assert packed(ran) == "Which gauge is wrong?"
    assert "0199: 2 of these fit" in ran.err
    assert "9: 0 of these fit" in ran.err


def test_a_person_who_ends_the_input_chooses_nothing(tide, terminal):
    ran = terminal("export", answers=[])
    assert (ran.code, ran.out) == (2, "")
    assert "nothing chosen" in ran.err


def test_a_single_session_needs_no_question(home, terminal):
    homes.claude(home, "aa110000-1", "Which gauge is wrong?", day=3)
    assert packed(terminal("export", answers=[])) == "Which gauge is wrong?"


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
def test_a_real_terminal_is_asked_and_sees_no_control_character(tide, clean, tmp_path):
    import pty

    homes.claude(tide, "dd440000-1", "\x1b]0;owned\x07Rise \x9b31m\u202ered", day=8)
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    command = [sys.executable, "-m", "graphpack", "export", "--mode", "readable"]
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(
            command, stdin=slave, stdout=out, stderr=slave, env=environment, cwd=clean
        )
        os.close(slave)
        os.write(master, b"2\n")
        seen = b""
        try:
            while chunk := os.read(master, 4096):
                seen += chunk
        except OSError:  # how a terminal says that nobody is at its other end
            pass
        assert process.wait(HANGS_S) == 0, seen
    os.close(master)
    text = seen.decode()
    assert "Which one" in text
    assert not any(ord(mark) < 32 or 127 <= ord(mark) < 160 for mark in text if mark not in "\r\n")
    assert "\u202e" not in text
    pack = json.loads((tmp_path / "out").read_text())
    assert "Rise" in pack["context_graph"]["metadata"]["source"]["title"]


def test_a_listing_changes_nothing_of_the_agents(cli, tide):
    before = {path: path.stat().st_mtime_ns for path in sorted(tide.rglob("*"))}
    cli("sessions", "--limit", "0")
    assert {path: path.stat().st_mtime_ns for path in sorted(tide.rglob("*"))} == before


def test_every_agent_can_be_asked_for(cli, home):
    for agent in agents():
        assert cli("sessions", "--agent", agent).code == 0
    assert machine(home)


def test_no_secret_in_an_id_or_a_project_is_shown(cli, home):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    homes.claude(home, f"aa110000-{secret}", "Which gauge is wrong?", day=3)
    homes.codex(home, "0199ab00-1", "Plot the tide.", day=5, project=f"/src/{secret}")
    for arguments in (["sessions", *NOW], ["sessions", "--json", *NOW], ["read", "@latest"]):
        ran = cli(*arguments)
        assert ran.code == 0, ran.err
        assert secret not in ran.out + ran.err
    assert json.loads(cli("sessions", "--json", *NOW).out)["sessions"]
