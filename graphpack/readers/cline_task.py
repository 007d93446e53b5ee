"""Joins the two files of a Cline or Roo Code task: what the model was sent, what the window showed.

The first has what tools brought in full; the second every word a person typed. Nothing here knows
a file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphpack.model.conversation import Origin, Role, Text
from graphpack.readers.assembly import Draft
from graphpack.readers.cline_text import mentions
from graphpack.readers.cline_ui import Row

_KEY_CHARS = 300
_MAX_SEARCHES = 200
_FIRST = 3
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Sent:
    """A draft, and the number of the message of the API history it is from, from 0."""

    draft: Draft
    number: int


def merge(sent: Sequence[Sent], rows: Sequence[Row]) -> list[Draft]:
    """Put what only the window shows of a person's words into the history.

    Args:
        sent: The history.
        rows: The window's rows.

    Returns:
        The history's drafts, with what was missing in its place.
    """
    missing = _missing(sent, [row for row in rows if _is_human(row.draft)])
    numbers = [one.number for one in sent]
    times = _times(sent)
    placed: dict[int, list[Draft]] = {}
    for row in missing:
        at = len(sent)
        if row.after is not None:
            at = bisect_right(numbers, row.after)
        elif row.draft.at:
            at = bisect_right(times, row.draft.at)
        placed.setdefault(at, []).append(row.draft)
    found: list[Draft] = []
    for at, one in enumerate(sent):
        found += [*placed.get(at, ()), one.draft]
    return found + placed.get(len(sent), [])


def is_related(sent: Sequence[Sent], rows: Sequence[Row]) -> bool:
    """Tell two files of one task from files of two tasks that lie together.

    Args:
        sent: The history.
        rows: The window's rows.

    Returns:
        False where neither of the person's first words in the window is in the history.
    """
    said = "\n".join(_key(one.draft) for one in sent if _is_human(one.draft))
    keys = [_key(row.draft) for row in rows if _is_human(row.draft)][:_FIRST]
    return not said or not any(keys) or any(key in said for key in keys if key)


def _missing(sent: Sequence[Sent], rows: Sequence[Row]) -> list[Row]:
    """Find the rows whose words the history does not have, each of its messages used once."""
    said = [_key(one.draft) for one in sent if _is_human(one.draft)]
    left = Counter(said)
    whole = "\n".join(said)
    missing: list[Row] = []
    for row in rows:
        key = _key(row.draft)
        if left[key] > 0:
            left[key] -= 1
        elif key and (len(missing) >= _MAX_SEARCHES or key not in whole):
            missing.append(row)
    return missing


def _is_human(draft: Draft) -> bool:
    return draft.role is Role.USER and draft.origin is Origin.MAIN


def _key(draft: Draft) -> str:
    text = " ".join(part.text for part in draft.parts if isinstance(part, Text))
    return " ".join(mentions(text))[:_KEY_CHARS]


def _times(sent: Sequence[Sent]) -> list[datetime]:
    """Give the drafts' times so that none goes back; one without is as late as the one before."""
    times: list[datetime] = []
    for one in sent:
        last = times[-1] if times else _NEVER
        times.append(max(one.draft.at or last, last))
    return times
