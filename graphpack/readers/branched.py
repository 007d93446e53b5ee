"""Makes a conversation of a tree of drafts: the current path, and the branches beside it.

What the readers of chat programs share once they know each message and its parent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any

from graphpack.model.conversation import Branch, Conversation, ConversationSource, Message
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Opened
from graphpack.readers.branching import Side, leaves, walk
from graphpack.readers.elements import WRAPPERS
from graphpack.readers.exports import ABANDONED, Record, attached, iter_records
from graphpack.readers.faults import Faults

Build = Callable[[dict[str, Any], Record, Faults], Conversation | None]
Unwrap = Callable[[Any], list[Any] | None]

_OTHERS = "answers of other models to the same prompt; --branch reads them"


@dataclass(frozen=True, slots=True)
class Tree:
    """A chat whose messages name their parents.

    Args:
        parents: Each node's parent, in the source's order.
        drafts: What each node says; a node that says nothing may be missing or empty.
        leaf: The last node on screen; without a known one the newest leaf is taken.
        head: What stands before the first node, such as a system prompt.
        others: Nodes off the path that were asked for together with it, of other models.
        is_untimed_new: True where only what was not yet stored has no time.
    """

    parents: Mapping[int, int | None]
    drafts: Mapping[int, Sequence[Draft]]
    leaf: int | None = None
    head: tuple[Draft, ...] = ()
    others: frozenset[int] = frozenset()
    is_untimed_new: bool = False


def read_chats(
    source: Opened,
    unwrap: Unwrap,
    build: Build,
    *,
    main: str | None = None,
    is_deleted: Callable[[dict[str, Any]], bool] = lambda _: False,
    wrappers: frozenset[str] = WRAPPERS,
) -> Iterator[Conversation]:
    """Read an export's chats; iterating raises ``ReadError`` where it holds none.

    Args:
        source: A file, or the members of a container.
        unwrap: Finds the list of chats in a document; None where there is none.
        build: Reads one chat; None where it is empty.
        main: Name of the member that holds the chats; None where the format has no container.
        is_deleted: Tells a chat that its owner has thrown away.
        wrappers: Where the chats stand in a document, so that they are read one by one.

    Returns:
        The conversations in file order, with the notices of what was skipped.
    """
    faults = Faults(source.name)
    records = iter_records(
        source, faults, is_main=lambda name: name == main, unwrap=unwrap, wrappers=wrappers
    )
    return attached(_chats(records, build, is_deleted, faults), faults)


def read_records(records: Iterator[Record], build: Build, faults: Faults) -> Iterator[Conversation]:
    """Read chats that a reader has found itself.

    Args:
        records: One for each chat.
        build: Reads one chat; None where it is empty.
        faults: What their finding counts.

    Returns:
        The conversations in the order of the records.
    """
    return attached(_chats(records, build, lambda _: False, faults), faults)


def _chats(
    records: Iterator[Record],
    build: Build,
    is_deleted: Callable[[dict[str, Any]], bool],
    faults: Faults,
) -> Iterator[Conversation]:
    for record in records:
        if not isinstance(record.value, dict):
            faults.add("broken-record", "a chat that is no object; skipped", record.number)
            continue
        if is_deleted(record.value):
            faults.add("deleted-conversation", "in the bin; left out", record.number)
            continue
        found = build(record.value, record, Faults(record.where))
        if found is None:
            faults.add("empty-conversation", "nobody says anything; skipped", record.number)
        else:
            yield found


def assemble(
    tree: Tree, source: ConversationSource, faults: Faults, label: Label
) -> Conversation | None:
    """Make a conversation of the current path, with the rest as its branches.

    Args:
        tree: The chat.
        source: Where it is from.
        faults: What went wrong so far; it becomes the notices.
        label: What the source says about the whole.

    Returns:
        The conversation; None where nobody on the path says anything.
    """
    taken = walk(tree.parents, _leaf(tree, faults), faults)
    drafts = list(tree.head)
    last = _count(drafts) - 1
    ends: dict[int | None, int] = {None: last}
    for key in taken.path:
        own = tree.drafts.get(key, ())
        drafts += own
        last += _count(own)
        ends[key] = last
    _count_branches(tree, frozenset(taken.path), faults)
    found = conversation(drafts, source, faults, label)
    if found is None:
        return None
    branches = tuple(_branches(tree, taken.sides, ends, source))
    return replace(found, branches=branches)


def _branches(
    tree: Tree,
    sides: Sequence[Side[int]],
    ends: Mapping[int | None, int],
    source: ConversationSource,
) -> Iterator[Branch]:
    built: dict[int, tuple[Message, ...]] = {}
    for number, side in enumerate(sides, start=1):
        after = ends[side.fork]
        _build(tree, side, after, source, built)
        messages = tuple(message for key in side.keys for message in built[key])
        if messages:
            yield Branch(messages[-1].source_id or f"b{number}", after, messages)


def _build(
    tree: Tree,
    side: Side[int],
    after: int,
    source: ConversationSource,
    built: dict[int, tuple[Message, ...]],
) -> None:
    """Make the messages of those nodes of a side that no side before it passes."""
    start = 0
    while start < len(side.keys) and side.keys[start] in built:
        after += len(built[side.keys[start]])
        start += 1
    # with the node before them, whose calls their results may name
    before = side.keys[start - 1] if start else side.fork
    lead = tree.drafts.get(before, ()) if before is not None else ()
    drafts = [draft for key in side.keys[start:] for draft in tree.drafts.get(key, ())]
    found = conversation([*lead, *drafts], source, Faults(source.name))
    offset = after + 1 - _count(lead)
    messages = iter(found.messages[_count(lead) :] if found else ())
    for key in side.keys[start:]:
        own = islice(messages, _count(tree.drafts.get(key, ())))
        built[key] = tuple(replace(message, index=message.index + offset) for message in own)


def _count(drafts: Sequence[Draft]) -> int:
    return sum(1 for draft in drafts if draft.parts)


def _count_branches(tree: Tree, on_path: frozenset[int], faults: Faults) -> None:
    for key in tree.parents:
        if key in on_path:
            continue
        is_other = key in tree.others
        code, what = ("other-answer", _OTHERS) if is_other else ("abandoned-branch", ABANDONED)
        for _ in range(_count(tree.drafts.get(key, ()))):
            faults.add(code, what)


def _leaf(tree: Tree, faults: Faults) -> int | None:
    """Take the named leaf, else the newest; on ties the one last in the source."""
    if tree.leaf is not None and tree.leaf in tree.parents:
        return tree.leaf
    ends = leaves(tree.parents) or tuple(tree.parents)
    if not ends:
        return None
    if len(ends) > 1:
        faults.add("guessed-branch", "several branches and no usable mark; the newest was taken")
    untimed = math.inf if tree.is_untimed_new else 0.0
    return max(ends, key=lambda key: (_newest(tree.drafts.get(key, ()), untimed), key))


def _newest(drafts: Sequence[Draft], untimed: float) -> float:
    times: list[datetime] = [draft.at for draft in drafts if draft.at]
    return max((at.timestamp() for at in times), default=untimed)
