"""Archives one piece of a large job: reads it, packs what is new in it, writes each session.

What is done is known to the archive alone, so a piece can be done anywhere, again, and by two at
once: each session comes in once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePath

from sqlalchemy import Connection, delete, insert, select

from graphpack.archive import schema
from graphpack.archive.entry import GENERATOR, Filing
from graphpack.archive.filing import number_of
from graphpack.archive.pace import wait_turn
from graphpack.archive.packed import as_bytes, sha256, storable
from graphpack.archive.store import Archive
from graphpack.errors import ArchiveError, CredentialsError, GraphpackError, ReadError
from graphpack.extract.protocol import Extractor
from graphpack.model.conversation import Conversation
from graphpack.pipeline import extractor_of, pack
from graphpack.pipeline.account import settings_sha256
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.readers.discover import Place, SessionFile
from graphpack.readers.limits import Limits
from graphpack.readers.units import Unit, read_unit, sha256_of
from graphpack.readers.whereabouts import whereabouts
from graphpack.redact import Vault, clean
from graphpack.settings import Settings
from graphpack.tokens import counter

NO_PROJECT = "unnamed"


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every piece; it travels to the processes that do it.

    Args:
        where: The archive.
        settings: How sessions are read and packed.
        project: Under which they are filed; None goes by where each was held, else by
            ``otherwise``.
        otherwise: The project of what does not tell where it was held.
        author: Who brings them.
        tags: Words they are found by.
        at: The time they come in.
    """

    where: str
    settings: Settings
    project: str | None
    otherwise: str
    author: str | None
    tags: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Share:
    """Every so-manieth conversation of a piece, for several to work on a large one.

    Args:
        number: 0-based.
        of: How many shares there are.
    """

    number: int = 0
    of: int = 1


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one piece.

    Args:
        name: Of its file.
        outcomes: How many sessions were ``added``, ``grown``, ``updated``, ``unchanged``,
            ``older``; ``known`` where the archive has all of a file that did not change.
        errors: What could not be read or packed.
        is_known: The file was read to its end before.
        hint: What to do about a file that cannot be read; None where nobody knows.
    """

    name: str
    outcomes: tuple[tuple[str, int], ...] = ()
    errors: tuple[str, ...] = ()
    is_known: bool = False
    hint: str | None = None


def archive_unit(job: Job, unit: Unit, share: Share = Share()) -> Done:
    """Archive what is in one piece.

    Args:
        job: How.
        unit: What.
        share: Which part of it.

    Returns:
        What became of it; only an archive that refuses, or a model that refuses the key, ends a
        job.

    Raises:
        ArchiveError: The archive refuses.
        CredentialsError: No other session would fare better.
    """
    job, hide = _without_secrets(job), cleaner(policy_of(job.settings))
    outcomes: Counter[str] = Counter()
    errors: list[str] = []
    source, archive, hint = "", _archive(job.where), None
    try:
        source = sha256_of(unit)
        if (known := _known(archive, job, unit, share, source)) is not None:
            return Done(unit.name, (("known", known),), is_known=True)
        for conversation in _shared(unit, job.settings, share):
            try:
                outcomes[_one(archive, job, unit, conversation, source)] += 1
            except (ArchiveError, CredentialsError):
                raise
            except GraphpackError as error:
                errors.append(hide(f"{conversation.title or conversation.id}: {error}"))
            except Exception as error:  # noqa: BLE001  # one session's bug does not stop the others
                errors.append(hide(f"{conversation.id}: a bug: {type(error).__name__}"))
    except (ArchiveError, CredentialsError):
        raise
    except GraphpackError as error:
        errors.append(hide(str(error)))
        hint = error.hint and hide(error.hint)
    except Exception as error:  # noqa: BLE001  # a reader's bug does not stop the other files
        errors.append(hide(f"{unit.name}: a bug: {type(error).__name__}"))
    _note(archive, job, unit, share, (source, sum(outcomes.values()), errors))
    return Done(hide(unit.name), tuple(sorted(outcomes.items())), tuple(errors), hint=hint)


def note_failure(job: Job, unit: Unit, error: str) -> Done:
    """Note that a piece ended whoever worked on it."""
    job = _without_secrets(job)
    _note(_archive(job.where), job, unit, Share(), ("", 0, [error]))
    return Done(unit.name, (), (error,))


def _without_secrets(job: Job) -> Job:
    """Hide the secrets of the names that sessions are filed under: everybody is shown those."""
    return replace(
        job,
        project=_hidden(job.project, job) if job.project else None,
        otherwise=_hidden(job.otherwise, job),
        author=_hidden(job.author, job) if job.author else None,
        tags=tuple(_hidden(tag, job) for tag in job.tags),
    )


def _hidden(name: str, job: Job) -> str:
    """Hide what is secret of a name; the same name gives the same, whatever came before it."""
    return clean(name, policy_of(job.settings), Vault())


_OPEN: dict[str, Archive] = {}


def _archive(where: str) -> Archive:
    """One for a process: connections last from piece to piece."""
    if where not in _OPEN:
        release()
        _OPEN[where] = Archive(where)
    return _OPEN[where]


def release() -> None:
    """Close what this process has open of archives."""
    _MODELS.clear()
    while _OPEN:
        _OPEN.popitem()[1].close()


def _shared(unit: Unit, settings: Settings, share: Share) -> Iterator[Conversation]:
    found = read_unit(unit, subagents=settings.subagents, limits=Limits.of(settings))
    for number, conversation in enumerate(found):
        if number % share.of == share.number:
            yield conversation


def _one(archive: Archive, job: Job, unit: Unit, conversation: Conversation, source: str) -> str:
    held_in = _project(unit, conversation) if job.project is None else None
    about = Filing(
        project=job.project or (_hidden(held_in, job) if held_in else job.otherwise),
        at=job.at,
        source_sha256=source,
        origin=_origin(unit),
        author=job.author,
        tags=job.tags,
        keeps_transcript=job.settings.keep_transcripts,
    )
    if archive.has(conversation, about, settings_sha256(job.settings)):
        return "unchanged"
    extractor = None if job.settings.model is None else _model(archive, job.settings)
    return archive.add(pack(conversation, job.settings, extractor=extractor), about).outcome


_MODELS: dict[str, Extractor] = {}


def _before(archive: Archive, settings: Settings) -> Callable[[], None] | None:
    rate = settings.calls_per_minute
    return None if rate is None else lambda: wait_turn(archive, per_minute=rate)


def _model(archive: Archive, settings: Settings) -> Extractor:
    """One for a process and its settings: what it learns of the server, the next one knows."""
    key = settings.model_dump_json()
    if key not in _MODELS:
        _MODELS.clear()
        count = counter(settings.tokenizer).count
        _MODELS[key] = extractor_of(settings, count=count, before=_before(archive, settings))
    return _MODELS[key]


def _project(unit: Unit, conversation: Conversation) -> str | None:
    """Name the project a session was held in, after its folder."""
    place = Place("", conversation.source.format, lambda _: (), ())
    try:
        where = whereabouts(SessionFile(unit.path, place, None, 0, 0))
    except (ReadError, OSError):
        return None
    folder = where.project_of(conversation.id)
    return PurePath(folder.replace("\\", "/")).name or None if folder else None


def _origin(unit: Unit, share: Share = Share()) -> str:
    inner = unit.opened.member if unit.opened else None
    name = f"{unit.path.resolve()}\0{inner or ''}"
    return name if share.of == 1 else f"{name}\0{share.number}/{share.of}"


def _known(archive: Archive, job: Job, unit: Unit, share: Share, source: str) -> int | None:
    """Give how many sessions a file has that was read to its end before, as it is now."""
    files, projects = schema.files, schema.projects
    query = (
        select(files.c.sessions)
        .join(projects, projects.c.id == files.c.project_id)
        .where(
            projects.c.name == (job.project or job.otherwise),
            files.c.origin_sha256 == _origin_sha256(unit, share),
            files.c.sha256 == source,
            files.c.settings_sha256 == _settings_sha256(job),
            files.c.generator == GENERATOR,
            files.c.error.is_(None),
        )
    )
    with archive.reading() as connection:
        found = connection.execute(query).scalar()
    return None if found is None else int(found)


def _settings_sha256(job: Job) -> str:
    keeps = job.settings.keep_transcripts
    return sha256(as_bytes(f"{settings_sha256(job.settings)} {keeps} {','.join(job.tags)}"))


def _origin_sha256(unit: Unit, share: Share) -> str:
    return sha256(as_bytes(_origin(unit, share)))


def _note(
    archive: Archive, job: Job, unit: Unit, share: Share, found: tuple[str, int, list[str]]
) -> None:
    """Take down that a file was read to its end, or why it was not."""
    source, sessions, errors = found
    hide = cleaner(policy_of(job.settings))
    row = {
        "origin_sha256": _origin_sha256(unit, share),
        "sha256": source,
        "settings_sha256": _settings_sha256(job),
        "generator": GENERATOR,
        "name": storable(hide(unit.name)),
        "sessions": sessions,
        "error": storable("; ".join(errors)) or None,
        "at": job.at,
    }
    files = schema.files

    def write(connection: Connection) -> None:
        project = number_of(connection, schema.projects, job.project or job.otherwise)
        mine = (files.c.project_id == project, files.c.origin_sha256 == row["origin_sha256"])
        connection.execute(delete(files).where(*mine))
        connection.execute(insert(files).values(row | {"project_id": project}))

    archive.writing(write)


def project_of(source: Path) -> str:
    """Name the project of what lies in a folder, or of a file, after the folder."""
    folder = source if source.is_dir() else source.parent
    return folder.resolve().name or NO_PROJECT
