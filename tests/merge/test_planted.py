from __future__ import annotations

import pytest

from tests.merge import fifth, fourth, fresh, heldout, planted, seventh, sixth
from tests.merge.planted import Case
from tests.merge.trial import figures, graph_of, merged, packed

TRUE = (*planted.SWITCHES, *heldout.SWITCHES, *sixth.SWITCHES)
NONE = (*planted.NONE, *heldout.NONE, *sixth.NONE)
# what each later set was found with; nobody has to find them
STILL_MISSED = {
    "fresh": {"moved-day"},
    "fourth": {"pt-em-vez"},
    "fifth": {"settled-on", "no-point", "pause-then", "de-rausschmeissen"},
    "seventh": {"never-mind-rule", "stay-on-then-bump", "deadline-it", "fr-finalement"},
}


def name(case: Case) -> str:
    return case.name


def test_there_is_enough_to_be_wrong_about():
    assert len({case.name for case in (*TRUE, *NONE)}) == len(TRUE) + len(NONE) >= 100


@pytest.mark.parametrize("later", [fresh, fourth, fifth, seventh], ids=STILL_MISSED)
def test_a_later_set_stays_as_it_was_found_or_gets_better(later):
    outcomes = [merged(case) for case in (*later.SWITCHES, *later.NONE)]
    assert not [one.case.name for one in outcomes if one.wrong]
    missed = {one.case.name for one in outcomes if one.missed}
    assert missed <= STILL_MISSED[later.__name__.rpartition(".")[2]]


@pytest.mark.parametrize("case", TRUE, ids=name)
@pytest.mark.parametrize("chunked", [False, True], ids=["one", "each"])
def test_every_switch_is_found_and_nothing_beside_it(case, chunked):
    for turned in (False, True):
        outcome = merged(case, chunked=chunked, turned=turned)
        assert not outcome.wrong
        assert not outcome.missed


@pytest.mark.parametrize("case", NONE, ids=name)
@pytest.mark.parametrize("chunked", [False, True], ids=["one", "each"])
def test_nothing_is_replaced_where_nobody_says_so(case, chunked):
    for turned in (False, True):
        assert not merged(case, chunked=chunked, turned=turned).wrong


def test_a_pack_made_offline_holds_no_replaced_choice_for_current():
    outcomes = [packed(case) for case in (*TRUE, *NONE)]
    assert not [one.case.name for one in outcomes if one.wrong], figures(outcomes)
    missed = {one.case.name for one in outcomes if one.missed}
    assert missed <= {"limit-lifted"}, figures(outcomes)


@pytest.mark.parametrize("is_reversed", [False, True], ids=["told", "reversed"])
def test_nothing_falls_to_what_was_said_before_it(is_reversed):
    for case in TRUE:
        lines = case.lines[::-1] if is_reversed else case.lines
        graph = graph_of(Case(case.name, lines), chunked=True)
        said = {node.id: node.sources[-1].message for node in graph.walk()}
        ties = [tie for tie in graph.relationships if tie.type == "supersedes"]
        assert all(said[tie.start] > said[tie.end] for tie in ties), case.name
