"""What every test gets: golden files, and no network but this machine's own."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# the same examples in every run of the same files; `pytest --hypothesis-profile=search` looks for
# new ones. Which modules a worker has imported counts too: their constants are among the examples,
# so that a failure is told with what brings it back (print_blob)
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search",
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")

Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        default=False,
        help="write the golden files instead of comparing with them",
    )
    parser.addoption(
        "--record",
        action="store_true",
        default=False,
        help="record cassettes anew against GRAPHPACK_RECORD_BASE (see cassettes/README.md)",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """``golden("jwt/compact.json", text)`` compares with that file below the test's golden/."""
    folder = request.path.parent / "golden"
    is_update: bool = request.config.getoption("--update-golden")

    def compare(name: str, text: str) -> None:
        path = folder / name
        if is_update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
            return
        shown = path.relative_to(Path(__file__).parent)
        assert path.is_file(), f"{shown} is missing: run pytest --update-golden and read the diff"
        assert text == path.read_bytes().decode("utf-8")

    return compare


def _is_local(family: int, address: object) -> bool:
    if family not in {socket.AF_INET, socket.AF_INET6}:
        return True
    host = address[0] if isinstance(address, tuple) else address
    if host in {"localhost", ""}:
        return True
    try:
        return ipaddress.ip_address(str(host).split("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Let Ctrl-C end a command again where the tests were started with it ignored.

    A shell does so for what runs in its background, and every child would take that over.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse every connection that leaves this machine, so that no test can depend on one."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded(self: socket.socket, address: object) -> None:
        if not _is_local(self.family, address):
            raise RuntimeError(f"a test tried to connect to {address}")
        return connect(self, address)

    def guarded_ex(self: socket.socket, address: object) -> int:
        if not _is_local(self.family, address):
            raise RuntimeError(f"a test tried to connect to {address}")
        return connect_ex(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        patch.setattr(socket.socket, "connect_ex", guarded_ex)
        yield
