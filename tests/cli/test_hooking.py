"""``graphpack hooks`` and ``graphpack skill``: what they write, and what they say."""

import io
import json
import sys

import pytest

from graphpack import cli as face


@pytest.fixture
def home(clean, monkeypatch):
    place = clean.parent / "home"
    place.mkdir()
    monkeypatch.setenv("HOME", str(place))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.mark.parametrize(
    ("host", "file"),
    [("claude-code", ".claude/settings.json"), ("codex", ".codex/hooks.json"),
     ("gemini", ".gemini/settings.json")],
)  # fmt: skip
@pytest.mark.parametrize("project", [(), ("--project",)])
def test_hooks_come_and_go(cli, clean, home, host, file, project):
    path = (clean if project else home) / file
    ran = cli("hooks", "install", host, *project)
    assert ran.code == 0
    assert f"{host}: installed in {path}" in ran.err
    assert f"hooks run {host}" in path.read_text()
    assert "installed already" in cli("hooks", "install", host, *project).err
    whose = "project" if project else "user"
    line = next(x for x in cli("hooks", "status").out.splitlines() if f"{host} ({whose})" in x)
    assert "SessionStart" in line
    assert "removed from" in cli("hooks", "uninstall", host, *project).err
    assert not path.exists()
    assert "nothing of graphpack" in cli("hooks", "uninstall", host, *project).err


def test_settings_that_are_no_json_are_said_and_left(cli, home):
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text("{ // mine\n}")
    ran = cli("hooks", "install", "claude-code")
    assert ran.code == 2
    assert "not JSON; left as it is" in ran.err
    assert "docs/hooks.md" in ran.err
    assert path.read_text() == "{ // mine\n}"


def test_what_is_installed_twice_is_said(cli, home):
    cli("hooks", "install", "claude-code")
    assert "twice" not in cli("hooks", "status").err
    cli("hooks", "install", "claude-code", "--project")
    assert "claude-code: is installed twice" in cli("hooks", "status").err


def test_the_prompts_and_the_wait_are_asked_for(cli, home):
    cli("hooks", "install", "gemini", "--prompts", "--wait", "5", "--quiet")
    text = (home / ".gemini" / "settings.json").read_text()
    assert "BeforeAgent" in text
    assert "--wait 5" in text


def test_an_unknown_host_is_a_usage_error(cli, home):
    assert cli("hooks", "install", "emacs").code == 2


def test_codex_is_told_of_trust(cli, home):
    assert "/hooks" in cli("hooks", "install", "codex").err


def test_what_hosts_call_takes_the_short_way(clean, home, monkeypatch, capsysbinary):
    data = json.dumps({"hook_event_name": "SessionStart", "cwd": str(clean)}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
    monkeypatch.setattr(sys, "argv", ["graphpack", "hooks", "run", "claude-code"])
    monkeypatch.setattr("graphpack.cli.surroundings.hold_streams", lambda: None)
    monkeypatch.setattr("graphpack.cli.app.run", lambda _: pytest.fail("the long way"))
    with pytest.raises(SystemExit) as done:
        face.main()
    assert done.value.code == 0
    assert capsysbinary.readouterr() == (b"", b"")


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("claude-code", "--help")])
def test_who_asks_for_help_is_no_host(clean, home, monkeypatch, capsys, arguments):
    monkeypatch.setattr(sys, "argv", ["graphpack", "hooks", "run", *arguments])
    monkeypatch.setattr("graphpack.cli.surroundings.hold_streams", lambda: None)
    monkeypatch.setattr("graphpack.cli._stops", lambda: ())
    monkeypatch.setattr("signal.signal", lambda *_: None)
    with pytest.raises(SystemExit) as done:
        face.main()
    assert done.value.code == 0
    assert "Usage: graphpack hooks run" in capsys.readouterr().out
    assert not (clean.parent / "state" / "graphpack" / "hooks.log").exists()


def test_the_long_way_does_the_same(cli, clean, home):
    ran = cli("hooks", "run", "claude-code", stdin=b"no json")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    log = clean.parent / "state" / "graphpack" / "hooks.log"
    assert "no JSON" in log.read_text()
    assert "no JSON" in cli("hooks", "status").out


