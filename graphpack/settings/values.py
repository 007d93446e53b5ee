"""What a run can be told: each setting, its default and its bounds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

OFFLINE = "offline"

_OWN_ARGUMENTS = frozenset({"messages", "model", "n", "response_format", "stream", "tools"})

CompressionLevel = Literal["off", "summary", "aggressive", "minimal"]
_CAPS: dict[str, CompressionLevel] = {"search-results": "summary"}


class Compression(BaseModel):
    """How texts are shortened: the table ``[compression]`` of a file.

    Args:
        level: How much goes; ``auto`` follows what is left of ``token_budget``, and is for live
            use: an export, which must not depend on it, takes it for ``summary``.
        caps: The most that may go of texts of a type, by the type's name.
        dedup: True to fold what stood in the conversation before.
        staleness_window: Tool results after which something is shown again; None is the level's.
        token_budget: What a live context holds, for ``auto``.
        store: True to keep the originals of what ``graphpack compress`` shortens in the cache.
        metrics: A file that a line of JSON is added to for each text; None is none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: Literal["off", "summary", "aggressive", "minimal", "auto"] = "summary"
    caps: dict[str, CompressionLevel] = Field(default_factory=_CAPS.copy)
    dedup: bool = True
    staleness_window: int | None = Field(None, gt=0)
    token_budget: int = Field(150_000, gt=0)
    store: bool = True
    metrics: str | None = None


