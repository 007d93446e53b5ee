"""Every command of every document runs, or says in the page why it does not."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def load():
    spec = importlib.util.spec_from_file_location("docs_console", ROOT / "docs" / "console.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


CONSOLE = load()
PAGES = {path.relative_to(ROOT).as_posix(): path for path in CONSOLE.pages()}
RUN_HERE = [
    name
    for name, path in PAGES.items()
    if name not in CONSOLE.ELSEWHERE and "```console" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", RUN_HERE)
def test_every_command_runs_and_prints_what_is_shown(name):
    text = PAGES[name].read_text(encoding="utf-8")
    assert text == CONSOLE.fresh(text), "run make docs and read the diff"


@pytest.mark.parametrize("name", CONSOLE.ELSEWHERE)
def test_what_is_run_elsewhere_is_run_there(name):
    there = (ROOT / CONSOLE.ELSEWHERE[name]).read_text(encoding="utf-8")
    assert Path(name).name in there
    assert "commands" in there.lower()


PAGE = """Words.

<!-- not run: serve | it serves until it is stopped -->
<!-- ends: exprot | 2 -->
```console
$ graphpack serve --db team.db
$ graphpack exprot chat.json    # a slip
error: exprot: no such command
$ graphpack validate \\
    pack.json
```

<!-- shown -->
```console
$ graphpack export chat.json -q -o pack.json
what stood here before
$ ls pack.json
```
"""


def test_marks_say_what_is_not_run_and_how_a_command_ends():
    first, second = CONSOLE.blocks(PAGE)
    assert [(one.line, one.reason, one.code) for one in first.commands] == [
        ("graphpack serve --db team.db", "it serves until it is stopped", 0),
        ("graphpack exprot chat.json", "", 2),
        ("graphpack validate      pack.json", "", 0),
    ]
    assert not first.is_shown
    assert second.is_shown
    assert [one.line for one in second.commands][1] == "ls pack.json"


def test_what_is_shown_is_written_and_the_rest_left_alone():
    page = PAGE.replace("$ graphpack validate \\\n    pack.json\n", "")
    made = CONSOLE.fresh(page)
    assert made.endswith("-o pack.json\n$ ls pack.json\npack.json\n```\n")
    assert made.split("<!-- shown -->")[0] == page.split("<!-- shown -->")[0]


def test_another_exit_code_is_a_fault():
    with pytest.raises(SystemExit, match="ended with 2, not 0"):
        CONSOLE.fresh("```console\n$ graphpack export\n```\n")


def test_long_outputs_are_cut():
    said = CONSOLE.cut("\n".join(["x" * 200] * 30))
    assert said.count("\n") == CONSOLE.MAX_LINES + 1
    assert said.endswith("…\n")
    assert len(said.splitlines()[0]) == CONSOLE.MAX_CHARS
