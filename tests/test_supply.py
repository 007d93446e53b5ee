"""What graphpack depends on is bounded, locked and listed with its licence."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

packaging = pytest.importorskip("packaging")

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def supply():
    spec = importlib.util.spec_from_file_location("supply", ROOT / "docs" / "supply.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed():
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    return {
        row[0]: row[1:]
        for row in re.findall(r"(?m)^\| ([a-z0-9-]+) \| (\d\S*) \| ([^|]+) \|", page)
    }


def test_each_dependency_has_a_lower_and_an_upper_bound():
    run = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for one in run["dependencies"]:
        assert ">=" in one.partition(";")[0], one
        assert "<" in one.partition(";")[0], one


def test_the_lock_has_an_allowed_version_of_each_dependency(supply):
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    pins = supply.pins(supply.LOCK.read_text(encoding="utf-8"))
    for group in supply.declared():
        for text in group:
            wanted = Requirement(text)
            pin = pins.get(canonicalize_name(wanted.name))
            assert pin, f"{wanted.name} is not locked: run make lock"
            assert wanted.specifier.contains(pin, prereleases=True), text


def test_the_lock_holds_all_that_is_needed_and_nowhere_to_fetch_it(supply):
    text = supply.LOCK.read_text(encoding="utf-8")
    run, develop = supply.declared()
    assert set(supply.closure([*run, *develop])) <= set(supply.pins(text)), "run make lock"
    assert "://" not in text
    assert "--index" not in text


def test_the_licences_are_those_of_what_is_locked(supply):
    pins = supply.pins(supply.LOCK.read_text(encoding="utf-8"))
    page = listed()
    needed = supply.closure(supply.declared()[0])
    assert set(needed) <= set(page), "run make lock"
    for name, (version, licence) in page.items():
        assert pins[name] == version
        if name in needed and needed[name].version == version:
            assert supply.licence_of(needed[name]).replace("|", "/") == licence.strip()


def test_each_dependency_says_what_its_licence_is():
    assert [name for name, (_, licence) in listed().items() if licence == "not declared"] == []


def test_what_is_under_a_licence_that_binds_the_user_is_known():
    bound = {
        name for name, (_, licence) in listed().items() if re.search(r"\bA?GPL|SSPL|BUSL", licence)
    }
    assert bound == set()
