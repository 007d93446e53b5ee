"""What `import graphpack` offers, and that it costs nothing until it is used."""

import subprocess
import sys

import pytest

import graphpack


def test_all_is_exact_and_sorted():
    assert graphpack.__all__ == sorted(graphpack.__all__)
    assert set(graphpack.__all__) == set(graphpack._HOMES) | {"__version__"}
    assert set(graphpack.__all__) <= set(dir(graphpack))


@pytest.mark.parametrize("name", graphpack.__all__)
def test_every_name_is_there(name):
    assert getattr(graphpack, name) is not None


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'exports'"):
        graphpack.exports  # noqa: B018


def test_importing_the_package_imports_nothing_of_it():
    code = (
        "import graphpack, sys; print(sorted(m for m in sys.modules if m.startswith('graphpack.')))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
