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


def test_one_text_is_compressed_by_one_call():
    text = "\n".join(f"2026-07-10 12:00:{n % 60:02d} INFO tide gauge {n} ok" for n in range(200))
    made = graphpack.compress_text(text + "\n2026-07-10 12:04:00 ERROR gauge 7 is offline")
    assert made.made.kind == "log"
    assert "ERROR gauge 7 is offline" in made.text
    assert made.tokens < 0.1 * made.made.original_tokens
    assert graphpack.compress_text("short").text == "short"
    assert graphpack.compress_text(text, level="off").text == text
