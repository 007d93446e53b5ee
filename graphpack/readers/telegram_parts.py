"""What a Telegram message says and brings along, as parts."""

from __future__ import annotations

from typing import Any

from graphpack.model.conversation import Attachment, Image, Part, Text
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of


def parts_of(item: dict[str, Any]) -> tuple[Part, ...]:
    """Read a message.

    Args:
        item: The message, whose ``text`` is a string, or a list of strings and entities.

    Returns:
        Its words first, then its file; nothing where it has neither.
    """
    text = flat_text(item.get("text")) or flat_text(item.get("text_entities"))
    texts = [text.strip(), _poll(dict_of(item.get("poll"))), _place(item), _contact(item)]
    words = "\n".join(text for text in texts if text)
    origin = name_of(item.get("forwarded_from"))
    if words and origin:
        words = f"Forwarded from {origin}:\n{words}"
    parts: tuple[Part, ...] = (Text(words),) if words else ()
    return (*parts, *_file(item))


def flat_text(value: Any) -> str:
    """Write a text and its entities as one string; hidden addresses follow their words."""
    pieces = value if isinstance(value, list) else [value]
    return "".join(map(_piece, pieces))


def _piece(value: Any) -> str:
    if isinstance(value, str):
        return plain(value)
    entity = dict_of(value)
    text, address = text_of(entity.get("text")), text_of(entity.get("href"))
    if address and address.rstrip("/") != text.rstrip("/"):
        return f"{text} ({address})"
    if entity.get("type") == "pre" and text:
        return f"\n```{text_of(entity.get('language'))}\n{text.strip()}\n```\n"
    return text


def _poll(poll: dict[str, Any]) -> str:
    question = flat_text(poll.get("question"))
    if not question:
        return ""
    lines = [f"Poll: {question}"]
    for value in list_of(poll.get("answers")):
        answer = dict_of(value)
        voters = answer.get("voters")
        count = f" ({voters})" if isinstance(voters, int) else ""
        lines.append(f"- {flat_text(answer.get('text'))}{count}")
    return "\n".join(lines)


def _place(item: dict[str, Any]) -> str:
    spot = dict_of(item.get("location_information"))
    latitude, longitude = spot.get("latitude"), spot.get("longitude")
    named = [text_of(item.get(key)) for key in ("place_name", "address")]
    if isinstance(latitude, int | float) and isinstance(longitude, int | float):
        named.append(f"{latitude}, {longitude}")
    found = ", ".join(text for text in named if text)
    return f"Location: {found}" if found else ""


def _contact(item: dict[str, Any]) -> str:
    card = dict_of(item.get("contact_information"))
    keys = ("first_name", "last_name", "phone_number")
    found = " ".join(text for text in (text_of(card.get(key)) for key in keys) if text)
    return f"Contact: {found}" if found else ""


def _file(item: dict[str, Any]) -> tuple[Part, ...]:
    if "photo" in item:
        return (Image("image/jpeg", _path(item.get("photo"))),)
    media = name_of(item.get("mime_type"))
    kind = name_of(item.get("media_type"))
    if kind == "sticker":
        # a sticker says what its emoji says
        emoji = name_of(item.get("sticker_emoji"))
        return (Text(emoji),) if emoji else ()
    if "file" not in item and not kind:
        return ()
    name = name_of(item.get("file_name")) or _path(item.get("file"))
    if media and media.startswith("image/"):
        return (Image(media, name),)
    return (Attachment(name or kind or "file", "", media),)


def _path(value: Any) -> str | None:
    name = name_of(value)
    # "(File not included. Change data exporting settings to download.)" is no path
    return None if name is None or name.startswith("(") else name.rpartition("/")[2]
