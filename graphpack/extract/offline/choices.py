"""Reads which of several options a reply names: «2», «option b», «the second one», «1 and 3».

A number or letter is a choice only where the words around it say so: «2 questions», «a bug» and
«the first thing I saw» choose nothing, «not option 1» chooses something else.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text.dropped import is_argued

LAST = "last"
"""Named as the last one, whatever its number."""

MAX_REPLY_CHARS = 480
"""Only the beginning of a reply says what was chosen."""

_NOUN = (
    r"(?:(?<![^\W_])(?:option(?:s|en|nen)?|choice|variante?|plan|approach|alternative|opci[oó]n|opciones|opção"
    r"|opções|opzione|вариант[а-я]?)(?![^\W\d_])|方案|选项|選択肢|案|プラン|옵션)"
)
_END = r"(?![A-Za-z0-9_]|[.,:]\d|['’-]\w)"
# «plan a release»: a small «a» is mostly an article
_NAMED = compiled(
    rf"{_NOUN}\s*+(?:[#№]\s*+)?[(（«\"]?"
    rf"(\d{{1,2}}|(?-i:[A-H]|[b-h]|a(?!\s+[a-z])|(?<=option )a|[一二三四])){_END}",
    re.IGNORECASE,
)
_MORE = compiled(
    rf"\s*(?:,|&|\+|/|、|和|と|(?:and|und|y|e|et|и)(?=\s))\s*(?:{_NOUN}\s*)?"
    rf"(\d{{1,2}}|[a-hA-H]){_END}(?!\s+(?:days?|weeks?|hours?|minutes?|times?|more)\b)",
    re.IGNORECASE,
)
_INTRO = (
    r"\W*(?:(?:yes|yeah|ok(?:ay)?|please|let['’]?s|go|going|with|use|take|do|pick|choose|prefer|want"
    r"|i(?:['’]?(?:d|ll))?|so|then|also|dann|entonces|alors|então|allora|тогда|那|would|will|like|vote|say|for|number|no\.|nr\.|ja|nehmen|wir|ich|nehme|lieber"
    r"|sí|sim|prefiero|prefiro|vamos|con|com|oui|prenons|да|давай|лучше|选|選|用|我|就)[\s,:]*+)*"
)
_GOES_ON = (
    r"\s+(?:please|pls|and|but|with|without|is|looks|sounds|seems|then|thanks|bitte|und|aber|mit|ohne"
    r"|por favor|pero|sin|mas|sem|mais|avec|sans|s['’]il|но|без|пожалуйста)(?!\w)"
)
_BARE = compiled(
    rf"{_INTRO}[#№(（\[]?\s*+(\d{{1,2}}|[a-hA-H])(?:"
    rf"[)）\]]?[.:]?\s*$|[)）\].:]\s*(?:$|(?={_GOES_ON}))|[,;!。，、！](?!\d)"
    rf"|\s*(?:番|号|吧|呢|でお願い|にし|で(?=\W*$)|번|으로|로)|(?={_GOES_ON})|(?=\s*(?:&|\+|和|と)))",
    re.IGNORECASE,
)
_ORDINALS = {
    "first": "1", "1st": "1", "former": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3",
    "fourth": "4", "4th": "4", "fifth": "5", "last": LAST, "latter": LAST,
    "erste": "1", "zweite": "2", "dritte": "3", "vierte": "4", "letzte": LAST,
    "premier": "1", "première": "1", "deuxième": "2", "seconde": "2", "troisième": "3",
    "primera": "1", "primero": "1", "segunda": "2", "segundo": "2", "tercera": "3", "tercero": "3",
    "última": LAST, "último": LAST, "primeira": "1", "primeiro": "1", "terceira": "3",
    "prima": "1", "primo": "1", "seconda": "2", "secondo": "2", "terza": "3", "ultima": LAST,
    "первый": "1", "второй": "2", "третий": "3", "последний": LAST,
}  # fmt: skip
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_ORDERED = rf"(?P<ord>{_ORDINAL})(?:n|s|r)?"
_ORDERED_NOUN = (
    r"(?:one|option|choice|approach|variant|version|solution|proposal|alternative|suggestion"
    r"|variante|lösung|möglichkeit|opción|alternativa|propuesta|opção|proposta|opzione|soluzione"
    r"|solution|вариант)"
)
_NTH = compiled(
    rf"(?<!\w){_ORDERED}\s+{_ORDERED_NOUN}(?!\w)"
    rf"|^{_INTRO}(?:(?:the|die|der|das|den|la|el|lo|le|a|o|il)\s+)?(?<!\w)(?P<only>{_ORDINAL})(?:n|s|r)?"
    r"\W*(?:(?:please|bitte|por favor|s['’]il vous plaît|пожалуйста)\W*)?$",
    re.IGNORECASE,
)
_NTH_WIDE = compiled(
    r"第\s*([一二三四1-4])\s*(?:个|個|種|种|项|方案|条|条路|选项|套|の案|案|の方法|の方|$)"
    r"|([一二三四1-4])(?:つ目|番目)"
)
_WIDE_DIGITS = {"一": "1", "二": "2", "三": "3", "四": "4"}
# an own list answers questions one by one, or states new things
_OWN_LIST = compiled(r"^\W*(?:1|[aA])[.):]\s.*?\s\W?(?:2|[bB])[.):]\s", re.DOTALL)
_AGAINST = compiled(
    r"(?:\b(?:not|no|don['’]?t|instead of|rather than|over|drop|without|skip|except|against"
    r"|nicht|kein\w*|statt|sin|não|sem|pas|au lieu de|не|вместо)\s+(?:\w+\s+){0,2}"
    r"|(?:不要|不用|不选|别|而不是)\s*)$",
    re.IGNORECASE,
)
_FOR = compiled(
    r"\b(?:go(?:ing)? (?:for|with)|let['’]?s (?:do|use|take|go)|take|use|pick|choose|chose|prefer"
    r"|switch(?:ing)? to|nehmen wir|wir nehmen|ich nehme|prefiero|usemos|vamos con|prenons|берём"
    r"|берем|давай)\s+(?:\w+\s+){0,2}$"
    r"|(?:选择?|選|用|采用)\s*$",
    re.IGNORECASE,
)
_CHANGING = compiled(
    r"\b(?:instead(?! of)|after all|rather|actually|changed my mind|on second thoughts?"
    r"|switch(?:ing)? to|change to|then (?:let['’]?s|we|i)|so (?:let['’]?s|we)|so no"
    r"|doch|lieber|stattdessen|umentscheiden|mejor|en cambio|al final|finalement|plutôt|melhor"
    r"|afinal|invece|meglio)\b"
    r"|лучше|вместо|还是|改成|改用|やっぱり|代わりに",
    re.IGNORECASE,
)
_OPENING = compiled(r"([^.,;:!?\n]{1,40}[.,;:!])\s+\S")
_CLAUSE = compiled(r"[,.;:!?，。；！？—]")


def opening_labels(text: str) -> tuple[str, ...]:
    """Read which options a reply names by its first words alone, whatever follows them.

    Args:
        text: A person's message.

    Returns:
        The labels of «Option 2. We keep …» or «2. No other port»; none for a list of one's own.
    """
    line = " ".join(text[:MAX_REPLY_CHARS].split())
    opening = _OPENING.match(line)
    if opening is None or _OWN_LIST.match(text[:MAX_REPLY_CHARS]):
        return ()
    return chosen_labels(opening[1])


@lru_cache(maxsize=4096)
def chosen_labels(text: str) -> tuple[str, ...]:
    """Read which options a reply names.

    Args:
        text: A person's message.

    Returns:
        Numbers and letters as they label the options, in order, or ``last``; none where the reply
        names none, asks about one, or leaves open which of several it means.
    """
    line = " ".join(text[: 2 * MAX_REPLY_CHARS].split())[:MAX_REPLY_CHARS]
    if line.endswith(("?", "？")):
        return ()
    named = _named(line)
    if named:
        return named
    if _NAMED.search(line) or _OWN_LIST.match(text[:MAX_REPLY_CHARS]):
        return ()
    bare = _BARE.match(line)
    if bare:
        labels = (bare[1].lower(), *_more(line, bare.end(1)))
        # a small «a» or «e» before a word is a word itself, in one language or another
        is_word = bare[1] in "ae" and line[bare.end(1) :][:1].isspace()
        if len(labels) > 1 or not is_word:
            return labels
    return _nth(line)


def named_labels(text: str) -> tuple[str, ...]:
    """Read which options a text speaks of, whatever it says of them.

    Args:
        text: A person's message in one line.

    Returns:
        The labels in order, each once: of «what about option 2», but not of a mere «2».
    """
    found = (_WIDE_DIGITS.get(match[1], match[1].lower()) for match in _NAMED.finditer(text))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def switched_labels(text: str) -> tuple[str, ...]:
    """Read which option a sentence changes to: «we do option 2 instead», «doch lieber Variante B».

    Args:
        text: One sentence of a person.

    Returns:
        Its label; none where the sentence only speaks of an option, or asks about it.
    """
    line = " ".join(text[:MAX_REPLY_CHARS].split())
    if not _CHANGING.search(line) or is_argued(line):
        return ()
    labels = _named(line)
    return labels if len(labels) == 1 and _NAMED.search(line) else ()


def _named(line: str) -> tuple[str, ...]:
    """Options called by that name: those decided for, or the only one there is."""
    wanted: list[tuple[str, ...]] = []
    others: list[tuple[str, ...]] = []
    for match in _NAMED.finditer(line):
        before = _CLAUSE.split(line[: match.start()])[-1]
        if _AGAINST.search(before):
            continue
        label = _WIDE_DIGITS.get(match[1], match[1].lower())
        labels = (label, *_more(line, match.end(1)))
        (wanted if _FOR.search(before) else others).append(labels)
    found = list(dict.fromkeys(wanted or others))
    first = found[0] if found else ()
    return first if all(set(labels) <= set(first) for labels in found) else ()


def _more(line: str, at: int) -> tuple[str, ...]:
    found = []
    while match := _MORE.match(line, at):
        found.append(match[1].lower())
        at = match.end()
    return tuple(found)


def _nth(line: str) -> tuple[str, ...]:
    found = []
    for match in _NTH.finditer(line):
        if not _AGAINST.search(_CLAUSE.split(line[: match.start()])[-1]):
            found.append(_ORDINALS[(match["ord"] or match["only"]).lower()])
    for match in _NTH_WIDE.finditer(line):
        if not _AGAINST.search(line[: match.start()]):
            found.append(_WIDE_DIGITS.get(match[1] or match[2], match[1] or match[2]))
    return tuple(found) if len(set(found)) == 1 else ()
