"""What changes an archive: ``archive init``, ``add``, ``forget``, ``export`` and ``import``."""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

from graphpack.archive import database
from graphpack.archive.bulk import run_here, run_in_processes, run_on_cluster
from graphpack.archive.forgetting import count_to_forget, forget
from graphpack.archive.ingest import Done, Job, project_of
from graphpack.archive.leaving import export
from graphpack.archive.listing import Chosen
from graphpack.archive.returning import bring_in
from graphpack.archive.store import Archive
from graphpack.cli.filtering import check, chosen_of, say_undated
from graphpack.cli.inputs import check_inputs
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import is_terminal, noticed, put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.errors import GraphpackError, NoticesError, ReadError, UsageError
from graphpack.model.report import Notice
from graphpack.readers.limits import Limits
from graphpack.readers.units import Unit, units_of
from graphpack.settings import Settings, load
from graphpack.text.counted import counted

if TYPE_CHECKING:
    from graphpack.cli.archive_commands import Choice

FILE = "archive.db"
SHOWN = 12
_NEWS = ("added", "grown", "updated", "unchanged", "older", "known")


@dataclass(frozen=True, slots=True)
class How:
    """How sessions are archived.

    Args:
        tags: Words they are found by.
        workers: How many processes work at once.
        scheduler: The cluster that works instead; None is this machine.
        is_json: True for the account as JSON.
    """

    tags: tuple[str, ...] = ()
    workers: int = 1
    scheduler: str | None = None
    is_json: bool = False


def loaded(arguments: Mapping[str, Any]) -> Settings:
    """Put the settings of a run together; now is known."""
    settings = load(arguments, environment=os.environ, folder=working_folder())
    if settings.now is None:
        settings = settings.model_copy(update={"now": datetime.now(UTC)})
    return settings


def where_of(settings: Settings) -> str:
    """Say where the archive is: as it is set, else a file of the user's own."""
    return settings.db or str(user_data_path("graphpack") / FILE)


@contextmanager
def opened(settings: Settings) -> Iterator[Archive]:
    """Open the archive of a run; one that is not ready is an ``ArchiveError``."""
    with Archive(where_of(settings)) as archive:
        archive.check()
        yield archive


def run_init(arguments: Mapping[str, Any]) -> None:
    """Make an archive, or bring it up to date."""
    settings = loaded(arguments)
    with Archive(where_of(settings)) as archive:
        is_new = archive.init()
        if not settings.quiet:
            say(f"{archive.name}: {'ready' if is_new else 'is up to date'}")


def run_add(inputs: Sequence[str], arguments: Mapping[str, Any], how: How) -> None:
    """Archive what inputs hold; where nothing of it can be read, the first error is raised.

    Args:
        inputs: Files, ZIPs, folders.
        arguments: From the flags, by setting name.
        how: How.

    Raises:
        NoticesError: Something was not archived, and that was to be a failure.
    """
    settings = loaded(arguments)
    check_inputs(inputs)
    found, errors = _units(inputs, settings)
    if errors and not found:  # nothing to archive makes no archive
        _say_each(errors[1:])
        raise errors[0]
    _say_each(errors)
    where = where_of(settings)
    with Archive(where) as archive:
        if database.is_missing(archive.url):
            archive.init()
        archive.check()
    account: Counter[str] = Counter()
    total = sum(len(units) for _, units in found)
    done = 0
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        for name, units in found:
            for one in _run(_job(name, settings, where, how), units, how):
                done += 1
                progress("archiving", done, max(total, done))
                account.update(dict(one.outcomes))
                failed = [ReadError(error, hint=one.hint) for error in one.errors]
                errors += failed
                if total > 1 or account:  # a file that is all there is says so when it is raised
                    _say_each(failed)
    _say_account(account, errors, settings, how)
    if errors and not account:
        raise errors[0]
    if errors and settings.fail_on_notice:
        raise NoticesError(noticed(len(errors)))


def _units(
    inputs: Sequence[str], settings: Settings
) -> tuple[list[tuple[str, tuple[Unit, ...]]], list[GraphpackError]]:
    found: list[tuple[str, tuple[Unit, ...]]] = []
    errors: list[GraphpackError] = []
    notices: list[Notice] = []
    limits = Limits.of(settings)
    for name in inputs:
        try:
            units = units_of(Path(name), format=settings.format, limits=limits)
        except ReadError as error:
            errors.append(error)
            continue
        found.append((name, units.units))
        notices += units.notices
    if not settings.quiet:
        say_notices(notices, has_evidence=False)
    return found, errors


