"""What a Slack message says: its markup, blocks, attachments and files, as plain text and parts.

Mentions and links are written as a reader sees them: ``@name``, ``#channel``, the address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from graphpack.model.conversation import Attachment, Image, Part, Text
from graphpack.patterns import compiled
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

MAX_DEPTH = 8
"""Deeper than blocks nest; what lies below is left out."""

_LINK = compiled(r"<([^<>]{1,4000})>")
_GONE = frozenset({"tombstone", "hidden_by_limit"})


@dataclass(frozen=True, slots=True)
class Names:
    """Whom and what ids stand for.

    Args:
        people: Names by user and bot id.
        channels: Names by channel id.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)

    def mention(self, user: str, label: str = "") -> str:
        """Write a mention of a user."""
        return f"@{self.people.get(user) or label.removeprefix('@') or user}"

    def channel(self, channel: str, label: str = "") -> str:
        """Write a mention of a channel."""
        return f"#{label or self.channels.get(channel) or channel}"


def plain_markup(text: str, names: Names) -> str:
    """Write a message's markup as a reader sees it.

    Args:
        text: With ``<@U…>``, ``<#C…|name>``, ``<!here>``, ``<url|label>`` and ``&lt;``.
        names: Whom and what ids stand for.

    Returns:
        Plain text; bold, code and quotations stay as typed.
    """
    return unescape(_LINK.sub(lambda link: _reference(link, names), text))


def _reference(link: re.Match[str], names: Names) -> str:
    target, _, label = link[1].partition("|")
    kind, rest = target[0], target[1:]
    if kind == "@":
        return names.mention(rest, label)
    if kind == "#":
        return names.channel(rest, label)
    if kind == "!":
        # <!here>, <!subteam^S1|@team>, <!date^0^{date}|1 May>
        return label or f"@{rest.partition('^')[0]}"
    if not re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
        return link[0]  # no link: somebody typed it
    address = target.removeprefix("mailto:").removeprefix("tel:")
    bare = label.rstrip("/…").removeprefix("http://").removeprefix("https://")
    is_same = not label or bare == address.rstrip("/").partition("//")[2] or label == address
    return address if is_same else f"{label} ({address})"


def parts_of(record: dict[str, Any], names: Names, faults: Faults, place: str) -> tuple[Part, ...]:
    """Read what a message says and brings along.

    Args:
        record: The message.
        names: Whom and what ids stand for.
        faults: Takes link previews and files that are gone.
        place: Where the message is.

    Returns:
        Text first, then files; nothing where the message is empty.
    """
    text = plain_markup(text_of(record.get("text")), names).strip()
    blocks = _blocks(list_of(record.get("blocks")), names, 0).strip()
    if not text or (record.get("bot_id") and len(blocks) > len(text)):
        text = blocks or text
    texts = [text] if text else []
    for value in list_of(record.get("attachments")):
        words = _attachment(dict_of(value), names)
        is_preview = any(dict_of(value).get(key) for key in ("from_url", "original_url"))
        if words and is_preview and text:
            faults.add("link-preview", "a preview of what was linked; left out", place)
        elif words and words not in texts:
            texts.append(words)
    parts: list[Part] = [Text("\n".join(texts))] if texts else []
    files = list_of(record.get("files")) or [record.get("file")]
    for value in files:
        if dict_of(value):
            parts.extend(_file(dict_of(value), faults, place))
    return tuple(parts)


def _file(file: dict[str, Any], faults: Faults, place: str) -> tuple[Part, ...]:
    if file.get("mode") in _GONE:
        faults.add("missing-file", "a file that is deleted or beyond the plan's limit", place)
        return ()
    media = name_of(file.get("mimetype"))
    name = name_of(file.get("name")) or name_of(file.get("title")) or name_of(file.get("id"))
    if media and media.startswith("image/"):
        return (Image(media, name),)
    body = text_of(file.get("plain_text")) or text_of(file.get("preview"))
    return (Attachment(name or "file", body, media),)


def _attachment(value: dict[str, Any], names: Names) -> str:
    lines = [plain_markup(text_of(value.get(key)), names) for key in ("pretext", "title", "text")]
    author = name_of(value.get("author_name"))
    if author and lines[2]:
        lines[2] = f"{author}: {lines[2]}"
    for item in list_of(value.get("fields")):
        field_text = [
            plain_markup(text_of(dict_of(item).get(k)), names) for k in ("title", "value")
        ]
        lines.append(": ".join(text for text in field_text if text))
    lines.append(_blocks(list_of(value.get("blocks")), names, 0))
    text = "\n".join(line.strip() for line in lines if line.strip())
    return text or plain_markup(text_of(value.get("fallback")), names).strip()


def _blocks(values: list[Any], names: Names, depth: int) -> str:
    texts = (_block(dict_of(value), names, depth) for value in values)
    return "\n".join(text for text in texts if text)


def _block(block: dict[str, Any], names: Names, depth: int) -> str:
    if depth > MAX_DEPTH:
        return ""
    kind = text_of(block.get("type"))
    elements = list_of(block.get("elements"))
    if kind in ("rich_text_section", "rich_text_preformatted", "rich_text_quote"):
        text = "".join(_element(dict_of(item), names) for item in elements).strip("\n")
        return _framed(kind, text)
    if kind == "rich_text_list":
        items = (_block(dict_of(item), names, depth + 1) for item in elements)
        indent = "  " * min(int(_number(block.get("indent"))), MAX_DEPTH)
        return "\n".join(f"{indent}- {item}" for item in items if item)
    if kind in ("rich_text", "context"):
        return _blocks(elements, names, depth + 1)
    if kind in ("mrkdwn", "plain_text", "markdown"):
        return plain_markup(text_of(block.get("text")), names)
    lines = [_block(dict_of(block.get("text")), names, depth + 1)]
    lines += [_block(dict_of(item), names, depth + 1) for item in list_of(block.get("fields"))]
    return "\n".join(line for line in lines if line)


def _framed(kind: str, text: str) -> str:
    if not text:
        return ""
    if kind == "rich_text_preformatted":
        return f"```\n{text}\n```"
    if kind == "rich_text_quote":
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return text


def _number(value: Any) -> int:
    return value if isinstance(value, int) and 0 <= value <= MAX_DEPTH else 0


def _element(item: dict[str, Any], names: Names) -> str:
    """Write one piece of rich text; blocks are not escaped as ``text`` is."""
    kind = text_of(item.get("type"))
    if kind == "user":
        return names.mention(text_of(item.get("user_id")))
    if kind == "channel":
        return names.channel(text_of(item.get("channel_id")))
    if kind == "emoji":
        return f":{text_of(item.get('name'))}:"
    if kind == "broadcast":
        return f"@{text_of(item.get('range'))}"
    if kind == "usergroup":
        return f"@{text_of(item.get('usergroup_id'))}"
    text = text_of(item.get("text")) or text_of(item.get("fallback"))
    address = text_of(item.get("url"))
    if kind == "link" and address:
        return f"{text} ({address})" if text and text != address else address
    return text
