"""Drawn file trees: every directory with the number of its files, and their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.listings import listing_elisions
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "Trees"]

_NODE = compiled(r"([│|┃\s]{0,256}?)(?:[├└┣┗╰|`+]\s?[─━-]{1,3}┬?[\s\u00a0]?)")
# in a tree of packages what stands at the top is what the project itself asks for
_PACKAGE = compiled(r"\S@v?\d|\sv\d+\.|\s\(\d+\.\d")
_TROUBLE = ("[error", "ermission denied", "[recursive")
_LISTED_FILES = 2
_ENDS_FROM = 5


@dataclass(slots=True)
class _Directory:
    """A directory as it is drawn.

    Args:
        at: Where its name begins; for the text before the first directory, 0.
        name_end: Where its name ends.
        depth: How deep it stands.
        files: Names of the files right in it, in order.
    """

    at: int
    name_end: int
    depth: int
    files: list[str] = field(default_factory=list)


class Trees:
    """Leaves out the files of a tree, or of a listing, but for their number and their ends."""

    name = "trees"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten a drawn tree, a list of paths or a listing.

        Args:
            text: What ``tree``, ``find``, ``git ls-files``, ``ls -l`` or ``ls -R`` prints.
            level: ``summary`` names the first and last file of each directory.
            focus: Paths; an entry that is one of them, or ends one, stays.

        Returns:
            The text with all its directories and fewer files.
        """
        lines = lines_of(text)
        drawn = sum(_NODE.match(line.text) is not None for line in lines)
        if drawn * 2 > len(lines):
            found = _drawn(text, lines, level, focus)
        else:
            found = listing_elisions(lines, level=level, focus=focus)
        return shorten(text, found, kind=Kind.TREE, level=level)


def _drawn(text: str, lines: Sequence[Line], level: Level, focus: Sequence[str]) -> list[Elision]:
    """Join what stands between one kept name and the next into one elision."""
    depths = [_depth(line.text) for line in lines]
    top = min((depth for depth in depths if depth), default=0)
    open_at: list[_Directory] = []
    kept: list[_Directory] = []
    for at, line in enumerate(lines):
        depth = depths[at]
        if depth is None:
            kept.append(_Directory(line.start, line.start + len(line.text), -1))
            open_at = []
            continue
        name = _NODE.sub("", line.text, count=1) if depth else line.text
        while open_at and open_at[-1].depth >= depth:
            open_at.pop()
        below = depths[at + 1] if at + 1 < len(lines) else None
        is_directory = name.rstrip().endswith("/") or (below is not None and below > depth)
        is_direct = depth == top and _PACKAGE.search(name) is not None
        if is_directory or not open_at or is_direct or _stays(name, focus):
            start = line.start + len(line.text) - len(name)
            node = _Directory(start, line.start + len(line.text), depth)
            kept.append(node)
            if is_directory:
                open_at.append(node)
        else:
            open_at[-1].files.append(name)
    return _elisions(text, kept, level)


def _depth(line: str) -> int | None:
    """Count the columns before a node's name; 0 for a root; None for a line that is no node."""
    node = _NODE.match(line)
    if node:
        return node.end() // 2 or 1
    is_root = bool(line.strip()) and " " not in line.strip() and not line[0].isspace()
    return 0 if is_root else None


def _stays(name: str, focus: Sequence[str]) -> bool:
    if any(word in name for word in _TROUBLE):
        return True
    bare = name.strip()
    return in_focus(bare, focus) or any(path.endswith("/" + bare) for path in focus)


def _elisions(text: str, kept: Sequence[_Directory], level: Level) -> list[Elision]:
    files = sum(len(one.files) for one in kept)
    if not files:
        return []
    found: list[Elision] = []
    depths = sorted({one.depth for one in kept if one.depth >= 0})
    ranks = {depth: rank for rank, depth in enumerate(depths)}
    for at, one in enumerate(kept):
        end = kept[at + 1].at if at + 1 < len(kept) else len(text.rstrip("\n"))
        below = kept[at + 1] if at + 1 < len(kept) else None
        if end <= one.name_end or max(one.depth, below.depth if below else -1) < 0:
            continue
        said = _said(one.files, level)
        if not found:
            said += " " + mark(files, "files counted by directory")
        marker = said if below is None else said + "\n" + " " * ranks.get(below.depth, 0)
        found.append(Elision(one.name_end, end, marker, len(one.files) or 1, "files", "counted"))
    return found


def _said(files: Sequence[str], level: Level) -> str:
    if not files:
        return ""
    if level == "summary" and len(files) <= _LISTED_FILES:
        return f" ({', '.join(files)})"
    if level == "summary" and len(files) >= _ENDS_FROM:
        return f" ({len(files)}: {files[0]} … {files[-1]})"
    return f" ({len(files)})"


COMPRESSOR = Trees()
