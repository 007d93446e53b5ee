"""What others build on, as one value: names, signatures, settings, flags, exit codes, schemas."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import typer.main

import graphpack
from graphpack import errors, testing
from graphpack.cli.app import app
from graphpack.settings import Settings

ROOT = Path(__file__).parents[2]


@cache
def surface() -> dict[str, Any]:
    """Describe all that must not change unsaid."""
    return {
        "python": {name: _described(getattr(graphpack, name)) for name in _public()},
        "testing": {name: _described(getattr(testing, name)) for name in sorted(testing.__all__)},
        "settings": {name: _field(field) for name, field in Settings.model_fields.items()},
        "commands": dict(sorted(_commands(typer.main.get_command(app), "graphpack"))),
        "exit codes": {
            name: value.exit_code
            for name, value in sorted(vars(errors).items())
            if isinstance(value, type) and issubclass(value, errors.GraphpackError)
        },
        "schemas": {path.name: _digest(path) for path in sorted((ROOT / "schemas").iterdir())},
    }


def changelog() -> str:
    """Give the whole changelog."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def entries(text: str) -> tuple[str, ...]:
    """List what a changelog says of the coming version, a line each, headings left out."""
    section = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    lines = (section[1] if section else text).splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def releases(text: str) -> list[tuple[str, str]]:
    """List the versions that a changelog tells of with their days, the newest first."""
    return re.findall(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$", text, re.MULTILINE)


def digest(value: Any) -> str:
    """Shorten any value to what tells it from another."""
    written = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def changes(old: Any, new: Any, path: str = "") -> list[str]:
    """List where two surfaces differ, one line each."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key in sorted(old.keys() | new.keys())
            for line in changes(old.get(key), new.get(key), f"{path} / {key}".lstrip(" /"))
        ]
    return [] if old == new else [f"{path}: {json.dumps(old)} -> {json.dumps(new)}"]


def _public() -> list[str]:
    return [name for name in graphpack.__all__ if name != "__version__"]


def _described(value: Any) -> Any:
    if not callable(value):
        return str(value)
    if not inspect.isclass(value):
        return _signature(value)
    methods = {
        name: _signature(member)
        for name, member in sorted(vars(value).items())
        if not name.startswith("_")
        and (inspect.isfunction(member) or isinstance(member, classmethod))
    }
    if hasattr(value, "model_fields"):
        fields = sorted(value.model_fields)
    else:
        fields = (
            [one.name for one in dataclasses.fields(value)]
            if dataclasses.is_dataclass(value)
            else []
        )
    return {"fields": fields, "methods": methods}


def _signature(value: Any) -> str:
    """Write parameters and their defaults; how an annotation is spelt is nobody's contract."""
    inner = inspect.unwrap(value.__func__ if isinstance(value, classmethod) else value)
    parameters = inspect.signature(inner).parameters.values()
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.Signature(bare)))


def _field(field: Any) -> str:
    default = field.get_default(call_default_factory=True)
    return re.sub(r"\s+", " ", f"{field.annotation} = {default!r}")


def _commands(command: Any, path: str) -> Any:
    for name, inner in (getattr(command, "commands", None) or {}).items():
        yield from _commands(inner, f"{path} {name}")
    if not getattr(command, "commands", None):
        yield path, sorted("/".join((*one.opts, *one.secondary_opts)) for one in command.params)


def _digest(path: Path) -> str:
    """Digest what a schema demands, whatever its layout."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
