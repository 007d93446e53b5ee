"""Chats whose messages hang together in no way a chat should."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def deep(opening: str, closing: str, depth: int = 10_000, head: str = "", tail: str = "") -> str:
    return head + opening * depth + closing * depth + tail


def tree(change: Callable[[dict[str, Any]], object], count: int = 50) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for number in range(count):
        nodes[f"m{number}"] = {
            "id": f"m{number}",
            "parent": f"m{number - 1}" if number else None,
            "children": [f"m{number + 1}"] if number + 1 < count else [],
            "message": {
                "id": f"m{number}",
                "author": {"role": ("user", "assistant")[number % 2]},
                "create_time": 1.7e9 + number,
                "content": {"content_type": "text", "parts": [f"bed {number} is dug"]},
                "metadata": {},
            },
        }
    chat = {
        "id": "c1",
        "title": "Plan",
        "create_time": 1.7e9,
        "update_time": 1.7e9,
        "current_node": f"m{count - 1}",
        "mapping": nodes,
    }
    change(chat)
    return chat


def circle(chat: dict[str, Any]) -> None:
    chat["mapping"]["m0"]["parent"] = "m49"
    chat["mapping"]["m49"]["children"] = ["m0", "m49"]


def all_parents(chat: dict[str, Any]) -> None:
    for node in chat["mapping"].values():
        node["children"] = list(chat["mapping"])


def times(value: Any) -> Callable[[dict[str, Any]], None]:
    def change(chat: dict[str, Any]) -> None:
        chat["create_time"] = chat["update_time"] = value
        for node in chat["mapping"].values():
            node["message"]["create_time"] = value

    return change


def same_ids(chat: dict[str, Any]) -> None:
    for node in chat["mapping"].values():
        node["id"] = node["message"]["id"] = "m0"
