"""The commands for one noisy text: shorten it, get it back, and what that has brought."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli import manual
from graphpack.cli.options import CacheAction, Debug, LiveLevel, Metrics, Redact, TextType


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=manual.COMPRESS)(compress)
    app.command(help=manual.RETRIEVE)(retrieve)
    app.command(help=manual.STATS_COMMAND)(stats)
    app.command(help=manual.CACHE)(cache)


def compress(  # noqa: PLR0913  # typer reads a command's options off its parameters
    file: Annotated[str, typer.Argument(metavar="FILE", help=manual.COMPRESS_FILE)] = "-",
    type: Annotated[TextType | None, typer.Option(help=manual.COMPRESS_TYPE)] = None,
    level: Annotated[LiveLevel | None, typer.Option(help=manual.COMPRESS_LEVEL)] = None,
    focus: Annotated[list[str] | None, typer.Option(metavar="PATH", help=manual.FOCUS)] = None,
    path: Annotated[str | None, typer.Option(metavar="PATH", help=manual.SHOWN_PATH)] = None,
    detail: Annotated[bool, typer.Option("--detail", help=manual.DETAIL)] = False,
    used: Annotated[int | None, typer.Option(metavar="TOKENS", min=0, help=manual.USED)] = None,
    store: Annotated[
        bool | None, typer.Option("--store/--no-store", help=manual.STORE_ORIGINAL)
    ] = None,
    seen: Annotated[str | None, typer.Option(metavar="FILE", help=manual.SEEN)] = None,
    metrics: Metrics = None,
    stats: Annotated[bool, typer.Option("--stats", help=manual.STATS)] = False,
    redact: Redact = None,
    debug: Debug = False,
) -> None:
    """Shorten a text; its help is in ``manual``."""
    from graphpack.cli.compressing import Wanted, run_compress

    wanted = Wanted(
        kind=type,
        level=level,
        focus=tuple(focus or ()),
        path=path,
        is_detail=detail,
        used_tokens=used,
        is_stored=store,
        metrics=metrics,
        seen=seen,
        with_stats=stats,
        redact=redact,
    )
    run_compress(file, wanted)


def retrieve(
    ref: Annotated[str, typer.Argument(metavar="REF", help=manual.REF)],
    debug: Debug = False,
) -> None:
    """Write an original; its help is in ``manual``."""
    from graphpack.cli.originals import run_retrieve

    run_retrieve(ref)


def stats(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help=manual.STATS_FILE)] = None,
    json: Annotated[bool, typer.Option("--json", help=manual.STATS_JSON)] = False,
    debug: Debug = False,
) -> None:
    """Sum up; its help is in ``manual``."""
    from graphpack.cli.metering import run_stats

    run_stats(file, as_json=json)


def cache(
    action: Annotated[CacheAction, typer.Argument(metavar="ACTION", help=manual.CACHE_ACTION)],
    debug: Debug = False,
) -> None:
    """Show or empty the cache; its help is in ``manual``."""
    from graphpack.cli.caching import run_cache

    run_cache(action)
