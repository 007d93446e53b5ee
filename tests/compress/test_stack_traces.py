"""Stack traces: messages and causes whole, one's own frames, the others counted."""

import pytest

from graphpack.compress import LEVELS, Kind

from . import outputs
from .survival import golden, shortened

KEPT = {
    "PYTHON_TRACE": ('File "/srv/tides/main.py", line 5', "return table[depth]", "KeyError: 7"),
    "RUST_PANIC": ("index out of bounds", "tides::buoy::depth", "./src/main.rs:5:3"),
    "JAVA_TRACE": (
        "java.lang.IllegalStateException: cannot read the gauge",
        "Caused by: org.tides.GaugeException: gauge 7 is offline",
        "Caused by: java.net.SocketTimeoutException: read timed out after 500 ms",
        "at org.tides.Wire.pull(Wire.java:7)",
    ),
    "JS_TRACE": ("TypeError: Cannot read", "gauge.js:14:22", "src/main.js:3:1"),
    "GO_TRACE": ("panic: runtime error", "/srv/tides/buoy.go:12", "exit status 2"),
    "DOTNET_TRACE": ("gauge 7 is offline", "Gauge.cs:line 12", "Program.cs:line 5"),
}


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("name", KEPT)
def test_stack_traces_of_six_languages(name, level):
    text = getattr(outputs, name)
    made = shortened(text, Kind.STACK_TRACE, level)
    for wanted in KEPT[name]:
        assert wanted in made or (wanted.startswith("return ") and level != "summary")
    assert "library frames]" in made
    assert len(made) < len(text) / 2
    if level == "summary":
        golden(f"{name.lower()}.txt", made)


def test_stack_nested_cause():
    text = "\n".join([outputs.JAVA_TRACE, *(f"Caused by: a.b.C{n}: no {n}" for n in range(20))])
    made = shortened(text, Kind.STACK_TRACE).splitlines()
    assert sum(line.startswith("Caused by: ") for line in made) == 22


def test_frames_that_repeat_are_counted_with_what_the_interpreter_counted():
    frame = '  File "/srv/tides/gauge.py", line 12, in read\n    return read(depth)'
    text = "\n".join(
        [
            "Traceback (most recent call last):",
            *[frame] * 9,
            "  [Previous line repeated 990 more times]",
            '  File "/srv/tides/gauge.py", line 15, in stop',
            "    return floor",
            "RecursionError: maximum recursion depth exceeded",
        ]
    )
    made = shortened(text, Kind.STACK_TRACE).splitlines()
    assert made[1:3] == [frame.split("\n")[0], "[… 998 frames]"]
    assert made[-1] == "RecursionError: maximum recursion depth exceeded"


def test_stack_no_app_frames():
    lines = [f"\tat java.base/java.util.Gauge{n}.read(Gauge{n}.java:{n})" for n in range(30)]
    text = "\n".join(["java.lang.IllegalStateException: offline", *lines])
    assert shortened(text, Kind.STACK_TRACE) == text


def test_stack_single_frame():
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 7'
    assert shortened(text, Kind.STACK_TRACE) == text


def test_a_frame_in_focus_stays_whole():
    made = shortened(outputs.PYTHON_TRACE, Kind.STACK_TRACE, focus=["site-packages/click/core.py"])
    assert made.count("site-packages/click/core.py") == 20
    assert made.count("return callback(*args, **kwargs)") == 20
