from __future__ import annotations

import socket

import pytest


@pytest.mark.parametrize("address", ["192.0.2.1", "example.org"])
def test_a_connection_that_leaves_the_machine_is_refused(address: str) -> None:
    with socket.socket() as client, pytest.raises(RuntimeError, match="tried to connect"):
        client.connect((address, 80))


def test_a_loopback_connection_is_let_through() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        assert client.getpeername() == server.getsockname()


def test_a_missing_golden_file_fails(golden, request) -> None:
    if request.config.getoption("--update-golden"):
        pytest.skip("writing golden files")
    with pytest.raises(AssertionError, match="is missing: run pytest --update-golden"):
        golden("no/such/file.json", "{}")
