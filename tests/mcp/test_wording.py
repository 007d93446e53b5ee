"""Errors name what a client can give, never what a command line takes."""

import json

import pytest

from graphpack.errors import UsageError
from graphpack.mcp.wording import worded


@pytest.mark.parametrize(
    ("message", "hint", "told"),
    [
        ("2 conversations fit --pick ab", "--pick newest or --pick 'a title'",
         ("error: 2 conversations fit pick='ab'", "hint: pick='newest' or pick='a title'")),
        ("x: holds none", "leave --format out to detect it",
         ("error: x: holds none", "hint: leave format out to detect it")),
        ("--weight a: -1 is none", None, ("error: weights a: -1 is none",)),
        ("x", "--branch all", ("error: x",)),
        ("x", "graphpack scan INPUT shows where", ("error: x",)),
        ("full", "another --store file", ("error: full", "hint: another --store file")),
    ],
)  # fmt: skip
def test_flags_become_arguments(message, hint, told):
    assert worded(UsageError(message, hint=hint)) == told


def test_which_of_several_conversations_is_asked_for_by_its_argument(refused):
    chats = [
        {"title": title, "messages": [{"role": "user", "content": f"What of {title}?"}]}
        for title in ("Ferry", "Quay")
    ]
    given = {"transcript": json.dumps(chats)}
    for asked in ({}, {"pick": "Bridge"}):
        said = refused("ingest_records", **given, **asked)
        assert "pick=" in said
        assert "--" not in said


def test_a_session_is_known_by_its_first_characters(call, refused, desk):
    note = {"kind": "decision", "text": "The ferry leaves at 7:15", "status": "accepted"}
    for name in ("ferry-2026-03", "ferry-2026-04", "quay"):
        call("ingest_records", records=[note], session=name)
    for name in ("q", "quay"):
        assert call("search_context", query="ferry", session=name)["items"][0]["session"] == "quay"
        assert call("export_graph", session=name)["uri"].endswith("/quay/compact")
        assert "is_clean" in call("verify_graph", session=name)
        assert call("build_context", task="ferry at 7:15", session=name)["records"] == 1
    for tool in ("get_decisions", "get_relevant_errors", "export_graph"):
        said = refused(tool, session="ferry-2026")
        assert "begins 2 of them" in said
        assert "ferry-2026-03, ferry-2026-04" in said
    call("ingest_records", records=[note], session="ferry")  # a whole name is never a beginning
    assert call("get_decisions", session="ferry")["items"][0]["session"] == "ferry"
    assert "is not there" in refused("get_decisions", session="bridge")
    assert "is not there" in refused("get_decisions", session="")
