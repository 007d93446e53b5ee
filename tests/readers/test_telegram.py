from __future__ import annotations

import json

from graphpack.model.conversation import Attachment, Conversation, Image, Role
from graphpack.readers import read

from .people_records import telegram_chat, telegram_message


def chat(*messages: dict, **fields) -> Conversation:
    (found,) = read(json.dumps(telegram_chat(*messages, **fields)).encode())
    assert found.source.format == "telegram"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def texts(found: Conversation) -> list[str]:
    return [message.text for message in found.messages]


def test_names_times_and_title() -> None:
    found = chat(telegram_message(1, "Open?"), telegram_message(2, "Yes", "Luka B"))
    assert (found.id, found.title) == ("12", "Tide Club")
    assert [message.author for message in found.messages] == ["Mara", "Luka B"]
    # the epoch, not the local clock beside it
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-01T09:01:00+00:00"
    assert found.notices == ()


def test_text_is_a_string_or_a_list_of_strings_and_entities() -> None:
    found = chat(
        telegram_message(1, ["See ", {"type": "bold", "text": "this"}, "!"]),
        telegram_message(2, [{"type": "text_link", "text": "table", "href": "https://t.example"}]),
        telegram_message(3, "", text_entities=[{"type": "plain", "text": "only entities"}]),
        telegram_message(4, ["run ", {"type": "pre", "text": "ls\n", "language": "sh"}]),
        telegram_message(5, [3, None, {"text": 4}, "x"]),
    )
    assert texts(found) == [
        "See this!",
        "table (https://t.example)",
        "only entities",
        "run \n```sh\nls\n```",
        "x",
    ]


def test_the_whole_account_has_a_conversation_for_each_chat() -> None:
    account = {
        "about": "…",
        "chats": {
            "list": [
                telegram_chat(telegram_message(1, "a")),
                {"type": "saved_messages", "id": 5, "messages": [telegram_message(1, "b")]},
                7,
            ]
        },
        "left_chats": {"list": [telegram_chat(telegram_message(1, "c"), name="Old", id=9)]},
    }
    found = list(read(json.dumps(account).encode()))
    assert [one.title for one in found] == ["Tide Club", "Saved Messages", "Old"]
    assert [notice.code for one in found for notice in one.notices] == ["broken-record"]


def test_service_messages_are_left_out() -> None:
    joined = {"id": 1, "type": "service", "date": "2026-03-01T10:00:00", "action": "join"}
    found = chat(joined, telegram_message(2, "hi", reactions=[{"emoji": "👍", "count": 1}]))
    assert texts(found) == ["hi"]
    assert [notice.code for notice in found.notices] == ["system-line", "reaction"]


def test_files_polls_places_and_forwards() -> None:
    missing = "(File not included. Change data exporting settings to download.)"
    poll = {"question": "Green?", "answers": [{"text": "yes", "voters": 2}, {"text": "no"}]}
    found = chat(
        telegram_message(1, "", photo="photos/gate.jpg"),
        telegram_message(2, "", file=missing, media_type="voice_message", mime_type="audio/ogg"),
        telegram_message(3, "", file="files/plan.pdf", mime_type="application/pdf"),
        telegram_message(4, "", file=missing, media_type="sticker", sticker_emoji="👍"),
        telegram_message(5, "", poll=poll),
        telegram_message(6, "high tide", forwarded_from="Port News"),
        telegram_message(7, "", location_information={"latitude": 54.1, "longitude": 8.8}),
    )
    parts = [message.parts for message in found.messages]
    assert parts[0] == (Image("image/jpeg", "gate.jpg"),)
    assert parts[1] == (Attachment("voice_message", "", "audio/ogg"),)
    assert parts[2] == (Attachment("plan.pdf", "", "application/pdf"),)
    assert texts(found)[3:] == [
        "👍",
        "Poll: Green?\n- yes (2)\n- no",
        "Forwarded from Port News:\nhigh tide",
        "Location: 54.1, 8.8",
    ]


def test_an_old_export_has_local_times_and_says_so() -> None:
    old = telegram_message(1, "hi")
    del old["date_unixtime"]
    old["from_id"] = 4711
    found = chat(old)
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == "2026-03-01T10:00:00+00:00"
    assert [notice.code for notice in found.notices] == ["local-time"]


def test_deleted_accounts_and_namesakes_stay_apart() -> None:
    found = chat(
        telegram_message(1, "a", None, from_id="user1"),
        telegram_message(2, "b", "Mara", from_id="user2"),
        telegram_message(3, "c", "Mara", from_id="user3"),
    )
    assert [m.author for m in found.messages] == ["user1", "Mara (user2)", "Mara (user3)"]


def test_a_cut_file_is_read_up_to_the_cut() -> None:
    raw = json.dumps(telegram_chat(*(telegram_message(n, f"m{n}") for n in range(5)))).encode()
    (found,) = read(raw[: raw.index(b'"m4"')])
    assert texts(found)[:4] == ["m0", "m1", "m2", "m3"]
    assert any(notice.code == "broken-document" for notice in found.notices)
