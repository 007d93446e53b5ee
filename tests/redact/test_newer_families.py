"""Secrets of newer issuers, by themselves: no word beside them says what they are."""

from __future__ import annotations

import random

import pytest

from graphpack.redact import Policy, Vault, clean
from tests.redact.fresh_canaries import ALNUM, HEX, URL64, drawn

LOWER_ALNUM = "abcdefghijklmnopqrstuvwxyz0123456789"
MAKERS = {
    "snyk-token": drawn(HEX, 8, begin="snyk_uat."),
    "prefect-key": drawn(LOWER_ALNUM, 36, begin="pnu_"),
    "artifactory-token": drawn(ALNUM, 56, begin="cmVmdGtu"),
    "readme-key": drawn(LOWER_ALNUM, 70, begin="rdme_"),
    "cerebras-key": drawn(LOWER_ALNUM, 48, begin="csk-"),
    "openai-key": drawn(HEX, 32, begin="sk-"),
}


def hidden(text):
    return clean(text, Policy(), Vault())


@pytest.mark.parametrize("family", MAKERS)
@pytest.mark.parametrize("around", ["We used {} for it.", '{{"value": "{}"}}', "/a?t={}&b=1"])
def test_a_key_is_hidden_whichever_letters_were_drawn(family, around):
    for seed in range(40):
        source = random.Random(f"{family}/{seed}")
        secret = MAKERS[family](source)
        if family == "snyk-token":
            secret += "." + drawn(URL64, 60)(source)
        assert hidden(around.format(secret)) == around.format(f"⟨secret:{family}:1⟩")


@pytest.mark.parametrize(
    "text",
    [
        "secret_manager_for_the_whole_cluster_of_machines",
        "sk-learn",
        "pnu_" + "x" * 36,
        "csk-" * 12,
    ],
)
def test_what_only_begins_like_one_stays(text):
    assert hidden(text) == text
