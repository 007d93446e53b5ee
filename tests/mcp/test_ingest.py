"""What is taken in: redacted first, numbered, replaced, within reach."""

import json

import pytest

from graphpack.errors import UsageError
from graphpack.mcp.desk import Desk
from graphpack.mcp.reach import Reach
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from graphpack.settings import Settings
from tests.mcp.conftest import RECORDS, SECRET, TRANSCRIPT

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"


def test_records_are_numbered_on_from_call_to_call(call, desk):
    first = call("ingest_records", records=RECORDS[:2], session="s")
    second = call("ingest_records", records=RECORDS[2:4], session="s")
    assert (first["added"], second["added"], second["records"]) == (2, 2, 4)
    assert [one.id for one in desk.store.records(session="s")] == ["r1", "r2", "r3", "r4"]


def test_a_record_with_an_id_replaces_itself(call, desk):
    call("ingest_records", records=[{"kind": "note", "id": "n", "text": "old"}])
    again = call("ingest_records", records=[{"kind": "note", "id": "n", "text": "new"}])
    assert (again["added"], again["replaced"], again["session"]) == (0, 1, "default")
    assert [one.text for one in desk.store.records()] == ["new"]


def test_no_secret_reaches_the_store(call, desk, tmp_path):
    told = call(
        "ingest_records",
        session=f"deploy with {TOKEN}",
        records=[
            {"kind": "note", "text": f"password: {SECRET}", "author": "Ada"},
            {"kind": "tool_call", "name": f"deploy --token {TOKEN}", "text": "ok"},
            {"kind": "file", "path": f"/srv/{TOKEN}.txt", "text": "nothing"},
        ],
    )
    assert told["hidden"]["password"] == 1
    assert told["hidden"]["github-token"] >= 1
    kept = repr(desk.store.records()) + repr(desk.store.sessions())
    assert SECRET not in kept
    assert TOKEN not in kept


def test_a_secret_that_two_records_hold_together_is_hidden(call, desk):
    call(
        "ingest_records",
        records=[
            {"kind": "message", "role": "assistant", "text": "What is the database password?"},
            {"kind": "message", "role": "user", "text": SECRET},
        ],
    )
    assert SECRET not in repr(desk.store.records())


def test_two_secrets_never_get_one_placeholder(desk, call):
    call("ingest_records", session="s", records=[{"kind": "note", "text": f"password: {SECRET}"}])
    later = Toolbox(Desk(desk.store))  # a server that was started anew
    later.call(
        "ingest_records",
        {"session": "s", "records": [{"kind": "note", "text": "password: Other77secretZZ"}]},
    )
    texts = [one.text for one in desk.store.records(session="s")]
    assert len(set(texts)) == 2
    assert all("secret:password" in text for text in texts)


def test_redaction_cannot_be_switched_off_for_what_is_kept():
    store = Store()
    toolbox = Toolbox(Desk(store, Settings(redact="off")))
    toolbox.call("ingest_records", {"records": [{"kind": "note", "text": f"token {TOKEN}"}]})
    assert TOKEN not in repr(store.records())
    store.close()


def test_a_transcript_becomes_records_and_stays_whole(call, desk):
    told = call("ingest_records", transcript=TRANSCRIPT, session="garden")
    assert told["added"] == told["records"] >= 5
    records = desk.store.records(session="garden")
    assert records[0].id == "m0"
    assert "slug pellets" in " ".join(one.text for one in records)
    kept = desk.store.transcript("garden")
    assert kept.title == "Garden"
    assert len(kept.text.splitlines()) == 5


