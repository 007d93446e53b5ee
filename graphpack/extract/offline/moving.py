"""Words by which people go on with a matter, take it on, or move to the next one.

Word lists only; what they mean is decided where they are used.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.patterns import compiled

SHIFT = compiled(
    r"\W*(?:(?:ok(?:ay)?|so|and|good|great|done|fine|gut|also|bien|bueno|bom|bene)\W+){0,2}"
    r"(?:(?:up )?next|now(?= (?:the|for|to|about))|another (?:thing|question)|one more(?: thing)?|btw|by the way|what about|how about|about (?=the|those|these|\w+s\b)|on to"
    r"|(?:als )?nächstes|noch (?:was|etwas)|übrigens|siguiente|otra (?:cosa|pregunta)|por cierto|ensuite|autre chose|au fait|próximo|outra (?:coisa|pergunta)|aliás"
    r"|prossimo|altra (?:cosa|domanda)|a proposito|дальше|далее|ещё (?:вопрос|одно)|кстати)\b"
    r"|\W*(?:接下来|下一个|另外|还有|顺便|次に|次は|あと|ところで|다음|그리고 또)",
    re.IGNORECASE,
)
"""A person goes on to another matter."""

STEP = compiled(
    r"(?:now|next|then)(?: up)?(?:,? (?:the|to the|for the|about the))? (?:[\w-]+ ){0,2}[\w-]+(?: is)?(?:[.:]|$)"
    r"|(?:nun|jetzt|dann|als nächstes) (?:zum|zur|zu|die|der|das)\s|(?:maintenant|ensuite|passons)\s|(?:ahora|pasemos|siguiente)\s"
    r"|(?:agora|passemos)\s|(?:ora|passiamo)\s|(?:теперь|дальше|перейд[её]м)\s|接下来|现在来|次に|다음으로",
    re.IGNORECASE,
)
"""An assistant goes on to another matter: «Now the tags.»."""

GOES_ON = compiled(
    r"\W*(?:(?:and )?(?:then|still|also|but|so|and|or|yes|no|not|yep|yeah|nope|ok(?:ay)?|good|great)|dann|immer noch|auch|aber|und|ja|nein|doch|entonces|también|pero|y|sí|alors|aussi|mais|et|oui|non|então|também|mas|e|sim|allora|anche|ma|sì|потом|тоже|но|и|да|нет)\b"
    r"|然后|还是|但是|所以|でも|それで|そして|그리고|그런데",
    re.IGNORECASE,
)
"""A line goes on with the one before it."""

REFUSES = compiled(
    r"\W*(?:no|kein\w*|ning[uú]n\w*|aucun\w*|pas de|nenhum\w*|nessun\w*|никак\w+|без)\s+[^\W_]",
    re.IGNORECASE,
)
"""A line turns something down by its name: «no journal»."""

UNDERTAKEN = compiled(
    r"\W*(?:(?:ok(?:ay)?|yes|sure|fine|ja|gut|sí|oui|sim|sì|да)\W+)?(?:(?:i['’]?(?:ll| will)|will) (?:do|try|check|look|test|see)\b|on it\b|(?:das )?(?:mach|probier|prüf|teste?)e? ich\b|lo (?:haré|pruebo|probaré|miro)\b"
    r"|je (?:le |vais )?(?:ferai|faire|essaie|regarde|vérifie)|vou (?:fazer|testar|ver)\b|(?:lo )?(?:farò|faccio|provo|controllo)\b|сделаю|попробую|проверю)"
    r"|\W*(?:我(?:会|来|去)?(?:做|试|看|查)|やります|やってみ|確認し|해볼게|할게)",
    re.IGNORECASE,
)
"""A person takes on what was proposed."""
