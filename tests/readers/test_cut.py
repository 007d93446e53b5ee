"""JSON that is empty, or ends before its first message does: told as such, and not as a format."""

import json

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read


def failure(tmp_path, text):
    path = tmp_path / "chat.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError) as caught:
        list(read(path))
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(
    "text",
    ['{"messages":[{"role":"user"', '{"mapping":{"a":{"id"', '{"messages": ['],
)
def test_a_document_cut_in_its_first_message_is_told_as_cut(tmp_path, text):
    message, hint = failure(tmp_path, text)
    assert "chat.json: JSON that is broken or cut off before its first message ends" in message
    assert "again" in hint
    assert "--format" not in hint


@pytest.mark.parametrize(
    ("text", "told"),
    [("[]", "an empty JSON list"), (" {}\n", "an empty JSON object"), ("", "empty"),
     ("\n", "empty")],
)  # fmt: skip
def test_what_is_empty_is_told_as_empty(tmp_path, text, told):
    message, hint = failure(tmp_path, text)
    assert message == f"chat.json: {told}"
    assert "own-reader" not in hint


def test_whole_json_of_no_format_is_not_called_cut(tmp_path):
    for document in ({"rows": [1, 2]}, {"rows": "x" * 70_000}):
        message, _ = failure(tmp_path, json.dumps(document))
        assert message.startswith("chat.json: JSON of no known format (its keys: `rows`")
