"""DevGPT: shared chats whose code was cut out of the answers."""

from __future__ import annotations

import csv
import io

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers import read
from graphpack.readers.csv_rows import csv_rows
from graphpack.readers.python_literal import parse_literal

from .thread_records import devgpt, dumped, sharing


def code(content: str, number: int = 0, language: str = "python") -> dict[str, str]:
    return {"ReplaceString": f"[CODE_BLOCK_{number}]", "Type": language, "Content": content}


def one(raw: bytes) -> Conversation:
    (found,) = read(raw)
    assert found.source.format == "devgpt"
    return found


def test_code_is_put_back_where_it_was() -> None:
    found = one(
        dumped(
            devgpt(
                sharing(("How?", "ChatGPT\nSo: [CODE_BLOCK_0] Done.", [code("print('tide')\n")]))
            )
        )
    )
    assert [message.text for message in found.messages] == [
        "How?", "So: \n```python\nprint('tide')\n```\n Done.",
    ]  # fmt: skip
    assert (found.id, found.title, found.messages[1].author) == ("a1", "Gauge", "GPT-4")


def test_code_whose_numbers_start_again_is_placed_in_order() -> None:
    answer = "A [CODE_BLOCK_0] B [CODE_BLOCK_0] C [CODE_BLOCK_1]"
    found = one(dumped(devgpt(sharing(("q", answer, [code("one"), code("two")])))))
    text = found.messages[1].text
    assert text.index("one") < text.index("B") < text.index("two")
    assert "[CODE_BLOCK_1]" in text
    assert [(n.code, n.count) for n in found.notices] == [("missing-code", 1)]


def test_code_without_a_place_is_not_lost() -> None:
    found = one(dumped(devgpt(sharing(("q", "See above.", [code("one", 7)])))))
    assert found.messages[1].text == "See above.\n\n```python\none\n```"
    assert [n.code for n in found.notices] == ["misplaced-code"]


def test_links_that_are_dead_and_chats_that_were_shared_twice() -> None:
    chat = sharing(("q", "a", []))
    found = one(dumped(devgpt(chat, {"URL": "https://c.example/share/gone", "Status": 404}, chat)))
    assert {n.code: n.count for n in found.notices} == {"missing-chat": 1, "repeated-chat": 1}


def test_only_dead_links_are_refused() -> None:
    with pytest.raises(ReadError, match="holds no shared chats"):
        list(read(dumped(devgpt({"URL": "u", "Status": 404}))))


def test_the_list_of_links_is_refused_with_what_to_give_instead() -> None:
    raw = (
        b"URL,Status,MentionedURL,MentionedSource\nhttps://c.example/share/a,200,https://x,commit\n"
    )
    with pytest.raises(ReadError, match="list of links") as error:
        list(read(raw))
    assert "sharings.json" in str(error.value.hint)


def test_a_source_longer_than_a_probe_is_known() -> None:
    document = devgpt(sharing(("q", "a", [])))
    source = {"Type": "code file", "URL": "u", "Content": "A" * 100_000, **document["Sources"][0]}
    assert len(one(dumped({"Sources": [source]})).messages) == 2


def table(*rows: list[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


@pytest.mark.parametrize("write", [repr, lambda value: dumped(value).decode()])
def test_a_table_with_chats_in_its_cells(write) -> None:
    chats = [sharing(('Why "so"?\n', "It's [CODE_BLOCK_0]", [code("a = 'ü'\n")]))]
    found = one(table(["Type", "Title", "ChatgptSharing"], ["issue", "T, u", write(chats)]))
    assert [message.text for message in found.messages] == [
        'Why "so"?', "It's \n```python\na = 'ü'\n```",
    ]  # fmt: skip


def test_a_table_of_questions_and_answers() -> None:
    raw = table(
        ["URL", "Prompt", "Answer"], ["u1", "a\nb", "c"], ["u2", "x", "y"], ["u1", "d", "e"]
    )
    first, second = read(raw)
    assert [message.text for message in first.messages] == ["a\nb", "c", "d", "e"]
    assert (first.id, second.id) == ("u1", "u2")


def test_a_broken_cell_costs_its_row() -> None:
    chats = dumped([sharing(("q", "a", []))]).decode()
    found = one(table(["ChatgptSharing"], ["[{'URL': datetime(1)}]"], [chats]))
    assert [(n.code, n.count) for n in found.notices] == [("broken-record", 1)]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_rows(ending: str) -> None:
    text = ending.join(['a,"b ""c""",d', '1,"x,\ny",', '"z"', ""])
    assert list(csv_rows("\ufeff" + text)) == [
        {"a": "1", 'b "c"': "x,\ny", "d": ""}, {"a": "z"},
    ]  # fmt: skip


def test_an_open_quote_ends_with_the_file() -> None:
    assert list(csv_rows('a\n"open, and\nmore')) == [{"a": "open, and\nmore"}]


@pytest.mark.parametrize(
    "value",
    [[{"a": 'it\'s "x"\n\\', "b": (None), "c": True}], {"é": ["\x00\u2028", 1.5, -3]}, []],
)
def test_what_python_prints_is_read_back(value: object) -> None:
    assert parse_literal(repr(value)) == value


@pytest.mark.parametrize("text", ["__import__('os')", "[1, 2", "['" + "\\'" * 50, "{1: 2}", ""])
def test_anything_else_is_none(text: str) -> None:
    assert parse_literal(text) is None
