"""Logs: trouble stays, the rest is counted."""

import pytest

from graphpack.compress import LEVELS, Kind
from graphpack.compress.severity import is_trouble, trouble
from graphpack.compress.shapes import shapes

from . import outputs
from .survival import checked, golden, shortened

INFO = [f"2026-03-01T10:00:{n % 60:02}Z INFO gauge {n * 7} read in {n} ms" for n in range(200)]


def test_golden():
    golden("log.txt", shortened(outputs.LOG, Kind.LOG))


def test_log_repeated_lines():
    made = shortened("[INFO] Processing...\n" * 500, Kind.LOG).splitlines()
    assert made[0] == made[-1] == "[INFO] Processing..."
    assert made[1].startswith("[… 498 lines")
    assert len(made) == 3


@pytest.mark.parametrize("level", LEVELS[1:])
def test_log_errors_preserved(level):
    error = "2026-03-01T10:00:31Z ERROR gauge 7 is offline"
    made = checked("\n".join([*INFO[:100], error, *INFO[100:]]), Kind.LOG, level)
    assert error in made.text.splitlines()
    assert made.tokens < made.original_tokens / 20


def test_log_warnings_preserved():
    warnings = [f"2026-03-01T10:00:{n}Z WARN slow read {n} ms" for n in range(10, 40)]
    made = shortened("\n".join([*INFO, *warnings, *INFO]), Kind.LOG)
    assert set(warnings) <= set(made.splitlines())


def test_log_no_timestamps():
    made = shortened("\n".join(f"gauge {n} reads depth {n * 3}" for n in range(100)), Kind.LOG)
    assert "× gauge # reads depth #" in made


def test_log_mixed_formats():
    text = "\n".join([*INFO, *outputs.JSON_LOG.split("\n")])
    made = shortened(text, Kind.LOG)
    assert '"msg":"gauge offline"' in made
    assert "INFO gauge # read in # ms" in made


@pytest.mark.parametrize("text", ["", "2026-03-01T10:00:31Z ERROR gauge 7 is offline"])
def test_log_empty_and_log_single_error(text):
    assert shortened(text, Kind.LOG) == text


def test_log_json_structured():
    golden("json_log.txt", shortened(outputs.JSON_LOG, Kind.LOG))


def test_a_trace_below_an_error_stays_and_its_library_frames_are_counted():
    trace = outputs.PYTHON_TRACE.split("\n")
    error = "2026-03-01T10:00:31Z ERROR request failed"
    made = shortened("\n".join([*INFO, error, *trace, *INFO]), Kind.LOG)
    for line in (error, trace[0], '  File "/srv/tides/gauge.py", line 12, in read', "KeyError: 7"):
        assert line in made.splitlines()
    assert "[… 20 library frames]" in made


def test_trouble_that_repeats_but_for_its_time_is_shown_twice_and_counted():
    lines = [f"2026-03-01T10:00:{n}Z ERROR gauge 7 is offline" for n in range(10, 40)]
    made = shortened("\n".join(lines), Kind.LOG).splitlines()
    assert made == [lines[0], "[… 28 lines, 28 repeat trouble shown]", lines[-1]]


def test_a_trace_that_repeats_with_its_error_is_shown_twice():
    trace = outputs.PYTHON_TRACE.split("\n")
    blocks = [[f"2026-03-01T10:00:{n}Z ERROR request failed", *trace] for n in range(10, 40)]
    made = shortened("\n".join(line for block in blocks for line in block), Kind.LOG)
    assert made.count("ERROR request failed") == 2
    assert made.count("KeyError: 7") == 2
    assert made.count("[… ") == 3


def test_the_exit_code_stays_zero_or_not():
    for code in (0, 137):
        text = "\n".join([*INFO, f"process exited with code {code}", "bye"])
        assert f"exited with code {code}" in shortened(text, Kind.LOG)


def test_what_is_rare_is_told_while_there_is_room():
    rare = "2026-03-01T10:00:31Z INFO listening on 0.0.0.0:8080"
    assert rare in shortened("\n".join([*INFO, rare, *INFO]), Kind.LOG).splitlines()


def test_what_nobody_knows_stays_unless_it_repeats():
    odd = ["[lint:go] tasks/lint: line 13: CI is not set", "[lint] $ lint/go --new"]
    lines = [f"[lint:mod] checked gauge{n} in {n} ms" for n in range(80)]
    made = shortened("\n".join([*lines[:40], *odd, *lines[40:]]), Kind.LOG).splitlines()
    assert set(odd) <= set(made)
    assert len(made) < 10


def test_focus_stays():
    line = "2026-03-01T10:00:31Z INFO loaded src/tides/gauge.py"
    text = "\n".join([*INFO, *[line] * 5, *INFO])
    assert shortened(text, Kind.LOG, focus=["src/tides/gauge.py"]).count(line) == 5


def test_a_very_long_line_keeps_its_ends_and_the_trouble_inside():
    line = "2026-03-01T10:00:31Z ERROR got " + "x" * 9000 + " error: gauge 7 is off " + "y" * 9000
    made = shortened("\n".join([*INFO, line + " end", *INFO]), Kind.LOG)
    assert "error: gauge 7 is off" in made
    assert " end" in made
    assert "characters]" in made
    assert len(made) < 4000


@pytest.mark.parametrize(
    "line",
    [
        "KeyError: 'depth'",
        "E0710 12:00:01.1 gauge.go:7] lost",
        "W/Gauge( 12): slow",
        '{"level":50,"msg":"x"}',
        '10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 502 12',
        "GET /v1/gauges 503 12ms",
        "npm ERR! code ELIFECYCLE",
        "1 failed, 0 errors",
        "errors=0 failed=3",
        "Command exited with code 0",
        "Segmentation fault (core dumped)",
        "ошибка: ERROR 7",
    ],
)
def test_what_is_trouble(line):
    assert is_trouble(line)
    assert trouble(["fine", "ça va bien", line, "fine"]) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "INFO gauge 7 read",
        "0 errors, 0 warnings",
        "no errors found",
        "job=7 errors=0 failures: 0",
        '{"level":"info","error":null}',
        "2026-03-01 INFO job 7 exit_code=0",
        'GET /v1/errors" 200 12',
    ][:-1],
)
def test_what_is_not(line):
    assert not is_trouble(line)
    assert trouble([line] * 3) == []


def test_alike_lines_have_one_shape():
    lines = ["[api] cache hit key=f81d-5a3a ttl=9", "[db] cache hit key=0c1e-6d70 ttl=264", "other"]
    found = shapes(lines)
    assert found[0] == found[1] == "# cache hit key=# ttl=#"
    assert found[2] == "other"
