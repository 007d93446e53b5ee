"""The skill, the plugin and the block: what they say is true, and what others wrote stays."""

import json
import re
import shlex
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.main import get_command

from graphpack import __version__
from graphpack.cli.app import app
from graphpack.errors import UsageError
from graphpack.hooks.skill import (
    BLOCK_VERSION,
    add_block,
    agent_files,
    block_text,
    plugin,
    skill_text,
    take_block,
    write_all,
)

TRIGGERS = (
    "compress this chat", "save context", "new chat", "hand off", "transfer context",
    "too many tokens", "start fresh", "export conversation", "context graph",
    "continue in new session", "summarize", "share", "archive",
)  # fmt: skip


def commands(text):
    """The graphpack commands of a text, each with its options."""
    for line in re.findall(r"`([^`\n]*graphpack [^`\n]*)`", text):
        parts = shlex.split(line[line.index("graphpack ") :].replace("...", "x"))
        yield parts[1:]


@pytest.mark.parametrize("text", [skill_text(), block_text()], ids=["skill", "block"])
def test_every_command_and_option_that_is_named_is_one(text):
    found = list(commands(text))
    assert len(found) >= 6
    known = get_command(app).commands
    for name, *rest in found:
        command = known[name]
        options = {option for one in command.params for option in one.opts}
        assert [one for one in rest if one.startswith("--") and one not in options] == []


def test_the_skill_names_the_triggers_and_the_modes():
    _, head, body = skill_text().split("---\n", 2)
    assert re.search(r"(?m)^name: graphpack$", head)
    folded = " ".join(head.split())
    assert [one for one in TRIGGERS if f'"{one}"' not in folded] == []
    description = folded.split("description: >-")[1]
    assert len(description) <= 1024
    for mode in ("compact", "readable", "--paste"):
        assert mode in body


def test_the_plugin_has_a_manifest_the_skill_the_hooks_and_the_server(tmp_path):
    write_all(tmp_path, plugin())
    catalogue = json.loads((tmp_path / ".claude-plugin" / "marketplace.json").read_text())
    (entry,) = catalogue["plugins"]
    folder = tmp_path / entry["source"]
    manifest = json.loads((folder / ".claude-plugin" / "plugin.json").read_text())
    assert (manifest["name"], manifest["version"]) == ("graphpack", __version__)
    assert (folder / "skills" / "graphpack" / "SKILL.md").read_text() == skill_text()
    hooks = json.loads((folder / "hooks" / "hooks.json").read_text())["hooks"]
    assert set(hooks) == {"PreCompact", "SessionEnd", "SessionStart"}
    server = json.loads((folder / ".mcp.json").read_text())["mcpServers"]["graphpack"]
    assert [server["command"], *server["args"]] == ["graphpack", "mcp"]
    assert sys.prefix not in "".join(plugin().values())


def test_what_was_there_is_kept_and_a_second_time_changes_nothing(tmp_path):
    (tmp_path / "SKILL.md").write_text("mine\n")
    (one,) = write_all(tmp_path, {"SKILL.md": skill_text()})
    assert one.backup.read_text() == "mine\n"
    (again,) = write_all(tmp_path, {"SKILL.md": skill_text()})
    assert not again.is_changed
    assert len(list(tmp_path.iterdir())) == 2


def test_the_block_is_brought_up_to_date_in_its_place():
    old = "<!-- graphpack:begin 0 -->\nOld words.\n<!-- graphpack:end -->"
    text = f"# Rules\n\nBe kind.\n\n{old}\n\n## More\n"
    made = add_block(text, where="x")
    assert made == text.replace(old, block_text())
    assert add_block(made, where="x") == made


def test_a_newer_block_is_left_alone():
    text = f"<!-- graphpack:begin {BLOCK_VERSION + 1} -->\nNew.\n<!-- graphpack:end -->\n"
    with pytest.raises(UsageError, match="newer graphpack"):
        add_block(text, where="x")


@pytest.mark.parametrize(
    "text",
    [
        "<!-- graphpack:begin 1 -->\nx\n", "<!-- graphpack:end -->\n",
        "<!-- graphpack:end -->\n<!-- graphpack:begin 1 -->\n",
        "<!-- graphpack:begin 1 -->\n" * 2 + "<!-- graphpack:end -->\n",
    ],
)  # fmt: skip
def test_marks_that_are_no_pair_are_not_touched(text):
    for change in (add_block, take_block):
        with pytest.raises(UsageError, match="not one pair"):
            change(text, where="x")


LINES = st.lists(st.sampled_from(["# A", "text", "", "  - item", "<!-- note -->", "ü"]), max_size=8)


@given(lines=LINES, ending=st.sampled_from(["\n", "\r\n"]))
def test_the_block_comes_and_goes_and_the_rest_stays(lines, ending):
    text = ending.join(lines)
    made = add_block(text, where="x")
    assert made.startswith(text.rstrip("\r\n \t"))
    if "\r\n" in text:
        assert "\n" not in made.replace("\r\n", "")
    assert add_block(made, where="x") == made
    assert take_block(made, where="x").strip() == text.rstrip("\r\n \t").strip()
    assert "graphpack" not in take_block(made, where="x")


def test_the_files_of_a_project_are_those_it_has(tmp_path):
    assert agent_files(tmp_path) == ((tmp_path / "AGENTS.md").resolve(),)
    (tmp_path / "CLAUDE.md").write_text("x")
    assert [path.name for path in agent_files(tmp_path)] == ["CLAUDE.md"]
    (tmp_path / "AGENTS.md").write_text("x")
    assert [path.name for path in agent_files(tmp_path)] == ["AGENTS.md", "CLAUDE.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_file_that_is_a_link_to_the_other_gets_one_block(tmp_path):
    (tmp_path / "AGENTS.md").write_text("x")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    assert len(agent_files(tmp_path)) == 1
