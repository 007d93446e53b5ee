"""Zed's text threads, and what no thread may break."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Reasoning,
    Text,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.zed import Reader
from tests.readers.zed_threads import agent, old, result, said, thread, use, user

from .test_properties import json_values


def text_thread(*pieces: tuple[str, str], **fields: Any) -> dict[str, Any]:
    messages, text = [], ""
    for number, (role, words) in enumerate(pieces):
        about = {"role": role, "status": {"Done": None}}
        messages.append({"id": {"value": number}, "start": len(text.encode()), "metadata": about})
        text += words + "\n"
    return {"zed": "context", "version": "0.4.0", "text": text, "messages": messages, **fields}


def test_a_text_thread_is_cut_at_its_offsets_in_bytes() -> None:
    document = text_thread(
        ("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓."), ("user", ""), summary="Tides"
    )
    (found,) = read(json.dumps(document, ensure_ascii=False).encode())
    assert (found.source.format, found.title) == ("zed", "Tides")
    assert said(found) == [("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓.")]


def test_what_a_slash_command_put_into_a_prompt_is_nobodys_word() -> None:
    document = text_thread(("user", "ä /file\ngauge.csv 3.1\nChart"), ("assistant", "hm\nYes"))
    start = len("ä /file\n".encode())
    inserted = {"range": {"start": start, "end": start + 13}, "label": "gauge.csv"}
    after = len(document["text"].encode()) - len("hm\nYes\n")
    thought = {"range": {"start": after, "end": after + 2}}
    document["slash_command_output_sections"] = [inserted]
    document["thought_process_output_sections"] = [thought]
    (found,) = read(json.dumps(document).encode())
    assert [m.parts for m in found.messages] == [
        (Text("ä /file"), Attachment("gauge.csv", "gauge.csv 3.1"), Text("Chart")),
        (Reasoning("hm"), Text("Yes")),
    ]


def test_a_text_thread_of_version_0_3_and_broken_ones() -> None:
    document = text_thread(("user", "Chart"), ("assistant", "Yes"))
    document["messages"] = [{"id": 0, "start": 0}, {"id": 1, "start": 6}, {"id": 2, "start": -1}, 7]
    document["message_metadata"] = {"0": {"role": "user"}, "1": {"role": "assistant"}}
    (found,) = read(json.dumps(document).encode())
    assert said(found) == [("user", "Chart"), ("assistant", "Yes")]
    assert [(n.code, n.count) for n in found.notices] == [("broken-record", 2)]


@given(
    starts=st.lists(st.integers(-3, 40) | st.none(), max_size=5),
    spans=st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=4),
)
def test_any_offsets_read(starts: list[int | None], spans: list[tuple[int, int]]) -> None:
    document = text_thread(("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓."))
    document["messages"] += [{"start": start, "metadata": {"role": "user"}} for start in starts]
    document["slash_command_output_sections"] = [
        {"range": {"start": start, "end": end}} for start, end in spans
    ]
    (found,) = read(json.dumps(document).encode())
    words = sum(len(part.text) for message in found.messages for part in message.parts)
    assert words <= len(document["text"]) + 40  # a character that is cut gives some marks more


def test_detection() -> None:
    def look(document: Any) -> Certainty:
        return Reader().detect(Probe("x", "", (), document))

    assert look(thread(user("One"))) is Certainty.SURE
    assert look(thread(old("user", "One"))) is Certainty.SURE
    assert look({"messages": [{"role": "user", "content": "One"}]}) is Certainty.NO
    assert look({"messages": [{"User": "One"}]}) is Certainty.NO
    columns = ("threads.id", "threads.title", "threads.data")
    assert Reader().detect(Probe("x", is_text=False, columns=columns)) is Certainty.NO


@settings(deadline=None)
@given(data=st.data())
def test_any_value_anywhere_reads(data: st.DataObject) -> None:
    mention = {"Mention": {"uri": {"File": {"abs_path": "/a"}}, "content": "x"}}
    document: Any = thread(
        user("Chart", mention, {"Image": {}}),
        agent(
            {"Thinking": {"text": "T"}},
            use("c", "t", a=1),
            results=result("c", "t", [{"Text": "a"}], output={"session_id": "s"}),
        ),
        old("user", "Old", context="c"),
        old(
            "assistant",
            "Old",
            thinking="T",
            tool_uses=[{"id": "d", "name": "n", "input": {}}],
            tool_results=[{"tool_use_id": "d", "is_error": True, "content": {"Text": "a"}}],
        ),
    )
    node = document
    while True:
        keys = sorted(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(keys))
        value = node[key]
        is_leaf = not isinstance(value, dict | list) or not value
        if is_leaf or data.draw(st.integers(0, 3)) == 0:
            if isinstance(node, dict) and data.draw(st.booleans()):
                del node[key]
            else:
                node[key] = data.draw(json_values)
            break
        node = value
    try:
        found = list(read(json.dumps(document).encode(), format="zed"))
    except ReadError:
        return
    for message in (m for c in found for m in c.messages):
        assert message.parts
        for part in message.parts:
            part.text.encode()
