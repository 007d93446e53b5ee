"""Words by which a line says what kind of statement it is: a fault, work that is left."""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.extract.offline.phrases import BLOCKED
from graphpack.patterns import compiled

FAULT = compiled(
    r"\b(?:root cause|culprit)\b"
    r"|\b(?:the|real|actual|main|another|this|critical|big) (?:bug|issue|problem|fault|gap|catch)\b"
    r"(?: (?:is|was|here|with|in)\b|:)"
    r"|(?:^|[:.—–-] )(?:bug|issue|problem|fault|regression)(?: #?\d{1,3})?\b(?: \([^)]{1,40}\))?:"
    r"|\b(?:fail(?:s|ed)|breaks|broke|crash(?:es|ed)|hangs|leaks|panics|errors out|collides?) "
    r"(?:with|because|when|on|in|if|for)\b"
    r"|\b(?:is|are|was|were) (?:broken|wrong|missing|ignored|lost|untested|unused|dead code)\b"
    r"|\bno test coverage\b|\b(?:never|not) (?:captured|handled|updated|called|checked|protected)\b"
    r"|\b(?:lacks|misses) (?:the|an?)\b"
    r"|\b(?:fehler|ursache|problem) (?:ist|war|liegt)\b|\bschlägt fehl\b|\bist kaputt\b"
    r"|\b(?:el|la) (?:error|fallo|problema|causa) (?:es|era|está)\b|\bno funciona\b"
    r"|\bo (?:erro|problema) (?:é|era|está)\b|\bnão funciona\b"
    r"|\b(?:l['’]erreur|le (?:bug|problème)|la cause) (?:est|était|vient)\b"
    r"|\bil problema (?:è|era)\b|\bnon funziona\b"
    r"|\b(?:ошибка|проблема|причина) (?:в|была)\b|\bне работает\b"
    r"|(?:问题|原因|根因)(?:是|在于|出在)|(?:原因|問題)は",
    re.IGNORECASE,
)
"""Names something as wrong, whoever says it and whether or not it was put right."""

ASKS_FOR = compiled(
    r"\b(?:he|she|they) (?:wants?|needs?|asks? for|insists? on|would like) (?!to know\b)"
    r"|\b(?:er|sie) (?:will|möchte|wollen|braucht|verlangt) (?!wissen\b)|\b(?:él|ella|ellos) (?:quiere|quieren|pide|piden|necesita)\b|\b(?:il|elle|ils) (?:veut|veulent|demande)\b"
    r"|\b(?:ele|ela|eles) (?:quer|querem|pede)\b|\b(?:lui|lei|loro) (?:vuole|vogliono|chiede)\b|\b(?:он|она|они) (?:хочет|хотят|просит)\b",
    re.IGNORECASE,
)
"""What a person passes on as somebody's wish."""

LEFT_HEADING = compiled(
    r"\W*(?:(?:still |what is |what['’]s )?(?:open|left|pending|remaining|outstanding|to ?do|unresolved|untested)|(?:open|remaining|unresolved|pending) (?:points?|questions?|issues?|items?|tasks?|work)"
    r"|not (?:yet )?(?:done|tested|finished)(?: yet)?|next(?: steps?| up)?|(?:noch )?offen(?: (?:ist|sind|bleib(?:t|en)))?|offene (?:punkte|fragen)|nächste schritte|ausstehend"
    r"|pendientes?|(?:queda|quedan|falta) (?:pendiente|abierto)s?|en suspens|reste (?:à faire|ouvert)|points ouverts|prochaines étapes|pendências|(?:fica|ficam) em aberto|em aberto"
    r"|in sospeso|da fare|punti aperti|осталось|открытые вопросы|не решено|未解决|未完成|待办|待定|还没|残り|残件|未完了|課題|未解決|남은 일|미해결)\W*",
    re.IGNORECASE,
)
"""A heading or lead-in above what is not done."""

