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

# each command in turn, as the first one finds the program and as the later ones do; what it says,
# how it ends and which sockets it opened
IN_TURN = """
import contextlib, io, json, os, sys
from pathlib import Path
from graphpack.cli.app import run

seen, told = Path(os.environ["SOCKETS_SEEN"]), []
for arguments in json.load(sys.stdin):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"user: hello there\\nassistant: hello\\n"))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    out.flush(), err.flush()
    said = err.buffer.getvalue().decode()
    opened = seen.read_text().splitlines() if seen.exists() else []
    seen.unlink(missing_ok=True)
    told.append([code, said, opened])
print(json.dumps(told))
"""

# the named model is asked, and then the library that does it is looked at in the same process
ASK_AND_LOOK = """
import json, os, sys
from graphpack.cli.app import run
from graphpack.extract.llm.client import _REPORTING
code = run(sys.argv[1:])
import litellm
told = {name: getattr(litellm, name) for name in _REPORTING}
offline = os.environ["LITELLM_OFFLINE_MODE"]
last = json.dumps([told, offline, litellm.cache is None, litellm.set_verbose])
print("\\n" + last)
sys.exit(code)
"""

CHAT = [
    {"role": "user", "content": "Never use slug pellets. Which bed gets the tomatoes?"},
    {"role": "assistant", "content": "Decision: tomatoes go into bed 2. See https://example.org/"},
    {"role": "user", "content": "Good. The tap is still broken; ask harbour.example.com about it."},
]


COMMANDS = [
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
]


def made(folder):
    (folder / "guard").mkdir()
    (folder / "guard" / "sitecustomize.py").write_text(GUARD)
    (folder / "chat.json").write_text(json.dumps(CHAT))
    (folder / "page.html").write_text('<html><img src="https://example.org/x.png">Hi</html>')
    (folder / "mail.mbox").write_text("From a@example.org Thu Jan  1 00:00:00 2026\n\nHello\n")
    (folder / "pack.json").write_text(pack(next(read(folder / "chat.json")), Settings()).text)
    return folder


@pytest.fixture
def place(tmp_path):
    return made(tmp_path)


def run(place, code, *arguments, given="", is_apart=True, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHPACK_", "LITELLM_"))}
    names = {name: str(place / "home") for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    guard = {
        "PYTHONPATH": f"{place / 'guard'}{os.pathsep}{ROOT}",
        "SOCKETS_SEEN": str(place / "seen"),
        "XDG_CONFIG_HOME": str(place / "config"),
        "SOCKETS_ARE_NOTED": "yes",
    }
    command = [sys.executable, "-c", code, *arguments]
    if is_apart and _has_no_network(("unshare", "-rn", "true")):
        command = ["unshare", "-rn", *command]
    return subprocess.run(
        command,
        cwd=place,
        env={**kept, **names, **guard, **more},
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


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


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """How each command ended, what it said and which sockets it opened."""
    done = run(made(tmp_path_factory.mktemp("quiet")), IN_TURN, given=json.dumps(COMMANDS))
    assert done.returncode == 0, done.stderr
    return dict(zip(COMMANDS, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_command_opens_a_socket(ended, arguments):
    code, said, opened = ended[arguments]
    assert opened == []
    assert code == (4 if "no-such-file.json" in arguments else 0), said


def test_a_command_that_opens_a_socket_is_seen(place):
    code = "import graphpack.cli.app as app, socket\n" + IN_TURN.replace(
        "code = run(arguments)", "code = 0; socket.socket().close()"
    )
    (told,) = json.loads(run(place, code, given=json.dumps([["formats"]])).stdout)
    assert told[2]
    assert told[2][0].startswith("socket.__new__")


def test_a_model_that_is_named_is_the_only_one_spoken_to_and_its_library_tells_nobody(place):
    reply = nodes(item(1, 0, "Never use slug pellets", type="decision"), description="the garden")
    with serving(completion(json.dumps(reply))) as server:
        done = run(
            place,
            ASK_AND_LOOK,
            "export",
            "chat.json",
            "--model",
            "openai/small",
            is_apart=False,
            GRAPHPACK_API_BASE=server.base,
            GRAPHPACK_API_KEY="sk-made-up",
            # what would make the library ask or tell others, did it have its way
            LITELLM_OFFLINE_MODE="false",
            LITELLM_LOCAL_MODEL_COST_MAP="False",
            LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS="False",
        )
    assert done.returncode == 0, done.stderr
    assert server.requests
    seen = (place / "seen").read_text().splitlines()
    port = server.base.split(":")[2].split("/")[0]
    spoken = [line for line in seen if line.startswith(("socket.connect", "socket.sendto"))]
    assert spoken
    assert all(f"('127.0.0.1', {port})" in line for line in spoken), spoken
    asked = [line for line in seen if line.startswith("socket.get")]
    assert all("127.0.0.1" in line for line in asked), asked
    lists, offline, has_no_cache, is_verbose = json.loads(done.stdout.splitlines()[-1])
    assert all(found == [] for found in lists.values()), lists
    assert (offline, has_no_cache, is_verbose) == ("true", True, False)
