"""Packs of real conversations, as they are written, are borne out by their transcripts."""

from itertools import islice
from pathlib import Path

import pytest

from graphpack.errors import GraphpackError
from graphpack.packs import load_pack
from graphpack.pipeline import pack
from graphpack.pipeline.checking import check_against
from graphpack.pipeline.safety import policy_of
from graphpack.readers import read
from graphpack.settings import Settings

SHARED = Path(__file__).parents[2].parent / "shared"
MOST_BYTES = 30_000
MOST_FILES = 6


def small_samples():
    found = [path for path in sorted((SHARED / "samples").rglob("*")) if path.is_file()]
    return [path for path in found if path.stat().st_size <= MOST_BYTES][:MOST_FILES]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared samples are not here")
def test_what_is_written_is_what_was_said(tmp_path):
    checked = 0
    for path in small_samples():
        try:
            conversations = [one for one in islice(read(path), 1) if one.messages]
        except GraphpackError:
            continue
        for conversation in conversations:
            made = pack(conversation, Settings())
            written = tmp_path / "p.json"
            written.write_text(made.text, encoding="utf-8")
            (tmp_path / "p.evidence.json").write_text(made.archive(), encoding="utf-8")
            policy = policy_of(Settings())
            for source in (written, tmp_path / "p.evidence.json", written.read_bytes()):
                receipt = check_against(load_pack(source).graph, conversation, policy)
                found = [str(finding) for finding in receipt.findings]
                assert found == [], path.name
                assert receipt.faithful_ratio == 1.0
                checked += receipt.tally.nodes
    assert checked > 5
