"""Lines that a program printed about trouble, told from prose and code that only speaks of it."""

from __future__ import annotations

from graphpack.patterns import compiled

__all__ = ["is_shout"]

_SHOUT = compiled(
    r"(?:^|[\s\[|:(\"'])(?:ERROR|FATAL|WARN(?:ING)?|CRITICAL|SEVERE|PANIC|FAIL(?:ED|URE)?|Traceback)\b"
    r"|\bERR! |\*\*\* .{0,200}\bError \d"
    r"|^\s*(?:[Ee]rror|[Ff]atal|[Ww]arning|[Pp]anic|[Cc]aused by)\b[:\[(]"
    r"|^E {2,}\S|^\s*[A-Za-z_][\w.]{0,80}(?:Error|Exception)\b:? "
    r"|\b[Ee]xit(?:ed)?\b.{0,20}\b(?:code|status)\b"
)


def is_shout(line: str) -> bool:
    """Tell whether a line is a message of trouble or an exit code.

    Args:
        line: One line, however it came to stand in a text.
    """
    return _SHOUT.search(line) is not None
