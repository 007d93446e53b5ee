"""Which plans a person calls off: «forget the tent» after «I'll book the tent by Friday».

Nothing comes instead. Whatever was planned, wished for or promised with the thing falls; what only
tells of it, or asks for more beside it, stays.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text.corrections import Said
from graphpack.text.dropped import is_argued
from graphpack.text.forbidding import STOPPED
from graphpack.text.lifting import said_keys

MOST_BACK = 60
"""So many lines before it may have planned what is called off."""

MOST_NAMED = 12
"""What more lines name is what the talk is about, and no one plan of it."""

_MOST_KEYS = 3
_ASKED_BEFORE = 1

_OFF = compiled(
    r"(?:^|[.,;:!—–-]\s*|\b(?:then|so|ok(?:ay)?|and|let['’]?s|we|we['’]ll|i|i['’]ll|just|please|now|on|dann|also|wir|ich|entonces|pues|bueno|alors|bon|então|allora|тогда|ну)\s+)"
    r"(?:forget(?: about)?|scrap|ditch|never ?mind|call off|cancel|scratch|vergiss|vergessen wir|streichen? wir|streich\w*|sag\w*|olvid[ae]\w*|olvidemos|cancel[aoe]\w*|descart\w+|oubli(?:e|ez|ons)|laiss(?:e|ez|ons) tomber|annul(?:e|ons|ez)|j['’]annule|esque[çc]\w+|lascia(?:mo)? perdere|dimentica(?:mo)?|annull\w+|забудь(?:те|ем)?|отменя\w+|отмени\w*)\s+(?:um |de |do |da |про )?"
    r"(?P<x>[^.,;:!?\n]{2,40})"
    r"|^\W*(?:(?:ok(?:ay)?|so|then|well|gut|bueno|bon|bom|va bene|ладно)\W+)*(?:no|kein(?:e[nr]?)?|sin|pas de|plus de|sem|niente|без)\s+(?P<x2>[^.,;:!?\n]{2,30}?)\s*,?\s+(?:then|after all|anymore|dann|also|entonces|alors|finalement|então|allora|тогда)\b"
    r"|^\W*(?:(?:ok(?:ay)?|so|then|well)\W+)*(?:the )?(?P<x3>[\w ]{2,30}?) (?:is|are) (?:off|cancelled|canceled|out)(?=\s*(?:[.,;!]|then\b|$))"
    r"|(?:取消|不要|别管|算了)(?P<x4>[^，。；！？,.;\n]{1,12})(?:了|吧)",
    re.IGNORECASE,
)
_KEPT = compiled(
    r"\b(?:not|n['’]t|never|nicht|kein\w*|no|ne|pas|não|non|не|want(?:s|ed)? to|can|could|would|might|may|if|wenn|si|se|если)\W+(?:\w+\W+)?$",
    re.IGNORECASE,
)
_NOTHING = compiled(
    r"\W*(?:need|problem\w*|idea|rush|worr\w+|doubt|chance|way|change\w*|more|other|one|news|hurry|reason|ide[ae]|problema?|prisa|duda)\b",
    re.IGNORECASE,
)
_ABOUT = compiled(
    r"\s+(?:today|tomorrow|tonight|now|then|for now|altogether|completely|heute|morgen|dann|ab|hoy|mañana|entonces|alors|demain|hoje|amanhã|oggi|domani|сегодня|завтра)\b.*$",
    re.IGNORECASE,
)
_PLANNED = compiled(
    r"\b(?:i['’]?(?:ll|d)|i will|we['’]?(?:ll|d)|we will|let['’]?s|we (?:do|could|can|should|need|want|take|get|rent|buy|book)|could|should|i (?:want|like|need|can)|please|can you|could you|plan\w*|book\w*|order\w*|rent\w*|hire|ich (?:\w+ )?(?:buche|bestelle|miete|nehme|hole|kümmere|mache|besorge)|wir (?:\w+ )?(?:nehmen|mieten|brauchen|machen|buchen|bestellen|könnten|sollten)|könnten wir|bitte"
    r"|reserv\w+|compr\w+|alquil\w+|podr[ií]amos|necesitamos|yo (?:me encargo|llevo)|por favor|louer\w*|on (?:prend|loue|pourrait|fait)|je (?:réserve|prends|loue|m['’]occupe)|alug\w+|vamos|precisamos|prenot\w+|affitt\w+|potremmo|prendiamo|заказ\w+|забронир\w+|возьм[уёе]\w*|давай\w*|надо|нужн\w+)\b|订|租|买|要|予約|借り|買",
    re.IGNORECASE,
)
_BESIDE = compiled(
    r"\b(?:and|also|und|auch|y|también|et|aussi|e|também|anche|и|также|plus)\b|和|以及",
    re.IGNORECASE,
)
_TOLD_OFF = compiled(r"\b(?:cancel\w*|off|forget|no longer|instead|statt)\b", re.IGNORECASE)
_ASKS = compiled(
    r"\b(?:can|could|will|would) you\b|\b(?:kannst|könntest) du\b|\bpuedes\b|\btu peux\b|\bpode\b|\bpuoi\b|можешь|请你|お願い",
    re.IGNORECASE,
)
_TAKES_ON = compiled(
    r"^\W*(?:yes|sure|ok(?:ay)?|will do|ja|klar|sí|claro|vale|oui|sim|sì|certo|да|хорошо|好|はい)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def called_off(text: str) -> frozenset[str]:
    """Read what a sentence calls off.

    Args:
        text: One sentence.

    Returns:
        Beginnings of the words that name it; none where nothing is called off by its name.
    """
    read = text[:300]
    if read.rstrip().endswith(("?", "？")):
        return frozenset()
    found = _OFF.search(read)
    if found is None or is_argued(read):
        return frozenset()
    named = next((name for name in found.groups() if name is not None), "")
    if _KEPT.search(read[: found.start()]) or _NOTHING.match(named):
        return frozenset()
    keys = said_keys(_ABOUT.sub("", named)) - STOPPED
    return keys if len(keys) <= _MOST_KEYS else frozenset()


def fallen_plans(lines: Sequence[Said]) -> dict[int, int]:
    """Find the plans that a person calls off later.

    Args:
        lines: Sentences in order.

    Returns:
        For an earlier line the later one that calls off what it plans.
    """
    found: dict[int, int] = {}
    for at, line in enumerate(lines):
        keys = called_off(line.text) if line.is_order else frozenset()
        if not keys:
            continue
        first = max(at - MOST_BACK, 0)
        naming = [back for back in range(first, at) if keys <= said_keys(lines[back].text)]
        if len(naming) > MOST_NAMED:
            continue
        for back in naming:
            if lines[back].message < line.message and _is_plan(lines[back].text):
                for one in (back, *_asked(back, lines)):
                    found.setdefault(one, at)
    return found


def _is_plan(text: str) -> bool:
    is_asked = text.rstrip().endswith(("?", "？")) and not _ASKS.search(text)
    return not (is_asked or _BESIDE.search(text) or _TOLD_OFF.search(text)) and bool(
        _PLANNED.search(text)
    )


def _asked(answer: int, lines: Sequence[Said]) -> Iterator[int]:
    """What was asked of somebody just before they took the plan on: «can you book it?»."""
    if not _TAKES_ON.match(lines[answer].text):
        return
    for back in range(answer - 1, -1, -1):
        if lines[answer].message - lines[back].message > _ASKED_BEFORE:
            return
        said = lines[back]
        if said.message == lines[answer].message or not _ASKS.search(said.text):
            continue
        if not said_keys(said.text).isdisjoint(said_keys(lines[answer].text)):
            yield back
