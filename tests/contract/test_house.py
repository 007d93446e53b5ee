"""The rules of the house that no linter knows: layers, sizes, names of modules."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "graphpack").rglob("*.py"))
FILES = [
    path
    for place in ("graphpack", "bench", "docs", "tests")
    for path in sorted((ROOT / place).rglob("*.py"))
    if path != ROOT / "tests" / "merge" / "planted.py"  # one trial a line, read as a table
]
MAX_LINES = 400
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "service", "misc"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_outgrows_its_reader(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_for(path):
    text = path.read_text(encoding="utf-8").lstrip()
    assert not text or text.startswith(('"""', 'r"""'))
    assert path.stem not in NO_NAMES
    assert not path.stem.startswith(f"{path.parent.name}_")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_broad_except_says_why(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.search(r"except (Base)?Exception\b", line):
            # one that raises again needs no word to the linter, but its reason all the same
            assert re.search(r":  (# noqa: BLE001\s+)?# (?!noqa)\w", line), line


def test_imports_point_down_only():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_address_of_a_package_registry_stands_anywhere():
    names = re.compile(r"--(extra-)?index-url|--find-links|pip\.conf|simple/?\s*$|registry\.npmjs")
    for path in [
        ROOT / "Makefile",
        ROOT / ".ci" / "run",
        ROOT / "pyproject.toml",
        ROOT / "README.md",
    ]:
        if path.is_file():
            assert not names.search(path.read_text(encoding="utf-8")), path
