"""Texts shortened, the way back, and the account of it."""

import pytest

from graphpack.mcp.desk import Desk
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from graphpack.settings import Compression, Settings
from tests.mcp.conftest import LOG, SECRET


def test_a_log_is_shortened_and_its_original_comes_back(call):
    made = call("compress", text=LOG)
    assert made["kind"] == "log"
    assert made["tokens"] < made["raw_tokens"] / 10
    assert made["left_out"] == [f"1 places: retrieve ref={made['ref']}"]
    back = call("retrieve", ref=made["ref"], detail=True)
    assert back == {"text": LOG, "chars": len(LOG), "left_out": []}
    mark = made["text"].splitlines()[-1]
    assert call("retrieve", ref=mark)["text"] == LOG[:40_000]


def test_a_large_original_comes_in_parts(call):
    log = "\n".join(LOG for _ in range(4))
    ref = call("compress", text=log)["ref"]
    first = call("retrieve", ref=ref)
    assert len(first["text"]) == 40_000
    assert first["left_out"] == [f"{len(log) - 40_000} characters: offset=40000, or detail=true"]
    rest = call("retrieve", ref=ref, offset=40_000)
    assert first["text"] + rest["text"] == log


def test_detail_leaves_a_text_whole(call):
    made = call("compress", text=LOG, detail=True)
    assert (made["text"], made["bypass"]) == (LOG, "detail")


def test_a_secret_is_hidden_in_what_is_shown_and_kept(call):
    made = call("compress", text=f"{LOG}\npassword: {SECRET}")
    assert SECRET not in made["text"]
    assert SECRET not in call("retrieve", ref=made["ref"], detail=True)["text"]


def test_what_a_session_has_seen_is_folded(call):
    first = call("compress", text=LOG, session="s", path="server.log")
    again = call("compress", text=LOG, session="s", path="server.log")
    assert again["text"].strip() == "(seen in message 1: server.log)"
    assert again["tokens"] < first["tokens"]
    other = call("compress", text=LOG, session="t", path="server.log")
    assert other["text"] == first["text"]


def test_focus_and_errors_stay_whole(call):
    assert call("compress", text=LOG, path="server.log", focus=["server.log"])["bypass"] == "focus"
    assert call("compress", text="fatal: no such branch", is_error=True)["bypass"] == "error"


def test_what_is_asked_back_too_often_is_left_whole(call):
    for at in range(5):
        ref = call("compress", text=f"{LOG}\n{at}")["ref"]
        call("retrieve", ref=ref)
    made = call("compress", text=LOG)
    assert made["bypass"] == "off"
    stats = call("get_compression_stats", detail=True)
    assert stats["kinds"]["log"]["is_asked_back_too_often"]


@pytest.mark.parametrize(
    ("used", "level"),
    [(0, "off"), (60_000, "summary"), (100_000, "aggressive"), (140_000, "minimal")],
)
def test_auto_follows_what_is_used(call, used, level):
    assert call("compress", text=LOG, level="auto", used_tokens=used)["level"] == level


def test_auto_knows_what_was_sent_where_there_is_one_client():
    store = Store()
    settings = Settings(compression=Compression(level="auto", token_budget=2_000))
    alone, shared = (Toolbox(Desk(store, settings, is_shared=one)) for one in (False, True))
    assert alone.call("compress", {"text": LOG}).answer["level"] == "off"
    assert alone.call("compress", {"text": LOG}).answer["level"] == "minimal"
    for _ in range(2):
        assert shared.call("compress", {"text": LOG}).answer["level"] == "summary"
    store.close()


def test_the_account_adds_up(call, refused):
    made = call("compress", text=LOG)
    call("retrieve", ref=made["ref"])
    refused("retrieve", ref="0" * 24)
    stats = call("get_compression_stats", detail=True)
    assert (stats["texts"], stats["shortened"], stats["returned"]) == (1, 1, 1)
    assert stats["raw_tokens"] == made["raw_tokens"]
    assert stats["tokens"] == made["tokens"]
    assert stats["originals"] == 1
    assert stats["tokens_sent"] > 0
    assert (stats["level"], stats["token_budget"]) == ("summary", 150_000)
    assert stats["settings"]["dedup"] is True
    short = call("get_compression_stats")
    assert "kinds" not in short


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("compress", {}, "text: missing"),
        ("compress", {"text": "x", "kind": "poem"}, "kind: none of"),
        ("compress", {"text": "x", "level": "all"}, "level: none of"),
        ("retrieve", {"ref": "../../etc/passwd"}, "is not kept"),
        ("retrieve", {"ref": "0" * 24}, "is not kept"),
        ("retrieve", {"ref": "0" * 24, "offset": -1}, "offset: less than 0"),
    ],
)
def test_bad_input_is_told_in_a_line(refused, tool, arguments, words):
    assert words in refused(tool, **arguments)
