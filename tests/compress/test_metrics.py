"""Records of shortening, and their sums."""

import json

from graphpack.compress import LEVELS, compress
from graphpack.compress.metrics import Metric, metric_of, totals
from graphpack.compress.policy import Output, Policy, shorten_output

from . import outputs

TEXTS = [outputs.LOG, outputs.PYTEST, *outputs.LINES, "", "two words"]


def record(text, **changes):
    made = shorten_output(Output(text), Policy(**changes))
    return metric_of(made.made, tool="compress", tokens=made.tokens, at="2026-07-10T12:00:00Z")


def test_compression_metrics_logged():
    line = json.loads(record(outputs.LOG).line())
    assert line["timestamp"] == "2026-07-10T12:00:00Z"
    assert (line["tool"], line["kind"], line["compression_level"]) == ("compress", "log", "summary")
    assert line["raw_tokens"] > line["compressed_tokens"] > 0
    assert line["compression_ratio"] < 1
    assert line["bypassed"] is None
    assert line["elisions"] > 0


def test_a_bypass_is_logged_with_its_reason():
    line = json.loads(record("two words").line())
    assert (line["bypassed"], line["compression_ratio"]) == ("short", 1.0)
    line = json.loads(record(outputs.LOG, is_detail=True).line())
    assert (line["bypassed"], line["detail_requested"]) == ("detail", True)


def test_a_record_holds_no_text():
    line = record(outputs.LOG).line()
    assert not any(word in line for word in outputs.LOG.split() if len(word) > 12)


def test_sums_by_kind_and_by_reason():
    lines = [record(text).line() for text in (outputs.LOG, outputs.LOG, outputs.PYTEST, "short")]
    lines += [Metric("retrieve", "log").line(), "", "no json", '{"kind": 3}', "[1]"]
    found = totals(lines)
    log = found.kinds["log"]
    assert (log.texts, log.shortened, log.returned) == (2, 2, 1)
    assert log.raw_tokens == 2 * compress(outputs.LOG).original_tokens
    assert 0.5 < log.saved_ratio < 1
    assert found.bypassed == {"short": 1}
    assert found.unread == 3
    assert found.all.texts == 4
    assert list(found.kinds) == sorted(found.kinds)


def test_originals_asked_back_too_often_show_in_the_sums():
    lines = [record(outputs.LOG).line()] * 5 + [Metric("retrieve", "log").line()] * 2
    assert totals(lines).kinds["log"].asked.is_too_often
    assert not totals(lines[:-1]).kinds["log"].asked.is_too_often


def test_nothing_summed_is_nothing():
    found = totals([])
    assert (found.all.texts, found.all.saved_ratio, found.failure_ratio) == (0, 0.0, 0.0)


def test_compression_failures_are_at_most_one_in_two_hundred():
    lines = [record(text, level=level).line() for text in TEXTS for level in LEVELS]
    assert len(lines) >= 40
    assert totals(lines).failure_ratio <= 0.005
