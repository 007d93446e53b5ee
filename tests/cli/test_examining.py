"""``graphpack doctor``: what is there, what is amiss, and the model only when asked."""

import json

import pytest

from graphpack.archive.store import Archive
from graphpack.cli import examining
from graphpack.extract.llm import keys
from tests.extract.server import Said, completion, serving


def found(cli, *arguments):
    ran = cli("doctor", "--json", *arguments)
    return ran.code, {each["what"]: each for each in json.loads(ran.out)["findings"]}


def test_a_sound_installation_is_told_line_by_line(cli):
    ran = cli("doctor")
    assert ran.code == 0
    for word in (
        "graphpack  ",
        "o200k_base, exact",
        "config folder",
        "[postgres]",
        "nothing is sent",
    ):
        assert word in ran.out
    assert not any(line.startswith("!") for line in ran.out.splitlines())


def test_wrong_settings_are_a_finding_and_no_end(cli, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_BUDGTE", "3")
    code, findings = found(cli)
    assert code == 1
    assert findings["settings"]["state"] == "wrong"
    assert findings["settings"]["hint"] == "did you mean GRAPHPACK_BUDGET?"
    assert findings["tokenizer"]["state"] == "ok"


def test_a_tokenizer_that_is_not_there_is_told(cli, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_TOKENIZER", "no_such_module:count")
    code, findings = found(cli)
    assert code == 1
    assert findings["tokenizer"]["state"] == "wrong"


def test_a_folder_that_a_file_stands_in_the_way_of_is_told(cli, monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code, findings = found(cli)
    assert code == 1
    assert findings["cache folder"]["state"] == "wrong"


def test_a_missing_extra_is_no_fault_and_names_what_installs_it(cli, monkeypatch):
    monkeypatch.setattr(examining, "EXTRAS", {"semantic": "no-such-package"})
    code, findings = found(cli)
    assert code == 0
    assert findings["[semantic]"]["state"] == "none"
    assert "graphpack-context[semantic]" in findings["[semantic]"]["detail"]


@pytest.fixture
def server(monkeypatch):
    with serving(lambda request: completion("yes")) as running:
        monkeypatch.setenv("GRAPHPACK_MODEL", "openai/small")
        monkeypatch.setenv("GRAPHPACK_API_BASE", running.base)
        monkeypatch.setenv("GRAPHPACK_API_KEY", "sk-made-up")
        yield running


def test_a_model_is_asked_only_where_that_was_asked_for(cli, server):
    assert found(cli)[1]["model"]["state"] == "ok"
    assert server.requests == []
    assert found(cli, "--ask-model")[1]["model"]["detail"] == "openai/small: answers"
    assert len(server.requests) == 1


def test_a_model_that_refuses_is_a_fault_with_its_reason(cli, monkeypatch):
    with serving(lambda request: Said(status=401, body=b'{"error": {"message": "bad key"}}')) as it:
        monkeypatch.setenv("GRAPHPACK_MODEL", "openai/small")
        monkeypatch.setenv("GRAPHPACK_API_BASE", it.base)
        monkeypatch.setenv("GRAPHPACK_API_KEY", "sk-made-up")
        code, findings = found(cli, "--ask-model")
    assert code == 1
    assert findings["model"]["state"] == "wrong"
    assert "bad key" in findings["model"]["detail"]
    assert "sk-made-up" not in json.dumps(findings)


def test_a_key_that_is_nowhere_is_a_fault_that_names_its_variable(cli, monkeypatch):
    monkeypatch.setattr(keys, "_is_imported", lambda: False)
    monkeypatch.setenv("GRAPHPACK_MODEL", "mistral/small")
    monkeypatch.delenv("MISTRAL_API_KEY", raising=False)
    code, findings = found(cli)
    assert code == 1
    assert findings["model"]["detail"] == "mistral/small: no key is set"
    assert "MISTRAL_API_KEY" in findings["model"]["hint"]


def test_an_archive_is_looked_into_and_never_made(cli, clean):
    assert found(cli)[1]["archive"]["state"] == "none"
    assert not list(clean.parent.glob("data/**/*.db"))
    assert cli("archive", "init").code == 0
    assert found(cli)[1]["archive"]["detail"].endswith("archive.db, 0 sessions")


def test_a_file_that_is_no_archive_is_a_fault(cli, clean, monkeypatch):
    (clean / "team.db").write_text("not a database, but a text of some length" * 20)
    monkeypatch.setenv("GRAPHPACK_DB", "team.db")
    code, findings = found(cli)
    assert code == 1
    assert findings["archive"]["state"] == "wrong"
    assert findings["archive"]["hint"]


def test_a_servers_archive_is_named_without_its_password_and_not_asked(cli, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_DB", "postgresql://ada:pw-made-up@db.invalid/team")
    monkeypatch.setattr(Archive, "check", None)
    finding = found(cli)[1]["archive"]
    assert finding["state"] == "ok"
    assert "db.invalid/team" in finding["detail"]
    assert "pw-made-up" not in json.dumps(finding)


def test_installed_hooks_are_told_and_broken_settings_are_a_fault(cli, clean, monkeypatch):
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    assert found(cli)[1]["hooks"]["state"] == "none"
    assert cli("hooks", "install", "claude-code").code == 0
    finding = found(cli)[1]["hooks claude-code"]
    assert finding["state"] == "ok"
    assert "settings.json (user): " in finding["detail"]
    (clean.parent / "home" / ".claude" / "settings.json").write_text("{")
    code, findings = found(cli)
    assert code == 1
    assert findings["hooks claude-code"]["state"] == "wrong"
