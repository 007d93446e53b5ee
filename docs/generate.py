"""Writes what is made from the code: commands, formats, exit codes, and parts of the README.

    python docs/generate.py

A test runs the same functions and fails where a file is stale.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import typer.main

from graphpack import errors
from graphpack.cli.app import app, run
from graphpack.errors import GraphpackError
from graphpack.readers import TABLE
from graphpack.readers.table import facts_of

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = "export examples/auth-session.json --mode compact"
_OTHER_CODES = {
    0: "done",
    1: "a bug; one line names a private file with the details",
    3: "a usable pack over its cap, because `--keep` protects more than fits",
    130: "Ctrl-C",
    141: "the reader of the output went away",
    143: "told to end (SIGTERM; 129 where the terminal was closed)",
}

_GROUPS = {
    "claude-code": "coding agents",
    "chatgpt": "chat programs",
    "openai-chat": "APIs and data sets",
    "slack": "people and meetings",
    "graphpack-messages": "text",
}
"""What the README calls the formats from this one on, in the table's order."""

FORMATS_HEAD = """# Formats

Made from the readers by `make docs`; a test fails where it is stale.

A format is told from the content of a file, never from its name alone: exactly one that is sure
wins, else exactly one that may be right. Two are an error that names both; `--format NAME` decides.
Where none recognises a file, the error says why not; prose is then read as plain text, with a
notice. Whatever the format,

- what a person said keeps their name or is `user`, what a program wrote is never a person's;
- a broken record costs itself alone, and is counted with its line or place;
- abandoned branches and what sub-agents said to themselves are counted, and read with `--branch`
  and `--subagents`;
- pictures and sounds are places in the conversation; their bytes are never read into text.

`graphpack read FILE --to markdown|messages|jsonl` makes any of them another. A format that is
missing here can be added by a package of your own: see [own-reader.md](own-reader.md).
"""

EXIT_CODES_HEAD = """# Exit codes

Made from the error classes by `make docs`; a test fails where it is stale.

Every kind of error has a code of its own, so that a script need not read messages. On standard
error stands one line, `where: what`, and mostly a hint with the next thing to try. With
`--fail-on-notice` a run that lost something, or had to guess, ends with 50 although it wrote its
pack.

"""


def cli_reference() -> str:
    """Write docs/cli.md: the help of the program and of each command."""
    group = typer.main.get_command(app)
    context = group.context_class(group, info_name="graphpack", terminal_width=96)
    parts = [
        "# Command line\n",
        "Made from `--help` by `make docs`; a test fails where it is stale.\n",
        _help("graphpack", group.get_help(context)),
    ]
    parts += _commands(group, context)
    return "\n".join(parts)


def _commands(group: Any, context: Any) -> list[str]:
    """Write the help of each command of a group, a group's own commands behind it."""
    parts = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = command.context_class(
            command,
            info_name=name,
            parent=context,
            terminal_width=96,
            help_option_names=["-h", "--help"],
        )
        parts.append(_help(inner.command_path, command.get_help(inner)))
        if hasattr(command, "list_commands"):
            parts += _commands(command, inner)
    return parts


def _help(title: str, text: str) -> str:
    body = "\n".join(line.rstrip() for line in text.splitlines())
    return f"## {title}\n\n```text\n{body}\n```\n"


def exit_codes() -> str:
    """Write the table of exit codes: the error classes, and the codes that are no errors."""
    rows = dict(_OTHER_CODES)
    queue = GraphpackError.__subclasses__()
    while queue:
        error = queue.pop()
        queue += error.__subclasses__()
        if error.__module__ == errors.__name__:
            meaning = (error.__doc__ or "").splitlines()[0].rstrip(".").replace("``", "`")
            rows[error.exit_code] = f"{meaning[0].lower()}{meaning[1:]} (`{error.__name__}`)"
    lines = [f"| {code} | {rows[code]} |" for code in sorted(rows)]
    return "\n".join(["| exit code | meaning |", "|---|---|", *lines])


def exit_codes_page() -> str:
    """Write docs/reference/exit-codes.md: the table, and how scripts use it."""
    return EXIT_CODES_HEAD + exit_codes() + "\n"


def format_table() -> str:
    """Write the names of all formats, a row for each group of the table.

    Raises:
        SystemExit: A group's first format is not in the table any more.
    """
    rows: dict[str, list[str]] = {}
    group = ""
    for line in TABLE:
        group = _GROUPS.get(line.name, group)
        rows.setdefault(group, []).append(f"`{line.name}`")
    if list(rows) != list(_GROUPS.values()):
        raise SystemExit("the groups of the formats are not those of the table")
    lines = [f"| {group} | {', '.join(names)} |" for group, names in rows.items()]
    return "\n".join(["| from | [formats](docs/formats.md) |", "|---|---|", *lines])


def formats_page() -> str:
    """Write docs/formats.md: what each reader of the table says about its format."""
    parts = [FORMATS_HEAD]
    for line in TABLE:
        reader = line.load()
        parts.append(f"## {reader.name}\n\n{reader.about}.\n")
        facts = facts_of(reader)
        if facts is not None:
            rows = (
                ("Where", facts.where),
                ("Kept", facts.keeps),
                ("Not kept", facts.drops),
                ("Checked on", facts.checked),
            )
            parts.append("\n".join(f"- **{name}**: {text}." for name, text in rows if text) + "\n")
    return "\n".join(parts)


def example() -> str:
    """Run the README's example and write it as it looks on a terminal.

    Raises:
        SystemExit: It failed.
    """
    out, err = io.BytesIO(), io.StringIO()
    stdout = io.TextIOWrapper(out, encoding="utf-8")
    with (
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(err),
    ):
        code = run(EXAMPLE.split())
    if code:
        raise SystemExit(f"the README's example failed: {err.getvalue()}")
    pack = out.getvalue().decode("utf-8").rstrip("\n")
    return f"```console\n$ .venv/bin/graphpack {EXAMPLE}\n{pack}\n{err.getvalue().rstrip()}\n```"


def filled(readme: str) -> str:
    """Put what is generated between its markers.

    Args:
        readme: The README's text.

    Returns:
        The text with the example and the tables as they are now.

    Raises:
        SystemExit: A marker is missing.
    """
    for name, text in (
        ("example", example()),
        ("formats", format_table()),
        ("exit codes", exit_codes()),
    ):
        marks = re.compile(f"(<!-- {name} -->\n)(?:.*?\n)??(<!-- end -->)", re.DOTALL)
        if not marks.search(readme):
            raise SystemExit(f"README.md has no place for: {name}")
        readme = marks.sub(lambda found, text=text: f"{found[1]}{text}\n{found[2]}", readme)
    return readme


def main() -> None:
    """Write the files."""
    (ROOT / "docs" / "cli.md").write_text(cli_reference(), encoding="utf-8")
    (ROOT / "docs" / "formats.md").write_text(formats_page(), encoding="utf-8")
    codes = ROOT / "docs" / "reference" / "exit-codes.md"
    codes.parent.mkdir(exist_ok=True)
    codes.write_text(exit_codes_page(), encoding="utf-8")
    readme = ROOT / "README.md"
    readme.write_text(filled(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
