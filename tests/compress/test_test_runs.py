"""Test runs: failures whole with place and assertion, totals, passes counted."""

import pytest

from graphpack.compress import LEVELS, Kind

from . import outputs
from .survival import golden, shortened

FAILURES = {
    "PYTEST": (
        "E       assert 3 == 4",
        "tests/test_gauge.py:12: AssertionError",
        "1 failed, 41 passed",
    ),
    "VITEST": (
        "AssertionError: expected 3 to be 4",
        "❯ src/buoy.test.ts:9:22",
        "1 failed | 181 passed",
    ),
    "JEST": ("Expected: 4", "(src/buoy.test.js:9:22)", "1 failed, 120 passed, 121 total"),
    "CARGO_TEST": ("  left: 3", "src/buoy.rs:41:9", "41 passed; 1 failed"),
    "GO_TEST": ("depth = 3, want 4", "buoy_test.go:17", "FAIL\texample.org/tides/buoy"),
    "JUNIT": ("expected: <4> but was: <3>", "(BuoyTest.java:21)", "Tests run: 62, Failures: 1"),
}


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("name", FAILURES)
def test_failures_with_assertion_place_and_totals(name, level):
    text = getattr(outputs, name)
    made = shortened(text, Kind.TEST_RUN, level)
    for wanted in FAILURES[name]:
        assert wanted in made
    assert len(made) < len(text) / 2
    if level == "summary":
        golden(f"{name.lower()}.txt", made)


def test_a_test_that_passed_goes_whatever_its_name_says():
    made = shortened(outputs.PYTEST, Kind.TEST_RUN)
    assert "test_error_read" not in made
    assert "[… 41 lines: passed or skipped]" in made


def test_an_import_error_is_shown_as_what_it_is():
    text = "\n".join(
        [
            "============================= test session starts ==============================",
            "platform linux -- Python 3.12.1, pytest-8.3.4, pluggy-1.5.0",
            "rootdir: /srv/tides",
            "plugins: anyio-4.2.0, hypothesis-6.120.0",
            "collected 0 items / 1 error",
            "",
            "==================================== ERRORS ====================================",
            "______________________ ERROR collecting tests/test_gauge.py _____________________",
            "ImportError while importing test module '/srv/tides/tests/test_gauge.py'.",
            "Hint: make sure your test modules/packages have valid Python names.",
            "Traceback:",
            "tests/test_gauge.py:1: in <module>",
            "    import gauge_of_depth",
            "E   ModuleNotFoundError: No module named 'gauge_of_depth'",
            "=========================== short test summary info ============================",
            "ERROR tests/test_gauge.py",
            "!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!",
            "=============================== 1 error in 0.12s ===============================",
        ]
    )
    made = shortened(text, Kind.TEST_RUN).splitlines()
    assert made[2:] == text.split("\n")[4:]
    assert "no tests" not in "\n".join(made)


def test_a_run_in_which_all_passed_keeps_its_totals():
    lines = [f"tests/test_gauge.py::test_read[{n}] PASSED [ {n}%]" for n in range(60)]
    text = "\n".join([*lines, "============ 60 passed in 0.31s ============"])
    assert shortened(text, Kind.TEST_RUN).splitlines() == [
        "[… 60 lines: passed or skipped]",
        "============ 60 passed in 0.31s ============",
    ]


def test_dots_with_a_failure_among_them_stay():
    lines = [f"tests/test_gauge{n}.py ........ [ {n}%]" for n in range(30)]
    failed = "tests/test_buoy.py ...F.... [100%]"
    made = shortened("\n".join([*lines, failed, "= 1 failed, 247 passed in 1s ="]), Kind.TEST_RUN)
    assert failed in made.splitlines()
    assert "test_gauge7" not in made
