"""What was asked of a pack and could not be done: words to keep, a budget, anything at all."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.model.graph import ContextGraph
from graphpack.patterns import compiled
from graphpack.prune.worth import pinned_ids
from graphpack.settings import Settings
from graphpack.text.counted import counted

NOTHING = "nothing found worth handing on; the pack holds no statement"

_ID = compiled(r"n\d++(?:\.\d++)*+")


def unmet(graph: ContextGraph, settings: Settings, *, tokens: int) -> Iterator[str]:
    """Say what a pack does not do that the settings ask for.

    Args:
        graph: What was written.
        settings: The words to keep, and the budget; one that is nobody's wish is not spoken of.
        tokens: What the pack takes.

    Yields:
        One line each.
    """
    if not graph.nodes:
        yield NOTHING
    for words in settings.keep:
        # an id is that of a statement before the cuts, and may belong to another one by now
        if not _ID.fullmatch(words.strip()) and not pinned_ids(graph, (words,)):
            yield f"--keep {words}: no statement holds these words, so nothing is kept for them"
    if settings.budget is not None and tokens > settings.budget:
        yield (
            f"the budget of {counted(settings.budget, 'token')} is not met: what weighs most takes"
            f" {tokens}; only --cap drops it"
        )
