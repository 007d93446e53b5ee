"""The commands of a team's archive: ``archive init``, ``add``, ``list`` and those after them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from graphpack.cli import archive_manual as words
from graphpack.cli import manual, search_commands
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import Debug, FailOnNotice, Format, Hiding, Now, Output, Quiet

Db = Annotated[str | None, typer.Option("--db", metavar="URL", help=words.DB)]
AsJson = Annotated[bool, typer.Option("--json", help=words.JSON)]
Ref = Annotated[str, typer.Argument(metavar="SESSION", help=words.REF)]
ShowForm = Literal["summary", "pack", "transcript"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Which sessions are meant."""

    project: Annotated[str | None, typer.Option(metavar="NAME", help=words.PROJECT)] = None
    author: Annotated[str | None, typer.Option(metavar="NAME", help=words.BY_AUTHOR)] = None
    tag: Annotated[str | None, typer.Option(metavar="WORD", help=words.BY_TAG)] = None
    before: Annotated[str | None, typer.Option(metavar="TIME", help=words.BEFORE)] = None
    after: Annotated[str | None, typer.Option(metavar="TIME", help=words.AFTER)] = None


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    for name, help, command in (
        ("init", words.INIT, init),
        ("add", words.ADD, add),
        ("list", words.LIST, list_sessions),
        ("show", words.SHOW, show),
        ("stats", words.STATS, stats),
        ("doctor", words.DOCTOR, doctor),
        ("forget", words.FORGET, forget),
        ("export", words.EXPORT, export),
        ("import", words.IMPORT, bring_in),
    ):
        group.command(name, help=help)(grouped(command))
    search_commands.register(group)
    app.add_typer(group, name="archive", help=words.ARCHIVE)


def init(db: Db = None, quiet: Quiet = None, debug: Debug = False) -> None:
    """Make an archive; its help is in ``archive_manual``."""
    from graphpack.cli.archiving import run_init

    run_init(settings_of(db=db, quiet=quiet))


def add(  # noqa: PLR0913  # typer reads a command's options off its parameters
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT...", help=words.ADD_INPUT)],
    db: Db = None,
    project: Annotated[str | None, typer.Option(metavar="NAME", help=words.PROJECT)] = None,
    author: Annotated[str | None, typer.Option(metavar="NAME", help=words.AUTHOR)] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="WORD", help=words.TAG)] = None,
    no_transcript: Annotated[
        bool, typer.Option("--no-transcript", help=words.NO_TRANSCRIPT)
    ] = False,
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=256, help=words.WORKERS)] = 1,
    scheduler: Annotated[str | None, typer.Option(metavar="URL", help=words.SCHEDULER)] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help=manual.MODEL)] = None,
    calls_per_minute: Annotated[int | None, typer.Option(metavar="N", help=words.CALLS)] = None,
    format: Format = None,
    subagents: Annotated[bool | None, typer.Option("--subagents", help=manual.SUBAGENTS)] = None,
    *,
    hiding: Hiding,
    json: AsJson = False,
    fail_on_notice: FailOnNotice = None,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Archive sessions; its help is in ``archive_manual``."""
    from graphpack.cli.archiving import How, run_add

    arguments = settings_of(
        hiding,
        db=db,
        project=project,
        author=author,
        keep_transcripts=False if no_transcript else None,
        model=model,
        calls_per_minute=calls_per_minute,
        format=format,
        subagents=subagents,
        fail_on_notice=fail_on_notice,
        now=now,
        quiet=quiet,
    )
    how = How(tuple(tag or ()), workers, scheduler, is_json=json)
    run_add(tuple(inputs), arguments, how)


def list_sessions(
    db: Db = None,
    *,
    choice: Choice,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help=words.LIMIT)] = 20,
    json: AsJson = False,
    now: Now = None,
    debug: Debug = False,
) -> None:
    """List sessions; its help is in ``archive_manual``."""
    from graphpack.cli.archived import run_list

    run_list(settings_of(db=db, now=now), choice, limit=limit or None, as_json=json)


def show(
    ref: Ref,
    db: Db = None,
    to: Annotated[ShowForm, typer.Option("--as", help=words.SHOW_AS)] = "summary",
    output: Output = None,
    debug: Debug = False,
) -> None:
    """Write a session; its help is in ``archive_manual``."""
    from graphpack.cli.archived import run_show

    run_show(ref, settings_of(db=db), to=to, output=output)


def stats(db: Db = None, json: AsJson = False, debug: Debug = False) -> None:
    """Count; its help is in ``archive_manual``."""
    from graphpack.cli.archived import run_stats

    run_stats(settings_of(db=db), as_json=json)


def doctor(
    db: Db = None,
    scrub: Annotated[bool, typer.Option("--scrub", help=words.SCRUB)] = False,
    json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Look for faults; its help is in ``archive_manual``."""
    from graphpack.cli.archived import run_doctor

    run_doctor(settings_of(db=db), is_scrubbed=scrub, as_json=json)


def forget(  # noqa: PLR0913  # typer reads a command's options off its parameters
    refs: Annotated[list[str] | None, typer.Argument(metavar="SESSION...", help=words.REF)] = None,
    db: Db = None,
    *,
    choice: Choice,
    yes: Annotated[bool, typer.Option("--yes", "-y", help=words.YES)] = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Forget sessions; its help is in ``archive_manual``."""
    from graphpack.cli.archiving import run_forget

    run_forget(tuple(refs or ()), settings_of(db=db, now=now, quiet=quiet), choice, is_sure=yes)


def export(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=words.EXPORT_FOLDER)],
    db: Db = None,
    *,
    choice: Choice,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Take sessions out; its help is in ``archive_manual``."""
    from graphpack.cli.archiving import run_export

    run_export(folder, settings_of(db=db, now=now, quiet=quiet), choice)


def bring_in(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=words.IMPORT_FOLDER)],
    db: Db = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Bring sessions in; its help is in ``archive_manual``."""
    from graphpack.cli.archiving import run_import

    run_import(folder, settings_of(db=db, quiet=quiet))
