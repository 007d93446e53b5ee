"""Values that a person moves, corrects or sets anew: which earlier ones fall, and which stay."""

from __future__ import annotations

import pytest

from graphpack.text.lifted import Line, lifted
from graphpack.text.moved import moved


def _lines(*said: str) -> list[Line]:
    """One message each; «a:» begins an assistant's, «+» a sentence of the message before."""
    lines: list[Line] = []
    at = -1
    for text in said:
        at += not text.startswith("+")
        lines.append(Line(at, text.lstrip("+").removeprefix("a:").strip(), "a:" not in text))
    return lines


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The regatta is on 7 June then.", "So we move it to 14 June."),
        ("7 June it is.", "Then the 14th."),
        ("Let's say Thursday.", "Make it Friday."),
        ("Let's meet at 9:30.", "Make it 10:15."),
        ("Wir machen es am 7. Juni.", "Dann lieber am 14. Juni."),
        ("Quedamos el 7 de junio.", "Mejor el 14 de junio."),
        ("On se voit le 7 juin.", "Plutôt le 14 juin."),
        ("Fica marcado 7 de junho.", "Então 14 de junho."),
        ("Facciamo il 7 giugno.", "Meglio il 14 giugno."),
        ("Встреча 7 июня.", "Тогда лучше 14 июня."),
        ("定在6月7日。", "改到6月14日吧。"),
        ("The quota is 40 uploads a day.", "The quota is 25 a day, not 40."),
        ("a: The quota allows 40 uploads.", "The quota is 25, not 40."),
        ("The archive has 84M rows.", "Sorry, 48M rows, not 84M."),
        ("El límite es de 40 envíos.", "El límite es 25, no 40."),
        ("Das Limit liegt bei 40 Anfragen.", "Das Limit liegt bei 25, nicht 40."),
        ("O limite é de 40 envios.", "O limite é 25, não 40."),
        ("La limite est de 40 envois.", "La limite est 25, pas 40."),
        ("The retention is 30 days.", "Retention was raised from 30 days to 60 days."),
        ("The batch size is 400.", "The batch size is now 250."),
    ],
)
def test_the_earlier_value_falls(older: str, newer: str) -> None:
    """Whoever said it, in ten wordings for a day, a time and a number."""
    lines = _lines(older, "a: Noted.", newer)
    assert [(one.older, one.newer, one.is_whole) for one in moved(lines)] == [(0, 2, True)]
    assert lifted(lines, lambda at: lines[at].text)[0] == 2


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The regatta is on 7 June then.", "Should we move it to 14 June?"),
        ("The regatta is on 7 June then.", "We could move it to 14 June."),
        ("The regatta is on 7 June then.", "The judges arrive on 14 June."),
        ("Deliver the boats on 7 June.", "Move the concert to 14 June."),
        ("The pool holds 40 swimmers.", "The quota is 25 uploads, not 40."),
        ("There are 40 boats and 12 crews.", "There are 12 crews, not many."),
        ("Read the 400 rows.", "We have 250 seats."),
        ("The memory limit is 500 MB.", "The memory is now 420 MB."),
        ("Use option 2 for the mast.", "Tests pass: 14 passed, 2 skipped."),
    ],
)
def test_what_moves_nothing(older: str, newer: str) -> None:
    """A question, a proposal, another thing, another matter of equal value."""
    assert moved(_lines(older, "a: Noted.", "a: Go on.", "Good.", newer)) == ()


def test_every_line_that_agreed_falls_with_the_day() -> None:
    """Not only the last one: a nod that names the day would bring it back."""
    lines = _lines(
        "Let's say 7 June then.",
        "7 June works for me.",
        "Good, 7 June it is.",
        "The town festival takes the quay on 7 June, all jetties are closed to us that day.",
        "What about the 14th?",
        "14 June is fine.",
        "So we move it to 14 June.",
    )
    assert {one.older for one in moved(lines) if one.is_whole} == {0, 1, 2}


