"""The options that several commands have, as typer reads them off a parameter."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import manual

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
Debug = Annotated[bool, typer.Option("--debug", help=manual.DEBUG)]
Quiet = Annotated[bool | None, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Pick = Annotated[str | None, typer.Option("--pick", metavar="WHICH", help=manual.PICK)]
Format = Annotated[str | None, typer.Option("--format", metavar="NAME", help=manual.FORMAT)]
BranchOption = Annotated[str | None, typer.Option("--branch", metavar="ID", help=manual.BRANCH)]
Level = Literal["off", "secrets", "all"]
RedactAllow = Annotated[
    list[str] | None, typer.Option("--redact-allow", metavar="VALUE", help=manual.REDACT_ALLOW)
]
RedactRules = Annotated[
    str | None, typer.Option("--redact-rules", metavar="FILE", help=manual.REDACT_RULES)
]
Redact = Annotated[Level | None, typer.Option("--redact", help=manual.REDACT)]
Subagents = Annotated[bool | None, typer.Option("--subagents", help=manual.SUBAGENTS)]
FailOnNotice = Annotated[bool | None, typer.Option("--fail-on-notice", help=manual.FAIL_ON_NOTICE)]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help=manual.OUTPUT)]
