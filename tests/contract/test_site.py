"""The documents as a site: whole, strict, and loading nothing from elsewhere."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.timing import HANGS_S
from tests.view.conftest import browser  # noqa: F401  # Chromium, where it is there

ROOT = Path(__file__).parents[2]


def load():
    spec = importlib.util.spec_from_file_location("docs_site", ROOT / "docs" / "build_site.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SITE = load()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Built strictly: a warning, a dead link or a resource from elsewhere is a failure."""
    return SITE.build(tmp_path_factory.mktemp("site") / "build")


def test_every_document_is_a_page_and_stands_in_the_navigation(site):
    pages = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    missing = [
        path
        for path in pages
        if path.name != "README.md" and not (site / "docs" / path.with_suffix(".html")).is_file()
    ]
    assert missing == []
    config = (ROOT / "docs" / "site.toml").read_text(encoding="utf-8")
    named = set(re.findall(r'"docs/([^"]+\.md)"', config))
    overview = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    named |= {f"decisions/{name}" for name in re.findall(r"\]\((\d{4}-[^)]+\.md)\)", overview)}
    assert {path.as_posix() for path in pages} == named


def test_marks_for_tests_are_not_seen(site):
    shown = (site / "index.html").read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", "", shown, flags=re.DOTALL)
    assert "not run:" not in text


def test_a_page_loads_nothing_from_elsewhere(site, browser):  # noqa: F811
    asked = []
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.set_default_timeout(HANGS_S * 1000)
    page.on("request", lambda request: asked.append(request.url))
    # front page, code, tables, a page in a folder
    for name in ("index.html", "docs/tour.html", "docs/cli.html", "docs/reference/settings.html"):
        page.goto((site / name).as_uri())
        page.wait_for_load_state("load")
        assert page.locator("h1").first.is_visible()
    context.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert any(url.endswith(".css") for url in asked)


def faults_of(tmp_path, html):
    (tmp_path / "index.html").write_text(html, encoding="utf-8")
    (tmp_path / "other.html").write_text('<h2 id="there">x</h2>', encoding="utf-8")
    return list(SITE.faults(tmp_path))


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="gone.html">', "index.html: gone.html leads nowhere"),
        ('<a href="other.html#gone">', "index.html: other.html#gone leads nowhere"),
        ('<a href="#gone">', "index.html: #gone leads nowhere"),
        ('<script src="https://cdn.example/x.js">', "index.html: loads https://cdn.example/x.js"),
        ('<img src="//cdn.example/x.png">', "index.html: loads //cdn.example/x.png"),
        (
            '<link rel="stylesheet" href="https://fonts.example/f.css">',
            "index.html: loads https://fonts.example/f.css",
        ),
    ],
)
def test_what_is_wrong_is_found(tmp_path, html, fault):
    assert faults_of(tmp_path, html) == [fault]


def test_what_is_right_is_left_alone(tmp_path):
    html = (
        '<h1 id="a">x</h1><a href="other.html#there"><a href="#a"><a href="https://example.org">'
        '<a href="mailto:someone"><a href="./"><link rel="next" href="https://example.org">'
    )
    assert faults_of(tmp_path, html) == []


def test_the_site_has_no_font_no_analytics_and_no_remote_plugin():
    config = tomllib.loads((ROOT / "docs" / "site.toml").read_text(encoding="utf-8"))["project"]
    assert config["theme"]["font"] is False
    assert set(config["plugins"]) == {"search"}
    assert set(config.get("extra", {})) <= {"generator"}
    assert not {"extra_javascript", "extra_css"} & set(config)
