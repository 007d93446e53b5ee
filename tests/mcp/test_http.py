"""The server over HTTP: who is let in, and the SDK's own client through it."""

import signal
import socket
import subprocess
import sys
from contextlib import suppress

import anyio
import anyio.to_thread
import httpx2
import pytest
from jsonschema import validate
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from graphpack.errors import UsageError
from graphpack.mcp.definitions import TOOLS
from graphpack.mcp.desk import Desk
from graphpack.mcp.listening import Address, application, new_token
from graphpack.mcp.store import Store
from tests.mcp.conftest import CALLS, LOG, ROOT, hanging_command, run_apart, server_command
from tests.mcp.test_wire import WRONG
from tests.timing import HANGS_S

TOKEN = "a-token-for-this-test-alone"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}}
HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}
MAX_BODY = 100_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server in another process, and what it said when it began to listen."""
    import os

    home = tmp_path_factory.mktemp("home")
    token = home / "token.txt"
    token.write_text(f"{TOKEN}\n", encoding="utf-8")
    options = ("--http", "--port", "0", "--token-file", str(token), "--max-body", str(MAX_BODY))
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GRAPHPACK_", "PYTEST", "XDG_"))
    }
    process = subprocess.Popen(
        server_command(*options, python=sys.executable),
        env={**environment, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        cwd=home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = process.stderr.readline()
    assert said.startswith("listening at http://127.0.0.1:"), said + process.stderr.read()
    yield process, said.removeprefix("listening at ").strip()
    if process.poll() is None:
        process.kill()
    process.wait(timeout=HANGS_S)
    process.stdout.close()
    process.stderr.close()


@pytest.fixture(scope="module")
def url(server):
    return server[1]


def with_client(url, work, **options):
    async def main():
        async with httpx2.AsyncClient(
            headers={"Authorization": f"Bearer {TOKEN}"}, timeout=HANGS_S
        ) as http:
            transport = streamable_http_client(url, http_client=http)
            async with Client(transport, **options) as client:
                return await work(client)

    return run_apart(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_lists_and_calls_every_tool(url, mode):
    steps = []

    async def heard(_, __, message):
        steps.append(message)

    async def work(client):
        assert [tool.name for tool in (await client.list_tools()).tools] == list(TOOLS)
        await client.call_tool("compress", {"text": LOG})
        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments, progress_callback=heard)
            assert not result.is_error, result.content
            validate(result.structured_content, TOOLS[name].output_schema())
        assert len((await client.list_resources()).resources) == 2
        assert (await client.get_prompt("resume", {"session": "fix"})).messages

    with_client(url, work, mode=mode)
    assert "extracting 1/1" in steps


def test_concurrent_clients_are_all_answered(url):
    async def one(who):
        async with (
            httpx2.AsyncClient(
                headers={"Authorization": f"Bearer {TOKEN}"}, timeout=HANGS_S
            ) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            for at in range(4):
                note = {"kind": "note", "text": f"Client {who}, harvest {at}"}
                given = {"records": [note], "session": "harvest"}
                assert not (await client.call_tool("ingest_records", given)).is_error
            found = await client.call_tool(
                "search_context", {"query": "harvest", "session": "harvest"}
            )
            assert found.structured_content["total"] >= 1

    async def main():
        async with anyio.create_task_group() as group:
            for who in range(8):
                group.start_soon(one, who)

    run_apart(main)

    async def work(client):
        return await client.call_tool("list_sessions", {})

    sessions = with_client(url, work).structured_content["sessions"]
    assert {one["session"]: one["records"] for one in sessions}["harvest"] == 32


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": None}, 401),
        ({"Authorization": "Bearer wrong-token-wrong-token"}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_who_may_not_come_in_is_turned_away(url, headers, status):
    given = {**HEADERS, **headers}
    given = {name: value for name, value in given.items() if value is not None}
    answer = httpx2.post(url, timeout=HANGS_S, json=None, content=_ping(), headers=given)
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["www-authenticate"].startswith("Bearer")
    assert TOKEN not in answer.text


def test_a_page_of_this_machine_may_ask(url):
    origin = {"Origin": url.removesuffix("/mcp"), "MCP-Protocol-Version": "2025-06-18"}
    answer = httpx2.post(url, timeout=HANGS_S, content=_ping(), headers={**HEADERS, **origin})
    assert answer.status_code not in {401, 403, 421}


def test_a_large_body_is_refused_with_and_without_its_length(url):
    large = b"x" * (MAX_BODY + 1)
    assert httpx2.post(url, timeout=HANGS_S, content=large, headers=HEADERS).status_code == 413

    def pieces():
        for _ in range(20):
            yield b"x" * (MAX_BODY // 10)

    assert httpx2.post(url, timeout=HANGS_S, content=pieces(), headers=HEADERS).status_code == 413


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_what_is_no_message_is_answered(url, version):
    wrong = [body for body, _, number in WRONG if number is not None or b'"id"' not in body]
    deep = b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": '
    deep += b"[" * 20_000 + b"]" * 20_000 + b"}}"
    with httpx2.Client(
        timeout=HANGS_S, headers={**HEADERS, "MCP-Protocol-Version": version}
    ) as client:
        if version < "2026":
            hello = {
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }
            began = client.post(url, json={**PING, "method": "initialize", "params": hello})
            client.headers["Mcp-Session-Id"] = began.headers["mcp-session-id"]
        for body in (*wrong, deep):
            answer = client.post(url, content=body)
            assert answer.status_code == 400, body
            assert answer.json()["error"]["code"] in {-32700, -32600, -32602}, body
        assert client.post(url, json=PING).status_code in {200, 400}


def test_a_call_that_hangs_does_not_keep_the_process(process):
    server = process("--http", "--port", "0", "--token", TOKEN, command=hanging_command)
    url = server.stderr.readline().removeprefix("listening at ").strip()

    ends = []

    async def work(client):
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "list_sessions", {})
            ends.append(await anyio.to_thread.run_sync(server.stderr.readline))
            server.send_signal(signal.SIGTERM)
            ends.append(await anyio.to_thread.run_sync(server.wait, HANGS_S))
            group.cancel_scope.cancel()

    with suppress(Exception):  # the client finds its server gone
        with_client(url, work)
    assert ends[0] == "hangs\n"
    assert ends[1] in {143, -signal.SIGTERM}


def test_no_other_path_is_served(url):
    other = url.removesuffix("/mcp") + "/other"
    assert httpx2.post(other, timeout=HANGS_S, content=_ping(), headers=HEADERS).status_code == 404
    assert httpx2.get(other, timeout=HANGS_S).status_code == 401


def test_it_listens_on_this_machine_alone(url):
    host, _, port = url.removeprefix("http://").removesuffix("/mcp").partition(":")
    assert host == "127.0.0.1"
    with socket.socket() as other:
        other.settimeout(2)
        assert other.connect_ex(("127.0.0.2", int(port))) != 0


def test_the_end_is_the_systems(server):
    process, _ = server
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=HANGS_S) == 143
    assert process.stdout.read() == ""
    assert "Traceback" not in process.stderr.read()


def _ping():
    import json

    return json.dumps(PING).encode()


@pytest.fixture
def desk():
    store = Store()
    yield Desk(store, is_shared=True)
    store.close()


def test_a_name_is_wanted_where_every_address_is_listened_at(desk):
    with pytest.raises(UsageError, match="by which name"):
        application(desk, Address(host="0.0.0.0"), TOKEN)
    application(desk, Address(host="0.0.0.0", names=("packs.example",)), TOKEN)


@pytest.mark.parametrize("token", ["", "short", "ü" * 20, "with\nline feed and more"])
def test_a_weak_token_is_refused(desk, token):
    with pytest.raises(UsageError, match="--token"):
        application(desk, Address(), token)


def test_tokens_are_long_and_new():
    assert len(new_token()) >= 40
    assert new_token() != new_token()


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("a.b", False)],
)
def test_loopback_is_known(host, is_loopback):
    assert Address(host=host).is_loopback is is_loopback
