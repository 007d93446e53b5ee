"""Several inputs, inputs of several conversations, and where the packs go."""

import io
import json
import sys

import pytest

from graphpack.cli import picking
from tests.cli.conftest import GARDEN, chatgpt_chat


def test_many_conversations_without_a_choice_list_the_newest_ten(cli, chats):
    ran = cli("export", chats)
    assert ran.code == 2
    assert ran.out == ""
    lines = [line for line in ran.err.splitlines() if "messages" in line]
    assert len(lines) == 10
    assert "Plan number 13" in lines[0]
    assert "chat-0013" in lines[0]
    assert "2022-01-21" in lines[0]
    assert "and 4 more" in ran.err
    assert "--pick newest" in ran.err


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("newest", "Plan number 13"),
        ("chat-0004", "Plan number 4"),
        ("1", "Plan number 13"),
        ("14", "Plan number 0"),
        ("number 12", "Plan number 12"),
        ("NUMBER 11", "Plan number 11"),
    ],
)
def test_a_choice_by_word_id_place_or_title(cli, chats, wanted, title):
    ran = cli("export", chats, "--pick", wanted, "--mode", "readable")
    assert ran.code == 0, ran.err
    assert ran.pack["context_graph"]["metadata"]["source"]["title"] == title


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("number 1", "5 conversations fit"),
        ("pumpkin", "no conversation fits"),
        ("99", "no conversation fits"),
    ],
)
def test_a_choice_that_is_not_clear_lists_what_there_is(cli, chats, wanted, said):
    ran = cli("export", chats, "--pick", wanted)
    assert ran.code == 2
    assert said in ran.err
    assert "chat-0013" in ran.err


def test_a_person_at_a_terminal_is_asked(cli, chats, monkeypatch):
    class Terminal(io.TextIOWrapper):
        def isatty(self):
            return True

    def call(answers):
        stdin = Terminal(io.BytesIO(answers.encode()), encoding="utf-8")
        monkeypatch.setattr(picking, "_is_terminal", lambda: True)
        monkeypatch.setattr("builtins.input", lambda *_: stdin.readline().rstrip("\n"))
        return cli("export", chats, "--mode", "readable", stdin=answers.encode())

    ran = call("pumpkin\n3\n")
    assert ran.code == 0, ran.err
    assert "no conversation fits" in ran.err
    assert ran.pack["context_graph"]["metadata"]["source"]["title"] == "Plan number 11"


def test_each_of_several_inputs_gives_a_line_in_order(cli, garden, example):
    ran = cli("export", example, garden)
    assert ran.code == 0
    alone = [cli("export", path).pack for path in (example, garden)]
    assert ran.packs == alone


def test_one_bad_input_does_not_stop_the_others(cli, garden):
    ran = cli("export", "missing.json", garden)
    assert ran.code == 0
    assert len(ran.packs) == 1
    assert "error: missing.json" in ran.err
    assert cli("export", "missing.json", garden, "--fail-on-notice").code == 50
    assert cli("export", "missing.json", "gone.json").code == 4


def test_with_a_choice_all_inputs_are_one_pile(cli, chats):
    other = chats.with_name("more.json")
    other.write_text(json.dumps([chatgpt_chat(77, "Plan for winter", day=20_000)]))
    ran = cli("export", chats, other, "--pick", "newest", "--mode", "readable")
    assert ran.pack["context_graph"]["metadata"]["source"]["title"] == "Plan for winter"


def test_a_directory_is_an_input(cli, garden):
    folder = garden.parent / "folder"
    folder.mkdir()
    garden.rename(folder / garden.name)
    ran = cli("export", folder)
    assert ran.code == 0, ran.err
    assert ran.pack["n"]


