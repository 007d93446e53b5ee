"""Everything that was said and is not in the pack is told, with where it stands."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graphpack.model.chunk import ChunkGraph
from graphpack.model.conversation import Branch, Image, Message, Reasoning, Role, Text
from graphpack.model.loss import Loss, LossKind
from graphpack.model.report import Cut, Elided, Gap, Merge, Notice
from graphpack.pipeline import pack
from graphpack.pipeline.losses import losses_of
from graphpack.render.losses import SHOWN_LINES, LossReport, losses_json, losses_markdown
from graphpack.settings import Settings
from tests.verify.build import node, src, talk

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
BRANCH = Branch("b7", 0, (Message(1, Role.ASSISTANT, (Text("Or bed 3?"),)),))
TALK = replace(
    talk(
        "Hello.\nThe tomatoes go into bed 2.\nMind the tap.",
        Message(1, Role.ASSISTANT, (Reasoning("hm"), Text("Bed 2 it is."), Image())),
        f"The token is {SECRET}. Again: {SECRET}",
        "The tomatoes go into bed 2, as said.",
    ),
    branches=(BRANCH,),
    hidden=5,
    notices=(
        Notice("broken-record", "t.jsonl:7", "not JSON; skipped", 2),
        Notice("reaction", "t.jsonl:9", "reactions; left out"),
    ),
)


class Two:
    """An extractor that says one thing twice, one thing that is made up, and leaves a gap."""

    name = "two"
    reads_whole = True

    def extract(self, chunk, context):
        bed = "The tomatoes go into bed 2"
        nodes = (
            node("A-n1", "D", bed, src(TALK, 0, "The tomatoes go into bed 2.")),
            node("A-n2", "D", f"{bed}.", src(TALK, 3, "The tomatoes go into bed 2,")),
            node("A-n3", "F", "The tap is 77 years old", src(TALK, 0, "Mind the tap.")),
            node("A-n4", "F", "Mind the tap", src(TALK, 0, "Mind the tap."), importance="low"),
        )
        return ChunkGraph(chunk.index, nodes, gaps=(Gap(2, 2, "refused"),))


@pytest.fixture(scope="module")
def made():
    return pack(TALK, Settings(), extractor=Two())


def told(made, kind):
    return [each for each in losses_of(made, count=len) if each.kind == kind]


def test_each_kind_of_loss_is_a_line_with_its_place(made):
    (skipped,) = told(made, LossKind.SKIPPED)
    assert (skipped.what, skipped.where, skipped.count) == ("broken-record", "t.jsonl:7", 2)
    assert [each.what for each in told(made, LossKind.NOTED)] == ["reaction"]
    (branch,) = told(made, LossKind.ABANDONED)
    assert (branch.where, branch.count) == ("branch b7, after message 0", 1)
    hidden = told(made, LossKind.HIDDEN)
    assert [(each.what, each.where, each.count) for each in hidden] == [
        ("subagents", "", 5),
        ("reasoning", "message 1", 1),
        ("picture", "message 1", 1),
    ]
    (secret,) = told(made, LossKind.REDACTED)
    assert (secret.what, secret.where, secret.count) == (
        "⟨secret:github-token:1⟩", "message 2, line 1", 2,
    )  # fmt: skip
    (gap,) = told(made, LossKind.GAP)
    assert (gap.where, gap.reason) == ("messages 2-2", "refused")


def test_what_was_said_again_is_told_with_its_words(made):
    (merged,) = told(made, LossKind.MERGED)
    assert merged.text.startswith("The tomatoes go into bed 2")
    assert merged.where == "message 0, line 2 and message 3"
    assert merged.reason == "states the same, now in n1"


def test_what_is_made_up_is_told_once_as_ungrounded(made):
    (made_up,) = told(made, LossKind.UNGROUNDED)
    assert made_up.text == "The tap is 77 years old"
    assert made_up.where == "message 0, line 3"
    assert "'77' stands nowhere" in made_up.reason
    assert made_up.tokens > 0


def test_what_was_cut_is_told_with_its_words(made):
    (cut,) = told(made, LossKind.CUT)
    assert (cut.text, cut.where) == ("Mind the tap", "message 0, line 3")
    assert cut.reason == "dropped: low importance"


def test_elided_stretches_are_counted_in_tokens(made):
    report = replace(made.report, elided=(Elided(0, 0, ((7, 12), (20, 30))),))
    (elided,) = told(replace(made, report=report), LossKind.ELIDED)
    assert (elided.tokens, elided.count) == (15, 2)
    assert elided.where == "message 0, part 0, line 2"


def test_a_node_on_its_way_out_is_told_once(made):
    cuts = (Cut("n1", "demoted", "why", "", 0), Cut("n1", "dropped", "why", "x", 9))
    report = replace(made.report, cuts=cuts, merges=(Merge("n1", "n1", "supersedes: names it"),))
    found = losses_of(replace(made, report=report), count=len)
    assert [each.kind for each in found if each.what == "n1"] == [
        LossKind.SUPERSEDED, LossKind.CUT,
    ]  # fmt: skip


def page(losses, made):
    return LossReport("Shed | <b>", 4, made.report, losses)


def test_json_holds_every_loss_and_the_totals(made):
    losses = losses_of(made, count=len)
    (written,) = json.loads(losses_json([page(losses, made)]))["packs"]
    assert len(written["losses"]) == len(losses)
    assert sum(total["count"] for total in written["totals"].values()) == sum(
        each.count for each in losses
    )


def test_markdown_is_short_and_takes_nothing_of_a_transcript_for_its_own(made):
    many = [
        Loss(LossKind.CUT, f"n{n}", "why\n# no heading", text="a | b [x](y) \x1b[2J")
        for n in range(99)
    ]
    text = losses_markdown([page(many, made)])
    lines = text.splitlines()
    assert lines[0] == "# What the pack of Shed \\| &lt;b> leaves out"
    assert [line for line in lines if line.startswith("#")] == [
        lines[0], "## Cut: did not fit, or is of low importance",
    ]  # fmt: skip
    assert sum(line.startswith("- n") for line in lines) == SHOWN_LINES
    assert lines[-1] == f"- and {99 - SHOWN_LINES} more; a report in JSON lists them all"
    assert "[x]" not in text.replace("\\[x\\]", "")
    assert "| cut | 99 | 0 |" in lines
