"""What a text says it leaves behind: the SQLite of «switched from SQLite to Postgres»."""

from __future__ import annotations

import re
from functools import cache

from graphpack.text import WIDE

Span = tuple[int, int]

_X = r"(?P<x>(?:[^,;.!?()\n。，；、]|\.(?=\S)){1,60}?)"
_END = (
    r"(?=\s+(?:with|to|by|in favou?r|for|because|since|as|due|after|and|on|in"
    r"|zu|durch|für|weil|wegen|und|par|pour|car|et|por|para|porque|y|e|per|perché|voor|omdat|en"
    r"|для|из-за|потому|и|на)\b"
    r"|\s*(?:[,;!?()\n。，；、]|\.(?:\s|$)|\s[-–—]\s|[-=]>|→|$))"
)
_TO = r"\s+(?:to|into|onto|auf|zu|nach|à|vers|a|para|naar|на)\s+"
_FROM = r"(?:from|von|vom|de|du|da|do|dal|van|с|со)"
_MOVING = (
    r"\b(?:switch\w*|migr\w+|mov(?:e|ed|es|ing)|chang\w+|upgrad\w+|downgrad\w+|convert\w*"
    r"|port(?:ed|ing)|went|bump\w*|renam\w+|rais\w+|lower\w+|increas\w+|reduc\w+"
    r"|wechsel\w*|gewechselt|umgestellt|umgestiegen|umstellung"
    r"|pass(?:ée?s?|er|ons)|bascul\w+|cambi\w+|pas(?:amos|ado|ar|ó)|mud(?:amos|ou|ar)|troc\w+"
    r"|passat\w+|overgestapt|overstap\w*|переш\w+|переход\w*|миграц\w+|замен\w+)\b"
)
_GIVING_UP = (
    r"\b(?:instead of|rather than|in place of|in lieu of|no longer(?: us(?:e|es|ing))?"
    r"|dropp(?:ed|ing)|abandon(?:ed|ing)|replac(?:e|es|ed|ing)|supersed(?:es|ed|ing)"
    r"|retir(?:ed|ing)|ditch(?:ed|ing)|got rid of|ruled out"
    r"|statt|anstatt|anstelle(?: von)?|nicht mehr|au lieu d[eu']|à la place d[eu']|plutôt que"
    r"|remplac(?:e|er|é)|en (?:lugar|vez) de|em vez de|ya no(?: usamos)?|reemplaza\w*"
    r"|substitu\w+|invece di|al posto di|in plaats van|niet meer|вместо|больше не)"
    r"\s*(?:the\s+|our\s+)?"
)
_PREFERRED = r"\b(?:use[ds]?|using|cho\w+|prefer\w*|pick\w*|select\w*|decid\w+|in favou?r of)\b"
_BEGIN = r"(?:^|[.;,]\s+)"
_VERSION = r"(?:[A-Za-z][\w+#.]*\s)?v?\d[\d.]*"
_WIDE_X = r"(?P<x>[^，。；、,.;]{1,20}?)"

_SPACED = (
    rf"{_MOVING}[^.;\n]{{0,50}}?\b{_FROM}\s+{_X}{_TO}",
    rf"{_MOVING}[^.;\n]{{0,50}}?\b(?:away from|off(?: of)?)\s+{_X}{_END}",
    rf"{_GIVING_UP}{_X}{_END}",
    rf"{_PREFERRED}[^.;\n]{{0,60}}?\bover\s+{_X}{_END}",
    rf"{_BEGIN}{_X}\s+(?:is|are|will be)\s+no longer\b",
    rf"{_BEGIN}{_X}\s+(?:was|were|is|are|has been|have been|got|a été|est|fue|foi)\s+"
    r"(?:replaced (?:by|with)|superseded by|dropped|abandoned|remplacée? par|reemplazad\w por)\b",
    rf"{_BEGIN}{_X}\s+(?:wird|wurde|werden)\s+durch\s+[^.;,]{{1,40}}\s+ersetzt",
)
_WIDE = (
    rf"(?:从|由)\s*{_WIDE_X}\s*(?:换|改|切换|迁移|升级|转|变)(?:成|为|到|至|用)",
    r"(?:不再(?:使用|用|采用)?|放弃|弃用|取代|代替|替换|替代)(?:了|掉)?\s*(?P<x>[^，。；,.;]{1,20})",
    rf"(?:^|[，。；])(?:把|将)?\s*{_WIDE_X}\s*(?:换成|改成|改为|换为|替换为|替换成)",
    rf"{_WIDE_X}\s*から[^、。]{{1,20}}?(?:に|へ)(?:切り替|移行|変更|乗り換|置き換)",
    rf"{_WIDE_X}\s*(?:ではなく|の代わりに|をやめ)",
    r"(?P<x>[^\s,.;]{1,20})에서\s+[^,.;]{1,20}?(?:으로|로)\s+(?:바|변경|전환|교체|이전)",
    r"(?P<x>[^\s,.;]{1,20})\s+대신",
)
# an arrow between versions is a change; between names it is as often a call or a flow
_ARROW = (rf"(?P<x>{_VERSION})\s*(?:->|→|➜|=>)\s*{_VERSION}",)

# most texts leave nothing behind: one cheap look saves them the patterns
_GATES = (
    (
        re.compile(
            rf"{_MOVING}|{_GIVING_UP}|\bover\b|dropped|abandoned|replaced|ersetzt|remplac|reemplaz",
            re.IGNORECASE,
        ),
        _SPACED,
    ),
    (re.compile("->|→|➜|=>"), _ARROW),
    (re.compile(f"[{WIDE}]"), _WIDE),
)
# what is given up is said at the beginning of a statement; a long one tells of many things
_READ_CHARS = 400


def dropped_spans(text: str) -> tuple[Span, ...]:
    """Find what a text says is given up for something else.

    Args:
        text: A statement; only its beginning is read.

    Returns:
        Half-open character spans, in order of the patterns; may overlap, and may run on into
        what comes instead.
    """
    beginning = text[:_READ_CHARS]
    return tuple(
        match.span("x")
        for gate, patterns in _GATES
        if gate.search(beginning)
        for pattern in _compiled(patterns)
        for match in pattern.finditer(beginning)
    )


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    # compiling takes longer than reading a short conversation: only what is met is compiled
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
