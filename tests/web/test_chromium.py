"""The served pages in a real browser: click-through, evidence in the transcript, keys, attacks."""

import pytest

from tests.view.browser import page_in
from tests.view.test_chromium import CONTRAST
from tests.web.conftest import running, site


@pytest.fixture(scope="module")
def address(filled):
    from graphpack.archive.store import Archive

    with Archive(filled[0]) as archive, running(site(archive)) as found:
        yield found


@pytest.fixture
def opened(browser, address):
    """Opens pages; nothing may be said on the console, or asked of any other host."""
    opened = []

    def open_one(path="/", **options):
        context = page_in(browser, **options)
        page, seen = context.__enter__()
        opened.append((context, seen))
        page.goto(address + path)
        return page

    yield open_one
    for context, seen in opened:
        context.__exit__(None, None, None)
        assert seen.console == []
        assert [url for url in seen.requests if not url.startswith(address + "/")] == []


def test_from_the_projects_to_the_words_behind_a_statement(opened):
    page = opened()
    page.click("text=harbour")
    page.click("text=Ledger, later")
    page.wait_for_selector("#graph canvas")
    page.click("[data-show=list]")
    entry = page.locator(".entry", has_text="We drop PostgreSQL").first
    entry.locator("a").first.click()
    statement = page.locator(".statement:visible")
    quoted = statement.locator("mark").first.inner_text()
    statement.locator("a[data-quote]").first.click()
    marked = page.locator("#transcript mark")
    assert marked.first.is_visible()
    assert quoted in " ".join(marked.all_inner_texts())
    page.keyboard.press("Escape")
    assert page.locator("#transcript mark").count() == 0


def test_a_mark_stands_where_characters_take_two_places(opened, refs):
    page = opened(f"/sessions/{refs['later']}")
    page.click("[data-show=list]")
    page.locator(".entry", has_text="fish market").first.locator("a").first.click()
    shown = page.locator(".statement:visible mark").all_inner_texts()
    marked = page.locator("#transcript mark").all_text_contents()
    assert "".join(marked).strip() == "".join(shown).strip()
    assert "🐟" in "".join(marked)


def test_every_statement_is_marked_where_its_quote_stands(opened, refs):
    page = opened(f"/sessions/{refs['first']}")
    page.click("[data-show=list]")
    for link in page.locator(".entry:not([data-standing=cut]) > a").all():
        link.click()
        quotes = page.locator(".statement:visible mark").all_text_contents()
        marked = "".join(page.locator("#transcript mark").all_text_contents())
        for quote in quotes:
            assert quote in marked


@pytest.mark.parametrize(
    ("width", "scheme"), [(1280, "light"), (1280, "dark"), (768, "light"), (390, "dark")]
)
def test_pages_fit_any_width_and_can_be_read_in_dark_and_light(opened, refs, width, scheme):
    page = opened(width=width, scheme=scheme)
    base = page.url.rstrip("/")
    for path in (
        "/",
        "/sessions?project=harbour",
        f"/sessions/{refs['later']}",
        f"/compare?a={refs['first']}&b={refs['later']}",
        "/search?q=ledger",
        "/decisions?project=harbour",
        "/timeline?project=harbour&topic=ledger",
    ):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(CONTRAST) == [], path


def test_pages_are_gone_through_by_keys_alone(opened):
    page = opened()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith("harbour"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/sessions?project=harbour")
    assert page.evaluate("document.querySelectorAll('h1').length") == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"


def test_the_choice_of_dark_holds_from_page_to_page(opened, refs):
    page = opened(f"/sessions/{refs['first']}")
    page.click("#theme")
    page.click(".home")
    page.wait_for_selector(".cards")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_markup_in_every_field_stays_text(opened, refs):
    page = opened(f"/sessions/{refs['hostile']}")
    page.click("[data-show=list]")
    for link in page.locator(".entry > a").all()[:4]:
        link.click()
    base = page.url.partition("/sessions")[0]
    for path in ("/", f"/compare?a={refs['first']}&b={refs['hostile']}"):
        page.goto(base + path)
        assert page.evaluate("window.hit") is None
        assert page.locator("main img, main iframe, main svg, main script").count() == 0


def test_without_a_script_the_transcript_and_the_statements_are_there(opened, refs):
    page = opened(f"/sessions/{refs['first']}", script=False)
    assert page.locator(".turn:visible").count() == 6
    assert page.locator(".statement:visible").count() > 2
