"""The bars of what the tests reach hold, and a line that is missed in a pure stage is named."""

import json
import re
from pathlib import Path

import pytest

from tests.reached import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def told(tmp_path, capsys):
    def run(files, *bars):
        path = tmp_path / "lines.json"
        made = {n: {"executed_lines": hit, "missing_lines": not_hit} for n, (hit, not_hit) in files}
        path.write_text(json.dumps({"files": made}))
        code = main([str(path), "--pure", "merge", "extract/offline", *bars])
        return code, *capsys.readouterr()

    return run


def test_all_reached_is_told_in_a_line(told):
    files = [("graphpack/merge/a.py", ([1, 2], [])), ("graphpack/cli/b.py", (list(range(8)), [9]))]
    assert told(files) == (0, "lines reached: 90.91 % of all, 100.00 % of the pure stages\n", "")


def test_one_line_of_a_pure_stage_fails_and_is_named(told):
    files = [
        ("graphpack/extract/offline/a.py", (list(range(99)), [120])),
        ("graphpack/extract/llm/b.py", ([1], [])),
        ("graphpack/merge_not/c.py", ([1], [7])),
    ]
    code, out, err = told(files)
    assert code == 1
    assert out.splitlines()[0] == "graphpack/extract/offline/a.py: 120"
    assert "merge_not" not in out
    assert "wanted" in err
    assert told(files, "--pure-bar", "99")[0] == 0


def test_too_little_of_the_rest_fails(told):
    files = [("graphpack/merge/a.py", ([1], [])), ("graphpack/cli/b.py", ([1], [2, 3]))]
    assert told(files)[0] == 1
    assert told(files, "--all-bar", "50")[0] == 0


def test_a_run_that_measured_nothing_fails(told):
    assert told([("graphpack/cli/b.py", ([1], []))])[0] == 1


def test_every_pure_stage_is_a_package_that_is_there():
    stages = re.search(r"^PURE := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    assert len(stages) > 8
    assert [one for one in stages if not (ROOT / "graphpack" / one).is_dir()] == []
