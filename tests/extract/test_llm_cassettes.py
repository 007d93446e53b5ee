"""The whole of the model extractor through real litellm, on the shipped examples.

Replayed without a network. The answers are a capable model's, written from the prompt alone;
see cassettes/README.md.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from graphpack.extract.llm import ModelExtractor, ModelOptions
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType
from graphpack.readers import read

ROOT = Path(__file__).parents[2]
BASE = os.environ.get("GRAPHPACK_RECORD_BASE", "http://127.0.0.1:8765/v1")


def conversation(name):
    (only,) = read(ROOT / "examples" / name)
    return only


@pytest.fixture
def unplugged(request, monkeypatch):
    """While replaying, a connection to anywhere fails, this machine's own included."""
    if request.config.getoption("--record"):
        return

    def refuse(*args):
        raise AssertionError(f"a replay tried to connect: {args}")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(params=["auth-session.json", "release-planning.md"])
def talk(request):
    return conversation(request.param)


def test_examples(talk, cassette, unplugged):
    options = ModelOptions(
        model="openai/desk", api_base=BASE, api_key="none", retries=0, timeout_s=3600
    )
    extractor = ModelExtractor(options, count=lambda text: len(text) // 4)
    chunk = Chunk(0, talk.messages, tokens=0)
    graph = extractor.extract(chunk, ChunkContext())
    assert graph.gaps == ()
    assert graph.description
    assert graph.usage.prompt_tokens > 1000
    nodes = [below for node in graph.nodes for below in (node, *node.children)]
    for node in nodes:
        assert node.sources, node
        for source in node.sources:
            part = talk.messages[source.message].parts[source.part]
            assert part.text[source.start : source.end] == source.quote
    for node in nodes:
        if node.type == NodeType.CODE:
            assert node.summary in {source.quote for source in node.sources}
    lost = [notice for notice in graph.notices if notice.code in {"ungrounded", "invalid-node"}]
    assert sum(notice.count for notice in lost) <= len(nodes) // 10
    types = {node.type for node in nodes}
    assert {NodeType.DECISION, NodeType.FACT, NodeType.GOAL} <= types
    assert any(rel.type == "supersedes" for rel in graph.relationships)
