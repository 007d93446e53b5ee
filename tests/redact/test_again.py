"""What is hidden is hidden once: no placeholder is taken for a secret."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.redact import Policy, Vault, clean, find
from graphpack.redact.families import PREFIXED
from tests.redact.other_canaries import TOKENS
from tests.redact.other_places import PLACES

POLICY = Policy()
PARTS = (
    "password", "=", ": ", " ", "\n", "token", "Zq7-pLm2-Xx9", "ghp_" + "a1B2c3D4e5F6" * 3,
    "://jo:", "@db.acme.test", '"', "' + '", "⟨secret:password:1⟩", "⟨", "Bearer ", "curl -u jo:",
    "\\u0067", "%3D", "| user | password |\n", "| jo | ", "Q7f9Kd2LmX8vRt4WzB6nYc3HsJ5pGa1E",
    "\u200b", "eyJhbGciOiJIUzI1NiJ9.", "-----BEGIN RSA PRIVATE KEY-----", " is ", "key",
)  # fmt: skip

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


@pytest.mark.parametrize("place", PLACES)
def test_hiding_twice_is_hiding_once_in_every_place(place):
    for name, (make, called) in TOKENS.items():
        once = clean(PLACES[place](called, make(random.Random(f"{name} {place}"))), POLICY, Vault())
        assert find(once, POLICY) == (), name
        assert clean(once, POLICY, Vault()) == once, name


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8))
@settings(max_examples=150)
def test_hiding_twice_is_hiding_once_whatever_stands_together(parts):
    once = clean("".join(parts), POLICY, Vault())
    assert clean(once, POLICY, Vault()) == once
    assert find(once, POLICY) == ()


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
