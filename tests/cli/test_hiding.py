"""What every way out hides: transcripts, lists, manifests and errors, not packs alone."""

import json

import pytest

from graphpack.cli import batch, transcribing
from graphpack.errors import ModelError
from tests.cli.conftest import chatgpt_chat, messages

KEY = "sk-proj-" + "Qw3rTy7uIo9pAs2dFg5hJk8lZx4cVb6n"


@pytest.fixture
def leaky(clean):
    """Two chats whose titles are the first words that somebody typed."""
    found = [chatgpt_chat(n, f"use {KEY} for plan {n}", day=19_000 + n) for n in range(2)]
    path = clean / "conversations.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["markdown", "messages", "jsonl"])
def test_a_transcript_is_sealed_in_its_last_form(cli, garden, monkeypatch, form):
    real = transcribing.write_transcript

    def joined(conversation, *, to):
        return real(conversation, to=to).replace("tomatoes", KEY)

    monkeypatch.setattr(transcribing, "write_transcript", joined)
    ran = cli("read", garden, "--to", form)
    assert ran.code == 0
    assert KEY not in ran.out
    assert "⟨" in ran.out
    if form == "messages":
        assert len(ran.pack) == 6
    if form == "jsonl":
        assert len(ran.packs) == 6
    assert KEY in cli("read", garden, "--to", form, "--redact", "off").out


def test_a_transcript_that_cannot_be_sealed_is_not_written(cli, garden, monkeypatch):
    broken = f'["a", "{KEY}", 1]'
    monkeypatch.setattr(transcribing, "write_transcript", lambda *_, to: broken)
    monkeypatch.setattr("graphpack.pipeline.safety.clean", lambda text, *_: text[:-1])
    ran = cli("read", garden, "--to", "messages", "-o", "out.json")
    assert ran.code == 30
    assert not garden.with_name("out.json").exists()
    assert KEY not in ran.err


def test_titles_are_hidden_in_lists(cli, leaky):
    for arguments in (["--list"], ["--list", "--json"]):
        ran = cli("read", leaky, *arguments)
        assert ran.code == 0
        assert KEY not in ran.out + ran.err
        assert "⟨" in ran.out
    rows = cli("read", leaky, "--json").pack
    assert [row["title"].endswith(f"plan {n}") for row, n in zip(rows, (1, 0), strict=True)]
    # one secret, one placeholder, so that a list stays readable
    assert len({row["title"].split()[1] for row in rows}) == 1
    assert KEY in cli("read", leaky, "--json", "--redact", "off").out


@pytest.mark.parametrize("command", ["read", "export"])
def test_titles_are_hidden_in_errors(cli, leaky, command):
    ran = cli(command, leaky)
    assert ran.code == 2
    assert "plan 1" in ran.err
    assert KEY not in ran.err


def test_titles_are_hidden_in_the_manifest_also_of_what_failed(cli, leaky, monkeypatch):
    real = batch.pack

    def pack(conversation, settings, **others):
        if "plan 1" in conversation.title:
            raise ModelError(f"{conversation.title}: no use")
        return real(conversation, settings, **others)

    monkeypatch.setattr(batch, "pack", pack)
    ran = cli("export", leaky, "--all", "-o", "packs")
    written = "".join(path.read_text("utf-8") for path in (leaky.parent / "packs").iterdir())
    names = "".join(path.name for path in (leaky.parent / "packs").iterdir())
    assert KEY not in ran.err + written
    assert KEY.lower()[8:20] not in names
    assert "no use" in written


def test_a_picked_title_is_the_title_that_was_shown(cli, leaky):
    shown = cli("read", leaky, "--json").pack[1]["title"]
    ran = cli("read", leaky, "--pick", shown)
    assert ran.code == 0
    assert "plan 0" in ran.out


def test_notices_of_a_list_are_hidden(cli, clean):
    path = clean / f"{KEY}.jsonl"
    lines = [json.dumps(one) for one in messages("What now?", "That.")]
    path.write_text("\n".join([*lines, "{broken"]), encoding="utf-8")
    ran = cli("read", path, "--list")
    assert ran.code == 0
    assert "note:" in ran.err
    assert KEY not in ran.err


def test_ids_and_names_of_files_are_hidden_in_lists_and_errors(cli, clean):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    found = [chatgpt_chat(n, "tomatoes", day=19_000 + n) for n in range(2)]
    for one in found:
        one["id"] = one["conversation_id"] = f"{secret}{one['title'][:0]}-{found.index(one)}"
    path = clean / f"{secret}.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    for arguments in (
        ["read", path, "--list"],
        ["read", path, "--list", "--json"],
        ["read", path, "--pick", "zzz"],
        ["read", path, "--pick", "1", "--to", "jsonl"],
        ["read", path.with_name(f"{secret}-none.json")],
        ["scan", path, "--json"],
    ):
        ran = cli(*arguments)
        assert secret not in ran.out + ran.err, arguments
        assert "⟨secret:github-token" in ran.out + ran.err, arguments


def test_a_context_shows_no_answer_to_a_question_for_a_password(cli, clean):
    said = [("user", "Fix app.py"), ("assistant", "What's the password?"), ("user", "Zq7-pLm2-Xx9")]
    path = clean / "chat.json"
    found = {"messages": [{"role": role, "content": text} for role, text in said]}
    path.write_text(json.dumps(found), encoding="utf-8")
    ran = cli("context", path, "--task", "fix app.py")
    assert ran.code == 0, ran.err
    assert "Zq7-pLm2-Xx9" not in ran.out + ran.err
