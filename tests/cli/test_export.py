"""`graphpack export`: what goes where, and what it ends with."""

import json
import re
import sys

import pytest

from graphpack.tokens import counter
from tests.cli.conftest import chatgpt_chat

STATS = re.compile(r"~\d+ tokens \| \d+ nodes \| \d+ relationships? \| estimated \d+% compression")


def test_the_pack_goes_to_stdout_and_its_size_ends_stderr(cli, example):
    ran = cli("export", example, "--mode", "compact")
    assert ran.code == 0
    assert ran.out.count("\n") == 1
    assert list(ran.pack)[:4] == ["v", "mode", "desc", "n"]
    assert STATS.fullmatch(ran.err.splitlines()[-1])
    assert "extractor: offline" in ran.err


def test_the_figures_are_those_of_the_text_that_was_written(cli, example):
    ran = cli("export", example)
    tokens, nodes, relationships, percent = map(int, re.findall(r"\d+", ran.err.splitlines()[-1]))
    count = counter().count
    assert tokens == count(ran.out.rstrip("\n")) <= 1200
    flat = json.dumps(ran.pack["n"])
    assert nodes == flat.count('"id":')
    assert relationships == len(ran.pack.get("rel", []))
    assert percent >= 90


def test_twice_the_same_bytes(cli, example):
    assert cli("export", example).out == cli("export", example).out


def test_a_readable_pack_is_stamped_with_the_time_given(cli, garden, monkeypatch):
    ran = cli("export", garden, "--mode", "readable", "--now", "2026-05-01T10:00:00+02:00")
    metadata = ran.pack["context_graph"]["metadata"]
    assert metadata["compressed_at"] == "2026-05-01T08:00:00Z"
    assert metadata["source"]["messages"] == 6
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    ran = cli("export", garden, "--mode", "readable")
    assert ran.pack["context_graph"]["metadata"]["compressed_at"] == "1970-01-01T00:00:00Z"


def test_standard_input_is_an_input(cli, garden):
    from_file = cli("export", garden)
    from_stdin = cli("export", "-", stdin=garden.read_bytes())
    assert from_stdin.code == 0
    assert from_stdin.pack == from_file.pack


def test_standard_input_twice_is_refused(cli):
    ran = cli("export", "-", "-")
    assert ran.code == 2
    assert "only once" in ran.err


def test_quiet_says_nothing(cli, garden):
    ran = cli("export", garden, "-q")
    assert ran.err == ""
    assert ran.pack


def test_budget_and_cap_are_kept_to(cli, example):
    count = counter().count
    small = cli("export", example, "--budget", 300, "--cap", 350)
    assert count(small.out.rstrip("\n")) <= 350
    large = cli("export", example, "--budget", 1200, "--cap", 1200)
    assert count(small.out) < count(large.out) <= 1201


def test_what_is_kept_against_the_cap_makes_exit_3_and_is_said(cli, example):
    ran = cli("export", example, "--cap", 60, "--keep", "Redis")
    assert ran.code == 3
    assert "Redis" in ran.out
    assert "over the cap" in ran.err
    assert ran.pack["meta"]["budget_conflict"]


def test_sources_are_written_only_when_asked_for(cli, garden):
    assert '"src"' not in cli("export", garden).out
    assert '"quote"' in cli("export", garden, "--sources").out


def test_paste_wraps_the_compact_pack(cli, garden):
    lines = cli("export", garden, "--paste").out.splitlines()
    assert lines[0] == "Context from previous session:"
    assert json.loads(lines[1])["mode"] == "compact"
    assert lines[-1] == "Resume from this state."


def test_paste_of_a_readable_pack_is_refused(cli, garden):
    ran = cli("export", garden, "--paste", "--mode", "readable")
    assert ran.code == 2
    assert "--mode" in ran.err


def test_an_estimate_is_a_notice_only_where_it_was_not_asked_for(cli, garden, monkeypatch):
    assert "note: tokenizer: " not in cli("export", garden, "--tokenizer", "chars/4").err
    monkeypatch.setitem(sys.modules, "rs_bpe", None)
    ran = cli("export", garden)
    assert ran.code == 0
    assert "note: tokenizer: o200k_base cannot be loaded here" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["no-such-file.json"], 4, "no-such-file.json: no such file"),
        (["garden.json", "--tokenizer", "o200k"], 2, "o200k: not a known tokenizer"),
        (["garden.json", "--format", "nonsense"], 2, "nonsense"),
        (["garden.json", "--budget", "900", "--cap", "800"], 2, "above the cap"),
        (["garden.json", "--budget", "0"], 2, "--budget: 0"),
        (["garden.json", "--mode", "tiny"], 2, "tiny"),
        (["garden.json", "--now", "tomorrow"], 2, "--now: input should be a valid datetime"),
        (["noise.bin"], 5, "noise.bin"),
        ([], 2, "INPUT"),
    ],
)
def test_what_goes_wrong_has_its_code_and_its_line(cli, garden, arguments, code, said):
    (garden.parent / "noise.bin").write_bytes(bytes(range(256)) * 8)
    ran = cli("export", *arguments)
    assert ran.code == code
    assert said in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_settings_come_from_the_project_and_the_environment(cli, garden, monkeypatch):
    (garden.parent / ".graphpack.toml").write_text('mode = "readable"')
    assert "context_graph" in cli("export", garden).pack
    monkeypatch.setenv("GRAPHPACK_MODE", "compact")
    assert "n" in cli("export", garden).pack
    assert "context_graph" in cli("export", garden, "--mode", "readable").pack


