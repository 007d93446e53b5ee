from __future__ import annotations

import pytest

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read


def log(*lines: str) -> Conversation:
    (found,) = read("\n".join(lines).encode())
    assert found.source.format == "irc"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def times(found: Conversation) -> list[str]:
    return [f"{m.at:%m-%d %H:%M}" if m.at else "" for m in found.messages]


TALK = [("mara", "is the gate open?"), ("luka", "luka nods"), ("bo", "yes it is")]


@pytest.mark.parametrize(
    ("lines", "days"),
    [
        (
            ["[12:18] <mara> is the gate open?", "[12:18] * luka nods",
             "=== bo [b@h]  has joined #x", "[12:19] <bo> yes it is"],
            False,
        ),
        (
            ["12:18 -!- mara [~m@host] has joined #tide", "12:18 <@mara> is the gate open?",
             "12:18  * luka nods", "12:19 < bo> yes it is"],
            False,
        ),
        (
            ["[12:18:00] *** Joins: mara (~m@h)", "[12:18:05] <mara> is the gate open?",
             "[12:18:09] * luka nods", "[12:19:00] <bo> yes it is",
             "[12:19:01] *** Quits: bo (~b@h)"],
            False,
        ),
        (
            ["**** BEGIN LOGGING AT Sun Mar  1 12:00:00 2026", "",
             "Mar 01 12:18:00 *\tmara has joined",
             "Mar 01 12:18:05 <mara>\tis the gate open?", "Mar 01 12:18:09 *\tluka nods",
             "Mar 01 12:19:00 <bo>\tyes it is"],
            True,
        ),
        (
            ["2026-03-01 12:18:00\t-->\tmara (~m@h) has joined #tide",
             "2026-03-01 12:18:05\t@mara\tis the gate open?", "2026-03-01 12:18:09\t *\tluka nods",
             "2026-03-01 12:19:00\tbo\tyes it is"],
            True,
        ),
        (
            ["[2026-03-01T12:18:05Z]\t<mara>\tis the gate open?",
             "[2026-03-01T12:18:09Z]\t* luka nods",
             "[2026-03-01T12:19:00.123Z]\t<bo>\tyes it is"],
            True,
        ),
        (
            ["Session Start: Sun Mar 01 12:00:00 2026", "[12:18] * Joins: mara (m@h)",
             "[12:18] <mara> is the gate open?", "[12:18] * luka nods", "[12:19] <+bo> yes it is"],
            True,
        ),
    ],
    ids=["brackets", "irssi", "znc", "hexchat", "weechat", "iso", "mirc"],
)  # fmt: skip
def test_layouts(lines: list[str], days: bool) -> None:
    found = log(*lines)
    assert said(found) == TALK
    assert times(found) == (["03-01 12:18", "03-01 12:18", "03-01 12:19"] if days else [""] * 3)


def test_days_come_from_the_logs_own_lines() -> None:
    found = log(
        "--- Log opened Tue Mar 03 23:58:00 2026",
        "23:59 <mara> late",
        "00:01 <bo> later",
        "--- Day changed Thu Mar 05 2026",
        "00:02 <mara> latest",
    )
    assert times(found) == ["03-03 23:59", "03-04 00:01", "03-05 00:02"]
    assert {notice.code for notice in found.notices} == {"system-line", "local-time"}


def test_nicks_and_names_without_times() -> None:
    found = log("<|mara|> open?", "<bo_> yes", "<|mara|> good", "<bo_> very")
    assert said(found)[0] == ("|mara|", "open?")


def test_services_are_left_out_and_other_bots_kept() -> None:
    found = log(
        "[12:18] <mara> !gate",
        "[12:18] <gatebot> the gate is open",
        "[12:18] <ChanServ> welcome",
        "[12:19] <Zakim> I see mara on the queue",
        "[12:20] <mara> thanks",
    )
    assert [author for author, _ in said(found)] == ["mara", "gatebot", "mara"]
    assert [(n.code, n.count) for n in found.notices] == [("bot-line", 2)]


def test_wrapped_lines_go_on_with_what_was_said() -> None:
    found = log(
        "[12:18] <mara> a list:", "- one", "[12:18] <bo> ok", "[12:19] <mara> b", "[12:19] <bo> c"
    )
    assert said(found)[0] == ("mara", "a list:\n- one")


MINUTES = (
    "[2026-03-01T12:00:00Z]\t<mara>\tpresent+",
    "[2026-03-01T12:00:05Z]\t<mara>\tTopic: the gate",
    "[2026-03-01T12:00:09Z]\t<mara>\tscribe: sal",
    "[2026-03-01T12:01:00Z]\t<sal>\tMara: the gate stays open",
    "[2026-03-01T12:01:10Z]\t<sal>\t... until nine",
    "[2026-03-01T12:01:15Z]\t<bo>\tq+",
    "[2026-03-01T12:01:20Z]\t<sal>\t… at least",
    "[2026-03-01T12:02:00Z]\t<sal>\tAda Lou: I disagree",
    "[2026-03-01T12:02:10Z]\t<bo>\tAda: why?",
    "[2026-03-01T12:03:00Z]\t<mara>\tPROPOSAL: shut it at nine",
    "[2026-03-01T12:03:05Z]\t<bo>\t+1",
    "[2026-03-01T12:03:06Z]\t<sal>\ts/until nine/until ten/",
    "[2026-03-01T12:03:09Z]\t<sal>\tRESOLUTION: shut it at nine",
    "[2026-03-01T12:03:12Z]\t<sal>\t[pause]",
)


def test_a_scribe_writes_what_others_say() -> None:
    found = log(*MINUTES)
    assert said(found) == [
        ("mara", "Topic: the gate"),
        ("mara", "the gate stays open\nuntil ten\nat least"),
        ("Ada Lou", "I disagree"),
        ("bo", "Ada: why?"),
        ("mara", "PROPOSAL: shut it at nine"),
        ("bo", "+1"),
        ("sal", "RESOLUTION: shut it at nine"),
        ("sal", "[pause]"),
    ]
    counts = {notice.code: notice.count for notice in found.notices}
    assert counts == {"minutes-command": 3, "edited-message": 1}


def test_without_a_scribe_a_prefix_is_an_address() -> None:
    found = log("[12:18] <mara> bo: open?", "[12:18] <bo> mara: yes", "[12:19] <mara> s/a/b/")
    assert said(found) == [("mara", "bo: open?"), ("bo", "mara: yes"), ("mara", "s/a/b/")]
