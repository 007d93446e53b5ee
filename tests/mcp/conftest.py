"""A desk with an empty store, and calls of tools on it."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import anyio
import pytest

from graphpack.compress.originals import reference
from graphpack.mcp.desk import Desk
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from graphpack.readers.machine import Machine
from tests.timing import HANGS_S

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def patient_clients():
    """The SDK's client gives a server ten seconds to begin; a busy machine may need more."""
    from mcp.client import session

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "DISCOVER_TIMEOUT_SECONDS", HANGS_S)
        yield


def run_apart(main):
    """Run a coroutine in a thread of its own: a browser's driver may keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, main).result()


SECRET = "Xk29fjLq88zzPq"

RECORDS = [
    {
        "kind": "message",
        "text": "Login fails with 401 since the change in src/auth/policy.ts. Never log a token.",
    },
    {
        "kind": "tool_call",
        "name": "npm test -- auth",
        "exit_code": 1,
        "text": "FAIL src/auth/policy.test.ts\n  × denies expired tokens\n"
        "    AssertionError: expected 200 to be 401",
    },
    {
        "kind": "error",
        "text": "Error: 401 Unauthorized\n    at checkPolicy (src/auth/policy.ts:2:10)",
    },
    {
        "kind": "file",
        "path": "src/auth/policy.ts",
        "text": "export function checkPolicy(user) {\n  return user.groups.includes('staff');\n}",
    },
    {
        "kind": "diff",
        "path": "src/auth/policy.ts",
        "text": "-  return user.groups.includes('staff');\n+  return user.roles.includes('staff');",
    },
    {"kind": "decision", "status": "accepted", "text": "Policy checks must stay on the server"},
    {"kind": "decision", "status": "superseded", "text": "Policy checks run in the browser"},
    {
        "kind": "message",
        "role": "assistant",
        "text": "The pictures of the summer party are on the shared drive.",
    },
]

TRANSCRIPT = json.dumps(
    {
        "title": "Garden",
        "messages": [
            {"role": "user", "content": "Into which bed do the tomatoes of the school garden go?"},
            {"role": "assistant", "content": "Bed 2 has the most sun; I would plant them there."},
            {
                "role": "user",
                "content": "Decision: tomatoes go into bed 2, 60 cm apart. Never use slug pellets.",
            },
            {"role": "assistant", "content": "Noted. Copper tape keeps the slugs out instead."},
            {"role": "user", "content": "The water tap is broken since Monday. Still open."},
        ],
    }
)

LOG = "\n".join(
    f"2026-03-01 10:00:{at % 60:02d} INFO worker {at} finished job {at * 7}" for at in range(300)
)

CALLS = {
    "ingest_records": {"records": RECORDS, "session": "fix"},
    "search_context": {"query": "policy 401"},
    "get_decisions": {},
    "get_relevant_errors": {},
    "get_file_history": {"path": "src/auth/policy.ts"},
    "build_context": {"task": "Fix login after the policy change"},
    "export_graph": {"session": "fix"},
    "verify_graph": {"session": "fix"},
    "compress": {"text": LOG},
    "retrieve": {"ref": reference(LOG)},
    "get_compression_stats": {},
    "list_sessions": {},
}
"""One sensible call of each tool, in an order in which all of them work."""


def server_command(*arguments, python=sys.executable):
    return [python, "-m", "graphpack", "mcp", *arguments]


HANGING = """
import sys, time
import graphpack.mcp.toolbox
def hang(*_):
    print("hangs", file=sys.stderr, flush=True)
    time.sleep(3600)
graphpack.mcp.toolbox.list_sessions = hang
from graphpack.cli.app import run
sys.exit(run(["mcp", *sys.argv[1:]]))
"""
"""A server one of whose tools never ends, and says when it has begun."""


def hanging_command(*arguments):
    return [sys.executable, "-c", HANGING, *arguments]


@pytest.fixture
def desk():
    store = Store()
    yield Desk(store)
    store.close()


@pytest.fixture
def call(desk):
    """``call("search_context", query="x")`` gives the answer; an error fails the test."""
    toolbox = Toolbox(desk)

    def run(tool, **arguments):
        outcome = toolbox.call(tool, arguments)
        assert not outcome.is_error, outcome.text
        return outcome.answer

    return run


@pytest.fixture
def refused(desk):
    """``refused("search_context")`` gives the words of the error."""
    toolbox = Toolbox(desk)

    def run(tool, **arguments):
        outcome = toolbox.call(tool, arguments)
        assert outcome.is_error, outcome.text
        return outcome.text

    return run


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of its own for a server in another process, with its environment."""
    import os

    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setenv(name, str(folder))
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GRAPHPACK_", "PYTEST", "COVERAGE"))
    }
    return {**environment, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def process(home, tmp_path):
    """Starts a server in another process; it is ended with the test."""
    started = []

    def start(*arguments, command=server_command, **options):
        made = subprocess.Popen(
            command(*arguments),
            env=home,
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            **options,
        )
        started.append(made)
        return made

    yield start
    for made in started:
        if made.poll() is None:
            made.kill()
        for stream in (made.stdin, made.stdout, made.stderr):
            stream.close()
        made.wait(timeout=HANGS_S)


@pytest.fixture
def machine(tmp_path):
    """A machine on which an agent has kept one session, and where it lies."""
    folder = tmp_path / ".claude" / "projects" / "-srv-garden"
    folder.mkdir(parents=True)
    lines = [
        {
            "type": kind,
            "uuid": f"u{at}",
            "parentUuid": f"u{at - 1}" if at else None,
            "sessionId": "5d1e3c52-0000-4000-8000-000000000001",
            "timestamp": f"2026-03-01T10:00:0{at}Z",
            "cwd": "/srv/garden",
            "message": {"role": kind, "content": text},
        }
        for at, (kind, text) in enumerate(
            [("user", "Which bed do the tomatoes go into?"), ("assistant", "Into bed 2.")]
        )
    ]
    path = folder / "5d1e3c52-0000-4000-8000-000000000001.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return Machine({}, tmp_path, "linux"), path
