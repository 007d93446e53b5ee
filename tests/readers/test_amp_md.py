"""Amp's threads as Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, ToolCall, ToolResult
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source

from .harnesses import brief, read_one, said

THREAD = """---
title: "Chart the tides"
threadId: T-5e551011-0000-4000-8000-000000000001
created: 2026-03-01T10:00:00.000Z
agentMode: smart
---

# Chart the tides

## User

<attached_files>
```file:///src/gauge.csv
04:12,3.1
```
</attached_files>

Chart these, in metres

## Assistant

Plotting.

**Tool Use:** `Bash`

```json
{
  "cmd": "plot"
}
```

**Tool Use:** `Read`

```json
{
  "path": "notes.md"
}
```

## User

**Tool Result:** `toolu_1`

```
{"output":"no gnuplot","exitCode":127}
```

**Tool Result:** `toolu_2`

```
# Notes

## User

not said
```

## Assistant

No gnuplot here.

## User

yes, install it
"""


def test_thread() -> None:
    found = read_one(THREAD.encode())
    assert found.source.format == "amp-md"
    assert (found.id, found.title) == ("T-5e551011-0000-4000-8000-000000000001", "Chart the tides")
    assert found.started_at is not None
    assert said(found) == ["Chart these, in metres", "yes, install it"]
    assert found.messages[0].parts[1] == Attachment("file:///src/gauge.csv", "04:12,3.1")
    assert found.messages[1].parts[1:] == (
        ToolCall("Bash", {"cmd": "plot"}, "toolu_1"),
        ToolCall("Read", {"path": "notes.md"}, "toolu_2"),
    )
    assert found.messages[2].parts == (
        ToolResult("no gnuplot\nexit code 127", "Bash", "toolu_1", is_error=True),
        ToolResult("# Notes\n\n## User\n\nnot said", "Read", "toolu_2"),
    )
    assert brief(found)[3] == ("assistant", "No gnuplot here.")
    assert len(found.messages) == 5


def test_other_markdown_with_a_header_is_not_amps() -> None:
    text = THREAD.replace("threadId: T-", "thread: T-").replace('{"output"', '"output"')
    assert detect(open_source(text.encode())).name == "markdown"
    with pytest.raises(ReadError, match="no thread of Amp"):
        list(read(text.encode(), format="amp-md"))


@given(data=st.data())
def test_any_order_of_its_lines_reads(data: st.DataObject) -> None:
    head, body = THREAD[: THREAD.index("# Chart")], THREAD[THREAD.index("# Chart") :]
    lines = data.draw(st.lists(st.sampled_from(body.split("\n")), max_size=40))
    try:
        (found,) = read(f"{head}{chr(10).join(lines)}".encode(), format="amp-md")
    except ReadError:
        return
    assert all(message.parts for message in found.messages)
