"""Hosts' settings: what is graphpack's comes and goes, everything else stays as it was."""

import json
import os
import stat
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import UsageError
from graphpack.hooks.document import Document
from graphpack.hooks.editing import installed, is_own, with_hooks, without_hooks
from graphpack.hooks.hosts import HOSTS
from graphpack.hooks.installing import command_for, install, standing, uninstall

THEIRS = {
    "model": "opus",
    "hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check.sh"}]}],
        "SessionStart": [{"hooks": [{"type": "command", "command": "hello.sh", "timeout": 5}]}],
    },
    "permissions": {"allow": ["Bash(ls:*)"], "Zeta": 1, "alpha": [1.5, None, True]},
    "größe": "ü",
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "home" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize("host", HOSTS.values(), ids=list(HOSTS))
@pytest.mark.parametrize("with_prompts", [False, True])
def test_every_event_and_case_gets_one_entry(tmp_path, host, with_prompts):
    path = tmp_path / host.folder / host.file
    change = install(host, path, "graphpack hooks run x", with_prompts=with_prompts)
    written = json.loads(path.read_text(encoding="utf-8"))
    wanted = {
        event.name: list(event.matchers)
        for event in host.events
        if with_prompts or not event.is_optional
    }
    made = {
        name: [group.get("matcher") for group in groups]
        for name, groups in written["hooks"].items()
    }
    assert made == wanted
    assert change.events == tuple(wanted)
    for groups in written["hooks"].values():
        for group in groups:
            (handler,) = group["hooks"]
            assert handler["timeout"] in {30, 30_000}
            assert (handler["timeout"] == 30_000) == (host.name == "gemini")


def test_what_others_have_stays_in_its_order(file):
    file.write_text(json.dumps(THEIRS, indent=4, ensure_ascii=False), encoding="utf-8")
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    text = file.read_text(encoding="utf-8")
    made = json.loads(text)
    assert list(made) == list(THEIRS)
    assert {k: v for k, v in made.items() if k != "hooks"} == {
        k: v for k, v in THEIRS.items() if k != "hooks"
    }
    assert made["hooks"]["PreToolUse"] == THEIRS["hooks"]["PreToolUse"]
    assert made["hooks"]["SessionStart"][:1] == THEIRS["hooks"]["SessionStart"]
    assert '\n    "model"' in text
    assert "größe" in text


def test_a_second_time_changes_nothing(file):
    file.write_text(json.dumps(THEIRS), encoding="utf-8")
    first = install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    before, files = file.read_bytes(), sorted(file.parent.iterdir())
    second = install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    assert (first.is_changed, second.is_changed) == (True, False)
    assert (file.read_bytes(), sorted(file.parent.iterdir())) == (before, files)


def test_the_copy_is_what_was_there_and_taking_the_hooks_out_brings_it_back(file):
    data = b'{ "model" : "opus",\r\n  "hooks": {} }'
    file.write_bytes(data)
    change = install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    assert change.backup.read_bytes() == data
    uninstall(file)
    assert file.read_bytes() == data


def test_a_change_made_in_between_stays(file):
    file.write_text(json.dumps(THEIRS), encoding="utf-8")
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    made = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(made | {"model": "haiku"}), encoding="utf-8")
    uninstall(file)
    assert json.loads(file.read_text(encoding="utf-8")) == THEIRS | {"model": "haiku"}


def test_a_file_that_only_graphpack_made_goes_again(file):
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    uninstall(file)
    assert not file.exists()


def test_an_older_command_is_replaced_and_not_doubled(file):
    install(HOSTS["claude-code"], file, "/old/bin/graphpack hooks run claude-code")
    install(HOSTS["claude-code"], file, "/new/bin/graphpack hooks run claude-code")
    text = file.read_text(encoding="utf-8")
    assert "/old/" not in text
    assert text.count("/new/bin/graphpack") == 3


def test_an_entry_that_was_put_beside_another_leaves_alone(file):
    ours = {"type": "command", "command": "graphpack hooks run claude-code"}
    theirs = {"type": "command", "command": "hello.sh"}
    file.write_text(json.dumps({"hooks": {"SessionEnd": [{"hooks": [theirs, ours]}]}}))
    uninstall(file)
    assert json.loads(file.read_text()) == {"hooks": {"SessionEnd": [{"hooks": [theirs]}]}}


@pytest.mark.parametrize(
    "command",
    [
        "ring.sh; graphpack hooks run claude-code; ring.sh",
        "echo graphpack hooks run claude-code mine",
        "graphpack hooks run claude-code && ring.sh",
        "other-graphpack-tool hooks run claude-code",
    ],
)
def test_a_command_of_somebody_s_own_stays_whatever_it_calls(file, command):
    theirs = {"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": command}]}]}}
    file.write_text(json.dumps(theirs))
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    uninstall(file)
    assert json.loads(file.read_text()) == theirs


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON"), ("// mine\n{}", "not JSON"), ("[]", "not a JSON object"),
        ('{"a": 1, "a": 2}', "twice"), ('{"hooks": {"x": 1, "x": 2}}', "twice"),
        ('{"a": 1e400}', "written back"), ('{"a": NaN}', "no JSON"),
        ('{"a": "\\ud800"}', "not JSON"),
        ('{"a": 123456789012345678901.5}', "written back"),
        ('{"hooks": []}', "no table"), ('{"hooks": {"PreCompact": {}}}', "no list"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_not_touched(file, text, why):
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    assert file.read_text(encoding="utf-8") == text
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf{}"])
def test_an_empty_file_is_as_good_as_none(file, data):
    file.write_bytes(data)
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    assert set(json.loads(file.read_text(encoding="utf-8-sig"))["hooks"]) == {
        "PreCompact", "SessionEnd", "SessionStart",
    }  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"\xef\xbb\xbf", b"{}", b'{"hooks": {}}',
        b'{"hooks": {"PreCompact": [null, {"hooks": [null]}], "Stop": null}, "a": null}',
        b'{"hooks": {"SessionEnd": []}}', b'{\r\n    "a": "\\u00e9"\r\n}\r\n',
    ],
)  # fmt: skip
def test_what_is_taken_out_again_leaves_every_byte(file, data):
    file.write_bytes(data)
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code", with_prompts=True)
    assert uninstall(file).is_changed
    assert file.read_bytes() == data


