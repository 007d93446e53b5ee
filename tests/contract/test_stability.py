"""What others build on changes only with a word in the changelog (docs/stability.md)."""

import json
from pathlib import Path

import pytest

import graphpack
from tests.contract.surface import changelog, changes, digest, entries, releases, surface

RECORD = Path(__file__).with_name("golden") / "surface.json"
RELEASED = RECORD.with_name("released.json")
"""The version that was released last, and what its surface was; a release writes it anew."""


def recorded():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def written(path, value):
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def outcome(record, now, said, *, is_update):
    """What is wrong; None where nothing is, the new record where one is to be written."""
    differences = changes(record["surface"], now)
    if not differences:
        return None
    if not is_update:
        return "\n".join(
            ["what others build on has changed; say so in CHANGELOG.md, then --update-golden:",
             *differences]
        )  # fmt: skip
    if not said or digest(said) == record["changelog"]:
        return "\n".join(["CHANGELOG.md says nothing new under Unreleased, but:", *differences])
    return {"changelog": digest(said), "surface": now}


def test_what_others_build_on_is_as_it_was_recorded(request):
    is_update = request.config.getoption("--update-golden")
    found = outcome(recorded(), surface(), entries(changelog()), is_update=is_update)
    if isinstance(found, dict):
        written(RECORD, found)
    else:
        assert found is None, found


def test_a_change_fails_and_is_recorded_only_with_a_word_about_it():
    before, new_line = ("- a",), ("- a", "- b")
    old = {"changelog": digest(before), "surface": {"python": {"read": "(source)"}}}
    new = {"python": {"read": "(source, format)"}}
    assert "read" in outcome(old, new, new_line, is_update=False)
    assert "says nothing new" in outcome(old, new, before, is_update=True)
    assert "says nothing new" in outcome(old, new, (), is_update=True)
    assert outcome(old, new, new_line, is_update=True) == {
        "changelog": digest(new_line), "surface": new,
    }  # fmt: skip
    assert outcome(old, old["surface"], before, is_update=True) is None


def unsaid(record, version, now, said):
    """Whether a surface is another than the last release's, and nothing says so."""
    return record["version"] == version and record["surface"] != digest(now) and not said


def test_what_changed_since_the_last_release_has_a_line_under_unreleased(request):
    (version, _), *_ = releases(changelog())
    record = json.loads(RELEASED.read_text(encoding="utf-8")) if RELEASED.is_file() else {}
    if request.config.getoption("--update-golden") and record.get("version") != version:
        record = {"version": version, "surface": digest(surface())}
        written(RELEASED, record)
    assert record.get("version") == version, f"{version} is new: --update-golden records it"
    assert not unsaid(record, version, surface(), entries(changelog())), (
        f"what others build on is not that of {version}; say so under Unreleased"
    )


def test_a_release_without_a_word_about_what_changed_since_is_seen():
    record = {"version": "1.2.0", "surface": digest({"a": 1})}
    assert unsaid(record, "1.2.0", {"a": 2}, ())
    assert not unsaid(record, "1.2.0", {"a": 2}, ("- a is two",))
    assert not unsaid(record, "1.2.0", {"a": 1}, ())
    text = "# C\n\n## Unreleased\n\n### Added\n\n- x\n  y\n\n## 1.2.0 - 2020-01-02\n\n- z\n"
    assert entries(text) == ("- x", "y")
    assert entries(text.replace("- x\n  y\n", "")) == ()
    assert releases(text) == [("1.2.0", "2020-01-02")]


def test_the_newest_release_is_the_version_of_the_package():
    text = changelog()
    assert releases(text)[0][0] == graphpack.__version__
    assert text.index("\n## Unreleased\n") < text.index("\n## 0.1.0 - ")


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
