"""The commands of an archive, as a person types them."""

import json
import os
import subprocess
import sys

import pytest

from tests.archive.talks import write_chat

NOW = "2026-03-04T05:06:07Z"


@pytest.fixture
def graphpack(tmp_path, monkeypatch, capsys):
    """Runs a command line in an empty home; gives code, output and what was said."""
    from graphpack.cli.app import run

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in [name for name in os.environ if name.startswith("GRAPHPACK_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = run(["archive", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def filled(graphpack, tmp_path):
    for number in range(3):
        write_chat(tmp_path / f"in/{number}.json", number)
    code, _, err = graphpack(
        "add", "in", "--project", "harbour", "--author", "Mira Solano", "--tag", "plan",
        "--db", "team.db", "--now", NOW,
    )  # fmt: skip
    assert (code, err) == (0, "3 added\n")
    return graphpack


def _refs(graphpack, *choice):
    code, out, _ = graphpack("list", "--db", "team.db", "--json", *choice)
    assert code == 0
    return [session["ref"] for session in json.loads(out)]


def test_a_file_of_ones_own_is_made_where_none_is_named(graphpack, tmp_path):
    write_chat(tmp_path / "1.json", 1)
    assert graphpack("add", "1.json", "--json")[:2] == (
        0,
        '{"added": 1, "grown": 0, "updated": 0, "unchanged": 0, "older": 0, "known": 0,'
        ' "failed": 0}\n',
    )
    (found,) = (tmp_path / "home").rglob("archive.db")
    assert found.stat().st_mode & 0o077 == 0
    code, out, _ = graphpack("list")
    assert code == 0
    # filed under the folder it lies in
    assert tmp_path.name[:16] in out


def test_the_setting_names_the_archive(graphpack, tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_DB", str(tmp_path / "set.db"))
    assert graphpack("init")[0] == 0
    assert (tmp_path / "set.db").exists()


def test_a_projects_file_does_not_name_the_archive(graphpack, tmp_path):
    (tmp_path / ".graphpack.toml").write_text("db = 'postgresql://elsewhere/x'\n")
    code, _, err = graphpack("init")
    assert code == 2
    assert "not taken from a project's file" in err


def test_init_says_what_it_did(graphpack):
    assert graphpack("init", "--db", "team.db") == (0, "", "team.db: ready\n")
    assert graphpack("init", "--db", "team.db") == (0, "", "team.db: is up to date\n")


def test_what_is_not_there_is_said(graphpack):
    code, out, err = graphpack("list", "--db", "none.db")
    assert (code, out) == (40, "")
    hint = "hint: graphpack archive init --db none.db makes one\n"
    assert err == f"error: none.db: no archive yet\n{hint}"


def test_sessions_are_listed_and_shown(filled):
    code, out, _ = filled("list", "--db", "team.db", "--tag", "plan")
    assert code == 0
    assert len(out.splitlines()) == 3
    ref = _refs(filled)[0]
    assert out.startswith(ref[:8])
    code, out, _ = filled("show", ref[:8], "--db", "team.db")
    assert code == 0
    assert "brought by    Mira Solano" in out
    assert "decision:" in out
    code, out, _ = filled("show", ref[:8], "--db", "team.db", "--as", "pack")
    assert json.loads(out)["context_graph"]["metadata"]["mode"] == "archive"
    code, out, _ = filled("show", ref[:8], "--db", "team.db", "--as", "transcript")
    assert len(out.splitlines()) == 6
    code, out, err = filled("show", "zz", "--db", "team.db")
    assert (code, out) == (2, "")
    assert "no session is called so" in err


def test_what_does_not_hold_is_not_shown_as_if_it_did(graphpack, tmp_path):
    (tmp_path / "tent.txt").write_text(
        "Marta: Let's take the courtyard with a tent for the open day.\n"
        "Jonas: Agreed, the courtyard with a tent it is.\n"
        "Marta: The courtyard is closed. Use the foundry hall instead of the courtyard.\n"
        "Jonas: Agreed, the foundry hall instead of the courtyard.\n"
    )
    assert graphpack("add", "tent.txt", "--db", "a.db")[0] == 0
    ref = json.loads(graphpack("list", "--db", "a.db", "--json")[1])[0]["ref"]
    whole = json.loads(graphpack("show", ref, "--db", "a.db", "--as", "pack")[1])
    nodes = whole["context_graph"]["nodes"]
    assert any(node.get("status") == "abandoned" for node in nodes)
    out = graphpack("show", ref, "--db", "a.db")[1]
    for node in nodes:
        assert f"\n{node['id']} {node['type']} {node.get('status', '')}".rstrip() in out


def test_what_was_added_is_known(filled, tmp_path):
    write_chat(tmp_path / "in/1.json", 1, messages=8)
    code, _, err = filled("add", "in", "--project", "harbour", "--db", "team.db", "--now", NOW)
    # another person brings it: the tags that are there stay, and what did not change stays
    assert (code, err) == (0, "1 grown | 2 unchanged\n")


def test_a_file_that_fails_is_told_and_stops_nothing(filled, tmp_path):
    code, out, err = filled("add", "in", "none.json", "--db", "team.db", "--json")
    assert code == 0
    assert json.loads(out)["failed"] == 1
    assert "error: none.json: no such file" in err
    code, _, _ = filled("add", "in", "none.json", "--db", "team.db", "--fail-on-notice")
    assert code == 50
    code, _, err = filled("add", "none.json", "--db", "team.db")
    assert (code, err.count("no such file")) == (4, 1)
    code, _, err = filled("add", "none.json", "nor.json", "--db", "team.db")
    assert (code, err.count("no such file")) == (4, 2)


def test_a_pack_is_no_conversation_and_what_it_is_good_for_is_said(filled, tmp_path):
    pack = {"v": 2, "mode": "compact", "desc": "The ferry.", "n": [], "r": []}
    for name in ("packs/a.json", "packs/b.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(pack), encoding="utf-8")
    code, _, err = filled("add", "packs/a.json", "--db", "team.db")
    assert code == 4
    assert err.count("a pack already, no conversation") == 1
    assert "hint: graphpack resume PACK" in err
    # beside others they are told of, each with its own line
    code, _, err = filled("add", "packs/a.json", "packs/b.json", "--db", "team.db")
    assert code == 4
    assert "error: b.json: a pack already, no conversation" in err
    code, _, err = filled("add", "packs", "in", "--project", "harbour", "--db", "team.db")
    assert code == 0
    assert "a pack, no conversation; skipped" in err
    assert filled("list", "--db", "team.db")[1].count("\n") == 3


def test_what_an_archive_holds_is_counted_and_checked(filled):
    code, out, _ = filled("stats", "--db", "team.db", "--json")
    found = json.loads(out)
    assert (code, found["sessions"], found["messages"], found["authors"]) == (0, 3, 18, 1)
    code, out, _ = filled("stats", "--db", "team.db")
    assert "harbour: 3 sessions" in out
    assert filled("doctor", "--db", "team.db") == (0, "team.db: sound\n", "")
    code, out, _ = filled("doctor", "--db", "team.db", "--json", "--scrub")
    assert json.loads(out) == {"faults": [], "failed_files": []}


def test_doctor_fails_where_something_is_wrong(filled, tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "team.db") as connection:
        connection.execute("DELETE FROM messages WHERE position = 1")
    connection.close()
    code, out, err = filled("doctor", "--db", "team.db")
    assert code == 20
    assert "says 6 messages, and has 5" in out
    assert "3 faults" in err


def test_forgetting_is_never_an_accident(filled):
    ref = _refs(filled)[0]
    code, _, err = filled("forget", "--db", "team.db")
    assert code == 2
    assert "which sessions" in err
    code, _, err = filled("forget", ref, "--db", "team.db")
    assert code == 2
    assert "--yes" in err
    assert len(_refs(filled)) == 3
    code, _, err = filled("forget", "zz", "--db", "team.db", "--yes")
    assert code == 2
    code, _, err = filled("forget", ref, "--db", "team.db", "--yes")
    assert code == 0
    assert err.startswith("forgotten: 1 session,")
    assert ref not in _refs(filled)
    code, _, err = filled("forget", "--author", "Mira Solano", "--db", "team.db", "--yes")
    assert err.startswith("forgotten: 2 sessions")
    # a name that nobody bears any more may as well be a mistyped one
    code, _, err = filled("forget", "--project", "harbour", "--db", "team.db", "--yes")
    assert (code, err.partition("\n")[0]) == (
        2,
        "error: --project: harbour: nothing in the archive has it",
    )
    assert filled("forget", "--before", "2020-01-01", "--db", "team.db", "--yes")[::2] == (
        0,
        "no session fits\n",
    )


def test_what_is_old_is_forgotten_by_age(filled):
    old = ("--before", "30d", "--now", "2026-04-04T00:00:00Z", "--db", "team.db")
    # nobody knows when they were held, but they came before
    assert _refs(filled, "--before", "2026-04-01") == []
    code, _, err = filled("forget", *old, "--yes")
    assert (code, err.split(",")[0]) == (0, "forgotten: 3 sessions")
    code, _, err = filled("forget", "--before", "whenever", "--db", "team.db", "--yes")
    assert code == 2


def test_all_goes_out_and_comes_back(filled, tmp_path):
    assert filled("export", "out", "--db", "team.db") == (0, "", "exported: 3 sessions to out\n")
    assert filled("import", "out", "--db", "new.db") == (0, "", "imported: 3 sessions\n")
    assert filled("import", "out", "--db", "new.db")[2] == "imported: 0 sessions | 3 were there\n"
    code, out, _ = filled("list", "--db", "new.db", "--json")
    assert [s["ref"] for s in json.loads(out)] == _refs(filled)
    code, _, err = filled("export", "out", "--db", "team.db")
    assert code == 2
    assert "is not empty" in err


def test_help_starts_at_once():
    # what a database needs takes long to load, and help needs none of it
    code = (
        "import sys; from graphpack.cli.app import run; run(['archive', 'add', '--help']);"
        "sys.exit(any(n in sys.modules for n in ('sqlalchemy', 'alembic', 'distributed')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("list", "--project", "harbor"), "did you mean harbour?"),
        (("list", "--author", "Zed"), "there are: Mira Solano"),
        (("list", "--tag", "plans"), "did you mean plan?"),
        (("search", "ferry", "--type", "decison"), "did you mean decision?"),
        (("search", "--status", "qqq"), "there are: active"),
        (("search", "--said-by", "Zed"), "there are: assistant, user"),
        (("search", "--session", "zz"), "archive list --db team.db shows what there is"),
        (("decisions", "--project", "nope"), "there are: harbour"),
        (("timeline", "ferry", "--author", "Mira Solan"), "did you mean Mira Solano?"),
        (("merge", "--project", "nope"), "there are: harbour"),
        (("export", "out", "--tag", "x"), "there are: plan"),
        (("forget", "--project", "nope", "--yes"), "there are: harbour"),
        (("list", "--after", "2026-03-01", "--before", "2026-02-01"), "the earlier one"),
        (("search", "--after", "soon"), "--after 7d"),
    ],
)
def test_a_filter_that_names_nothing_is_a_mistake(filled, tmp_path, command, said):
    code, out, err = filled(*command, "--db", "team.db")
    assert (code, out) == (2, ""), err
    assert said in err
    assert not (tmp_path / "out").exists()
    assert len(_refs(filled)) == 3


def test_what_has_no_date_is_said_to_be_left_out(filled):
    code, out, err = filled("list", "--db", "team.db")
    assert (code, out.count("  no date  "), err) == (0, 3, "")
    left = "left out: 3 sessions without a date, for --after and --before go by dates\n"
    assert filled("list", "--db", "team.db", "--after", "2020-01-01") == (0, "", left)
    code, out, _ = filled("search", "--db", "team.db", "--before", NOW, "--json")
    assert json.loads(out) == {"hits": [], "sessions_without_date": 3}
    code, out, _ = filled("search", "ferry", "--db", "team.db", "--in", "nodes", "--json")
    assert json.loads(out)["hits"]
    assert not any("said_at" in hit for hit in json.loads(out)["hits"])


@pytest.mark.parametrize(
    "command",
    [
        ("list",), ("search", "x"), ("decisions",), ("timeline", "x"), ("stats",), ("doctor",),
        ("export", "out"), ("show", "abc"), ("merge", "--project", "x"), ("forget", "abc", "--yes"),
        ("import", "no-folder"), ("add", "no-file"),
    ],
)  # fmt: skip
def test_no_archive_is_made_where_there_is_nothing_to_put_in(graphpack, tmp_path, command):
    code, _, err = graphpack(*command, "--db", "not there.db")
    assert code == (4 if command[0] in {"import", "add"} else 40)
    if code == 40:
        assert "graphpack archive init --db 'not there.db' makes one" in err
    assert list(tmp_path.glob("*.db*")) == []
    assert list(tmp_path.glob("out*")) == []


def test_half_an_export_is_not_left_behind(filled, tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "team.db") as connection:
        connection.execute("UPDATE blobs SET content = x'01ff'")
    code, _, err = filled("export", "out", "--db", "team.db")
    assert (code, "damaged" in err) == (40, True)
    assert list(tmp_path.glob("out*")) == []


def test_help_tells_the_exit_codes(graphpack, capsys):
    from graphpack.cli.app import run

    assert "Exit 40" in graphpack("--help")[1]
    assert run(["serve", "--help"]) == 0
    assert "Exit 40" in capsys.readouterr().out
