"""Which part of a conversation is meant: the current path or a branch, with sub-agents or without.

Readers give everything; what a caller did not ask for is left out here, once for all formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graphpack.errors import UsageError
from graphpack.model.conversation import Branch, Conversation, Message, Origin

ALL = "all"
NAMED = 10
"""How many branches an error names."""


def select(
    conversations: Iterable[Conversation], *, branch: str | None, subagents: bool, name: str
) -> Iterator[Conversation]:
    """Leave out what was not asked for.

    Args:
        conversations: Whole, as readers yield them.
        branch: None for the current path, ``all`` for it and then every branch, else a branch's
            id, alone or after its conversation's (``<id>~<branch id>``).
        subagents: True to keep the messages of sub-agents.
        name: The source's name, for the error.

    Yields:
        Conversations; a branch is one of its own, with what it shares before it. Numbers of
        messages go without gaps, and ``hidden`` counts those left out.

    Raises:
        UsageError: No conversation has such a branch.
    """
    known: list[str] = []
    count, is_found = 0, False
    for whole in conversations:
        conversation = whole if subagents else without_subagents(whole)
        if branch is None or branch == ALL:
            yield conversation
        for one in whole.branches if branch is not None else ():
            full = f"{whole.id}~{one.id}"
            if branch in (ALL, one.id, full):
                is_found = True
                followed = _followed(whole, one, full)
                yield followed if subagents else without_subagents(followed)
            count += 1
            if count <= NAMED:
                known.append(full)
    if branch not in (None, ALL) and not is_found:
        more = f" and {count - NAMED} more" if count > NAMED else ""
        raise UsageError(
            f"{name}: no branch is called {branch!r}",
            hint=f"--branch all, or one of {', '.join(known)}{more}"
            if known
            else "the source has no abandoned branches",
        )


def without_subagents(conversation: Conversation) -> Conversation:
    """Leave out the messages of sub-agents; what they returned stays in the tool results.

    Args:
        conversation: As a reader yields it.

    Returns:
        The conversation, renumbered, ``hidden`` telling how many are gone. The same one where
        there are none, and where nothing else is in it: a sub-agent's own log.
    """
    kept = _own(conversation.messages)
    if not kept:
        return conversation
    hidden = len(conversation.messages) - len(kept)
    branches = tuple(_without(branch, conversation.messages) for branch in conversation.branches)
    if not hidden and branches == conversation.branches:
        return conversation
    return replace(
        conversation,
        messages=_numbered(kept, 0),
        branches=tuple(branch for branch in branches if branch.messages),
        hidden=conversation.hidden + hidden,
    )


def _own(messages: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(message for message in messages if message.origin is not Origin.SUBAGENT)


def _without(branch: Branch, trunk: Sequence[Message]) -> Branch:
    after = len(_own(trunk[: branch.after + 1])) - 1
    kept = _own(branch.messages)
    if after == branch.after and len(kept) == len(branch.messages):
        return branch
    return replace(branch, after=after, messages=_numbered(kept, after + 1))


def _numbered(messages: Sequence[Message], first: int) -> tuple[Message, ...]:
    return tuple(
        message if message.index == index else replace(message, index=index)
        for index, message in enumerate(messages, start=first)
    )


def _followed(conversation: Conversation, branch: Branch, id: str) -> Conversation:
    """Make a conversation of a branch; the notices stay with the one it left."""
    shared = conversation.messages[: branch.after + 1]
    messages = (*shared, *_numbered(branch.messages, len(shared)))
    return replace(conversation, id=id, messages=messages, notices=(), branches=())
