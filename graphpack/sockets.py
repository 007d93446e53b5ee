"""Listens at an address, and tells who can reach it."""

from __future__ import annotations

import ipaddress
import socket

from graphpack.errors import UsageError

_BACKLOG = 128


def is_loopback(host: str) -> bool:
    """Whether an address or a name is one that this machine alone can reach."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_unspecified(host: str) -> bool:
    """Whether it stands for all addresses of the machine, which nobody calls it by."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def bound(host: str, port: int) -> socket.socket:
    """Listen at an address.

    Args:
        host: An address or a name.
        port: 0 lets the system choose one.

    Returns:
        The socket.

    Raises:
        UsageError: It cannot be had.
    """
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = infos[0]
        made = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"--host: {host}: {_reason(error)}") from error
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
        made.listen(_BACKLOG)
    except OSError as error:
        made.close()
        raise UsageError(f"--port: {host}:{port}: {_reason(error)}", hint="--port 0") from error
    return made


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