def test_a_sentence_that_says_more_loses_only_its_value() -> None:
    """The choice it states still holds."""
    lines = _lines(
        "Let's take option 3 with blocks of 6000.",
        "a: Done: `load` now reads `rows[:6000]`, writes to a side file and renames it in the end.",
        "6000 takes too much memory.",
        "+Go down to 1500.",
    )
    found = moved(lines)
    assert [(one.older, one.is_whole, one.value) for one in found] == [
        (0, False, "1500"),
        (1, False, "1500"),
    ]
    one = found[1]
    assert lines[1].text[one.start : one.end] == "6000"


def test_a_slip_in_the_same_breath() -> None:
    """The value said first was never meant."""
    (one,) = moved(_lines("Send it to 20% of the readers on Monday — 5%, sorry, Ivo said 5."))
    assert (one.older, one.newer, one.is_whole, one.value) == (0, 0, False, "5%")
    (one,) = moved(_lines("The stand is booked for the 8th.", "+No wait, it's the 9th."))
    assert (one.older, one.newer, one.is_whole) == (0, 1, True)


def test_of_two_equal_values_the_one_before_the_correction_falls() -> None:
    assert [one.start for one in moved(_lines("40 and 40 guests, sorry, 25"))] == [7]


def test_a_value_of_nothing_is_no_value_of_something_else() -> None:
    """«It is now 250» does not say what is 250."""
    assert moved(_lines("It was 400.", "It is now 250.")) == ()


def test_what_is_no_single_number_is_never_too_high() -> None:
    set_anew = "is too high. Go down to 100."
    assert moved(_lines("The limit is 500.", f"500 {set_anew}"))
    assert moved(_lines("The limit is 1.2.3.4.", f"1.2.3.4 {set_anew}")) == ()


def test_a_version_of_nothing_known_keeps_nothing() -> None:
    said = ("We stay on 1.6.1 for now.", "Upgrade paho to 2.1.0 now after all.")
    assert lifted(_lines(*said), lambda at: said[at]) == {}


@pytest.mark.parametrize(
    ("first", "later", "value"),
    [
        ("The regatta is on the 12th of May.", "The regatta is a week later, on the 19th.", "19th"),
        ("The regatta is on 2026-05-12.", "Two weeks later, 2026-05-26.", "2026-05-26"),
        (
            "The regatta is on the 26th of May.",
            "It's a week later, the 2nd of June.",
            "2nd of June",
        ),
        ("The regatta is on the 12th.", "We do it two days earlier, on the 10th.", "10th"),
        ("Die Regatta ist am 12. Mai.", "Dann eine Woche später, am 19.", "am 19."),
        ("La regata es el 12 de mayo.", "Será una semana después, el 19 de mayo.", "19 de mayo"),
        ("The regatta is on the 12th.", "Let's move to the 19th, a week later.", "19th"),
        ("The regatta meets on the 12th.", "The regatta is on the 19th instead.", "19th"),
    ],
)
def test_a_day_is_moved_by_how_far_it_is_or_instead(first: str, later: str, value: str) -> None:
    (one,) = moved(_lines(first, later))
    assert (one.older, one.newer) == (0, 1)
    assert value in one.value


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("The regatta is on the 12th.", "A week later, on the 19th, the mast broke."),
        ("The regatta is on the 12th.", "It's a week later, on the 23rd."),
        ("The harbour is dredged on the 12th.", "We sail a week later, on the 19th."),
        ("Regatta on the 12th.", "The dinner is a week later, on the 19th."),
        ("The regatta is on the 12th.", "The dinner is planned a week later, on the 19th."),
        ("The regatta is on the 12th.", "The report comes a week later, on the 19th."),
        ("Die Regatta ist am 12. Mai.", "Das Essen ist eine Woche später, am 19."),
        ("La regata es el 12 de mayo.", "La cena es una semana después, el 19 de mayo."),
        ("The dredging is on the 12th.", "The regatta is on the 19th instead."),
        ("The regatta is on the 12th.", "Would it be a week later, on the 19th?"),
        ("The regatta is on the 30th of February.", "It's a week later, on the 9th of March."),
        ("The regatta is at 12:30.", "We sail an hour later, at 13:30, on the lake."),
    ],
)
def test_what_is_told_or_lies_elsewhere_moves_no_day(first: str, later: str) -> None:
    assert moved(_lines(first, later)) == ()
