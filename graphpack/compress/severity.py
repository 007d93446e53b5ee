"""Which lines tell of trouble: errors, warnings, exit codes. What is found here is never lost.

Too much is better than too little. A line counts unless all it says is that there was none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

import re2

from graphpack.patterns import compiled

__all__ = ["is_trouble", "places", "trouble"]

_WORDS = (
    r"error|exception|fail|fatal|panic|traceback|critical|severe|abort|denied|refused|reject"
    r"|killed|declined|warn|deprecated|deprecation|caused by|unhandled|uncaught|corrupt"
    r"|overflow|segfault"
    r"|segmentation|core dumped|deadlock|out of memory|oom|cannot|can't|could not|couldn't|unable"
    r"|did not|timed.?out|unreachable|not found|no such|undefined|unresolved|unrecognized|invalid"
    r"|violat|mismatch|conflict|forbidden|unauthori|expired|alert|emerg|npm err|rollback|crash"
    r"|unbound|unexpected|not permitted|permission|illegal|interrupted|terminated|unavailable"
    r"|disconnect|exceeded|exhausted|unsupported|❌|✗|✘|⚠|🛑"
    r"|vulnerabilit|\bleak|\bfault|\berr\b|\bcrit\b|\bbad\b|\blost\b|\bmissing\b|\bassert"
)
_EXITS = (
    r"exit(?:ed|s|ing)?(?: with)?[ :=]*(?:code|status|value)|code[ :=]+[1-9]\d{0,2}\b|exit[ :=]+\d"
    r"|returned? (?:non.?zero|[1-9])|\bsig(?:kill|term|segv|abrt|int|bus|ill|hup|fpe)\b|signal \d"
    r"|exit_?code|return code\b"
)
_STATUSES = (
    r"\bE\d{4} \d\d:|\bW\d{4} \d\d:|\bF\d{4} \d\d:"  # klog
    r"|\"level\": ?[4-6]0\b|\"level\": ?\"?[EW]\"?[,}]|\" 5\d\d |status[\"']?[=: ]+5\d\d\b"
    r"|(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S{1,400} 5\d\d\b|(?:^|[ \t])[EWF]/[\w.]{1,80}[(:]"
    r"|<[0-4]>|\b[45]xx\b"
)
_TROUBLE = re2.compile(f"(?m)(?i:{_WORDS}|{_EXITS})|{_STATUSES}".encode())

# "0 errors", "errors=0", "error: null": words of trouble that say there was none
_NONE = re2.compile(
    rb"(?i)\b(?:0|no|zero|without)(?: \w{1,20})? (?:error|exception|fail|warn|vulnerab)\w{0,20}"
    rb"|\b\w{0,30}(?:error|exception|fail|warn|abort|reject|refused|timed_?out)\w{0,20}[\"']?"
    rb"\s?[:=]\s?[\"']?(?:0(?:\.0{1,6})?%?(?:[^\w.]|$)|null\b|none\b|nil\b|false\b|\[\]|\"\")"
    rb"|\bexit(?:ed)?(?: with)?[ _:=]*(?:code|status)?[\"']?[ :=]+0\b"
)

# on a line of its own it is how the whole run ended, and that is worth knowing, zero or not
_ENDED = compiled(r"(?i)\W{0,4}(?:process |command |program |shell )?(?:exit|returned? code)")


def is_trouble(line: str) -> bool:
    """Tell whether a line speaks of an error, a warning or an exit code."""
    data = line.encode("utf-8", "surrogatepass")
    if _TROUBLE.search(data) is None:
        return False
    if _NONE.search(data) is None or _ENDED.match(line):
        return True
    return _TROUBLE.search(_NONE.sub(b" ", data)) is not None


def trouble(lines: Sequence[str]) -> list[int]:
    """Find the lines that speak of trouble.

    Args:
        lines: Of one text, without their ends.

    Returns:
        Their indices, rising. An exit code of zero counts as none.
    """
    # one pass over all lines: calling the matcher for each would cost more than matching
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    ends = list(accumulate(len(line) + 1 for line in data.split(b"\n")))
    found: list[int] = []
    at = 0
    while (hit := _TROUBLE.search(data, at)) is not None:
        index = bisect_right(ends, hit.start())
        line = data[ends[index - 1] if index else 0 : ends[index] - 1]
        if _NONE.search(line) is None or is_trouble(lines[index]):
            found.append(index)
        at = ends[index]
        if at >= len(data):
            break
    return found


def places(line: str) -> list[int]:
    """Find where in a line a word of trouble begins, rising; in characters."""
    data = line.encode("utf-8", "surrogatepass")
    if len(data) == len(line):
        return [hit.start() for hit in _TROUBLE.finditer(data)]
    found, at, chars = [], 0, 0
    for hit in _TROUBLE.finditer(data):
        chars += len(data[at : hit.start()].decode("utf-8", "replace"))
        at = hit.start()
        found.append(chars)
    return found
