"""Tests that need a service: skipped with one loud line where it is absent, failed where asked."""

import os
import warnings
from importlib.util import find_spec

import pytest

VARIABLE = "REQUIRE_SERVICES"


class ServiceAbsent(UserWarning):
    """Shown in the summary, so that a skip is never overlooked."""


def need_package(name: str) -> None:
    """Skip, or fail, as ``need`` does, where a package of an extra is absent."""
    need(f"the package {name}", is_there=find_spec(name) is not None)


def need(service: str, *, is_there: bool) -> None:
    """Skip the running test where a service is absent; fail it where $REQUIRE_SERVICES is set.

    Args:
        service: Its name, as a person knows it.
        is_there: Whether it was found.
    """
    if is_there:
        return
    line = f"{service} is absent: this test says nothing about it"
    if os.environ.get(VARIABLE):
        pytest.fail(f"{line}, and {VARIABLE} is set", pytrace=False)
    with warnings.catch_warnings():
        warnings.simplefilter("default", ServiceAbsent)  # the suite makes errors of others
        warnings.warn(line, ServiceAbsent, stacklevel=2)
    pytest.skip(line)
