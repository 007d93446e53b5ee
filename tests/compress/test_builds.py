"""Build output: errors and warnings whole, progress counted."""

import pytest

from graphpack.compress import LEVELS, Kind

from . import outputs
from .survival import checked, golden, shortened


def test_build_cargo_errors():
    made = shortened(outputs.CARGO_BUILD, Kind.BUILD)
    golden("cargo_build.txt", made)
    assert "[… 45 Compiling lines]" in made
    for line in outputs.CARGO_BUILD.split("\n")[45:]:
        assert line in made.splitlines()


def test_build_cargo_success():
    lines = [f"   Compiling crate{n} v1.{n}.0" for n in range(47)]
    done = "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 12.31s"
    made = shortened("\n".join([*lines, done]), Kind.BUILD)
    assert made == f"[… 47 Compiling lines]\n{done}"


def test_build_npm_install():
    made = shortened(outputs.NPM_INSTALL, Kind.BUILD).splitlines()
    assert made[0].startswith("npm warn deprecated glob@7.2.3")
    assert made[-2:] == outputs.NPM_INSTALL.split("\n")[-2:]
    assert len(made) == 4


def test_build_mixed_output():
    text = "\n".join(
        [
            *(f"[{n:3}%] Building CXX object gauge{n}.o" for n in range(50)),
            "gauge.cpp:7:5: warning: unused variable 'depth' [-Wunused-variable]",
            "    7 |     int depth = 3;",
            "      |         ^~~~~",
            *(f"[{n:3}%] Linking CXX executable tide{n}" for n in range(50, 60)),
            "make: *** [Makefile:12: all] Error 2",
        ]
    )
    made = shortened(text, Kind.BUILD).splitlines()
    assert made[1:4] == text.split("\n")[50:53]
    assert made[-1] == "make: *** [Makefile:12: all] Error 2"
    assert len(made) == 6


@pytest.mark.parametrize("level", LEVELS[1:])
def test_build_all_errors(level):
    lines = [f"src/gauge.ts({n},5): error TS2322: Type '{n}' is not a depth." for n in range(40)]
    made = checked("\n".join(lines), Kind.BUILD, level)
    assert made.text.split("\n") == lines


def test_a_warning_of_npm_says_how_it_begins_once():
    text = "\n".join(
        [
            "npm warn EBADENGINE Unsupported engine {",
            "npm warn EBADENGINE   required: { node: '>=22.0.0' },",
            "npm warn EBADENGINE }",
            *(f"npm http fetch GET 200 https://registry.example/tide{n} 7ms" for n in range(40)),
        ]
    )
    made = shortened(text, Kind.BUILD).splitlines()
    assert made[:3] == [
        "npm warn EBADENGINE Unsupported engine {",
        "required: { node: '>=22.0.0' },",
        "}",
    ]


def test_lines_that_nobody_knows_stay():
    odd = [f"{word} gauge of the harbour" for word in ("first", "second", "third")]
    text = "\n".join([*outputs.CARGO_BUILD.split("\n"), "", *odd])
    assert set(odd) <= set(shortened(text, Kind.BUILD).splitlines())


def test_a_detail_that_only_says_the_error_again_goes():
    error = "gauge.ts(7,5): error TS2322: Type 'number[]' is not assignable to type 'string[]'."
    echo = "  Type 'number' is not assignable to type 'string'."
    other = "  Type 'string' is not assignable to type 'number'."
    noise = [f"   Compiling crate{n} v1.{n}.0" for n in range(30)]
    made = shortened("\n".join([*noise, error, echo, error, other, "done"]), Kind.BUILD)
    assert made.splitlines()[1:] == [error, error, other, "done"]


def test_a_warning_of_npm_that_says_nothing_goes():
    noise = [f"npm http fetch GET 200 https://registry.example/tide{n} 7ms" for n in range(40)]
    told = ["npm warn deprecated gauge@1.0.0: no longer kept", "npm warn", "npm warn ERESOLVE tide"]
    made = shortened("\n".join([*told, *noise]), Kind.BUILD).splitlines()
    assert made[:2] == [told[0], told[2]]
