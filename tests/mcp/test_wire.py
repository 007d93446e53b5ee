"""Lines held against the protocol: what is no message gets JSON-RPC's error, and its id back."""

import json

import mcp_types as types
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.mcp.wire import Fault, read_line

CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {}}
WRONG = [
    (b"this is no JSON", -32700, None),
    (b'{"jsonrpc": "2.0", "id": 7', -32700, None),
    (b"\xff\xfe\x00", -32700, None),
    (b"null", -32600, None),
    (b'"ping"', -32600, None),
    (b"[]", -32600, None),
    (json.dumps([CALL]).encode(), -32600, None),
    (json.dumps({**CALL, "jsonrpc": "1.0"}).encode(), -32600, 7),
    (json.dumps({**CALL, "jsonrpc": 2.0}).encode(), -32600, 7),
    (b'{"id": "a", "method": "ping"}', -32600, "a"),
    (b'{"jsonrpc": "2.0", "id": 7}', -32600, 7),
    (json.dumps({**CALL, "method": 5}).encode(), -32600, 7),
    (json.dumps({**CALL, "params": []}).encode(), -32602, 7),
    (json.dumps({**CALL, "params": "x"}).encode(), -32602, 7),
    *(
        (json.dumps({**CALL, "id": number}).encode(), -32600, None)
        for number in (None, True, 1.5, {}, [1])
    ),
]
DEEP = b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"x": %s}}'


@pytest.mark.parametrize(("line", "code", "number"), WRONG, ids=[str(one[0][:40]) for one in WRONG])
def test_what_is_no_message_is_a_fault(line, code, number):
    fault = read_line(line + b"\n")
    assert isinstance(fault, Fault)
    assert (fault.code, fault.id) == (code, number)
    told = json.loads(fault.answer().model_dump_json(by_alias=True))
    assert told["id"] == number
    assert told["error"]["message"]


@pytest.mark.parametrize("depth", [300, 900, 50_000])
def test_what_nests_too_deeply_is_a_fault_of_its_request(depth):
    assert read_line(DEEP % (b"[" * depth + b"]" * depth)) == Fault(-32600, "nested too deeply", 7)
    # the id may stand behind it, and others inside of it or in a text
    inside = b'{"id": 3, "y": "{\\"id\\": 4}", "x": ' * depth + b"1" + b"}" * depth
    line = b'{"jsonrpc": "2.0", "params": ' + inside + b', "method": "ping", "id": "b"}'
    fault = read_line(line)
    assert (fault.code, fault.id) == (-32600, "b" if len(line) < 1 << 20 else None)


def test_half_characters_are_replaced():
    line = DEEP % b'"one \\ud800, two \\ud83d\\ude00, a path C:\\\\ud800"'
    read = read_line(line)
    said = json.loads(read)["params"]["x"]
    assert said == "one \ufffd, two \U0001f600, a path C:\\ud800"
    assert read.encode("utf-8")
    assert (
        json.loads(read_line(b'{"jsonrpc":"2.0","id":"\\udc00","method":"ping"}'))["id"] == "\ufffd"
    )


def test_messages_pass_as_they_are():
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    about_ids = {**notice, "params": {"id": 3}}
    reply = {"jsonrpc": "2.0", "id": 3, "result": {}}
    for message in (CALL, notice, about_ids, reply):
        assert json.loads(read_line(json.dumps(message).encode() + b"\r\n")) == message
    assert read_line("\ufeff".encode() + json.dumps(CALL).encode()) == json.dumps(CALL)


def test_nobody_is_answered_who_does_not_ask():
    assert read_line(b"\n") is None
    assert read_line(b'{"jsonrpc": "2.0", "method": "notifications/x", "params": []}') is None


@given(
    st.dictionaries(
        st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"]),
        st.sampled_from(
            ["2.0", "1", 1, 2.5, None, True, [], {}, {"code": 1, "message": "x"}, "\ud800"]
        ),
    )
)
@settings(max_examples=200, deadline=None)
def test_no_request_is_dropped(message):
    read = read_line(json.dumps(message).encode())
    if isinstance(read, str):
        made = types.jsonrpc_message_adapter.validate_json(read, by_name=False)
        # what the SDK takes for a notification must be one
        assert not isinstance(made, types.JSONRPCNotification) or "id" not in message
    elif read is None:
        assert "id" not in message or "method" not in message
