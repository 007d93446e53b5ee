"""What a model run can be told: which model, how long to wait, how often to try again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class JsonMode(StrEnum):
    """How a JSON reply is asked for.

    ``auto`` starts with a schema and falls back, once per run, to whatever the server takes.
    """

    AUTO = "auto"
    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Settings of a model run.

    Args:
        model: The name as litellm takes it, such as ``openai/gpt-5`` or ``ollama/qwen3``.
        api_base: Address of the server; None for the provider's own.
        api_key: None leaves it to the provider's environment variable.
        timeout_s: For one request.
        retries: Further tries after a rate limit, a server error or a lost connection.
        max_wait_s: Longest sum of the pauses between the tries of one request.
        concurrency: Requests under way at once (read by ``extract_all``'s caller).
        max_reply_tokens: Asked of the server for one reply.
        json_mode: ``auto`` or the one mode to use.
        repairs: How often an unusable reply is asked for again.
        splits: How often a piece whose reply was cut is halved.
        max_text_chars: Longest text in one request; a longer one goes on in the next.
        max_tool_chars: The same for a call or result of a tool, of which no more is shown. What
            the chain gives to read is shortened already (``Settings.compression``).
        temperature: None leaves it to the model.
        seed: None asks for none.
        extra: Further arguments of litellm's ``completion``.
        fallbacks: Models to ask in turn where this one fails.
        max_cost_usd: No request is sent that might make a run cost more; None is no limit.
        price_usd: Dollars per million tokens in and out, for a model that litellm's table lacks.
    """

    model: str
    api_base: str | None = None
    api_key: str | None = None
    timeout_s: float = 120.0
    retries: int = 4
    max_wait_s: float = 90.0
    concurrency: int = 4
    max_reply_tokens: int = 8192
    json_mode: str = JsonMode.AUTO
    repairs: int = 2
    splits: int = 3
    max_text_chars: int = 60_000
    max_tool_chars: int = 60_000
    temperature: float | None = 0.0
    seed: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    fallbacks: tuple[str, ...] = ()
    max_cost_usd: float | None = None
    price_usd: tuple[float, float] | None = None

    def falling_back(self) -> tuple[ModelOptions, ...]:
        """List this model and those to ask where it fails, each with options of its own.

        Another provider's model is not asked at this one's address, nor with this one's key.
        """
        provider = self.model.partition("/")[0]
        others = (
            replace(self, model=name)
            if name.partition("/")[0] == provider
            else replace(self, model=name, api_base=None, api_key=None, price_usd=None)
            for name in self.fallbacks
        )
        return (self, *others)
