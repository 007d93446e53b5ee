"""Whatever a host sends, the server answers what asks, says nothing twice and stays."""

from __future__ import annotations

import random
import re

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from graphpack.mcp.definitions import TOOLS
from tests.mcp.conftest import CALLS, run_apart, server_command
from tests.mcp.fuzzing import Frames, fuzz
from tests.timing import HANGS_S

EXPECTED = re.compile(r"dropped '[^']{0,300}': malformed params\n")
"""What the SDK writes of a notification that it cannot read; nobody waits for an answer to one."""


def test_bent_frames_are_answered_once_each(home, tmp_path):
    said = fuzz(150, 20, env=home, cwd=tmp_path)
    assert said.missing == []
    twice = [number for number, times in said.answers.items() if times > 1 and number is not None]
    assert twice == []
    assert said.results > 20
    assert said.code == 0
    assert "Traceback" not in said.errors
    assert EXPECTED.sub("", said.errors) == ""


@pytest.mark.parametrize("seed", [1])
def test_bent_calls_of_the_sdks_own_client_are_answered(home, tmp_path, seed):
    frames = Frames(random.Random(seed))

    async def main():
        command, *arguments = server_command()
        started = StdioServerParameters(
            command=command, args=arguments, env=home, cwd=str(tmp_path)
        )
        async with Client(stdio_client(started)) as client:
            for number in range(36):
                name = list(TOOLS)[number % len(TOOLS)]
                given = frames.bent(CALLS[name])
                try:
                    with anyio.fail_after(HANGS_S):
                        await client.call_tool(name, given)
                except MCPError as error:
                    assert error.error.message
            assert (await client.list_tools()).tools

    run_apart(main)
