"""What comes out of one output of each kind and tool, word for word."""

import pytest

from graphpack.compress import compress

from .cases import CASES
from .survival import golden

KEPT = (
    "ansible", "cmake", "docker build", "docker ps", "find", "gcc", "git show", "github actions",
    "gitlab", "gradle test", "grep -C 2", "json in an object", "json lines", "json null record",
    "json pods", "json rows", "kubectl describe", "logback", "ls -R", "markdown", "maven surefire",
    "mocha", "node with cause", "pip", "playwright", "postgres", "prose", "psql", "python chained",
    "python group", "rg --heading", "terraform", "webpack",
)  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_golden(name):
    case = next(case for case in CASES if case.name == name)
    golden(f"cases/{name.replace(' ', '_')}.txt", compress(case.text).text)
