"""Finds the conversation a pack was made of, and reads it the way it was read then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphpack.model.conversation import Conversation
from graphpack.packs.loading import Loaded
from graphpack.pipeline import Outline, Reading, Shelf, survey, take
from graphpack.pipeline.shelf import as_it_is


def how_read(loaded: Loaded) -> dict[str, Any]:
    """Say how a pack's conversation was read.

    Args:
        loaded: The pack.

    Returns:
        Settings by name: the branch, the sub-agents, the level of redaction; empty where the pack
        does not say.
    """
    record = loaded.record
    if record is None or record.input is None:
        return {}
    known = {
        "branch": record.input.branch,
        "subagents": record.input.has_subagents or None,
        "redact": record.input.redact,
    }
    return {key: value for key, value in known.items() if value is not None}


def conversation_of(
    read: Reading,
    loaded: Loaded,
    wanted: str | None,
    *,
    name: str,
    hide: Callable[[str], str] = as_it_is,
) -> Conversation:
    """Find the conversation a pack was made of.

    Args:
        read: Reads what the transcript holds.
        loaded: The pack.
        wanted: What a person says it is, as ``--pick`` takes it; None to find it by its id, else
            by its title and size.
        name: The transcript's name, for the error.
        hide: Takes secrets out of what an error shows.

    Returns:
        The one; where that stays unclear, a UsageError lists what there is.
    """
    said = loaded.record.input if loaded.record else None
    shelf = survey(read, wanted or (said.conversation if said else None), hide=hide)
    if shelf.found is not None:
        return shelf.found
    if wanted is None and len(shelf) > 1:
        alike = _alike(shelf, loaded)
        if alike is not None:
            return shelf.take(alike)
    return take(shelf, wanted, name=name)


def _alike(shelf: Shelf, loaded: Loaded) -> Outline | None:
    source = loaded.graph.about.source
    if source is None or source.title is None:
        return None
    titled = [one for one in shelf.outlines if one.title == source.title]
    sized = [one for one in titled if one.messages == source.messages]
    for found in (titled, sized):
        if len(found) == 1:
            return found[0]
    return None
