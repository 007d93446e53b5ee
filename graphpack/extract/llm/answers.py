"""Remembers what a model answered: the same question is asked once.

A question's name is a hash of all that decides its answer, so a run that was interrupted goes on
where it stopped, and a conversation that has grown asks about its new chunks only. What is kept
is the answer alone; the question is not.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import Any, Protocol

from graphpack.extract.llm.exchange import Answer, Prompt
from graphpack.extract.llm.options import ModelOptions
from graphpack.model.report import Usage

FORMAT = 1
"""Of a kept answer; another one is not understood, and asked for anew."""


class AnswerStore(Protocol):
    """Keeps byte strings by key; safe to call from several threads.

    Losing what was kept costs money, never a conversation, so nothing here has to succeed: an
    ``OSError`` of ``put`` is passed over.
    """

    def get(self, key: str) -> bytes | None:
        """Give what is under a key, None where nothing is."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, whole or not at all."""
        ...

    def drop(self, key: str) -> None:
        """Forget what is under a key."""
        ...


class NoAnswers:
    """Keeps nothing."""

    def get(self, key: str) -> bytes | None:
        """Give nothing."""

    def put(self, key: str, data: bytes) -> None:
        """Keep nothing."""

    def drop(self, key: str) -> None:
        """Have nothing to forget."""


def question_key(options: ModelOptions, prompt: Prompt, *, reply_factor: int) -> str:
    """Name a question.

    Args:
        options: What was asked for of the model; how long to wait and how often to try does not
            change an answer, nor does what a server made of the terms.
        prompt: The messages.
        reply_factor: Times the usual length of the reply that is allowed.

    Returns:
        64 hexadecimal digits.
    """
    asked = [
        FORMAT,
        options.model,
        options.api_base,
        [[message["role"], message["content"]] for message in prompt],
        options.json_mode,
        options.temperature,
        options.seed,
        options.max_reply_tokens * reply_factor,
        dict(options.extra),
    ]
    text = json.dumps(asked, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def recall(store: AnswerStore, key: str) -> Answer | None:
    """Look an answer up.

    Args:
        store: Where.
        key: The question's name.

    Returns:
        The answer, which costs nothing this time; None where there is none, or a damaged one.
    """
    data = store.get(key)
    if data is None:
        return None
    try:
        kept: Any = json.loads(data)
        if kept["format"] != FORMAT:
            return None
        fields = (kept["text"], kept["is_cut"], kept["refusal"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if tuple(map(type, fields)) != (str, bool, str):
        return None
    return Answer(*fields, usage=Usage(cached=1), key=key)


def remember(store: AnswerStore, key: str, answer: Answer) -> None:
    """Keep an answer; a disk that is full does not stop a run."""
    kept = {
        "format": FORMAT,
        "text": answer.text,
        "is_cut": answer.is_cut,
        "refusal": answer.refusal,
    }
    with suppress(OSError):
        store.put(key, json.dumps(kept).encode())
