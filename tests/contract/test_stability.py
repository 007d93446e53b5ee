"""What others build on changes only with a word in the changelog (docs/stability.md)."""

import json
from pathlib import Path

import pytest

from tests.contract.surface import changes, surface, unreleased

RECORD = Path(__file__).with_name("golden") / "surface.json"


def recorded():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def outcome(record, now, changelog, *, is_update):
    """What is wrong; None where nothing is, the new record where one is to be written."""
    differences = changes(record["surface"], now)
    if not differences:
        return None
    if not is_update:
        return "\n".join(
            ["what others build on has changed; say so in CHANGELOG.md, then --update-golden:",
             *differences]
        )  # fmt: skip
    if changelog == record["changelog"]:
        return "\n".join(["CHANGELOG.md says nothing new under Unreleased, but:", *differences])
    return {"changelog": changelog, "surface": now}


def test_what_others_build_on_is_as_it_was_recorded(request):
    is_update = request.config.getoption("--update-golden")
    found = outcome(recorded(), surface(), unreleased(), is_update=is_update)
    if isinstance(found, dict):
        RECORD.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert found is None, found


def test_a_change_fails_and_is_recorded_only_with_a_word_about_it():
    old = {"changelog": "a", "surface": {"python": {"read": "(source)"}}}
    new = {"python": {"read": "(source, format)"}}
    assert "read" in outcome(old, new, "b", is_update=False)
    assert "says nothing new" in outcome(old, new, "a", is_update=True)
    assert outcome(old, new, "b", is_update=True) == {"changelog": "b", "surface": new}
    assert outcome(old, old["surface"], "a", is_update=True) is None


def test_the_surface_names_what_it_is_for():
    now = surface()
    assert "fail_on_notice" in now["settings"]
    assert "--output/-o" in now["commands"]["graphpack export"]
    assert now["commands"]["graphpack config set"] == ["--debug", "key", "values"]
    assert now["exit codes"]["UsageError"] == 2
    assert now["python"]["read"].startswith("(source")
    assert "nodes" in now["python"]["ContextGraph"]["fields"]
    assert {"compact.v2.schema.json"} <= now["schemas"].keys()


@pytest.mark.parametrize("part", ["python", "settings", "commands", "exit codes", "schemas"])
def test_no_part_is_empty(part):
    assert len(surface()[part]) > 3
