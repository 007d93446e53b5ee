"""Stand-ins that need no network."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphpack.extract.llm.exchange import Answer, ProviderError, Terms
from graphpack.model.report import Usage

Reply = str | Mapping[str, Any] | Answer | ProviderError | Callable[..., Any]


class FakeModel:
    """A client that gives its replies in turn, the last one for ever, and keeps what it was asked.

    A reply is a text, an object to be written as JSON, an Answer, a ProviderError to raise, or a
    function of the prompt that returns one of these.
    """

    def __init__(self, replies: Sequence[Reply]) -> None:
        self.prompts: list[list[dict[str, Any]]] = []
        self.terms: list[Terms] = []
        self.is_preloaded = False
        self._replies = list(replies)
        self._lock = threading.Lock()

    def preload(self) -> None:
        self.is_preloaded = True

    def complete(self, prompt: Any, terms: Terms) -> Answer:
        with self._lock:
            self.prompts.append([dict(message) for message in prompt])
            self.terms.append(terms)
            reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if callable(reply) and not isinstance(reply, ProviderError):
            reply = reply(prompt)
        if isinstance(reply, ProviderError):
            raise reply
        if isinstance(reply, Answer):
            return reply
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        return Answer(text, usage=Usage(calls=1, prompt_tokens=100, completion_tokens=20))


def item(number: int | str, message: int, quote: str, **fields: Any) -> dict[str, Any]:
    """One node as a model would send it."""
    return {
        "id": str(number),
        "evidence": [{"message": message, "quote": quote}],
        "type": "fact",
        "summary": quote,
        "title": "",
        "importance": "medium",
        "worth": 50,
        "status": "none",
        "confidence": 1,
        "parent": "",
        "links": [],
        **fields,
    }


def nodes(*items: dict[str, Any], description: str = "a talk") -> dict[str, Any]:
    """A whole reply."""
    return {"nodes": list(items), "description": description}
