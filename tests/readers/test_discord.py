from __future__ import annotations

import json

import pytest

from graphpack.model.conversation import Attachment, Conversation, Image, Role
from graphpack.readers import read

from .people_records import discord_channel, discord_message, snowflake

RULE = "=" * 62


def channel(*messages: dict) -> Conversation:
    (found,) = read(json.dumps(discord_channel(*messages)).encode())
    assert found.source.format == "discord"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def texts(found: Conversation) -> list[str]:
    return [message.text for message in found.messages]


def test_nicknames_times_and_title() -> None:
    found = channel(discord_message(1, "Open?"), discord_message(2, "Yes", "lukas"))
    assert (found.id, found.title) == ("77", "harbour")
    assert [message.author for message in found.messages] == ["Mara", "Lukas"]
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-01T09:00:00+00:00"
    assert found.messages[0].source_id == snowflake(1)


@pytest.mark.parametrize("kind", ["Default", "Reply", "20", "21", "23", 0, 19])
def test_what_people_say_is_kept(kind: object) -> None:
    assert texts(channel(discord_message(1, "said", type=kind))) == ["said"]


@pytest.mark.parametrize(
    "kind", ["ThreadCreated", "ChannelPinnedMessage", "GuildMemberJoin", "Call", 7]
)
def test_what_the_program_says_is_not(kind: object) -> None:
    found = channel(discord_message(1, "noise", type=kind), discord_message(2, "said"))
    assert texts(found) == ["said"]
    assert [notice.code for notice in found.notices] == ["system-line"]


def test_mentions_emoji_and_times_are_written_out() -> None:
    luka = {"id": "222222222222222222", "name": "luka", "nickname": "Luka", "isBot": False}
    text = (
        "<@222222222222222222> <@!5> <#9> <@&8> <:wave:123> <a:spin:1> <t:0:R> </open gate:5> a<b>"
    )
    found = channel(discord_message(1, text, mentions=[luka]))
    shown = "@Luka @5 #channel @role :wave: :spin: 1970-01-01 00:00 UTC /open gate a<b>"
    assert texts(found) == [shown]


def test_files_forwards_embeds_and_stickers() -> None:
    embed = {
        "title": "Build 7",
        "description": "failed",
        "fields": [{"name": "step", "value": "lint"}],
    }
    bot = {"id": snowflake(90), "name": "ci", "nickname": "ci", "isBot": True}
    found = channel(
        discord_message(1, "", attachments=[{"url": "https://c.example/a/gate%20one.png?ex=1"}]),
        discord_message(
            2, "", attachments=[{"fileName": "plan.pdf", "url": "https://c.example/x"}]
        ),
        discord_message(3, "", forwardedMessage={"content": "high tide", "attachments": []}),
        discord_message(4, "Build", embeds=[embed], author=bot),
        discord_message(5, "see https://t.example", embeds=[embed]),
        discord_message(6, "", stickers=[{"name": "Wave"}]),
        discord_message(7, ""),
    )
    assert found.messages[0].parts == (Image(None, "gate one.png"),)
    assert found.messages[1].parts == (Attachment("plan.pdf"),)
    assert texts(found)[2:] == [
        "Forwarded: high tide",
        "Build\nBuild 7\nfailed\nstep: lint",
        "see https://t.example",
        ":Wave:",
    ]
    assert [notice.code for notice in found.notices] == ["link-preview", "empty-message"]


def test_a_homemade_archive_takes_its_times_from_the_ids() -> None:
    message = {
        "id": snowflake(5),
        "author": "Mara 🦦",
        "author_handle": "mara",
        "user_id": "111111111111111111",
        "timestamp": "Saturday, December 13, 2025 5:30 a.m.",
        "text": "Use the north gate. (edited)",
    }
    raw = json.dumps({"id": "gate", "title": "Which gate", "messages": [message]}).encode()
    (found,) = read(raw)
    assert (found.id, found.title, texts(found)) == ("gate", "Which gate", ["Use the north gate."])
    assert found.messages[0].author == "Mara 🦦"
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-01T09:05:00+00:00"


def test_the_exporters_plain_text() -> None:
    text = f"""{RULE}
Guild: Tide Club
Channel: text / harbour
{RULE}

[3/4/2026 5:30 PM] Mara (pinned)
Is the gate open?

[x] is what the form says

{{Attachments}}
https://c.example/1/gate.png?ex=1

{{Reactions}}
👍 (2)

[3/14/2026 5:31 PM] luka
Yes.

{RULE}
Exported 2 message(s)
{RULE}
"""
    (found,) = read(text.encode())
    assert (found.source.format, found.title) == ("discord", "harbour")
    assert [(m.author, m.text) for m in found.messages] == [
        ("Mara", "Is the gate open?\n\n[x] is what the form says"),
        ("luka", "Yes."),
    ]
    assert found.messages[0].parts[1] == Attachment("gate.png")
    # the fourteenth tells that the month comes first
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-04T17:30:00+00:00"


def test_an_archive_with_ids_after_the_names() -> None:
    text = """[2026-03-04T17:30:00+00:00] mara (id=111111111111111111)
    Is it open, <@222222222222222222>?
    [attachment] gate.png
[2026-03-04T17:31:00+00:00] luka (id=222222222222222222)
    Yes.
    [embed] Tide table
"""
    (found,) = read(text.encode())
    assert [(m.author, m.text) for m in found.messages] == [
        ("mara", "Is it open, @luka?"),
        ("luka", "Yes.\nTide table"),
    ]
    assert found.notices == ()
    assert found.messages[0].parts[1] == Attachment("gate.png")


def test_a_list_of_channels() -> None:
    raw = json.dumps(
        [discord_channel(discord_message(1, "a")), discord_channel(discord_message(2, "b"))]
    )
    assert [texts(found) for found in read(raw.encode())] == [["a"], ["b"]]
