"""``graphpack export --all``: a pack of each conversation, and the manifest."""

import json

import pytest

from graphpack.cli import batch
from graphpack.errors import CredentialsError, ModelError
from tests.cli.conftest import chatgpt_chat


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def test_each_conversation_becomes_a_pack(cli, chats):
    out = chats.parent / "packs"
    ran = cli("export", chats, "--all", "-o", "packs/")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("exported: 14 of 14 conversations to packs")
    told = manifest(out)
    assert [row["id"] for row in told["packs"]] == [f"chat-{n:04d}" for n in range(14)]
    assert told["failures"] == []
    first = told["packs"][0]
    assert (first["title"], first["messages"], first["format"]) == ("Plan number 0", 6, "chatgpt")
    assert first["file"] == "plan-number-0-" + first["file"].rsplit("-", 1)[1]
    pack = (out / first["file"]).read_text()
    assert pack == cli("export", chats, "--pick", "chat-0000").out
    files = [row[key] for row in told["packs"] for key in ("file", "evidence")]
    assert sorted([*files, "manifest.json"]) == sorted(path.name for path in out.iterdir())
    assert first["tokens"] > 0
    assert [notice["code"] for notice in first["notices"]] == ["pack-larger"]


def test_names_are_stable_safe_and_unique(cli, clean):
    titles = [
        "CON",
        "a/b\\c: d?",
        "A/B\\C: D?",
        "日本語の計画",
        "Ærø – ferry",
        "x" * 300,
        "..",
        None,
    ]
    found = [chatgpt_chat(n, title, day=19_000) for n, title in enumerate(titles)]
    (clean / "conversations.json").write_text(json.dumps(found), encoding="utf-8")
    cli("export", "conversations.json", "--all", "-o", "one", "--no-evidence")
    (clean / "conversations.json").write_text(json.dumps(found[::-1]), encoding="utf-8")
    cli("export", "conversations.json", "--all", "-o", "two", "--no-evidence")
    names = [row["file"] for row in manifest(clean / "one")["packs"]]
    assert len({name.lower() for name in names}) == len(titles)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for name in names)
    assert max(map(len, names)) < 80
    assert names == [row["file"] for row in reversed(manifest(clean / "two")["packs"])]


def test_one_bad_conversation_stops_no_other(cli, chats, monkeypatch):
    real = batch.pack

    def pack(conversation, settings, **others):
        if conversation.id == "chat-0003":
            raise ModelError("no use")
        if conversation.id == "chat-0005":
            raise KeyError("a bug")
        return real(conversation, settings, **others)

    monkeypatch.setattr(batch, "pack", pack)
    ran = cli("export", chats, "--all", "-o", "packs")
    assert ran.code == 0
    assert "exported: 12 of 14 conversations" in ran.err
    assert "Plan number 3: no use" in ran.err
    rows = manifest(chats.parent / "packs")["packs"]
    assert [row.get("error") for row in rows[3:6]] == ["no use", None, "chat-0005: a bug: KeyError"]
    assert cli("export", chats, "--all", "-o", "packs", "--fail-on-notice").code == 50


def test_refused_credentials_stop_the_run_and_what_was_done_is_told(cli, chats, monkeypatch):
    real = batch.pack

    def pack(conversation, settings, **others):
        if conversation.id == "chat-0002":
            raise CredentialsError("refused")
        return real(conversation, settings, **others)

    monkeypatch.setattr(batch, "pack", pack)
    assert cli("export", chats, "--all", "-o", "packs").code == 11
    assert len(manifest(chats.parent / "packs")["packs"]) == 2


def test_the_manifest_is_written_on_the_way(cli, clean, monkeypatch):
    found = [chatgpt_chat(n, f"Plan {n}", day=19_000) for n in range(40)]
    (clean / "conversations.json").write_text(json.dumps(found), encoding="utf-8")
    real, seen = batch.pack, {}

    def pack(conversation, settings, **others):
        path = clean / "packs" / "manifest.json"
        if path.exists():
            seen[conversation.id] = len(manifest(path.parent)["packs"])
        return real(conversation, settings, **others)

    monkeypatch.setattr(batch, "pack", pack)
    cli("export", "conversations.json", "--all", "-o", "packs", "--no-evidence", "-q")
    assert "chat-0015" not in seen
    assert (seen["chat-0016"], seen["chat-0039"]) == (16, 32)
    assert len(manifest(clean / "packs")["packs"]) == 40


def test_an_input_that_cannot_be_read_is_told(cli, chats):
    ran = cli("export", "missing.json", chats, "--all", "-o", "packs")
    assert ran.code == 0
    (failure,) = manifest(chats.parent / "packs")["failures"]
    assert failure["input"] == "missing.json"
    assert cli("export", "missing.json", "--all", "-o", "packs").code == 4


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], "to which folder"),
        (["-o", "packs", "--pick", "2"], "takes them all"),
        (["-o", "."], "is an input"),
        (["-o", "packs", "--copy"], "--copy"),
        (["-o", "taken"], "cannot be made a folder"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_read(cli, chats, more, said):
    chats.with_name("taken").write_text("")
    inputs = [chats.parent] if more == ["-o", "."] else [chats]
    ran = cli("export", *inputs, "--all", *more)
    assert ran.code == 2
    assert said in ran.err
    assert not (chats.parent / "packs").exists()
