"""What the second seed's tests ask for, under its names, at the sizes that it demands.

Its tests of cache alignment and of the store stand with ``prefix`` and ``originals``.

Source:
    Seed 001, the tests of phases 1 to 4 and the integration test.
"""

import json

import pytest

from graphpack.compress import Kind, compress
from graphpack.compress.router import classify

from . import outputs

NPM_LOG = "\n".join(
    [
        *(f"npm http fetch GET 200 https://registry.example/tide{n} {n * 7}ms" for n in range(36)),
        "> tide@1.4.2 build",
        "> tsc -p tsconfig.json",
        "src/buoy.ts(41,5): error TS2345: Argument of type 'string' is not assignable to 'number'.",
        "src/pier.ts(7,10): error TS2305: Module './buoy' has no exported member 'sink'.",
        "npm ERR! code ELIFECYCLE",
        "npm ERR! errno 2",
        "npm ERR! tide@1.4.2 build: `tsc -p tsconfig.json`",
        "npm ERR! Exit status 2",
        *(f"npm timing build:step:{n} Completed in {n}ms" for n in range(6)),
    ]
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param('[{"id": 1}, {"id": 2}]', Kind.JSON_ARRAY, id="detect_json"),
        pytest.param(outputs.LOG, Kind.LOG, id="detect_log"),
        pytest.param(outputs.DIFF, Kind.DIFF, id="detect_diff"),
        pytest.param(outputs.CODE, Kind.CODE, id="detect_code"),
        pytest.param("nothing of the above", Kind.TEXT, id="detect_text"),
    ],
)
def test_detect(text, kind):
    assert classify(text) == kind


def test_log_keeps_errors_and_log_drops_info_noise():
    short = compress(outputs.LOG).text
    assert "ERROR tide.api gauge 7 is offline: no route to host" in short
    assert "WARNING tide.pool slow read: 3120 ms" in short
    assert short.count("heartbeat") < 4


def test_log_keeps_stack_traces():
    short = compress(outputs.LOG).text
    assert 'File "/srv/tides/gauge.py", line 12, in read' in short
    assert "OSError: [Errno 113] No route to host" in short


def test_log_compression_ratio_above_80pct():
    made = compress(outputs.LOG)
    assert made.tokens < made.original_tokens * 0.2


def test_log_strips_ansi():
    colored = "\n".join(f"\x1b[32m{line}\x1b[0m" for line in outputs.LOG.split("\n"))
    made = compress(colored)
    assert made.kind == Kind.LOG
    assert "\x1b" not in made.text
    assert "gauge 7 is offline" in made.text


def test_optimizer_end_to_end_json():
    made = compress(outputs.JSON_RECORDS)
    assert made.kind == Kind.JSON_ARRAY
    assert all(key in made.text for key in ("id", "name", "depth", "ok"))
    assert "of 1000 items" in made.text


def test_optimizer_end_to_end_log():
    made = compress(NPM_LOG)
    assert made.text.count("error TS") == 2
    assert "npm ERR! Exit status 2" in made.text


def test_optimizer_skips_under_budget():
    # what is small costs nothing, whatever it is
    text = "2026-03-01 10:00:00 INFO one\n2026-03-01 10:00:01 INFO two"
    assert compress(text).text is text


def test_a1_log_compression():
    # the seed allows ten lines; the second npm warning of a kind is told by its number
    made = compress(NPM_LOG)
    assert len(NPM_LOG.split("\n")) == 50
    assert len(made.text.split("\n")) <= 10
    for line in NPM_LOG.split("\n"):
        if "error TS" in line or "ERR!" in line:
            assert line in made.text
    assert made.tokens < made.original_tokens * 0.2


def test_a2_json_compression():
    records = [
        {"id": n, "user": {"name": f"Ana {n}", "vip": n % 9 == 0}, "status": "ok", "note": None}
        for n in range(100)
    ]
    records[41]["status"] = "failed: card declined"
    made = compress(json.dumps(records))
    assert sum(line.startswith("#") for line in made.text.split("\n")) < 20
    assert all(key in made.text for key in ("id", "user", "name", "vip", "status", "note"))
    assert "\n#0 " in made.text and "\n#99 " in made.text
    assert "failed: card declined" in made.text
    assert made.tokens < made.original_tokens * 0.3


def test_a3_diff_compression():
    lines = outputs.DIFF.split("\n")
    wide = "\n".join(
        [*lines[:4], "@@ -1,195 +1,195 @@", *(f"     line {n}" for n in range(97)),
         "-    return None", "+    return depth", *(f"     line {n}" for n in range(97, 194))]
    )  # fmt: skip
    assert len(wide.split("\n")) == 201
    made = compress(wide)
    assert "-    return None" in made.text and "+    return depth" in made.text
    assert "line 40" not in made.text
    assert made.tokens < made.original_tokens * 0.4
