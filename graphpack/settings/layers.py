"""Where settings come from: flags, environment, files, defaults, the strongest first."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from platformdirs import user_config_path
from pydantic import ValidationError

from graphpack.errors import UsageError
from graphpack.files import read_regular
from graphpack.patterns import compiled
from graphpack.settings.values import Settings, as_table

PREFIX = "GRAPHPACK_"
PROJECT_FILE = ".graphpack.toml"
USER_FILE = "config.toml"

_TABLE = "compression"
_PRIVATE = frozenset(
    {"api_base", "api_key", "db", "model_arguments", "redact", "redact_allow", "redact_rules"}
)
_NAME = compiled(r"[A-Za-z_]{1,32}")
_LIMITS = frozenset(
    {"max_files", "max_input_bytes", "max_unpacked_bytes", "max_whole_bytes", "max_zip_ratio"}
)


@dataclass(frozen=True, slots=True)
class Traced:
    """Settings, and where each of them comes from.

    Args:
        settings: The values.
        origins: By setting name, as a person would call the place; what has none is a default.
    """

    settings: Settings
    origins: Mapping[str, str]


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
    """  # noqa: DOC502  # raised where it is looked
    return traced(arguments, environment=environment, folder=folder, user_file=user_file).settings


def traced(
    arguments: Mapping[str, Any] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    user_file: Path | None = None,
) -> Traced:
    """Put the settings of a run together as ``load`` does, and keep where each is from.

    Args:
        arguments: From flags; a None value was not given.
        environment: The process's variables.
        folder: Where the search for ``.graphpack.toml`` begins; None reads no project file.
        user_file: The user's file; None is the usual one.

    Returns:
        The settings with their origins.

    Raises:
        UsageError: A file is not TOML, a key is unknown, or a value does not fit; the message
            names the origin.
    """
    variables = environment or {}
    layers = (
        _file(user_file or user_config_file()),
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
    return Traced(settings, origins)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put a stronger origin's table over a weaker one's, key by key."""
    tables = (below.get(_TABLE), above.get(_TABLE))
    if any(table is None for table in tables):
        return above
    lower, upper = map(as_table, tables)
    if not (isinstance(lower, Mapping) and isinstance(upper, Mapping)):
        return above
    return {**above, _TABLE: {**lower, **upper}}


def user_config_file() -> Path:
    """Name the user's own file; it need not be there."""
    return user_config_path("graphpack") / USER_FILE


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
                hint=f"set it in {user_config_file()}, or {_variable(key)}",
            )
    return layer


def _file(path: Path) -> _Layer:
    try:
        values = tomllib.loads(read_regular(path).decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        values = {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not TOML{_place(error)}") from None
    except RecursionError as error:
        raise UsageError(f"{path}: nested too deeply") from error
    for key in values:
        check_name(key, f"{path}: {key}")
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
        check_name(key, name, _variable)
        if text := environment[name]:
            values[key] = tuple(text.splitlines()) if key in {"fallbacks", "keep"} else text
    return _Layer(_variable, values)


def check_name(key: str, where: str, spell: Callable[[str], str] = str) -> None:
    """Refuse a name that no setting has.

    Args:
        key: The name.
        where: What to call the place it stands in.
        spell: How a name is written there.

    Raises:
        UsageError: There is none of that name; the hint says which come near.
    """
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
