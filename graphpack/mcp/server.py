"""The protocol's side of the server: what hosts list, call and read, and how work is run for them.

Work is done in threads, few at a time, so that one client's long call holds up nobody's short one.
What the tools are made of is imported once a host has been told which tools there are: it gives up
on a server that takes long to answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from graphpack import __version__
from graphpack.errors import GraphpackError
from graphpack.mcp.definitions import INSTRUCTIONS, TOOLS
from graphpack.mcp.names import TEMPLATE, parts_of, uri_of
from graphpack.mcp.prompts import PROMPTS, written
from graphpack.mcp.wording import hidden, worded
from graphpack.mcp.working import Bench, Teller

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk
    from graphpack.mcp.toolbox import Outcome, Toolbox

__all__ = ["make_server"]

WORKERS = 4
PAGE = 100
"""Resources that are listed at once."""
_JSON = "application/json"

_Context = ServerRequestContext[Any, Any]
_Made = TypeVar("_Made")


def make_server(open_desk: Callable[[], Desk]) -> Server[Any]:
    """Make a server that answers from a desk.

    Args:
        open_desk: Makes what it works with; called once, when it is first needed.

    Returns:
        The server, to be run over any transport.
    """
    return _Handlers(Bench(open_desk)).server()


class _Handlers:
    """What is done for each request of the protocol.

    Args:
        bench: What the server works with.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._bus = InMemorySubscriptionBus()
        self._workers: anyio.CapacityLimiter | None = None

    def server(self) -> Server[Any]:
        """Give the server that these belong to."""
        return Server(
            "graphpack",
            version=__version__,
            title="graphpack",
            instructions=INSTRUCTIONS,
            get_tool_input_schema=lambda name: (
                TOOLS[name].input_schema() if name in TOOLS else None
            ),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
            on_completion=self.complete,
            on_subscriptions_listen=ListenHandler(self._bus),
        )

    async def list_tools(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """List the tools; always the same bytes."""
        self._bench.warm_up()
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=name,
                    description=tool.about,
                    input_schema=tool.input_schema(),
                    output_schema=tool.output_schema(),
                    annotations=types.ToolAnnotations(read_only_hint=tool.is_read_only),
                )
                for name, tool in TOOLS.items()
            ]
        )

    async def call_tool(
        self, context: _Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Run a tool, and tell of its progress where the client has asked for it.

        Raises:
            MCPError: There is no such tool.
        """
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {hidden(params.name)[:80]}")
        tell = Teller(context.session.report_progress).tell

        def work(desk: Desk, toolbox: Toolbox) -> tuple[Outcome, bool]:
            before = desk.store.packs()
            made = toolbox.call(params.name, params.arguments or {}, tell)
            return made, len(desk.store.packs()) != len(before)

        outcome, has_more = await self._in_thread(work)
        if has_more and not outcome.is_error:
            await self._tell_of_packs(context)
        return types.CallToolResult(
            content=[types.TextContent(text=outcome.text)],
            structured_content=outcome.answer,
            is_error=outcome.is_error,
        )

    async def list_resources(
        self, _: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """List stored packs, a page at a time."""
        packs = await self._in_thread(lambda desk, _: desk.store.packs())
        start = _start(params.cursor if params else None)
        end = start + PAGE
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=uri_of(pack.session, pack.mode),
                    name=f"{pack.session} ({pack.mode})",
                    description=pack.about,
                    mime_type=_JSON,
                )
                for pack in packs[start:end]
            ],
            next_cursor=str(end) if end < len(packs) else None,
        )

    async def list_templates(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Tell how packs are addressed."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=TEMPLATE,
                    name="pack",
                    description="A session's pack: compact, readable or archive",
                    mime_type=_JSON,
                )
            ]
        )

    async def read_resource(
        self, _: _Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Give a stored pack.

        Raises:
            MCPError: There is none at that address.
        """
        uri = str(params.uri)
        parts = parts_of(uri)
        if parts is None:
            raise MCPError(types.INVALID_PARAMS, "Unknown resource", {"uri": hidden(uri)[:200]})
        pack = await self._in_thread(lambda desk, _: desk.store.pack(*parts))
        if pack is None:
            raise MCPError(types.INVALID_PARAMS, "Unknown resource", {"uri": hidden(uri)[:200]})
        contents = types.TextResourceContents(uri=uri, mime_type=_JSON, text=pack.text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """List the prompts."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=name,
                    description=prompt.about,
                    arguments=[
                        types.PromptArgument(
                            name=key, description=about, required=key in prompt.required
                        )
                        for key, about in prompt.takes.items()
                    ],
                )
                for name, prompt in PROMPTS.items()
            ]
        )

    async def get_prompt(
        self, _: _Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """Write a prompt.

        Raises:
            MCPError: There is none of that name, or its arguments do not fit.
        """
        if params.name not in PROMPTS:
            raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {hidden(params.name)[:80]}")
        given = params.arguments or {}
        text = await self._in_thread(lambda desk, _: written(desk, params.name, given))
        said = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=PROMPTS[params.name].about, messages=[said])

    async def complete(
        self, _: _Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Complete the names of sessions."""
        found: list[str] = []
        if params.argument.name == "session":
            names = await self._in_thread(lambda desk, _: desk.store.sessions())
            found = [name for name in names if name.startswith(params.argument.value)]
        completion = types.Completion(
            values=found[:PAGE], total=len(found), has_more=len(found) > PAGE
        )
        return types.CompleteResult(completion=completion)

    async def _tell_of_packs(self, context: _Context) -> None:
        """Say that there is a pack more, in the way that the client's protocol has for it."""
        await self._bus.publish(ResourcesListChanged())
        is_modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        if not is_modern and context.request is None:  # HTTP has a request, and no channel for it
            await context.session.send_resource_list_changed()

    async def _in_thread(self, work: Callable[[Desk, Toolbox], _Made]) -> _Made:
        """Do work beside the event loop.

        Raises:
            MCPError: It went wrong.
        """
        if self._workers is None:
            self._workers = anyio.CapacityLimiter(WORKERS)
        try:
            return await anyio.to_thread.run_sync(
                lambda: work(*self._bench.get()), limiter=self._workers
            )
        except GraphpackError as error:
            said = hidden("; ".join(worded(error))).removeprefix("error: ")
            raise MCPError(types.INVALID_PARAMS, said) from error


def _start(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isdecimal() or len(cursor) > 9:
        raise MCPError(types.INVALID_PARAMS, "Unknown cursor")
    return int(cursor)
