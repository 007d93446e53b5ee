"""Whether «never», «always» or «don't» tells how things are rather than how they are to be.

«About a fifth of the letters never arrive» lays nothing down: its subject is a thing, nobody is
told to do anything, and what is denied just happens or fails to. An order stands at the head of its
clause, names those whom it binds, or says «must».
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from graphpack.patterns import compiled

_SUBJECT_CHARS = 120
"""So far back from the word that denies its subject is looked for."""

_NO_OBJECT = r"(?=\s*(?:[.,;:!?)–—]|$)|\s+(?:at|on|in|to|into|for|after|before|when|if|until|again|since|and|but|because|either|properly|correctly|completely|from|back|up)\b)"
_HAPPENS = (
    r"(?:reach(?:es)?|arrives?|appears?|shows? up|turns? up|happens?|occurs?|comes? (?:back|through|up|in|out|on)|gets? (?:through|there|to|past|into|back|sent|called|written|delivered|saved)"
    r"|makes? it|ends?|succeeds?|wakes? up|reacts?|lands?|takes? effect|(?:works?|loads?|starts?|stops?|opens?|closes?|finish(?:es)?|completes?|returns?|responds?|renders?|connects?|fires?|updates?|matches|match|stays?|holds?)"
    + _NO_OBJECT
    + r")"
)
_FAILS = r"(?:fails?|crash(?:es)?|hangs?|breaks?|freezes?|times? out|vanish(?:es)?|disappears?|gets? (?:lost|stuck|dropped|cut)|comes? (?:back|out) (?:empty|wrong|late)|errors? out|loses?|leaks?)"
_DENIES = r"(?:never|(?:do|does)(?: not|n['’]t))"
_OFTEN = r"(?:always|(?:almost|nearly) always|constantly|every time)"

_TOLD = compiled(
    rf"(?P<en>\b(?:{_DENIES}(?: even| really| quite)? {_HAPPENS}|{_OFTEN} {_FAILS}|only (?:{_FAILS}|happens?|occurs?))\b(?! any ?more\b))"
    # began to go wrong: a thing does so by itself
    r"|(?P<began>\b(?:start(?:s|ed)|began|begins|keeps?|kept) (?:\w+ly )?(?:dropping|losing|skipping|crashing|failing|hanging|leaking|timing out|missing|vanishing|disappearing|duplicating|swallowing|ignoring|corrupting|freezing|flickering|deleting|removing)\b)"
    r"|(?P<gone>\b(?:vanish(?:es|ed)?|disappear(?:s|ed)?|(?:gets?|got|are|is|were|was) lost|go(?:es)? missing|went missing)\b)"
    r"|(?P<de>\b(?:komm(?:t|en)|lande(?:t|n)|erschein(?:t|en)|erreich(?:t|en)|tauch(?:t|en)|funktionier(?:t|en)|ende(?:t|n)) (?:[^\s,.;:!?]+ ){0,5}?(?:nie(?:mals)?|nicht)\b"
    r"|\b(?:schlägt|schlagen|stürz(?:t|en)|fehl(?:t|en)|verschwinde(?:t|n)|bricht|brechen|häng(?:t|en)) (?:[^\s,.;:!?]+ ){0,3}?(?:immer|stets|ständig)\b)"
    r"|(?P<es>\b(?:nunca|no) (?:llega(?:n|ron)?|llegó|aparece[n]?|terminan?|acaban?|responden?|funcionan?|salen?|vuelven?)\b|\bsiempre (?:fallan?|dan? error|se (?:caen?|cuelgan?|pierden?|bloquean?|rompen?))\b)"
    r"|(?P<pt>\b(?:nunca|não) (?:chegam?|aparecem?|terminam?|respondem?|funcionam?|voltam?)\b|\bsempre (?:falham?|travam?|caem|cai|quebram?|dão erro|dá erro)\b)"
    r"|(?P<fr>\bn['’](?:arriven?t?|apparaît|apparaissent|aboutit|aboutissent) (?:pas|jamais)\b|\bne (?:marchen?t?|fonctionnen?t?|reviennent|revient|répond|répondent|finit|finissent|démarren?t?) (?:pas|jamais)\b|\b(?:échoue(?:nt)?|plante(?:nt)?|se bloque(?:nt)?) toujours\b)"
    r"|(?P<it>\bnon (?:arriva(?:no)?|appare|appaiono|funziona(?:no)?|finisce|finiscono|torna(?:no)?|risponde|rispondono) mai\b|\b(?:fallisce|falliscono|si (?:blocca|rompe|pianta)(?:no)?) sempre\b)"
    r"|(?P<ru>\bникогда не (?:доход\w+|приход\w+|появля\w+|загружа\w+|работа\w+|заверша\w+|отвеча\w+)|\bвсегда (?:пада\w+|лома\w+|висн\w+|завис\w+))"
    r"|(?P<wide>(?:总是|一直|永远)(?:失败|报错|崩溃|超时|卡住|丢失|不出现|到不了)|(?:必ず|常に|いつも)(?:失敗|落ち|止ま|エラー)|항상 (?:실패|오류))",
    re.IGNORECASE,
)
_BEGUN = compiled(r"(?:start|began|begins|keep|kept)", re.IGNORECASE)
_MEASURED = compiled(
    r"(?:^|[.,;:!?–—]\s*|\b(?:that|and|but|dass|und|aber|que|y|pero|et|mais|e|ma|mas)\s+|: )"
    r"(?:(?:(?:about|around|roughly|nearly|almost|over|etwa|rund|ungefähr|fast|unos?|unas|casi|cerca de|environ|presque|quase|circa|quasi)\s+)?"
    r"(?:some|most|half|many|several|a (?:few|third|quarter|fifth|tenth|handful|lot)|one in|(?:two|three|four|five|six|seven|eight|nine|ten) of|every (?:second|third|fourth|other)|manche|einige|viele|die hälfte|ein (?:drittel|viertel|fünftel|zehntel)|jede[rs]? (?:zweite|dritte|vierte)|algun[oa]s|much[oa]s|la mitad|un (?:tercio|cuarto)|cada (?:segundo|tercer)"
    r"|certain[es]?s|la moitié|alguns|algumas|metade|alcun[ei]|metà|\d[\d.,]{0,20}+\s?%|\d[\d.,]{0,20}+ (?:of|out of|von|der|de|des|sur|di|su)\b))"
    r"(?P<what>[^.,;:!?\n–—]{0,80}?\b)(?P<word>never|always|do(?:es)?(?: not|n['’]t)|nie(?:mals)?|immer|nicht|nunca|siempre|jamais|toujours|sempre|mai)\b",
    re.IGNORECASE,
)
"""What is said of a counted part of something is counted, not laid down."""

_PAST = compiled(
    r"\b(?:the|our|my|your|his|her|its|their|this|that|these|those|it|he|she|they|i|we|\d+)\b[^.,;:!?\n–—]{0,60}?"
    r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!['’]s )(?<!['’]re )(?P<word>never|always) (?:was|were|had|got|went|came|saw|did|ran|gave|took|left|found|(?!\w*(?:eed|bed|shed|shred)\b)(?!allowed|required|needed|permitted|expected|preferred|limited|supposed)\w{3,}ed)\b"
    r"|\b(?:has|have|had|was|were) (?P<perfect>never|always)\b(?! (?:to|be)\b)",
    re.IGNORECASE,
)
_CLAUSE = compiled(r"[.,;:!?\n–—()\"“”«»]")
_ASIDE = compiled(r"\([^()]*\)")
_BOUND = compiled(
    r"\b(?:must|should|shall|may|might|can(?:not)?|could|has to|have to|needs? to|ought|make sure|ensure|so that|want|wants|let|if|when|whenever|until|unless|once|rule|policy"
    r"|muss|müssen|soll\w*|darf|dürfen|damit|wenn|falls|sobald|bis|sorg\w*|debe\w*|tiene[n]? que|hay que|para que|si|cuando|hasta|doit|doivent|pour que|quand|deve\w*|têm? que|para que|se|quando|devono|affinché|должн\w+|чтобы|если|когда)\b",
    re.IGNORECASE,
)
# whom an order is for, or what opens one: none of these is a thing
_NO_THING = compiled(
    r"(?:^|\b(?:we|you|us|everyone|everybody|anyone|nobody|and|but|or|so|then|please|also|just|ok(?:ay)?|to|again|remember|again|wir|ihr|du|sie bitte|bitte|und|aber|also|dann|por favor|y|o|pero|e|ou|mas|ma|et|mais|nous|vous|on|и|но|мы|вы))\s*$",
    re.IGNORECASE,
)
_FROM_NOW = compiled(
    r"\b(?:from now on|at all times|as a rule|our rule|the rule|ab jetzt|ab sofort|künftig|a partir de ahora|de ahora en adelante|désormais|dorénavant|a partir de agora|d['’]ora in poi|отныне|впредь)\b",
    re.IGNORECASE,
)
_SUBJECT_BEHIND = frozenset(("es", "pt", "fr", "it", "ru", "wide"))
"""Here the subject may stand behind the verb, whose form tells an order apart."""


@lru_cache(maxsize=16384)
def without_told(text: str) -> str:
    """Leave out the words that look like an order and only tell how things are.

    Args:
        text: A statement.

    Returns:
        The text with a space for each of them; the text itself where there are none.
    """
    faults = _faults(text)
    spans = sorted({*faults, *_beside(text, faults)})
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


@lru_cache(maxsize=16384)
def without_begun(text: str) -> str:
    """Leave out what a thing began to do by itself, as «started dropping rows».

    Args:
        text: A statement.

    Returns:
        The text with a space for each; nobody gives anything up there.
    """
    spans = [span for span in _faults(text) if _BEGUN.match(text, *span)]
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


@lru_cache(maxsize=16384)
def tells_fault(text: str) -> bool:
    """Tell whether a text tells that something does not happen, or goes wrong, by itself.

    Args:
        text: A statement.

    Returns:
        True for «a fifth of the letters never arrive»; False for an order, and for what is only
        supposed or wished.
    """
    return bool(_faults(text))


def _faults(text: str) -> list[tuple[int, int]]:
    """Where a text tells that something goes wrong."""
    found: list[tuple[int, int]] = []
    if _FROM_NOW.search(text):
        return found
    for told in _TOLD.finditer(text):
        before = _before(text, told.start())
        is_told = told.lastgroup in _SUBJECT_BEHIND or not _NO_THING.search(before)
        if is_told and not _BOUND.search(before):
            found.append(told.span())
    return found


def _beside(text: str, faults: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where else a text only tells: of a counted part, or of what is past."""
    if _FROM_NOW.search(text):
        return []
    taken = {at for span in faults for at in range(*span)}
    words = [
        told.span("word") for told in _MEASURED.finditer(text) if not _BOUND.search(told["what"])
    ]
    for told in _PAST.finditer(text):
        span = told.span("word") if told["word"] else told.span("perfect")
        if not _BOUND.search(_before(text, span[0])):
            words.append(span)
    return [span for span in words if span[0] not in taken]


def _before(text: str, at: int) -> str:
    """What stands before a place in the same clause."""
    read = _ASIDE.sub(" ", text[max(at - _SUBJECT_CHARS, 0) : at])
    ends = [match.end() for match in _CLAUSE.finditer(read)]
    return read[ends[-1] :] if ends else read
