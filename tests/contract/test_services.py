"""The gate that turns a skipped service test into a failure."""

import pytest

from tests.services import VARIABLE, ServiceAbsent, need


def test_a_service_that_is_there_changes_nothing(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    need("a database", is_there=True)


def test_an_absent_service_skips_loudly(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with (
        pytest.warns(ServiceAbsent, match="a database is absent"),
        pytest.raises(pytest.skip.Exception),
    ):
        need("a database", is_there=False)


def test_an_absent_service_fails_where_services_are_required(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(pytest.fail.Exception, match="a database is absent"):
        need("a database", is_there=False)
