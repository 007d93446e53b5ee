"""Finds the message lists in the bodies of OpenAI's and Anthropic's chat APIs, and their wrappers.

Requests, answers, both together, batch lines, data sets with several conversations. What a message
means is read in ``chat_messages``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphpack.readers.arrays import Thread
from graphpack.readers.loose import dict_of, list_of
from graphpack.readers.shapes import is_message, is_messages

_LIST_KEYS = (
    "messages", "traj", "conversation", "conversations", "chat_history", "dialogue", "turns",
)  # fmt: skip
_MANY_KEYS = ("conversations", "threads")
_WRAPPERS = ("request", "body", "params", "request_body")
_ANSWERS = ("response", "result", "response_body")
_MAX_WRAPPERS = 4


def find_threads(value: Any, place: int | None = None) -> Iterator[Thread]:
    """Find the conversations in a JSON value.

    Args:
        value: A list of messages, a body, an answer, or a list or object that holds several.
        place: Where the value stands in its source.

    Yields:
        Threads in source order.
    """
    if is_messages(value):
        yield Thread(tuple(value), {}, place)
    elif isinstance(value, list):
        for number, item in enumerate(value, start=1):
            if is_messages(item):
                yield Thread(tuple(item), {}, place or number)
            elif isinstance(item, dict) and not is_message(item):
                yield from _in_object(item, place or number)
    elif isinstance(value, dict):
        yield from _in_object(value, place)


def _in_object(value: dict[str, Any], place: int | None) -> Iterator[Thread]:
    if is_foreign(value):
        return
    items, container = _unwrapped(value)
    if items:
        yield Thread(tuple(items), container, place)
        return
    for key in _MANY_KEYS:
        for number, item in enumerate(list_of(value.get(key)), start=1):
            if isinstance(item, dict):
                yield from _in_object(item, number)


def is_foreign(value: dict[str, Any]) -> bool:
    """Tell a body from the exports of programs that keep a copy of the messages in one."""
    return (
        isinstance(value.get("history"), dict)
        or isinstance(dict_of(value.get("chat")).get("history"), dict)
        or "trajectory" in value
        or "mapping" in value
        or "chat_messages" in value
    )


def _unwrapped(value: dict[str, Any], depth: int = 0) -> tuple[list[Any], dict[str, Any]]:
    """Take a body out of its wrappers and put the answer after the request's messages."""
    if not value or depth > _MAX_WRAPPERS:
        return [], {}
    container = dict(value)
    items: list[Any] = []
    if is_message(value):
        return [value], {key: container[key] for key in container if key not in ("role", "content")}
    found = next((value[key] for key in _LIST_KEYS if is_messages(value.get(key))), None)
    if found is not None:
        items.extend(found)
    for key in _WRAPPERS if found is None else ():
        inner_items, inner = _unwrapped(dict_of(value.get(key)), depth + 1)
        if inner_items:
            items, container = inner_items, {**container, **inner}
            break
    answer, inner = _answer(value, depth)
    return [*items, *answer], container if items else {**container, **inner}


def _answer(value: dict[str, Any], depth: int) -> tuple[list[Any], dict[str, Any]]:
    first = dict_of(next(iter(list_of(value.get("choices"))), None))
    # a line of a batch's results: {"type": "succeeded", "message": …}; other programs' records
    # have a "message" too, under other types
    is_batch = value.get("type") == "succeeded"
    message = dict_of(first.get("message") or (value.get("message") if is_batch else None))
    if is_message(message):
        return [_with_model(message, value)], {}
    for key in _ANSWERS:
        items, inner = _unwrapped(dict_of(value.get(key)), depth + 1)
        if items:
            return items[-1:], inner
    return [], {}


def _with_model(message: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Keep who answered: an answer names its model beside the message."""
    if isinstance(answer.get("model"), str) and "model" not in message:
        return {**message, "model": answer["model"]}
    return message
