from __future__ import annotations

import pytest

from graphpack.model.graph import Node
from graphpack.model.line import dense_line


@pytest.mark.parametrize(
    ("title", "summary", "line"),
    [
        (None, "Ports are fixed.", "Ports are fixed."),
        ("Ports", "Ports are fixed.", "Ports are fixed."),
        ("The port of the", "Ports are fixed.", "Ports are fixed."),
        ("Sharing albums", "An album can be shared.", "An album can be shared."),
        ("Proxy ports", "Ports are fixed.", "Proxy ports: Ports are fixed."),
        ("Java 17", "Runs on Java 21.", "Java 17: Runs on Java 21."),
        ("Cache:", "Kept for an hour.", "Cache: Kept for an hour."),
    ],
)
def test_a_title_is_written_only_where_it_adds_words(title, summary, line):
    assert dense_line(Node(id="n1", type="fact", summary=summary, title=title)) == line


def test_code_is_never_touched():
    node = Node(id="n1", type="code", summary="x = 1\n", title="Start value")
    assert dense_line(node) == "x = 1\n"
