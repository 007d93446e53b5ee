"""What a run can be told, and from where: flags, environment, files, defaults, in that order.

A setting has one name everywhere: the flag ``--budget``, the variable ``GRAPHPACK_BUDGET`` and
the key ``budget`` of a file are the same thing. Nothing here reads a provider's key, and nothing
but a setting called ``model`` ever makes a run use one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from graphpack.errors import UsageError

PREFIX = "GRAPHPACK_"
PROJECT_FILE = ".graphpack.toml"
USER_FILE = "config.toml"
OFFLINE = "offline"

_TABLE = "compression"
_OWN_ARGUMENTS = frozenset({"messages", "model", "n", "response_format", "stream", "tools"})
_PRIVATE = frozenset(
    {"api_base", "api_key", "db", "model_arguments", "redact", "redact_allow", "redact_rules"}
)
_NAME = re.compile(r"[A-Za-z_]{1,32}")
_LIMITS = frozenset(
    {"max_files", "max_input_bytes", "max_unpacked_bytes", "max_whole_bytes", "max_zip_ratio"}
)


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
    keep_transcripts: bool = True
    fail_on_notice: bool = False
    quiet: bool = False

    @field_validator("compression", mode="before")
    @classmethod
    def _word_is_level(cls, value: Any) -> Any:
        return _as_table(value)

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


@dataclass(frozen=True, slots=True)
class _Layer:
    """Values of one origin.

    Args:
        name: What a person would call the place a key was set in.
        values: By setting name.
    """

    name: Callable[[str], str]
    values: Mapping[str, Any]


def load(
    arguments: Mapping[str, Any] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    user_file: Path | None = None,
) -> Settings:
    """Put the settings of a run together; for each key the strongest origin wins.

    Args:
        arguments: From flags; a None value was not given.
        environment: The process's variables; only those that start with ``GRAPHPACK_``, and
            ``SOURCE_DATE_EPOCH``, are looked at. An empty one was not given.
        folder: Where the search for ``.graphpack.toml`` begins and goes upwards from; None reads
            no project file.
        user_file: The user's file; None is ``config.toml`` in the user's config folder.

    Returns:
        The settings.

    Raises:
        UsageError: A file is not TOML, a key is unknown, or a value does not fit; the message
            names the origin.
    """
    variables = environment or {}
    layers = (
        _file(user_file or user_config_path("graphpack") / USER_FILE),
        _project(folder),
        _epoch(variables),
        _environment(variables),
        _Layer(_flag, {k: v for k, v in (arguments or {}).items() if v is not None}),
    )
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for layer in layers:
        values.update(_over(values, layer.values))
        origins.update({key: layer.name(key) for key in layer.values})
    try:
        settings = Settings(**values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key, what = str(first["loc"][0]), first["msg"]
        # what was given is said where it is a number alone: a text may be a password
        is_said = key not in _PRIVATE and isinstance(first["input"], int | float)
        given = f"{first['input']}: " if is_said else ""
        inner = "".join(f".{part}" for part in first["loc"][1:] if part != "level")
        raise UsageError(f"{origins[key]}{inner}: {given}{what[:1].lower()}{what[1:]}") from None
    if settings.paste and settings.mode != "compact":
        raise UsageError(
            f"{origins['paste']}: the block to paste is compact, not {settings.mode}"
            f" ({origins['mode']})",
            hint="leave --mode readable away, or paste the readable pack as it is",
        )
    if settings.budget and settings.cap and settings.budget > settings.cap:
        raise UsageError(
            f"{origins['budget']}: {settings.budget} is above the cap of {settings.cap}"
            f" ({origins['cap']})",
            hint=f"--budget {settings.budget} --cap {settings.budget}",
        )
    return settings


def _as_table(value: Any) -> Any:
    """Read a word alone as the level of compression; ``on`` and ``off`` are words, too."""
    value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
    if value == "on":
        return {}
    return {"level": value} if isinstance(value, str) else value


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put a stronger origin's table over a weaker one's, key by key."""
    tables = (below.get(_TABLE), above.get(_TABLE))
    if any(table is None for table in tables):
        return above
    lower, upper = map(_as_table, tables)
    if not (isinstance(lower, Mapping) and isinstance(upper, Mapping)):
        return above
    return {**above, _TABLE: {**lower, **upper}}


def project_file(folder: Path) -> Path | None:
    """Find the ``.graphpack.toml`` of a folder: its own, or the nearest one above."""
    return next(
        (path for place in (folder, *folder.parents) if (path := place / PROJECT_FILE).is_file()),
        None,
    )


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")


def _variable(key: str) -> str:
    return PREFIX + key.upper()


def _project(folder: Path | None) -> _Layer:
    path = project_file(folder) if folder is not None else None
    if path is None:
        return _Layer(str, {})
    layer = _file(path)
    # a project's file comes with a clone of somebody's repository: it may say how to pack, but
    # never to which address a conversation goes, whose code runs, what need not be hidden, how
    # much may be unpacked, nor which file is written to
    for key, value in layer.values.items():
        names_file = key == _TABLE and isinstance(value, Mapping) and "metrics" in value
        if key in _PRIVATE | _LIMITS or (key == "tokenizer" and ":" in str(value)) or names_file:
            raise UsageError(
                f"{layer.name(key)}: not taken from a project's file",
                hint=f"set it in {user_config_path('graphpack') / USER_FILE}, or {_variable(key)}",
            )
    return layer


def _file(path: Path) -> _Layer:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        values = {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not TOML{_place(error)}") from None
    except RecursionError as error:
        raise UsageError(f"{path}: nested too deeply") from error
    for key in values:
        _check(key, f"{path}: {key}", str)
    return _Layer(lambda key: f"{path}: {key}", values)


def _epoch(environment: Mapping[str, str]) -> _Layer:
    value = environment.get("SOURCE_DATE_EPOCH", "")
    return _Layer(lambda _: "SOURCE_DATE_EPOCH", {"now": value} if value else {})


def _environment(environment: Mapping[str, str]) -> _Layer:
    values: dict[str, Any] = {}
    for name in sorted(environment):
        if not name.startswith(PREFIX):
            continue
        key = name.removeprefix(PREFIX).lower()
        _check(key, name, _variable)
        if text := environment[name]:
            values[key] = tuple(text.splitlines()) if key in {"fallbacks", "keep"} else text
    return _Layer(_variable, values)


def _check(key: str, where: str, spell: Callable[[str], str]) -> None:
    names = list(Settings.model_fields)
    if key in names:
        return
    close = [spell(name) for name in get_close_matches(key, names, n=2, cutoff=0.75)]
    hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(names)}"
    if not _NAME.fullmatch(key):
        # no setting is called so, and what stands there by mistake may be a password
        where = where[: len(where) - len(spell(key))] + spell("...")
    raise UsageError(f"{where}: not a setting", hint=hint)


def _place(error: tomllib.TOMLDecodeError) -> str:
    """Say where a file is wrong; what stands there is not said."""
    found = re.search(r"\(at [^()'\"]{1,60}\)\Z", str(error))
    return f" {found[0]}" if found else ""
