"""``graphpack audit-compact``: what a compaction dropped, on a session as a host writes it."""

import json

import pytest

from tests.context.test_compaction import ALL, PORT, RULE, TALK


@pytest.fixture
def compacted(clean):
    """A Claude Code session whose summary forgets the rule."""
    records = []

    def add(kind, content, **more):
        records.append({
            "type": kind, "uuid": f"u{len(records)}", "sessionId": "ferry",
            "parentUuid": f"u{len(records) - 1}" if records else None, "isSidechain": False,
            "timestamp": f"2026-11-20T09:{len(records):02}:00.000Z",
            "message": {"role": kind, "content": content, "id": f"m{len(records)}"}, **more,
        })  # fmt: skip

    for role, text in TALK:
        is_model = role.value == "assistant"
        add(role.value, [{"type": "text", "text": text}] if is_model else text)
    add("user", ALL.replace(RULE, ""), isCompactSummary=True)
    add("user", "Go on with the timetable of the winter.")
    path = clean / "session.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def test_what_is_missing_is_listed_with_the_line_that_restores_it(cli, compacted):
    ran = cli("audit-compact", "session.jsonl")
    assert ran.code == 0
    listed, _, lines = ran.out.partition("to restore, paste:")
    assert "compaction 1 of 1 (message 8, 2026-11-20 09:08)" in listed
    assert "schema of the tides table" in listed
    assert "(user, message 0)" in listed
    assert "- " in lines
    assert "schema of the tides table" in lines
    assert "8443" not in lines


def test_the_json_has_all_of_it(cli, compacted):
    (one,) = cli("audit-compact", "session.jsonl", "--json").pack["compactions"]
    assert one["message"] == 8
    assert one["said"] >= 3
    assert len(one["restore"]) == len(one["dropped"])
    assert {"id", "type", "importance", "status", "text", "lacks", "message", "author", "at",
            "is_repeated"} == set(one["dropped"][0])  # fmt: skip


def test_a_loss_can_be_a_failure(cli, compacted):
    assert cli("audit-compact", "session.jsonl", "--fail-on-notice").code == 50


def test_a_session_without_a_compaction_says_so(cli, clean):
    chat = [{"role": "user", "content": PORT}, {"role": "assistant", "content": "Yes."}]
    (clean / "chat.json").write_text(json.dumps({"messages": chat}), encoding="utf-8")
    ran = cli("audit-compact", "chat.json", "--fail-on-notice")
    assert (ran.code, ran.out) == (0, "")
    assert "no summary of a compaction" in ran.err
    assert cli("audit-compact", "chat.json", "--json").pack == {"compactions": []}


def test_no_secret_is_written(cli, compacted):
    token = "ghp_" + "x7Qz9LmR2vTb4WcY6nKd8sFg1hJp3aVe5uXo"
    text = compacted.read_text(encoding="utf-8").replace("by hand.", f"by hand, token {token}.")
    compacted.write_text(text, encoding="utf-8")
    for form in ((), ("--json",)):
        ran = cli("audit-compact", "session.jsonl", *form)
        assert "schema of the tides" in ran.out
        assert token not in ran.out + ran.err
