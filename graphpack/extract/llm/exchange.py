"""What goes to a model and what comes back, without any provider's library.

A ``Client`` sends one request once. ``Terms`` are what may change between two tries of the same
request, because servers differ in what they take.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

from graphpack.extract.llm.options import JsonMode
from graphpack.model.report import Usage
from graphpack.patterns import compiled

Prompt = Sequence[Mapping[str, Any]]
"""Messages with ``role`` and ``content``, the static one first."""

MIN_REPLY_TOKENS = 512
ROOM_TOKENS = 2048
"""A window that is too small is not widened by allowing the reply less than this."""

_ABOUT_TEMPERATURE = compiled(r"temperature", re.IGNORECASE)
_ABOUT_LENGTH = compiled(r"max_(?:completion_|output_|new_)?tokens|output tokens", re.IGNORECASE)
_ABOUT_FORMAT = compiled(
    r"response_format|json_schema|json_object|json mode|schema|grammar|structured", re.IGNORECASE
)
_ABOUT_ROOM = compiled(r"in the completion|max_tokens|(?:completion|output) tokens", re.IGNORECASE)
_WEAKER = {JsonMode.SCHEMA: JsonMode.OBJECT, JsonMode.OBJECT: JsonMode.TEXT}


class Shape(StrEnum):
    """What a reply is to hold."""

    NODES = "nodes"
    VERDICTS = "verdicts"


@dataclass(frozen=True, slots=True)
class Terms:
    """How one request is put.

    Args:
        mode: The JSON mode, never ``auto``.
        max_reply_tokens: Upper limit of the answer.
        temperature: None leaves it out.
        shape: What the reply is to hold.
    """

    mode: JsonMode
    max_reply_tokens: int
    temperature: float | None
    shape: Shape = Shape.NODES


@dataclass(frozen=True, slots=True)
class Answer:
    """One completion.

    Args:
        text: Its content, empty where there was none.
        is_cut: True where the server says that it ended at the token limit.
        refusal: Why the model or the provider's filter declined, empty otherwise.
        usage: Of this call.
        key: What it is kept under; empty where it is not.
    """

    text: str
    is_cut: bool = False
    refusal: str = ""
    usage: Usage = field(default_factory=lambda: Usage(calls=1))
    key: str = ""


class Fault(StrEnum):
    """Why a request failed, by what can be done about it."""

    CREDENTIALS = "credentials"
    BUSY = "busy"
    BROKEN = "broken"
    TIMEOUT = "timeout"
    TOO_LONG = "too long"
    DECLINED = "declined"
    REJECTED = "rejected"


class ProviderError(Exception):
    """A request that brought no completion.

    Args:
        message: One line, without the key.
        fault: What kind of failure it is.
        retry_after_s: How long the server asked to wait, None where it did not.
        is_final: True where no other try can help: an unknown model, an exhausted quota.
    """

    def __init__(
        self,
        message: str,
        *,
        fault: Fault,
        retry_after_s: float | None = None,
        is_final: bool = False,
    ) -> None:
        super().__init__(message)
        self.fault = fault
        self.retry_after_s = retry_after_s
        self.is_final = is_final


class Client(Protocol):
    """Sends one request once; safe to call from several threads."""

    def preload(self) -> None:
        """Begin whatever is slow about the first request, without waiting for it."""
        ...

    def complete(self, prompt: Prompt, terms: Terms) -> Answer:
        """Send a request; raises ProviderError only.

        Args:
            prompt: The messages.
            terms: How to put it.

        Returns:
            The completion.
        """
        ...


def concede(terms: Terms, error: ProviderError, *, is_mode_fixed: bool) -> Terms | None:
    """Find terms the server may take instead of those it refused.

    Args:
        terms: What was refused.
        error: How it was refused.
        is_mode_fixed: True where the JSON mode was chosen by the user.

    Returns:
        Weaker terms; None where the refusal is not about them.
    """
    text = str(error)
    if error.fault is Fault.TOO_LONG:
        if _ABOUT_ROOM.search(text) and terms.max_reply_tokens > ROOM_TOKENS:
            return replace(terms, max_reply_tokens=max(ROOM_TOKENS, terms.max_reply_tokens // 2))
        return None
    if error.is_final or error.fault not in {Fault.REJECTED, Fault.BROKEN}:
        return None
    if _ABOUT_TEMPERATURE.search(text) and terms.temperature is not None:
        return replace(terms, temperature=None)
    if _ABOUT_LENGTH.search(text) and terms.max_reply_tokens > MIN_REPLY_TOKENS:
        return replace(terms, max_reply_tokens=_allowed_tokens(text, terms.max_reply_tokens))
    # a server that rejects a request without saying why most often does not know the format
    is_about_format = error.fault is Fault.REJECTED or _ABOUT_FORMAT.search(text)
    if is_about_format and not is_mode_fixed and terms.mode in _WEAKER:
        return replace(terms, mode=_WEAKER[terms.mode])
    return None


def _allowed_tokens(text: str, asked: int) -> int:
    named = [int(number) for number in re.findall(r"\b\d{3,7}\b", text)]
    allowed = [number for number in named if MIN_REPLY_TOKENS <= number < asked]
    return max(allowed, default=max(MIN_REPLY_TOKENS, asked // 2))
