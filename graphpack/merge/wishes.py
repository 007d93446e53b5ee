"""What people wish of the answers they get: tone, length, units, language, how times are written.

Each is one slot with one value at a time, and both values are known words: «warm» takes the place
of «terse» though no other word of the two wishes is the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text.dropped import is_turn

_WISH = compiled(
    r"\b(?:wants?|would like|prefers?|rather|please|keep|make|use|stick to|give|put|show"
    r"|display|report|write|answer|reply|respond|should|must|bitte|lieber|möchte\w*|halte\w*|schreib\w*|zeig\w*"
    r"|antworte\w*|nutze|préfère\w*|voudrais|veux|écri\w+|répond\w+|plutôt"
    r"|quiero|prefiero|usa|escribe|responde|mejor|quero|prefiro|use|escreva|responda|melhor|vorrei|preferisco|scrivi"
    r"|rispondi|meglio|хочу|пиши\w*|отвечай\w*|лучше|пожалуйста)\b|请|希望|用.{1,6}回答|してください|ほしい",
    re.IGNORECASE,
)
_ANSWERS = compiled(
    r"\b(?:answer|answers|reply|replies|response|responses|respond|tone|style|explanations?|summaries"
    r"|antworten?|antworte\w*|ton|stil|réponses?|répond\w+|style|respuestas?|responde|tono|estilo|respostas?|responda"
    r"|tom|risposte?|rispondi|stile|ответ\w*|отвечай\w*|тон|стиль)\b|回答|回复|语气|返答|口調|답변",
    re.IGNORECASE,
)
_TONES = compiled(
    r"\b(?:terse|brief|short|concise|succinct|detailed|long|verbose|thorough|playful|warm|formal|informal|casual|friendly"
    r"|light|lighthearted|serious|neutral|dry|humorous|funny|blunt|cheerful|knapp\w*|kurz\w*|ausführlich\w*|förmlich\w*"
    r"|locker\w*|sachlich\w*|brefs?|brèves?|concis\w*|détaillée?s?|formel\w*|breves?|concis[oa]s?|detallad[oa]s?"
    r"|formale?s?|cercan[oa]s?|curt[oa]s?|detalhad[oa]s?|formais|breve|brevi|dettagliat[aei]|formali|кратк\w+|коротк\w+"
    r"|подробн\w+|формальн\w+)\b|简短|简洁|详细|正式|轻松|簡潔|詳しく|丁寧",
    re.IGNORECASE,
)
_UNITS = compiled(
    r"\b(?:metric|imperial|metrisch\w*|imperial\w*|métriques?|impérial\w*|métric[oa]s?|metrich?e|метрическ\w+)\b"
    r"|公制|英制",
    re.IGNORECASE,
)
_LANGUAGES = compiled(
    r"\b(?:in|auf|en|em|in|на)\s+(english|german|french|spanish|portuguese|italian|russian|chinese|japanese|korean"
    r"|englisch|deutsch|französisch|spanisch|anglais|allemand|français|espagnol|inglés|alemán|francés|español|inglês"
    r"|alemão|português|inglese|tedesco|italiano|английском|русском|немецком)\b|用(中文|英文|英语|日语)",
    re.IGNORECASE,
)
_TIMES = compiled(
    r"\b(?:times?|timestamps?|clocks?|dates?|hours|schedules?|zeit(?:en|angaben?|stempel)?|uhrzeit(?:en)?|datum\w*"
    r"|heures?|horaires?|dates?|horas?|horarios?|fechas?|horários?|datas?|or[ae]|orari|врем[яе]\w*|даты?)\b"
    r"|时间|時刻|시간",
    re.IGNORECASE,
)
_ZONES = {
    "utc": r"utc|gmt|zulu time",
    "local": r"(?:your |my |our )?local(?: time)?(?= time|$|\W)|ortszeit|lokalzeit|heures? locales?|hora local|ora locale"
    r"|местно\w+ времен\w+",
    "central europe": r"cest?|mesz|mez|central european(?: summer)? time",
    "pacific": r"pacific|p[sd]?t",
    "mountain": r"mountain time|m[sd]t",
    "central": r"central time|c[sd]t",
    "eastern": r"eastern|e[sd]t",
}
_CLOCKS = {
    "24": r"24[- ]?(?:h|hours?|stunden|heures|horas|ore)",
    "12": r"12[- ]?hours?|am(?: and |/)pm",
}
_CURRENCIES = {
    "eur": r"euros?|eur",
    "usd": r"(?:us )?dollars?|usd",
    "gbp": r"gbp",
    "chf": r"franken|chf",
}
_PRICES = compiled(
    r"\b(?:prices?|amounts?|costs?|figures|totals?|preise?n?|beträge|kosten|prix|montants?|precios?|importes?"
    r"|preços?|valores|prezz[io]|import[io]|цен[аыу]\w*|сумм\w+)\b",
    re.IGNORECASE,
)

_SCOPE = compiled(
    r"^\W*(?:for|in|when|during|für|in|bei|wenn|pour|dans|quand|para|en|cuando|em|quando|per|nei|при|для|когда)\s[^,]{2,60},"
    r"|\b(?:only|except|unless|nur|außer|seulement|sauf|solo|sólo|salvo|só|exceto|tranne|только|кроме)\b",
    re.IGNORECASE,
)
"""A wish for some cases only leaves the other one standing."""

_PLACED = frozenset(("zone", "clock", "currency"))
_PURPOSE = compiled(
    r"\b(?:for|für|pour|para|per|для|voor)\s+(?!me\b|mich\b|us\b|uns\b)", re.IGNORECASE
)
"""What is written so in one place may be written otherwise in another."""

_OTHER_RULE = compiled(
    r"\b(?:no|not|never|without|nor|kein\w*|nicht|ohne|sans|pas|sin|nunca|sem|não|senza|non|без|не)\b"
    r"|[不没]|ない",
    re.IGNORECASE,
)


def is_wished_anew(newer: str, older: str) -> bool:
    """Tell whether a wish takes the place of an earlier one about the same slots.

    Args:
        newer: A summary, known to be said later.
        older: Another one.

    Returns:
        True where each slot of the older one has another value in the newer one, and neither
        holds for some cases only. Where the older one also forbids something, the newer one has to
        say that it turns round.
    """
    mine, theirs = wishes(newer), wishes(older)
    if not theirs or _SCOPE.search(newer) or _SCOPE.search(older):
        return False
    if _PLACED & theirs.keys() and (_PURPOSE.search(newer) or _PURPOSE.search(older)):
        return False
    if any(not mine.get(slot) or mine[slot] & given for slot, given in theirs.items()):
        return False
    return not _OTHER_RULE.search(older) or is_turn(newer)


@lru_cache(maxsize=4096)
def wishes(text: str) -> dict[str, frozenset[str]]:
    """List what a text wishes of answers.

    Args:
        text: A summary.

    Returns:
        Values by slot: ``tone``, ``units``, ``language``, ``zone``, ``clock`` and ``currency``,
        where there are some.
    """
    if not _WISH.search(text):
        return {}
    found = {"units": _said(_UNITS, text)}
    if _ANSWERS.search(text):
        found |= {"tone": _said(_TONES, text), "language": _said(_LANGUAGES, text)}
    if _TIMES.search(text):
        found |= {"zone": _called(_ZONES, text), "clock": _called(_CLOCKS, text)}
    if _PRICES.search(text):
        found["currency"] = _called(_CURRENCIES, text)
    return {slot: given for slot, given in found.items() if given}


def _said(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    return frozenset(found.group().casefold() for found in pattern.finditer(text))


def _called(values: dict[str, str], text: str) -> frozenset[str]:
    """List the values that a text calls by any of their names."""
    return frozenset(
        value
        for value, names in values.items()
        if re.search(rf"(?<![\w-])(?:{names})(?![\w-])", text, re.IGNORECASE)
    )
