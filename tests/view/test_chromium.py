"""The file in a real browser: what a person sees, clicks and types; what an attack does not."""

import pytest

from graphpack.view import page_of, view_html
from tests.view.browser import page_in
from tests.view.build import attacked, attacked_places, pack_of, places_of

MADE = {
    "few": lambda: page_of(pack_of(5), places_of(5)),
    "some": lambda: page_of(pack_of(40), places_of(40)),
    "many": lambda: page_of(pack_of(500), places_of(500)),
    "attacked": lambda: page_of(attacked(), attacked_places()),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, made in MADE.items():
        (folder / f"{name}.html").write_text(view_html(made()), encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in MADE}


@pytest.fixture
def opened(browser, files):
    """Opens a page; at the end nothing may have been said on the console, or asked of anybody."""
    opened = []

    def open_one(name, **options):
        context = page_in(browser, **options)
        page, seen = context.__enter__()
        opened.append((context, seen))
        page.goto(files[name])
        return page

    yield open_one
    for context, seen in opened:
        context.__exit__(None, None, None)
        assert seen.console == []
        assert set(seen.requests) <= set(files.values())


def shown(page):
    return page.locator(".statement:visible")


def wait_drawn(page):
    """Wait until more than 2,000 pixels of the plane are not its ground."""
    page.wait_for_function(
        """() => { let n = 0;
        for (const canvas of document.querySelectorAll("#graph canvas")) {
          if (!canvas.width || !canvas.height) continue;
          const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          for (let at = 3; at < data.length; at += 4) if (data[at]) n += 1;
        } return n > 2000; }"""
    )


@pytest.mark.parametrize(
    ("name", "width"), [("few", 1280), ("few", 768), ("few", 390), ("many", 1280), ("many", 390)]
)
def test_a_page_of_any_size_fits_any_width(opened, name, width):
    page = opened(name, width=width, height=800)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 390:
        page.click("[data-show=graph]")
    wait_drawn(page)


def test_what_is_chosen_in_the_list_is_told_with_its_evidence(opened):
    page = opened("some")
    assert shown(page).count() == 0
    page.click(".entry[data-node='n6'] > a")
    assert shown(page).get_attribute("data-node") == "n6"
    assert shown(page).locator("mark").inner_text().startswith("Ines said that the bee yard 5")
    assert "message 5" in shown(page).locator("figcaption").inner_text()
    assert page.url.endswith("#node-n6")
    page.click(".statement:visible .ties a:has-text('n1')")
    assert shown(page).get_attribute("data-node") == "n1"
    assert page.locator(".entry.chosen").get_attribute("data-node") == "n1"
    page.keyboard.press("Escape")
    assert shown(page).count() == 0


def test_an_address_with_a_statement_opens_it(opened, files):
    page = opened("some")
    page.goto(files["some"] + "#node-n3")
    page.wait_for_selector(".statement[data-node=n3]:visible")
    page.reload()
    assert shown(page).get_attribute("data-node") == "n3"


def test_a_card_is_chosen_by_a_click_on_the_plane(opened):
    page = opened("few")
    wait_drawn(page)
    box = page.locator("#graph").bounding_box()
    for step in range(2, 40):  # along the middle of the plane there is a card somewhere
        page.mouse.click(box["x"] + box["width"] * step / 40, box["y"] + box["height"] * 0.34)
        if shown(page).count():
            break
    assert shown(page).count() == 1


def test_search_and_filters_narrow_list_and_say_so(opened):
    page = opened("some")
    page.keyboard.press("/")
    page.keyboard.type("boiler")
    visible = page.locator(".entry:visible")
    texts = [text.lower() for text in visible.all_inner_texts()]
    assert texts
    assert all("boiler" in text for text in texts)
    assert "of 40 statements shown" in page.locator("#said").inner_text()
    page.locator("#search").fill("no such words")
    assert page.locator(".nothing").is_visible()
    page.click("#reset")
    page.locator(".chip", has_text="problem").click()
    kinds = set(page.locator(".entry:visible .kind").all_inner_texts())
    assert kinds == {"problem"}
    page.locator(".chip", has_text="high").click()
    page.click("#reset")
    assert page.locator(".entry:visible").count() == 41


def test_the_plane_is_walked_by_keys_alone(opened):
    page = opened("some")
    wait_drawn(page)
    page.focus("#graph")
    seen = []
    for key in ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]:
        page.keyboard.press(key)
        seen.append(shown(page).get_attribute("data-node"))
        assert page.locator("#said").inner_text().startswith(f"{seen[-1]}, ")
    assert len(set(seen)) > 2
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.node") == seen[-1]


