"""Mail: one conversation for each thread, everybody's words their own."""
# ruff: noqa: E501

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphpack.model.conversation import Attachment, Conversation, Image, Role
from graphpack.readers import read

from .thread_records import mail, mbox

ADA, BEN, CLEO = "Ada Lindqvist <ada@tide.example>", "ben@tide.example", "Cleo <cleo@tide.example>"
ASK = mail("a", ADA, "[tides] Which gauge?", "Which gauge shall we take?")
REPLY = mail(
    "b", BEN, "Re: [tides] Which gauge?", "The blue one.\n\nAda Lindqvist wrote:\n> Which gauge shall we take?",
    11, In_Reply_To="<a@tide.example>",
)  # fmt: skip


def one(raw: bytes) -> Conversation:
    (found,) = read(raw)
    assert found.source.format == "mbox"
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def test_a_thread_with_its_peoples_own_words() -> None:
    found = one(mbox(ASK, REPLY))
    assert said(found) == [("Ada Lindqvist", "Which gauge shall we take?"), (BEN, "The blue one.")]
    assert (found.id, found.title) == ("a@tide.example", "Which gauge?")
    assert found.messages[0].at == datetime(2026, 1, 5, 9, tzinfo=UTC)
    assert {message.role for message in found.messages} == {Role.USER}
    assert not found.notices


def test_the_newest_may_stand_first() -> None:
    third = mail("c", CLEO, "Re: x", "Agreed.", 12, References="<a@tide.example> <b@tide.example>")
    assert [author for author, _ in said(one(mbox(third, REPLY, ASK)))] == [
        "Ada Lindqvist",
        BEN,
        "Cleo",
    ]


def test_no_mail_stands_before_one_it_answers_whatever_its_clock_says() -> None:
    early = mail("b", BEN, "Re: x", "Answer.", 3, In_Reply_To="<a@tide.example>")
    assert [text for _, text in said(one(mbox(early, ASK)))] == [
        "Which gauge shall we take?",
        "Answer.",
    ]


def test_threads_are_told_apart_by_references_then_by_subject() -> None:
    same = mail("x", CLEO, "[tides] Which gauge?", "Another question.")
    answer = mail("y", BEN, "AW: Lunch?", "Yes.", 13)
    found = list(read(mbox(ASK, same, mail("l", CLEO, "Lunch?", "Lunch?"), REPLY, answer)))
    assert [len(item.messages) for item in found] == [2, 1, 2]


def test_words_of_a_mail_that_is_not_there_are_their_authors() -> None:
    copied = "Agreed.\n\n-----Original Message-----\nFrom: Dov Tal <dov@tide.example>\nSent: Monday\nTo: Cleo\n\nNever the red gauge again.\n"
    found = one(mbox(mail("c", CLEO, "Re: gauge", copied)))
    assert said(found) == [("Dov Tal", "Never the red gauge again."), ("Cleo", "Agreed.")]


def test_signatures_are_left_out() -> None:
    assert (
        said(one(mbox(mail("c", CLEO, "x", "Agreed.\n\n-- \nCleo\nTide Office"))))[0][1]
        == "Agreed."
    )


def test_from_in_the_text_is_no_new_mail() -> None:
    body = "Two ways:\n\n>From here it is far.\n\nFrom now on till 2026\n\nFrom me, 10:00 in 2026 it is"
    ((_, text),) = said(one(mbox(mail("c", CLEO, "x", body))))
    assert text == body.replace(">From", "From")


def test_headers_and_bodies_in_their_encodings() -> None:
    text = "Dünkirchen – 3,1 m"
    mails = [
        mail("a", "=?iso-8859-1?q?J=FCrgen?= =?utf-8?b?w5ZzdGVy?= <j@t.example>", "=?utf-8?b?RmzDvHRl?=",
             base64.b64encode(text.encode()).decode(), Content_Type="text/plain; charset=utf-8",
             Content_Transfer_Encoding="base64"),
        mail("b", BEN, "=?utf-8?b?RmzDvHRl", "D=FCnkirchen", Content_Type="text/plain; charset=latin1",
             Content_Transfer_Encoding="quoted-printable", In_Reply_To="<a@tide.example>"),
        mail("c", BEN, "x", "ok", Content_Type="text/plain; charset=no-such", In_Reply_To="<a@tide.example>"),
    ]  # fmt: skip
    found = one(mbox(*mails))
    assert said(found)[0] == ("JürgenÖster", text)
    assert [words for _, words in said(found)[1:]] == ["Dünkirchen", "ok"]
    assert found.title == "Flüte"


