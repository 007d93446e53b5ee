"""How people say that something is not solved."""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.patterns import compiled

UNSOLVED = compiled(
    r"\b(?:no idea|not sure why|don(?:'|’)?t know why|unknown why"
    r"|still (?:fails?|failing|broken|happens|there|climbs|leaks|slow|not|open|crash\w*|wrong|missing)"
    r"|still (?:does|do|is|are|has|have|can|wo)(?:n['’]t|not|n’t)\b|still (?:get|see|have) (?:the|this|that|an?)\b"
    r"|(?:did|does)(?:n['’]t| not) (?:help|fix|solve)|(?:leave|keep)s? (?:it|this|that) open|same (?:error|problem) (?:again|as before)"
    r"|immer noch|noch (?:nicht (?:gelöst|behoben)|offen)|sigue (?:sin|fallando|abierto|igual)|todavía (?:falla|no)"
    r"|toujours (?:pas|en panne|le même)|ainda (?:não|falha|dá)|ancora (?:non|aperto)|(?:всё|все) ещё|по-прежнему"
    r"|not (?:fixed|solved|understood) yet|keine ahnung|ni idea|aucune idée|não sei|непонятно)\b"
    r"|还是不行|仍然|没解决|まだ直|原因不明|여전히",
    re.IGNORECASE,
)

POINTING = compiled(
    r"\b(?:it|that|this|es|das|dies\w*|lo|la|eso|esto|ça|cela|le|isso|isto|lo|questo|quello|это|его|её)\b|[这那]",
    re.IGNORECASE,
)
"""Means what was spoken of just before."""
