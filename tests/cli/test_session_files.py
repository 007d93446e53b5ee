"""What lies beside a session that is named: its sub-agents, and the target of ``-o``."""

import json

import pytest

from tests.cli.test_sessions import home, tide  # noqa: F401  # fixtures
from tests.readers.records import Claude, jsonl

SESSION = "aa110000-1"


def folder_of(home):  # noqa: F811
    (path,) = home.glob(".claude/projects/*/aa110000-1.jsonl")
    return path.parent


def side(session, agent, words):
    records = Claude(session, agent=agent)
    return jsonl(records.user(f"look at {words}"), records.says("s1", f"I counted {words}."))


def said(ran):
    assert ran.code == 0, ran.err
    return json.dumps([one["content"] for one in ran.pack], ensure_ascii=False)


@pytest.mark.parametrize(
    "name",
    [
        f"{SESSION}/subagents/agent-a1.jsonl",
        f"{SESSION}/subagents/workflows/w/agent-a1.jsonl",
        "agent-a1.jsonl",
    ],
)
def test_sub_agents_of_a_named_session_are_read_where_asked(cli, tide, name):  # noqa: F811
    folder = folder_of(tide)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(side(SESSION, "a1", "gauges"))
    (folder / "agent-b2.jsonl").write_bytes(side("bb220000-1", "b2", "buoys"))
    (folder / "agent-c3.jsonl").write_bytes(side("cc330000-1", "c3", "cranes"))
    whole = said(cli("read", f"@claude-code/{SESSION}", "--to", "messages", "--subagents"))
    assert "I counted gauges." in whole
    assert "buoys" not in whole
    assert "cranes" not in whole
    assert "gauges." not in said(cli("read", f"@claude-code/{SESSION}", "--to", "messages"))


def test_a_session_without_sub_agents_is_read_all_the_same(cli, tide):  # noqa: F811
    for name in (f"@claude-code/{SESSION}", "@codex/latest"):
        plain = cli("read", name, "--to", "messages")
        assert cli("read", name, "--to", "messages", "--subagents").out == plain.out


@pytest.mark.parametrize("command", [["export"], ["export", "--no-evidence"], ["read"]])
def test_the_named_session_is_never_written_over(cli, tide, command):  # noqa: F811
    path = folder_of(tide) / f"{SESSION}.jsonl"
    before = path.read_bytes()
    for name in (f"@claude-code/{SESSION}", f"@claude/{SESSION}"):
        ran = cli(command[0], name, *command[1:], "-o", path)
        assert ran.code == 2
        assert "would be overwritten" in ran.err
    assert path.read_bytes() == before


def test_a_link_to_the_named_session_is_the_session(cli, tide, tmp_path):  # noqa: F811
    path = folder_of(tide) / f"{SESSION}.jsonl"
    before = path.read_bytes()
    (tmp_path / "link.json").symlink_to(path)
    assert cli("export", f"@claude/{SESSION}", "-o", tmp_path / "link.json").code == 2
    assert path.read_bytes() == before
