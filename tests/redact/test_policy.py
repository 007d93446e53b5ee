"""Rules of one's own and what may stay: good files are used, bad ones are named."""

from __future__ import annotations

import pytest

from graphpack.errors import UsageError
from graphpack.redact import Policy, Vault, clean
from tests.timing import grows_linearly

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OWN = "acme_" + "7f3k9d2m5q8w1z4x"


def hidden(text, **fields):
    return clean(text, Policy(**fields), Vault())


def test_an_allowed_value_stays_and_only_whole():
    assert hidden(f"use {KEY}", allow=(KEY,)) == f"use {KEY}"
    assert hidden(f"use {KEY}", allow=(KEY[:-2],)) == "use ⟨secret:github-token:1⟩"


def test_an_allowed_value_is_no_pattern():
    assert "⟨" in hidden(f"use {KEY}", allow=("ghp_.*",))


@pytest.fixture
def rules(tmp_path):
    def write(text):
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


GOOD = """
allow = ["acme_0000000000000000"]

[[rule]]
family = "acme-key"
starts_with = "acme_"
pattern = "acme_[a-z0-9]{16}"
"""


def test_a_rule_of_ones_own_finds_and_its_allow_list_lets_pass(rules):
    path = rules(GOOD)
    assert hidden(f"{OWN} in ACME text", rules=path) == "⟨secret:acme-key:1⟩ in ACME text"
    assert hidden("acme_0000000000000000", rules=path) == "acme_0000000000000000"
    assert hidden(OWN) == OWN


def test_a_rule_file_that_changed_is_read_again(rules):
    assert "acme-key" in hidden(OWN, rules=rules(GOOD))
    assert "beta-key" in hidden(OWN, rules=rules(GOOD.replace("acme-key", "beta-key")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = 3", "'rule' is a table"),
        ("rule = [1]", "'rule' is a table"),
        ("allow = 'x'", "'allow' is a list"),
        ("allow = [1]", "'allow' is a list"),
        ("deny = []", "no key is called 'deny'"),
        ("[[rule]\n", "not TOML"),
        ("allow = " + "[" * 5000, "nested too deeply"),
        (GOOD.replace("acme-key", "Acme Key"), "'family' is a name"),
        (GOOD.replace('"acme_"', '"ac"'), "'starts_with'"),
        (GOOD.replace('"acme_"', '"äcme"'), "'starts_with'"),
        (GOOD.replace("[a-z0-9]{16}", "(?=x)"), "not a pattern"),
        (GOOD.replace("[a-z0-9]{16}", "(.)\\\\1"), "not a pattern"),
        (GOOD.replace("[a-z0-9]{16}", "("), "not a pattern"),
        (GOOD.replace("[a-z0-9]{16}", "x" * 1001), "'pattern' is"),
        (GOOD + "\nlevel = 3", "no key is called 'level'"),
    ],
)
def test_a_bad_rule_file_is_named(rules, text, said):
    path = rules(text)
    with pytest.raises(UsageError, match=r"rules\.toml") as caught:
        hidden("x" * 20, rules=path)
    assert said in str(caught.value)


def test_a_rule_file_that_is_missing_or_no_text_is_named(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        hidden("x" * 20, rules=tmp_path / "none.toml")
    path = tmp_path / "rules.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="cannot be read"):
        hidden("x" * 20, rules=path)


def test_a_slow_pattern_costs_no_more_than_the_text(rules):
    path = rules(GOOD.replace("[a-z0-9]{16}", "(a+)+b"))
    detector = Policy(rules=path).detector()
    grows_linearly(detector.find, 2_000, lambda count: "acme_" + "a" * count)
