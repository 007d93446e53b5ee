"""Compression on real agent sessions, which are no part of the project."""

import json
from pathlib import Path

import pytest

from graphpack.pipeline.compression import compressed
from graphpack.readers import read
from graphpack.settings import Compression
from graphpack.tokens import counter

SHARED = Path(__file__).parents[2].parent / "shared"
SESSIONS = (
    "gemini__session-bridge__1",
    "specstory__keyframe-blogger__1",
    "claude-code__entireio-cli",
)

pytestmark = pytest.mark.skipif(not (SHARED / "gold").is_dir(), reason="needs ../shared")


def conversations():
    for path in sorted((SHARED / "gold").glob("*.gold.json")) if SHARED.is_dir() else ():
        if path.name.startswith(SESSIONS):
            yield path.name, SHARED / json.loads(path.read_text(encoding="utf-8"))["path"]


def texts(conversation):
    return [part.text for message in conversation.messages for part in message.parts]


@pytest.mark.parametrize(("name", "path"), list(conversations()))
def test_an_agent_session_is_shown_with_40_percent_fewer_tokens_and_no_failure(name, path):
    conversation = max(read(path), key=lambda one: len(one.messages))
    count = counter().count
    shown = compressed(conversation, Compression(), count=count, is_whole=False)
    assert shown.counts.failures == 0
    sizes = [sum(map(count, texts(one))) for one in (conversation, shown.conversation)]
    assert sizes[1] <= 0.6 * sizes[0]
    for (message, part), elisions in shown.elisions.items():
        whole = conversation.messages[message].parts[part].text
        pieces, at = [], 0
        for one in elisions:
            pieces += (whole[at : one.start], one.marker)
            at = one.end
        short = shown.conversation.messages[message].parts[part].text
        assert "".join((*pieces, whole[at:])) == short
