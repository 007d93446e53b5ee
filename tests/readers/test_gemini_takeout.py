"""Gemini's chats in Takeout: prompts and answers that no thread holds together."""

from __future__ import annotations

from collections import Counter

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, Conversation, Role, Text
from graphpack.readers import read

from .thread_records import activity, activity_page, dumped


def texts(found: Conversation) -> list[str]:
    return [message.text for message in found.messages]


def test_the_newest_stands_first_and_is_read_last() -> None:
    records = [
        activity("Prompted Second\nline", "2026-01-01T10:10:00.5Z", "<p>B</p>"),
        activity("Prompted First", "2026-01-01T10:00:00Z", "<p>A</p>"),
    ]
    (found,) = read(dumped(records))
    assert found.source.format == "gemini-takeout"
    assert texts(found) == ["First", "A", "Second\nline", "B"]
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT] * 2
    assert found.messages[0].at is not None


def test_a_pause_of_half_an_hour_parts_two_chats_and_it_is_said_so() -> None:
    records = [
        activity("Prompted c", "2026-01-01T11:01:00Z", "C"),
        activity("Prompted b", "2026-01-01T10:30:00Z", "B"),
        activity("Prompted a", "2026-01-01T10:00:00Z", "A"),
    ]
    first, second = read(dumped(records))
    assert (texts(first), texts(second)) == (["a", "A", "b", "B"], ["c", "C"])
    counts = {n.code: n.count for item in (first, second) for n in item.notices}
    assert counts == {"guessed-thread": 2}


def test_a_chat_that_is_named_is_one_however_long_the_pause() -> None:
    link = [{"name": "https://gemini.google.com/app/0123abcd"}]
    records = [
        activity("Prompted b", "2026-01-03T10:00:00Z", "B", details=link),
        activity("Prompted x", "2026-01-02T10:00:00Z", "X"),
        activity("Prompted a", "2026-01-01T10:00:00Z", "A", details=link),
    ]
    first, second = read(dumped(records))
    assert (first.id, texts(first), texts(second)) == ("0123abcd", ["a", "A", "b", "B"], ["x", "X"])


def test_what_is_no_prompt_is_counted() -> None:
    records = [
        activity("Prompted a", "2026-01-01T10:03:00Z"),
        activity("Used an app", "2026-01-01T10:02:00Z", "<p>x</p>"),
        activity("Gave feedback: good", "2026-01-01T10:01:00Z"),
        activity("Selected preferred draft", "2026-01-01T10:00:00Z"),
    ]
    (found,) = read(dumped(records))
    assert texts(found) == ["a"]
    assert Counter({n.code: n.count for n in found.notices})["other-activity"] == 3


def test_several_answers_are_joined_and_code_is_kept() -> None:
    record = activity("Prompted a", "2026-01-01T10:00:00Z")
    code = '<code class="language-python">if a &lt; b:\n    run()\n</code>'
    code = f"<p>See &amp; run:</p><pre>{code}</pre>"
    record["safeHtmlItem"] = [{"html": code}, {"html": "<ul><li>one<li>two</ul>"}, {"x": 1}]
    (found,) = read(dumped([record]))
    assert texts(found)[1] == "See & run:\n\n```python\nif a < b:\n    run()\n```\n\n- one\n- two"


def test_a_canvas_document_is_the_models() -> None:
    body = [{"name": "<h1>Tides</h1>low &amp; high"}]
    records = [
        activity("Created Gemini Canvas titled Tides", "2026-01-01T10:01:00Z", subtitles=body),
        activity("Prompted a", "2026-01-01T10:00:00Z", "A", attachedFiles=["gauge.csv"]),
    ]  # fmt: skip
    (found,) = read(dumped(records))
    assert found.messages[0].parts == (Text("a"), Attachment("gauge.csv"))
    assert (found.messages[2].role, found.messages[2].parts) == (
        Role.ASSISTANT, (Attachment("Tides", "# Tides\n\nlow & high"),),
    )  # fmt: skip


