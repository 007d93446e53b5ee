"""Makes the exports of group chats that the tests are about; all of it is invented."""

from __future__ import annotations

import io
import json
import zipfile

T0 = 1772355600  # 2026-03-01 09:00 UTC


def ts(number: int) -> str:
    return f"{T0 + number * 60}.{number:06}"


def post(number: int, text: str, user: str = "U01MARA", **fields) -> dict:
    return {"type": "message", "user": user, "text": text, "ts": ts(number), **fields}


def slack_users() -> list[dict]:
    return [
        {
            "id": "U01MARA",
            "name": "mvoss",
            "profile": {"display_name": "Mara", "real_name": "M. V."},
        },
        {
            "id": "U02LUKA",
            "name": "luka",
            "profile": {"display_name": "", "real_name": "Luka Brandt"},
        },
    ]


def slack_files(**days: list) -> dict[str, object]:
    """An export: each keyword is a channel's folder, its value the days' lists."""
    files: dict[str, object] = {
        "users.json": slack_users(),
        "channels.json": [
            {"id": f"C0{number}", "name": name, "created": T0, "members": []}
            for number, name in enumerate(days, start=1)
        ],
    }
    for name, lists in days.items():
        for number, items in enumerate(lists, start=1):
            files[f"{name}/2026-03-{number:02}.json"] = items
    return files


def zipped(files: dict[str, object]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, value in files.items():
            raw = value if isinstance(value, bytes) else json.dumps(value).encode()
            archive.writestr(name, raw)
    return held.getvalue()


def snowflake(number: int) -> str:
    return str(((T0 + number * 60) * 1000 - 1420070400000) << 22)


def discord_message(number: int, content: str, name: str = "mara", **fields) -> dict:
    return {
        "id": snowflake(number),
        "type": "Default",
        "timestamp": "2026-03-01T10:00:00+01:00",
        "content": content,
        "author": {
            "id": snowflake(len(name)),
            "name": name,
            "nickname": name.title(),
            "isBot": False,
        },
        "attachments": [],
        "embeds": [],
        "mentions": [],
        **fields,
    }


def discord_channel(*messages: dict) -> dict:
    return {
        "guild": {"id": "1", "name": "Tide Club"},
        "channel": {"id": "77", "type": "GuildTextChat", "name": "harbour"},
        "messages": list(messages),
        "messageCount": len(messages),
    }


def telegram_message(number: int, text: object, name: str | None = "Mara", **fields) -> dict:
    return {
        "id": number,
        "type": "message",
        "date": "2026-03-01T10:00:00",
        "date_unixtime": str(T0 + number * 60),
        "from": name,
        "from_id": f"user{len(name or '')}",
        "text": text,
        **fields,
    }


def telegram_chat(*messages: dict, **fields) -> dict:
    return {
        "name": "Tide Club",
        "type": "private_group",
        "id": 12,
        "messages": list(messages),
        **fields,
    }
