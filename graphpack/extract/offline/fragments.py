"""Finds what says nothing without its neighbour: «Wait.», «Query:», «Reverted.», «That fixed it.».

Nobody can go on from such a piece, so it is not carried; a lead-in is, before what it leads to.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.units import Kind, Unit
from graphpack.patterns import compiled
from graphpack.text import is_wide

MAX_LEAD_WORDS, MAX_LEAD_CHARS = 5, 12
"""A lead-in of more words (characters in wide script) says something of its own."""

_PAUSE = compiled(
    r"\A\W*+(?:(?:oh|ah|no|hm+|ok(?:ay)?|nein|ach|ay)\W+)?(?:wait(?: a (?:minute|moment|second|sec))?|hold on|hang on|one (?:moment|second|sec|minute)|just a (?:moment|second)|let me (?:see|think|check|look)|warte(?: mal| kurz)?|moment(?: mal)?|einen moment|sekunde|espera(?: un (?:momento|segundo))?|un momento"
    r"|attends(?: un peu)?|un instant|espere|aspetta(?: un attimo)?|un attimo|подожди(?:те)?|секунду|минутку|等等|等一下|稍等|ちょっと待って(?:ください)?|待って|잠깐만?)\W*",
    re.IGNORECASE,
)
_BARE_DONE = compiled(
    r"\A\W*+(?:(?:ok(?:ay)?|all|so)\W+)?(?:done|reverted|fixed|committed|pushed|merged|saved|updated|changed|removed|added|deployed|finished|erledigt|fertig|gemacht|zurückgesetzt|behoben|hecho|listo|revertido|arreglado|fait|terminé|corrigé|annulé|feito|pronto|revertido|fatto|ripristinato|готово|сделано|исправлено|完成|已完成|好了|できました|完了|완료)(?: now| jetzt| ya)?\W*",
    re.IGNORECASE,
)
_THAT_WORKED = (
    r"(?:that|this|it|das|es|eso|esto|ça|cela|isso|questo)\s(?:(?:has|hat|a|ha)\s)?(?:(?:did|fixed|solved|worked|works|helped|was|does)(?:\s(?:it|that|the (?:trick|job|problem|issue)))?"
    r"|(?:geholfen|funktioniert|war['’]?s|klappt|funcionó|funciona|ayudó|lo (?:arregló|resolvió)|marche|a marché|réglé|funcionou|resolveu|funziona|risolto|помогло|сработало))"
)
_WORKED = compiled(rf"\A\W*+{_THAT_WORKED}(?:\s(?:now|jetzt|ya))?\W*", re.IGNORECASE)
_WORKED_SO = compiled(
    rf"^\W*(?:(?:ok(?:ay)?|great|perfect|super|genial|yes|ja|sí)[,.!]?\s)?{_THAT_WORKED}\s*[,;:—–]\s+(?=\S+\s\S)",
    re.IGNORECASE,
)
_NEXT_STEP = compiled(
    r"\W*(?:next(?: up)?|now|als nächstes|nächster schritt|siguiente|ahora|ensuite|maintenant|próximo passo|agora|prossimo passo|ora|далее|дальше|теперь|下一步|接下来|次)\s*[:：]\s*(?:\S+\s*){1,3}",
    re.IGNORECASE,
)
_PUTS_OFF_BARELY = compiled(
    r"\W*(?:(?:ok(?:ay)?|so|well|then|for now|gut|also|dann|bueno|vale|entonces)[,.!]?\s+)?(?:let['’]?s |let us |(?:we|i)(?:['’]ll| will| can| should)? |please )?(?:leave|keep|park|postpone|put off|decide|settle|defer|move|do|shelve|revisit|lass(?:en wir|t uns| uns)?|verschieben wir|vertagen wir|klären wir|entscheiden wir|dejamos|dejemos|aplazamos|posponemos|vemos|laissons|reportons|on verra|deixamos|adiamos|lasciamo|rimandiamo|оставим|отложим)"
    r"(?:lo|la)?\s(?:it|that|this|these|those|them|das|es|dies|eso|esto|lo|la|ça|cela|isso|isto|questo|это|его)\b"
    r"|^\W*(?:das|es|dies) (?:lassen|klären|verschieben|vertagen|entscheiden) wir\b|^\W*(?:eso )?(?:lo (?:dejamos|dejemos|aplazamos|posponemos|vemos|decidimos)|dejémoslo|veámoslo)\b|^\W*(?:on )?(?:la|le|ça) (?:laisse|verra|reporte)\b",
    re.IGNORECASE,
)


def puts_off_barely(line: str) -> bool:
    """Tell whether a line puts off what it only points at.

    Args:
        line: A plain line.

    Returns:
        True for «let's leave that open until Friday»: what, was said just before.
    """
    return _PUTS_OFF_BARELY.match(line) is not None


def fragments(units: Sequence[Unit], around: Surroundings) -> frozenset[int]:
    """Find the units that say nothing by themselves.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        Their indices.
    """
    last = around.exchanges - 1
    return frozenset(
        at
        for at, unit in enumerate(units)
        if unit.kind == Kind.SENTENCE
        and not unit.act
        and (
            is_bare(plain(unit.text))
            # what comes next is news only at the end
            or (
                around.placed[unit.message].exchange != last
                and not around.is_human(unit)
                and is_next_step(plain(unit.text))
            )
        )
    )


def is_bare(line: str) -> bool:
    """Tell whether a line says nothing without its neighbour.

    Args:
        line: A plain line.

    Returns:
        True for a pause, a bare «done» or «that fixed it», and a lead-in of few words.
    """
    if any(whole.fullmatch(line) for whole in (_PAUSE, _BARE_DONE, _WORKED)):
        return True
    return line.endswith((":", "：")) and _is_short(line)


def leading(units: Sequence[Unit], bare: frozenset[int]) -> frozenset[int]:
    """Find the lead-ins among pieces that say nothing, which may stand before what they lead to.

    Args:
        units: All units, in order.
        bare: What `fragments` found.

    Returns:
        Indices of those that prose follows in the same message; code says nothing of its lead-in.
    """
    return frozenset(
        at
        for at in bare
        if plain(units[at].text).endswith((":", "："))
        and at + 1 < len(units)
        and units[at + 1].message == units[at].message
        and units[at + 1].kind not in {Kind.CODE, Kind.OUTPUT}
    )


def is_next_step(line: str) -> bool:
    """Tell whether a line only announces what comes next, in a few words.

    Args:
        line: A plain line.

    Returns:
        True for «Next: the timer».
    """
    return _NEXT_STEP.fullmatch(line) is not None


def _is_short(line: str) -> bool:
    if is_wide(line):
        return len(line) <= MAX_LEAD_CHARS
    return len(line.split()) <= MAX_LEAD_WORDS


def without_nod(line: str) -> str:
    """Drop «that fixed it,» from before what came of it.

    Args:
        line: A plain line.

    Returns:
        The rest, where it says something by itself; else the line.
    """
    found = _WORKED_SO.match(line)
    return line[found.end() :] if found else line