@pytest.mark.parametrize(
    ("host", "folder"),
    [("claude-code", ".claude"), ("codex", ".agents"), ("gemini", ".gemini")],
)
def test_the_skill_goes_where_a_host_looks_for_it(cli, clean, home, host, folder):
    for options, base in (((), home), (("--project",), clean)):
        ran = cli("skill", "install", "--host", host, *options)
        assert ran.code == 0
        text = (base / folder / "skills" / "graphpack" / "SKILL.md").read_text()
        assert text.startswith("---\nname: graphpack\n")
        assert "wrote" in ran.err
        assert "up to date" in cli("skill", "install", "--host", host, *options).err


def test_the_skill_and_the_plugin_go_where_they_are_told_to(cli, clean, home):
    cli("skill", "install", "--into", "skills")
    assert (clean / "skills" / "graphpack" / "SKILL.md").is_file()
    cli("skill", "plugin", "plugins")
    assert (clean / "plugins" / "graphpack" / ".claude-plugin" / "plugin.json").is_file()


def test_the_block_comes_and_goes(cli, clean, home):
    (clean / "AGENTS.md").write_bytes(b"# Rules\r\n\r\nBe kind.\r\n")
    cli("skill", "agents-md")
    made = (clean / "AGENTS.md").read_bytes()
    assert made.startswith(b"# Rules\r\n\r\nBe kind.\r\n\r\n<!-- graphpack:begin 1 -->\r\n")
    assert not (clean / "CLAUDE.md").exists()
    assert "up to date" in cli("skill", "agents-md").err
    cli("skill", "agents-md", "--remove")
    assert (clean / "AGENTS.md").read_bytes() == b"# Rules\r\n\r\nBe kind.\r\n"
    assert sorted(path.name for path in clean.iterdir()) == ["AGENTS.md"]


def test_a_file_that_only_holds_the_block_goes_again(cli, clean, home):
    cli("skill", "agents-md", "--remove")
    assert list(clean.iterdir()) == []
    cli("skill", "agents-md")
    assert (clean / "AGENTS.md").is_file()
    cli("skill", "agents-md", "--remove")
    assert list(clean.iterdir()) == []


def test_one_bad_file_stops_all_of_them(cli, clean, home):
    (clean / "AGENTS.md").write_text("fine\n")
    (clean / "CLAUDE.md").write_text("<!-- graphpack:end -->\n")
    assert cli("skill", "agents-md").code == 2
    assert (clean / "AGENTS.md").read_text() == "fine\n"


def test_a_command_that_the_host_will_not_find_is_told(cli, clean, home, monkeypatch):
    monkeypatch.setenv("PATH", str(clean))
    warning = "claude-code: graphpack is not found"
    ran = cli("hooks", "install", "claude-code", "--project")
    assert ran.code == 0
    assert warning in ran.err
    assert warning in cli("hooks", "status").err
    doctor = {one["what"]: one for one in json.loads(cli("doctor", "--json").out)["findings"]}
    assert doctor["hooks claude-code"]["state"] == "wrong"
    assert "calls graphpack, which is not found" in doctor["hooks claude-code"]["detail"]
    # what others share names no folder of this machine
    assert "graphpack hooks run" in (clean / ".claude" / "settings.json").read_text()
    assert str(clean) not in (clean / ".claude" / "settings.json").read_text()
    program = clean / "graphpack"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert "not found" not in cli("hooks", "status").err


def test_a_program_that_moved_away_is_told(cli, clean, home):
    path = home / ".claude" / "settings.json"
    assert "not found" not in cli("hooks", "install", "claude-code").err
    settings = json.loads(path.read_text())
    for groups in settings["hooks"].values():
        for handler in groups[0]["hooks"]:
            handler["command"] = f"{clean}/gone/graphpack hooks run claude-code"
    path.write_text(json.dumps(settings))
    assert f"{clean}/gone/graphpack is not found" in cli("hooks", "status").err
