"""A server runs for days: a thousand calls leave its memory where it was."""

import gc
from pathlib import Path

import pytest
from mcp.client.client import Client

from graphpack.mcp.desk import Desk
from graphpack.mcp.kept import Bounds
from graphpack.mcp.server import make_server
from graphpack.mcp.store import Store
from tests.mcp.conftest import RECORDS, run_apart

STATM = Path("/proc/self/statm")
CALLS = 1_000
MAX_GROWTH_BYTES = 12 << 20
PAGE_BYTES = 4_096


def rss_bytes():
    gc.collect()
    return int(STATM.read_text(encoding="utf-8").split()[1]) * PAGE_BYTES


async def talked(client, first, count):
    """Calls whose texts are new each time, errors among them."""
    for at in range(first, first + count):
        note = {"kind": "note", "text": f"Delivery {at} came late: " + f"crate {at} " * 60}
        name, arguments = (
            ("ingest_records", {"records": [*RECORDS[2:5], note], "session": f"s{at}"}),
            ("compress", {"text": f"line {at}\n" + f"[INFO] step {at}\n" * 40}),
            ("get_file_history", {"path": "src/auth/policy.ts", "session": f"s{at - at % 8}"}),
            ("retrieve", {"ref": f"{at:024x}"}),
            ("list_sessions", {"limit": 3}),
            ("get_compression_stats", {"detail": True}),
            ("search_context", {"query": f"delivery {at}", "session": f"s{at - at % 8}"}),
            ("get_decisions", {"session": f"missing {at}"}),
        )[at % 8]
        await client.call_tool(name, arguments)


@pytest.mark.skipif(not STATM.exists(), reason="the size of a process is read from /proc")
def test_a_thousand_calls_leave_memory_flat():
    # so small that it is full, and makes room all the time, after the first calls
    store = Store(bounds=Bounds(chars=20_000, originals=20, originals_chars=100_000))
    grown = []

    async def main():
        async with Client(make_server(lambda: Desk(store))) as client:
            await talked(client, 0, 240)
            before = rss_bytes()
            await talked(client, 240, CALLS)
            grown.append(rss_bytes() - before)

    run_apart(main)
    assert 0 < len(store.sessions()) < 40
    assert len(store.originals) <= 20
    store.close()
    assert grown[0] < MAX_GROWTH_BYTES
