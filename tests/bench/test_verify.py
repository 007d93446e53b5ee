"""Planted faults are faults, each is counted, and the table says how many were found."""

import random

from tests.bench.conftest import load
from tests.cli.conftest import EXAMPLES
from tests.verify.build import node, src, talk

bench = load("verify")
TALK = talk(
    "The pump at /etc/pump/pump.toml is set by set_level before readTide runs with --slow, and"
    " level 7 must not be used."
)


def test_each_fault_changes_one_thing():
    whole = TALK.messages[0].text
    made = node("n1", "F", whole, src(TALK, 0, whole))
    found = dict(bench.faults(made, random.Random(1), ["--fast", "--slow"]))
    assert set(found) == set(bench.KINDS) - {"code"}
    for kind, wrong in found.items():
        assert wrong != made, kind
        assert wrong.model_copy(update={"summary": whole, "sources": made.sources}) == made
    code = node("n1", "C", "level = 7", src(TALK, 0, "level"))
    ((kind, wrong),) = bench.faults(code, random.Random(1), [])
    assert (kind, len(wrong.summary)) == ("code", len("level = 7"))


def test_the_examples_are_measured(capsys, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"a\n{bench.MARKS[0]}\nold\n{bench.MARKS[1]}\nb\n")
    assert bench.main([str(EXAMPLES), "--only", "auth", "--write", str(page)]) == 0
    out = capsys.readouterr().out
    assert "1 conversations" in out
    assert "0 findings, faithfulness 1.00" in out
    assert "| a quote ends otherwise |" in out
    assert page.read_text().startswith("a\n")
    assert out.strip() in page.read_text()
    assert "old" not in page.read_text()


def test_nothing_to_measure_is_said(tmp_path, capsys):
    assert bench.main([str(tmp_path)]) == 1
    assert "nothing to measure" in capsys.readouterr().err
