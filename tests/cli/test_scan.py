"""``graphpack scan`` says what and where, never the value; a project may not loosen redaction."""

import json

import pytest

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def leaky(clean):
    path = clean / "talk.json"
    rows = [
        {"role": "user", "content": f"first line\nuse {KEY} for the deploy"},
        {"role": "assistant", "content": "I will, and write to ada@lovelace.dev."},
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_a_finding_is_a_line_with_its_place(cli, leaky):
    ran = cli("scan", leaky)
    assert ran.code == 0
    assert KEY not in ran.out + ran.err
    assert ran.out == (
        "talk.json: message 0 (user), text, line 2: github-token ⟨secret:github-token:1⟩\n"
    )
    assert "1 found in 1 conversation; nothing was changed" in ran.err


def test_a_finding_as_json(cli, leaky):
    (row,) = cli("scan", leaky, "--json").packs
    assert (row["message"], row["line"], row["family"]) == (0, 2, "github-token")
    assert row["placeholder"] == "⟨secret:github-token:1⟩"


def test_all_finds_personal_data_too(cli, leaky):
    out = cli("scan", leaky, "--redact", "all").out
    assert "message 1 (assistant), text, line 1: email ⟨personal:email:1⟩" in out


def test_an_allowed_value_is_not_reported(cli, leaky):
    assert cli("scan", leaky, "--redact-allow", KEY).out == ""


def test_a_finding_can_fail_the_command(cli, leaky):
    assert cli("scan", leaky, "--fail-on-notice").code == 50


def test_an_own_rule_file_is_used_and_a_bad_one_is_named(cli, leaky, clean):
    rules = clean / "rules.toml"
    rules.write_text(
        '[[rule]]\nfamily = "deploys"\nstarts_with = "the deploy"\npattern = "the deploy"\n',
        encoding="utf-8",
    )
    assert "deploys ⟨secret:deploys:1⟩" in cli("scan", leaky, "--redact-rules", rules).out
    rules.write_text("rule = 1", encoding="utf-8")
    ran = cli("scan", leaky, "--redact-rules", rules)
    assert ran.code == 2
    assert "rules.toml" in ran.err


@pytest.mark.parametrize(
    "line", ['redact = "off"', f'redact_allow = ["{KEY}"]', 'redact_rules = "rules.toml"']
)
@pytest.mark.parametrize("command", ["scan", "export"])
def test_a_projects_own_settings_do_not_loosen_redaction(cli, leaky, clean, line, command):
    (clean / ".graphpack.toml").write_text(line + "\n", encoding="utf-8")
    ran = cli(command, leaky)
    assert ran.code == 2
    assert line.split()[0] in ran.err
    assert KEY not in ran.out + ran.err


def test_an_exported_pack_and_its_evidence_hold_no_secret(cli, leaky, clean):
    cli("export", leaky, "-o", "pack.json")
    written = list(clean.glob("pack*"))
    assert len(written) >= 2
    for path in written:
        assert KEY not in path.read_text(encoding="utf-8")
