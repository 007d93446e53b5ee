"""Puts the files of sub-agents under the session they were started from, and leaves out copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from graphpack.readers.base import Opened
from graphpack.readers.opening import read_bytes, stream

_CHUNK_BYTES = 1 << 20


def gather_by(
    sources: Sequence[Opened], identify: Callable[[Opened], tuple[str, str | None]]
) -> list[Opened]:
    """Put the files of sub-agents under the file of the session they belong to.

    Args:
        sources: The logs of one folder or ZIP.
        identify: Gives a file's session id and its parent's; None where it has no parent.

    Returns:
        Sources with their sub-agents as members, sorted by name; one whose parent is not there
        stands alone, as does a sub-agent's sub-agent under the outermost parent. Of a log that
        grew and was saved several times only the longest is there.
    """
    ids = {source.name: identify(source) for source in sources}
    kept = without_copies(sources, lambda one: ids[one.name][0], is_copy=is_start)
    known = [(source, *ids[source.name]) for source in kept]
    parent_of = {own: parent for _, own, parent in known if parent and parent != own}
    mains: dict[str, list[Opened]] = {}
    for source, own, parent in known:
        if parent is None:
            mains.setdefault(own, []).append(source)
    members: dict[str, list[Opened]] = {}
    roots: list[Opened] = []
    for source, _, parent in known:
        home = parent and _nearest(source, mains.get(_outermost(parent, parent_of), []))
        if home:
            members.setdefault(home.name, []).append(source)
        else:
            roots.append(source)
    return [replace(root, members=tuple(members.get(root.name, ()))) for root in roots]


def without_copies(
    sources: Sequence[Opened],
    identify: Callable[[Opened], str],
    *,
    is_copy: Callable[[Opened, Opened], bool],
) -> list[Opened]:
    """Leave out the copies of a session that is there under another name.

    Args:
        sources: The files of one folder or ZIP.
        identify: Gives a file's session id; an empty one is no id.
        is_copy: Says of a file and a longer one of the same id whether the first can be left out.

    Returns:
        The others, in their order.
    """
    by_id: dict[str, list[Opened]] = {}
    for source in sources:
        by_id.setdefault(identify(source), []).append(source)
    left: set[str] = set()
    for key, same in by_id.items():
        kept: list[Opened] = []
        for source in sorted(same, key=size_of, reverse=True) if key and len(same) > 1 else ():
            if any(is_copy(source, longer) for longer in kept):
                left.add(source.name)
            else:
                kept.append(source)
    return [source for source in sources if source.name not in left]


def size_of(source: Opened) -> int:
    """Measure a file; a member of a ZIP is read for it."""
    if source.path is not None and source.member is None:
        try:
            return source.path.stat().st_size
        except OSError:
            return 0
    return len(read_bytes(source))


def is_start(source: Opened, longer: Opened) -> bool:
    """Say whether a file is the start of another, or the same."""
    with stream(source) as one, stream(longer) as other:
        while chunk := one.read(_CHUNK_BYTES):
            if other.read(len(chunk)) != chunk:
                return False
    return True


def _outermost(session: str, parent_of: dict[str, str]) -> str:
    seen = {session}
    while (parent := parent_of.get(session)) is not None and parent not in seen:
        seen.add(parent)
        session = parent
    return session


def _nearest(child: Opened, parents: list[Opened]) -> Opened | None:
    """Choose among the copies of a session the one whose folder is closest above the child's."""
    folders = list(PurePosixPath(child.name).parents)

    def distance(parent: Opened) -> int:
        folder = PurePosixPath(parent.name).parent
        return folders.index(folder) if folder in folders else len(folders)

    return min(parents, key=distance, default=None)
