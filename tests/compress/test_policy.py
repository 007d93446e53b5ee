"""What passes through whole, what is shortened, and that the original can be had."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress import LEVELS, Kind, policy
from graphpack.compress.levels import Asked, auto_level
from graphpack.compress.originals import MemoryOriginals, hint, references
from graphpack.compress.policy import (
    Output,
    Policy,
    caps_of,
    compress_text,
    is_security_report,
    shorten_output,
)
from graphpack.errors import UsageError
from graphpack.settings import Compression

from . import outputs
from .test_properties import TEXTS

ERROR = "error: no such file: tide.toml\n" * 4
AUDIT = "\n".join(
    ["scanned 214 packages"] + [f"package-{n} 1.{n}.0 ok" for n in range(80)]
    + ["left-pad 0.9.1: CVE-2031-40817, remote code execution"]
)  # fmt: skip


class Failing:
    name = "failing"

    def compress(self, text, *, level, focus):
        raise ValueError("no")


def test_a5_ccr_roundtrip_gives_the_original_byte_for_byte():
    originals = MemoryOriginals(lambda: 0.0)
    found = compress_text(outputs.LOG, originals=originals)
    assert found.text.endswith(f"{hint(found.ref)}\n")
    assert found.tokens < found.made.original_tokens
    (ref,) = references(found.text)
    assert originals.retrieve(ref) == outputs.LOG
    assert len(originals) == 1


def test_without_a_store_there_is_no_hint():
    found = compress_text(outputs.LOG)
    assert found.ref is None
    assert references(found.text) == ()


def test_what_is_not_shortened_is_not_stored():
    originals = MemoryOriginals(lambda: 0.0)
    for text in ("", "x", "two words", "word " * 60):
        assert compress_text(text, originals=originals).text == text
    assert len(originals) == 0


def test_shortening_again_changes_and_stores_nothing():
    originals = MemoryOriginals(lambda: 0.0)
    short = compress_text(outputs.LOG, originals=originals).text
    again = compress_text(short, originals=originals)
    assert again.text == short
    assert again.made.bypass == "marked"
    assert len(originals) == 1


def test_a_hint_that_costs_more_than_was_saved_is_not_worth_it(monkeypatch):
    originals = MemoryOriginals(lambda: 0.0)
    assert shorten_output(Output(outputs.LOG), Policy(), originals=originals).ref is not None
    monkeypatch.setattr(policy, "with_hint", lambda short, ref: short + "x" * 100_000)
    found = shorten_output(Output(outputs.LOG), Policy(), originals=MemoryOriginals(lambda: 0.0))
    assert (found.text, found.ref, found.made.bypass) == (outputs.LOG, None, "longer")


@pytest.mark.parametrize(
    ("output", "rules", "reason"),
    [
        (Output(outputs.LOG), Policy(level="off"), "off"),
        (Output(outputs.LOG), Policy(is_detail=True), "detail"),
        (Output(ERROR, is_error=True), Policy(), "error"),
        (Output(AUDIT), Policy(level="minimal"), "security"),
        (Output(outputs.LOG, path="src/tide.py"), Policy(focus=("src/tide.py",)), "focus"),
        (Output(outputs.LOG, path="cat src/tide.py"), Policy(focus=("./src",)), "focus"),
        (
            Output(outputs.LOG, path="./src/tide.py"),
            Policy(focus=("/home/mo/src/tide.py",)),
            "focus",
        ),
        (Output(outputs.LOG, path="/home/mo/src/tide.py"), Policy(focus=("src/tide.py",)), "focus"),
        (Output("nothing to see"), Policy(), "short"),
    ],
)
def test_bypass_rules(output, rules, reason):
    found = shorten_output(output, rules)
    assert found.text == output.text
    assert found.made.bypass == reason
    assert found.tokens == found.made.original_tokens == found.made.tokens


def test_another_path_is_not_in_focus():
    for path in ("", "src/tide.pyc", "lib/src2/tide.py", "other.py"):
        found = shorten_output(Output(outputs.LOG, path=path), Policy(focus=("src/tide.py",)))
        assert found.made.bypass is None


def test_detail_retrieval_works():
    summary = compress_text(outputs.PYTEST).text
    detail = shorten_output(Output(outputs.PYTEST), Policy(is_detail=True)).text
    assert detail == outputs.PYTEST
    assert len(summary) < len(detail)


def test_bypass_on_error():
    found = shorten_output(Output(ERROR * 5, is_error=True), Policy(level="minimal"))
    assert (found.text, found.made.bypass) == (ERROR * 5, "error")


def test_a7_under_budget_passthrough():
    """What fits is not touched: neither a small text, nor any where nearly all is left."""
    small = "\n".join(outputs.LOG.splitlines()[:3])
    assert compress_text(small).text == small
    assert compress_text(outputs.LOG, level=auto_level(0.9)).text == outputs.LOG


@pytest.mark.parametrize("text", [outputs.LOG, outputs.PYTEST])
def test_optimizer_with_ccr(text):
    originals = MemoryOriginals(lambda: 0.0)
    for level in LEVELS[1:]:
        found = compress_text(text, level=level, originals=originals)
        assert originals.retrieve(found.ref) == text
    assert len(originals) == 1


def test_the_long_record_of_a_failed_run_is_shortened():
    failed = outputs.LOG + "\nERROR gauge 9 is offline\n"
    found = shorten_output(Output(failed * 3, is_error=True), Policy())
    assert found.made.bypass is None
    assert found.text.count("ERROR gauge 9 is offline") == 3


def test_a_compressor_that_fails_returns_the_original_and_counts(monkeypatch):
    monkeypatch.setattr("graphpack.compress.compressor", lambda kind: Failing())
    found = compress_text(outputs.LOG, kind="log")
    assert found.text == outputs.LOG
    assert (found.made.bypass, found.made.failures) == ("failed", 1)


def test_caps_hold_a_type_back_and_questions_raise_them():
    text = outputs.LOG
    assert shorten_output(Output(text), Policy(caps={Kind.LOG: "off"})).text == text
    often = Policy(level="summary", asked={Kind.LOG: Asked(6, 3)})
    assert shorten_output(Output(text), often).text == text
    seldom = Policy(level="summary", asked={Kind.LOG: Asked(6, 1)})
    assert shorten_output(Output(text), seldom).text == compress_text(text).text


@pytest.mark.parametrize(
    ("text", "is_report"),
    [
        ("found 3 vulnerabilities (2 high)", True),
        ("12 high severity vulnerabilities", True),
        ("4 critical vulnerabilities", True),
        ("found 0 vulnerabilities", False),
        ("GHSA-xv7w-p4m2-9q6j in tide-core", True),
        ("RUSTSEC-2031-0042", True),
        ("Severity: High", True),
        ("the severity of the storm", False),
        ("CVE is an abbreviation", False),
    ],
)
def test_is_security_report(text, is_report):
    assert is_security_report(text) is is_report


def test_a_cap_of_an_unknown_type_is_refused():
    with pytest.raises(UsageError, match="loggs: not a type"):
        caps_of(Compression(caps={"loggs": "off"}))


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(LEVELS))
def test_never_longer_idempotent_and_given_back_whole(text, level):
    originals = MemoryOriginals(lambda: 0.0)
    found = compress_text(text, level=level, originals=originals)
    assert len(found.text) <= len(text)
    assert found.made.failures == 0
    assert compress_text(found.text, level=level, originals=originals).text == found.text
    if found.ref is None:
        assert found.text == text
    else:
        assert originals.retrieve(found.ref) == text
