"""``graphpack read``: transcripts in other forms, and the list of what a file holds."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import GARDEN, chatgpt_chat
from tests.readers.records import Claude, jsonl, use


@pytest.mark.parametrize("form", ["markdown", "messages", "jsonl"])
def test_what_is_written_is_read_again(cli, garden, form):
    ran = cli("read", garden, "--to", form)
    assert ran.code == 0
    assert ran.err == "read: 6 messages\n"
    again = cli("read", "-", "--to", "messages", stdin=ran.out.encode())
    assert [(one["role"], one["content"]) for one in json.loads(again.out)] == [
        (one["role"], one["content"]) for one in GARDEN
    ]


def test_markdown_is_what_people_get(cli, garden):
    lines = cli("read", garden).out.splitlines()
    assert lines[0].startswith("<!-- graphpack transcript v1 ")
    assert lines[2:8] == ["# Garden", "", "## User", "", GARDEN[0]["content"], ""]


def test_a_pack_of_the_transcript_is_the_pack_of_the_source(cli, garden):
    garden.with_name("garden.md").write_text(cli("read", garden).out, encoding="utf-8")
    assert cli("export", "garden.md").pack["n"] == cli("export", garden).pack["n"]


def test_output_goes_to_a_file_but_never_over_the_input(cli, garden):
    assert cli("read", garden, "-o", "out.md", "-q").err == ""
    assert garden.with_name("out.md").read_text().count("## User") == 3
    refused = cli("read", garden, "-o", "garden.json")
    assert refused.code == 2
    assert "is an input" in refused.err


def test_one_of_many_has_to_be_picked(cli, chats):
    ran = cli("read", chats)
    assert ran.code == 2
    assert "chat-0013" in ran.err
    text = cli("read", chats, "--pick", "chat-0004").out
    assert "# Plan number 4" in text


def test_the_list_numbers_as_pick_does(cli, chats):
    ran = cli("read", chats, "--list")
    assert ran.err == "14 conversations, the newest first\n"
    assert len(ran.out.splitlines()) == 14
    rows = cli("read", chats, "--json").pack
    assert [row["number"] for row in rows] == list(range(1, 15))
    assert rows[2] == {
        "number": 3,
        "id": "chat-0011",
        "title": "Plan number 11",
        "at": "2022-01-19T00:00:05+00:00",
        "messages": 6,
        "hidden": 0,
        "branches": [],
        "source": "conversations.json",
        "format": "chatgpt",
    }
    assert "# Plan number 11" in cli("read", chats, "--pick", "3").out


@pytest.fixture
def agent_log(clean):
    main, side = Claude(), Claude(agent="a1")
    path = clean / "session.jsonl"
    path.write_bytes(
        jsonl(
            main.user("go"),
            main.says("m1", use("t1", "Task", prompt="look")),
            {**side.user("look at the gauges"), "agentId": None},
            side.says("s1", "Three gauges."),
            main.result("t1", "Three gauges."),
            '{"torn',
        )
    )
    return path


def test_what_is_left_out_is_counted(cli, agent_log):
    ran = cli("read", agent_log, "--to", "jsonl")
    assert ran.err.splitlines()[-1] == (
        "read: 3 messages | 1 skipped | 2 hidden (of sub-agents; --subagents reads them)"
    )
    assert [json.loads(line)["origin"] for line in ran.out.splitlines()] == ["main"] * 3
    whole = cli("read", agent_log, "--to", "jsonl", "--subagents")
    assert whole.err.splitlines()[-1] == "read: 5 messages | 1 skipped"
    assert "hidden" in cli("export", agent_log).err
    assert "hidden" not in cli("export", agent_log, "--subagents").err


def test_the_project_can_ask_for_sub_agents(cli, agent_log):
    (agent_log.parent / ".graphpack.toml").write_text("subagents = true")
    assert "read: 5 messages" in cli("read", agent_log).err


@pytest.fixture
def forked(clean):
    """A chat whose last answer was given twice."""
    chat = chatgpt_chat(1, "Forked", day=19_000)
    chat["mapping"]["m4"]["children"].append("other")
    chat["mapping"]["other"] = {
        "id": "other",
        "parent": "m4",
        "children": [],
        "message": {
            "id": "other",
            "author": {"role": "assistant"},
            "create_time": 1.0,
            "content": {"content_type": "text", "parts": ["The other answer."]},
            "metadata": {},
        },
    }
    path = clean / "forked.json"
    path.write_text(json.dumps([chat]), encoding="utf-8")
    return path


def test_a_branch_is_counted_and_can_be_read(cli, forked):
    assert cli("read", forked, "--json").pack[0]["branches"] == ["other"]
    assert cli("read", forked).err.endswith(
        "read: 6 messages | 1 abandoned branch (--branch reads them)\n"
    )
    ran = cli("read", forked, "--branch", "other", "--to", "messages")
    texts = [one["content"] for one in json.loads(ran.out)]
    assert texts == [*(one["content"] for one in GARDEN[:5]), "The other answer."]
    rows = cli("read", forked, "--branch", "all", "--json").pack
    assert [row["id"] for row in rows] == ["chat-0001", "chat-0001~other"]
    assert cli("export", forked, "--branch", "other").code == 0
    missing = cli("read", forked, "--branch", "none")
    assert missing.code == 2
    assert "chat-0001~other" in missing.err


def test_a_title_picks_a_conversation_and_all_its_branches(cli, forked, chats):
    title = cli("read", forked, "--json").pack[0]["title"]
    ran = cli("read", forked, "--branch", "all", "--pick", title[:8], "--to", "jsonl")
    ids = [json.loads(line)["conversation"] for line in ran.out.splitlines()]
    assert list(dict.fromkeys(ids)) == ["chat-0001", "chat-0001~other"]
    assert cli("read", forked, "--branch", "all", "--pick", "chat-0001", "--to", "jsonl") == ran
    one = cli("read", forked, "--branch", "all", "--pick", "chat-0001~other", "--to", "jsonl")
    assert {json.loads(line)["conversation"] for line in one.out.splitlines()} == {ids[-1]}
    command = ("export", forked, "--branch", "all", "--pick", title[:8], "-o", "pack.json")
    assert cli(*command).code == 0
    folder = Path(forked).parent
    assert (folder / "pack.json").is_file()
    assert (folder / "pack-branch-1.evidence.json").is_file()
    assert cli("read", chats, "--branch", "all", "--pick", "Plan").code == 2


def test_the_list_shows_the_ids_of_branches_whole(cli, clean):
    long = "0199ab42-7a52-7e1c-8a8d-41b1c4a6a0ff"
    node = {"id": "a", "role": "user", "content": "Hi"}
    (clean / "long.json").write_text(
        json.dumps({"id": f"{long}~{long}", "messages": [node, {**node, "role": "assistant"}]})
    )
    assert f"{long}~{long}" in cli("read", "long.json", "--list").out


def test_of_what_cannot_be_read_every_format_says_why_where_asked(cli, clean):
    (clean / "odd.json").write_text('{"tide": 3}')
    ran = cli("read", "odd.json", "--debug")
    assert ran.code == 5
    assert "odd.json: JSON of no known format (its keys: `tide`)" in ran.err
    told = ran.err.split("hint")[0]
    for row in cli("formats").out.splitlines():
        assert row.split()[0] in told


def test_what_cannot_be_read_is_refused_in_few_lines_near_misses_first(cli, clean):
    (clean / "odd.json").write_text('{"sessionId": "a", "chunkedPrompt": {}, "steps": []}')
    ran = cli("read", "odd.json")
    assert ran.code == 5
    lines = ran.err.splitlines()
    assert len(lines) <= 6
    assert "  ai-studio: has `chunkedPrompt` but not `chunks`" in lines
    assert any("other formats do not fit" in line for line in lines)
    assert "docs/own-reader.md" in lines[-1]
    empty = cli("read", "-", stdin=b"\n")
    assert (empty.code, len(empty.err.splitlines())) == (5, 2)


def test_secrets_are_hidden_unless_told_otherwise(cli, clean):
    token = "ghp_" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d"
    (clean / "leak.json").write_text(json.dumps([{"role": "user", "content": f"use {token} now"}]))
    ran = cli("read", "leak.json")
    assert token not in ran.out
    assert "secrets hidden: 1 " in ran.err
    whole = cli("read", "leak.json", "--redact", "off")
    assert f"use {token} now" in whole.out
    assert "hidden" not in whole.err


def test_many_notices_are_counted_and_point_at_no_file_that_is_not_there(cli, clean):
    folder = clean / "many"
    folder.mkdir()
    for n in range(20):
        (folder / f"{n:02}.jsonl").write_bytes(jsonl(Claude(f"s-{n}").user("go"), "{torn"))
    ran = cli("read", folder, "--list")
    assert ran.err.splitlines()[-2:] == [
        "note: 8 more",
        "20 conversations, the newest first",
    ]


@pytest.mark.parametrize("command", ["read", "export --now 0", "view --now 0"])
def test_a_dash_is_standard_output(cli, garden, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    ran = cli(*command.split(), garden, "-o", "-")
    assert ran.code == 0
    assert ran.out == cli(*command.split(), garden).out != ""
    assert not (tmp_path / "-").exists()
