"""Shows the settings with their origins, and writes one into the user's own file."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graphpack.atomic import write_private
from graphpack.cli.speak import put, say
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError
from graphpack.patterns import compiled
from graphpack.settings import Settings, Traced, load, traced, user_config_file
from graphpack.settings.layers import check_name

HIDDEN = "(set, not shown)"
DEFAULT = "default"
_BACK = frozenset({DEFAULT, "null", "none", "reset", "unset", "-", ""})
_TABLE = "compression"
_SECRET = frozenset({"api_base", "api_key", "db", "model_arguments"})
_TABLE_HEAD = compiled(r"\s*+\[++(?P<name>[^\]]*+)\]++\s*+(#.*)?")


def run_show(keys: Sequence[str], *, only_set: bool, as_json: bool) -> None:
    """Write settings and where they come from to standard output.

    Args:
        keys: Only these; none means all.
        only_set: True for those alone that are not defaults.
        as_json: True for one JSON object.
    """
    for key in keys:
        check_name(key, key)
    found = traced(environment=os.environ, folder=working_folder())
    rows = {
        key: (value, found.origins.get(key, DEFAULT))
        for key, value in shown(found).items()
        if (key in keys or not keys) and (key in found.origins or not only_set)
    }
    if as_json:
        table = {key: {"value": value, "from": origin} for key, (value, origin) in rows.items()}
        put(json.dumps(table, ensure_ascii=False, indent=2))
        return
    words = {key: _worded(value) for key, (value, _) in rows.items()}
    wide = [max(map(len, each), default=0) for each in (words, words.values())]
    for key, (_, origin) in rows.items():
        put(f"{key:<{wide[0]}}  {words[key]:<{min(wide[1], 40)}}  {origin}".rstrip())


def shown(found: Traced) -> Mapping[str, Any]:
    """Make of settings what may be shown of them.

    Args:
        found: The settings.

    Returns:
        By name, as JSON has it; what may hold a key or a password is only said to be set.
    """
    values = found.settings.model_dump(mode="json")
    # a default is nobody's secret
    return {
        key: HIDDEN if key in _SECRET and key in found.origins else v for key, v in values.items()
    }


def run_path() -> None:
    """Write the path of the user's file to standard output."""
    path = user_config_file()
    put(str(path))
    if not path.is_file():
        say("note: it is not there yet; graphpack config set KEY VALUE makes it")


def run_set(key: str, values: Sequence[str]) -> None:
    """Write one setting into the user's file, or take it out.

    Args:
        key: Its name, or ``compression.NAME``.
        values: None takes it out; several are a list.

    Raises:
        UsageError: There is no such setting, the value does not fit, or the file is written in a
            way that cannot be changed by a line.
    """
    table, _, name = key.rpartition(".")
    check_name(table or name, key)
    if table and table != _TABLE:
        raise UsageError(f"{key}: no table is called {table}", hint=f"only {_TABLE} is one")
    value = _wanted(key, values) if values else None
    path = user_config_file()
    old = _text(path)
    new = edited(old, table, name, value)
    wanted = _put(tomllib.loads(old), table, name, value)
    if _parsed(new) != wanted:
        raise UsageError(
            f"{path}: {key} cannot be set by changing one line", hint=f"change it in {path} by hand"
        )
    write_private(path, new.encode("utf-8"))
    where = "taken out of" if value is None else "set in"
    say(f"{key} {where} {path}")
    _tell_stronger(table or name, path)


def edited(text: str, table: str, name: str, value: Any) -> str:
    """Put a value into a TOML file, line by line: comments and order stay.

    Args:
        text: The file.
        table: The table the key belongs to; empty for none.
        name: The key.
        value: The new value; None takes the line out.

    Returns:
        The new text. Whether it means what was wanted is for the caller to see: a value that
        goes over several lines is not found.
    """
    lines, at, here = text.splitlines(), None, ""
    end = 0 if not table else None  # behind the last line of the table
    for number, line in enumerate(lines):
        head = _TABLE_HEAD.fullmatch(line)
        if head:
            here = head["name"].strip()
        elif here == table and re.match(rf"\s*{re.escape(name)}\s*=", line):
            at = number
        if here == table and line.strip():
            end = number + 1
    row = [] if value is None else [f"{name} = {_toml(value)}"]
    if at is not None:
        lines[at : at + 1] = row
    elif end is not None:
        lines[end:end] = row
    elif row:
        lines += ["", f"[{table}]", *row] if lines else [f"[{table}]", *row]
    return "\n".join(lines) + "\n" if lines else ""


def _wanted(key: str, values: Sequence[str]) -> Any:
    """Read a value; of a word that would take it back, say how that is done.

    Raises:
        UsageError: It does not fit.
    """
    try:
        return _checked(key, values)
    except UsageError as error:
        if " ".join(values).strip().casefold() not in _BACK:
            raise
        hint = f"graphpack config set {key} without a value goes back to the default"
        raise UsageError(str(error), hint=hint) from error


def _checked(key: str, values: Sequence[str]) -> Any:
    """Read the words of a command line as the setting's own kind of value."""
    table, _, name = key.rpartition(".")
    is_list = not table and str(Settings.model_fields[name].annotation).startswith("tuple")
    given: Any = tuple(values) if is_list else " ".join(values)
    arguments = {table: {name: given}} if table else {name: given}
    # neither the environment nor a file has a say in what a value means: there is no such file
    settings = load(arguments, user_file=Path(os.devnull, "none"))
    holder = settings.compression if table else settings
    value = holder.model_dump(mode="json")[name]
    # words stay words: "offline" and "none" for no value, a level for the whole table
    return given if value is None or key == _TABLE else value


def _put(values: dict[str, Any], table: str, name: str, value: Any) -> dict[str, Any]:
    inner = values.setdefault(table, {}) if table else values
    if not isinstance(inner, dict):
        raise UsageError(
            f"{table}: is a word there, not a table",
            hint=f"graphpack config set {table}.level WORD",
        )
    if value is None:
        inner.pop(name, None)
    else:
        inner[name] = value
    if table and not inner and value is None:
        values.pop(table)
    return values


def _parsed(text: str) -> Any:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    return {key: value for key, value in values.items() if value != {}}


def _text(path: Path) -> str:
    load(user_file=path)  # says what is wrong with the file before anything is changed
    return path.read_text(encoding="utf-8-sig") if path.is_file() else ""


def _tell_stronger(key: str, path: Path) -> None:
    """Say where another place has the last word."""
    try:
        origin = traced(environment=os.environ, folder=working_folder()).origins.get(key, "")
    except UsageError as error:
        say(f"note: the settings as a whole do not fit: {error}")
        return
    if origin and not origin.startswith(str(path)):
        say(f"note: {origin} sets it, too, and wins")


def _toml(value: Any) -> str:
    """Write a value as TOML; what JSON and TOML write alike is JSON's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _worded(value: Any) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
