"""The shapes of log lines: what stays of a line when the values that change are masked.

An own masking pass, not a template miner: drain3 takes a quarter of a second for 5,000 lines
where this takes some 20 ms, and pins versions of its dependencies that are years old.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.patterns import compiled

__all__ = ["VALUE", "shapes"]

VALUE = "#"
"""Stands for a value that changes from line to line."""

_DIGITS = str.maketrans("123456789", "0" * 9)
_NUMBER = compiled(r"0[0\w.:+-]*")
_JOINED = compiled(r"(?<![\w-])[\w-]*+#[#\w:.,+-]*")
_HEX = compiled(r"\b[0-9a-f]{8,}\b")
_QUOTED = compiled(r"\"[^\"\n]{1,200}\"(?![\"':])")
_MAX_SHAPES = 400
_MAX_WORDS = 40


def shapes(lines: Sequence[str]) -> list[str]:
    """Give each line its shape; alike lines have equal ones.

    Args:
        lines: Without their ends.

    Returns:
        One shape for each line: its words, ``VALUE`` for those that change.
    """
    if not lines:
        return []
    masked = _NUMBER.sub(VALUE, "\n".join(lines).translate(_DIGITS)).split("\n")
    # the costly masks see each different line once
    finer = {rough: _finer(rough) for rough in dict.fromkeys(masked)}
    merged = _merge(list(dict.fromkeys(finer.values())))
    return [merged[finer[rough]] for rough in masked]


def _finer(shape: str) -> str:
    shape = _JOINED.sub(VALUE, _HEX.sub(VALUE, shape))
    return shape.strip()


def _merge(found: list[str]) -> dict[str, str]:
    """Join the shapes that differ in one word only, such as the name of a component.

    Each shape is filed under what is left of it without one word; so no two are ever compared.
    """
    merged = {shape: shape for shape in found}
    if not 1 < len(found) <= _MAX_SHAPES:
        return merged
    files: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for shape in found:
        words = tuple(shape.split())
        if 4 <= len(words) <= _MAX_WORDS:
            for at in range(len(words)):
                files.setdefault((at, (*words[:at], *words[at + 1 :])), []).append(shape)
    for (at, rest), members in files.items():
        alone = [shape for shape in members if merged[shape] == shape]
        if len(alone) > 1:
            joined = " ".join((*rest[:at], VALUE, *rest[at:]))
            for shape in alone:
                merged[shape] = joined
    return merged
