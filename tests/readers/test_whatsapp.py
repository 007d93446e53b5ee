from __future__ import annotations

import pytest

from graphpack.model.conversation import Attachment, Conversation, Role
from graphpack.readers import read
from graphpack.readers.day_order import order_of, stamp_in
from graphpack.readers.faults import Faults

MARK = "\u200e"


def chat(*lines: str, name: str | None = None) -> Conversation:
    (found,) = read("\n".join(lines).encode(), name=name)
    assert found.source.format == "whatsapp"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def times(found: Conversation) -> list[str]:
    return [m.at.strftime("%Y-%m-%d %H:%M:%S") if m.at else "" for m in found.messages]


def codes(found: Conversation) -> dict[str, int]:
    counts: dict[str, int] = {}
    for notice in found.notices:
        counts[notice.code] = counts.get(notice.code, 0) + notice.count
    return counts


@pytest.mark.parametrize(
    ("first", "second", "at"),
    [
        ("31/12/25, 21:15 - {}", "31/12/25, 21:16 - {}", "2025-12-31 21:15:00"),
        ("12/31/25, 9:15\u202fPM - {}", "12/31/25, 9:16\u202fPM - {}", "2025-12-31 21:15:00"),
        ("[31.12.25, 21:15:33] {}", "[31.12.25, 21:16:33] {}", "2025-12-31 21:15:33"),
        ("[12/31/25 9:15:33 PM] {}", "[12/31/25 9:16:33 PM] {}", "2025-12-31 21:15:33"),
        ("31.12.25 um 21:15 - {}", "31.12.25 um 21:16 - {}", "2025-12-31 21:15:00"),
        ("31/12/2025 9:15 p. m. - {}", "31/12/2025 9:16 p. m. - {}", "2025-12-31 21:15:00"),
        ("31/12/2025, 9:15\u00a0p.\u00a0m. - {}", "31/12/2025, 9:16\u00a0p.\u00a0m. - {}",
         "2025-12-31 21:15:00"),
        ("2025-12-31, 21:15 - {}", "2025-12-31, 21:16 - {}", "2025-12-31 21:15:00"),
        ("2025/12/31 下午9:15 - {}", "2025/12/31 下午9:16 - {}", "2025-12-31 21:15:00"),
        ("2025. 12. 31. 오후 9:15 - {}", "2025. 12. 31. 오후 9:16 - {}", "2025-12-31 21:15:00"),
        ("31/12/25 21.15 - {}", "31/12/25 21.16 - {}", "2025-12-31 21:15:00"),
        ("\u200f31\u200f/12\u200f/2025، 9:15 م - {}", "\u200f31\u200f/12\u200f/2025، 9:16 م - {}",
         "2025-12-31 21:15:00"),
        ("[9:15 PM, 12/31/2025] {}", "[9:16 PM, 12/31/2025] {}", "2025-12-31 21:15:00"),
        ("12/31/25, 12:05 AM - {}", "12/31/25, 12:06 AM - {}", "2025-12-31 00:05:00"),
    ],
)  # fmt: skip
def test_layouts_of_all_phones_and_languages(first: str, second: str, at: str) -> None:
    lines = [first.format("Mara: Open?"), second.format("Luka: Yes."), second.format("Mara: Good.")]
    found = chat(*lines)
    assert said(found) == [("Mara", "Open?"), ("Luka", "Yes."), ("Mara", "Good.")]
    assert times(found)[0] == at
    assert codes(found) == {"local-time": 1}


def test_lines_without_a_header_go_on_with_the_message() -> None:
    found = chat(
        "31/12/25, 21:15 - Mara: First",
        "",
        "- second: still hers",
        "31/12/25, 21:16 - Luka: Yes.",
        "31/12/25, 21:16 - Mara: Ok",
    )
    assert said(found)[0] == ("Mara", "First\n\n- second: still hers")


def test_lines_of_the_program_are_left_out() -> None:
    found = chat(
        "31/12/25, 21:14 - Messages and calls are end-to-end encrypted. No one can read them.",
        "31/12/25, 21:14 - Mara created group “Tide Club”",
        '31/12/25, 21:15 - Mara changed the group name to "Gate: north"',
        "31/12/25, 21:15 - Mara: Open?",
        "31/12/25, 21:15 - Mara changed the group description to this: keep the gate shut",
        "31/12/25, 21:16 - Luka: Yes.",
        "31/12/25, 21:17 - Mara: Good.",
        "31/12/25, 21:17 - Luka left",
    )
    assert said(found) == [("Mara", "Open?"), ("Luka", "Yes."), ("Mara", "Good.")]
    assert codes(found) == {"local-time": 1, "system-line": 5}


def test_marks_of_the_program_before_localised_words() -> None:
    found = chat(
        f"[31.12.25, 21:14:00] Tide Club: {MARK}Nachrichten sind Ende-zu-Ende-verschlüsselt.",
        f"{MARK}[31.12.25, 21:15:00] Mara: {MARK}Bild weggelassen",
        f"{MARK}[31.12.25, 21:15:10] Mara: {MARK}<Anhang: 00000012-PHOTO.jpg>",
        f"[31.12.25, 21:15:20] Luka: plan.pdf • {MARK}3 Seiten {MARK}Dokument weggelassen",
        f"[31.12.25, 21:15:30] Mara: Grün {MARK}<Diese Nachricht wurde bearbeitet.>",
        f"[31.12.25, 21:15:40] Luka: {MARK}Diese Nachricht wurde gelöscht.",
        f"[31.12.25, 21:15:50] Luka: {MARK}POLL:\nGrün?\n{MARK}OPTION: ja ({MARK}2 votes)",
    )
    assert said(found) == [
        ("Mara", ""),
        ("Luka", ""),
        ("Mara", "Grün"),
        ("Luka", "POLL:\nGrün?\nOPTION: ja (2 votes)"),
    ]
    assert found.messages[0].parts == (Attachment("00000012-PHOTO.jpg"),)
    assert found.messages[1].parts == (Attachment("plan.pdf"),)
    counts = codes(found)
    assert (counts["media-omitted"], counts["edited-message"]) == (2, 1)
    assert counts["deleted-message"] == 1


