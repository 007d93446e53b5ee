"""What is NOT imported: a start-up is as fast as its imports, and those can be named."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "auth-session.json")
HEAVY = {
    "aiohttp",
    "httpx",
    "jinja2",
    "jsonschema",
    "litellm",
    "networkx",
    "numpy",
    "openai",
    "pydantic",
    "pyperclip",
    "rich",
    "rs_bpe",
    "tiktoken",
}
CODE = """
import sys
from graphpack.cli.app import run
sys.argv[1:] = {arguments!r}
code = run({arguments!r})
print("\\n" + " ".join(sorted(set(m.split(".")[0] for m in sys.modules))))
sys.exit(code)
"""


def _imported(*arguments):
    code = CODE.format(arguments=list(arguments))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_STATE_HOME": tempfile.gettempdir()},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["export", "--help"],
        ["validate", "--help"],
        ["convert", "--help"],
    ],
)
def test_help_needs_typer_and_nothing_heavy(arguments):
    # typer itself brings pydantic where a command has parameters to parse
    assert not (HEAVY - {"pydantic"}) & _imported(*arguments)


def test_the_programs_own_help_does_without_pydantic():
    assert not HEAVY & _imported("--help")


def test_help_loads_nothing_of_the_chain():
    code = (
        "import sys; from graphpack.cli.app import run; run(['--help']);"
        "own = [m.split('.')[1] for m in sys.modules if m.startswith('graphpack.')];"
        "print(sorted(set(own)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['cli', 'errors']"


def test_an_offline_export_loads_no_model_library_nor_a_validator():
    imported = _imported("export", EXAMPLE)
    assert (
        not {
            "aiohttp",
            "httpx",
            "jinja2",
            "jsonschema",
            "litellm",
            "openai",
            "pyperclip",
            "tiktoken",
        }
        & imported
    )
    assert {"pydantic", "rs_bpe"} <= imported


def test_a_quick_run_draws_no_bar():
    assert "rich" not in _imported("export", EXAMPLE)


def test_formats_counts_no_tokens():
    assert not {"litellm", "networkx", "rs_bpe", "jsonschema"} & _imported("formats")
