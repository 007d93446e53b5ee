from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Origin, Role, Text
from graphpack.readers.assembly import Draft
from graphpack.readers.families import MAX_DEPTH, as_subagent, family, insert_by_time


def said(text: str, second: int | None = None) -> Draft:
    at = None if second is None else datetime(2026, 5, 4, 15, 0, second, tzinfo=UTC)
    return Draft(Role.USER, (Text(text),), at)


def texts(nodes: list[list[Draft]]) -> list[list[str]]:
    return [[part.text for draft in node for part in draft.parts] for node in nodes]


def test_children_stand_under_their_parents_in_order() -> None:
    found = family({"b": None, "x": "b", "a": "nobody", "y": "b", "z": "x"})
    assert found.roots == ("b", "a")
    assert found.children["b"] == ("x", "y")
    assert found.children["x"] == ("z",)


def test_a_circle_is_broken_at_its_first() -> None:
    found = family({"a": "b", "b": "a", "self": "self"})
    assert found.roots == ("a", "self")
    assert found.children["a"] == ("b",)
    assert found.children["b"] == ()


def test_a_chain_is_broken_at_a_depth() -> None:
    found = family({f"{n:02}": f"{n - 1:02}" for n in range(30)})
    assert found.roots == ("00", f"{MAX_DEPTH + 1:02}", f"{2 * MAX_DEPTH + 2:02}", "27")


@given(parents=st.dictionaries(st.integers(0, 9), st.none() | st.integers(0, 9)))
def test_everybody_stands_once(parents: dict[int, int | None]) -> None:
    named = {str(own): None if up is None else str(up) for own, up in parents.items()}
    found = family(named)
    placed = [*found.roots, *(child for inner in found.children.values() for child in inner)]
    assert sorted(placed) == sorted(named)


def test_a_thread_goes_where_it_began_or_to_the_end_of_what_counts() -> None:
    def nodes() -> list[list[Draft]]:
        return [[said("a", 1)], [], [said("b", 5)], [said("reverted", 9)]]

    for began, expected in (
        (3, [["a"], [], ["sub", "b"], ["reverted"]]),
        (7, [["a"], [], ["b", "sub"], ["reverted"]]),
        (None, [["a"], [], ["b", "sub"], ["reverted"]]),
    ):
        into = nodes()
        insert_by_time(into, 3, [said("sub", began)])
        assert texts(into) == expected


def test_a_sub_agents_messages_say_so() -> None:
    assert [draft.origin for draft in as_subagent([said("a")])] == [Origin.SUBAGENT]
