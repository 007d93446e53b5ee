"""Tells the messages of a Claude Code session from those below prompts that were rewound.

A prompt was rewound where another one has the same parent: the last one written is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphpack.readers.branching import MAX_BRANCH_NODES, MAX_BRANCHES
from graphpack.readers.drafts import Abandoned, Draft


def split_branches(
    drafts: Sequence[Draft],
    parents: Mapping[str, str | None],
    prompts: Mapping[str, Sequence[str]],
) -> tuple[list[Draft], list[Abandoned]]:
    """Put the messages below rewound prompts apart.

    Args:
        drafts: In the order of the file.
        parents: Each record's parent, in the order of the file.
        prompts: The prompts below a record, by that record.

    Returns:
        What stays, and the branches in the order of the file. A branch of a branch begins with
        what it shares with that; where branches repeat too much, it does not.
    """
    roots = _roots(parents, prompts)
    kept: list[Draft] = []
    groups: dict[str, Abandoned] = {}
    room = MAX_BRANCH_NODES
    for draft in drafts:
        root = roots.get(draft.source_id or "")
        if root is None:
            kept.append(draft)
            continue
        if root not in groups:
            outer = groups.get(roots.get(parents.get(root) or "", ""))
            shared = outer.drafts[:room] if outer else []
            room -= len(shared)
            last = kept[-1] if kept else None
            groups[root] = Abandoned(outer.after if outer else last, shared)
        groups[root].drafts.append(draft)
    return kept, list(groups.values())[:MAX_BRANCHES]


def _roots(
    parents: Mapping[str, str | None], prompts: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Map the records below a prompt that was rewound to it: all but the last sibling."""
    roots = {uuid: uuid for siblings in prompts.values() for uuid in siblings[:-1]}
    if roots:
        for uuid, parent in parents.items():
            if parent in roots:
                roots.setdefault(uuid, roots[parent])
    return roots
