"""The made-up exports are what they say; reading one takes little memory, whatever its size."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from graphpack.readers import read

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def exports() -> ModuleType:
    spec = importlib.util.spec_from_file_location("made_exports", ROOT / "bench" / "exports.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", ["chatgpt", "claude-ai"])
def test_every_chat_is_read_from_the_file_and_the_zip(exports, case, tmp_path):
    path, archive = tmp_path / "conversations.json", tmp_path / "export.zip"
    exports.write(path, archive, case, 1)
    titles = [
        made["title" if case == "chatgpt" else "name"] for made in json.loads(path.read_bytes())
    ]
    for source in (path, archive):
        found = list(read(source))
        assert [one.title for one in found] == titles
        assert {one.source.format for one in found} == {case}
        assert all(len(one.messages) >= 20 for one in found)
        assert all(bool(one.branches) is (case == "chatgpt") for one in found)


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is measured as Linux counts it")
@pytest.mark.parametrize("case", ["chatgpt", "claude-ai"])
def test_a_large_export_is_listed_in_little_memory(exports, case, tmp_path):
    path, archive = tmp_path / "conversations.json", tmp_path / "export.zip"
    exports.write(path, archive, case, 12)
    for source in (path, archive):
        _, peak_mb, count = exports.run(exports.LISTING, str(source))
        assert count > 50
        assert peak_mb < 80
