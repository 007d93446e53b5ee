"""What hosts put into every prompt: small, the same bytes each time, and true."""

import json
import os
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from graphpack.compress.base import Kind as TextKind
from graphpack.context import Kind
from graphpack.mcp.definitions import INSTRUCTIONS, KINDS, TOOLS
from graphpack.mcp.desk import Desk
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from graphpack.tokens import counter
from tests.mcp.conftest import CALLS, LOG, ROOT

MAX_TOKENS = 4_000
CODE = """
import anyio, json
from mcp.client.client import Client
from graphpack.mcp.server import make_server

async def main():
    async with Client(make_server(lambda: None)) as client:
        found = await client.list_tools()
        tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in found.tools]
        print(json.dumps(tools))

anyio.run(main)
"""


@pytest.fixture(scope="module")
def definitions():
    """The list of tools as a client gets it from a process of its own, with hashes of its own."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, "PYTHONHASHSEED": "random", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_definitions_are_the_same_bytes_in_every_process(definitions, golden):
    golden("tools.json", json.dumps(json.loads(definitions), indent=1, ensure_ascii=False) + "\n")


def test_the_definitions_are_small(definitions):
    count = counter().count
    assert count(definitions) + count(INSTRUCTIONS) < MAX_TOKENS
    assert count(json.dumps(json.loads(definitions), indent=2)) < 2 * MAX_TOKENS


def test_the_tools_are_those_that_were_promised():
    assert list(TOOLS) == list(CALLS)
    assert {name for name, tool in TOOLS.items() if not tool.is_read_only} == {
        "ingest_records",
        "export_graph",
        "compress",
    }


def test_schemas_are_schemas_and_names_are_those_of_the_code():
    for tool in TOOLS.values():
        Draft202012Validator.check_schema(tool.input_schema())
        Draft202012Validator.check_schema(tool.output_schema())
        assert tool.about[0].isupper()
        assert tool.about.endswith(".")
    assert tuple(Kind) == KINDS
    kinds = TOOLS["compress"].takes["kind"]["enum"]
    assert set(kinds) == set(TextKind) - {TextKind.MIXED}


@pytest.mark.parametrize("is_detail", [False, True])
def test_every_answer_fits_its_schema_and_says_nothing_the_schema_hides(is_detail):
    store = Store()
    toolbox = Toolbox(Desk(store))
    toolbox.call("compress", {"text": LOG})  # so that there is something to retrieve
    for name, arguments in CALLS.items():
        detail = {"detail": True} if is_detail and "detail" in TOOLS[name].takes else {}
        outcome = toolbox.call(name, {**arguments, **detail})
        assert not outcome.is_error, outcome.text
        schema = TOOLS[name].output_schema()
        Draft202012Validator(schema).validate(outcome.answer)
        assert json.loads(outcome.text) == outcome.answer
        if not is_detail:
            unnamed = set(outcome.answer) - set(schema["properties"])
            assert unnamed <= {"seen_before", "failures"}
    store.close()
