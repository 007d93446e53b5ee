"""Which readers are asked about JSON, by the keys that it holds."""

import pytest

from graphpack.readers import TABLE
from graphpack.readers.keys import KEYS, keys_of, may_be
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from tests.readers.test_kinds import modules


def held(raw):
    return keys_of(probe(open_source(raw)))


@pytest.mark.parametrize(
    ("raw", "keys"),
    [
        (b'{"a": {"b": [{"c": 1}]}}', {"a", "b", "c"}),
        (b'{"a": 1}\n{"b": {"d": 2}}\n', {"a", "b", "d"}),
        (b'[{"a": "{\\"b\\": 1}"}]', {"[]", "a"}),
        (b'{"session:1f": {}}', {"session:1f", "session:"}),
        (b'{"a": [{"b": "cut', {"a", "b"}),
        (b"Nothing of the kind.", set()),
    ],
)
def test_all_keys_are_found_however_deep(raw, keys):
    assert held(raw) == keys


def test_one_set_has_to_be_whole():
    assert may_be("oasst", frozenset({"text", "role", "message_id"}))
    assert not may_be("oasst", frozenset({"text", "role"}))


def test_what_is_not_said_is_asked_in_any_case():
    assert may_be("openai-chat", frozenset())


def test_only_formats_of_the_table_are_named():
    assert {line.name for line in TABLE} >= KEYS.keys()


def test_a_list_of_plain_messages_imports_a_few_readers_only():
    raw = b'{"messages": [{"role": "user", "content": "When?"}]}'
    asked = [line for line in TABLE if may_be(line.name, held(raw))]
    assert "openai-chat" in {line.name for line in asked}
    left_out = {line.target.partition(":")[0] for line in TABLE} - {
        line.target.partition(":")[0] for line in asked
    }
    assert len(left_out) > 25
    assert not modules(raw) & left_out
