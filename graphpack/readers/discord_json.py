"""The messages of Discord's JSON exports: DiscordChatExporter's, and those that others made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from graphpack.model.conversation import Attachment, Image, Part, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.clocks import worded_time
from graphpack.readers.discord_marks import resolved, snowflake_time
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.roster import Member, names_of

_SAID = frozenset(
    {"default", "reply", "0", "19", "20", "21", "23", "chatinputcommand", "threadstartermessage",
     "contextmenucommand", ""}
)  # fmt: skip
_TEXT_KEYS = ("content", "text", "message", "body")
_TIME_KEYS = ("timestamp", "date", "created_at", "createdAt", "timestamp_short", "time")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".heic", ".avif")
_EDITED = compiled(r"(?<!\s)\s*+\(edited\)\s*+$")
_ADDRESS = compiled(r"(?:href|src)=[\"']?([^\"'\s<>]{1,2000})")


def is_exported(message: Any) -> bool:
    """Tell a message of DiscordChatExporter."""
    return isinstance(dict_of(dict_of(message).get("author")).get("isBot"), bool)


def is_homemade(message: Any) -> bool:
    """Tell a message with Discord's ids and words, by whatever program it was saved."""
    item = dict_of(message)
    author = item.get("author")
    owner = dict_of(author).get("id") or item.get("user_id") or item.get("author_id")
    has_words = any(isinstance(item.get(key), str) for key in _TEXT_KEYS)
    return (
        bool(author)
        and has_words
        and "role" not in item
        and snowflake_time(item.get("id")) is not None
        and snowflake_time(owner) is not None
    )


def message_drafts(messages: Sequence[Any], faults: Faults) -> Iterator[Draft]:
    """Read the messages of one channel or thread.

    Args:
        messages: In file order.
        faults: Takes what is left out.

    Yields:
        What people and bots said.

    Source:
        ``JsonMessageWriter`` of DiscordChatExporter, 2024-2026, and a forum archive of 2026.
    """
    people = names_of(member for item in messages for member in _members(dict_of(item)))
    is_local = False
    for number, value in enumerate(messages, start=1):
        item = dict_of(value)
        if not item or not ("author" in item or any(key in item for key in _TEXT_KEYS)):
            if value is not None:
                faults.add("broken-record", "not a message; left out", number)
            continue
        if _kind(item) not in _SAID:
            faults.add("system-line", "a join, pin, call or the like; left out", number)
            continue
        if item.get("reactions") or item.get("reactions_html"):
            faults.add("reaction", "reactions to a message; left out", number)
        at, is_guess = _time(item)
        is_local |= is_guess
        author = _owner(item)
        yield Draft(
            Role.USER,
            _parts(item, people, faults, number),
            at,
            people.get(author.id) or author.name or author.handle,
            source_id=name_of(item.get("id")),
        )
    if is_local:
        faults.add("local-time", "times without a zone; taken as UTC")


def _kind(item: dict[str, Any]) -> str:
    value = item.get("type")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 1000 else "?"
    return value.casefold() if isinstance(value, str) else ""


def _time(item: dict[str, Any]) -> tuple[Any, bool]:
    """Find the time, and say whether its zone is a guess."""
    for key in _TIME_KEYS:
        value = item.get(key)
        if isinstance(value, str) and re.search(r"(?:Z|[+-]\d\d:?\d\d)$", value) and time_of(value):
            return time_of(value), False
    exact = snowflake_time(item.get("id"))  # no zone is as good as the id itself
    if exact:
        return exact, False
    texts = (text_of(item.get(key)) for key in _TIME_KEYS)
    found = next((at for at in map(worded_time, texts) if at), None)
    return found, found is not None


def _owner(item: dict[str, Any]) -> Member:
    value = item.get("author")
    if not isinstance(value, dict):
        owner = name_of(item.get("user_id")) or name_of(item.get("author_id")) or ""
        return Member(owner, name_of(value), name_of(item.get("author_handle")))
    return _person(value)


def _person(value: dict[str, Any]) -> Member:
    handle = name_of(value.get("name")) or name_of(value.get("username"))
    shown = (name_of(value.get(key)) for key in ("nickname", "global_name", "display_name"))
    return Member(
        name_of(value.get("id")) or "",
        next((name for name in shown if name), None) or handle,
        handle,
    )


def _members(item: dict[str, Any]) -> Iterator[Member]:
    yield _owner(item)
    for value in list_of(item.get("mentions")):
        yield _person(dict_of(value))


def _parts(
    item: dict[str, Any], people: dict[str, str], faults: Faults, place: int
) -> tuple[Part, ...]:
    words = next((text_of(item.get(key)) for key in _TEXT_KEYS if text_of(item.get(key))), "")
    if "author_handle" in item or "content_html" in item:
        words = _EDITED.sub("", words)
    texts = [resolved(words, people).strip()]
    moved = dict_of(item.get("forwardedMessage"))
    if moved:
        texts.append(f"Forwarded: {resolved(text_of(moved.get('content')), people).strip()}")
    is_bot = dict_of(item.get("author")).get("isBot") is True
    for value in list_of(item.get("embeds")):
        embed = _embed(dict_of(value), people)
        if embed and texts[0] and not is_bot:
            faults.add("link-preview", "a preview of what was linked; left out", place)
        else:
            texts.append(embed)
    text = "\n".join(text for text in texts if text)
    parts: list[Part] = [Text(text)] if text else []
    for value in (*list_of(item.get("attachments")), *list_of(moved.get("attachments"))):
        parts.extend(_file(value))
    parts += [
        Text(f":{name}:")
        for name in (name_of(dict_of(value).get("name")) for value in list_of(item.get("stickers")))
        if name
    ]
    for value in list_of(item.get("attachments_html")):
        found = _ADDRESS.search(value) if isinstance(value, str) else None
        if found:
            parts.extend(_file({"url": found[1]}))
    return tuple(parts)


def _embed(embed: dict[str, Any], people: dict[str, str]) -> str:
    lines = [text_of(embed.get("title")), text_of(embed.get("description"))]
    for value in list_of(embed.get("fields")):
        pair = (text_of(dict_of(value).get(key)) for key in ("name", "value"))
        lines.append(": ".join(text for text in pair if text))
    return resolved("\n".join(line for line in lines if line.strip()), people)


def _file(value: Any) -> tuple[Part, ...]:
    item = dict_of(value) or {"url": value}
    address = text_of(item.get("url"))
    if address.startswith("data:"):
        address = ""
    path = unquote(address.partition("?")[0].rpartition("/")[2])
    name = name_of(item.get("fileName")) or name_of(item.get("filename")) or path or None
    if name and name.lower().endswith(_PICTURES):
        return (Image(None, name),)
    return (Attachment(name),) if name else ()
