from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Conversation, Role, Text, ToolCall, ToolResult
from graphpack.readers import read
from graphpack.readers.base import Certainty, Opened, Probe
from graphpack.readers.loose import plain
from graphpack.readers.markdown import Reader
from graphpack.readers.marks import find_marks
from graphpack.readers.transcript import _RULE, transcribe


def one(text: str) -> Conversation:
    (found,) = read(text.encode(), name="chat.md")
    assert found.source.format == "markdown"
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


TURNS = [("user", "Which pump leaks?"), ("assistant", "Pump 3."), ("user", "Swap it.")]

STYLES = {
    "human": ("## Human", "## Assistant"),
    "emoji": ("## 👤 User", "## 🤖 Claude"),
    "pionxzh": ("#### You:", "#### ChatGPT:"),
    "level-1": ("# User", "# GPT-4o"),
    "closed": ("## User ##", "## Assistant ##"),
    "bold-colon-in": ("**You:**", "**ChatGPT:**"),
    "bold-colon-out": ("**User**:", "**Assistant**:"),
    "bold": ("**User**", "**Cursor**"),
    "underscores": ("__User__", "__Copilot__"),
    "bold-heading": ("## **You**", "## **Gemini**"),
    "bold-said": ("**You said:**", "**ChatGPT said:**"),
    "page": ("You said:", "ChatGPT said:"),
    "page-levels": ("##### You said:", "###### ChatGPT said:"),
    "page-german": ("Du hast gesagt:", "ChatGPT hat gesagt:"),
    "page-spanish": ("Dijiste:", "ChatGPT dijo:"),
    "page-french": ("Vous avez dit :", "ChatGPT a dit :"),
    "page-chinese": ("你说：", "ChatGPT 说："),
    "cells": ("# %% user", "# %% assistant"),
    "chatml": ("<|im_start|>user", "<|im_start|>assistant"),
    "header-ids": (
        "<|start_header_id|>user<|end_header_id|>",
        "<|start_header_id|>assistant<|end_header_id|>",
    ),
    "turns": ("<start_of_turn>user", "<start_of_turn>model"),
    "alpaca": ("### Instruction:", "### Response:"),
    "question": ("### Question", "### Answer"),
    "japanese": ("## ユーザー", "## アシスタント"),
    "numbered": ("## 1. User", "## 2. Assistant"),
    "with-model": ("## User", "## Assistant (gpt-4.1-mini)"),
    "version": ("## Me", "## Claude 3.5 Sonnet"),
}  # fmt: skip


@pytest.mark.parametrize(("user", "model"), STYLES.values(), ids=STYLES.keys())
def test_every_style_of_mark(user: str, model: str) -> None:
    text = f"{user}\n\nWhich pump leaks?\n\n{model}\n\nPump 3.\n\n{user}\n\nSwap it.\n"
    assert said(one(text)) == TURNS


@pytest.mark.parametrize(
    ("user", "model"),
    [("**You:**", "**ChatGPT:**"), ("**User**:", "**AI**:"), ("__Me:__", "__AI:__")],
)
def test_bold_marks_may_stand_before_the_words(user: str, model: str) -> None:
    text = f"{user} Which pump leaks?\n\n{model} Pump 3.\n\n{user} Swap it.\n"
    assert said(one(text)) == TURNS


def test_the_models_name_is_kept_and_a_word_for_the_side_is_not() -> None:
    found = one("## You\n\na\n\n## ChatGPT\n\nb\n\n## Assistant (gpt-4.1-mini)\n\nc\n")
    assert [message.author for message in found.messages] == [None, "ChatGPT", "gpt-4.1-mini"]


def test_a_personal_name_opposite_a_model_is_the_user() -> None:
    text = "## Preface\n\nSome words.\n\n"
    for number in range(3):
        text += f"## mirela\n\nask {number}\n\n## ChatGPT\n\n### Details\n\nanswer {number}\n\n"
    found = one(text)
    assert [(message.role.value, message.author) for message in found.messages[1:]] == [
        ("user", "mirela"),
        ("assistant", "ChatGPT"),
    ] * 3
    assert found.messages[2].text == "### Details\n\nanswer 0"


def test_headings_of_an_answer_are_part_of_it() -> None:
    text = (
        "## User\n\nCompare them.\n\n## Assistant\n\n## Summary\n\nBoth work.\n\n## Summary\n\n"
        "## User guide\n\nRead it.\n\n# Assistant\n\nA level above.\n\n## User\n\nThanks.\n"
    )
    found = one(text)
    assert [message.role.value for message in found.messages] == ["user", "assistant", "user"]
    assert "## User guide" in found.messages[1].text
    assert "# Assistant" in found.messages[1].text


def test_repeated_sections_are_not_a_person() -> None:
    text = ""
    for _ in range(3):
        text += "## User\n\nGo on.\n\n## Assistant\n\nText.\n\n## Example\n\nMore.\n\n"
    assert [message.role.value for message in one(text).messages] == ["user", "assistant"] * 3


