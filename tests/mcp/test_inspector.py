"""The MCP Inspector's command line beside the server: another implementation of the protocol."""

import json
import shutil
import subprocess

import pytest

from tests.mcp.conftest import RECORDS, server_command
from tests.services import need
from tests.timing import HANGS_S

PACKAGE = "@modelcontextprotocol/inspector"


def inspector():
    """How the inspector is started here; None where it is not there."""
    installed = shutil.which("mcp-inspector")
    if installed is not None:
        return [installed]
    npx = shutil.which("npx")
    if npx is None:
        return None
    command = [npx, "--no-install", PACKAGE]
    try:
        done = subprocess.run(
            [*command, "--help"], capture_output=True, timeout=HANGS_S, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return command if done.returncode == 0 else None


@pytest.fixture(scope="module")
def command():
    found = inspector()
    need(f"the MCP Inspector ({PACKAGE}, from npm)", is_there=found is not None)
    return found


@pytest.fixture
def inspect(command, home, tmp_path):
    def run(*arguments):
        server = server_command("--store", str(tmp_path / "sessions.db"))
        done = subprocess.run(
            [*command, "--cli", *server, *arguments],
            env=home,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=HANGS_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return run


def test_the_inspector_lists_and_calls_tools(inspect):
    tools = inspect("--method", "tools/list")["tools"]
    assert [tool["name"] for tool in tools][:2] == ["ingest_records", "search_context"]
    told = inspect(
        "--method",
        "tools/call",
        "--tool-name",
        "ingest_records",
        "--tool-arg",
        f"records={json.dumps(RECORDS)}",
        "--tool-arg",
        "session=fix",
    )
    assert told["structuredContent"]["added"] == len(RECORDS)
