"""Turns one response of a Grok chat into parts: what was said, the documents made, the searches."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
)
from graphpack.patterns import compiled
from graphpack.readers.blocks import arguments_of
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

Raw = dict[str, Any]

_TAG = compiled(
    r"<(?:xaiArtifact(?P<attributes>(?:\s+[\w-]+=\"[^\"]*\")+)\s*>|xai:tool_usage_card>)"
)
_CLOSE = {"artifact": "</xaiArtifact>", "card": "</xai:tool_usage_card>"}
_ATTRIBUTE = compiled(r'(?<![\w-])([\w-]++)="([^"]*+)"')
_RENDER = compiled(r"[ \t]?<grok:render\b[^<>]*>")
_RENDER_END = "</grok:render>"
_FIELD = "<xai:{0}>", "</xai:{0}>"
_CDATA = "<![CDATA[", "]]>"


def read_parts(raw: Raw, role: Role) -> tuple[Part, ...]:
    """Read a response.

    Args:
        raw: The response object.
        role: Who speaks.

    Returns:
        Parts in order; documents and searches as calls, citations without their cards.

    Source:
        xAI data exports of 2025-2026, and the web answers that browser extensions save.
    """
    parts: list[Part] = []
    text = text_of(raw.get("message"))
    if role is Role.ASSISTANT:
        thought = text_of(raw.get("thinking_trace")) or text_of(raw.get("thinkingTrace"))
        if thought.strip():
            parts.append(Reasoning(thought))
        parts.extend(_said(text))
    elif text.strip():
        parts.append(Text(text))
    parts.extend(_files(raw))
    return tuple(parts)


def _said(text: str) -> Iterator[Part]:
    text = _without_cards(text)
    done = 0
    tag = _TAG.search(text)
    while tag:
        yield from _words(text[done : tag.start()])
        close = _CLOSE["artifact" if tag["attributes"] else "card"]
        end = text.find(close, tag.end())
        stop = len(text) if end < 0 else end
        body = text[tag.end() : stop]
        yield _artifact(tag["attributes"], body) if tag["attributes"] else _card(body)
        done = min(stop + len(close), len(text))
        tag = _TAG.search(text, done)
    yield from (_words(text[done:]) if done else _whole(text))


def _words(text: str) -> Iterator[Part]:
    if text.strip():
        yield Text(text.strip())


def _whole(text: str) -> Iterator[Part]:
    if text.strip():
        yield Text(text)


def _without_cards(text: str) -> str:
    """Take out the cards that the page draws for citations and pictures."""
    if "<grok:render" not in text:
        return text
    kept: list[str] = []
    done = 0
    card = _RENDER.search(text)
    while card:
        kept.append(text[done : card.start()])
        done = card.end()
        if not card[0].endswith("/>"):
            end = text.find(_RENDER_END, done)
            if end < 0:  # no card after this one has an end either
                break
            done = end + len(_RENDER_END)
        card = _RENDER.search(text, done)
    return "".join(kept) + text[done:]


def _artifact(attributes: str, body: str) -> ToolCall:
    found = {key: unescape(value) for key, value in _ATTRIBUTE.findall(attributes)}
    arguments = {"id": found.pop("artifact_id", ""), **found, "content": body.strip("\n")}
    return ToolCall("artifact", arguments)


def _card(body: str) -> ToolCall:
    given = _field(body, "tool_args")
    if given.startswith(_CDATA[0]):
        given = given[len(_CDATA[0]) :].removesuffix(_CDATA[1])
    else:
        given = unescape(given)
    name = _field(body, "tool_name") or "unknown"
    return ToolCall(name, arguments_of(given.strip()), _field(body, "tool_usage_card_id") or None)


def _field(body: str, name: str) -> str:
    """Find what stands between a tag and its end, up to the card's end where that is missing."""
    opening, closing = (mark.format(name) for mark in _FIELD)
    _, _, rest = body.partition(opening)
    return rest.partition(closing)[0].strip()


def _files(raw: Raw) -> Iterator[Part]:
    files = list_of(raw.get("file_attachments")) or list_of(raw.get("fileAttachmentsMetadata"))
    for item in files:
        fields = dict_of(item)
        keys = ("fileName", "file_name", "name", "fileMetadataId", "file_metadata_id", "id")
        name = name_of(item) or next((n for n in map(name_of, map(fields.get, keys)) if n), None)
        media_type = name_of(fields.get("fileMimeType")) or name_of(fields.get("mime_type"))
        if (media_type or "").startswith("image/"):
            yield Image(media_type, name)
        elif name:
            yield Attachment(name, media_type=media_type)
    pictures = (raw.get("image_attachments"), raw.get("generated_image_urls"))
    for _ in (item for listed in pictures for item in list_of(listed)):
        yield Image()
