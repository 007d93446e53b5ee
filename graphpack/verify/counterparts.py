"""Words of which each excludes the others: nothing but word lists, in the languages most met.

A statement that has one of them where its evidence, in the same words, has another says something
else: Monday for Tuesday, seconds for milliseconds, three for five.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphpack.text.numerals import NUMERALS


def _sets(*lines: str) -> Mapping[str, frozenset[tuple[int, int]]]:
    """Read lines of groups, the words of a group parted by strokes and meaning the same."""
    found: dict[str, set[tuple[int, int]]] = {}
    for row, line in enumerate(lines):
        for place, group in enumerate(line.split()):
            for word in group.split("/"):
                found.setdefault(word, set()).add((row, place))
    return {word: frozenset(places) for word, places in found.items()}


UNITS: Mapping[str, str] = {
    word: line.split()[0]
    for line in (
        "ms msec msecs millisecond milliseconds millis millisekunde millisekunden milliseconde"
        " millisecondes milisegundo milisegundos millisecondo millisecondi мс миллисекунд"
        " миллисекунды 毫秒 ミリ秒",
        "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo"
        " secondi seconden сек секунд секунды секунда 秒 秒钟",
        "min mins minute minutes minuten minuto minutos minuti minuut мин минут минуты минута"
        " 分钟 分間",
        "h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur час часа часов"
        " 小时 時間",
        "days day tag tage tagen jour jours día días dia dias giorno giorni dag dagen день дня"
        " дней 天",
        "weeks week woche wochen semaine semaines semana semanas settimana settimane weken"
        " неделя недели недель 周",
        "months month monat monate monaten mois mes meses mês mese mesi maand maanden месяц"
        " месяца месяцев",
        "years year jahr jahre jahren an ans année années año años ano anos anno anni jaar год"
        " года лет",
        "bytes byte octets octet байт", "KB kb kib kbyte", "MB mb mib mbyte", "GB gb gib gbyte",
        "TB tb tib", "% percent prozent pourcent percento procent процент процентов процента",
        "€ eur euro euros", "$ usd dollar dollars dólares", "£ gbp", "¥ jpy yen", "chf franken",
        "px pixel pixels", "rem", "em", "mm", "cm", "km", "kg", "°c celsius", "°f fahrenheit",
    )
    for word in line.split()
}  # fmt: skip
"""Units by their words, each with the spelling it is known by; what may be several is none."""

_EXCLUSIVE = _sets(
    # days
    "monday/mondays/montag/montags/lundi/lunes/lunedì/maandag/понедельник"
    " tuesday/tuesdays/dienstag/dienstags/mardi/martes/martedì/dinsdag/вторник"
    " wednesday/wednesdays/mittwoch/mittwochs/mercredi/miércoles/mercoledì/woensdag/среда/среду"
    " thursday/thursdays/donnerstag/donnerstags/jeudi/jueves/giovedì/donderdag/четверг"
    " friday/fridays/freitag/freitags/vendredi/viernes/venerdì/vrijdag/пятница/пятницу"
    " saturday/saturdays/samstag/samstags/samedi/sábado/sabato/zaterdag/суббота/субботу"
    " sunday/sundays/sonntag/sonntags/dimanche/domingo/domenica/zondag/воскресенье",
    # months; what is a word of another kind too («may», «march», «mars») is left out
    "january/januar/janvier/enero/janeiro/gennaio/januari/января"
    " february/februar/février/febrero/fevereiro/febbraio/februari/февраля"
    " april/avril/abril/aprile/апреля june/juni/juin/junio/junho/giugno/июня"
    " july/juli/juillet/julio/julho/luglio/июля august/août/agosto/augustus/августа"
    " september/septembre/septiembre/setembro/settembre/сентября"
    " october/oktober/octobre/octubre/outubro/ottobre/октября"
    " november/novembre/noviembre/novembro/ноября"
    " december/dezember/décembre/diciembre/dezembro/dicembre/декабря",
    "yesterday/gestern/hier/ayer/ontem/ieri/вчера"
    " today/heute/aujourd'hui/hoy/hoje/oggi/сегодня"
    " tomorrow/morgen/demain/mañana/amanhã/domani/завтра",
    "hourly/stündlich daily/täglich weekly/wöchentlich monthly/monatlich yearly/jährlich/annually",
    "second third fourth fifth last",
    "zweite/zweiten dritte/dritten vierte/vierten letzte/letzten",
    "least most", "mindestens höchstens/maximal", "under/below over/above",
    "unter über", "all some none", "alle/alles manche/einige keine", "must may", "muss darf",
    "north south east west", "utc/gmt local", "dev/development staging production/prod",
    "ascending descending", "aufsteigend absteigend", "earliest/oldest latest/newest",
    "major minor patch", "horizontal vertical", "singular plural", "uppercase lowercase",
    "even odd", "online offline", "upstream downstream", "row/rows column/columns",
    "enables disables", "allows/allowed denies/denied/forbids/forbidden", "merge rebase",
    "succeeds/succeeded fails/failed", "upgrade/upgraded downgrade/downgraded", "local remote",
    "faster/schneller slower/langsamer", "bigger/larger/größer smaller/kleiner",
)  # fmt: skip


def are_counterparts(one: str, other: str) -> bool:
    """Tell whether two words exclude one another.

    Args:
        one: Lower case.
        other: Lower case.

    Returns:
        True where both stand in one list, at different places, and in none at the same.
    """
    here, there = _EXCLUSIVE.get(one, frozenset()), _EXCLUSIVE.get(other, frozenset())
    if here & there:
        return False
    return bool({row for row, _ in here} & {row for row, _ in there})


def number_of(tokens: Iterable[str]) -> int | None:
    """Read a number that is one word or one run of digits.

    Args:
        tokens: Lower case.

    Returns:
        Its value; None where it is something else.
    """
    found = tuple(tokens)
    if len(found) != 1:
        return None
    if found[0].isascii() and found[0].isdigit():
        return int(found[0][:18])
    return NUMERALS.get(found[0])
