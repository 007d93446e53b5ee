"""An address is listened at or told why not; who can reach it is known."""

import pytest

from graphpack.errors import UsageError
from graphpack.sockets import bound, is_loopback, is_unspecified


def test_a_port_that_is_taken_is_told():
    with (
        bound("127.0.0.1", 0) as first,
        pytest.raises(UsageError, match=r"--port: 127\.0\.0\.1") as told,
    ):
        bound("127.0.0.1", first.getsockname()[1])
    assert told.value.hint == "--port 0"


def test_a_host_that_is_none_is_told():
    with pytest.raises(UsageError, match="--host: no such host"):
        bound("no such host", 0)


@pytest.mark.parametrize(
    ("host", "is_own", "is_any"),
    [
        ("127.0.0.1", True, False),
        ("127.8.8.8", True, False),
        ("::1", True, False),
        ("localhost", True, False),
        ("0.0.0.0", False, True),
        ("::", False, True),
        ("a.b", False, False),
        ("10.0.0.1", False, False),
    ],
)
def test_who_can_reach_an_address_is_known(host, is_own, is_any):
    assert (is_loopback(host), is_unspecified(host)) == (is_own, is_any)
