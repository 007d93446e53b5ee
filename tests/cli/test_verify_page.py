"""docs/verify.md: its commands run, its tables name what there is."""

import contextlib
import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from graphpack.model.loss import LossKind
from graphpack.model.report import Report, Strategy
from graphpack.render.losses import LossReport, losses_json
from tests.cli.conftest import EXAMPLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")


@pytest.fixture
def examples(clean):
    for name in ("auth-session.json", "release-planning.md"):
        shutil.copy(EXAMPLES / name, clean)
    return clean


def commands():
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                yield line.removeprefix("$ graphpack ")


def test_every_command_of_the_page_runs(cli, examples):
    ran = {line: cli(*shlex.split(line)) for line in commands()}
    assert len(ran) >= 8
    assert {line: done.code for line, done in ran.items() if done.code} == {}
    assert (examples / "losses.md").is_file()
    assert (examples / "both.evidence.json").is_file()


def test_the_python_of_the_page_runs(cli, examples):
    for line in ("auth-session.json -o pack.json", "release-planning.md -o other.json"):
        cli("export", *line.split())
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert '"mode":"compact"' in out.getvalue()


def table(title):
    section = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    return "\n".join(line for line in section.splitlines() if line.startswith("|"))


def test_the_table_of_findings_names_every_code():
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "graphpack" / "verify").glob("*.py")
    )
    made = set(re.findall(r'Finding\(\s*"([a-z-]+)"', source)) | {"detail-nowhere"}
    made |= set(re.findall(r'"((?:number|word|order)-differs)"', source))
    code = r"`([a-z]+-[a-z-]+|dangling|loop|circle|overtaken)`"
    told = set(re.findall(code, table("What verify looks at")))
    assert told == made


def test_the_keys_of_the_json_are_told(cli, examples):
    cli("export", "auth-session.json", "-o", "pack.json")
    whole = cli("verify", "pack.json", "auth-session.json", "--json").pack
    section = PAGE.split("## What verify looks at")[1].split("\n## ")[0]
    keys = [*whole, *whole["checked"]]
    assert [key for key in keys if f"`{key}`" not in section] == []
    section = PAGE.split("## Diff")[1].split("\n## ")[0]
    whole = cli("diff", "pack.json", "pack.json", "--json").pack
    assert [key for key in whole if f"`{key}`" not in section] == []


def test_the_table_of_losses_names_every_kind():
    told = re.findall(r"^\| `(\w+)` \|", table("The loss report"), re.MULTILINE)
    assert told == [str(kind) for kind in LossKind]
    report = Report("offline", Strategy.SINGLE_PASS, 10, 2, "x")
    (pack,) = json.loads(losses_json([LossReport("Shed", 3, report, ())]))["packs"]
    assert [key for key in pack if f'"{key}"' not in PAGE] == []
