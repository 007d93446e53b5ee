"""Sentences that say nothing to somebody who was not there: greetings, thanks, «he does it like that»."""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.patterns import compiled
from graphpack.text import identifiers

MAX_CHARS = 80
"""What is longer says something beside."""

_GREETING = compiled(
    r"\W*(?:(?:(?:very )?good |guten? )?(?:morning|afternoon|evening|day|night|morgen|tag|abend|nacht)|hi|hey|hello|hallo|moin|servus|welcome(?: back)?"
    r"|hola|buen[oa]s(?: (?:días|tardes|noches))?|ol[áa]|bom dia|boa (?:tarde|noite)|ciao|salve|buon(?:giorno|asera)|bonjour|bonsoir|salut|coucou"
    r"|(?:oh[,\s]+)?(?:how )?(?:lovely|nice|wonderful|sweet)|congrat(?:ulation)?s|(?:herzlichen )?glückwunsch|gratuliere|félicitations|felicidades|enhorabuena|parabéns|congratulazioni|auguri|поздравляю|happy birthday|get well soon|gute besserung|привет|здравствуйте|доброе утро|добрый (?:день|вечер)|thanks|thank you|many thanks|thx|danke(?: schön)?|vielen dank|gracias|muchas gracias"
    r"|obrigad[oa]|merci|grazie|спасибо|bye|goodbye|see you|cheers|tschüss|bis (?:dann|morgen|bald)|adiós|hasta (?:luego|mañana)|tchau|até logo|au revoir|пока)"
    r"(?:[\s,]+(?:all|everyone|everybody|there|you|folks|team|again|a lot|so much|very much|zusammen|alle|an alle|a todos|a todas|todos|tout le monde|à tous|a tutti|всем"
    r"|for (?:coming|today|now|that|your (?:time|help))|then|later|tomorrow|and bye|bye))*\W*|(?:大家)?(?:早上好|早安|你好|您好|下午好|晚上好|谢谢|再见)\W*"
    r"|(?:おはよう|こんにちは|ありがとう)(?:ございます)?\W*",
    re.IGNORECASE,
)
_LEANING = compiled(
    r"\b(?:like (?:that|this)|that way|this way|the same way|as (?:you )?(?:said|proposed|suggested|described)|so wie (?:du|sie|ihr) \w+|genau so|auf diese weise"
    r"|comme (?:ça|cela)|de cette façon|así|de esa (?:manera|forma)|de este modo|assim|desse jeito|così|in questo modo|так)\W*$"
    r"|(?:这样|那样)(?:做|办|吧)*\W*$",
    re.IGNORECASE,
)
_START = compiled(
    r"\b(?:let['’]?s|let us|shall we|we(?: can|['’]ll| will| should)?|i(?:['’]ll| will)?) (?:now )?(?:start|begin|kick off|get (?:started|going)|make a start)\W*$"
    r"|\b(?:welcome|thanks for (?:coming|joining)|(?:can|could) (?:everyone|everybody|you all|you) (?:hear|see) me|is everyone here|are we all here|everybody here)\b"
    r"|\b(?:fangen wir an|lass(?:t)? uns anfangen|legen wir los|willkommen|hört ihr mich|commençons|on commence|bienvenue|empecemos|comencemos|bienvenid[oa]s|vamos começar|comecemos"
    r"|bem-?vind[oa]s|iniziamo|cominciamo|benvenuti|начн[её]м|начинаем|добро пожаловать)\b|(?:开始吧|我们开始|大家好|始めましょう|시작하겠습니다|시작할게요)",
    re.IGNORECASE,
)
_STEP = compiled(
    r"\W*(?:(?:ok(?:ay)?|good|great|fine|right|so|and|well|then|gut|also|bien|bueno|bom|bene|хорошо)\W+)*"
    r"(?:(?:now|next)(?: up)?(?: to| for| about)?:? the|on to the|moving on to(?: the)?|let['’]?s move on to(?: the)?|(?:jetzt|nun|weiter) (?:zum|zur|zu den|mit (?:dem|der|den))"
    r"|(?:maintenant|passons (?:à|au|aux))(?: le| la| les)?|ahora (?:el|la|los|las)|pasemos (?:a|al)(?: la)?|agora (?:o|a|os|as)|passemos (?:ao|à)|ora (?:il|la|i|le)|passiamo (?:al|alla)"
    r"|теперь|перейд[её]м к)\s+[\w-]++(?:\s[\w-]++){0,2}\s?[.!:]*\s*",
    re.IGNORECASE,
)
_VERB = compiled(
    r"\b(?:is|are|was|has|have|uses?|runs?|goes|needs?|works?|fails?|ist|hat|est|es|é|è)\b",
    re.IGNORECASE,
)
_SPEAKER = compiled(r"^[^:\n]{1,60}: ")


def is_courtesy(line: str) -> bool:
    """Tell whether a sentence only greets, thanks or takes leave.

    Args:
        line: A plain line.

    Returns:
        True where nothing else is in it.
    """
    return len(line) <= MAX_CHARS and _GREETING.fullmatch(line.strip()) is not None


def is_start(line: str) -> bool:
    """Tell whether somebody only greets or opens a meeting.

    Args:
        line: A plain line.

    Returns:
        True for «it is nine, let's start»: nothing of what it is about.
    """
    return is_courtesy(line) or (len(line) <= MAX_CHARS and _START.search(line) is not None)


def is_step(line: str) -> bool:
    """Tell whether somebody only moves on to the next matter.

    Args:
        line: A plain line.

    Returns:
        True for «now the catalogue»: it says nothing of that matter.
    """
    return (
        len(line) <= MAX_CHARS
        and _STEP.fullmatch(line) is not None
        and not _VERB.search(line)
        and not identifiers(line)
    )


def is_unclear(line: str) -> bool:
    """Tell whether a short line means what somebody else said, and does not say what.

    Args:
        line: A worded statement, with or without who says it.

    Returns:
        True for «Ann takes it over like that»; never where it names something exact.
    """
    said = _SPEAKER.sub("", line).strip()
    return len(said) <= MAX_CHARS and bool(_LEANING.search(said)) and not identifiers(said)
