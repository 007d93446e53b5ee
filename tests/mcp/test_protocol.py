"""The SDK's own client beside the server, in one process."""

import threading
import time
from functools import partial

import anyio
import anyio.to_thread
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference

from graphpack import __version__
from graphpack.errors import UsageError
from graphpack.mcp import server as servers
from graphpack.mcp.definitions import TOOLS
from graphpack.mcp.server import make_server
from tests.mcp.conftest import CALLS, LOG, RECORDS, SECRET, TRANSCRIPT, run_apart
from tests.timing import HANGS_S


@pytest.fixture
def talk(desk):
    """``talk(async function of a client)`` runs it with a client of a new server."""

    def run(work, mode="auto"):
        async def main():
            async with Client(make_server(lambda: desk), mode=mode) as client:
                return await work(client)

        return run_apart(main)

    return run


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_lists_and_calls_every_tool(talk, mode):
    async def work(client):
        assert client.server_info.name == "graphpack"
        assert client.server_info.version == __version__
        assert [tool.name for tool in (await client.list_tools()).tools] == list(TOOLS)
        await client.call_tool("compress", {"text": LOG})
        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result.content
            # the client itself has held it against the output schema
            assert "left_out" in result.structured_content

    talk(work, mode)


def test_a_long_call_tells_of_its_progress(talk):
    told = []

    async def heard(progress, total, message):
        told.append((progress, total, message))

    async def work(client):
        arguments = {"transcript": TRANSCRIPT, "session": "garden"}
        await client.call_tool("ingest_records", arguments, progress_callback=heard)

    talk(work)
    steps = [progress for progress, _, _ in told]
    assert steps == sorted(set(steps))
    words = [message for _, _, message in told]
    assert words[:2] == ["reading", "hiding secrets"]
    assert words[-1] == "keeping"


def test_errors_are_results_and_unknown_names_are_the_protocols(talk):
    async def work(client):
        wrong = await client.call_tool("search_context", {"query": 3})
        assert wrong.is_error
        assert wrong.content[0].text == "error: query: not a text"
        for ask in (
            partial(client.call_tool, "poem", {}),
            partial(client.read_resource, "graphpack://packs/none/compact"),
            partial(client.read_resource, "file:///etc/passwd"),
            partial(client.get_prompt, "poem"),
            partial(client.get_prompt, "resume", {"session": "none"}),
            partial(client.list_resources, cursor="x"),
        ):
            with pytest.raises(MCPError) as raised:
                await ask()
            assert raised.value.code == -32602
            assert "Traceback" not in str(raised.value)

    talk(work)


def test_packs_are_resources(talk):
    async def work(client):
        assert (await client.list_resources()).resources == []
        await client.call_tool("ingest_records", {"records": RECORDS, "session": "a/b"})
        told = await client.call_tool("export_graph", {"session": "a/b", "detail": True})
        uris = [one.uri for one in (await client.list_resources()).resources]
        assert uris == ["graphpack://packs/a%2Fb/archive", "graphpack://packs/a%2Fb/compact"]
        read = await client.read_resource(uris[1])
        assert read.contents[0].text == told.structured_content["pack"]
        assert told.structured_content["uri"] == uris[1]
        templates = (await client.list_resource_templates()).resource_templates
        assert templates[0].uri_template == "graphpack://packs/{session}/{mode}"

    talk(work)


def test_many_packs_come_in_pages(talk, monkeypatch):
    monkeypatch.setattr(servers, "PAGE", 3)

    async def work(client):
        for at in range(4):
            note = {"kind": "note", "text": f"Bed {at} is for beans."}
            await client.call_tool("ingest_records", {"records": [note], "session": f"s{at}"})
            await client.call_tool("export_graph", {"session": f"s{at}"})
        uris, cursor = [], None
        while True:
            page = await client.list_resources(cursor=cursor)
            assert len(page.resources) <= 3
            uris += [one.uri for one in page.resources]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert len(uris) == len(set(uris)) == 8

    talk(work)


def test_prompts_are_listed_written_and_completed(talk):
    async def work(client):
        prompts = {one.name: one for one in (await client.list_prompts()).prompts}
        assert set(prompts) == {"handoff", "resume"}
        assert [one.required for one in prompts["resume"].arguments] == [True, False]
        await client.call_tool("ingest_records", {"transcript": TRANSCRIPT, "session": "garden"})
        message = (await client.get_prompt("resume", {"session": "garden"})).messages[0]
        assert message.role == "user"
        assert '{"v":2' in message.content.text
        found = await client.complete(
            PromptReference(name="resume"), {"name": "session", "value": "ga"}
        )
        assert found.completion.values == ["garden"]

    talk(work)


