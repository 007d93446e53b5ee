"""An archive of invented sessions, asked in this process, or by a real browser."""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.testclient import TestClient

from graphpack.archive.entry import Filing
from graphpack.archive.packed import as_bytes, sha256
from graphpack.archive.store import Archive
from graphpack.settings import Settings
from graphpack.sockets import bound
from graphpack.web import application
from graphpack.web.access import Role, Tokens
from graphpack.web.serving import Address, site_at
from tests.archive.talks import LINES, NOW, made, talk
from tests.timing import HANGS_S
from tests.view.build import ATTACKS
from tests.view.conftest import browser as browser  # the fixture of the other pages

LATER = (
    *LINES,
    ("user", "We drop PostgreSQL: the harbour ledger goes to SQLite instead of PostgreSQL."),
    ("assistant", "Decision: SQLite replaces PostgreSQL for the harbour ledger."),
    ("user", "Open problem: the 🐟 fish market \U0001f9ed compass 𝒳 column is empty. Fix it."),
)
HOSTILE = tuple(
    ("user", f"Decision: we keep {attack} in the harbour shop, whatever happens.")
    for attack in ATTACKS
)


def file(archive, conversation, project, *, author="mira", tags=()):
    about = Filing(
        project=project,
        at=NOW,
        source_sha256=sha256(as_bytes(conversation.id)),
        origin=conversation.id,
        author=author,
        tags=tags,
    )
    return archive.add(made(conversation), about)


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    """A file with five sessions in three projects, and their names."""
    path = tmp_path_factory.mktemp("web") / "team.db"
    with Archive(path) as archive:
        archive.init()
        refs = {
            "first": file(archive, talk(), "harbour", tags=("ledger",)).ref,
            "later": file(
                archive, talk("harbour-ledger-0002-bbbb", LATER, title="Ledger, later"), "harbour"
            ).ref,
            "other": file(
                archive,
                talk("bee-yard-0003-cccc", LINES[:4], title="Bee yard"),
                "bees",
                author="tarek",
            ).ref,
            "hostile": file(
                archive,
                talk("x-0004-dddd", HOSTILE, title="".join(ATTACKS), author=ATTACKS[1]),
                ATTACKS[0],
                author=ATTACKS[2],
                tags=(ATTACKS[3].replace(" ", ""),),
            ).ref,
        }
    return path, refs


@pytest.fixture
def refs(filled):
    return filled[1]


@pytest.fixture
def archive(filled, tmp_path):
    """An archive of the test's own."""
    with Archive(shutil.copy(filled[0], tmp_path / "team.db")) as opened:
        yield opened


@pytest.fixture
def tokens(tmp_path):
    return Tokens(tmp_path / "tokens.json")


def site(archive, tokens=None, **address):
    address.setdefault("names", ("testserver",) if tokens else ())
    return site_at(archive, Address(**{"per_s": 1_000, **address}), Settings(), tokens)


def client_of(made_site, base="http://127.0.0.1", *, raises=True):
    return TestClient(
        application(made_site),
        base_url=base,
        raise_server_exceptions=raises,
        follow_redirects=False,
        client=("127.0.0.1", 5),
    )


@pytest.fixture
def client(archive):
    """Somebody at this machine."""
    return client_of(site(archive))


@pytest.fixture
def given(tokens):
    """Tokens of a reader of one project, a writer of one, and a writer of all."""
    return {
        "reader": tokens.add("rena", Role.READER, ("harbour",), at=NOW),
        "writer": tokens.add("wim", Role.WRITER, ("bees",), at=NOW),
        "all": tokens.add("ada", Role.WRITER, None, at=NOW),
    }


@pytest.fixture
def guarded(archive, tokens, given):
    """The same server where everybody needs a token."""
    return client_of(site(archive, tokens), base="http://testserver")


def bearer(token):
    return {"authorization": f"Bearer {token}"}


@contextmanager
def running(made_site):
    """A real server on a port of its own; gives its address."""
    with bound("127.0.0.1", 0) as listening:
        config = uvicorn.Config(
            application(made_site), log_level="error", lifespan="off", access_log=False
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        until = time.monotonic() + HANGS_S
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        assert server.started
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(HANGS_S)
