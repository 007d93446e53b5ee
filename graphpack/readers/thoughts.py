"""Tells a model's thinking from its answer where both stand in one text.

Local servers leave the marks of the model's own template in what they hand on: ``<think>`` tags,
or the channels of OpenAI's open models.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphpack.model.conversation import Part, Reasoning, Text, ToolCall
from graphpack.patterns import compiled
from graphpack.readers.blocks import arguments_of

_OPEN = compiled(r"^[ \t]*<(think|thinking)>", re.MULTILINE)
_STRAY = compiled(r"</(?:think|thinking)>[ \t]{0,20}(?:\n|\Z)")
_CHANNEL = compiled(
    r"(?:<\|start\|>[\w.]{0,40})?(?: to=\S{0,80})?<\|channel\|>(?P<channel>\w{1,20})"
    r"(?P<about>[^\n<]{0,200})(?:<\|constrain\|>\w{0,20})?<\|message\|>"
)
_END = compiled(r"<\|(?:end|return|call)\|>")
_RECIPIENT = compiled(r"to=(?:functions\.)?([\w.-]+)")


def split_thoughts(text: str) -> tuple[Part, ...]:
    """Split an assistant's text at the marks of its template.

    Args:
        text: What the model wrote.

    Returns:
        Reasoning and texts in order, blank ones left out; a thought that was cut off, without an
        end, is a thought to the end.
    """
    parts = _channels(text) if "<|channel|>" in text else _tagged(text)
    return tuple(part for part in parts if part.text.strip() or isinstance(part, ToolCall))


def _tagged(text: str) -> Iterator[Part]:
    if "think" not in text:
        yield Text(text)
        return
    done = 0
    opening = _OPEN.search(text)
    stray = _STRAY.search(text)
    # templates that open the thought themselves leave only its end in the answer
    if stray and (opening is None or stray.start() < opening.start()):
        yield Reasoning(text[: stray.start()].strip())
        done = stray.end()
        opening = _OPEN.search(text, done)
    while opening:
        close = f"</{opening[1]}>"
        end = text.find(close, opening.end())
        stop = len(text) if end < 0 else end
        yield from _said(text[done : opening.start()], is_whole=False)
        yield Reasoning(text[opening.end() : stop].strip())
        done = min(stop + len(close), len(text))
        opening = _OPEN.search(text, done)
    yield from _said(text[done:], is_whole=done == 0)


def _said(text: str, *, is_whole: bool) -> Iterator[Part]:
    if text.strip():
        yield Text(text if is_whole else text.strip("\n"))


def _channels(text: str) -> Iterator[Part]:
    done = 0
    opening = _CHANNEL.search(text)
    while opening:
        yield from _said(_END.sub("", text[done : opening.start()]), is_whole=False)
        following = _CHANNEL.search(text, opening.end())
        limit = following.start() if following else len(text)
        end = _END.search(text, opening.end(), limit)
        yield from _channel(opening, text[opening.end() : end.start() if end else limit].strip())
        done = end.end() if end else limit
        opening = following
    yield from _said(_END.sub("", text[done:]), is_whole=done == 0)


def _channel(opening: re.Match[str], body: str) -> Iterator[Part]:
    recipient = _RECIPIENT.search(opening[0])
    if recipient:
        yield ToolCall(recipient[1], arguments_of(body))
    elif opening["channel"] == "analysis":
        yield Reasoning(body)
    elif body:
        yield Text(body)