LEFT_OPENING = compiled(
    r"\W*(?:(?:still )?open\s*:|(?:noch )?offen(?: (?:ist|sind|bleib(?:t|en)))?(?: noch)?\s*:|(?:queda|quedan|sigue|siguen) (?:pendiente|abiert[oa])s?\b|pendientes?\s*:|reste(?:nt)? (?:ouvert|à (?:faire|décider))"
    r"|en suspens\s*:|(?:fica|ficam) (?:pendente|em aberto)s?\b|em aberto\s*:|(?:resta|restano) (?:apert[oaie]|da)\b|in sospeso\s*:|(?:осталось|открыто)\s*:"
    r"|(?:还没有?解决|未定|待定|未解决)的?(?:是|：|:)|(?:未定|未解決|残り|残って(?:いる|る)の)は)",
    re.IGNORECASE,
)
"""How a line begins that says what is not settled."""

LEFT = compiled(
    r"\b(?:remaining (?:work|steps?|tasks?|items?|issues?|risk)|residual risk|(?:still|left) to (?:do|be)"
    r"|next (?:step|up|task)s?\b.{0,20}(?::|is|are|would)|(?:is|are|was|were|has|have) (?:still |yet )?"
    r"(?:not|n['’]t) (?:yet )?(?:been )?(?:committed|pushed|tested|run|verified|merged|deployed|done"
    r"|started|reviewed|checked)|n['’]t (?:been )?(?:committed|pushed|tested|verified|merged|deployed)"
    r"|not yet|uncommitted|unpushed|untested|unverified|to ?do:|follow-ups?:|open questions?:)"
    r"|\b(?:noch (?:nicht|offen|zu tun)|nächste[rn]? schritte?|pas encore|reste à|falta (?:por )?\w+r"
    r"|todavía no|aún no|ainda não|falta \w+r|ancora da|non ancora|ещё не|еще не|осталось)\b"
    r"|还没|尚未|还需要|剩下|まだ|残り|未確認",
    re.IGNORECASE,
)
"""Work that is still to be done, a check that was not made."""

NOT_BUT = compiled(
    r"\W*(?!(?:it|this|that|these|the|an?|he|she|they|we|i|you|there|es|das|dies\w*|der|die|ein\w*|er|sie|wir|ich"
    r"|c['’]est|ce|il|elle|on|nous|je|le|la|el|lo|los|eso|esto|o|os|as|isso|ele|ela|è|questo|gli|это|он|она|мы|я)\b)"
    r"\w+\s[^.;!?\n]{0,60}\b(?:not|nicht|pas|no|não|non|не)\s[^.;!?\n]{1,40}?,?\s(?:but|sondern|mais|sino|mas|ma|а)\s",
    re.IGNORECASE,
)
"""An order that says how and how not: «split it not by year but by station»."""

NO_TROUBLE = compiled(
    r"\b(?:no|without|zero|0|never|not a|keine?|ohne|sin|ningún|ninguna|sans|aucune?|sem|nenhuma?"
    r"|senza|nessuna?|без)"
    r"\s+(?:(?:more|further|new|single|any|other|weiteren?|más|plus)\s+)?"
    r"(?:crash\w*|errors?|failures?|problems?|issues?|warnings?|complaints?|bugs?|fehler\w*|probleme?|abst\w+|errores"
    r"|problemas?|fallos?|erreurs?|problèmes?|pannes?|erros?|falhas?|errori|problemi|ошиб\w+|проблем\w*)\b"
    r"|没有(?:错误|问题|报错|崩溃)|無事|エラーなし",
    re.IGNORECASE,
)
"""What went well is no problem, though it names one."""

_CONDITION = compiled(
    r"\b(?:when|if|whether|unless|once|nobody|no one|none|wenn|falls|ob|sobald|niemand|si|cuando|quand|nadie|personne|se|quando|ninguém|nessuno|если|когда|никто)\b[^.;!?\n]{0,80}$|/$",
    re.IGNORECASE,
)
POLITE = compiled(
    r"\b(?:please|pls|bitte|por favor|s['’]il (?:te|vous) plaît|per favore|per piacere|пожалуйста)\b|(?:请|麻烦)|お願い|ください|주세요",
    re.IGNORECASE,
)
"""Something is asked for: done, it is no fact."""


def is_blocked(line: str) -> bool:
    """Tell whether a line says that something waits for something else.

    Args:
        line: A worded statement.

    Returns:
        False where it only says what is to be when something is blocked.
    """
    return any(not _CONDITION.search(line[: found.start()]) for found in BLOCKED.finditer(line))
