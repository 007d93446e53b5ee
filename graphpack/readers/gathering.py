"""Puts the files of sub-agents under the session they were started from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from graphpack.readers.base import Opened


def gather_by(
    sources: Sequence[Opened], identify: Callable[[Opened], tuple[str, str | None]]
) -> list[Opened]:
    """Put the files of sub-agents under the file of the session they belong to.

    Args:
        sources: The logs of one folder or ZIP.
        identify: Gives a file's session id and its parent's; None where it has no parent.

    Returns:
        Sources with their sub-agents as members, sorted by name; one whose parent is not there
        stands alone, as does a sub-agent's sub-agent under the outermost parent.
    """
    known = [(source, *identify(source)) for source in sources]
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
    return [
        Opened(
            root.name,
            path=root.path,
            data=root.data,
            member=root.member,
            members=tuple(members.get(root.name, ())),
            archive=root.archive,
        )
        for root in roots
    ]


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
