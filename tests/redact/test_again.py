"""What is hidden is hidden once: no placeholder is taken for a secret."""

import pytest

from graphpack.redact import Policy, Vault, clean, find
from graphpack.redact.families import PREFIXED

FAMILIES = sorted({rule.family for rule in PREFIXED} | {"openai-key", "key", "password", "encoded"})


@pytest.mark.parametrize("family", FAMILIES)
def test_a_placeholder_is_no_secret(family):
    text = f"Set it to ⟨secret:{family}:1⟩ there, and api_key=⟨secret:{family}:2⟩ here."
    assert find(text, Policy()) == ()
    assert clean(text, Policy(), Vault()) == text


def test_what_stands_beside_a_placeholder_is_still_found():
    key = "sk-proj-" + "Qw3rTy7uIo9pAs2dFg5hJk8lZx4cVb6n"
    text = f"⟨secret:openai-key:1⟩ {key} ⟨secret:openai-key:1⟩"
    assert find(text, Policy()) == ("openai-key",)
    assert key not in clean(text, Policy(), Vault())


@pytest.mark.parametrize(
    "text",
    [
        "Use postgres://app:Hq7LmZ93kkPw@db.acme.test/x for the import.",
        "https://deploy:Hq7LmZ93kkPw@git.acme.test/team/app.git",
        "password=Hq7LmZ93kkPw@@x; token: Qw3rTy7uIo9pAs2dFg5h",
    ],
)
def test_hiding_twice_is_hiding_once(text):
    once = clean(text, Policy(), Vault())
    assert once != text
    assert find(once, Policy()) == ()
    assert clean(once, Policy(), Vault()) == once
