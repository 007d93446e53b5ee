"""Makes JSON text inert: nothing in its strings acts on a chat, a page or a terminal it comes to.

What could is written as a JSON escape, so a parser gives back every character as it was: quotes
stay exact, and code stays code.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled
from graphpack.text.invisible import escaped

_TAGS = (
    r"/?(?:s|bos|eos|sys|system|user|assistant|developer|human|admin|script|style|iframe|svg|img"
    r"|transcript|conversation|documents?|context|data|messages|instructions?|important|override"
    r"|invoke|parameter|start_of_turn|end_of_turn"
    r"|(?:system|tool|function|untrusted|chat|user|search|hidden|important)[-_ ][\w-]{1,30}"
    r"|\w{1,12}:\w{1,30})\b"
)
_LIVE = compiled(rf"<(?=[|\uff5c]|<|!--|{_TAGS})|\[(?=/?inst\])|`(?=``)|~(?=~~)", re.IGNORECASE)
# a line break to some readers, a command to some terminals; JSON leaves these as they are
_CONTROL = compiled("[\x7f-\x9f\u2028\u2029]")


def inert(text: str) -> str:
    """Escape what is live in JSON text.

    None of it can stand outside of a string there.

    Args:
        text: JSON.

    Returns:
        JSON of the same value.
    """
    text = _CONTROL.sub(_escape, _LIVE.sub(_escape, text))
    return escaped(text)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
