"""How the tests look for sessions."""

import json

from graphpack.readers.discover import session_files
from graphpack.readers.sessions import MemoryIndex, find
from tests.readers.databases import make
from tests.readers.homes import machine


def looked_for(home, folder=None, **options):
    options.setdefault("index", MemoryIndex())
    return find(session_files(machine(home, folder)), **options)


def named(found):
    return [session.id for session in found.sessions]


def state(path, table, **values):
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [(key, json.dumps(value)) for key, value in values.items()]
    return make(path, f"CREATE TABLE {table} (key TEXT UNIQUE, value BLOB);", {table: rows})
