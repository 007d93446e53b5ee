from __future__ import annotations

import pytest

from graphpack.readers import read
from graphpack.readers.stamped import stamped_turns

NAMES = ("Dana", "Omar", "Dana", "Omar", "Dana")
WORDS = (
    "Shall we move the release to Friday?",
    "I would rather not. The migration is untested.",
    "Then Monday, and we test it on Sunday.\nTwo hours are enough.",
    "Monday works for me.",
    "Good, I tell the crew.",
)
CLOCKS = ("0:17", "0:42", "1:05", "1:31", "2:02")


def said(text: str) -> list[tuple[str | None, str]]:
    (found,) = read(text.encode(), name="pasted.txt")
    assert found.source.format == "plain-text"
    assert "unrecognised-format" not in [notice.code for notice in found.notices]
    assert {message.role.value for message in found.messages} == {"user"}
    return [(message.author, message.text) for message in found.messages]


@pytest.mark.parametrize(
    "layout",
    [
        "{name}  {clock}\n{words}\n\n",
        "{name}  {clock} \n{words}\n",
        "{name}\t{clock}\n{words}\n",
        "{name} ({clock})\n{words}\n",
        "{name} ({clock}): {words}\n",
        "[{clock}] {name}\n{words}\n",
        "[{clock} AM] {name}\n{words}\n\n",
        "[3/7/2026 {clock} AM] {name}\n{words}\n",
        "[Saturday {clock}] {name}\n{words}\n",
        "{name}  {clock} AM\n{words}\n",
        "{name} {clock} AM\n{words}\n",
        "{name}\n{clock} AM\n{words}\n\n",
        "{name}\n  {clock} AM\n{words}\n",
    ],
)
@pytest.mark.parametrize("names", [{}, {"Dana": "Bray, Dana"}, {"Dana": "dana.b"}])
def test_speakers_of_pasted_layouts(layout: str, names: dict[str, str]) -> None:
    turns = [(names.get(name, name), words) for name, words in zip(NAMES, WORDS, strict=True)]
    text = "".join(
        layout.format(name=name, clock=clock, words=words)
        for (name, words), clock in zip(turns, CLOCKS, strict=True)
    )
    assert said(text) == turns


def test_names_of_two_words_and_numbered_speakers() -> None:
    text = (
        "Jane Doe Speaker (00:17): Is the pump dry?\nSpeaker 2 (00:21): Not yet.\n"
        "Jane Doe Speaker (00:25): Then we wait for it.\nSpeaker 2 (00:31): Yes, I agree to that.\n"
    )
    assert [author for author, _ in said(text)] == ["Jane Doe Speaker", "Speaker 2"] * 2


def test_an_app_and_messages_under_their_time_alone() -> None:
    text = (
        "Dana Bray  9:02 AM\nWho deploys the gateway today?\nDeploybot  APP  9:03 AM\n"
        "gateway 1.4 is on staging.\n9:04\nAll checks are green.\nOmar  9:05 AM\n"
        "I take it from here.\nDana Bray  9:07 AM\nThank you, tell me when it is done.\n"
        "DeploybotAPP  9:11 AM\ngateway 1.4 is on production.\nOmar  9:12 AM\nDone it is.\n"
    )
    assert said(text) == [
        ("Dana Bray", "Who deploys the gateway today?"),
        ("Deploybot", "gateway 1.4 is on staging."),
        ("Deploybot", "All checks are green."),
        ("Omar", "I take it from here."),
        ("Dana Bray", "Thank you, tell me when it is done."),
        ("Deploybot", "gateway 1.4 is on production."),
        ("Omar", "Done it is."),
    ]


def test_three_turns_below_the_head_of_a_recording() -> None:
    head = "Planning call\nMon, Mar 2, 2026 10:00AM • 3:12\n\nSUMMARY KEYWORDS\ngate, pump\n\n"
    head += "SPEAKERS\nDana, Omar\n\n"
    turns = (
        "Dana  0:17  \nDo we open it?\n\nOmar  0:22  \nNot now.\n\nDana  0:40  \nOkay, at noon.\n"
    )
    assert said(head + turns)[-3:] == [
        ("Dana", "Do we open it?"),
        ("Omar", "Not now."),
        ("Dana", "Okay, at noon."),
    ]


def test_an_app_with_its_mark_below_the_name() -> None:
    text = (
        "Dana Bray\n  9:02 AM\nWho deploys the gateway today?\n9:03\nI can't.\nDeploybot\n"
        "APP  9:03 AM\ngateway 1.4 is on staging.\nOmar\n  9:05 AM\nI take it.\n"
        "Dana Bray\n  9:07 AM\nThanks, tell me when it's done.\n"
    )
    authors = ["Dana Bray", "Dana Bray", "Deploybot", "Omar", "Dana Bray"]
    assert [author for author, _ in said(text)] == authors


def test_a_day_on_the_line_gives_the_time() -> None:
    text = "".join(
        f"[2026-03-07 09:0{minute}] {name}\n{words}\n"
        for minute, (name, words) in enumerate(zip(NAMES, WORDS, strict=True))
    )
    (found,) = read(text.encode(), name="pasted.txt")
    assert [str(message.at) for message in found.messages][:2] == [
        "2026-03-07 09:00:00+00:00",
        "2026-03-07 09:01:00+00:00",
    ]


LOOK_ALIKES = {
    "schedule": "".join(
        f"{name}  {clock}\n{words}\n"
        for name, clock, words in (
            ("News", "18:00", "The latest headlines from the coast."),
            ("Weather", "18:30", "The outlook for the weekend."),
            ("News", "20:00", "The latest headlines from the coast."),
            ("Weather", "20:30", "The outlook for the weekend."),
            ("News", "22:00", "The latest headlines from the coast."),
        )
    ),
    "timetable": "Harbour  9:02\nIsland  9:31\nHarbour  10:02\nIsland  10:31\nHarbour  11:02\n",
    "contents": "Introduction  1:10\nThe pumps  1:15\nThe gates  2:04\nIntroduction  3:20\n",
    "songs": "".join(f"Tide {n}  3:{n}1\nWritten by Ines. Sung by Omar.\n" for n in range(1, 6)),
    "changelog": "".join(
        f"Version 1.{n} (10:0{n}): Fixed the gate and more.\n" for n in range(1, 6)
    ),
    "log": "".join(
        f"[09:02:1{n}] {'Starting' if n % 2 else 'Finished'}\n  the pump task {n}\n"
        for n in range(6)
    ),
    "levels": "".join(
        f"[09:02:1{n}] {'INFO' if n % 2 else 'ERROR'}\nThe pump task said {n}.\n" for n in range(6)
    ),
    "three lines": "Harbour  9:02\nThe ferry goes.\nIsland  9:31\nIt is back.\nHarbour  9:58\nX.\n",
    "one name": "".join(f"Dana  0:{n}1\nAnd then we test it again.\n" for n in range(6)),
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES.keys())
def test_look_alikes_have_no_speakers(text: str) -> None:
    assert stamped_turns(text.split("\n")) == []


def test_round_times_are_a_dialogue_where_people_talk_to_each_other() -> None:
    text = "".join(
        f"{name}  9:{minute:02} AM\n{words}\n"
        for minute, name, words in zip(range(0, 25, 5), NAMES, WORDS, strict=True)
    )
    assert [author for author, _ in said(text)] == list(NAMES)