def test_one_speakers_marks_in_a_row_are_one_message() -> None:
    text = "## User\n\nGo.\n\n## Claude\n\nOne.\n\n## Claude\n\nTwo.\n\n## User\n\nStop.\n"
    found = one(text)
    assert [message.text for message in found.messages] == ["Go.", "One.\n\nTwo.", "Stop."]
    assert found.messages[1].parts == (Text("One."), Text("Two."))


def test_rules_between_turns_are_left_out_and_those_inside_are_kept() -> None:
    answer = "**Assistant**\n\na\n\n---\n\nb\n\n---\n\n"
    text = f"**User**\n\nGo.\n\n---\n\n{answer}**User**\n\nOk.\n\n---\n"
    assert said(one(text)) == [("user", "Go."), ("assistant", "a\n\n---\n\nb"), ("user", "Ok.")]


def test_marks_in_fenced_code_are_code() -> None:
    text = (
        "## User\n\nWhat does this do?\n\n```text\n## Assistant\nhi\n## User\nho\n```\n\n"
        "## Assistant\n\nIt greets.\n"
    )
    found = one(text)
    assert [message.role.value for message in found.messages] == ["user", "assistant"]
    assert "ho" in found.messages[0].text


def test_an_answer_cut_in_its_code_does_not_hide_the_rest() -> None:
    text = (
        "## User\n\nWrite it.\n\n## Assistant\n\n```python\nprint(1)\n\n## User\n\nGo on.\n\n"
        "## Assistant\n\n```python\nprint(2)\n```\n\n## User\n\nThanks.\n"
    )
    assert [message.role.value for message in one(text).messages] == [
        "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip


def test_fences_that_hide_most_marks_are_not_trusted() -> None:
    turns = "## User\n\nGo.\n\n## Assistant\n\nDone.\n\n"
    text = turns + "## User\n\n```\nleft open\n\n" + turns * 3 + "## User\n\n```\n\n" + turns
    assert len(one(text).messages) > 8


def test_a_document_that_shows_a_transcript_is_none() -> None:
    text = (
        "# Prompting\n\nLike so:\n\n```\n## User\nhi\n## Assistant\nho\n## User\nhi\n```\n\nEnd.\n"
    )
    assert find_marks(text.split("\n")) is None


@pytest.mark.parametrize(
    "text",
    [
        "# Design\n\n## User\n\nHas a name.\n\n## Model\n\nHas rows.\n\n## View\n\nShows.\n",
        "## Pros\n\na\n\n## Cons\n\nb\n\n## Pros\n\na\n\n## Cons\n\nb\n",
        "**Pros:** fast.\n\n**Cons:** new to us.\n\n**Pros:** cheap too.\n\n**Cons:** old.\n",
        "**Note:** mind the gap.\n\n**Warning:** wide.\n\n**Note:** still.\n\n**Warning:** so.\n",
        "## You\n\nOnly one side.\n\n## You\n\nAgain.\n",
        "## Install\n\npip\n\n## Usage\n\nrun\n\n## Claude\n\nSee CLAUDE.md\n",
        "# ChatGPT\n\n## Cursor position\n\nx\n\n## User input\n\ny\n\n## Model output\n\nz\n",
    ],
)
def test_documents_have_no_speakers(text: str) -> None:
    assert find_marks(text.split("\n")) is None


def test_the_outermost_style_is_the_texts() -> None:
    text = (
        "## User\n\nRead this log:\n\n**You:** hi\n\n**ChatGPT:** ho\n\n**You:** bye\n\n"
        "## Assistant\n\nUser: is a word here.\nAI: too.\nUser: yes.\n\n## User\n\nOk.\n"
    )
    found = one(text)
    assert [message.role.value for message in found.messages] == ["user", "assistant", "user"]


def test_settings_before_the_first_turn_are_no_turns() -> None:
    text = "User: ines\nModel: gpt-4o\n\n## User\n\nGo.\n\n## Assistant\n\nDone.\n"
    found = one(text)
    assert said(found)[1:] == [("user", "Go."), ("assistant", "Done.")]
    assert found.messages[0].role is Role.SYSTEM


def test_the_title_is_the_first_heading() -> None:
    found = one("# Pump 3\n\n## User\n\nGo.\n\n## Assistant\n\nDone.\n")
    assert found.title == "Pump 3"
    assert said(found) == [("user", "Go."), ("assistant", "Done.")]


def test_what_stands_before_the_first_turn_is_kept() -> None:
    turns = "## User\n\nGo.\n\n## Assistant\n\nDone.\n"
    about = one("# Pump 3\n\n**Date:** 2025-03-01\n_Exported by hand_\n\n---\n\n" + turns)
    assert about.messages[0].role is Role.SYSTEM
    assert about.messages[0].text == "# Pump 3\n\n**Date:** 2025-03-01\n_Exported by hand_"
    words = one("I kept this because the answer surprised me.\n\n" + turns)
    assert words.messages[0].role is Role.USER
    assert words.messages[0].text == "I kept this because the answer surprised me."


def test_a_time_in_the_mark_is_the_messages() -> None:
    found = one(
        "## User (2025-03-01 08:00:00Z)\n\nGo.\n\n## Assistant (2025-03-01T08:01Z)\n\nOk.\n"
    )
    assert found.messages[0].at == datetime(2025, 3, 1, 8, tzinfo=UTC)
    assert found.started_at == found.messages[0].at


def test_tool_cells_are_the_tools() -> None:
    text = """# %% user
List them.

# %% assistant
I will look.

```
<tool_call>
<tool_name>ls</tool_name>
<param name="path">/tmp</param>
</tool_call>
```

# %% tool_execute
```
<tool_result>
a.txt
</tool_result>
```

# %% assistant
One file.

# %% user
"""
    found = one(text)
    assert [message.role.value for message in found.messages] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert found.messages[1].parts == (Text("I will look."), ToolCall("ls", {"path": "/tmp"}))
    assert found.messages[2].parts == (ToolResult("a.txt"),)
    assert [notice.code for notice in found.notices] == ["empty-message"]


def test_chat_tokens_close_their_turns() -> None:
    turns = [("system", "Be dry."), ("user", "Hi"), ("assistant", "Ho")]
    text = "".join(f"<|im_start|>{role}\n{words}<|im_end|>\n" for role, words in turns)
    assert said(one(text)) == turns


def test_a_transcript_that_quotes_the_person() -> None:
    text = (
        "# 🤖 Claude Code Transcript\n## ~/gate\n\n> [!IMPORTANT]\n> Fix the gate.\\\n> Now.\n\n"
        "Looking.\n\n> a quotation\n\n> [!IMPORTANT]\n> Thanks.\n"
    )
    found = one(text)
    assert said(found) == [
        ("system", "# 🤖 Claude Code Transcript\n## ~/gate"),
        ("user", "Fix the gate.\nNow."),
        ("assistant", "Looking.\n\n> a quotation"),
        ("user", "Thanks."),
    ]
    assert found.title == "🤖 Claude Code Transcript"
    callouts = "# Guide\n\n> [!IMPORTANT]\n> Mind it.\n\nText.\n\n> [!IMPORTANT]\n> And this.\n"
    assert {draft.role for draft in transcribe(callouts).drafts} == {Role.USER}


def test_bytes_in_any_state() -> None:
    text = "\ufeff## User\r\n\r\nGo\x00 on\u00a0now.\r\n\r\n## Assistant\r\n\r\nDone.\r\n"
    assert said(one(text)) == [("user", "Go on now."), ("assistant", "Done.")]
    (found,) = read("## User\n\nGo.\n\n## Assistant\n\nOk.\n".encode("utf-16"))
    assert len(found.messages) == 2
    (found,) = read(b"## User\n\ncaf\xe9\n\n## Assistant\n\nOk.\n")
    assert found.messages[0].text == "caf\ufffd"
    assert [notice.code for notice in found.notices] == ["bad-encoding"]


def test_json_is_never_markdown() -> None:
    head = '{"a": "x"}'
    assert Reader().detect(Probe("x.md", head, (), {"a": "x"})) is Certainty.NO


LINES = st.sampled_from(
    [
        "## User", "## Assistant", "## Notes", "# Title", "**You:** hi", "**AI:** ho", "---", "```",
        "```py", "User: one two three.", "Assistant: four.", "Q: why?", "A: so.", "You said:",
        "ChatGPT said:", "# %% user", "# %% assistant", "# %% tool_execute", "<|im_start|>user",
        "<|im_start|>assistant", "bye<|im_end|>", "Dana: I would wait here.", "Omar: So would I!",
        "[10:30] Dana: yes, I think so.", "", " ", "words of a turn", "- item", "> quote",
    ]
)  # fmt: skip
TEXTS = st.lists(LINES | st.text(max_size=12), max_size=24).map("\n".join)


@given(TEXTS)
def test_nothing_is_lost_but_marks_and_separators(text: str) -> None:
    lines = plain(text).split("\n")
    marked = find_marks(lines)
    found = transcribe(text)
    kept = "".join("".join(part.text.split()) for draft in found.drafts for part in draft.parts)
    rest = iter("".join(plain(text).split()))
    if "<tool_" not in text:
        assert all(char in rest for char in kept), "in the order of the text"
    free = [line for line in lines if _RULE.match(line)]
    if marked:
        free += [lines[mark.line] for mark in marked.marks]
        ends = ("<|im_end|>", "```", "```py")
        free += [end for line in lines for end in ends if line.strip().endswith(end)]
        free += [found.title or ""]
    spare = len("".join("".join(free).split())) + 7
    whole = len("".join(plain(text).split()))
    assert whole - len(kept) <= (spare if marked else spare - 7)


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_no_text_and_no_bytes_fail(raw: str | bytes) -> None:
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    for found in Reader().read(Opened("-", data=data)):
        assert all(message.parts for message in found.messages)
