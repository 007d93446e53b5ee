"""What may lie in cassettes/: readable tapes without secrets, each of them used and explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests import tape
from tests.extract.conftest import CASSETTES

TAPES = sorted(CASSETTES.rglob("*.yaml"))
SECRET = re.compile(r"sk-[\w-]{8}|bearer |authorization|api[-_]key|set-cookie|x-stainless", re.I)


def test_there_are_tapes_and_the_readme_names_each():
    assert TAPES
    readme = (CASSETTES / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./-]+\.yaml)`", readme))
    assert named == {str(path.relative_to(CASSETTES)) for path in TAPES}


def test_every_tape_belongs_to_a_module_of_tests():
    modules = {path.parent.name for path in TAPES}
    assert all((Path(__file__).parent / f"test_{name}.py").is_file() for name in modules)


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_a_tape_holds_one_header_and_no_secret(path):
    recorded = yaml.safe_load(path.read_text(encoding="utf-8"))
    for entry in recorded["interactions"]:
        for side in (entry["request"], entry["response"]):
            assert {name.lower() for name in side["headers"]} <= tape.KEPT_HEADERS
            assert not SECRET.search(str(side["headers"]))
        asked = entry["request"]["json"]
        assert "api_key" not in asked
        assert re.match(r"http://127\.0\.0\.1[:/]", entry["request"]["uri"])


def test_a_tape_survives_being_written_and_read():
    entry = {
        "request": {
            "method": "POST",
            "uri": "http://h/",
            "headers": {},
            "body": '{"a": "x\\n y\\n"}',
        },
        "response": {
            "status": {"code": 200, "message": "OK"},
            "headers": {},
            "body": {"string": '{"b": "家族 👍\\n\\tz "}'},
        },
    }
    text = tape.serialize({"interactions": [entry], "version": 1})
    assert "家族" in text
    (read,) = tape.deserialize(text)["interactions"]
    assert read["request"]["body"] == '{"a": "x\\n y\\n"}'
    assert (
        read["response"]["body"]["string"].decode()
        == '{"b": "\\u5bb6\\u65cf \\ud83d\\udc4d\\n\\tz "}'
    )
