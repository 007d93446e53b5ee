"""Real files of group chats and meetings, against counts made without graphpack.

Where a count differs, the reason stands beside it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read

SHARED = Path(__file__).parents[2].parent / "shared"
CHAT = SHARED / "samples" / "chat"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")

# file, format, messages of each conversation, what was left out
COUNTS = [
    # 158 records: twelve are joins, integrations and comments on files
    ("slack-export__slack-export-viewer__1.zip", "slack", [96, 50], {"system-line": 12}),
    ("discord-custom-json__meshcore-discord-archive__1.json", "discord", [14], {}),
    ("telegram-json__langchain-community__1.json", "telegram", [4], {}),
    # the list counts lines: eleven, of which two go on with a message and two are the program's
    ("whatsapp-txt__chat-miner__3.txt", "whatsapp", [7], {"system-line": 2}),
    ("whatsapp-txt__chat-miner__4.txt", "whatsapp", [7], {"system-line": 2}),
    ("whatsapp-txt__chat-miner__5.txt", "whatsapp", [7], {"system-line": 2}),
    # twelve entries: the notice of encryption, and three pictures that are not there
    ("whatsapp-txt__langchain-community__6.txt", "whatsapp", [8], {"media-omitted": 3}),
    # 1250 lines: joins, parts and the like are 173
    ("irc-log__irc-disentanglement__3.txt", "irc", [1077], {"system-line": 173}),
    # 432 lines: 81 commands; what the scribe went on writing of one speaker is one message
    ("irc-log__meetings__1.log", "irc", [295], {"minutes-command": 81}),
    # 141 names in bold type, and what the note taker wrote between
    ("meeting-md__pm__1.md", "meeting-notes", [151], {}),
    # 663 messages: 387 are reactions
    ("zoom-chat__pm__1.txt", "zoom-chat", [276], {"reaction": 387}),
    # 678 cues; those of one speaker without a pause are one turn
    ("webvtt-zoom__pm__1.vtt", "webvtt", [145], {}),
    ("webvtt-plain__webvtt-py__1.vtt", "webvtt", [96], {}),
]


@pytest.mark.parametrize(("name", "format", "messages", "left"), COUNTS)
def test_counts(name: str, format: str, messages: list[int], left: dict[str, int]) -> None:
    found: list[Conversation] = list(read(CHAT / name))
    assert {one.source.format for one in found} == {format}
    assert [len(one.messages) for one in found] == messages
    assert {message.role for one in found for message in one.messages} == {Role.USER}
    counts: Counter[str] = Counter()
    for one in found:
        for notice in one.notices:
            counts[notice.code] += notice.count
    assert left.items() <= counts.items()


def test_nobody_speaks_for_the_scribe() -> None:
    (found,) = read(CHAT / "irc-log__meetings__1.log")
    authors = Counter(message.author for message in found.messages)
    assert authors["manu"] > 100 > 20 > authors["cel"]


def test_every_time_of_the_three_date_formats_is_the_same() -> None:
    found = [read(CHAT / f"whatsapp-txt__chat-miner__{number}.txt") for number in (3, 4, 5)]
    times = [[message.at for message in one.messages] for many in found for one in many]
    assert times[0] == times[1] == times[2]
    assert None not in times[0]
