"""``graphpack compress``: a text in, a shorter one out."""

from typing import get_args

from graphpack.cli.app import CompressionLevel, TextType
from graphpack.compress import LEVELS, Kind
from tests.compress import outputs


def test_standard_input_is_shortened_and_stats_go_to_standard_error(cli):
    ran = cli("compress", "--stats", stdin=outputs.PYTEST.encode())
    assert ran.code == 0
    assert "E       assert 3 == 4" in ran.out.splitlines()
    assert "PASSED" not in ran.out
    assert ran.err.startswith("test-run: ")
    assert "% less" in ran.err


def test_a_file_with_a_hint_level_and_focus(cli, clean):
    (clean / "out.log").write_text(outputs.LOG, encoding="utf-8")
    short = cli("compress", "out.log", "--type", "log", "--level", "minimal").out
    focused = cli("compress", "out.log", "--focus", "src/gauges/37").out
    assert "gauge 7 is offline" in short
    assert "GET /v1/gauges/37 200 1ms" not in short
    assert "GET /v1/gauges/37 200 1ms" in focused


def test_what_cannot_be_shortened_is_written_as_it_is(cli):
    ran = cli("compress", "--stats", stdin=b"two words\n")
    assert ran.out == "two words\n"
    assert "too short" in ran.err
    assert cli("compress", "--level", "off", stdin=outputs.LOG.encode()).out == outputs.LOG + "\n"


def test_what_is_no_text_or_not_there_is_refused(cli):
    assert cli("compress", stdin=b"\xff\xfe\x00").code == 4
    assert "no such file" in cli("compress", "nowhere.log").err


def test_the_choices_are_those_of_the_stage():
    assert set(get_args(TextType)) == {str(kind) for kind in Kind} - {"mixed"}
    assert get_args(CompressionLevel) == LEVELS