def test_an_unknown_setting_is_an_error_that_names_it(cli, garden):
    (garden.parent / ".graphpack.toml").write_text("buget = 3")
    ran = cli("export", garden)
    assert ran.code == 2
    assert ".graphpack.toml: buget" in ran.err
    assert "hint: did you mean budget?" in ran.err


def test_a_key_in_the_environment_changes_nothing(cli, garden, monkeypatch):
    before = cli("export", garden)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "made-up")
    assert cli("export", garden) == before
    assert "extractor: offline" in before.err


def test_notices_fail_only_where_asked(cli, garden):
    broken = garden.parent / "half.json"
    broken.write_bytes(garden.read_bytes()[:-40])
    ran = cli("export", broken)
    assert ran.code == 0
    assert "note: " in ran.err
    strict = cli("export", broken, "--fail-on-notice")
    assert strict.code == 50
    assert strict.out == ran.out
    assert "1 notice of something lost" in strict.err
    assert cli("export", garden, "--fail-on-notice").code == 0


def test_what_a_format_leaves_out_by_its_nature_does_not_fail(cli, clean):
    chat = chatgpt_chat(1, "Garden", day=19_000)
    edited = {**chat["mapping"]["m2"], "id": "x2", "children": []}
    chat["mapping"]["x2"] = edited
    chat["mapping"]["m1"]["children"].append("x2")
    (clean / "tree.json").write_text(json.dumps([chat]), encoding="utf-8")
    lines = ["[12:00] <ann> Which day suits you?", "[12:01] <bo> Friday suits me.", "*** ann quit"]
    (clean / "day.log").write_text("\n".join(lines * 2), encoding="utf-8")
    for name in ("tree.json", "day.log"):
        for command in (["export", name], ["read", name], ["read", name, "--list"]):
            ran = cli(*command, "--fail-on-notice")
            assert ran.code == 0, ran.err
            assert "note: " in ran.err
    assert cli("export", "tree.json", "--all", "-o", "packs", "--fail-on-notice").code == 0
    del chat["mapping"]["m1"]["message"]["author"]
    (clean / "tree.json").write_text(json.dumps([chat]), encoding="utf-8")
    for command in (
        ["export", "tree.json"],
        ["read", "tree.json"],
        ["read", "tree.json", "--list"],
    ):
        assert cli(*command, "--fail-on-notice").code == 50
    assert cli("export", "tree.json", "--all", "-o", "packs", "--fail-on-notice").code == 50


def test_a_title_cannot_steer_the_terminal(cli, chats):
    text = chats.read_text().replace("Plan number 13", "Plan \\u001b[2J\\u001b]0;x\\u0007 13")
    chats.write_text(text)
    ran = cli("export", chats)
    assert ran.code == 2
    assert "\x1b" not in ran.err
    assert "\x07" not in ran.err


def test_words_to_keep_that_no_statement_holds_are_told(cli, garden):
    ran = cli("export", garden, "--keep", "nosuchword")
    assert ran.code == 0
    assert "note: --keep nosuchword: no statement holds these words" in ran.err
    assert "--keep" not in cli("export", garden, "--keep", "bed 2").err
    assert "--keep" not in cli("export", garden, "--keep", "nosuchword", "-q").err


def test_a_budget_that_cannot_be_met_is_told(cli, garden):
    ran = cli("export", garden, "--budget", "5")
    assert ran.code == 0
    assert "note: the budget of 5 tokens is not met: what weighs most takes" in ran.err
    assert "budget" not in cli("export", garden, "--budget", "1000").err


def test_a_text_without_anything_to_hand_on_is_told(cli, clean):
    (clean / "hello.txt").write_text("hello")
    ran = cli("export", "hello.txt")
    assert ran.code == 0
    assert "note: nothing found worth handing on" in ran.err
    assert cli("export", "hello.txt", "--fail-on-notice").code == 50
