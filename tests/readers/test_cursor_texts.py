"""Cursor's chats as text: exported Markdown, transcripts of its command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.cursor import Reader
from tests.readers.cursor_rows import said

EXPORT = """# Tides at Büsum
_Exported on 27/01/2026 at 10:46:10 GMT+2 from Cursor (2.3.41)_

---

**User**

Chart the tides

**Cursor** is what I use

---

**Cursor**

First the gauge.

---

Then the chart:

```md
**User**
```

---

**User**

Thanks
"""


def test_exported_markdown() -> None:
    (found,) = read(EXPORT.encode())
    assert (found.source.format, found.title) == ("cursor", "Tides at Büsum")
    assert said(found) == [
        ("user", "Chart the tides\n\n**Cursor** is what I use"),
        ("assistant", "First the gauge.\n\n---\n\nThen the chart:\n\n```md\n**User**\n```"),
        ("user", "Thanks"),
    ]


@pytest.mark.parametrize(
    "date", ["5/17/2025 at 10:46:10 GMT+2", "2026/3/17 at GMT+8 10:46:10", "17.5.2025 um 10:46"]
)
def test_the_date_may_be_written_in_any_way(date: str) -> None:
    text = EXPORT.replace("27/01/2026 at 10:46:10 GMT+2", date)
    assert Reader().detect(Probe("x", text)) is Certainty.SURE
    (found,) = read(text.replace("\n", "\r\n").encode())
    assert len(found.messages) == 3


def test_bold_names_alone_are_no_export() -> None:
    text = EXPORT.replace("_Exported", "_Saved")
    assert Reader().detect(Probe("x", text)) is Certainty.NO


def test_a_transcript_of_the_command_line() -> None:
    def line(role: str, *texts: str) -> dict[str, Any]:
        content = [{"type": "text", "text": text} for text in texts]
        return {"role": role, "message": {"content": content}}

    lines = [
        line(
            "user",
            "<attached_files>gauge.csv</attached_files>",
            "<user_query>\nChart\n</user_query>",
        ),
        line("assistant", "Reading.", "Charted."),
        line("user", "<system_reminder>be short</system_reminder>"),
        line("user", "Thanks"),
        {"role": "user", "message": {"content": "<user_query>a</user_query> <user_query>b"}},
    ]
    lines.insert(2, {"role": "robot", "message": {"content": ""}})
    (found,) = read("\n".join(map(json.dumps, lines)).encode())
    assert found.source.format == "cursor"
    assert [(n.code, n.where) for n in found.notices] == [("broken-record", "-:3")]
    assert said(found) == [
        ("user", "Chart"),
        ("assistant", "Reading.\n\nCharted."),
        ("user", "Thanks"),
        ("user", "a\n\nb"),
    ]