def test_of_a_change_in_between_nothing_is_lost(file):
    own = {"PreCompact": [None, {"hooks": [None]}, 7], "Stop": None}
    file.write_text(json.dumps({"a": None, "hooks": own}), encoding="utf-8")
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    later = json.loads(file.read_text(encoding="utf-8")) | {"b": None}
    file.write_bytes(
        b"\xef\xbb\xbf" + json.dumps(later, indent="\t").replace("\n", "\r\n").encode()
    )
    uninstall(file)
    data = file.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf{\r\n\t")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert not data.endswith(b"\n")
    assert json.loads(data.decode("utf-8-sig")) == {"a": None, "hooks": own, "b": None}


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_settings_that_are_a_link_stay_one_and_keep_their_mode(file, tmp_path):
    real = tmp_path / "dotfiles.json"
    real.write_text(json.dumps(THEIRS), encoding="utf-8")
    real.chmod(0o640)
    file.symlink_to(real)
    install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    assert file.is_symlink()
    assert "graphpack" in real.read_text(encoding="utf-8")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_disk_that_takes_nothing_is_said(file, monkeypatch):
    file.write_text("{}", encoding="utf-8")

    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("graphpack.atomic.os.write", refuse)
    with pytest.raises(UsageError, match="no space left"):
        install(HOSTS["claude-code"], file, "graphpack hooks run claude-code")
    monkeypatch.undo()
    assert file.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    ("command", "is_ours"),
    [
        ("graphpack hooks run codex", True), ("'/a b/graphpack' hooks run codex", True),
        ("/x/graphpack hooks run codex --wait 5", True), ("graphpack.exe hooks run codex", True),
        ("/x/python -P -m graphpack hooks run codex", True), ("graphpack export @here", False),
        ("mygraphpack2 hooks run x", False), ("echo graphpack", False), (7, False),
    ],
)  # fmt: skip
def test_only_graphpacks_own_commands_are_its_own(command, is_ours):
    assert is_own({"type": "command", "command": command}) is is_ours


def test_the_command_of_a_project_names_no_place_of_this_machine():
    host = HOSTS["codex"]
    assert command_for(host, is_project=True) == "graphpack hooks run codex"
    own = command_for(host, is_project=False, wait_s=5)
    assert own.endswith(" hooks run codex --wait 5")
    assert is_own({"command": own})
    assert os.sep in own


def test_how_it_stands(tmp_path):
    home, project = tmp_path / "home", tmp_path / "project"
    install(HOSTS["gemini"], project / ".gemini" / "settings.json", "graphpack hooks run gemini")
    broken = home / ".codex" / "hooks.json"
    broken.parent.mkdir(parents=True)
    broken.write_text("{")
    moved = {"CLAUDE_CONFIG_DIR": str(tmp_path / "moved")}
    (tmp_path / "moved").mkdir()
    (tmp_path / "moved" / "settings.json").write_text('{"disableAllHooks": true}')
    found = {(one.host, one.is_project): one for one in standing(home, project, moved)}
    assert len(found) == 6
    assert found["gemini", True].events == ("PreCompress", "SessionEnd", "SessionStart")
    assert found["gemini", False].events == ()
    assert "not JSON" in found["codex", False].fault
    assert found["claude-code", False].is_off


NAMES = st.sampled_from(["PreCompact", "SessionStart", "PreToolUse", "enabled"])
HANDLERS = st.sampled_from([
    {"type": "command", "command": "a.sh"}, {"type": "prompt", "prompt": "hm"}, 7, None,
    {"type": "command", "command": "b.sh", "timeout": 3},
])  # fmt: skip
GROUPS = st.one_of(
    st.fixed_dictionaries({"hooks": st.lists(HANDLERS, max_size=2)}),
    st.fixed_dictionaries({"matcher": st.just("x"), "hooks": st.lists(HANDLERS, max_size=2)}),
    st.just({"odd": 1}),
)
CONTENT = st.dictionaries(NAMES, st.lists(GROUPS, max_size=3), max_size=4)


@given(hooks=CONTENT)
def test_out_after_in_is_what_was_there(hooks):
    before = {"a": 1, "hooks": hooks, "z": [2]}
    inside = with_hooks(
        before, HOSTS["claude-code"], "graphpack hooks run claude-code",
        timeout_s=30, with_prompts=True, where="x",
    )  # fmt: skip
    assert len(installed(inside, where="x")) == 4
    after = without_hooks(inside, where="x")
    # an event that was there and empty may be gone, and the table with it: they say the same
    kept = {name: groups for name, groups in hooks.items() if groups}
    assert {k: v for k, v in after.get("hooks", {}).items() if v} == kept
    assert {k: v for k, v in after.items() if k != "hooks"} == {"a": 1, "z": [2]}


def test_a_document_that_is_not_there_is_empty(tmp_path):
    assert Document(tmp_path / "none.json").content == {}
