"""``view``, ``show`` and ``render`` as commands; docs/view.md says what they do."""

import json
import re
from pathlib import Path

import networkx as nx
import pytest

from tests.cli.conftest import GARDEN
from tests.view.build import ATTACKS

PAGE = (Path(__file__).parents[2] / "docs" / "view.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ graphpack ").split()
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


@pytest.fixture
def pack(cli, garden, clean):
    assert cli("export", garden, "-o", "pack.json", "-q").code == 0
    return clean / "pack.json"


def test_every_command_of_the_page_runs(cli, clean):
    (clean / "session.json").write_text(json.dumps({"title": "Garden", "messages": GARDEN}))
    assert len(COMMANDS) == 14
    for command in COMMANDS:
        ran = cli(*command)
        assert ran.code == 0, (command, ran.err)
        if "-o" in command:
            assert (clean / command[command.index("-o") + 1]).stat().st_size > 100
        else:
            assert len(ran.out) > 100


def test_the_page_names_every_form(cli):
    told = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    help_text = " ".join(cli("render", "--help").out.split())
    offered = re.search(r"--to <([\w|]+)>", help_text)
    assert told == set(offered[1].split("|"))


def test_a_transcript_is_shown_with_its_evidence_in_place(cli, garden, clean):
    assert cli("view", garden, "-o", "garden.html").code == 0
    text = (clean / "garden.html").read_text(encoding="utf-8")
    assert "<mark>" in text
    assert "(user)" in text or '<strong dir="auto">user</strong>' in text
    assert "No evidence" not in text


def test_a_pack_is_shown_with_quotes_and_with_its_transcript_in_place(cli, pack, garden, clean):
    cli("view", pack, "-o", "bare.html")
    cli("view", pack, garden, "-o", "placed.html")
    bare, placed = ((clean / name).read_text("utf-8") for name in ("bare.html", "placed.html"))
    assert '<strong dir="auto">user</strong>' not in bare
    assert '<strong dir="auto">user</strong>' in placed
    assert "does not hold this quote" not in placed


def test_a_pack_comes_by_a_pipe_and_so_does_a_transcript(cli, pack, garden, monkeypatch):
    ran = cli("view", "-", stdin=pack.read_bytes())
    assert (ran.code, ran.out[:15]) == (0, "<!DOCTYPE html>")
    ran = cli("view", "-", stdin=garden.read_bytes())
    assert (ran.code, ran.out[:15]) == (0, "<!DOCTYPE html>")


def test_the_same_pack_gives_the_same_bytes(cli, pack):
    assert cli("view", pack).out == cli("view", pack).out == cli("render", pack, "--to", "html").out


def test_secrets_of_the_transcript_are_hidden_in_the_page(cli, clean):
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    said = [*GARDEN, {"role": "user", "content": f"Decision: the token {secret} stays."}]
    (clean / "chat.json").write_text(json.dumps({"messages": said}))
    ran = cli("view", "chat.json")
    assert ran.code == 0
    assert secret not in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["view", "garden.json", "-o", "garden.json"], "would be overwritten"),
        (["view", "garden.json", "garden.json"], "is no pack"),
        (["view", "none.json", "-o", "x.html"], "none.json"),
        (["view", "-", "-"], "only once"),
        (["render", "garden.json", "--to", "dot"], "a conversation (openai-chat), no pack"),
        (["render", "pack.json", "--to", "markdown", "-o", "pack.json"], "would be overwritten"),
        (["show", ""], "the name is empty"),
    ],
)
def test_what_cannot_be_shown_is_said(cli, pack, arguments, words):
    before = pack.read_bytes()
    ran = cli(*arguments)
    assert ran.code != 0
    assert words in ran.err
    assert ran.err.startswith("error: ")
    assert pack.read_bytes() == before


def test_a_broken_pack_is_a_broken_pack_and_no_transcript(cli, clean):
    (clean / "bad.json").write_text('{"v":2,"mode":"compact","desc":"d","n":[{}],"handoff":"h"}')
    ran = cli("view", "bad.json", "-o", "x.html")
    assert ran.code == 20


def test_a_terminal_is_not_filled_with_a_page(cli, pack, monkeypatch):
    monkeypatch.setattr("graphpack.cli.viewing.is_terminal", lambda stream: True)
    ran = cli("view", pack)
    assert ran.code == 2
    assert "-o FILE.html" in ran.err


def test_show_tells_the_groups_and_their_statements(cli, pack):
    ran = cli("show", pack)
    assert ran.code == 0
    assert re.findall(r"^(Open|Holds|Settled|Dropped) \(\d+\)$", ran.out, re.MULTILINE)
    assert "\x1b" not in ran.out
    for node in json.loads(pack.read_text())["n"]:
        assert f" {node['id']} " in ran.out


def test_show_plain_is_a_line_of_fields_for_each_statement(cli, pack):
    rows = [line.split("\t") for line in cli("show", pack, "--plain").out.splitlines()]
    nodes = {node["id"]: node for node in json.loads(pack.read_text())["n"]}
    assert {row[1] for row in rows} == set(nodes)
    for row in rows:
        said = " ".join(nodes[row[1]]["s"].split())
        assert len(row) == 6
        assert row[5] == said or row[5].startswith(f"{said} [superseded by n")


def test_show_colours_a_terminal_and_nothing_in_a_text_steers_it(cli, clean, monkeypatch):
    node = {"id": "n1", "t": "D", "i": "h", "s": "red \x1b[31m[red]alert[/red] \u202eabc \x07"}
    document = {"v": 2, "mode": "compact", "desc": "d\x1b]0;x\x07", "n": [node], "handoff": "h"}
    (clean / "pack.json").write_text(json.dumps(document))
    monkeypatch.setattr("graphpack.cli.showing.is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ran = cli("show", "pack.json")
    assert "\x1b[1" in ran.out
    bare = re.sub(r"\x1b\[[0-9;]*m", "", ran.out)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", bare)
    assert "[red]alert[/red]" in bare
    assert "\x1b[31m" not in ran.out
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3\d", cli("show", "pack.json").out)


def test_render_uses_the_evidence_beside_the_pack(cli, pack):
    text = cli("render", pack, "--to", "graphml", "--sources").out
    quotes = [data.get("quotes") for _, data in nx.parse_graphml(text).nodes(data=True)]
    assert all(quotes)
    assert "quotes" not in str(
        nx.parse_graphml(cli("render", pack, "--to", "graphml").out).nodes(data=True)
    )


def test_attacks_in_a_transcript_are_texts_of_its_page(cli, clean):
    said = [
        {"role": "user", "content": f"Decision: we keep {attack} in the shop."}
        for attack in ATTACKS
    ]
    (clean / "chat.json").write_text(json.dumps({"title": ATTACKS[0], "messages": said}))
    ran = cli("view", "chat.json")
    assert ran.code == 0
    assert "<script>window" not in ran.out
    assert "<img src=x" not in ran.out


@pytest.mark.parametrize("command", ["view", "render --to markdown"])
def test_the_evidence_beside_a_pack_is_not_overwritten(cli, pack, command):
    beside = Path(pack).with_suffix(".evidence.json")
    before = beside.read_bytes()
    name, *options = command.split()
    assert cli(name, pack, *options, "-o", beside).code == 2
    assert beside.read_bytes() == before


@pytest.mark.parametrize("name", [".", "..", "/"])
def test_a_folder_is_no_pack_to_draw(cli, clean, name):
    ran = cli("render", name, "--to", "dot", "-o", "drawn.dot")
    assert ran.code in {4, 20}
    assert not (clean / "drawn.dot").exists()
