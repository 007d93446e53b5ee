"""What holds of the exports of all chat programs: told apart, read whole, and never a crash."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.readers import known, read
from graphpack.readers.base import Certainty, Opened
from graphpack.readers.probe import probe
from graphpack.readers.table import Formats

from .chat_programs import DOCUMENTS, codes, dump, reading, said
from .test_properties import json_values

SHARED = Path(__file__).parents[2].parent / "shared"
FORMATS = sorted(DOCUMENTS)


def sure_of(raw: bytes, formats: Formats) -> list[str]:
    look = probe(Opened("x.json", data=raw))
    return [one.name for one in formats.readers() if one.detect(look) is Certainty.SURE]


@pytest.mark.parametrize("name", FORMATS)
def test_one_reader_alone_is_sure(name: str) -> None:
    assert sure_of(dump(DOCUMENTS[name]()), known()) == [name]


@pytest.mark.parametrize("words", ["fee?", "Nine euros."])
@pytest.mark.parametrize("name", FORMATS)
def test_a_document_larger_than_the_first_look_is_known_too(name: str, words: str) -> None:
    long = dump(DOCUMENTS[name]()).decode().replace(words, "fee? " * 30_000)
    assert len(long) > 100_000
    assert sure_of(long.encode(), known()) == [name]


@pytest.mark.parametrize("name", FORMATS)
def test_the_question_is_the_persons_and_the_answer_the_models(name: str) -> None:
    (found,) = reading(DOCUMENTS[name]())
    assert found.source.format == name
    assert found.title == "Harbour fees"
    people = [m for m in found.messages if m.role.value == "user"]
    models = [m for m in found.messages if m.role.value == "assistant"]
    assert "fee" in people[0].text and people[0].author is None
    if name != "librechat":
        assert models[0].author and "euros" in models[0].text
    assert "never" not in json.dumps(said(found))


@pytest.mark.parametrize(
    ("name", "branches"),
    [
        ("open-webui", [("a", 0, ["Nine euros."])]),
        ("librechat", [("a", 0, ["What is the fee?", "Nine euros."])]),
        ("lm-studio", [("b1", 1, ["Ten euros."])]),
        ("chatbox", [("m3", 1, ["Ten euros."])]),
        ("grok", [("r2", 0, ["Ten euros."])]),
        ("llama-cpp-webui", [("a", 0, ["Ten euros."])]),
        ("chatbot-ui", []),
    ],
)
def test_what_was_abandoned_is_kept_as_branches(name: str, branches: list) -> None:
    (found,) = reading(DOCUMENTS[name]())
    kept = [(b.id, b.after, [m.text for m in b.messages]) for b in found.branches]
    assert kept == branches
    assert codes(found).get("abandoned-branch", 0) == sum(len(words) for *_, words in branches)
    for branch in found.branches:
        places = [message.index for message in branch.messages]
        assert places == list(range(branch.after + 1, branch.after + 1 + len(places)))


@st.composite
def twisted(draw: st.DrawFn) -> tuple[str, bytes]:
    """An export in which one value somewhere was dropped, swapped, doubled or replaced."""
    name = draw(st.sampled_from(FORMATS))
    document = copy.deepcopy(DOCUMENTS[name]())
    node = document
    while True:
        keys = sorted(node) if isinstance(node, dict) else list(range(len(node)))
        key = draw(st.sampled_from(keys))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and draw(st.integers(0, 3)):
            node = inner
            continue
        twist = draw(st.sampled_from(["drop", "replace", "swap", "double"]))
        if twist == "drop":
            del node[key]
        elif twist == "replace":
            node[key] = draw(json_values)
        elif twist == "swap":
            other = draw(st.sampled_from(keys))
            node[key], node[other] = node[other], node[key]
        elif isinstance(node, list):
            node.insert(key, copy.deepcopy(inner))
        return name, json.dumps(document).encode()


def attempt(raw: bytes, name: str | None) -> None:
    try:
        found = list(read(raw, format=name))
    except ReadError:
        return
    for one in found:
        assert [m.index for m in one.messages] == list(range(len(one.messages)))
        for messages in (one.messages, *(branch.messages for branch in one.branches)):
            assert messages and all(message.parts for message in messages)
            for message in messages:
                for part in message.parts:
                    part.text.encode()
        assert all(-1 <= branch.after < len(one.messages) for branch in one.branches)


@given(case=twisted(), is_named=st.booleans())
def test_any_value_anywhere_reads(case: tuple[str, bytes], is_named: bool) -> None:
    name, raw = case
    attempt(raw, name if is_named else None)


@given(name=st.sampled_from(FORMATS), data=st.data())
def test_a_document_cut_or_flipped_anywhere_reads(name: str, data: st.DataObject) -> None:
    raw = bytearray(dump(DOCUMENTS[name]()))
    for _ in range(data.draw(st.integers(0, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(1, len(raw)))
    attempt(bytes(raw[:end]), data.draw(st.sampled_from([None, name])))


@given(value=json_values, name=st.sampled_from(FORMATS))
def test_any_json_is_read_or_refused(value: object, name: str) -> None:
    attempt(json.dumps(value).encode(), name)


SAMPLES = {
    "grok-export__openwebui-importer__1.json": [("grok", 5, 5, 0, 0)],
    "openwebui-export__openwebui-importer__1.json": [("open-webui", 1, 1, 0, 0)],
    # the list counts nine messages: four on the newest path, and five beside it; the chat's own
    # prompt is a message more
    "librechat-export__LibreChat__1.json": [("librechat", 2, 2, 1, 5)],
    "librechat-export__LibreChat__2.json": [("librechat", 3, 3, 0, 0)],
    "librechat-export__LibreChat__4.json": [("librechat", 1, 1, 0, 0)],
    # the list counts six messages; each chat's prompt is one more
    "chatbotui-export__LibreChat__1.json": [("chatbot-ui", 2, 2, 1, 0), ("chatbot-ui", 1, 1, 1, 0)],
}
"""Format, messages by person, model and system, and messages beside the path, for each chat."""


@pytest.mark.skipif(not SHARED.is_dir(), reason="real exports are not here")
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_real_exports_are_read_whole(name: str) -> None:
    found = list(read(SHARED / "samples" / "chat" / name))
    counts = []
    for one in found:
        roles = [message.role.value for message in one.messages]
        beside = codes(one).get("abandoned-branch", 0)
        row = tuple(roles.count(role) for role in ("user", "assistant", "system"))
        counts.append((one.source.format, *row, beside))
    assert counts == SAMPLES[name]