def test_every_control_has_a_name_and_can_be_reached_by_tab(opened):
    page = opened("few")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, [tabindex='0']")].filter(
        (one) => !(one.getAttribute("aria-label") || one.textContent.trim()
          || one.closest("label")?.textContent.trim())).map((one) => one.outerHTML)"""
    )
    assert nameless == []
    reached = set()
    for _ in range(32):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.name"))
    assert {"search", "graph", "print", "theme", "type"} <= reached


def test_hand_off_and_pack_are_copied(opened):
    page = opened("some")
    page.evaluate("window.setTimeout = () => 0")  # else a button tells it for a moment only
    page.click("[data-copy=handoff]")
    page.wait_for_selector("button:has-text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()").startswith("You are resuming")
    page.click("[data-copy=paste]")
    page.wait_for_function(
        "navigator.clipboard.readText().then((text) => text.startsWith('Context from'))"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_told_from_its_ground_in_dark_and_light(opened, scheme):
    page = opened("some", scheme=scheme)
    page.click(".entry[data-node='n6'] > a")
    low = page.evaluate(CONTRAST)
    assert low == []
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    assert page.evaluate(CONTRAST) == []


CONTRAST = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) =>
    v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = (one) => {
    for (; one; one = one.parentElement) {
      const colour = rgb(getComputedStyle(one).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !one.checkVisibility() || one.closest("script, style, .unseen, #graph")) continue;
    const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push(`${one.className} ${one.textContent.slice(0, 30)}`);
  }
  return low;
}"""  # noqa: E501


def test_markup_in_every_field_stays_text(opened):
    page = opened("attacked")
    for link in page.locator(".entry > a").all():
        link.click()
        assert shown(page).count() == 1
    page.locator("#search").fill("script")
    page.locator("#search").fill("")
    page.click("[data-copy=paste]")
    page.wait_for_timeout(200)
    assert page.evaluate("window.hit") is None
    assert page.locator("img, iframe, svg, main script").count() == 1  # the block of data
    assert page.locator("#plane").get_attribute("type") == "application/json"
    assert page.locator(".entry").first.is_visible()


def test_without_a_script_everything_is_a_document_to_read(browser, files):
    with page_in(browser, script=False) as (page, seen):
        page.goto(files["few"])
        assert page.locator(".statement:visible").count() == 6
        assert page.locator("#search").is_visible() is False
        assert seen.requests == [files["few"]]


def test_on_paper_all_statements_are_there_and_no_control_is(opened):
    page = opened("few")
    page.emulate_media(media="print")
    assert page.locator(".statement:visible").count() == 6
    assert page.locator("button:visible").count() == 0
    assert page.locator("#graph").is_visible() is False


PLANE = """() => {
  const cy = document.getElementById("graph")._cyreg.cy;
  const all = cy.elements().not(".out").renderedBoundingBox();
  const card = cy.$(".chosen").renderedBoundingBox();
  return {
    all: [all.x1, all.x2], card: [card.x1, card.x2, card.y1, card.y2],
    size: [cy.width(), cy.height()],
  };
}"""


@pytest.mark.parametrize("node", ["n1", "n5"])
def test_an_address_of_a_statement_shows_it_in_a_plane_that_is_not_pushed_aside(
    opened, files, node
):
    page = opened("few", width=1400, height=1000)
    page.goto("about:blank")
    page.goto(f"{files['few']}#node-{node}")
    wait_drawn(page)
    page.wait_for_function("() => document.getElementById('graph')._cyreg.cy.$('.chosen').length")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    seen = page.evaluate(PLANE)
    (low, high), (width, height) = seen["all"], seen["size"]
    left, right, top, bottom = seen["card"]
    assert left >= 0
    assert right <= width
    assert top >= 0
    assert bottom <= height
    if high - low < width:
        assert low >= 0
        assert high <= width


CROSSED = """() => {
  const cy = document.getElementById("graph")._cyreg.cy;
  const found = [];
  for (const edge of cy.edges()) {
    const points = [edge.sourceEndpoint(), ...(edge.segmentPoints() ?? []), edge.targetEndpoint()];
    for (const card of cy.nodes(".card").not(edge.connectedNodes())) {
      const {x, y} = card.position();
      for (let at = 1; at < points.length; at += 1) {
        for (let part = 0; part <= 1; part += 0.02) {
          const px = points[at - 1].x + (points[at].x - points[at - 1].x) * part;
          const py = points[at - 1].y + (points[at].y - points[at - 1].y) * part;
          if (Math.abs(px - x) < 86 && Math.abs(py - y) < 29) found.push([edge.id(), card.id()]);
        }
      }
    }
  }
  return [cy.edges().length, found];
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_no_tie_goes_behind_a_card_or_under_a_lane(opened, width):
    page = opened("some", width=width, height=844)
    if width == 390:
        page.click("[data-show=graph]")
    wait_drawn(page)
    count, crossed = page.evaluate(CROSSED)
    assert count
    assert crossed == []
    over = page.evaluate(
        "() => { const cy = document.getElementById('graph')._cyreg.cy;"
        " return cy.elements().map((one) => one.pstyle('z-index-compare').value); }"
    )
    assert set(over) == {"manual"}
