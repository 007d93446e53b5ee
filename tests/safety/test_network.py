"""No command opens a socket unless a model or a server was named, and then only to that one."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from graphpack.pipeline import pack
from graphpack.readers import read
from graphpack.settings import Settings
from tests.extract.server import completion, serving
from tests.fakes import item, nodes

ROOT = Path(__file__).parents[2]

# a socket of any kind, a look-up of any name: noted, and the process ends at once
GUARD = """
import os, sys

def refuse(event, arguments):
    if event.startswith("socket.") and event not in ALLOWED:
        with open(os.environ["SOCKETS_SEEN"], "a") as file:
            file.write(f"{event} {[one for one in arguments if not hasattr(one, 'fileno')]!r}\\n")
        if "SOCKETS_ARE_NOTED" not in os.environ:
            os.write(2, f"a socket was opened: {event}\\n".encode())
            os._exit(99)

ALLOWED = {"socket.gethostname"}
sys.addaudithook(refuse)
"""

CHAT = [
    {"role": "user", "content": "Never use slug pellets. Which bed gets the tomatoes?"},
    {"role": "assistant", "content": "Decision: tomatoes go into bed 2. See https://example.org/"},
    {"role": "user", "content": "Good. The tap is still broken; ask harbour.example.com about it."},
]


@pytest.fixture
def place(tmp_path):
    (tmp_path / "guard").mkdir()
    (tmp_path / "guard" / "sitecustomize.py").write_text(GUARD)
    (tmp_path / "chat.json").write_text(json.dumps(CHAT))
    (tmp_path / "page.html").write_text('<html><img src="https://example.org/x.png">Hi</html>')
    (tmp_path / "mail.mbox").write_text("From a@example.org Thu Jan  1 00:00:00 2026\n\nHello\n")
    return tmp_path


def run(place, *arguments, is_apart=True, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHPACK_", "LITELLM_"))}
    names = {name: str(place / "home") for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    guard = {
        "PYTHONPATH": f"{place / 'guard'}{os.pathsep}{ROOT}",
        "SOCKETS_SEEN": str(place / "seen"),
        "XDG_CONFIG_HOME": str(place / "config"),
    }
    command = [sys.executable, "-m", "graphpack", *arguments]
    if is_apart and _has_no_network(("unshare", "-rn", "true")):
        command = ["unshare", "-rn", *command]
    done = subprocess.run(
        command,
        cwd=place,
        env={**kept, **names, **guard, **more},
        input="user: hello there\nassistant: hello\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    seen = place / "seen"
    return done, seen.read_text().splitlines() if seen.exists() else []


@cache
def _has_no_network(command):
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_the_guard_guards(place):
    done = subprocess.run(
        [sys.executable, "-c", "import socket; socket.getaddrinfo('localhost', 80)"],
        env={
            **os.environ,
            "PYTHONPATH": str(place / "guard"),
            "SOCKETS_SEEN": str(place / "seen"),
        },
        check=False,
        capture_output=True,
    )
    assert done.returncode == 99
    assert (place / "seen").read_text().startswith("socket.getaddrinfo")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("export", "--help"),
        ("--version",),
        ("formats",),
        ("export", "chat.json"),
        ("export", "-"),
        ("export", "page.html", "--format", "plain-text", "--mode", "readable", "--sources"),
        ("export", "chat.json", "mail.mbox", "--all", "-o", "out"),
        ("read", "chat.json", "--to", "messages"),
        ("scan", "chat.json", "--redact", "all"),
        ("sessions", "--json"),
        ("validate", "pack.json"),
        ("convert", "pack.json", "--mode", "readable"),
        ("export", "no-such-file.json"),
    ],
    ids=" ".join,
)
def test_no_command_opens_a_socket(place, arguments):
    (place / "pack.json").write_text(pack(next(read(place / "chat.json")), Settings()).text)
    done, seen = run(place, *arguments)
    assert seen == []
    assert done.returncode == (4 if "no-such-file.json" in arguments else 0), done.stderr


def test_a_model_that_is_named_is_the_only_one_spoken_to(place):
    reply = nodes(item(1, 0, "Never use slug pellets", type="decision"), description="the garden")
    with serving(completion(json.dumps(reply))) as server:
        done, seen = run(
            place,
            "export",
            "chat.json",
            "--model",
            "openai/small",
            is_apart=False,
            SOCKETS_ARE_NOTED="yes",
            GRAPHPACK_API_BASE=server.base,
            GRAPHPACK_API_KEY="sk-made-up",
            # what would make the library ask or tell others, did it have its way
            LITELLM_OFFLINE_MODE="false",
            LITELLM_LOCAL_MODEL_COST_MAP="False",
            LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS="False",
        )
    assert done.returncode == 0, done.stderr
    assert server.requests
    port = server.base.split(":")[2].split("/")[0]
    spoken = [line for line in seen if line.startswith(("socket.connect", "socket.sendto"))]
    assert spoken
    assert all(f"('127.0.0.1', {port})" in line for line in spoken), spoken
    asked = [line for line in seen if line.startswith("socket.get")]
    assert all("127.0.0.1" in line for line in asked), asked


def test_the_library_for_models_tells_nobody():
    code = (
        "import os, json\n"
        "from graphpack.extract.llm.client import _litellm, _REPORTING\n"
        "found = _litellm()\n"
        "print(json.dumps([getattr(found, name) for name in _REPORTING]))\n"
        "print(os.environ['LITELLM_OFFLINE_MODE'], found.cache, found.set_verbose)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LITELLM_OFFLINE_MODE": "false"},
        check=False,
        capture_output=True,
        text=True,
    )
    lists, switches = done.stdout.splitlines()
    assert all(found == [] for found in json.loads(lists))
    assert switches == "true None False"
