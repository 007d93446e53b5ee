"""Takes in the sessions that a browser or a program brings; forgets those that are not to stay."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request

from graphpack.archive.entry import Filing
from graphpack.archive.listing import Chosen, Session
from graphpack.archive.store import Added
from graphpack.pipeline import pack
from graphpack.pipeline.safety import policy_of
from graphpack.readers import read
from graphpack.readers.limits import Limits
from graphpack.redact import Vault, clean
from graphpack.settings import Settings
from graphpack.web.site import Site, note, site_of, who_of

MOST_SESSIONS = 200
"""Of one file; an export of a whole account is for ``graphpack archive add``."""
MOST_NAME_CHARS = 200
WAIT_S = 20.0
"""So long a file waits while others are packed."""
LIMITS = Limits(
    max_input_bytes=256 << 20,
    max_whole_bytes=128 << 20,
    max_unpacked_bytes=512 << 20,
    max_files=5_000,
)
"""What somebody else brings may unpack to less than what one reads oneself."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A file as it comes.

    Args:
        content: All of it.
        name: Of the file.
        project: Where it belongs.
        tags: Words it is found by.
        format: The reader's name; None tells it from the content.
    """

    content: bytes
    name: str
    project: str
    tags: tuple[str, ...] = ()
    format: str | None = None


def bring(request: Request, brought: Brought) -> Sequence[Added]:
    """Archive the sessions of a file.

    Args:
        request: Who brings it.
        brought: The file.

    Returns:
        What became of each. A file that cannot be read raises ReadError.

    Raises:
        HTTPException: They may not, it holds too many, or others are packed all the while.
    """
    site, who = site_of(request), who_of(request)
    policy = policy_of(site.settings)
    # names are shown to all, and what hides the secrets of what was said does not see them
    project = clean(brought.project.strip(), policy, Vault())
    if not project or not project.isprintable() or len(project) > MOST_NAME_CHARS:
        raise HTTPException(422, "project: has to be a name")
    if not who.writes(project):
        raise HTTPException(403, "this token may not write there")
    # read offline: who brings a file does not send it to a model, nor spend the server's money
    settings = site.settings.model_copy(update={"now": site.now(), "pick": None, "model": None})
    about = Filing(
        project=project,
        at=site.now(),
        source_sha256=hashlib.sha256(brought.content).hexdigest(),
        origin=brought.name,
        author=who.name,
        tags=tuple(clean(tag, policy, Vault()) for tag in brought.tags),
    )
    if not site.packing.acquire(timeout=WAIT_S):
        raise HTTPException(503, "others are packed; try again in a minute")
    try:
        return _archived(site, brought, about, settings)
    finally:
        site.packing.release()


def _archived(site: Site, brought: Brought, about: Filing, settings: Settings) -> Sequence[Added]:
    done: list[Added] = []
    found = read(brought.content, format=brought.format, name=brought.name, limits=LIMITS)
    for conversation in found:
        if len(done) >= MOST_SESSIONS:
            raise HTTPException(413, f"more than {MOST_SESSIONS} sessions in one file")
        done.append(site.archive.add(pack(conversation, settings), about))
    return done


def forget(request: Request, session: Session) -> None:
    """Forget a session without a trace.

    Args:
        request: Who asks.
        session: Which.

    Raises:
        HTTPException: They may not.
    """
    from graphpack.archive.forgetting import forget as forget_all  # noqa: PLC0415  # seldom

    site, who = site_of(request), who_of(request)
    if not who.writes(session.project):
        raise HTTPException(403, "this token may not forget")
    forget_all(site.archive, Chosen(refs=(session.ref,)), at=site.now(), actor=who.name)


def note_download(request: Request, session: Session, form: str) -> None:
    """Write down that somebody took a copy, which no forgetting reaches."""
    note(request, "downloaded", session=session.id, detail=form)
