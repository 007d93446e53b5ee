"""Readers that other packages bring: added to the table, and never able to break it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from graphpack.errors import ReadError, UsageError
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.readers import formats, plugins, read
from graphpack.readers.base import Certainty
from graphpack.readers.opening import read_bytes


class Tide:
    name = "tide"
    about = "tide tables"

    def detect(self, probe):
        return Certainty.SURE if probe.head.startswith("TIDE") else Certainty.NO

    def read(self, source):
        raw = read_bytes(source).decode()
        if "burst" in raw:
            raise KeyError("gauge")
        if "odd" in raw:
            yield "no conversation"
        message = Message(0, Role.USER, (Text(raw),))
        yield Conversation("t", None, ConversationSource(source.name, self.name), (message,))


class Bursting(Tide):
    name = "bursting"

    def detect(self, probe):
        raise ValueError("no gauge\nhere")


class Vague(Tide):
    name = "vague"

    def detect(self, probe):
        return "yes"


class Misnamed(Tide):
    name = "other"


class Mute(Tide):
    name = "mute"
    about = ""


class Useless:
    name = "useless"
    about = "has no methods"


@pytest.fixture
def installed(monkeypatch):
    def install(*names: str) -> None:
        found = tuple(
            EntryPoint(name, f"{__name__}:{target}", plugins.GROUP)
            for name, target in (item.split("=") for item in names)
        )
        monkeypatch.setattr(plugins, "entries", lambda: found)

    return install


def test_a_plug_in_reads_its_format(installed) -> None:
    installed("tide=Tide")
    (found,) = read(b"TIDE 3.1")
    assert (found.source.format, found.notices) == ("tide", ())
    assert formats()[-1] == ("tide", "tide tables")
    (found,) = read(b"3.1", format="tide")
    assert found.source.format == "tide"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("gone=Gone", "AttributeError"),
        ("bursting=Bursting", "failed at detection: ValueError: no gauge here"),
        ("vague=Vague", "'yes' is no Certainty"),
        ("tide=Misnamed", "its class is called 'other'"),
        ("mute=Mute", "no line about itself"),
        ("useless=Useless", "no method detect"),
    ],
)
def test_a_broken_plug_in_is_a_notice(installed, entry: str, why: str) -> None:
    installed(entry)
    for _ in range(2):
        (found,) = read(b"User: is it high?\n\nAssistant: no\n\nUser: thanks\n\nAssistant: ok\n")
        assert found.source.format == "plain-text"
        (notice,) = found.notices
        assert (notice.code, notice.where) == ("broken-plug-in", entry.split("=")[0])
        assert why in notice.message
        assert "\n" not in notice.message


def test_a_broken_plug_in_that_is_asked_for_says_why(installed) -> None:
    installed("gone=Gone")
    with pytest.raises(UsageError, match="cannot be used: AttributeError"):
        read(b"x", format="gone")


@pytest.mark.parametrize(("word", "why"), [("burst", "KeyError"), ("odd", "yields str")])
def test_what_a_plug_in_does_wrong_is_a_read_error(installed, word: str, why: str) -> None:
    installed("tide=Tide")
    with pytest.raises(ReadError, match=f"f: the plug-in tide failed: .*{why}"):
        list(read(f"TIDE {word}".encode(), name="f"))


def test_in_a_folder_it_costs_only_its_own_file(installed, tmp_path) -> None:
    installed("tide=Tide")
    (tmp_path / "a").write_text("TIDE burst")
    (tmp_path / "b").write_text("TIDE 3.1")
    (found,) = read(tmp_path)
    assert [notice.code for notice in found.notices] == ["unreadable-member"]


def test_the_list_of_formats_says_what_is_broken(installed, capsys) -> None:
    from graphpack.cli.app import run

    installed("gone=Gone", "tide=Tide")
    assert run(["formats"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["tide", "tide", "tables"]
    assert "gone" not in out
    assert err.startswith("note: gone: the plug-in gone")


def test_a_name_of_the_table_cannot_be_taken_over(installed) -> None:
    installed("codex=Tide")
    assert [name for name, _ in formats()].count("codex") == 1


def test_help_looks_for_no_packages() -> None:
    code = (
        "import sys; from graphpack.cli.app import run; run(['export', '--help'])\n"
        "print('graphpack.readers' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "False"
