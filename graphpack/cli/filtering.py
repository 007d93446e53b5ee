"""The filters of the archive's commands: a value that nothing has is a mistake, and said to be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from graphpack.archive import cited, listing
from graphpack.archive.asking import CODES, Unknown, unknown
from graphpack.archive.cited import Wanted
from graphpack.archive.listing import Chosen
from graphpack.archive.store import Archive
from graphpack.cli.guessing import nearest
from graphpack.cli.moments import moment
from graphpack.cli.speak import harmless, say
from graphpack.errors import UsageError
from graphpack.settings import Settings
from graphpack.text.counted import counted

if TYPE_CHECKING:
    from graphpack.cli.archive_commands import Choice

_SHOWN = 12


def chosen_of(choice: Choice, settings: Settings, refs: Sequence[str] = ()) -> Chosen:
    """Read which sessions are meant.

    Args:
        choice: As it was given.
        settings: With the time it is now.
        refs: Names of sessions.

    Returns:
        Times are points in time; what is no time is a ``UsageError``.
    """
    after, before = between(choice.after, choice.before, settings)
    return Chosen(tuple(refs), choice.project, choice.author, choice.tag, before, after)


def between(
    after: str | None, before: str | None, settings: Settings
) -> tuple[datetime | None, datetime | None]:
    """Read a span of time off two flags.

    Args:
        after: What ``--after`` was given.
        before: What ``--before`` was given.
        settings: With the time it is now.

    Returns:
        Both as points in time.

    Raises:
        UsageError: One is none, or nothing can be between them.
    """
    now = settings.now or datetime.now(UTC)
    begin = None if after is None else moment(after, now=now, flag="--after")
    end = None if before is None else moment(before, now=now, flag="--before")
    if begin is not None and end is not None and begin >= end:
        raise UsageError(
            f"--after, --before: nothing is after {after} and before {before}",
            hint="--after names the earlier one",
        )
    return begin, end


def check(archive: Archive, asked: Wanted | Chosen) -> None:
    """Refuse what nothing in an archive has.

    Args:
        archive: Its tables are there.
        asked: By filters.

    Raises:
        UsageError: A name or a code is not there at all, which a typing error is likelier than.
    """
    with archive.reading() as connection:
        found = unknown(connection, asked)
    if found is None:
        return
    flag = f"--{found.field.replace('_', '-')}"
    what = "is none of its values" if found.field in CODES else "nothing in the archive has it"
    hint = harmless(_hint(archive, found))
    raise UsageError(harmless(f"{flag}: {found.value}: {what}"), hint=hint)


def _hint(archive: Archive, found: Unknown) -> str:
    meant = nearest(found.value, found.known)
    if meant:
        return f"did you mean {' or '.join(meant)}?"
    if not found.known:
        return f"{archive.command('list')} shows what there is"
    more = "" if len(found.known) <= _SHOWN else f" and {len(found.known) - _SHOWN} more"
    return f"there are: {', '.join(found.known[:_SHOWN])}{more}"


def say_undated(archive: Archive, asked: Wanted | Chosen, settings: Settings) -> None:
    """Say how many sessions are left out because nobody knows when they were held.

    Args:
        archive: Where they are.
        asked: By filters.
        settings: Whether anything is said.
    """
    if settings.quiet:
        return
    count = undated(archive, asked)
    if count:
        without = f"{counted(count, 'session')} without a date"
        say(f"left out: {without}, for --after and --before go by dates")


def undated(archive: Archive, asked: Wanted | Chosen) -> int:
    """Count the sessions that a span of time leaves out because they have no date."""
    with archive.reading() as connection:
        if isinstance(asked, Wanted):
            return cited.without_time(connection, asked)
        return listing.without_time(connection, asked)
