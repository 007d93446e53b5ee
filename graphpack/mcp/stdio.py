"""The server over standard streams: how hosts start it, one for each of them.

The transport is the SDK's. Before it stands what reads lines, and answers those that are no
messages.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from graphpack.mcp.server import make_server
from graphpack.mcp.wire import Fault, read_line
from graphpack.mcp.working import end_by

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk

__all__ = ["serve_stdio"]

_END_S = 5.0
MAX_LINE_BYTES = 64 << 20
_TOO_LONG = Fault(types.INVALID_REQUEST, f"a message of more than {MAX_LINE_BYTES:,} bytes")


def serve_stdio(open_desk: Callable[[], Desk]) -> None:
    """Serve one client over standard input and output, until its input ends.

    Args:
        open_desk: Makes what the server works with.
    """
    anyio.run(_over_stdio, make_server(open_desk))


async def _over_stdio(server: Server[Any]) -> None:
    options = server.create_initialization_options(NotificationOptions(resources_changed=True))
    with _own_input() as source:
        lines = _Lines(source)
        async with stdio_server(cast("anyio.AsyncFile[str]", lines)) as (read_stream, write_stream):

            async def refuse(fault: Fault) -> None:
                await write_stream.send(SessionMessage(fault.answer()))

            lines.refuse = refuse
            await server.run(read_stream, write_stream, options)


@contextmanager
def _own_input() -> Iterator[BinaryIO]:
    """Take standard input for the protocol alone: whoever reads it meanwhile finds its end."""
    own, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # not closed: a thread may still wait for a line there
        yield os.fdopen(own, "rb", closefd=False)
    finally:
        os.dup2(own, 0)


class _Lines:
    """Gives the SDK the lines that are messages, and answers the others.

    Args:
        source: Where they come from.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.refuse: Callable[[Fault], Awaitable[None]] | None = None

    async def __aiter__(self) -> AsyncIterator[str]:
        while raw := await self._next():
            read = read_line(raw) if len(raw) <= MAX_LINE_BYTES else _TOO_LONG
            if isinstance(read, str):
                yield read
            elif read is not None and self.refuse is not None:
                await self.refuse(read)
        end_by(_END_S, 0)  # nobody is there to be answered

    async def _next(self) -> bytes:
        return await anyio.to_thread.run_sync(self._line)

    def _line(self) -> bytes:
        """Read a line; the rest of one that is too long is let go."""
        raw = piece = self._source.readline(MAX_LINE_BYTES + 1)
        while len(piece) > MAX_LINE_BYTES and not piece.endswith(b"\n"):
            piece = self._source.readline(MAX_LINE_BYTES + 1)
        return raw
