"""A secret is hidden however it is written: encoded, cut up, in columns, commands and languages."""

from __future__ import annotations

import pytest

from graphpack.redact import Policy, Vault, clean
from tests.redact.leaks import survives
from tests.redact.other_attacks import (
    COMMANDS,
    PASSWORD,
    PIECES,
    SAID,
    SECOND,
    TABLES,
    WHOLE,
    filled,
)


def hidden(text: str) -> str:
    """Hide the secrets of a text; a second time nothing is left to hide."""
    out = clean(text, Policy(), Vault())
    assert clean(out, Policy(), Vault()) == out
    return out


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_encoded_is_hidden_whole(name):
    out = hidden(f"see {WHOLE[name]}")
    assert "⟨secret:" in out
    assert len(out) < 60


@pytest.mark.parametrize("name", PIECES)
def test_no_piece_of_a_secret_is_left(name):
    text, secret = PIECES[name]
    out = hidden(text)
    assert "⟨secret:" in out
    assert not survives(out, secret, is_encoded=False)
    assert secret not in out


@pytest.mark.parametrize("name", TABLES)
def test_a_column_is_hidden_in_all_its_rows(name):
    out = hidden(TABLES[name])
    assert PASSWORD not in out
    assert SECOND not in out
    assert "jo" in out
    assert out.count("⟨secret:password:") == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_a_password_on_a_command_line_is_hidden(command):
    assert PASSWORD not in hidden(filled(command))


@pytest.mark.parametrize("said", SAID)
def test_a_password_is_found_in_many_languages(said):
    out = hidden(said.replace("\x00", "\n").replace("@", PASSWORD))
    assert "⟨secret:password:1⟩" in out
    assert PASSWORD not in out


HARMLESS = [
    "| name | password |\n|---|---|\n| jo | required |\n| al | see above |",
    "| test | pass | fail |\n|---|---|---|\n| a_2 | 14 | 0 |\n| b_3 | 9 | 2 |",
    "   97\tpass_t* first,\n   98\tast_t* cases)\n   99\t{\n",
    'import (\n\t"fmt"\n\t"path/filepath"\n\t"github.com/acme/kit/v2/token"\n)',
    "ids:\n/src/app/worktrees/agent-a4ca7529\nworktreeBranch\n",
    "commit 68845c9091198fb47d5a0aded65d66a685561384\nAuthor: Jo",
    "0x41, 0x42, 0x43, 0x44, 0x45, 0x46",
    "00000000: 4865 6c6c 6f20 776f 726c 640a            Hello world.",
    "mysql -u root -p shop",
    "docker login -u me -p $PASSWORD",
    "zip -r a.zip folder1",
    "<span class=\"token string\">&#x27;gpt-oss:20b&#x27;</span>",
    "Password\nForgot your password?\n",
    "the account's count of tokens is 128000",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_it_stays(text):
    assert clean(text, Policy(), Vault()) == text
