"""Writes what was measured about safety as Markdown, between the marks of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MARKS = ("<!-- made by make security -->", "<!-- end -->")
FOUND_RATIO = 0.99
"""Share of its placements from which a family counts as detected."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One family's canaries.

    Args:
        set: Which generators made them.
        family: Of the secret, or the kind of document.
        placements: Canaries times surroundings.
        found: Of these, those of which nothing is left.
    """

    set: str
    family: str
    placements: int
    found: int

    @property
    def is_detected(self) -> bool:
        """Whether nearly all of them were found."""
        return self.found >= FOUND_RATIO * self.placements


def secrets_table(
    tried: Sequence[Tried], surroundings: int, notations: int, more_notations: int
) -> str:
    """Write the canaries as Markdown: a line per set, then the families that lost any.

    Args:
        tried: All of them.
        surroundings: In which those of the first set were put.
        notations: In which those of the second were.
        more_notations: In which those of the third were.

    Returns:
        The table.
    """
    titles = {
        "first": f"families × {surroundings} surroundings",
        "second": f"tokens × {notations} notations",
        "third": f"tokens of a third set × {more_notations} notations",
        "documents": "documents, commands, sayings",
        "attacks": "ways to get a secret past a search",
        "harmless": "harmless kinds of text, left as they are",
    }
    lines = [
        "| canaries | detected / tried | placements found / tried | share |",
        "|---|---:|---:|---:|",
    ]
    for name, title in titles.items():
        rows = [one for one in tried if one.set == name]
        found, placements = sum(one.found for one in rows), sum(one.placements for one in rows)
        detected = sum(one.is_detected for one in rows)
        lines.append(
            f"| {title} | {detected} / {len(rows)} | {found} / {placements} "
            f"| {found / placements:.2%} |"
        )
    lost = [
        f"{one.family} ({one.found} of {one.placements})" for one in tried if not one.is_detected
    ]
    return "\n".join([*lines, "", f"Below {FOUND_RATIO:.0%}: {', '.join(lost) or 'none'}."])


def real_table(measured: dict[str, Any]) -> str:
    """Write what was measured on real conversations as Markdown."""
    rows = {
        "text read, MB": measured["text_mb"],
        "hits": measured["hits"],
        "of these secrets indeed": measured["judged_secrets"],
        "**false hits per MB**": f"**{measured['false_hits_per_mb']:.2f}**",
        "MB of text a second, the messages of conversations": measured["mb_per_s_by_message"],
        "MB of text a second, in one text": measured["mb_per_s_in_one_text"],
        "times as long as parsing the same texts as JSON": measured["times_as_long_as_parsing"],
        "times as long as `re` looking for nine digits": measured["times_as_long_as_one_pattern"],
    }
    return "\n".join(
        ["| on real conversations | |", "|---|---:|", *(f"| {k} | {v} |" for k, v in rows.items())]
    )


def rows_table(rows: Sequence[dict[str, Any]]) -> str:
    """Write another measure's rows as Markdown; of a list the length."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines = [f"| {' | '.join(one.replace('_', ' ') for one in columns)} |"]
    lines.append("|---|" + "---:|" * (len(columns) - 1))
    for row in rows:
        found = (row.get(column, "") for column in columns)
        cells = (len(cell) if isinstance(cell, list) else cell for cell in found)
        lines.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return "\n".join(lines)


def filled(document: str, sections: Mapping[str, str]) -> str:
    """Put sections between a document's marks.

    Args:
        document: What stands outside of the marks is kept, and each section that is not given.
        sections: By title; in their order, before those that are there only.

    Returns:
        The document.
    """
    before, mark, rest = document.partition(MARKS[0])
    inside, end, after = rest.partition(MARKS[1])
    there = dict(part.split("\n", 1) for part in inside.split("\n### ")[1:])
    whole = {**there, **sections}
    text = "\n\n".join(f"### {title}\n\n{body.strip()}" for title, body in whole.items())
    if not mark or not end:
        raise SystemExit(f"security: the document has no {MARKS[0]} … {MARKS[1]}")
    return f"{before}{mark}\n\n{text}\n\n{end}{after}"