def test_a_client_hears_of_a_new_pack(talk):
    heard = []

    async def work(client):
        await client.call_tool("ingest_records", {"records": RECORDS, "session": "fix"})
        async with client.listen(resources_list_changed=True) as events:
            await client.call_tool("export_graph", {"session": "fix"})
            with anyio.fail_after(HANGS_S):
                async for event in events:
                    heard.append(type(event).__name__)
                    break

    talk(work)
    assert heard == ["ResourcesListChanged"]


def test_a_short_call_does_not_wait_for_a_long_one(desk, monkeypatch):
    from graphpack.mcp import toolbox

    begun, let_go = threading.Event(), threading.Event()

    def slow(*_):
        begun.set()
        let_go.wait(HANGS_S)
        return {"left_out": []}

    monkeypatch.setattr(toolbox, "build", slow)
    ended = []

    async def main():
        async with Client(make_server(lambda: desk)) as client:
            await client.call_tool("list_sessions", {})

            async def call(name, arguments):
                await client.call_tool(name, arguments)
                ended.append(name)

            async with anyio.create_task_group() as group:
                group.start_soon(call, "build_context", {"task": "x"})
                assert await anyio.to_thread.run_sync(begun.wait, HANGS_S)
                await call("list_sessions", {})
                let_go.set()

    run_apart(main)
    assert ended == ["list_sessions", "build_context"]


def test_concurrent_clients_lose_nothing(desk):
    """Six clients of one server ingest, search and compress at the same time."""
    server = make_server(lambda: desk)

    async def one(who):
        async with Client(server) as client:
            for at in range(5):
                note = {"kind": "note", "text": f"Client {who} says {at} of the harvest."}
                done = await client.call_tool(
                    "ingest_records", {"records": [note], "session": "shared"}
                )
                assert not done.is_error, done.content
                found = await client.call_tool("search_context", {"query": "harvest"})
                assert not found.is_error, found.content
                short = await client.call_tool("compress", {"text": f"{LOG}\n{who} {at}"})
                ref = short.structured_content.get("ref")
                if ref is None:  # so many are asked back that texts are left whole
                    assert short.structured_content["bypass"] == "off"
                    continue
                back = await client.call_tool("retrieve", {"ref": ref, "detail": True})
                assert back.structured_content["text"].endswith(f"\n{who} {at}")

    async def main():
        async with anyio.create_task_group() as group:
            for who in range(6):
                group.start_soon(one, who)

    run_apart(main)
    records = desk.store.records(session="shared")
    assert len(records) == len({one.id for one in records}) == 30
    assert len({one.text for one in records}) == 30


def test_a_call_that_is_given_up_ends_at_its_next_step(desk, monkeypatch):
    from graphpack.mcp import toolbox

    begun, ended = threading.Event(), threading.Event()
    ends = []

    def endless(_, __, progress):
        try:
            for at in range(6_000):
                time.sleep(0.05)
                progress(f"step {at}", 0, 0)
                begun.set()
            ends.append("its own")
        finally:
            ended.set()
        return {"left_out": []}

    monkeypatch.setattr(toolbox, "build", endless)

    async def main():
        async with Client(make_server(lambda: desk)) as client:
            await client.call_tool("list_sessions", {})
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "build_context", {"task": "x"})
                assert await anyio.to_thread.run_sync(begun.wait, HANGS_S)
                group.cancel_scope.cancel()
            await client.call_tool("list_sessions", {})
            assert await anyio.to_thread.run_sync(ended.wait, HANGS_S)

    run_apart(main)
    assert ends == []


def test_a_desk_that_cannot_be_made_is_told_at_every_call():
    def wrong():
        raise UsageError("rules.toml: the rule file cannot be read")

    async def main():
        async with Client(make_server(wrong)) as client:
            assert len((await client.list_tools()).tools) == 12
            for _ in range(2):
                with pytest.raises(MCPError, match="rule file cannot be read"):
                    await client.call_tool("list_sessions", {})

    run_apart(main)


def test_an_error_of_the_protocol_does_not_say_a_secret_again(talk):
    async def work(client):
        secret = f"password={SECRET}"
        for ask in (
            partial(client.call_tool, secret, {}),
            partial(client.read_resource, f"graphpack://packs/{secret}/compact"),
            partial(client.get_prompt, secret),
            partial(client.get_prompt, "resume", {"session": secret}),
            partial(client.get_prompt, "resume", {"session": "x", secret: "1"}),
        ):
            with pytest.raises(MCPError) as raised:
                await ask()
            assert SECRET not in f"{raised.value} {raised.value.error}"

    talk(work)
