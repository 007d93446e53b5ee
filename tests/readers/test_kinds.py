"""A reader is imported only for what its sources can look like."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graphpack.readers import TABLE
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from graphpack.readers.table import BINARY, FOLDER, HTML, JSON, TEXT, kinds_of

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
LOADED = """
import sys
from graphpack.readers import detect
from graphpack.readers.opening import open_source
detect(open_source(sys.stdin.buffer.read()))
print(*(name for name in sys.modules if name.startswith("graphpack.readers.")))
"""


@pytest.mark.parametrize(
    ("raw", "kinds"),
    [
        (b"# Tides\n\nHigh at noon.", TEXT),
        (b'{"a": 1}', JSON),
        (b'[{"a": 1', JSON),
        (b'[\n  {\n    "a": 1', JSON),
        (b'\n{"a": 1}\n{"a": 2}\n', JSON),
        (b'1}\n{"a": 2}\n', JSON | TEXT),
        (b"[10:00] <ida> when?", JSON | TEXT),
        (b"[Ida](x) writes", JSON | TEXT),
        (b'Exported:\n{"a": 1}\n{"a": 2}\n', JSON | TEXT),
        (b'Send this:\n{"a": 1}\n', TEXT),
        (b"<!doctype html><p>", HTML | TEXT),
        (b"\x7fELF" + bytes(range(20)) * 9, BINARY),
    ],
)
def test_what_a_source_looks_like(raw, kinds):
    assert kinds_of(probe(open_source(raw))) is kinds


def test_a_folder_is_nothing_else(tmp_path):
    (tmp_path / "a.md").write_text("# Tides")
    assert kinds_of(probe(open_source(tmp_path))) is FOLDER


def modules(raw: bytes) -> set[str]:
    run = subprocess.run([sys.executable, "-c", LOADED], input=raw, capture_output=True, check=True)
    return set(run.stdout.decode().split())


def test_a_markdown_file_imports_no_reader_of_json():
    found = modules(b"# Tides\n\n**User:** When?\n\n**Assistant:** At noon.\n")
    others = {line.target.partition(":")[0] for line in TABLE if not line.kinds & TEXT}
    # a reader of text may share code with the one of the same program's JSON
    shared = {"graphpack.readers.amp"}
    assert len(others) > 20
    assert not (found & others) - shared


def test_a_json_file_imports_no_reader_of_folders_alone():
    found = modules(b'[{"role": "user", "content": "When?"}]')
    others = {line.target.partition(":")[0] for line in TABLE if not line.kinds & (JSON | TEXT)}
    assert not found & others


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real files are not here")
def test_no_reader_knows_a_file_that_it_is_not_asked_about():
    for path in sorted((SHARED / "samples").glob("*/*")):
        look = probe(open_source(path))
        for line in TABLE:
            if not line.kinds & kinds_of(look):
                assert not line.load().detect(look), (path.name, line.name)