def test_the_verb_of_another_language_is_found() -> None:
    titles = ["Wie hoch ist die Flut?", "Und morgen?", "Danke, und in Büsum?"]
    records = [
        activity(f"Eingegebener Prompt: {t}", f"2026-01-01T10:0{n}:00Z", "x")
        for n, t in enumerate(titles)
    ]
    records.append(activity("Feedback gegeben", "2026-01-01T10:04:00Z"))
    (found,) = read(dumped(records))
    assert [message.text for message in found.messages if message.role is Role.USER] == titles


def test_the_page_reads_like_the_json() -> None:
    page = activity_page(
        ('Prompted&nbsp;Second &lt;b&gt;<br>Attached 1 file.<br>-&nbsp;<a href="f">gauge.csv</a>',
         "Oct 3, 2025, 10:10:00\u202fAM CEST", "<p>B</p><br><pre><code>x\n y</code></pre>"),
        ("Prompted&nbsp;First<br>line two", "03.10.2025, 10:00:00 MESZ", "<p>A</p>"),
        ("Gave&nbsp;feedback", "Oct 3, 2025, 9:00:00\u202fAM UTC", ""),
    )  # fmt: skip
    (found,) = read(page)
    assert texts(found) == ["First\nline two", "A", "Second <b>", "B\n\n```\nx\n y\n```"]
    assert found.messages[2].parts[1] == Attachment("gauge.csv")
    times = [message.at.isoformat() for message in found.messages if message.at]
    assert times[0] == "2025-10-03T08:00:00+00:00"
    assert times[2] == "2025-10-03T08:10:00+00:00"


@pytest.mark.parametrize(
    ("date", "iso"),
    [
        ("Apr 12, 2026, 3:34:31 PM EDT", "2026-04-12T19:34:31+00:00"),
        ("10 de mai. de 2026, 03:46:09 BRT", "2026-05-10T06:46:09+00:00"),
        ("3 juil. 2026, 10:00:00 UTC+2", "2026-07-03T08:00:00+00:00"),
        ("2026年6月20日 00:28:51 JST", "2026-06-19T15:28:51+00:00"),
        ("2026-09-02T12:00:00Z", "2026-09-02T12:00:00+00:00"),
    ],
)
def test_dates_of_pages_in_several_languages(date: str, iso: str) -> None:
    (found,) = read(activity_page(("Prompted&nbsp;a", date, "<p>A</p>")))
    assert texts(found) == ["a", "A"]
    assert found.messages[0].at is not None
    assert found.messages[0].at.isoformat() == iso


def test_a_prompt_that_is_a_link_names_its_chat() -> None:
    prompt = (
        'Prompted <a href="https://gemini.google.com/app/abc123">Draw</a><br>1 generated image.'
    )
    answer = '<a href="https://gemini.google.com/app/wrong1">x</a>'
    page = activity_page((prompt, "Apr 12, 2026, 3:34:31 PM EDT<p>Here.</p>", answer))
    (found,) = read(page)
    assert (found.id, found.messages[0].text) == ("abc123", "Draw")
    assert found.messages[1].text.startswith("Here.")


def test_activity_in_other_products_is_refused_by_name() -> None:
    record = {
        "header": "Search",
        "title": "Searched for tides",
        "time": "x",
        "products": ["Search"],
    }
    with pytest.raises(ReadError, match="other products than Gemini"):
        list(read(dumped([record])))


def test_other_products_among_geminis_are_left_out() -> None:
    other = {"header": "Search", "title": "Searched for tides", "products": ["Search"]}
    (found,) = read(dumped([other, activity("Prompted a", "2026-01-01T10:00:00Z", "A")]))
    assert texts(found) == ["a", "A"]
    assert "side-file" in {notice.code for notice in found.notices}
