"""Text that looks like a chat, a log or minutes only in part is not taken for one."""

from __future__ import annotations

import pytest

from graphpack.errors import AmbiguousFormatError
from graphpack.readers import read
from graphpack.readers.base import Certainty, Opened
from graphpack.readers.discord import Reader as Discord
from graphpack.readers.irc import Reader as Irc
from graphpack.readers.meeting_notes import Reader as MeetingNotes
from graphpack.readers.probe import probe
from graphpack.readers.slack import Reader as Slack
from graphpack.readers.srt import Reader as Srt
from graphpack.readers.telegram import Reader as Telegram
from graphpack.readers.webvtt import Reader as WebVtt
from graphpack.readers.whatsapp import Reader as WhatsApp
from graphpack.readers.zoom_chat import Reader as ZoomChat

READERS = (Slack, Telegram, Discord, WhatsApp, Irc, WebVtt, Srt, ZoomChat, MeetingNotes)

CHAT = (
    "31/12/25, 21:15 - Mara: Open?\n31/12/25, 21:16 - Luka: Yes.\n31/12/25, 21:17 - Mara: Good.\n"
)
IRC = "[12:18] <mara> open?\n[12:18] <bo> yes\n[12:19] <mara> good\n"

OTHERS = {
    "prose": "We met on 3/4/26, at 10:15 - Mara: late as ever.\n\n"
    "The gate was open. Nobody spoke.\n",
    "python log": "2026-03-01 10:00:00,123 - root - INFO - start: one\n"
    "2026-03-01 10:00:01,123 - root - ERROR - failed: two\n" * 4,
    "php log": "[2026-03-01 10:00:00] local.ERROR: it broke\n"
    "[2026-03-01 10:00:01] local.INFO: ok\n" * 4,
    "dialogue with ISO times": "[2026-03-01 10:00:00] Mara: Open?\n"
    "[2026-03-01 10:00:05] Luka: Yes, it is.\n" * 3,
    "bracket log": "[2026-03-01 10:00:00] INFO: up\n[2026-03-01 10:00:01] WARN: hot\n" * 4,
    "clock log": "[12:18:01] starting up\n[12:18:02] <init> loaded\n[12:18:03] listening\n" * 3,
    "dash log": "2026-03-01 10:00 - ERROR: it broke\n2026-03-01 10:01 - INFO: ok\n" * 4,
    "table": "2026-03-01 10:00:00\tgate\topen\n2026-03-01 10:00:01\tpump\toff\n" * 4,
    "timestamps": "31/12/25, 21:15\n31/12/25, 21:16\n[21:17]\n21:18\n2026-03-01T10:00:00Z\n",
    "timesheet": "31/12/25, 21:15 - Meeting: gate\n31/12/25, 22:15 - Lunch: soup\n"
    "31/12/25, 23:15 - Meeting: pump\n",
    "chapters": "00:00 Intro\n01:30 The gate\n05:12 Questions: who opens it?\n10:01 End\n",
    "chat in Markdown": f"# What we said\n\nThis is it:\n\n```\n{CHAT}```\n\nSo it was open.\n",
    "bare chat in Markdown": f"# What we said\n\n{CHAT}\nSo it was open.\n",
    "chat, then prose": CHAT + "\n" + "The gate was open, and nobody went through it.\n\n" * 12,
    "IRC in Markdown": f"# What we said\n\n```\n{IRC}```\n\nSo it was open.\n",
    "IRC, then prose": IRC + "The gate was open, and nobody went through it.\n" * 6,
    "HTML": "<div> a\n<p> b\n<div> c\n<p> d\n</div>\n",
    "XML log": "[12:18] <msg> gate</msg>\n[12:19] <msg> pump</msg>\n[12:20] <msg> gate</msg>\n",
    "quotes": "> [12:18] <mara> open?\n> [12:18] <bo> yes\n\nThat is all they said.\n",
    "arrow in prose": "1\nFrom 10:00 --> 11:00 the gate is open.\n",
    "API page": "# Gate\n\n## Pre-call check\n\n- **Route**: /gate\n- **Headers**:\n  - x\n"
    "- **Body**:\n  - y\n\n## Call\n\n- **Headers**:\n  - x\n- **Body**:\n  - y\n",
    "changelog": "## 2026-03-01\n\n"
    "**Fixed**\n\n- gate\n\n**Added**\n\n- pump\n\n**Fixed**\n\n- door\n",
    "JSON of other kinds": '[{"ts": "soon", "text": "x"}, {"type": "message", "date": "d"}]',
    "messages of a model": '{"messages": [{"role": "user", "content": "hi"},'
    ' {"role": "assistant", "content": "ho"}]}',
    "names of settings": "[guild]\nGuild: x\nChannel: y\n",
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_only_looks_like_it_is_left_to_others(what: str) -> None:
    look = probe(Opened("x", data=OTHERS[what].encode()))
    taken = [reader.name for reader in READERS if reader().detect(look) is not Certainty.NO]
    assert taken == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (CHAT, "whatsapp"),
        (IRC, "irc"),
        # Markdown, code and a list within a message change nothing
        (CHAT + "# not a heading\n```\nx\n```\n- y\n" + CHAT, "whatsapp"),
        (IRC + "[12:20] <bo> **User:** hi\n[12:20] <bo> **Assistant:** ho\n", "irc"),
        ("31/12/25, 21:15 - User: Hi?\n31/12/25, 21:16 - Assistant: Yes.\n" * 3, "whatsapp"),
    ],
)
def test_what_is_one_is_taken_and_by_one_reader(text: str, name: str) -> None:
    try:
        (found,) = read(text.encode())
    except AmbiguousFormatError as error:
        pytest.fail(str(error))
    assert found.source.format == name
