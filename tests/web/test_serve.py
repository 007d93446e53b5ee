"""``serve`` and ``token`` as commands; every command of docs/serve.md is run."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.archive.talks import LINES
from tests.cli.conftest import clean as clean  # fixtures of the command line's tests
from tests.cli.conftest import cli as cli
from tests.services import need
from tests.timing import HANGS_S

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


@contextmanager
def serving(*arguments, home):
    """A server in a process of its own; gives its address."""
    command = [sys.executable, "-m", "graphpack", "serve", *arguments, "--port", "0"]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=home, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        line = process.stderr.readline()
        found = re.search(r"at (http://\S+):(\d+)/ until Ctrl-C", line)
        assert found, line + process.stderr.read()
        yield f"http://127.0.0.1:{found[2]}"
        process.send_signal(signal.SIGINT)
        process.wait(HANGS_S)
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_the_pages_commands_are_those_that_are_run_here():
    programs = [tuple(command.split()[:3]) for command in COMMANDS]
    assert programs.count(("graphpack", "serve", "--db")) == 2
    assert [p for p in programs if p[:2] == ("graphpack", "token")] == [
        ("graphpack", "token", "add"),
        ("graphpack", "token", "add"),
        ("graphpack", "token", "list"),
        ("graphpack", "token", "revoke"),
    ]
    assert len(COMMANDS) == 9


def test_the_server_of_one_machine_and_its_api(filled, tmp_path):
    shutil.copy(filled[0], tmp_path / "team.db")
    need("curl", is_there=shutil.which("curl") is not None)
    lines = [
        {"role": role, "content": text} for role, text in LINES if role in {"user", "assistant"}
    ]
    (tmp_path / "session.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (local,) = [c for c in COMMANDS if c.startswith("graphpack serve") and "--host" not in c]
    with serving(*local.split()[2:], home=tmp_path) as address:
        for command in COMMANDS:
            if not command.startswith("curl"):
                continue
            words = shlex.split(command.replace("http://127.0.0.1:8766", address))
            done = subprocess.run(
                words, cwd=tmp_path, capture_output=True, text=True, timeout=HANGS_S, check=True
            )
            answer = json.loads(done.stdout)
            assert "error" not in answer, answer
        assert answer["sessions"][0]["outcome"] == "added"
        with urllib.request.urlopen(f"{address}/sessions?project=harbour", timeout=HANGS_S) as page:
            assert "3 messages" in page.read().decode() or page.status == 200


def test_the_server_of_a_team_asks_for_a_token(cli, filled, tmp_path):
    made = [command for command in COMMANDS if command.startswith("graphpack token")]
    tokens = []
    for command in made:
        ran = cli(*command.split()[1:], "--tokens", tmp_path / "graphpack" / "tokens.json")
        assert ran.code == 0, ran.err
        tokens += re.findall(r"^gpk_\S+$", ran.out, re.MULTILINE)
    assert len(tokens) == 2
    shutil.copy(filled[0], tmp_path / "team.db")
    (team,) = [c for c in COMMANDS if "--allow-host" in c and c.startswith("graphpack")]
    words = [word for word in team.split()[2:] if word not in {"--port", "8800"}]
    with serving(*words, home=tmp_path) as address:
        for token, code in ((None, 401), (tokens[0], 401), (tokens[1], 200)):
            request = urllib.request.Request(f"{address}/api/v1/projects")
            request.add_header("host", "packs.example")
            if token:
                request.add_header("authorization", f"Bearer {token}")
            try:
                with urllib.request.urlopen(request, timeout=HANGS_S) as answer:
                    found = answer.status
            except urllib.error.HTTPError as error:
                found = error.code
            assert found == code


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["serve", "--host", "0.0.0.0", "--allow-host", "a.example"], "nobody has a token"),
        (["serve", "--tokens", "none.json"], "nobody has a token"),
        (["serve", "--db", "missing.db"], "missing.db"),
        (["serve", "--db", "mysql://x/y"], "mysql is not known"),
        (["token", "revoke", "nobody"], "has no token"),
        (["token", "add", " "], "NAME"),
    ],
)
def test_what_cannot_be_is_told(cli, arguments, words):
    ran = cli(*arguments)
    assert ran.code != 0
    assert words in ran.err
    assert ran.err.startswith("error: ")


def test_tokens_are_listed_without_being_told(cli, clean):
    token = cli("token", "add", "mira", "--project", "harbour").out.strip()
    cli("token", "add", "robot", "--role", "writer")
    listed = cli("token", "list").out
    rows = [line.split("\t")[:3] for line in listed.splitlines()]
    assert rows == [["mira", "reader", "harbour"], ["robot", "writer", "all projects"]]
    assert token not in listed
