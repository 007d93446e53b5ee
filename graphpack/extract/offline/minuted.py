"""Minutes and notes: what stands under «Decisions» is decided, whatever its own words say.

Somebody wrote them down as a document: a line's section, or the label before it, says what it is.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.units import Act, Kind, Unit
from graphpack.model.conversation import Message, Role
from graphpack.patterns import compiled

_PRESENT = (
    r"attendees|participants|present|apologies|absent|attendance|teilnehmer\w*|anwesend\w*|entschuldigt|présents|absents|excusés"
    r"|asistentes|ausentes|participantes|presentes|presenti|assenti|присутствовали|участники|出席者?|欠席者?|参加者|参会人"
)
_TITLES = {
    Act.SETTLE: r"(?:key |main |final )?(?:decisions?|decided|resolutions?|resolved|agreements?|agreed|outcomes?|conclusions?)(?: (?:made|taken|reached))?"
    r"|beschlüsse|beschluss|entscheidungen|entschieden|vereinbart|décisions?|accords?|decisiones|acuerdos|decisões|decisioni|решения|решено"
    r"|决定|决议|決定事項|決定",
    Act.TAKE_ON: r"(?:new |open )?(?:actions?(?: items?| points?)?|to[- ]?dos?|tasks?|next steps?|follow[- ]ups?|assignments?)"
    r"|aufgaben|maßnahmen|nächste schritte|zu erledigen|actions? à mener|tâches|prochaines étapes|tareas|acciones|próximos pasos"
    r"|tarefas|ações|próximos passos|azioni|compiti|prossimi passi|задачи|поручения|待办(?:事项)?|行动项|宿題|アクション(?:アイテム)?",
    Act.LEAVE_OPEN: r"open (?:questions?|points?|issues?|items?)|questions?|unresolved|undecided|still open|to be (?:decided|clarified|discussed)|to clarify"
    r"|offene (?:fragen|punkte)|offen|ungeklärt|questions ouvertes|points ouverts|preguntas abiertas|pendientes|cuestiones abiertas"
    r"|questões (?:em aberto|abertas)|pendências|questioni aperte|domande aperte|открытые вопросы|未决(?:事项|问题)?|待定|未決(?:事項)?",
    Act.PUT_OFF: r"deferred|postponed|parked|parking lot|later|on hold|vertagt|verschoben|zurückgestellt|reporté|aplazado|adiado|rinviato|отложено|延期|保留",
    Act.NOTE: _PRESENT,
}
_TITLE = {
    what: compiled(rf"^\W*(?:\d{{1,2}}[.)]\s*)?(?:{names})\W*$", re.IGNORECASE)
    for what, names in _TITLES.items()
}
_LABEL = {
    Act.TAKE_ON: compiled(
        r"^\W*(?:TODO|To-?do|Action|AI|Aufgabe|Tarea|Tarefa|Tâche)\b[^:：.]{0,40}[:：]\s*\S"
    ),
    Act.LEAVE_OPEN: compiled(
        r"^\W*(?:open|unclear|undecided|tbd|tbc|question|offen|unklar|pendiente|pendência|à décider|открыто|待定)\s*[:：]\s*\S",
        re.IGNORECASE,
    ),
    Act.PUT_OFF: compiled(
        r"^\W*(?:deferred|postponed|parked|vertagt|aplazado|adiado|rinviato|отложено)\s*[:：]\s*\S",
        re.IGNORECASE,
    ),
}
_WHO = compiled(rf"^\W*(?:{_PRESENT})\W*[:：]", re.IGNORECASE)
MAX_TITLE_CHARS = 40
_LEAST_SECTIONS = 2
"""A heading alone may stand in any text; two of a meeting's make it one's minutes."""

_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})


def minuted(units: Sequence[Unit], messages: Sequence[Message]) -> list[Unit]:
    """Say of the lines of minutes what their section or label makes them.

    Args:
        units: All units, in order.
        messages: The conversation's messages.

    Returns:
        The units with their acts, the sections' titles left out; all of them, unchanged, where
        somebody answers or the text has neither sections nor labels of minutes.
    """
    if any(message.role == Role.ASSISTANT for message in messages):
        return list(units)
    placed = list(_placed(units))
    found = {what for _, what, is_title in placed if is_title and what is not None}
    is_minutes = len(found) >= _LEAST_SECTIONS
    return list(_told(placed, is_minutes=is_minutes))


def _placed(units: Iterable[Unit]) -> Iterator[tuple[Unit, Act | None, bool]]:
    """Each unit with what it stands under, and whether it is a title itself."""
    section: Act | None = None
    message, is_title = -1, False
    for unit in units:
        line = plain(unit.text)
        # a list goes on over blank lines, prose after one is about something else
        if unit.message != message and not is_title and unit.kind != Kind.ITEM:
            section = None
        message = unit.message
        title = _section(line) if unit.kind in {Kind.HEADING, Kind.SENTENCE} else None
        is_title = title is not None
        if is_title:
            section = title
        elif unit.kind == Kind.HEADING:
            section = None
        yield unit, section if section is not None else _section(unit.heading), is_title


def _told(placed: Iterable[tuple[Unit, Act | None, bool]], *, is_minutes: bool) -> Iterator[Unit]:
    for at, (unit, section, is_title) in enumerate(placed):
        if is_title and is_minutes:
            continue
        line = plain(unit.text)
        act = section if is_minutes and unit.kind in _PROSE else None
        if act is None and unit.kind in _PROSE:
            act = next((act for act, pattern in _LABEL.items() if pattern.match(line)), None)
        if is_minutes and (at == 0 or _WHO.match(line)):
            act = Act.NOTE
        # its type says it already
        is_said = act is not None and act != Act.TAKE_ON
        yield (
            unit if act is None else replace(unit, act=act, heading="" if is_said else unit.heading)
        )


def _section(title: str) -> Act | None:
    if not title or len(title) > MAX_TITLE_CHARS:
        return None
    return next((what for what, pattern in _TITLE.items() if pattern.match(title)), None)
