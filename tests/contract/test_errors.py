"""The error tree: its drawing, its classes, its exit codes."""

import pickle
import re

import pytest

from graphpack import errors
from graphpack.errors import GraphpackError


def _classes(root=GraphpackError, depth=0):
    yield root, depth
    for child in root.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from _classes(child, depth + 1)


ALL = [cls for cls, _ in _classes()]


def _drawn():
    line = re.compile(r"^([│├└─ ]*)(\w+Error)\s+(\d+)", re.MULTILINE)
    for indent, name, code in line.findall(errors.__doc__):
        yield name, len(indent) // 4, int(code)


def test_the_drawing_is_the_tree():
    drawn = list(_drawn())
    assert {(cls.__name__, depth, cls.exit_code) for cls, depth in _classes()} == set(drawn)
    assert len(drawn) == len(ALL)


def test_a_childs_parent_is_drawn_above_it():
    drawn = list(_drawn())
    for place, (name, depth, _) in enumerate(drawn):
        above = [n for n, d, _ in drawn[:place] if d == depth - 1]
        if depth:
            assert getattr(errors, name).__base__ is getattr(errors, above[-1])


def test_exit_codes_are_unique_and_free_of_the_shells_own():
    codes = [cls.exit_code for cls in ALL]
    assert len(set(codes)) == len(codes)
    assert not {0, 3, 126, 127, 130, 141} & set(codes)
    assert all(0 < code < 126 for code in codes)


@pytest.mark.parametrize("cls", ALL)
def test_every_error_survives_a_process_boundary(cls):
    error = cls("where: what", hint="try this")
    error.usage = None
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is cls
    assert (str(copy), copy.hint) == ("where: what", "try this")


@pytest.mark.parametrize("cls", ALL)
def test_every_error_has_a_meaning(cls):
    assert cls.__doc__
