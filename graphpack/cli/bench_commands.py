"""The command that measures graphpack itself: ``bench``, in a checkout."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli.options import Debug

BENCH = """Measure graphpack itself; a checkout only, as the benchmarks are in no wheel.

Without NAME the benchmarks are listed. Ratios are held against the last accepted run, and what
moved by more than 15 % is said; seconds depend on the machine.

\b
Examples:
  graphpack bench
  graphpack bench startup context
  graphpack bench compress --full --json
"""
NAMES = "Which of them: startup, readers, compress, context, costs, faults, quality, verify, ..."
SHARED = "Folder of real conversations, for those that need one.  [default: ../shared]"


def register(app: typer.Typer) -> None:
    """Add the command to the program.

    Args:
        app: The program.
    """
    app.command(help=BENCH)(bench)


def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help=NAMES)] = None,
    full: Annotated[bool, typer.Option("--full", help="The sizes of the documents.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
    shared: Annotated[str | None, typer.Option(metavar="DIR", help=SHARED)] = None,
    debug: Debug = False,
) -> None:
    """Run benchmarks; its help stands above.

    Raises:
        Exit: With the code of what was measured.
    """
    from graphpack.cli.measuring import run_bench

    raise typer.Exit(run_bench(tuple(names or ()), is_full=full, as_json=json, shared=shared))