class Settings(BaseModel):
    """Everything a run can be told; frozen. Sizes are in tokens, times in seconds.

    Args:
        mode: The written form.
        budget: Size aimed at; None lets it grow with the conversation.
        cap: Size not to be exceeded; None is the mode's own.
        tokenizer: What counts (see ``tokens.counter``).
        paste: Write the block that is pasted into a new chat; compact only.
        sources: Write each node's evidence into the pack.
        evidence: Write the archive form beside ``-o FILE``.
        keep: Nodes whose text holds one of these are never cut.
        format: The input's format; None detects it.
        pick: Which conversation of several: id, place in the list, part of a title, ``newest``.
        branch: ``all`` for the abandoned branches besides, or one branch's id; None leaves them.
        subagents: Read what sub-agents said to themselves, too.
        redact: ``secrets`` hides credentials, ``all`` personal data besides, ``off`` nothing.
        redact_allow: Values that are no secrets, compared whole.
        redact_rules: A TOML file of rules of one's own.
        compression: How texts are shortened; a word alone is its level.
        now: The time a pack is stamped with; None is the clock of the face that calls.
        model: Who extracts, as litellm names it; None, or ``offline``, is the offline extractor.
        api_base: Address of the model's server; None is the provider's own.
        api_key: None leaves it to the provider's variable.
        fallbacks: Models to ask in turn where that one fails.
        offline_fallback: Read offline what no model could be brought to read.
        max_cost_usd: A run stops asking before it might cost more.
        input_usd_per_million: Price of tokens sent, for a model that litellm's table lacks.
        output_usd_per_million: The same of tokens received.
        temperature: ``none`` leaves it to the model.
        seed: None asks for none.
        model_arguments: A table of further arguments of litellm's ``completion``.
        cache: Keep a model's answers, and ask nothing twice.
        timeout_s: For one request to a model.
        retries: Further tries of a request after a rate limit or a server error.
        concurrency: Requests under way at once.
        max_reply_tokens: Asked of the server for one reply.
        json_mode: How JSON is asked for; ``auto`` tries the strictest first.
        repairs: How often an unusable reply is asked for again.
        read_tokens: A conversation up to this size is one chunk for a model.
        chunk_tokens: Largest chunk of a longer one.
        priority_tokens: Beyond this only what breaks continuity is asked for.
        max_input_bytes: Largest file, or member of a ZIP.
        max_whole_bytes: Largest text, JSON document or pipe: what is held in memory whole.
        max_unpacked_bytes: Largest content of a ZIP.
        max_zip_ratio: Times its packed size that a ZIP or a member may unpack to.
        max_files: Most files in a folder or ZIP.
        db: A team's archive: a file, or an address of PostgreSQL; None is the user's own file.
        project: Under which sessions are archived; None goes by where they lie.
        author: Who brings them; None is the user's name.
        calls_per_minute: Most requests to a model by all that fill one archive; None is any.
        keep_transcripts: Archive what was said, redacted, besides the graph.
        fail_on_notice: Exit 50 where something was lost or uncertain (``Notice.is_loss``).
        quiet: Say nothing but errors.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["compact", "readable"] = "compact"
    budget: int | None = Field(None, gt=0)
    cap: int | None = Field(None, gt=0)
    tokenizer: str = "o200k_base"
    paste: bool = False
    sources: bool = False
    evidence: bool = True
    keep: tuple[str, ...] = ()
    format: str | None = None
    pick: str | None = None
    branch: str | None = None
    subagents: bool = False
    redact: Literal["off", "secrets", "all"] = "secrets"
    redact_allow: tuple[str, ...] = ()
    redact_rules: str | None = None
    compression: Compression = Compression()
    now: datetime | None = None
    model: str | None = None
    api_base: str | None = None
    api_key: str | None = Field(None, repr=False)
    fallbacks: tuple[str, ...] = ()
    offline_fallback: bool = True
    max_cost_usd: float | None = Field(None, ge=0)
    input_usd_per_million: float | None = Field(None, ge=0)
    output_usd_per_million: float | None = Field(None, ge=0)
    temperature: float | None = Field(0.0, ge=0)
    seed: int | None = None
    model_arguments: dict[str, Any] = Field(default_factory=dict, repr=False)
    cache: bool = True
    timeout_s: float = Field(120.0, gt=0)
    retries: int = Field(4, ge=0)
    concurrency: int = Field(4, ge=1, le=64)
    max_reply_tokens: int = Field(8192, gt=0)
    json_mode: Literal["auto", "json_schema", "json_object", "text"] = "auto"
    repairs: int = Field(2, ge=0)
    read_tokens: int = Field(60_000, gt=0)
    chunk_tokens: int = Field(24_000, gt=0)
    priority_tokens: int = Field(400_000, gt=0)
    max_input_bytes: int = Field(4 << 30, gt=0)
    max_whole_bytes: int = Field(1 << 30, gt=0)
    max_unpacked_bytes: int = Field(16 << 30, gt=0)
    max_zip_ratio: int = Field(200, gt=0)
    max_files: int = Field(250_000, gt=0)
    db: str | None = Field(None, repr=False)
    project: str | None = None
    author: str | None = None
    calls_per_minute: int | None = Field(None, gt=0)
    keep_transcripts: bool = True
    fail_on_notice: bool = False
    quiet: bool = False

    @field_validator("compression", mode="before")
    @classmethod
    def _word_is_level(cls, value: Any) -> Any:
        return as_table(value)

    @field_validator("now")
    @classmethod
    def _as_utc(cls, value: datetime | None) -> datetime | None:
        if value is None:
            return None
        try:
            return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        except OverflowError as error:
            raise ValueError("in UTC it is outside the years 1 to 9999") from error

    @field_validator("temperature", mode="before")
    @classmethod
    def _none_is_a_word(cls, value: Any) -> Any:
        return None if value == "none" else value

    @field_validator("model_arguments", mode="before")
    @classmethod
    def _text_is_json(cls, value: Any) -> Any:
        try:
            arguments = json.loads(value) if isinstance(value, str) else value
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        taken = sorted(_OWN_ARGUMENTS & set(arguments)) if isinstance(arguments, dict) else ()
        if taken:
            raise ValueError(f"{', '.join(taken)}: set by graphpack itself")
        return arguments

    @field_validator("model")
    @classmethod
    def _none_is_offline(cls, value: str | None) -> str | None:
        return None if value in {None, "", OFFLINE} else value


def as_table(value: Any) -> Any:
    """Read a word alone as the level of compression; ``on`` and ``off`` are words, too."""
    value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
    if value == "on":
        return {}
    return {"level": value} if isinstance(value, str) else value
