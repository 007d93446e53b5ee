"""The server as hosts start it: another process, JSON-RPC on its standard streams."""

import json
import os
import signal
import subprocess

import pytest
from jsonschema import validate
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from graphpack.mcp.definitions import TOOLS
from tests.mcp.conftest import (
    CALLS,
    LOG,
    RECORDS,
    SECRET,
    hanging_command,
    run_apart,
    server_command,
)
from tests.mcp.test_wire import WRONG
from tests.timing import HANGS_S


def line(method, number=None, **params):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    return json.dumps(message) + "\n"


HELLO = line(
    "initialize",
    1,
    protocolVersion="2025-06-18",
    capabilities={},
    clientInfo={"name": "test", "version": "1"},
) + line("notifications/initialized")


def answer(process, number):
    """The answer to a request; every line before it has to be the protocol's, too."""
    for text in process.stdout:
        message = json.loads(text)
        assert message["jsonrpc"] == "2.0"
        if message.get("id") == number:
            return message["result"]
    raise AssertionError(process.stderr.read())


def test_a_killed_server_has_lost_nothing_and_its_successor_answers(process, home, tmp_path):
    store = tmp_path / "sessions.db"
    first = process("--store", str(store))
    secret = {"kind": "note", "text": f"password: {SECRET}"}
    call = line(
        "tools/call",
        2,
        name="ingest_records",
        arguments={"records": [*RECORDS, secret], "session": "fix"},
    )
    first.stdin.write(HELLO + call)
    first.stdin.flush()
    assert answer(first, 1)["serverInfo"]["name"] == "graphpack"
    assert answer(first, 2)["structuredContent"]["added"] == 9
    first.kill()
    first.wait(timeout=HANGS_S)
    assert SECRET.encode() not in b"".join(one.read_bytes() for one in tmp_path.glob("sessions.*"))

    steps = []

    async def heard(_, __, message):
        steps.append(message)

    async def main():
        command, *arguments = server_command("--store", str(store))
        started = StdioServerParameters(
            command=command, args=arguments, env=home, cwd=str(tmp_path)
        )
        async with Client(stdio_client(started)) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == list(TOOLS)
            found = await client.call_tool("search_context", {"query": "checkPolicy"})
            assert found.structured_content["items"][0]["session"] == "fix"
            await client.call_tool("compress", {"text": LOG})
            for name, arguments in CALLS.items():
                result = await client.call_tool(name, arguments, progress_callback=heard)
                assert not result.is_error, result.content
                validate(result.structured_content, TOOLS[name].output_schema())
            packs = (await client.list_resources()).resources
            assert {str(pack.uri).rpartition("/")[2] for pack in packs} == {"archive", "compact"}
            read = await client.read_resource(packs[0].uri)
            assert json.loads(read.contents[0].text)
            prompt = await client.get_prompt("resume", {"session": "fix"})
            assert "Policy checks must stay on the server" in prompt.messages[0].content.text

    run_apart(main)
    assert "extracting 1/1" in steps


def test_signals_end_it_though_it_waits_for_input(process):
    ends = {signal.SIGINT: 130, signal.SIGTERM: 143}
    servers = {number: process() for number in ends}
    for server in servers.values():
        server.stdin.write(HELLO)
        server.stdin.flush()
    for number, server in servers.items():
        assert answer(server, 1)["serverInfo"]["name"] == "graphpack"
        server.send_signal(number)
        assert server.wait(timeout=HANGS_S) == ends[number]
        assert "Traceback" not in server.stderr.read()


@pytest.mark.parametrize("way", ["signal", "end of input"])
def test_a_call_that_hangs_does_not_keep_the_process(process, way):
    server = process(command=hanging_command)
    call = line("tools/call", 2, name="list_sessions", arguments={})
    call += line("tools/call", 3, name="search_context", arguments={"query": "one"})
    server.stdin.write(HELLO + call)
    server.stdin.flush()
    assert answer(server, 3)["structuredContent"]["total"] == 0  # others are answered meanwhile
    assert server.stderr.readline() == "hangs\n"
    if way == "signal":
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=HANGS_S) == 143
    else:
        server.stdin.close()
        assert server.wait(timeout=HANGS_S) == 0


def test_what_is_no_message_is_answered_and_so_is_what_follows(process, tmp_path):
    server = process("--root", str(tmp_path))
    os.mkfifo(tmp_path / "pipe.jsonl")
    server.stdin.write(HELLO)
    for at, (wrong, _, _) in enumerate(WRONG, 100):
        server.stdin.write(wrong.decode("utf-8", "replace") + "\n" + line("ping", at))
    pipe = line("tools/call", 2, name="ingest_records", arguments={"path": "pipe.jsonl"})
    server.stdin.write(pipe + line("ping", 3))
    server.stdin.flush()
    answers = []
    for text in server.stdout:
        answers.append(json.loads(text))
        if {2, 3} <= {one["id"] for one in answers}:
            break
    assert {100 + at for at in range(len(WRONG))} <= {one["id"] for one in answers}
    told = [(one["error"]["code"], one["id"]) for one in answers if "error" in one]
    assert told == [(code, number) for _, code, number in WRONG]
    refused = next(one["result"] for one in answers if one["id"] == 2)
    assert refused["isError"] is True
    assert "not there, or not to be read" in refused["content"][0]["text"]


def test_standard_output_carries_the_protocol_alone_and_ends_with_the_input(process):
    server = process()
    wrong = "this is no JSON\n" + '{"jsonrpc": "2.0", "id": 7}\n' + line("poem", 8)
    calls = line("tools/call", 2, name="list_sessions", arguments={})
    calls += line("tools/call", 3, name="list_sessions", arguments={"poem": 1})
    calls += line("tools/list", 4)
    server.stdin.write(HELLO + wrong + calls)
    server.stdin.flush()
    answers = {}
    for text in server.stdout:
        message = json.loads(text)
        assert message["jsonrpc"] == "2.0"
        answers[message.get("id")] = message
        if {1, 2, 3, 4, 8} <= answers.keys():
            break
    assert answers[2]["result"]["structuredContent"]["total"] == 0
    assert answers[3]["result"]["isError"] is True
    assert "no such argument" in answers[3]["result"]["content"][0]["text"]
    assert answers[8]["error"]["code"] == -32601
    out, err = server.communicate(timeout=HANGS_S)
    assert out == ""
    assert server.returncode == 0
    assert "Traceback (most recent call last)" not in out
    assert err.count("\n") < 20


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_on_a_terminal_it_says_that_it_waits_and_for_a_host_nothing(home, tmp_path):
    own, theirs = os.openpty()
    server = subprocess.Popen(
        server_command(),
        env=home,
        cwd=tmp_path,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert "waiting for a client" in server.stderr.readline()
    finally:
        server.kill()
        server.communicate()
        os.close(own)
        os.close(theirs)
    done = subprocess.run(
        server_command(),
        env=home,
        cwd=tmp_path,
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS_S,
    )
    assert "waiting" not in done.stderr
