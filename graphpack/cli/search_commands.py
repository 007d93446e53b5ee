"""The commands that find things in an archive, from ``archive search`` to ``merge``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from graphpack.cli import archive_manual, manual
from graphpack.cli import search_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import (
    Cap,
    Counting,
    Debug,
    Hiding,
    Keep,
    ModeOption,
    NoEvidence,
    Now,
    Output,
    Quiet,
)

Db = Annotated[str | None, typer.Option("--db", metavar="URL", help=archive_manual.DB)]
AsJson = Annotated[bool, typer.Option("--json", help=archive_manual.JSON)]
Semantic = Annotated[bool, typer.Option("--semantic", help=words.SEMANTIC)]
In = Literal["all", "nodes", "messages"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which statements are meant."""

    project: Annotated[list[str] | None, typer.Option(metavar="NAME", help=words.PROJECT)] = None
    author: Annotated[str | None, typer.Option(metavar="NAME", help=words.AUTHOR)] = None
    said_by: Annotated[str | None, typer.Option(metavar="NAME", help=words.SAID_BY)] = None
    tag: Annotated[str | None, typer.Option(metavar="WORD", help=words.TAG)] = None
    session: Annotated[str | None, typer.Option(metavar="REF", help=words.SESSION)] = None
    after: Annotated[str | None, typer.Option(metavar="TIME", help=words.AFTER)] = None
    before: Annotated[str | None, typer.Option(metavar="TIME", help=words.BEFORE)] = None


@dataclass(frozen=True, slots=True)
class Sorts:
    """Which sorts of statements are meant."""

    type: Annotated[list[str] | None, typer.Option(metavar="TYPE", help=words.TYPE)] = None
    status: Annotated[list[str] | None, typer.Option(metavar="STATUS", help=words.STATUS)] = None


@dataclass(frozen=True, slots=True)
class SessionFilters:
    """Which sessions are meant."""

    author: Annotated[str | None, typer.Option(metavar="NAME", help=words.AUTHOR)] = None
    tag: Annotated[str | None, typer.Option(metavar="WORD", help=words.TAG)] = None
    after: Annotated[str | None, typer.Option(metavar="TIME", help=words.SESSIONS_AFTER)] = None
    before: Annotated[str | None, typer.Option(metavar="TIME", help=words.SESSIONS_BEFORE)] = None


def register(group: typer.Typer) -> None:
    """Add the commands to the archive's.

    Args:
        group: Of the commands of an archive.
    """
    for name, help, command in (
        ("search", words.SEARCH, search),
        ("decisions", words.DECISIONS, decisions),
        ("timeline", words.TIMELINE, timeline),
        ("merge", words.MERGE, merge),
    ):
        group.command(name, help=help)(grouped(command))


def search(  # noqa: PLR0913  # typer reads a command's options off its parameters
    query: Annotated[str, typer.Argument(metavar="[QUERY]", help=words.QUERY)] = "",
    db: Db = None,
    *,
    filters: Filters,
    sorts: Sorts,
    kinds: Annotated[In, typer.Option("--in", help=words.IN)] = "all",
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=1_000, help=words.LIMIT)] = 20,
    semantic: Semantic = False,
    json: AsJson = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Search; its help is in ``search_manual``."""
    from graphpack.cli.searching import Asked, run_search

    asked = Asked(filters, sorts, limit=limit, is_semantic=semantic, is_json=json)
    run_search(query, settings_of(db=db, now=now, quiet=quiet), asked, kinds=kinds)


def decisions(  # noqa: PLR0913  # typer reads a command's options off its parameters
    db: Db = None,
    *,
    filters: Filters,
    dropped: Annotated[bool, typer.Option("--dropped", help=words.DROPPED)] = False,
    json: AsJson = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """List decisions; its help is in ``search_manual``."""
    from graphpack.cli.searching import Asked, run_decisions

    asked = Asked(filters, Sorts(), is_json=json)
    arguments = settings_of(db=db, now=now, quiet=quiet)
    run_decisions(arguments, asked, with_dropped=dropped)


def timeline(  # noqa: PLR0913  # typer reads a command's options off its parameters
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help=words.TOPIC)],
    db: Db = None,
    *,
    filters: Filters,
    sorts: Sorts,
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=1_000, help=words.LIMIT)] = 100,
    semantic: Semantic = False,
    json: AsJson = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Tell how a topic went; its help is in ``search_manual``."""
    from graphpack.cli.searching import Asked, run_timeline

    asked = Asked(filters, sorts, limit=limit, is_semantic=semantic, is_json=json)
    run_timeline(topic, settings_of(db=db, now=now, quiet=quiet), asked)


def merge(  # noqa: PLR0913  # typer reads a command's options off its parameters
    project: Annotated[str, typer.Option(metavar="NAME", help=words.ONE_PROJECT)],
    db: Db = None,
    *,
    filters: SessionFilters,
    output: Output = None,
    mode: ModeOption = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.MERGE_BUDGET)] = None,
    cap: Cap = None,
    counting: Counting,
    hiding: Hiding,
    keep: Keep = None,
    no_evidence: NoEvidence = False,
    json: AsJson = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Make one pack; its help is in ``search_manual``.

    Raises:
        Exit: With the code of a pack over its cap, or 0.
    """
    from graphpack.cli.gathering import run_gather

    arguments = settings_of(
        counting,
        hiding,
        db=db,
        mode=mode,
        budget=budget,
        cap=cap,
        keep=keep,
        evidence=False if no_evidence else None,
        now=now,
        quiet=quiet,
    )
    raise typer.Exit(run_gather(project, arguments, filters, output=output, as_json=json))