def test_a_secret_in_a_transcript_is_hidden_in_both(call, desk):
    chat = [{"role": "user", "content": f"My GitHub token is {TOKEN}, use it."}]
    told = call("ingest_records", transcript=json.dumps(chat), session="s")
    assert told["hidden"] == {"github-token": 1}
    assert TOKEN not in desk.store.transcript("s").text + repr(desk.store.records())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "nothing to ingest"),
        ({"records": [], "transcript": "x"}, "records and transcript: only one"),
        ({"records": "x"}, "records: not a list"),
        ({"records": [3]}, "records/0: not an object"),
        ({"records": [{"text": "x"}]}, "kind: missing"),
        ({"records": [{"kind": "poem", "text": "x"}]}, "'poem' is not a kind"),
        ({"records": [{"kind": "note", "text": "x", "at": "soon"}]}, "is not a time"),
        ({"records": [{"kind": "note", "id": "a", "text": "x"}] * 2}, "there twice"),
        ({"records": [{"kind": "note", "text": "x"}] * 5_001}, "5,001 in one call"),
        ({"records": [], "session": "  "}, "a name of 1 to"),
        ({"records": [], "session": "x" * 200}, "a name of 1 to"),
        ({"transcript": '{"what": 1}'}, "error: "),
        ({"transcript": "x", "format": "poem"}, "poem"),
        ({"path": "/etc/hostname"}, "not to be read by this server"),
        ({"path": "/nowhere/at/all.json"}, "not to be read by this server"),
        ({"path": "a\0b"}, "not to be read by this server"),
    ],
)
def test_bad_input_is_told_in_a_line(refused, arguments, words):
    text = refused("ingest_records", **arguments)
    assert words in text
    assert "Traceback" not in text


def test_the_limits_of_the_settings_hold(tmp_path):
    (tmp_path / "chat.json").write_text(TRANSCRIPT, encoding="utf-8")
    store = Store()
    desk = Desk(store, Settings(max_whole_bytes=100), Reach((tmp_path,)))
    told = Toolbox(desk).call("ingest_records", {"path": str(tmp_path / "chat.json")})
    assert "max_whole_bytes" in told.text
    store.close()


def test_records_without_text_are_told(call):
    told = call("ingest_records", records=[{"kind": "note", "text": " ", "id": "e"}])
    assert told["added"] == 0
    assert "1 without text: e" in told["left_out"][0]


def test_files_below_a_root_are_read_and_no_others(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "chat.json").write_text(TRANSCRIPT, encoding="utf-8")
    (inside / "link.json").symlink_to(outside / "chat.json")
    reach = Reach((inside,))
    assert reach.resolved(str(inside / "chat.json")).name == "chat.json"
    for name in ("link.json", "../out/chat.json", "missing.json"):
        with pytest.raises(UsageError, match="not to be read"):
            reach.resolved(str(inside / name))
    store = Store()
    toolbox = Toolbox(Desk(store, reach=reach))
    told = toolbox.call("ingest_records", {"path": str(inside / "chat.json"), "session": "g"})
    assert told.answer["added"] >= 5
    store.close()


def test_agents_sessions_are_listed_and_taken_by_their_path(machine):
    home, path = machine
    store = Store()
    toolbox = Toolbox(Desk(store, reach=Reach(machine=home)))
    found = toolbox.call("list_sessions", {"where": "machine"}).answer
    assert [one["path"] for one in found["sessions"]] == [str(path)]
    assert found["sessions"][0]["agent"] == "claude-code"
    told = toolbox.call("ingest_records", {"path": found["sessions"][0]["path"]})
    assert not told.is_error, told.text
    assert told.answer["session"] == "5d1e3c52-0000-4000-8000-000000000001"
    lines = path.read_text(encoding="utf-8").split("\n")
    more = {**json.loads(lines[0]), "uuid": "u2", "parentUuid": "u1"}
    more["message"] = {"role": "user", "content": "And the beans?"}
    path.write_text("\n".join([*lines, json.dumps(more)]), encoding="utf-8")
    grown = toolbox.call("ingest_records", {"path": str(path)}).answer
    assert (grown["added"], grown["replaced"], grown["records"]) == (1, 2, 3)
    other = path.with_name("notes.txt")
    other.write_text("private", encoding="utf-8")
    assert toolbox.call("ingest_records", {"path": str(other)}).is_error
    store.close()


def test_without_a_machine_none_is_listed(call):
    found = call("list_sessions", where="machine")
    assert found["sessions"] == []
    assert "does not look" in found["left_out"][0]


def test_sessions_that_made_room_are_told():
    from graphpack.mcp.kept import Bounds

    store = Store(bounds=Bounds(chars=2_000))
    toolbox = Toolbox(Desk(store))
    for name in ("one", "two"):
        told = toolbox.call(
            "ingest_records",
            {"session": name, "records": [{"kind": "note", "text": "word " * 250}]},
        )
    assert "sessions were let go: one" in told.answer["left_out"][0]
    store.close()
