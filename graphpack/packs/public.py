"""The doors for programs: paths or bytes in, values out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.packs.difference import Difference, diff
from graphpack.packs.guarding import guarded, shown_receipt, stricter
from graphpack.packs.joining import Joined, join
from graphpack.packs.loading import Loaded, load_pack
from graphpack.packs.transcript import conversation_of, how_read
from graphpack.pipeline.checking import check_against
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.readers import read
from graphpack.redact import Vault, redact
from graphpack.settings import Settings
from graphpack.verify import Receipt

Written = Path | str | bytes
"""A pack: its path, or its bytes."""


def verify_pack(
    pack: Written, transcript: Path | str | bytes, settings: Settings | None = None
) -> Receipt:
    """Hold a pack against the transcript it was made of; nothing leaves this machine.

    Args:
        pack: Its path, or its bytes; evidence beside its file is used.
        transcript: A file, a directory or a ZIP by its path, or the bytes of a file.
        settings: How the transcript is read and redacted; None is how the pack says it was.

    Returns:
        The findings, and what could not be checked. A file that is no pack raises a GraphError, a
        transcript that cannot be read a ReadError, one with several conversations of which none
        is meant a UsageError.
    """
    loaded = load_pack(pack)
    own = policy_of(settings or Settings())
    settings = settings or Settings(**how_read(loaded))
    place = transcript if isinstance(transcript, bytes) else Path(transcript)
    name = "-" if isinstance(place, bytes) else place.name
    policy = policy_of(settings)

    def reading() -> Iterable[Conversation]:
        return read(
            place,
            format=settings.format,
            branch=settings.branch,
            subagents=settings.subagents,
        )

    hide = cleaner(policy)
    conversation = conversation_of(reading, loaded, settings.pick, name=name, hide=hide)
    receipt = check_against(loaded.graph, conversation, policy)
    vault = Vault() if stricter(own, policy) == policy else redact(conversation, own).vault
    return shown_receipt(receipt, loaded, own, vault)


def diff_packs(older: Written, newer: Written, settings: Settings | None = None) -> Difference:
    """Compare two packs by their statements, not by their ids.

    Args:
        older: The one before: its path, or its bytes.
        newer: The one after.
        settings: What is hidden of what they hold; None hides secrets.

    Returns:
        What was added, changed, superseded and lost; a file that is no pack raises a GraphError.
    """
    policy = policy_of(settings or Settings())
    return diff(guarded(load_pack(older), policy), guarded(load_pack(newer), policy))


def merge_packs(
    packs: Sequence[Written], settings: Settings | None = None, *, by_date: bool = False
) -> Joined:
    """Make one pack of several.

    Args:
        packs: Paths or bytes, the earliest first.
        settings: The form, the budget and the cap; None is the defaults.
        by_date: True to order them by the time they were made, which a compact pack without
            evidence does not tell.

    Returns:
        The pack with its account; a file that is no pack raises a GraphError.

    Raises:
        UsageError: There are none.
    """
    if not packs:
        raise UsageError("PACK: missing", hint="name the packs to merge")
    loaded = [load_pack(pack) for pack in packs]
    return join(in_order(loaded, by_date=by_date), settings or Settings())


def in_order(packs: Sequence[Loaded], *, by_date: bool) -> list[Loaded]:
    """Put packs in the order in which a later one may supersede an earlier one.

    Args:
        packs: As they were given.
        by_date: True to order them by the time they were made.

    Returns:
        The packs in order.

    Raises:
        UsageError: One of them does not tell when it was made.
    """
    if not by_date:
        return list(packs)
    for loaded in packs:
        if loaded.graph.about.compressed_at is None:
            raise UsageError(
                f"{loaded.name}: does not tell when it was made",
                hint="name the packs in their order, the earliest first, without --by-date",
            )
    return sorted(packs, key=lambda loaded: loaded.graph.about.compressed_at or "")
