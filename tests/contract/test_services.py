"""What the tests need besides is installed where it must be, and its absence is never silent."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.services import VARIABLE

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _names(requirements):
    return {re.match(r"[A-Za-z0-9_.-]+", each)[0].lower() for each in requirements}


def test_the_set_up_for_tests_installs_every_extra():
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = set().union(*map(_names, extras))
    assert wanted
    assert wanted <= _names(PROJECT["dependency-groups"]["dev"])


def test_no_test_skips_silently_where_an_extra_is_absent():
    extras = PROJECT["project"]["optional-dependencies"].values()
    packages = set().union(*map(_names, extras))
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", "") == "importorskip"
        and getattr(node.args[0], "value", "").partition(".")[0] in packages
    ]
    assert silent == []


@pytest.mark.parametrize(("is_required", "outcome"), [(True, "1 failed"), (False, "1 skipped")])
def test_an_absent_extra_fails_where_services_are_required(tmp_path, is_required, outcome):
    test = "from tests.services import need_package\ndef test_it(): need_package('no_such_one')\n"
    (tmp_path / "test_it.py").write_text(test)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), **({VARIABLE: "1"} if is_required else {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in done.stdout, done.stdout + done.stderr
