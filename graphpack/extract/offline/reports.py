"""Tells a report from what it looks like: what a document holds, how a thing stands.

«The summary is in notes/move.md: fault, new route, costs» names no fault; «the kiln holds forty
plates» is nobody's goal, though it was said at the very start.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.patterns import compiled

MAX_ITEM_WORDS = 6
"""What a document is about is listed in few words each."""

_SPEAKER = compiled(r"^[^:\n]{1,60}: ")
_DOCUMENT = (
    r"(?:description|report|summary|notes?|docs?|document(?:ation)?|write-?up|runbook|changelog|readme|guide|manual|post-?mortem|minutes|draft|proposal|letter|mail|beschreibung|bericht|zusammenfassung|notiz(?:en)?|protokoll|entwurf|anleitung|dokument(?:ation)?"
    r"|informe|resumen|notas?|documento|borrador|guía|acta|rapport|résumé|compte rendu|brouillon|relatório|resumo|rascunho|rapporto|riassunto|bozza|relazione|отч[её]т|описание|черновик|[^\s:]{1,80}\.(?:md|txt|rst|adoc|pdf|docx?|odt|html|tex))"
)
_HOLDS = r"(?:covers?|describes?|documents|explains?|lists?|lays out|summari[sz]es|goes through|beschreibt|erklärt|umfasst|nennt|behandelt|describe|explica|resume|enumera|décrit|explique|liste|descreve|lista|descrive|spiega|elenca|описывает|объясняет|перечисляет)"
_CONTENTS = compiled(
    rf"\b{_DOCUMENT}\b[^.:：!?\n]{{0,80}}?(?:\b{_HOLDS}\s+(?P<told>\S[^\n]*)|(?:\S{{1,120}}\.\w{{1,5}})?[`\"'»”]?\s?(?:[:：]\s+|\()(?P<listed>\S[^\n]*))",
    re.IGNORECASE,
)
# (blanks are entered at their start alone: else a long run takes the square of its length)
_ITEM = compiled(r"(?:(?<!\s)\s++(?:[,;，、；]|(?:and|und|y|et|e|и)\s)|[,;，、；])\s*+")
_FINITE = compiled(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|fails?|failed|ist|sind|war|hat|es|está|son|est|sont|é|são|è|sono|была?|были)\b|n['’]t\b",
    re.IGNORECASE,
)

_STANDS = (
    r"(?:is|are|was|were|has|have|had|takes?|took|lasts?|runs?|costs?|weighs?|holds?|contains?|returns?|shows?|vanish(?:es)?|disappears?|fails?|crash(?:es)?"
    r"|ist|sind|war|waren|hat|haben|dauert|läuft|laufen|kostet|kosten|liegt|liegen|está|están|son|tiene|tienen|tarda|tardan|cuesta|cuestan|est|sont|prend|dure|coûte|é|são|tem|demora|custa|è|sono|ha|dura|costa)"
)
_STATE = compiled(
    r"\W*(?:(?:ok(?:ay)?|so|well|hi|hello|hey|hallo|hola|right now|currently|at the moment|today|derzeit|aktuell|actualmente)[,.!]?\s+){0,2}"
    r"(?:(?:the|our|my|this|that|these|those|its?|there|each|both|der|die|das|unser\w*|mein\w*|es|el|la|los|las|nuestr[oa]s?|mi|le|les|notre|nos|nossas?|nossos?|il|gli|nostr[oa])\s(?:[^\s,;:!?]+\s){0,6}?"
    r"|(?!(?:what|how|why|which|who)\b)(?-i:[A-ZÄÖÜ])[\w-]*\s(?:(?!(?:me|us|it|what|how|why|which|who|that|if|whether|the|a|an|all)\b)[\w-]+\s)?)"
    rf"{_STANDS}\b(?!\s+to\b)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_NONE = compiled(
    r"\W*(?:no|keine?n?|ningun[ao]?|ningún|sin|aucune?|nenhuma?|nessun[oa]?)\s", re.IGNORECASE
)
_WISH = compiled(
    r"\b(?:goals?|aims?|objectives?|purpose|tasks?|ziele?|aufgabe|objetivos?|tarea|objectifs?|obiettiv[oi]|цель|задача|needs?|wants?|should|must|would|could|hope|wish|help|instead|brauch\w*|muss|müssen|soll\w*|könnt\w*|hilf\w*|necesit\w*|debe\w*|quisiera|ayud\w*|faut|besoin|aide\w*|precis\w*|ajud\w*|serve|bisogn\w*|aiut\w*|нужно|надо|помог\w*)\b",
    re.IGNORECASE,
)


def without_contents(line: str) -> str:
    """Leave out what a document is said to hold.

    Args:
        line: A worded statement.

    Returns:
        The line up to the list of what the document is about; the line itself where it tells more
        than that.
    """
    found = _CONTENTS.search(line)
    if found is None:
        return line
    held = found["told"] or found["listed"]
    items = [item for item in _ITEM.split(held) if item.strip()]
    is_list = found["told"] is not None or len(items) > 1
    is_bare = all(len(item.split()) <= MAX_ITEM_WORDS for item in items)
    if not is_list or not is_bare or _FINITE.search(held):
        return line
    return line[: found.start("told" if found["told"] else "listed")]


def is_state(line: str) -> bool:
    """Tell whether a line only says how a thing stands.

    Args:
        line: A worded statement, with or without who says it.

    Returns:
        False for what is asked or wished for, in whichever words.
    """
    said = _SPEAKER.sub("", line)
    if said.endswith(("?", "？")) or _WISH.search(said):
        return False
    found = _STATE.match(said)
    rest = found["rest"] if found else said if _NONE.match(said) else None
    return rest is not None and not has_cue(rest, Cue.GOAL, Cue.REQUEST)
