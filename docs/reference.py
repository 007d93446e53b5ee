"""Writes docs/reference/ from the code: settings, schemas, the Python interface.

    python docs/reference.py

A test runs the same functions and fails where a file is stale.
"""

from __future__ import annotations

import inspect
import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer.main

import graphpack
from graphpack import context, testing
from graphpack.cli.app import app
from graphpack.errors import UsageError
from graphpack.settings import Compression, Settings, load

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"
MADE = "Made from the code by `make docs`; a test fails where it is stale.\n"

SETTINGS_HEAD = f"""# Settings

{MADE}
A setting has one name everywhere: the flag `--budget`, the variable `GRAPHPACK_BUDGET` and the key
`budget` of a file are the same thing. Flags win over variables, these over the project's
`.graphpack.toml`, that over your own `config.toml`. `graphpack config show` says what holds where
you are, and where each value comes from; [At the terminal](../terminal.md) has more. Not every
command has a flag for every setting; those below are flags of `export`.

A setting with † is not taken from a project's file, which may come from somebody else's repository.
Nor is a tokenizer of your own, or a file to write metrics to.

"""
SCHEMAS_HEAD = f"""# Schemas

{MADE}
What graphpack writes and reads is described by JSON Schema (draft 2020-12), in the folder
`schemas/` and inside the wheel. The version is part of a file's name; a new one stands beside the
old one, and packs of every version so far are read. `graphpack validate FILE` holds a pack against
its schema and the rules that a schema cannot say.

"""
PYTHON_HEAD = f"""# Python

{MADE}
These names are what [is promised](../stability.md); any other may move. They are imported when they
are first asked for, so that `import graphpack` costs nothing.

"""


def settings_page() -> str:
    """Write docs/reference/settings.md: each setting, its default, and what it means."""
    told = _arguments(Settings)
    flags = _flags("export")
    rows = [
        (
            f"`{name}`{'†' if _is_private(name) else ''}",
            f"`{flags[name]}`" if name in flags else "",
            _default(field),
            told[name],
        )
        for name, field in Settings.model_fields.items()
    ]
    inner = _arguments(Compression)
    parts = [
        (f"`{name}`", _default(field), inner[name])
        for name, field in Compression.model_fields.items()
    ]
    return (
        f"{SETTINGS_HEAD}{_table(('setting', 'flag', 'default', 'what it is'), rows)}\n"
        "## Compression\n\nThe table `[compression]` of a file; a word alone is its level.\n\n"
        f"{_table(('key', 'default', 'what it is'), parts)}"
    )


