from __future__ import annotations

import pytest

from tests.merge import fresh, heldout, planted
from tests.merge.planted import Case
from tests.merge.trial import figures, graph_of, merged, packed

TRUE = (*planted.SWITCHES, *heldout.SWITCHES)
NONE = (*planted.NONE, *heldout.NONE)
# a complaint, and a choice that does not say what it replaces: nobody could prove a switch
UNPROVED = {"hate-it", "x-wont-work"}


def name(case: Case) -> str:
    return case.name


def test_there_is_enough_to_be_wrong_about():
    assert len({case.name for case in (*TRUE, *NONE)}) == len(TRUE) + len(NONE) >= 100


def test_the_fresh_set_stays_as_it_was_found_or_gets_better():
    outcomes = [merged(case) for case in (*fresh.SWITCHES, *fresh.NONE)]
    assert not [one.case.name for one in outcomes if one.wrong]
    missed = {one.case.name for one in outcomes if one.missed}
    assert missed <= {"moved-day", "lets-switch-to", "fr-remplacer"}


@pytest.mark.parametrize("case", TRUE, ids=name)
@pytest.mark.parametrize("chunked", [False, True], ids=["one", "each"])
def test_every_switch_is_found_and_nothing_beside_it(case, chunked):
    for turned in (False, True):
        outcome = merged(case, chunked=chunked, turned=turned)
        assert not outcome.wrong
        assert bool(outcome.missed) == (case.name in UNPROVED)


@pytest.mark.parametrize("case", NONE, ids=name)
@pytest.mark.parametrize("chunked", [False, True], ids=["one", "each"])
def test_nothing_is_replaced_where_nobody_says_so(case, chunked):
    for turned in (False, True):
        assert not merged(case, chunked=chunked, turned=turned).wrong


def test_a_pack_made_offline_holds_no_replaced_choice_for_current():
    outcomes = [packed(case) for case in (*TRUE, *NONE)]
    assert not [one.case.name for one in outcomes if one.wrong], figures(outcomes)
    missed = {one.case.name for one in outcomes if one.missed}
    assert missed <= UNPROVED | {"limit-lifted"}, figures(outcomes)


@pytest.mark.parametrize("is_reversed", [False, True], ids=["told", "reversed"])
def test_nothing_falls_to_what_was_said_before_it(is_reversed):
    for case in TRUE:
        lines = case.lines[::-1] if is_reversed else case.lines
        graph = graph_of(Case(case.name, lines), chunked=True)
        said = {node.id: node.sources[-1].message for node in graph.walk()}
        ties = [tie for tie in graph.relationships if tie.type == "supersedes"]
        assert all(said[tie.start] > said[tie.end] for tie in ties), case.name
