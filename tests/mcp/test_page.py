"""docs/mcp.md: its commands are taken, its JSON is what it says, its figures are the code's."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from graphpack.cli import serving
from graphpack.cli.app import run
from graphpack.mcp import building, finding, kept, listening
from graphpack.mcp.definitions import TOOLS
from graphpack.mcp.prompts import PROMPTS
from tests.mcp.conftest import ROOT

PAGE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
MCP_FIELDS = {"command", "args", "type", "env", "source", "url", "httpUrl", "headers"}


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def commands():
    return [line for block in blocks("sh") for line in block.splitlines()]


def documents():
    return [json.loads(block) for block in blocks("json")]


@pytest.fixture
def wanted(monkeypatch, tmp_path):
    """``wanted(arguments)`` gives what ``graphpack`` makes of a command line, without serving."""
    seen = []
    monkeypatch.setattr(serving, "run_mcp", lambda asked, arguments: seen.append(asked))

    def ask(arguments):
        assert run(arguments) == 0, arguments
        return seen.pop()

    return ask


def test_every_command_of_the_page_is_taken(wanted):
    served = 0
    for line in commands():
        words = shlex.split(line)
        if words[0] == "graphpack":
            wanted(words[1:])
            served += 1
        elif "--" in words:
            host, server = words[: words.index("--")], words[words.index("--") + 1 :]
            assert host[:3] in (["claude", "mcp", "add"], ["codex", "mcp", "add"])
            assert server[0] == "graphpack"
            wanted(server[1:])
            served += 1
        elif words[:3] == ["gemini", "mcp", "add"]:
            assert words[-3:] == ["graphpack", "graphpack", "mcp"]
        elif words[0] == "npx":
            assert words[2:5] == ["--cli", "graphpack", "mcp"]
        else:
            assert words[:3] in (["claude", "mcp", "add"], ["codex", "mcp", "add"]), line
            address = listening.Address()
            assert f"http://{address.host}:{address.port}{listening.PATH}" in words
    assert served >= 10


def entries():
    """The server as every host's file has it."""
    for document in documents():
        for key in ("mcpServers", "servers", "context_servers"):
            if key in document:
                yield document[key]["graphpack"]
    for block in blocks("toml"):
        yield tomllib.loads(block)["mcp_servers"]["graphpack"]


def test_every_hosts_file_starts_the_server_or_names_its_address(wanted):
    found = list(entries())
    assert len(found) >= 9
    for entry in found:
        assert set(entry) <= MCP_FIELDS
        if "command" in entry:
            assert Path(entry["command"]).name == "graphpack"
            wanted(entry["args"])
        else:
            address = listening.Address()
            url = entry.get("url", entry.get("httpUrl"))
            assert url == f"http://{address.host}:{address.port}{listening.PATH}"
            assert entry["headers"]["Authorization"].startswith("Bearer $")


def test_the_example_answers_what_the_page_says(call):
    start = next(at for at, one in enumerate(documents()) if "records" in one)
    given, asked, answer = documents()[start : start + 3]
    call("ingest_records", **given)
    assert call("get_file_history", **asked) == answer


def rows(title):
    table = PAGE.split(f"| {title} | what it does |", 1)[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_the_tables_name_all_there_is():
    assert rows("tool") == list(TOOLS)
    assert rows("prompt") == list(PROMPTS)


def test_the_table_has_every_argument_and_says_which_have_to_be_given():
    for name, tool in TOOLS.items():
        (cell,) = re.findall(rf"^\| `{name}` \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE)
        told = [one.strip("*`") for one in cell.split(", ") if one]
        assert told == list(tool.takes), name
        assert {one.strip("*`") for one in cell.split(", ") if "*" in one} == set(tool.required)


def test_the_figures_are_those_of_the_code():
    for figure in (
        f"{kept.Bounds().chars // (1 << 20)} million characters",
        f"latest {kept.Bounds().originals:,} originals",
        f"the {finding.MAX_RANKED} that share the most",
        f"the {building.MAX_JUDGED} that share the most",
        f"the latest\n{building.LATEST} besides",
        f"a body over {listening.MAX_BODY_BYTES >> 20} MiB",
        f"at most\n{listening.MAX_SESSIONS} are open",
        "half an hour" if listening.IDLE_S == 1_800 else "",
    ):
        assert figure
        assert figure in PAGE


def test_flags_that_belong_to_http_are_refused_without_it(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for flags, words in (
        (["--token", "x" * 20], "--token: is for --http alone"),
        (["--allow-host", "a"], "--allow-host: is for --http alone"),
        (["--http", "--token", "x" * 20, "--token-file", "y"], "only one of them"),
        (["--http", "--token-file", "missing"], "--token-file: missing"),
        (["--root", "missing"], "--root: missing: is no folder"),
        (["--store", " "], "--store: the name is empty"),
        (["--store", "."], "--store: .: "),
    ):
        assert run(["mcp", *flags]) in {2, 4}
        assert words in capsys.readouterr().err