def schemas_page() -> str:
    """Write docs/reference/schemas.md: each schema, with the fields of its objects."""
    parts = [SCHEMAS_HEAD]
    for path in sorted((ROOT / "schemas").glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        parts.append(f"## {document['title']}\n\n[{path.name}](../../schemas/{path.name})\n")
        parts.append(f"{document['description']}\n")
        objects = {"": document, **document.get("$defs", {})}
        for name, described in objects.items():
            if "properties" in described:
                title = f"### {path.name.split('.')[0]}: {name}\n" if name else ""
                parts.append(f"{title}\n{_fields(described)}".lstrip("\n"))
    return _spaced("\n".join(parts))


def python_page() -> str:
    """Write docs/reference/python.md: the names that are promised, from their docstrings."""
    parts = [PYTHON_HEAD]
    for module in (graphpack, context, testing):
        public = [name for name in sorted(module.__all__) if not name.startswith("__")]
        parts.append(f"## {module.__name__}\n\n{_prose(inspect.getdoc(module) or '')}\n")
        parts += [
            _described(name, getattr(module, name)) for name in public if _is_ours(module, name)
        ]
    return _spaced("\n".join(parts))


def _is_ours(module: Any, name: str) -> bool:
    """Tell what is described here from what ``graphpack`` itself has described above."""
    return module is graphpack or name not in graphpack.__all__


def _described(name: str, value: Any) -> str:
    """Describe a function or a class, with the methods that it has of its own."""
    if not callable(value):
        return f"### {name}\n"
    text = _prose(_doc(value))
    if inspect.isclass(value):
        text = text.replace("**Takes**", "**Has**")
    parts = [f"### {name}\n", f"```python\n{_signature(name, value)}\n```\n", text]
    if inspect.isclass(value):
        for inner, member in sorted(vars(value).items()):
            if not inner.startswith("_") and callable(getattr(value, inner, None)) and _doc(member):
                head = _signature(inner, getattr(value, inner))
                parts.append(f"\n```python\n{head}\n```\n\n{_prose(_doc(member))}")
    return "\n".join(parts) + "\n"


def _doc(value: Any) -> str:
    inner = getattr(value, "__func__", value)
    return inspect.cleandoc(getattr(inner, "__doc__", None) or "")


def _signature(name: str, value: Any) -> str:
    """Write parameters a line each where they are many; nothing where Python knows none."""
    if inspect.isclass(value):
        return f"class {name}"
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    text = _bare(f"{name}{found}")
    text = re.sub(r"<factory>|<object object at 0x[0-9a-f]+>", "…", text)
    if len(text) <= 96:
        return text
    each = [_bare(str(one)) for one in found.parameters.values()]
    kinds = [one.kind for one in found.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        each.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    back = found.return_annotation
    arrow = "" if back is inspect.Signature.empty else f" -> {str(back).strip(chr(39))}"
    return "\n".join([f"{name}(", *(f"    {one}," for one in each), f"){arrow}"])


def _bare(text: str) -> str:
    """Take the quotes off annotations, which are text until somebody asks for them."""
    return re.sub(r"(: |-> )(['\"])(.*?)\2(?= = |,|\)|$)", r"\1\3", text)


def _prose(text: str) -> str:
    """Make Markdown of a docstring: its sections become lists."""
    lines: list[str] = []
    in_section = False
    for line in text.replace("``", "`").splitlines():
        if line in _SECTIONS:
            lines += [f"**{_SECTIONS[line]}**", ""]
            in_section = True
        elif in_section and (item := re.match(r"    (\w+): (.*)", line)):
            lines.append(f"- `{item[1]}`: {item[2]}")
        elif in_section and line.startswith("        "):
            lines.append(f"  {line.strip()}")
        else:
            lines.append(line.strip() if in_section else line)
    return "\n".join(lines).strip() + "\n"


_SECTIONS = {"Args:": "Takes", "Returns:": "Gives", "Raises:": "Raises", "Yields:": "Yields"}


def _arguments(model: Any) -> dict[str, str]:
    """Read what a class's docstring says of each field."""
    section = inspect.getdoc(model).split("Args:\n")[1]
    found = re.findall(r"^    (\w+): (.*(?:\n        .*)*)", section, re.MULTILINE)
    return {name: re.sub(r"\s+", " ", text).replace("``", "`") for name, text in found}


def _flags(command: str) -> dict[str, str]:
    """Find the flag that sets a setting, by the setting's name."""
    group = typer.main.get_command(app)
    found = group.commands[command].params  # type: ignore[attr-defined]
    return {one.name: one.opts[0] for one in found if one.opts[0].startswith("--")}


def _default(field: Any) -> str:
    value = field.get_default(call_default_factory=True)
    if value is None:
        return ""
    if isinstance(value, Compression):
        return "`summary`"
    text = json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
    return f"`{text.strip(chr(34))}`"


def _is_private(name: str) -> bool:
    """Ask the settings themselves whether they take a setting from a project's file."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, ".graphpack.toml").write_text(f"{name} = 1\n", encoding="utf-8")
        try:
            load({}, environment={}, folder=Path(folder), user_file=Path(folder, "none.toml"))
        except UsageError as error:
            return "not taken from a project" in str(error)
    return False


def _fields(described: Mapping[str, Any]) -> str:
    required = set(described.get("required", ()))
    rows = [
        (f"`{name}`", _type(field), "yes" if name in required else "", field.get("description", ""))
        for name, field in described["properties"].items()
    ]
    return _table(("field", "type", "required", "what it is"), rows)


def _type(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return field["$ref"].rpartition("/")[2]
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(one)}`" for one in field["enum"])
    if "items" in field:
        return f"list of {_type(field['items'])}"
    if "oneOf" in field or "anyOf" in field:
        return " or ".join(_type(one) for one in field.get("oneOf", field.get("anyOf")))
    kind = field.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _spaced(text: str) -> str:
    """Leave one empty line where there are several."""
    return re.sub(r"\n{3,}", "\n\n", text)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "\n".join([*_lines(head, rows), ""])


def _lines(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


PAGES = {"settings.md": settings_page, "schemas.md": schemas_page, "python.md": python_page}
"""What is written, by the file's name."""


def main() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
