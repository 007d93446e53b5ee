"""Matters that are named in several words: what kind of value is set, and of what.

«Keep the project's spend under 300 dollars now» sets anew what «Project budget cap: $800» set. The
words differ; the matter (money of the project) and the kind of value (an amount) are the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.merge.reading import stem
from graphpack.merge.statement import Statement, statement
from graphpack.patterns import compiled

_CLASSES = {
    "when": (
        "deadline due date launch release ship shipping go-live golive timing schedule frist termin"
        " stichtag échéance sortie fecha plazo lanzamiento entrega prazo lançamento data scadenza"
        " lancio срок дата релиз запуск"
    ),
    "money": (
        "budget spend spending cost costs expense expenses cap ceiling price kosten ausgaben preis"
        " obergrenze coût dépense dépenses plafond prix presupuesto gasto gastos coste precio tope"
        " orçamento despesa despesas custo preço spesa spese costo prezzo бюджет расходы цена лимит"
    ),
    "name": (
        "name named codename call called calling label title designated known heißt genannt nom"
        " nombre llama llamado nome chamado chiamato название имя называется"
    ),
    "duty": (
        "on-call oncall pager duty rotation shift support escalation owner owns own bereitschaft"
        " schichtdienst astreinte garde guardia turno plantão reperibilità дежурный дежурство"
    ),
    "branch": "branch rebase rebased development trunk zweig branche rama ramo ветка",
    "secret": (
        "password passphrase passcode pin code passwort kennwort codewort contraseña clave senha"
        " parola пароль код"
    ),
}
_MATTERS = {stem(word): name for name, said in _CLASSES.items() for word in said.split()}
_AMOUNT = (
    r"[$€£¥₽]\s?\d++(?:[.,]\d++)*+"
    r"|(?<![\d.,])\d++(?:[.,]\d++)*+\s?"
    r"(?:[$€£¥₽]|(?:usd|eur|dollars?|euros?|pounds?|рубл\w+|euro)\b)"
    r"|\b(?:hundred|thousand|million)s?\s(?:dollars|euros|pounds)\b"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_KINDS = {
    "amount": compiled(_AMOUNT, re.IGNORECASE),
    "date": compiled(
        rf"\b(?:\d{{4}}-\d\d-\d\d|\d\d-\d\d|{_MONTH}\s\d{{1,2}}|\d{{1,2}}\.?\s{_MONTH})\b",
        re.IGNORECASE,
    ),
    "code": compiled(r"\b[A-Za-z]{3,}-\d{2,}\b"),
    "path": compiled(r"(?<![\w/.])[a-z][\w-]{0,100}/[\w-]+(?![\w/.])"),
    "person": compiled(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b"),
}
_CHANGED = compiled(
    r"\b(?:now|new|changed|moved|rotated|rotation|renewed|updated?|switched|rebased|took over"
    r"|jetzt|neue?[rsn]?|nun|maintenant|nouve\w+|ahora|nuev\w+|agora|nov[oa]|adesso|nuov\w+|теперь"
    r"|нов\w+)\b|现在|改为|新",
    re.IGNORECASE,
)
_LEAST_SHARED = 2
_PASSING = frozenset(
    stem(word)
    for word in ("old", "new", "previous", "former", "current", "active", "latest", "main")
)
"""Say which one in time, not which one of several."""


def is_set_anew(newer: str, older: str) -> bool:
    """Tell whether a text sets a matter anew that another one set in other words.

    Args:
        newer: A summary, known to be said later.
        older: Another one.

    Returns:
        True where the newer one says that something changed, both give one value of one kind, and
        they share the matter and a word of its own, with no word that makes it another matter.
    """
    if not _CHANGED.search(newer):
        return False
    kinds = values(newer).keys() & values(older).keys()
    if not any(values(newer)[kind] != values(older)[kind] for kind in kinds):
        return False
    one, other = statement(newer), statement(older)
    mine, theirs = _keys(one), _keys(other)
    shared = (mine & theirs) - _values_of(newer, kinds) - _values_of(older, kinds)
    is_one_matter = any(key in _CLASSES for key in shared)
    return is_one_matter and len(shared) >= _LEAST_SHARED and not _is_qualified(one, other)


@lru_cache(maxsize=4096)
def values(text: str) -> dict[str, frozenset[str]]:
    """List the values a text gives, by kind.

    Args:
        text: A summary.

    Returns:
        ``amount``, ``date``, ``code``, ``path`` and ``person``, where there are some.
    """
    found = {kind: frozenset(known.findall(text)) for kind, known in _KINDS.items()}
    return {kind: given for kind, given in found.items() if given}


def _keys(one: Statement) -> frozenset[str]:
    matters = {_MATTERS[key] for key in one.words if key in _MATTERS}
    # of a path, what it stands below is a word of the matter
    folders = {name.split("/")[0] for name in one.names if "/" in name}
    return one.words | matters | folders


def _values_of(text: str, kinds: frozenset[str] | set[str]) -> frozenset[str]:
    said = " ".join(" ".join(sorted(values(text)[kind])) for kind in sorted(kinds))
    return statement(said).words


def _is_qualified(one: Statement, other: Statement) -> bool:
    """Tell whether a word before the matter makes it another one: «hosting costs»."""
    for kind, head in one.pairs:
        matter = _MATTERS.get(head)
        is_other = kind not in other.words and kind not in _PASSING
        if matter and _MATTERS.get(kind) != matter and is_other:
            return True
    return False
