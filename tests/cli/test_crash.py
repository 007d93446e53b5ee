"""A bug is told in one line, whatever else is broken."""

from __future__ import annotations

import pytest

import graphpack.redact
from graphpack.cli import crash


@pytest.fixture(autouse=True)
def private(tmp_path, monkeypatch):
    monkeypatch.setattr(crash, "user_state_path", lambda name: tmp_path / name)
    return tmp_path


def test_the_traceback_is_in_a_private_file_alone(private, capsys):
    assert crash.report(ValueError("bed 7 leaks"), is_debug=False) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    (file,) = private.rglob("crash-*.txt")
    assert "ValueError: bed 7 leaks" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_nothing_uncleaned_is_shown_where_the_cleaning_itself_fails(private, capsys, monkeypatch):
    def broken(*_: object) -> str:
        raise AttributeError("parts")

    monkeypatch.setattr(graphpack.redact, "clean", broken)
    secret = "password=Kj8mQ2xLpW9v"
    assert crash.report(ValueError(secret), is_debug=True) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "ValueError, and AttributeError" in said
    assert "Kj8m" not in said
    assert "Traceback" not in said
    assert not list(private.rglob("crash-*.txt"))


def test_ctrl_c_between_the_last_step_and_the_end_leaves_no_traceback(monkeypatch):
    from graphpack import cli

    told = []

    def late(number, _):
        told.append(number)
        if len(told) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", lambda: 0)
    monkeypatch.setattr(cli.signal, "signal", late)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130
    assert len(told) > 1
