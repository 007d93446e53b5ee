"""The third set of canaries, and what looks like secrets and is none."""

from __future__ import annotations

import random

import pytest

from graphpack.redact import Policy, Vault, clean
from tests.redact.fresh_canaries import FRESH
from tests.redact.fresh_harmless import HARMLESS
from tests.redact.fresh_places import FRESH_ENCODED, FRESH_PLACES
from tests.redact.leaks import survives

POLICY = Policy()


@pytest.mark.parametrize("place", FRESH_PLACES)
def test_no_secret_survives_in_a_place(place):
    missed = []
    for name, (make, called) in FRESH.items():
        secret = make(random.Random(f"{place}: {name}"))
        out = clean(FRESH_PLACES[place](called, secret), POLICY, Vault())
        if survives(out, secret, is_encoded=place in FRESH_ENCODED):
            missed.append(name)
    # what names no issuer is known by chance alone: one of its draws may look like a word
    assert [name for name in missed if not name.startswith("generic")] == []
    assert len(missed) <= 1


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_secret_stays(name):
    for number in range(8):
        text = HARMLESS[name](random.Random(f"{name}: {number}"))
        assert clean(text, POLICY, Vault()) == text


def test_a_token_longer_than_any_pattern_is_hidden_to_its_end():
    body = "".join(random.Random(4).choices("ABCabc012_-", k=40_000))
    for text in (
        f"Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.{body}.{body[:43]} end",
        f"curl -u mara:eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0In0.{body[:683]} https://tide.internal",
        f"PASSWORD={body[:9000]}\nPORT=80",
    ):
        out = clean(text, POLICY, Vault())
        assert body[200:220] not in out
        assert body[600:640] not in out
        assert len(out) < 80


def test_a_public_key_and_the_name_of_a_kept_secret_stay_and_the_secret_beside_them_goes():
    text = (
        "arn:aws:secretsmanager:eu-west-1:210987654321:secret:tide/db-3fK9qLx2vTzW holds "
        "secret: 3fK9qLx2vTzW8mPy1RbN"
    )
    out = clean(text, POLICY, Vault())
    assert "secret:tide/db-3fK9qLx2vTzW holds" in out
    assert "8mPy1RbN" not in out
