"""An archive on each database: a file, and a real PostgreSQL that is started once."""

from __future__ import annotations

import itertools
import shutil

import pytest

from graphpack.archive.schema import METADATA
from graphpack.archive.store import Archive
from tests.services import need

from .servers import postgresql, programs

_numbers = itertools.count()


@pytest.fixture(scope="session")
def server():
    """The address of a PostgreSQL of the tests' own, and the folder of its data."""
    found = programs()
    need("PostgreSQL (Debian: postgresql)", is_there=found is not None)
    with postgresql(found) as (address, data):
        yield address, data


@pytest.fixture
def database(server):
    """An empty database on that server."""
    import psycopg

    address, _ = server
    name = f"archive_{next(_numbers)}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{address}/{name}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared(server):
    """A database with the tables of an archive, made once: making them takes a second."""
    import psycopg

    address, _ = server
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE shared")
    with Archive(f"{address}/shared") as archive:
        archive.init()
    return f"{address}/shared"


@pytest.fixture(scope="session")
def ready(tmp_path_factory):
    """A file with the tables of an archive."""
    path = tmp_path_factory.mktemp("archive") / "ready.db"
    with Archive(path) as archive:
        archive.init()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """Where an empty archive is, on one database after the other."""
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("ready"), tmp_path / "team.db"))
    import psycopg

    found = request.getfixturevalue("shared")
    names = ", ".join(table.name for table in METADATA.sorted_tables)
    with psycopg.connect(found, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")
    return found


@pytest.fixture
def archive(url):
    """An empty archive."""
    with Archive(url) as opened:
        yield opened
