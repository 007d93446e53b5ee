"""Real logs of Cline, Roo Code, SWE-agent and OpenHands: a listed count, ours, and who is right.

The files are not part of this repository; each behaviour is also tested on made-up ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Origin, Role, ToolCall, ToolResult
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the real logs are not here")


@dataclass(frozen=True)
class Expected:
    """What a file holds.

    Args:
        theirs: The listed count: prompts, answers, outputs; as it stands in the list.
        format: The format that is detected.
        conversations: How many.
        people: Messages of role user in the main thread.
        answers: Assistant messages in the main thread.
        calls: Tool calls.
        results: Tool results.
        why: Why ours is right where it differs.
        notices: Their codes, of all conversations.
    """

    theirs: str
    format: str
    conversations: int
    people: int
    answers: int
    calls: int
    results: int
    why: str = ""
    notices: tuple[str, ...] = ()


FILES = {
    "cline-sdk__cline__1.json": Expected("5u/16a/11t", "cline-sdk", 1, 5, 16, 11, 11),
    "roo-md__rooport__1.md": Expected(
        "7u/7a/7t",
        "cline-md",
        1,
        1,
        7,
        6,
        6,
        "of the seven user turns one is the task and six are outputs; the last of seven calls is "
        "attempt_completion, by which the assistant speaks: its result is its words",
    ),
    "swe-agent__SWE-agent__1.traj": Expected("1u/13a/13t", "swe-agent", 1, 1, 13, 13, 13),
    "swe-agent__SWE-agent__2.traj": Expected("1u/12a/12t", "swe-agent", 1, 1, 12, 12, 12),
    "openhands__OpenHands__1.jsonl": Expected(
        "3u/4a/101t",
        "openhands",
        3,
        3,
        105,
        101,
        103,
        "every call stands in an answer of its own, beside two thoughts and two finishes (4); two "
        "errors were caused by no recorded call",
        ("failed-answer",),
    ),
    "openhands__OpenHands__3.json": Expected(
        "1u/1a/4t", "openhands", 1, 1, 5, 4, 4, "four of the five answers are a word and a call"
    ),
}
SIDE_FILES = {
    "cline-sdk__cline__1-manifest.json": "the manifest of a Cline session",
    "cline-sdk__cline__1-compaction.json": "the compaction record of a Cline session",
}


@pytest.mark.parametrize("name", FILES)
def test_counts(name: str) -> None:
    path, expected = AGENT / name, FILES[name]
    assert detect(open_source(path)).name == expected.format
    found = list(read(path))
    messages = [message for one in found for message in one.messages]
    main = [message for message in messages if message.origin is Origin.MAIN]
    parts = [part for message in messages for part in message.parts]
    assert len(found) == expected.conversations
    assert sum(message.role is Role.USER for message in main) == expected.people
    assert sum(message.role is Role.ASSISTANT for message in main) == expected.answers
    assert sum(isinstance(part, ToolCall) for part in parts) == expected.calls
    assert sum(isinstance(part, ToolResult) for part in parts) == expected.results
    assert tuple(n.code for one in found for n in one.notices) == expected.notices
    for message in messages:
        assert message.parts
        if message.role is Role.USER:
            for mark in ("<environment_details>", "<task>", "] Result:", "INSTRUCTIONS:", "bash-$"):
                assert mark not in message.text


@pytest.mark.parametrize("name", SIDE_FILES)
def test_side_files_say_what_they_are(name: str) -> None:
    with pytest.raises(ReadError, match=SIDE_FILES[name]):
        list(read(AGENT / name))


def test_counts_are_those_of_the_list() -> None:
    rows = (SHARED / "samples" / "SAMPLES.tsv").read_text("utf-8").splitlines()
    listed = {row.split("\t")[0]: row.split("\t")[4] for row in rows[1:] if row.count("\t") >= 4}
    for name, expected in FILES.items():
        assert listed[f"agent/{name}"] == expected.theirs


def test_folder_of_all_gives_the_session_its_title(tmp_path: Path) -> None:
    for name in ("", "-manifest", "-compaction"):
        file = f"cline-sdk__cline__1{name}.json"
        (tmp_path / file).write_bytes((AGENT / file).read_bytes())
    (found,) = read(tmp_path)
    assert found.title is not None
    assert found.title.endswith("(fork)")
    assert [notice.code for notice in found.notices] == ["fork"]
