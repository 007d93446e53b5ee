"""Which lines of Markdown stand in fenced code, where fences may be left open by a cut answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphpack.patterns import compiled

_FENCE = compiled(r"\s{0,12}(`{3,}|~{3,})\s*([^`]*)$")


def code_lines(lines: Sequence[str], is_mark: Callable[[int], bool]) -> list[bool]:
    """Tell the lines in fenced code from the others.

    A fence that was never closed ends at the first speaker's mark after it: an answer that was
    cut in its code must not hide the rest of the conversation. It shows by the end of the text,
    or by a fence with a language inside of it, which cannot be the closing one.

    Args:
        lines: The text.
        is_mark: Tells by its number whether a line may be a speaker's mark.

    Returns:
        One flag for each line; the fences themselves are code.

    Source:
        CommonMark 0.31, fenced code blocks.
    """
    flags = [False] * len(lines)
    opened: tuple[str, int] | None = None
    start = 0
    marks: list[int] = []
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if opened is None:
            if fence:
                opened, start, marks = (fence[1][0], len(fence[1])), number, []
        elif fence and (fence[1][0], len(fence[1])) >= opened and fence[1][0] == opened[0]:
            if not fence[2].strip():
                _flag(flags, start, number + 1)
                opened = None
            elif marks and len(fence[1]) == opened[1]:
                _flag(flags, start, marks[0])
                start, marks = number, []
        elif is_mark(number):
            marks.append(number)
    if opened is not None:
        _flag(flags, start, marks[0] if marks else len(lines))
    return flags


def _flag(flags: list[bool], start: int, end: int) -> None:
    for number in range(start, end):
        flags[number] = True
