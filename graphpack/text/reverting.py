"""Whether a sentence takes a change back: «revert the cache change» after «switch to the cache».

It names no other thing that comes instead, and often not even the one that goes; what it means is
the last change that was ordered or proposed before it and has its words.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text import negations
from graphpack.text.dropped import is_argued
from graphpack.text.forbidding import STOPPED
from graphpack.text.lifting import said_keys

_READ_CHARS = 300

_ORDER = compiled(
    r"(?:^|[.,:;!—–-]\s*|\b(?:please|let['’]?s|we|we['’]ll|i|i['’]ll|i will|we will|then|and|so|want(?: you)? to|should|just|now)\s+)"
    r"(?:revert(?! to\b)|undo|roll(?:ing)? back(?! to\b)|back out|take back|reverse)\s+(?:again\s+)?(?P<x>[^.,;:!?\n]{1,60})"
    r"|\b(?:roll|take|put|change|turn|set|back)\s+(?P<x2>[^.,;:!?\n]{1,40}?)\s+back(?=\s*(?:[.,;:!]|$|please\b|now\b|again\b|then\b))"
    r"|\b(?:mach\w*|nimm\w*|nehmen wir|setz\w*|roll\w*|machen wir)\s+(?P<x3>[^.,;:!?\n]{1,60}?)\s+(?:wieder |bitte )*(?:rückgängig|zurück)\b(?!\s+(?:auf|zu)\b)"
    r"|(?:^|[.,:;!¡]\s*|\b(?:por favor|y|vamos a|mejor|sí|sim|e|quiero)\s+)(?:revierte|revertimos|revertir|reviértel[oa]|deshaz|deshacemos|deshacer|reverte|reverter|reverta|desfaz|desfazer|desfaça)\b\s*(?P<x4>[^.,;:!?\n]{0,60})"
    r"|(?:^|[.,:;!]\s*|\b(?:s['’]il te plaît|et|oui|puis|per favore|e|sì)\s+)(?:annule(?:z|ons)?|reviens sur|revenons sur|annulla(?:mo)?)\s+(?P<x5>[^.,;:!?\n]{1,60})"
    r"|\b(?:откати\w*|отмени\w*)\s+(?P<x6>[^.,;:!?\n]{1,60})"
    r"|(?:撤销|撤回|回滚|还原)(?P<x7>[^，。；！？,.;\n]{0,20})|(?P<x8>[^、。,.\n]{0,20}?)(?:の変更)?を元に戻",
    re.IGNORECASE,
)

_CHANGE = compiled(
    r"\b(?:switch|chang|mov|set|use|try|replac|add|mak|turn|rais|lower|increas|reduc|enabl|disabl|rewrit|renam|split|merg|put|bump|upgrad|go with|wrap|cut|cache|drop|remov)\w*\b"
    r"|\b(?:wechsel\w*|umstell\w*|stell\w*|nimm|nehmen wir|mach\w*|ersetz\w*|änder\w*|probier\w*|setz\w*|bau\w*|schalt\w*|benenn\w*)\b"
    r"|\b(?:cambi\w*|pas[ae]\w*|pon\w*|us[ae]\w*|prob\w+|muda\w*|troca\w*|añad\w*|adicion\w*|met\w+|chang\w*|ajout\w*|utilis\w*|remplac\w*|aggiung\w*|prov\w+|sostitu\w*)\b"
    r"|(?:смени|замени|поставь|добавь|перейд|используй)\w*|换|改|用|加|変え|使",
    re.IGNORECASE,
)

_CHANGES = "chan edit commi comm patc that this ever del das der die den all last late your our yet agai now plea back thin stuf work step tha umst wech änder comi letz alle dies cambi camb últi ulti todo esto este esta mudan modi tout dern изме посл"
_POINTED = frozenset(_CHANGES.split())
"""Beginnings of words by which a change is only pointed at."""


@lru_cache(maxsize=4096)
def taken_back(text: str) -> frozenset[str] | None:
    """Read which change a sentence takes back.

    Args:
        text: One sentence.

    Returns:
        Beginnings of the words it names that change by, none where it only points at it; None
        where it takes nothing back, or only asks, supposes or forbids to.
    """
    read = text[:_READ_CHARS]
    found = _ORDER.search(read)
    if found is None or read.rstrip().endswith(("?", "？")) or is_argued(read):
        return None
    if negations(read[: found.start()].rpartition(".")[2]) or negations(found.group()):
        return None
    named = next((name for name in found.groups() if name is not None), "")
    return frozenset(key for key in said_keys(named) - STOPPED if key[:4] not in _POINTED)


def is_change(text: str) -> bool:
    """Tell whether a sentence orders or proposes to change something.

    Args:
        text: One sentence.

    Returns:
        False for a question, and for what itself takes a change back.
    """
    read = text[:_READ_CHARS]
    is_asked = read.rstrip().endswith(("?", "？"))
    return not is_asked and bool(_CHANGE.search(read)) and _ORDER.search(read) is None
