"""The options that several commands have, as typer reads them off a parameter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import typer

from graphpack.cli import manual
from graphpack.cli.completing import format_names

Mode = Literal["compact", "readable"]
Form = Literal["markdown", "messages", "jsonl"]
TextType = Literal[
    "json-object", "json-array", "json-lines", "log", "test-run", "build", "diff", "stack-trace",
    "tree", "table", "search-results", "code", "markdown", "prose", "text",
]  # fmt: skip
CompressionLevel = Literal["off", "summary", "aggressive", "minimal"]
LiveLevel = Literal["off", "summary", "aggressive", "minimal", "auto"]
CacheAction = Literal["path", "size", "clear"]
ReportForm = Literal["json", "markdown"]
Level = Literal["off", "secrets", "all"]
STANDARD_OUTPUT = "-"


def output_option(about: str) -> Any:
    """Declare ``-o``; ``-`` is standard output, as it is for an input and a report.

    Args:
        about: Its help.

    Returns:
        What typer reads off the annotation.
    """
    return typer.Option("--output", "-o", metavar="FILE", help=about, callback=_file_or_none)


def _file_or_none(name: str | None) -> str | None:
    return None if name == STANDARD_OUTPUT else name


OnePack = Annotated[str, typer.Argument(metavar="PACK", help=manual.PACK)]
Debug = Annotated[bool, typer.Option("--debug", help=manual.DEBUG)]
Quiet = Annotated[bool | None, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
FailOnNotice = Annotated[bool | None, typer.Option("--fail-on-notice", help=manual.FAIL_ON_NOTICE)]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help=manual.FORMAT, autocompletion=format_names),
]
Output = Annotated[str | None, output_option(manual.OUTPUT)]
ModeOption = Annotated[Mode | None, typer.Option("--mode", help=manual.MODE)]
Cap = Annotated[int | None, typer.Option("--cap", metavar="TOKENS", help=manual.CAP)]
Redact = Annotated[Level | None, typer.Option("--redact", help=manual.REDACT)]
Keep = Annotated[list[str] | None, typer.Option("--keep", metavar="PATTERN", help=manual.KEEP)]
NoEvidence = Annotated[bool, typer.Option("--no-evidence", help=manual.EVIDENCE)]
Now = Annotated[str | None, typer.Option("--now", metavar="TIME", help=manual.NOW)]
Metrics = Annotated[str | None, typer.Option("--metrics", metavar="FILE", help=manual.METRICS)]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which conversation of an input is read, and how much of it."""

    pick: Annotated[str | None, typer.Option(metavar="WHICH", help=manual.PICK)] = None
    format: Format = None
    branch: Annotated[str | None, typer.Option(metavar="ID", help=manual.BRANCH)] = None
    subagents: Annotated[bool | None, typer.Option("--subagents", help=manual.SUBAGENTS)] = None


@dataclass(frozen=True, slots=True)
class Hiding:
    """What is hidden before anything is written."""

    redact: Redact = None
    redact_allow: Annotated[
        list[str] | None, typer.Option(metavar="VALUE", help=manual.REDACT_ALLOW)
    ] = None
    redact_rules: Annotated[str | None, typer.Option(metavar="FILE", help=manual.REDACT_RULES)] = (
        None
    )


@dataclass(frozen=True, slots=True)
class Counting:
    """How a pack is counted and written."""

    tokenizer: Annotated[str | None, typer.Option(metavar="NAME", help=manual.TOKENIZER)] = None
    sources: Annotated[bool | None, typer.Option("--sources", help=manual.SOURCES)] = None
    paste: Annotated[bool | None, typer.Option("--paste", help=manual.PASTE)] = None
