"""Words by which a line says what kind of statement it is: a fault, work that is left."""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

FAULT = re.compile(
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

LEFT = re.compile(
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
