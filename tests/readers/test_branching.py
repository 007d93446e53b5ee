"""Trees of any shape: one path, its sides, nothing lost, nothing walked twice over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.readers import branching
from graphpack.readers.branching import Side, Walk, leaves, walk
from graphpack.readers.faults import Faults
from tests.timing import grows_linearly

TREE = {"q": None, "a": "q", "a2": "q", "q2": "a", "q2b": "a", "r": "q2b"}


def test_the_current_leaf_makes_the_path_and_every_other_leaf_a_side() -> None:
    assert walk(TREE, "q2") == Walk(("q", "a", "q2"), (Side("q", ("a2",)), Side("a", ("q2b", "r"))))


def test_a_leaf_that_is_no_leaf_leaves_what_follows_it_to_a_side() -> None:
    assert walk(TREE, "a").sides == (
        Side("q", ("a2",)),
        Side("a", ("q2",)),
        Side("a", ("q2b", "r")),
    )


def test_a_second_root_shares_nothing() -> None:
    assert walk({"q": None, "a": "q", "p": None, "b": "p"}, "a").sides == (Side(None, ("p", "b")),)


@pytest.mark.parametrize("leaf", [None, "nowhere"])
def test_no_leaf_is_no_path(leaf: str | None) -> None:
    assert walk({"q": None, "a": "q"}, leaf) == Walk((), (Side(None, ("q", "a")),))


def test_a_parent_that_is_missing_is_a_root() -> None:
    assert walk({"a": "gone", "b": "a"}, "b") == Walk(("a", "b"))


def test_circles_end_where_they_close() -> None:
    assert walk({"a": "b", "b": "a"}, "b").path == ("a", "b")
    assert walk({"x": None, "a": "b", "b": "a"}, "x").sides == (Side(None, ("b", "a")),)
    assert walk({"x": "x"}, None).sides == (Side(None, ("x",)),)


def test_leaves_are_in_the_order_of_the_source() -> None:
    assert leaves(TREE) == ("a2", "q2", "r")


def test_more_branches_than_are_kept_are_counted() -> None:
    parents: dict[int, int | None] = {0: None}
    parents.update(dict.fromkeys(range(1, branching.MAX_BRANCHES + 5), 0))
    faults = Faults("chat.json")
    found = walk(parents, 1, faults)
    assert len(found.sides) == branching.MAX_BRANCHES
    assert [(n.code, n.count) for n in faults.notices()] == [("branches-left-out", 3)]


def test_a_comb_of_long_branches_takes_no_square_of_its_size() -> None:
    def comb(size: int) -> dict[int, int | None]:
        parents: dict[int, int | None] = {0: None}
        for at in range(1, size):
            parents[at] = at - 1
        return parents | {size + at: at for at in range(size)}

    grows_linearly(lambda parents: walk(parents, None, Faults("chat.json")), 7_500, comb)
    size = 60_000
    faults = Faults("chat.json")
    found = walk(comb(size), None, faults)
    assert sum(len(side.keys) for side in found.sides) <= branching.MAX_BRANCH_NODES
    assert faults.count("branches-left-out") + len(found.sides) == size


@given(
    links=st.lists(st.none() | st.integers(0, 12), min_size=1, max_size=12),
    leaf=st.none() | st.integers(0, 13),
)
def test_every_node_is_on_the_path_or_on_a_side(links: list[int | None], leaf: int | None) -> None:
    parents = dict(enumerate(links))
    found = walk(parents, leaf)
    seen = set(found.path).union(*(side.keys for side in found.sides))
    assert seen == set(parents)
    for side in found.sides:
        assert side.keys and not set(side.keys) & set(found.path)
        assert side.fork is None or side.fork in found.path