def _job(name: str, settings: Settings, where: str, how: How) -> Job:
    if "://" not in where:
        where = str(Path(where).resolve())  # other processes may work in another folder
    return Job(
        where=where,
        settings=settings.model_copy(update={"db": None}),
        project=settings.project,
        otherwise=project_of(Path(name)),
        author=settings.author or _user(),
        tags=how.tags,
        at=settings.now or datetime.now(UTC),
    )


def _user() -> str | None:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a process without a user
        return None


def _run(job: Job, units: Sequence[Unit], how: How) -> Iterator[Done]:
    if how.scheduler is not None:
        return run_on_cluster(job, units, scheduler=how.scheduler)
    if how.workers == 1:
        return run_here(job, units)
    return run_in_processes(job, units, workers=how.workers)


def _say_each(errors: Sequence[GraphpackError]) -> None:
    for error in errors:
        say(f"error: {error}")
    hints = (error.hint for error in errors if error.hint)
    for hint in dict.fromkeys(hints):
        say(f"hint: {hint}")


def _say_account(
    account: Counter[str], errors: Sequence[GraphpackError], settings: Settings, how: How
) -> None:
    if how.is_json:
        put(json.dumps({name: account[name] for name in _NEWS} | {"failed": len(errors)}))
    elif not settings.quiet:
        words = [f"{account[name]} {name}" for name in _NEWS if account[name]]
        words += [f"{len(errors)} failed"] if errors else []
        say(" | ".join(words) or "nothing to archive")


def run_forget(
    refs: Sequence[str], arguments: Mapping[str, Any], choice: Choice, *, is_sure: bool
) -> None:
    """Forget sessions; where nobody can be asked, or says no, that is a ``UsageError``.

    Args:
        refs: Their names.
        arguments: From the flags, by setting name.
        choice: Which, besides.
        is_sure: True not to ask.
    """
    settings = loaded(arguments)
    chosen = chosen_of(choice, settings, refs)
    with opened(settings) as archive:
        for ref in refs:
            archive.session(ref)  # a name that fits none or several is a mistake
        check(archive, chosen)
        count = count_to_forget(archive, chosen) if chosen != Chosen() else 1
        if not count:
            say("no session fits")
            return
        if not is_sure and chosen != Chosen():
            _ask(count)
        at = settings.now or datetime.now(UTC)
        done = forget(archive, chosen, at=at, actor=settings.author or _user())
    if not settings.quiet:
        say(
            f"forgotten: {counted(done.sessions, 'session')}, {counted(done.nodes, 'statement')},"
            f" {counted(done.messages, 'message')}, {counted(done.blobs, 'kept text')}"
        )
    if not done.is_scrubbed:
        say("warning: others read the database, which still holds traces in free places")
        say(f"hint: {archive.command('doctor --scrub')} once they are done")


def _ask(count: int) -> None:
    """Make sure.

    Raises:
        UsageError: Nobody can be asked, or the answer is no.
    """
    if not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        raise UsageError(
            f"forget: {counted(count, 'session')} would go for good", hint="--yes does so"
        )
    going = f"{counted(count, 'session')} {'goes' if count == 1 else 'go'}"
    say(f"{going} for good; there is no way back. Go on? [y/N]")
    if not sys.stdin.readline().strip().casefold().startswith("y"):
        raise UsageError("forget: nothing was forgotten")


def run_export(folder: str, arguments: Mapping[str, Any], choice: Choice) -> None:
    """Write sessions as open files."""
    settings = loaded(arguments)
    chosen = chosen_of(choice, settings)
    with opened(settings) as archive:
        check(archive, chosen)
        with ProgressBar(is_shown=False if settings.quiet else None) as progress:
            count = export(archive, Path(folder), chosen, progress=progress)
        say_undated(archive, chosen, settings)
    if not settings.quiet:
        say(f"exported: {counted(count, 'session')} to {folder}")


def run_import(folder: str, arguments: Mapping[str, Any]) -> None:
    """Bring in what was exported."""
    settings = loaded(arguments)
    with (
        Archive(where_of(settings)) as archive,
        ProgressBar(is_shown=False if settings.quiet else None) as progress,
    ):
        come, there = bring_in(archive, Path(folder), progress=progress)
    if not settings.quiet:
        say(f"imported: {counted(come, 'session')}" + (f" | {there} were there" if there else ""))