def test_output_is_written_with_its_evidence_beside_it(cli, garden):
    ran = cli("export", garden, "-o", "pack.json")
    assert (ran.code, ran.out) == (0, "")
    written = garden.with_name("pack.json")
    evidence = json.loads(garden.with_name("pack.evidence.json").read_text())
    assert written.read_text() == cli("export", garden).out
    assert evidence["context_graph"]["metadata"]["mode"] == "archive"
    assert evidence["record"]["extractor"] == "offline"
    assert evidence["context_graph"]["nodes"][0]["sources"][0]["quote"]
    assert sorted(p.name for p in garden.parent.iterdir()) == [
        "garden.json", "pack.evidence.json", "pack.json",
    ]  # fmt: skip
    assert cli("validate", "--strict", "pack.json", "pack.evidence.json").code == 0


def test_the_evidence_can_be_left_out(cli, garden):
    cli("export", garden, "-o", "pack.json", "--no-evidence")
    assert not garden.with_name("pack.evidence.json").exists()


def test_several_packs_go_into_a_folder(cli, garden):
    other = garden.with_name("other")
    other.mkdir()
    (other / "garden.json").write_text(json.dumps(GARDEN))
    (garden.parent / "out").mkdir()
    assert cli("export", garden, other / "garden.json", "-o", "out/", "--no-evidence").code == 0
    names = sorted(path.name for path in (garden.parent / "out").iterdir())
    assert names == ["garden-2.compact.json", "garden.compact.json"]
    refused = cli("export", garden, other / "garden.json", "-o", "one.json")
    assert refused.code == 2
    assert "one file cannot take 2 packs" in refused.err


@pytest.mark.parametrize("target", ["garden.json", "link.json"])
def test_an_input_is_never_overwritten(cli, garden, target):
    garden.with_name("link.json").symlink_to(garden)
    before = garden.read_bytes()
    ran = cli("export", garden, "-o", target)
    assert ran.code == 2
    assert garden.read_bytes() == before


def test_an_output_that_cannot_be_written_is_one_line(cli, garden):
    ran = cli("export", garden, "-o", "no/such/folder/pack.json")
    assert ran.code == 2
    assert "no such file or directory" in ran.err


class _Clipboard:
    class PyperclipException(RuntimeError):
        pass

    def __init__(self, *, is_there):
        self.is_there = is_there
        self.text = None

    def copy(self, text):
        if not self.is_there:
            raise self.PyperclipException
        self.text = text


def test_copy_puts_the_pack_on_the_clipboard_too(cli, garden, monkeypatch):
    board = _Clipboard(is_there=True)
    monkeypatch.setitem(sys.modules, "pyperclip", board)
    ran = cli("export", garden, "--paste", "--copy")
    assert board.text == ran.out.rstrip("\n")
    assert "copied to the clipboard" in ran.err


def test_copy_says_plainly_that_there_is_no_clipboard(cli, garden, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyperclip", _Clipboard(is_there=False))
    ran = cli("export", garden, "--copy")
    assert ran.code == 0
    assert ran.pack
    assert "no clipboard here" in ran.err
    assert cli("export", garden, "--copy", "--fail-on-notice").code == 50


@pytest.mark.parametrize("arguments", [["garden.json", "-o", ""], [""], ["garden.json", ""]])
def test_an_empty_name_is_refused(cli, garden, arguments):
    done = cli("export", *arguments)
    assert done.code == 2
    assert "the name is empty" in done.err
    assert [path.name for path in garden.parent.iterdir()] == ["garden.json"]


def test_a_name_no_file_can_have_is_refused(cli, garden):
    done = cli("export", garden, "-o", "n" * 300)
    assert done.code == 2
    assert "cannot be written" in done.err


def test_a_pattern_that_is_no_text_does_not_end_the_run(cli, garden):
    assert cli("export", garden, "--keep", "\udcff").code == 0


def test_an_input_that_is_a_link_to_itself_is_no_bug(cli, clean):
    (clean / "self").symlink_to("self")
    assert cli("export", "self", "-o", "./").code == 4
