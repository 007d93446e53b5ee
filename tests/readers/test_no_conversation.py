from __future__ import annotations

import io
import zipfile

import pytest

from graphpack.errors import UnknownFormatError
from graphpack.readers import read

PAGE = "<!DOCTYPE html>\n<html><head><title>Tides</title></head><body><p>Dana: hi</p></body></html>"
RTF = "{\\rtf1\\ansi\\deff0 {\\fonttbl {\\f0 Arial;}}\n\\f0 Dana: hello\\par\n}"
ACCESS = "".join(
    f'10.0.0.{n} - - [07/Mar/2026:09:02:1{n} +0000] "GET /gate/{n} HTTP/1.1" 200 {n}12 "-" "curl"\n'
    for n in range(8)
)
APP = "".join(
    f"2026-03-07 09:02:1{n},123 {'INFO' if n % 3 else 'ERROR'} gate.pump - The pump {n} runs.\n"
    + ("  File gate.py, line 3\n" if n % 3 == 0 else "")
    for n in range(8)
)
NAMED_APP = "".join(
    f"[2026-03-07 09:02:1{n}] INFO {'Pump' if n % 2 else 'Gate'}: It is open and it runs.\n"
    for n in range(8)
)
SYSLOG = "".join(f"Mar  7 09:02:1{n} gate pumpd[{n}4]: The pump has started.\n" for n in range(8))
SCHEDULER = "".join(
    f"03.0{n}.26, 09:02 - {'db' if n % 2 else 'web'}: backup {n} done\n" for n in range(1, 9)
)
ONE_TASK = "".join(f"03.0{n}.26, 09:02 - db: Backup {n} is done.\n" for n in range(1, 9))
GOODS = "sku,name,price\n" + "".join(f"{n},Pump {n},{n}.50\n" for n in range(8))
TABS = "sku\tname\tprice\n" + "".join(f"{n}\tPump {n}\t{n}.50\n" for n in range(8))
TEXTS = {
    "page": (PAGE, r"f: a web page \(HTML\), no conversation"),
    "xhtml": ('<?xml version="1.0"?>\n<!-- x -->\n' + PAGE, "web page"),
    "rtf": (RTF, r"rich text document \(RTF\)"),
    "xml": ('<?xml version="1.0"?>\n<tides><tide/></tides>', "an XML document"),
    "access": (ACCESS, "a log"),
    "app": (APP, "a log"),
    "app with names": (NAMED_APP, "a log"),
    "syslog": (SYSLOG, "a log"),
    "scheduler": (SCHEDULER, "a log"),
    "goods": (GOODS, r"a table \(CSV\) without columns"),
    "tabs": (TABS, r"a table \(CSV\) without columns"),
}


@pytest.mark.parametrize(("text", "why"), TEXTS.values(), ids=TEXTS.keys())
def test_what_is_no_conversation_is_refused_by_its_name(text: str, why: str) -> None:
    with pytest.raises(UnknownFormatError, match=why) as caught:
        list(read(text.encode(), name="f"))
    assert "--format plain-text" in (caught.value.hint or "")
    (found,) = read(text.encode(), name="f", format="plain-text")
    assert found.source.format == "plain-text"


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(200), "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(200)), r"a picture \(PNG\)"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(range(200)), r"a picture \(JPEG\)"),
        (b"RIFF\0\1\2\3WAVEfmt " + bytes(range(200)), r"a sound recording \(WAV\)"),
        (b"ID3\4\0\0\0" + bytes(range(200)), r"a sound recording \(MP3\)"),
        (b"\0\0\0\x20ftypisom" + bytes(range(200)), r"a video \(MP4\)"),
    ],
)
def test_a_picture_a_recording_a_document_is_named(raw: bytes, why: str) -> None:
    with pytest.raises(UnknownFormatError, match=f"f: {why}") as caught:
        list(read(raw, name="f"))
    assert caught.value.hint


def test_a_word_document_is_named() -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("word/document.xml", "<document/>")
    with pytest.raises(UnknownFormatError, match=r"f\.docx: a Word document"):
        list(read(raw.getvalue(), name="f.docx"))


CONVERSATIONS = {
    "readme with a page's tags": '<p align="center"><b>Tides</b></p>\n\n# Tides\n\nHigh at noon.\n',
    "nicks in small letters": "".join(
        f"2026-03-07 09:0{n} {'dana' if n % 2 else 'omar'}: shall we open it, i think so?\n"
        for n in range(8)
    ),
    "people with times": "".join(
        f"[2026-03-07 09:02:1{n}] {'Dana' if n % 2 else 'Omar'}: I think we open the gate.\n"
        for n in range(8)
    ),
    "a log that somebody asks about": "Why does it stop here?\n\n"
    + APP
    + "\nI restarted it.\n" * 9,
    "commas": "It rains, it pours, it ends.\nWe wait, we work, we go.\n" * 4,
    "a short table": "a,b,c\n1,2,3\n",
}


@pytest.mark.parametrize("text", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
def test_other_text_is_still_read(text: str) -> None:
    assert list(read(text.encode(), name="f"))


def test_one_task_that_speaks_is_no_chat() -> None:
    (found,) = read(ONE_TASK.encode(), name="f")
    assert found.source.format == "plain-text"


def test_people_with_names_in_small_letters_are_a_chat() -> None:
    text = (
        "03.01.26, 09:02 - mara: open?\n03.01.26, 09:03 - luka: ja\n03.01.26, 09:04 - mara: gut\n"
    )
    (found,) = read(text.encode(), name="f")
    assert found.source.format == "whatsapp"


PROGRAM = '''"""Sorts shelves."""
import os

def sort_books(books):
    # TODO: never sort by title only
    return sorted(books, key=lambda book: book.author)

class Shelf:
    name: str = "A"
    def add(self, book):
        self.books.append(book)
'''
NOTE = """We looked at the shelf sorter today.
Please keep sorting by author (the title comes second).
return the books by Friday
def is the word that starts a function.
"""


def test_a_program_is_no_conversation(tmp_path) -> None:
    file = tmp_path / "shelf.py"
    file.write_text(PROGRAM)
    with pytest.raises(UnknownFormatError, match=r"shelf\.py: source code"):
        list(read(file))
    (conversation,) = read(file, format="plain-text")
    assert any("never sort by title" in message.text for message in conversation.messages)


def test_prose_in_a_file_named_like_a_program_is_read(tmp_path) -> None:
    file = tmp_path / "shelf.py"
    file.write_text(NOTE)
    (conversation,) = read(file)
    assert "keep sorting by author" in conversation.messages[0].text
