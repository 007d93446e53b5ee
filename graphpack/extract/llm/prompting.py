"""Builds requests from the templates in prompts/; the static message comes first, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import jinja2

from graphpack import resources
from graphpack.extract.llm.shown import ELISION, Limits, find_mark, iter_texts, sendable, show
from graphpack.model.conversation import Message

VERSION = "extract.v3"
BAD_REPLY_CHARS = 6_000
"""How much of an unusable reply is shown to the model that wrote it."""


NODE_TOKENS = 56
"""A node of twenty words with its frame, and its share of names, numbers and paths."""

FRAME_TOKENS = 130
"""What a pack takes besides its nodes: the description, the hand-off, a few relationships."""

LEAST_NODES = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stretch of messages stands in its conversation.

    Args:
        part: 1-based number of its chunk.
        account: What came before, may be empty.
        is_priority_only: True where only what breaks continuity is wanted.
        room_tokens: Of the pack of the whole conversation; 0 where it is not known.
    """

    part: int
    account: str
    is_priority_only: bool
    room_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt, how many texts in it are not shown whole, and how much room its reply gets."""

    prompt: tuple[dict[str, str], ...]
    shortened: int = 0
    reply_factor: int = 1


def fingerprint() -> str:
    """Hash the templates.

    Returns:
        SHA-256 in hexadecimal; another one whenever a byte of a prompt changes.
    """
    names = ("system", "user", "repair")
    texts = [resources.read_text("prompts", f"{VERSION}.{name}.j2") for name in names]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def request(messages: Sequence[Message], place: Place, limits: Limits) -> Request:
    """Build the request for a stretch of messages.

    Args:
        messages: In order, with their indices in the whole conversation.
        place: Where they stand.
        limits: From where on texts are shortened.

    Returns:
        The system message, the same for every request, and the user message.
    """
    mark = find_mark(place.account, *iter_texts(messages))
    shown = show(messages, limits, mark)
    text = template(VERSION, "user").render(
        mark=mark,
        part=place.part,
        is_priority_only=place.is_priority_only,
        account=sendable(place.account.strip()),
        messages=shown.text,
        room_nodes=max(LEAST_NODES, (place.room_tokens - FRAME_TOKENS) // NODE_TOKENS)
        if place.room_tokens
        else 0,
    )
    prompt = ({"role": "system", "content": system()}, {"role": "user", "content": text})
    return Request(prompt, shown.shortened)


@cache
def system() -> str:
    """Render the static part.

    Returns:
        The rules of extraction and the shape of the answer.
    """
    return template(VERSION, "system").render(elision=ELISION.format("N"))


def repaired(
    request: Request, reply: str, reason: str, *, problems: Sequence[str] = (), is_empty: bool
) -> Request:
    """Ask again for what was answered badly.

    Args:
        request: The first request.
        reply: What came, may be empty.
        reason: Why it is of no use.
        problems: Single faults, named by field.
        is_empty: True where the reply held no nodes.

    Returns:
        The request with the reply and the complaint after it.
    """
    complaint = template(VERSION, "repair").render(
        reason=reason, problems=problems, is_empty=is_empty
    )
    shown = sendable(reply.strip())[:BAD_REPLY_CHARS]
    system_message, user_message = request.prompt[:2]
    if not shown:  # an empty assistant message is refused by some providers
        user_message = {**user_message, "content": f"{user_message['content']}\n{complaint}"}
        return replace(request, prompt=(system_message, user_message))
    answered = {"role": "assistant", "content": shown}
    asked = {"role": "user", "content": complaint}
    return replace(request, prompt=(system_message, user_message, answered, asked))


@cache
def template(version: str, name: str) -> jinja2.Template:
    """Load a template of prompts/.

    Args:
        version: Which prompt, such as ``extract.v3``.
        name: Which message of it.

    Returns:
        Refuses to render where a value is missing.
    """
    environment = jinja2.Environment(
        autoescape=False,  # the output is no HTML
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.from_string(resources.read_text("prompts", f"{version}.{name}.j2"))
