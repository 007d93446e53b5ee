"""What somebody wrote in a reply, apart from what they quoted."""

from __future__ import annotations

import pytest

from graphpack.readers.replies import Quote, author_of, split_reply
from graphpack.readers.said import Said

OLD = "> We take the red gauge.\n> It is cheaper."


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("On Mon, 5 Jan 2026 at 10:00, Ada Lindqvist <ada@tide.example> wrote:", "Ada Lindqvist"),
        ("On Mon, Jan 5, 2026 at 10:00 AM Ada Lindqvist <a@t.example>\nwrote:", "Ada Lindqvist"),
        ("On 2026-01-05 10:00, Ada Lindqvist wrote:", "Ada Lindqvist"),
        ("Am 05.01.26 um 10:00 schrieb Ada Lindqvist:", "Ada Lindqvist"),
        ("Am Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Ada Lindqvist <a@t.example>:", "Ada Lindqvist"),
        ("Le lun. 5 janv. 2026 à 10:00, Ada Lindqvist <a@tide.example> a écrit :", "Ada Lindqvist"),
        (
            "El lun, 5 ene 2026 a las 10:00, Ada Lindqvist (<a@t.example>) escribió:",
            "Ada Lindqvist",
        ),
        ("Op ma 5 jan 2026 om 10:00 schreef Ada Lindqvist <ada@tide.example>:", "Ada Lindqvist"),
        ("Ada Lindqvist wrote:", "Ada Lindqvist"),
        ("Ada Lindqvist <ada@tide.example> writes:", "Ada Lindqvist"),
    ],
)
def test_the_line_above_a_quote_names_its_author(line: str, author: str) -> None:
    reply = split_reply(f"No, the blue one.\n\n{line}\n\n{OLD}\n", is_mail=True)
    assert reply.text == "No, the blue one."
    assert reply.quotes == (Quote(author, "We take the red gauge.\nIt is cheaper."),)


def test_a_quote_is_answered_piece_by_piece() -> None:
    text = "Ada wrote:\n> Red?\nNo.\n\n> When?\n> > Earlier\n\nOn Monday: I wrote:\nso."
    reply = split_reply(text, is_mail=True)
    assert reply.text == "No.\n\nOn Monday: I wrote:\nso."
    assert reply.quotes == (Quote("Ada", "Red?"), Quote(None, "When?"))


def test_what_a_quote_quotes_is_not_its_authors() -> None:
    text = "Yes.\n\nBen wrote:\n> I agree.\n>\n> Ada wrote:\n>> We take the red gauge.\n"
    assert split_reply(text, is_mail=True).quotes == (Quote("Ben", "I agree."),)


@pytest.mark.parametrize(
    "header",
    [
        "-----Original Message-----\nFrom: Dov Tal <dov@tide.example>\nSent: Monday\nTo: Cleo",
        "From: Dov Tal <dov@tide.example>\nSent: Monday, January 5\nTo: Cleo\nSubject: x",
        "Von: Dov Tal\nGesendet: Montag\nAn: Cleo\nBetreff: x",
        "________________________________\nFrom: Dov Tal\nDate: Monday\nTo: Cleo",
        "---------- Forwarded message ---------\nFrom: Dov Tal <d@tide.example>\nDate: Mon",
        "On Mon, 5 Jan 2026 at 10:00, Dov Tal <dov@tide.example> wrote:",
    ],
)
def test_a_copied_mail_below_is_its_authors(header: str) -> None:
    reply = split_reply(f"Agreed.\n\n{header}\n\nNever the red one.", is_mail=True)
    assert reply.text == "Agreed."
    assert reply.quotes == (Quote("Dov Tal", "Never the red one."),)


def test_signatures_and_footers_are_nobodys_words() -> None:
    for end in (
        "-- \nAda\nTide Office",
        "Sent from my Phone",
        "_" * 40 + "\ntides mailing list\nhttps://x",
    ):
        assert split_reply(f"Agreed.\n\n{end}\n", is_mail=True).text == "Agreed."
    text = "Agreed.\n\n—\nReply to this email directly, view it on GitHub, or unsubscribe."
    assert split_reply(text, is_mail=False).text == "Agreed.\n\n—"


def test_a_signature_above_a_quote_does_not_hide_it() -> None:
    reply = split_reply(f"No.\n-- \nBen\n\n{OLD}", is_mail=True)
    assert (reply.text, len(reply.quotes)) == ("No.", 1)


def test_a_long_text_below_two_dashes_is_no_signature() -> None:
    body = "\n".join(f"line {n}" for n in range(60))
    assert "line 59" in split_reply(f"a\n--\n{body}", is_mail=True).text


@pytest.mark.parametrize(
    "text",
    [
        "```\n> not a quote\n```",
        "He wrote: yes",
        "From: here\nwe go on",
        "Our plan -- simple\n--\nmore",
        "a > b",
    ],
)
def test_what_only_looks_like_a_quote_stays(text: str) -> None:
    assert split_reply(text, is_mail=False).text == text


def test_an_address_alone_is_no_reason_to_guess() -> None:
    assert author_of("On 5 Jan 2026 at 10:00 wrote:") in (None, "wrote")


def test_a_quote_is_known_however_it_is_wrapped() -> None:
    said = Said()
    said.add("We take the red gauge because it is cheaper than the blue one.")
    assert said.knows("We take the red gauge\nbecause it is **cheaper** than the blue one.")
    assert said.knows("red gauge")
    assert not said.knows("We never take the yellow gauge, which leaks.")
    assert not said.knows("yellow gauge")
