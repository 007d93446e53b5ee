"""The whole of the model extractor through real litellm, on the shipped examples.

Replayed without a network. The answers are a capable model's, written from the prompt alone;
see cassettes/README.md.
"""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from graphpack.extract.llm import ModelExtractor, ModelOptions
from graphpack.model.codes import NodeType, Status
from graphpack.pipeline import export
from graphpack.text.details import missing_details

ROOT = Path(__file__).parents[2]
BASE = os.environ.get("GRAPHPACK_RECORD_BASE", "http://127.0.0.1:8765/v1")
LOSSES = {"ungrounded", "unproven-detail", "invalid-node"}


class Watched(ModelExtractor):
    """Keeps what it gave to the chain."""

    def extract(self, chunk, context):
        self.chunk = chunk
        self.graph = super().extract(chunk, context)
        return self.graph


@pytest.fixture
def unplugged(request, monkeypatch):
    """While replaying, a connection to anywhere fails, this machine's own included."""
    if request.config.getoption("--record"):
        return

    def refuse(*args):
        raise AssertionError(f"a replay tried to connect: {args}")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.parametrize("name", ["auth-session.json", "release-planning.md"])
def test_examples(name, cassette, unplugged):
    options = ModelOptions(
        model="openai/desk", api_base=BASE, api_key="none", retries=0, timeout_s=3600
    )
    extractor = Watched(options, count=lambda text: len(text) // 4)
    done = export(ROOT / "examples" / name, extractor=extractor)
    check_nodes(extractor.chunk, extractor.graph)
    assert done.report.extractor == "model openai/desk"
    assert done.report.gaps == ()
    assert done.report.usage.prompt_tokens > 1000
    assert done.report.output_tokens <= 1200
    assert done.report.over_cap_tokens == 0
    kept = [node for node in done.graph.walk() if node.status in {Status.OPEN, Status.BLOCKED}]
    assert kept, "what is open must survive the pruner"
    rules = [node for node in done.graph.walk() if node.type == NodeType.DECISION]
    assert any(re.search(r"(?i)\b(?:never|no)\b", node.summary) for node in rules)


def check_nodes(chunk, graph):
    """Every node is proven by the conversation's own characters, and next to none was lost."""
    assert graph.gaps == ()
    assert graph.description
    nodes = [below for node in graph.nodes for below in (node, *node.children)]
    messages = {message.index: message for message in chunk.messages}
    for node in nodes:
        assert node.sources, node
        for source in node.sources:
            part = messages[source.message].parts[source.part]
            assert part.text[source.start : source.end] == source.quote
        if node.type == NodeType.CODE:
            assert node.summary in {source.quote for source in node.sources}
        texts = [part.text for s in node.sources for part in messages[s.message].parts]
        assert missing_details(node.summary, texts) == ()
    lost = [notice for notice in graph.notices if notice.code in LOSSES]
    assert sum(notice.count for notice in lost) <= len(nodes) // 10
    assert {NodeType.DECISION, NodeType.GOAL} <= {node.type for node in nodes}
    # in little room what was replaced is no node of its own: the choice names it
    assert any(word in node.summary for node in nodes for word in ("replace", "instead of"))
