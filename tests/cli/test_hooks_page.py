"""docs/hooks.md and docs/skill.md: their commands run, their tables name what there is."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from graphpack.hooks import entry, project, recall
from graphpack.hooks.hosts import HOSTS
from graphpack.hooks.skill import FOLDERS, block_text, plugin
from tests.bench.conftest import load
from tests.cli.conftest import EXAMPLES
from tests.cli.test_auditing import compacted  # noqa: F401  # a session with a compaction

ROOT = Path(__file__).parents[2]
HOOKS = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
SKILL = (ROOT / "docs" / "skill.md").read_text(encoding="utf-8")


@pytest.fixture
def home(clean, monkeypatch):
    monkeypatch.setenv("HOME", str(clean.parent / "home"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    shutil.copy(EXAMPLES / "auth-session.json", clean)
    (clean / "finding.txt").write_text("The cookie of app/auth/session.py lacks SameSite.\n")
    found = [{"kind": "note", "path": "app/auth/session.py", "text": "Sessions end after 12 hours"}]
    (clean / "results.json").write_text(json.dumps(found))
    return clean


def commands(page):
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                yield line.removeprefix("$ graphpack ")


@pytest.mark.parametrize(("page", "least"), [(HOOKS, 14), (SKILL, 13)], ids=["hooks", "skill"])
def test_every_command_of_the_pages_runs(cli, home, compacted, page, least):  # noqa: F811
    packs = home / ".graphpack" / "packs"
    packs.mkdir(parents=True)
    cli("export", "auth-session.json", "-o", packs / "session.json")
    ran = [(line, cli(*shlex.split(line))) for line in commands(page)]
    assert len(ran) >= least
    assert {line: (done.code, done.err) for line, done in ran if done.code} == {}


def test_the_second_brief_has_what_the_first_agent_found(cli, home):
    briefs = [cli(*shlex.split(line)) for line in commands(SKILL) if line.split()[0] in
              {"brief", "share"}]  # fmt: skip
    assert "lacks SameSite" not in briefs[0].out
    assert "lacks SameSite. (reviewer)" in briefs[3].out
    assert "Sessions end after 12 hours (runner)" in briefs[3].out


def test_the_table_of_moments_names_every_event():
    head, *_ = HOOKS.split("## Installing")
    told = set(re.findall(r"`([A-Z]\w+)`", head))
    assert told == {event.name for host in HOSTS.values() for event in host.events}


def test_the_places_that_are_told_are_the_places():
    for host in HOSTS.values():
        line = next(x for x in HOOKS.splitlines() if x.startswith(f"| `{host.name}` |"))
        assert f"`~/{host.folder}/{host.file}`" in line
        assert f"`{host.folder}/{host.file}`" in line
        assert host.home_variable is None or host.home_variable in line
    for host, folder in FOLDERS.items():
        line = next(x for x in SKILL.splitlines() if x.startswith(f"| `{host}`"))
        assert f"`~/{folder}`" in line


def test_the_settings_that_are_shown_are_those_that_are_written(cli, home):
    cli("hooks", "install", "claude-code", "--project")
    written = json.loads((home / ".claude" / "settings.json").read_text())
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", HOOKS, re.DOTALL)]
    assert written == shown[0]
    assert set(shown[1]["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}


def test_the_figures_of_the_page_are_those_of_the_code():
    assert f"waiting for {entry.WAIT_S} seconds" in HOOKS
    assert f"up to {entry.BACK_WAIT_S:.0f} seconds" in HOOKS
    assert f"newest {project.MAX_PACKS} sessions" in HOOKS
    assert f"at most {project.MAX_TEXT_BYTES:,} bytes" in HOOKS
    assert f"{entry.GROWN_BYTES // 1024} kB" in HOOKS
    assert f"up to {recall.BUDGET_TOKENS} tokens" in HOOKS
    assert recall.MAX_PACKS == 5
    assert recall.MIN_WORDS == 3


def test_every_file_of_the_plugin_is_told():
    assert [path for path in plugin() if path not in SKILL] == []
    assert len(block_text().splitlines()) == 2 + 11


def test_the_table_of_briefs_is_what_the_bench_writes():
    bench = load("brief")
    written = SKILL.split(bench.BEGIN)[1].split(bench.END)[0].strip()
    assert written == bench.table(bench.measure(bench.TASKS, "o200k_base"))
