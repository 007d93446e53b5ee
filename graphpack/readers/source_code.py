"""Tells source code from text: a program that is packed as if somebody had said it is misread.

Its name alone decides nothing, for people keep conversations in files of any name; nor do its lines,
for a message may be a piece of a program.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled

_NAMES = compiled(
    r"\.(?:py|pyi|js|mjs|cjs|jsx|ts|tsx|java|kt|kts|go|rs|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|lua|pl|sh|bash|zsh|sql|r|jl|dart|ex|exs|erl|hs|clj|css|scss|vue|svelte)$",
    re.IGNORECASE,
)
_CODE = compiled(
    r"\s*+(?:(?:from \S+ )?import \S|(?:export |async |pub |public |private |protected |static )*(?:def|class|func|fn|function|interface|struct|enum|impl|trait|type|namespace|module|package|const|let|var|val)\s+[\w$<(*]"
    r"|#(?:include|define|if|ifdef|endif|!/)|@\w++(?:\(|$)|(?:if|for|while|switch|elif|else|try|except|catch|finally|with|match)\b[^.?!]*[:{]\s*$|(?:return|yield|raise|throw|break|continue|pass|end)\b(?:[^.?!]*[;)\]}\w\"'])?$"
    r"|[\w.$\[\]\"'>-]++\s*+(?::[\w\[\], |.\s]++)?(?:=|\+=|:=|<-)\s*+\S|[\w.$:>-]++\(|[{}()\[\]]++[;,]?\s*+$|[rbfu]{0,2}[\"'].*[\"'][,)]*\s*$|[\w.]++,\s*+$|.*[(\[{,]\s*$|.*[;{}]\s*$|(?:CREATE|SELECT|INSERT|ALTER|DROP|FROM|WHERE) \S)"
)
_COMMENT = compiled(r"\s*(?:#|//|/\*|\*|--|\"\"\"|''')")
_BLOCK = compiled(r"\"\"\".*?(?:\"\"\"|\Z)|/\*.*?(?:\*/|\Z)", re.DOTALL)
_MIN_LINES = 3
_SHARE = 0.6
_READ_LINES = 400


def is_source_code(name: str, head: str) -> bool:
    """Tell whether a text is a program.

    Args:
        name: Of its file.
        head: Its beginning.

    Returns:
        True where its name is a program's and most of its lines are code.
    """
    if not _NAMES.search(name):
        return False
    bare = _BLOCK.sub("\n", head)
    lines = [line for line in bare.split("\n")[:_READ_LINES] if line.strip()]
    told = [line for line in lines if not _COMMENT.match(line)]
    if len(told) < _MIN_LINES:
        return False
    return sum(1 for line in told if _CODE.match(line[:300])) >= _SHARE * len(told)