def test_what_android_leaves_out() -> None:
    found = chat(
        "31/12/25, 21:15 - Mara: <Media omitted>",
        "31/12/25, 21:15 - Mara: <Medien ausgeschlossen>",
        "31/12/25, 21:15 - Mara: IMG-20251231-WA0001.jpg (file attached)",
        "the gate",
        "31/12/25, 21:16 - Mara: This message was deleted",
        "31/12/25, 21:16 - Mara: You deleted this message.",
        "31/12/25, 21:17 - Mara: null",
        "31/12/25, 21:17 - Mara: <b> is a tag",
        "31/12/25, 21:18 - Mara: Ok <This message was edited>",
    )
    assert said(found) == [("Mara", "the gate"), ("Mara", "<b> is a tag"), ("Mara", "Ok")]
    assert found.messages[0].parts[1] == Attachment("IMG-20251231-WA0001.jpg")
    assert codes(found) == {
        "local-time": 1, "media-omitted": 3, "deleted-message": 2, "edited-message": 1
    }  # fmt: skip


def test_names_of_every_kind() -> None:
    names = ["~ Luka", "+49 170 1234567", "Ada-Lou B.", "🦦", "Dr: Who"]
    lines = [f"31/12/25, 21:{10 + n} - {name}: one" for n, name in enumerate(names * 3)]
    found = chat(*lines, "31/12/25, 21:59 - Ada-Lou B. Meier: once: only")
    authors = [author for author, _ in said(found)]
    assert authors[:5] == ["Luka", "+49 170 1234567", "Ada-Lou B.", "🦦", "Dr: Who"]
    assert said(found)[-1] == ("Ada-Lou B. Meier", "once: only")
    assert said(found)[4] == ("Dr: Who", "one")


@pytest.mark.parametrize(
    ("dates", "first", "is_certain"),
    [
        (["03/04/26, 10:00", "25/04/26, 10:00"], "2026-04-03", True),  # a field above 12
        (["03/04/26, 10:00", "04/25/26, 10:00"], "2026-03-04", True),
        (["28/11/25, 10:00", "03/12/25, 10:00"], "2025-11-28", True),
        (["11/03/25, 10:00", "12/03/25, 10:00", "01/04/25, 10:00"], "2025-03-11", True),  # order
        (["03/04/26, 10:00", "04/04/26, 10:00", "05/04/26, 10:00"], "2026-04-03", False),
        (["04/03/26, 10:00", "04/04/26, 10:00", "04/05/26, 10:00"], "2026-04-03", False),
        (["04/04/26, 10:00", "04/04/26, 11:00"], "2026-04-04", True),  # the same in either
        (["1/4/26, 10:00 PM", "1/4/26, 11:00 PM"], "2026-01-04", False),
        (["1/4/26, 10:00", "1/4/26, 11:00"], "2026-04-01", False),
        (["1.4.26, 10:00", "1.4.26, 11:00"], "2026-04-01", True),  # dots: never month first
        (["2026/3/4, 10:00", "2026/3/5, 10:00"], "2026-03-04", True),
        (["26/3/14, 10:00", "26/3/25, 10:00"], "2014-03-26", True),
        (["26/13/14, 10:00", "26/3/25, 10:00"], "", True),
    ],
)
def test_the_order_of_day_and_month(dates: list[str], first: str, is_certain: bool) -> None:
    stamps = [stamp for stamp in map(stamp_in, dates) if stamp]
    assert len(stamps) == len(dates)
    faults = Faults("x")
    at = order_of(stamps, faults).time(stamps[0])
    assert (f"{at:%Y-%m-%d}" if at else "") == first
    assert (faults.notices() == ()) is is_certain


def test_dates_that_allow_two_orders_are_stated() -> None:
    found = chat(
        "03/04/26, 10:00 - Mara: a", "03/04/26, 10:01 - Luka: b", "03/04/26, 10:02 - Mara: c"
    )
    (notice,) = [notice for notice in found.notices if notice.code == "ambiguous-dates"]
    assert "day before month" in notice.message


def test_a_date_that_does_not_exist_keeps_its_message() -> None:
    found = chat(
        "31/12/25, 10:00 - Mara: a", "31/02/26, 10:01 - Luka: b", "01/03/26, 10:02 - Mara: c"
    )
    assert times(found)[1] == ""
    assert said(found)[1] == ("Luka", "b")
    assert codes(found)["broken-time"] == 1


def test_the_title_is_in_the_files_name() -> None:
    lines = ["31/12/25, 21:15 - Mara: a", "31/12/25, 21:16 - Luka: b", "31/12/25, 21:17 - Mara: c"]
    assert chat(*lines, name="WhatsApp Chat with Tide Club.txt").title == "Tide Club"
    assert chat(*lines, name="_chat.txt").title is None


def test_a_bom_and_crlf() -> None:
    text = "\ufeff31/12/25, 21:15 - Mara: a\r\n31/12/25, 21:16 - Luka: b\r\nmore\r\n"
    text += "31/12/25, 21:17 - Mara: c\r\n"
    (found,) = read(text.encode())
    assert said(found) == [("Mara", "a"), ("Luka", "b\nmore"), ("Mara", "c")]
