"""``graphpack compress``, ``retrieve`` and ``stats``: a text in, a shorter one out, and back."""

import json
import os
import stat
from typing import get_args

import pytest

from graphpack.cli import asked, caching
from graphpack.cli.options import CompressionLevel, LiveLevel, TextType
from graphpack.compress import LEVELS, Kind
from graphpack.compress.levels import Asked
from graphpack.compress.originals import references
from tests.compress import outputs

SECRET = "AKIAQ3EGRWT5YPLMNB7X"


@pytest.fixture(autouse=True)
def cache(clean, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return caching.cache_folder()


def test_standard_input_is_shortened_and_stats_go_to_standard_error(cli):
    ran = cli("compress", "--stats", stdin=outputs.PYTEST.encode())
    assert ran.code == 0
    assert "E       assert 3 == 4" in ran.out.splitlines()
    assert "PASSED" not in ran.out
    assert ran.err.startswith("test-run: ")
    assert "% less" in ran.err


def test_a_file_with_a_hint_level_and_focus(cli, clean):
    (clean / "out.log").write_text(outputs.LOG, encoding="utf-8")
    short = cli("compress", "out.log", "--type", "log", "--level", "minimal").out
    focused = cli("compress", "out.log", "--focus", "src/gauges/37").out
    assert "gauge 7 is offline" in short
    assert "GET /v1/gauges/37 200 1ms" not in short
    assert "GET /v1/gauges/37 200 1ms" in focused


def test_what_cannot_be_shortened_is_written_as_it_is(cli, cache):
    ran = cli("compress", "--stats", stdin=b"two words\n")
    assert ran.out == "two words\n"
    assert "too short" in ran.err
    assert cli("compress", "--level", "off", stdin=outputs.LOG.encode()).out == outputs.LOG + "\n"
    assert not cache.exists()


def test_what_is_no_text_or_not_there_is_refused(cli):
    assert cli("compress", stdin=b"\xff\xfe\x00").code == 4
    assert "no such file" in cli("compress", "nowhere.log").err


def test_the_choices_are_those_of_the_stage():
    assert set(get_args(TextType)) == {str(kind) for kind in Kind} - {"mixed"}
    assert get_args(CompressionLevel) == LEVELS
    assert get_args(LiveLevel) == (*LEVELS, "auto")


def test_retrieve_gives_the_original_byte_for_byte(cli, cache):
    text = outputs.LOG.replace("\n", "\r\n") + "\r\n\t"
    short = cli("compress", stdin=text.encode()).out
    (ref,) = references(short)
    ran = cli("retrieve", ref)
    assert (ran.code, ran.out) == (0, text)
    assert cli("retrieve", f"<!-- CCR:{ref} -->").out == text
    (file,) = (path for path in (cache / "originals").rglob("*") if path.is_file())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_original_that_is_not_kept_is_refused(cli, cache):
    (ref,) = references(cli("compress", stdin=outputs.LOG.encode()).out)
    assert cli("cache", "clear").code == 0
    ran = cli("retrieve", ref)
    assert ran.code == 4
    assert "not kept" in ran.err
    assert cli("retrieve", "../../etc/passwd").code == 2


def test_a_damaged_original_is_not_given_back(cli, cache):
    (ref,) = references(cli("compress", stdin=outputs.LOG.encode()).out)
    (file,) = (path for path in (cache / "originals").rglob("*") if path.is_file())
    file.write_bytes(b"something else")
    assert cli("retrieve", ref).code == 4
    assert not file.exists()


def test_the_disk_sees_no_secret(cli, cache):
    text = f"export AWS_ACCESS_KEY_ID={SECRET}\n{outputs.LOG}"
    ran = cli("compress", stdin=text.encode())
    files = [path.read_bytes() for path in cache.rglob("*") if path.is_file()]
    assert files
    assert not any(SECRET.encode() in data for data in files)
    (ref,) = references(ran.out)
    kept = cli("retrieve", ref).out
    assert SECRET not in kept
    assert kept.endswith(outputs.LOG)


def test_an_original_holds_no_password_that_only_its_question_gives_away(cli, cache):
    chat = f"Ann: what's the DB password?\nBob: harbour7Lantern\n{outputs.LOG}"
    ran = cli("compress", stdin=chat.encode())
    files = [path.read_bytes() for path in cache.rglob("*") if path.is_file()]
    assert files
    assert "harbour7Lantern" not in ran.out
    assert not any(b"harbour7Lantern" in data for data in files)


def test_an_original_need_not_be_kept(cli, cache, monkeypatch, clean):
    ran = cli("compress", "--no-store", stdin=outputs.LOG.encode())
    assert references(ran.out) == ()
    (clean / ".graphpack.toml").write_text("[compression]\nstore = false", encoding="utf-8")
    assert references(cli("compress", stdin=outputs.LOG.encode()).out) == ()
    assert not cache.exists()
    assert references(cli("compress", "--store", stdin=outputs.LOG.encode()).out)


def test_a_cache_that_cannot_be_written_costs_only_the_way_back(cli, cache):
    cache.parent.mkdir(parents=True)
    cache.write_text("a file stands here", encoding="utf-8")
    ran = cli("compress", stdin=outputs.LOG.encode())
    assert ran.code == 0
    assert references(ran.out) == ()
    assert len(ran.out) < len(outputs.LOG)
    assert "cannot be kept" in ran.err


def test_optimizer_off_passthrough(cli, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_COMPRESSION", "off")
    assert cli("compress", stdin=outputs.LOG.encode()).out == outputs.LOG + "\n"
    assert cli("compress", "--level", "summary", stdin=outputs.LOG.encode()).out != outputs.LOG


def test_detail_and_focus_pass(cli, clean):
    (clean / "tide.log").write_text(outputs.LOG + "\n", encoding="utf-8")
    for flags in (["--detail"], ["--focus", "tide.log"]):
        assert cli("compress", "tide.log", *flags).out == outputs.LOG + "\n"
    piped = cli("compress", "--path", "tide.log", "--focus", "./tide.log",
                stdin=outputs.LOG.encode())  # fmt: skip
    assert piped.out == outputs.LOG + "\n"


@pytest.mark.parametrize(
    ("used", "level"),
    [(0, "off"), (2_000, "off"), (3_000, "summary"), (6_000, "aggressive"), (9_000, "minimal"),
     (20_000, "minimal")],
)  # fmt: skip
def test_auto_follows_the_budget(cli, clean, used, level):
    (clean / ".graphpack.toml").write_text("[compression]\ntoken_budget = 10000", encoding="utf-8")
    args = ("compress", "--metrics", "m.jsonl", "--level", "auto", "--used", used)
    cli(*args, stdin=outputs.LOG.encode())
    (line,) = (clean / "m.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["compression_level"] == level


def test_auto_without_what_is_used_is_summary(cli, clean, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_COMPRESSION", "auto")
    cli("compress", "--metrics", "m.jsonl", stdin=outputs.LOG.encode())
    assert '"compression_level": "summary"' in (clean / "m.jsonl").read_text(encoding="utf-8")


def test_metrics_are_added_to_the_file_and_summed_up(cli, clean):
    for text in (outputs.LOG, outputs.PYTEST, "two words"):
        assert cli("compress", "--metrics", "m.jsonl", stdin=text.encode()).code == 0
    lines = (clean / "m.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["log", "test-run", "text"]
    ran = cli("stats", "m.jsonl")
    assert ran.out.splitlines()[0].split() == ["kind", "texts", "before", "after", "saved",
                                               "asked", "back"]  # fmt: skip
    assert "passed whole: 1 short" in ran.out
    assert "failures of compressors: 0 (0.00%)" in ran.out
    found = json.loads(cli("stats", "m.jsonl", "--json").out)
    assert found["kinds"]["all"]["texts"] == 3
    assert found["kinds"]["log"]["saved_ratio"] > 0.5
    assert cli("stats", "nowhere.jsonl").code == 4


def test_metrics_that_cannot_be_written_stop_nothing(cli, clean):
    ran = cli("compress", "--metrics", clean, stdin=outputs.LOG.encode())
    assert ran.code == 0
    assert "records not written" in ran.err


def test_stats_without_a_file_tell_of_the_cache(cli, clean, cache):
    assert cli("stats").out == ""
    (ref,) = references(cli("compress", stdin=outputs.LOG.encode()).out)
    cli("retrieve", ref)
    ran = cli("stats")
    assert "originals" in ran.out
    assert "1 shortened" in ran.out
    assert "1 asked back" in ran.out
    found = json.loads(cli("stats", "--json").out)
    assert found["asked_back"] == {"log": {"shortened": 1, "returned": 1}}
    assert found["cache"]["originals"]["files"] == 1


def test_originals_asked_back_too_often_are_not_left_out_any_more(cli, cache):
    data = outputs.LOG.encode()
    for _ in range(5):
        (ref,) = references(cli("compress", stdin=data).out)
    for _ in range(2):
        cli("retrieve", ref)
    assert asked.read_asked() == {Kind.LOG: Asked(5, 2)}
    ran = cli("compress", "--stats", stdin=data)
    assert ran.out == outputs.LOG + "\n"
    assert "the level is off" in ran.err
    # what passes counts too, so that the kind is tried again
    cli("compress", stdin=data)
    assert asked.read_asked() == {Kind.LOG: Asked(7, 2)}
    assert references(cli("compress", stdin=data).out)


def test_counts_fade_and_damaged_ones_are_forgotten(cli, cache):
    for _ in range(asked.FADES_AT):
        asked.count_shortened(Kind.LOG, is_returned=True)
    assert asked.read_asked() == {Kind.LOG: Asked(20, 20)}
    (cache / "asked.json").write_text('{"log": [1], "nothing": [1, 2], "table": [3, 1]}')
    assert asked.read_asked() == {Kind.TABLE: Asked(3, 1)}
    (cache / "asked.json").write_text("[")
    assert asked.read_asked() == {}


def test_a_request_for_detail_counts_as_one_for_the_original(cli):
    cli("compress", "--detail", stdin=outputs.LOG.encode())
    assert asked.read_asked() == {Kind.LOG: Asked(1, 1)}


def test_a_cap_of_an_unknown_type_is_refused(cli, clean):
    (clean / ".graphpack.toml").write_text("[compression]\ncaps = {loggs = 'off'}")
    ran = cli("compress", stdin=outputs.LOG.encode())
    assert ran.code == 2
    assert "loggs" in ran.err


def test_a_projects_file_may_not_name_a_file_to_write_to(cli, clean):
    (clean / ".graphpack.toml").write_text("[compression]\nmetrics = 'x'", encoding="utf-8")
    assert cli("compress", stdin=outputs.LOG.encode()).code == 2
    assert not (clean / "x").exists()


def test_what_earlier_calls_have_shown_is_folded_across_runs(cli, clean):
    calls = ("compress", "--path", "tide.log", "--seen", "seen.json", "--metrics", "m.jsonl")
    assert cli(*calls, stdin=outputs.LOG.encode()).out.startswith("2026-")
    assert cli(*calls, stdin=outputs.LOG.encode()).out == "(seen in message 1: tide.log)\n"
    changed = outputs.LOG.replace("heartbeat", "beat", 1)
    ran = cli(*calls, stdin=changed.encode())
    assert "lines as in message 1]" in ran.out
    state = (clean / "seen.json").read_text(encoding="utf-8")
    assert "heartbeat" not in state
    assert stat.S_IMODE((clean / "seen.json").stat().st_mode) == 0o600
    assert "seen before: 2" in cli("stats", "m.jsonl").out
    other = cli("compress", "--seen", "other.json", stdin=outputs.LOG.encode())
    assert "(seen" not in other.out


@pytest.mark.parametrize("state", ["", '{"version": 1, "tu', '{"version": []}', '{"version": 1}'])
def test_a_damaged_memory_folds_nothing_and_is_written_anew(cli, clean, state):
    (clean / "seen.json").write_text(state, encoding="utf-8")
    calls = ("compress", "--seen", "seen.json")
    assert "(seen" not in cli(*calls, stdin=outputs.LOG.encode()).out
    assert cli(*calls, stdin=outputs.LOG.encode()).out == "(seen in message 1)\n"


@pytest.mark.parametrize("text", ["[", "{}", "notes\n", '{"messages": []}'])
def test_a_file_that_is_no_memory_is_not_overwritten(cli, clean, text):
    (clean / "notes").write_text(text, encoding="utf-8")
    ran = cli("compress", "--seen", "notes", stdin=outputs.LOG.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "would be overwritten" in ran.err
    assert (clean / "notes").read_text(encoding="utf-8") == text


def test_records_are_added_to_no_other_file(cli, clean):
    (clean / "notes.json").write_text('{"v": 2}\n', encoding="utf-8")
    ran = cli("compress", "--metrics", "notes.json", stdin=outputs.LOG.encode())
    assert ran.code == 0
    assert "notes.json: records not written: it holds something else" in ran.err
    assert (clean / "notes.json").read_text(encoding="utf-8") == '{"v": 2}\n'
    for _ in range(2):
        cli("compress", "--metrics", "m.jsonl", stdin=outputs.LOG.encode())
    assert len((clean / "m.jsonl").read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_memory_takes_the_place_of_no_pipe_or_device(cli, clean):
    os.mkfifo(clean / "pipe")
    ran = cli("compress", "--seen", "pipe", stdin=outputs.LOG.encode())
    assert ran.code == 0
    assert "pipe: not written" in ran.err
    assert stat.S_ISFIFO((clean / "pipe").stat().st_mode)


def test_a_memory_that_cannot_be_written_stops_nothing(cli, clean):
    ran = cli("compress", "--seen", clean, stdin=outputs.LOG.encode())
    assert ran.code == 0
    assert "not written" in ran.err


def test_folding_can_be_switched_off(cli, clean):
    (clean / ".graphpack.toml").write_text("[compression]\ndedup = false", encoding="utf-8")
    for _ in range(2):
        ran = cli("compress", "--seen", "seen.json", stdin=outputs.LOG.encode())
        assert "(seen" not in ran.out


@pytest.mark.parametrize("level", ["off", "summary", "minimal"])
def test_a_secret_in_a_text_is_not_written_unless_asked_for(cli, level):
    text = f"deploy: key {SECRET} is refused\n".encode()
    assert SECRET not in cli("compress", "--level", level, stdin=text).out
    assert SECRET in cli("compress", "--level", level, "--redact", "off", stdin=text).out
