"""The bar: only on a terminal, only when it takes long."""

import re
import time

import pytest

from graphpack.cli import progress
from graphpack.cli.progress import ProgressBar
from tests.timing import HANGS_S


def draw(bar):
    """Wait until it is shown, go on, and have it drawn."""
    end = time.monotonic() + HANGS_S
    while bar._bar is None and time.monotonic() < end:
        time.sleep(0.01)
    bar("extracting", 4, 8)
    bar._bar.refresh()


def test_nothing_is_drawn_where_there_is_no_terminal(capfd, monkeypatch):
    monkeypatch.setattr(progress, "AFTER_S", 0)
    with ProgressBar() as bar:
        bar("extracting", 1, 2)
        time.sleep(0.05)
    assert capfd.readouterr() == ("", "")


def test_nothing_is_drawn_for_quick_work(capfd, monkeypatch):
    monkeypatch.setattr(progress, "AFTER_S", HANGS_S)
    with ProgressBar(is_shown=True) as bar:
        bar("extracting", 1, 2)
    assert capfd.readouterr() == ("", "")


def test_long_work_shows_its_stage_and_how_far_it_is(capfd, monkeypatch):
    monkeypatch.setattr(progress, "AFTER_S", 0)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with ProgressBar(is_shown=True) as bar:
        bar("extracting", 3, 8)
        draw(bar)
    out, err = capfd.readouterr()
    assert out == ""
    assert "extracting" in err
    assert "4/8" in err


def test_an_error_takes_the_bar_down(monkeypatch):
    monkeypatch.setattr(progress, "AFTER_S", 0)
    with pytest.raises(KeyboardInterrupt), ProgressBar(is_shown=True) as bar:
        time.sleep(0.05)
        raise KeyboardInterrupt
    assert bar._bar is None


@pytest.mark.parametrize("has_colour", [True, False])
def test_colours_are_left_out_where_nobody_wants_them(capfd, monkeypatch, has_colour):
    monkeypatch.setattr(progress, "AFTER_S", 0)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not has_colour:
        monkeypatch.setenv("NO_COLOR", "1")
    with ProgressBar(is_shown=True) as bar:
        bar("extracting", 3, 8)
        draw(bar)
    colours = re.findall(r"\x1b\[[\d;]*?(?:3[0-8]|9\d)[\d;]*m", capfd.readouterr().err)
    assert bool(colours) == has_colour


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("verifying", ("verify", "pack.json", "garden.json")),
        ("verifying", ("explain", "pack.json", "n1", "garden.json")),
        ("scanning", ("scan", "garden.json")),
        ("transcribing", ("read", "garden.json")),
        ("compressing", ("compress", "garden.json")),
    ],
)
def test_what_may_take_long_has_a_bar(cli, garden, monkeypatch, module, arguments):
    made = []

    class Noted(ProgressBar):
        def __init__(self, **options):
            made.append(options)
            super().__init__(is_shown=False)

    assert cli("export", "garden.json", "-o", "pack.json").code == 0
    monkeypatch.setattr(f"graphpack.cli.{module}.ProgressBar", Noted)
    assert cli(*arguments).code == 0
    assert made == [{"is_shown": None}] * len(made) != []
