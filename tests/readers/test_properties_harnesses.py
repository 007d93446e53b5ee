"""What holds of logs of agent harnesses when any value in them is dropped, swapped or retyped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers import known, read
from graphpack.readers.base import Certainty
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from tests.timing import grows_linearly

from .harnesses import (
    amp_thread,
    cline_history,
    cline_window,
    continue_session,
    dumped,
    markdown_task,
    openhands_events,
    sdk_compaction,
    sdk_events,
    sdk_manifest,
    sdk_session,
    swe_run,
)

LOGS = {
    "cline": (cline_history, cline_window),
    "cline-sdk": (sdk_session, sdk_manifest, sdk_compaction),
    "continue": (continue_session,),
    "swe-agent": (swe_run,),
    "openhands": (openhands_events, sdk_events, lambda: {"instance_id": "x",
                                                         "history": openhands_events()}),
    "amp": (amp_thread,),
}  # fmt: skip

CASES = [(name, log) for name, logs in LOGS.items() for log in logs]

any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**40)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["user", "assistant", "tool", "2026-13-45", "\ud800", "<task>", "[a] Result:"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "content", "text", "role", "id", "run", "message"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def places(value: Any, above: tuple[Any, Any] | None = None) -> list[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key there."""
    found = [above] if above else []
    if isinstance(value, dict):
        for key in value:
            found += places(value[key], (value, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            found += places(value[index], (value, index))
    return found


@st.composite
def twisted(draw: st.DrawFn) -> tuple[str, bytes]:
    """A log in which values were dropped, swapped or replaced by any other."""
    name, log = draw(st.sampled_from(CASES))
    document = json.loads(json.dumps(log()))
    for _ in range(draw(st.integers(1, 3))):
        spots = places(document)
        holder, key = draw(st.sampled_from(spots))
        action = draw(st.sampled_from(["drop", "swap", "retype"]))
        if action == "drop":
            del holder[key]
        elif action == "retype":
            holder[key] = draw(any_json)
        else:
            other, its = draw(st.sampled_from(spots))
            if json.dumps(other[its]) and other is not holder:
                holder[key], other[its] = json.loads(json.dumps(other[its])), holder[key]
        if not places(document):
            break
    return name, json.dumps(document).encode()


def attempt(raw: bytes, name: str | None) -> list[Conversation]:
    try:
        return list(read(raw, format=name))
    except ReadError:
        return []


@settings(max_examples=300)
@given(case=twisted(), is_forced=st.booleans())
def test_any_twisted_log_reads_or_is_a_read_error(case: tuple[str, bytes], is_forced: bool) -> None:
    name, raw = case
    for found in attempt(raw, name if is_forced else None):
        assert [message.index for message in found.messages] == list(range(len(found.messages)))
        for message in found.messages:
            assert message.parts
            for part in message.parts:
                part.text.encode()


@given(raw=st.binary(max_size=300), name=st.sampled_from([*LOGS, "cline-md"]))
def test_any_bytes_read_or_are_a_read_error(raw: bytes, name: str) -> None:
    attempt(raw, name)


@given(
    raw=st.lists(
        st.sampled_from(
            ["<task>", "</task>", "\n", "<feedback>", "</feedback>", "[x] Result:", "[x for 'a",
             "'] Result:", "\n---\n\n**User:**\n", "\n---\n\n**Assistant:**\n", "<read_file>\n",
             "<path>", "</path>", "</read_file>", "```", "\n<environment_details>\n#", "\n[Tool]\n",
             "user:\n", "</environment_details>", "\n[Tool Use: x]\n", '{"status":', "<think>",
             "</think>", "<file_content path=\"a\">", "</file_content>"]
        ),
        max_size=30,
    ).map("".join)
)  # fmt: skip
def test_any_mix_of_tags_reads(raw: str) -> None:
    attempt(f"**User:**\n{raw}".encode(), "cline-md")
    attempt(
        dumped([{"role": "user", "content": raw}, {"role": "assistant", "content": raw}]), "cline"
    )


@given(raw=st.binary(min_size=1, max_size=40), at=st.floats(0, 1), case=st.sampled_from(CASES))
def test_overwritten_bytes_read(raw: bytes, at: float, case: tuple[str, Any]) -> None:
    whole = dumped(case[1]())
    start = int(at * len(whole))
    attempt(whole[:start] + raw + whole[start + len(raw) :], case[0])


@pytest.mark.parametrize(("name", "log"), CASES)
def test_a_cut_anywhere_reads_or_is_a_read_error(name: str, log: Any) -> None:
    whole = dumped(log())
    for end in range(0, len(whole), 7):
        attempt(whole[:end], name)


@pytest.mark.parametrize(("name", "log"), [*CASES, ("cline-md", lambda: markdown_task())])
def test_one_reader_alone_is_sure(name: str, log: Any) -> None:
    value = log()
    raw = value.encode() if isinstance(value, str) else dumped(value)
    seen = probe(open_source(raw))
    sure = [reader.name for reader in known().readers() if reader.detect(seen) is Certainty.SURE]
    assert sure == [name]


@pytest.mark.parametrize(
    ("unit", "lines"),
    [
        ("<task>\n", 60_000),
        ("user:\n<feedback>\n", 40_000),
        ("<read_file>\n<path>a</path></read_file>\n", 20_000),
        ("[x for 'a\n", 50_000),
        ('<file_content path="a">\n', 40_000),
        ("```\n", 60_000),
        ("<environment_details>\n# a\n", 20_000),
        ("<suggest>", 40_000),
        ("## User\n<attached_files>\n", 30_000),
        ("**Tool Use:** `a`\n", 30_000),
        ("<attached_files>\n```file:a\n", 30_000),
    ],
    ids=lambda value: str(value)[:12].strip(),
)
def test_long_runs_of_tags_take_linear_time(unit: str, lines: int) -> None:
    def make(size: int) -> dict[str, bytes]:
        body = unit * (lines * size // 1000)
        messages = [
            {"role": "user", "content": [{"type": "text", "text": body}]},
            {"role": "assistant", "content": [{"type": "text", "text": body}]},
        ]
        said = f"**User:**\n\n{body}\n---\n\n**Assistant:**\n\n{body}"
        thread = f"---\nthreadId: T-1\n---\n\n## User\n\n{body}"
        return {"cline": dumped(messages), "cline-md": said.encode(), "amp-md": thread.encode()}

    for name in make(1):
        grows_linearly(
            lambda raw, name=name: attempt(raw, name), 125, lambda n, name=name: make(n)[name]
        )