def test_the_plain_one_of_alternatives_and_files_by_name() -> None:
    parts = [
        'Content-Type: multipart/alternative; boundary="B"\n\n--B\nContent-Type: text/html\n\n<p>rich</p>\n'
        "--B\nContent-Type: text/plain\n\nplain\n--B--",
        "Content-Type: image/png\n\niVBORw0KGgo=",
        'Content-Type: text/csv\nContent-Disposition: attachment; filename="=?utf-8?q?gez=C3=A4hlt?=.csv"\n\na,b',
    ]
    body = "".join(f"--A\n{part}\n" for part in parts) + "--A--"
    (message,) = one(
        mbox(mail("c", CLEO, "x", body, Content_Type='multipart/mixed; boundary="A"'))
    ).messages
    assert message.text == "plain"
    assert isinstance(message.parts[1], Image)
    assert isinstance(message.parts[2], Attachment)
    assert message.parts[2].text == ""


def test_html_alone_is_read_with_its_quotes() -> None:
    body = "<div>The blue one.</div><div class=gmail_quote><div>On Mon, 5 Jan 2026, Dov Tal wrote:<br></div><blockquote><p>Never the red gauge again.</p></blockquote></div>"
    found = one(mbox(mail("c", CLEO, "x", body, Content_Type="text/html")))
    assert said(found) == [("Dov Tal", "Never the red gauge again."), ("Cleo", "The blue one.")]


def test_a_mail_that_is_there_twice_and_one_that_a_program_sent() -> None:
    away = mail("o", CLEO, "Auto: x", "Out of office.", Auto_Submitted="auto-replied")
    bounce = mail("d", "Mail Delivery <MAILER-DAEMON@tide.example>", "Undelivered", "Sorry.")
    found = one(mbox(ASK, ASK, away, bounce))
    assert len(found.messages) == 1
    assert {n.code: n.count for n in found.notices} == {"repeated-message": 1, "automatic-mail": 2}


def test_an_attached_mail_is_its_authors_word() -> None:
    inner = "From: Dov Tal <dov@tide.example>\nSubject: gauge\n\nNever the red gauge again."
    body = f"--A\n\nSee below.\n--A\nContent-Type: message/rfc822\n\n{inner}\n--A--"
    raw = mbox(mail("c", CLEO, "Fwd: gauge", body, Content_Type='multipart/mixed; boundary="A"'))
    assert said(one(raw)) == [("Dov Tal", "Never the red gauge again."), ("Cleo", "See below.")]


def test_a_single_message_and_a_folder_of_them(tmp_path: Path) -> None:
    raw = ASK.replace("\n", "\r\n").encode()
    raw = b"Received: from x by y\r\nMIME-Version: 1.0\r\n" + raw
    assert said(one(raw)) == [("Ada Lindqvist", "Which gauge shall we take?")]


@pytest.mark.parametrize(
    "text", ["From: Ada\nTo: Ben\n\nLunch?", "From here on Mon Jan 5 10:00 2026\nwe go."]
)
def test_what_only_begins_like_a_mail_is_text(text: str) -> None:
    assert {item.source.format for item in read(text.encode())} == {"plain-text"}


def test_mails_are_read_from_a_stream_without_their_attachments() -> None:
    blob = base64.b64encode(b"\0" * 300_000).decode()
    body = f"--A\nContent-Type: text/plain\n\nwords\n--A\nContent-Type: application/zip; name=x.zip\nContent-Transfer-Encoding: base64\n\n{blob}\n--A--"

    def mails() -> Iterator[str]:
        for number in range(20):
            yield mail(
                f"m{number}", ADA, f"s{number}", body, Content_Type='multipart/mixed; boundary="A"'
            )

    found = list(read(mbox(*mails())))
    assert len(found) == 20
    assert all(len(part.text) < 10 for item in found for m in item.messages for part in m.parts)
