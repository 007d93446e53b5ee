from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.topology import is_acyclic, weak_edges

EDGES = st.dictionaries(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")),
    st.sampled_from([1.0, 2.0, 3.0]),
    max_size=14,
)


def test_a_circle_and_a_loop_are_cycles():
    assert is_acyclic([("a", "b"), ("b", "c"), ("a", "c")])
    assert not is_acyclic([("a", "b"), ("b", "a")])
    assert not is_acyclic([("a", "a")])


def test_the_weakest_edge_of_a_circle_is_given_up():
    edges = {("a", "b"): 2.0, ("b", "c"): 1.0, ("c", "a"): 3.0, ("c", "d"): 0.5}
    assert weak_edges(edges) == (("b", "c"),)


def test_at_equal_strength_the_first_by_id():
    assert weak_edges({("b", "a"): 1.0, ("a", "b"): 1.0}) == (("a", "b"),)


@given(EDGES)
def test_without_the_weak_edges_there_is_no_cycle(edges):
    given_up = weak_edges(edges)
    assert is_acyclic(edge for edge in edges if edge not in given_up)
    assert bool(given_up) is not is_acyclic(edges)
    assert given_up == weak_edges(dict(sorted(edges.items(), reverse=True)))


def test_networkx_is_not_imported_at_start():
    code = "import sys, graphpack.merge, graphpack.model.topology; print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
