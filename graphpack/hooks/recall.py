"""What earlier packs of a project say on a prompt: for the hook that speaks at every one.

What builds a context is imported only where a pack shares a word with the prompt: a person waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphpack.hooks.project import FOLDER, PACKS, Kept, check_own, every, name_of
from graphpack.patterns import compiled

__all__ = ["recalled"]

BUDGET_TOKENS = 600
MAX_PACKS = 5
MIN_WORDS = 3
_BEGINNINGS = compiled(r"\b[a-z0-9]{4}")


def recalled(project: Path, session: str, prompt: str) -> str | None:
    """Build what earlier sessions have to say on a prompt.

    Args:
        project: The project's folder.
        session: The one that asks: what it said itself it knows.
        prompt: What a person has typed.

    Returns:
        A context of a few hundred tokens; None where no pack says anything on it.
    """
    folder = project / FOLDER / PACKS
    if len(prompt.split()) < MIN_WORDS or not folder.is_dir():
        return None
    for place in (folder.parent, folder):
        check_own(place)
    own = name_of(session)
    others = [one for one in every(folder) if one.session != own][:MAX_PACKS]
    if not others or not _may_be_on_it(prompt, others):
        return None
    from graphpack.hooks.records import told_on

    return told_on(prompt, tuple(reversed(others)), budget_tokens=BUDGET_TOKENS)


def _may_be_on_it(prompt: str, packs: Sequence[Kept]) -> bool:
    """Whether any pack has a word that begins as one of the prompt; other scripts are let in."""
    if not prompt.isascii():
        return True
    wanted = set(_BEGINNINGS.findall(prompt.lower()))
    return any(not wanted.isdisjoint(_BEGINNINGS.findall(one.text.lower())) for one in packs)
