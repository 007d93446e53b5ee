"""The file loads nothing, runs its own blocks alone, and holds texts as texts."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from graphpack.view import page_of, view_html
from graphpack.view.html import asset, plain
from tests.view.build import ATTACKS, attacked, attacked_places, pack_of, places_of

LOADING = ("src", "srcset", "srcdoc", "action", "formaction", "data", "poster", "background")


class Tags(HTMLParser):
    """Collects tags with their attributes, and the text of script and style blocks."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.blocks, self._inside = [], [], None

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag in {"script", "style"}:
            self._inside = (tag, dict(attributes))
            self.blocks.append([*self._inside, ""])

    def handle_endtag(self, tag):
        if self._inside and tag == self._inside[0]:
            self._inside = None

    def handle_data(self, data):
        if self._inside:
            self.blocks[-1][2] += data


def parsed(html):
    tags = Tags()
    tags.feed(html)
    return tags


@pytest.fixture(scope="module", params=["made", "attacked"])
def html(request):
    if request.param == "made":
        return view_html(page_of(pack_of(20), places_of(20)))
    return view_html(page_of(attacked(), attacked_places()))


def test_nothing_is_loaded_and_nothing_is_sent(html):
    for tag, attributes in parsed(html).tags:
        assert tag not in {"link", "iframe", "object", "embed", "img", "form", "base", "svg"}
        assert not set(attributes) & set(LOADING), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        if tag == "a":
            assert attributes["href"].startswith("#")
    assert "@import" not in asset("view.css")
    assert "url(" not in asset("view.css")


def test_the_policy_names_the_blocks_that_stand_there(html):
    tags = parsed(html)
    (policy,) = [
        attributes["content"]
        for tag, attributes in tags.tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    live = [block for block in tags.blocks if block[1].get("type") != "application/json"]
    assert [tag for tag, _, _ in live] == ["style", "script", "script"]
    for _, _, text in live:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy


def test_the_data_of_the_script_is_that_of_the_page():
    page = page_of(attacked())
    tags = parsed(view_html(page))
    (data,) = [text for _, attributes, text in tags.blocks if attributes.get("id") == "plane"]
    assert json.loads(data)["nodes"][0]["id"] == page.plane["nodes"][0]["id"]


def test_the_same_page_is_the_same_bytes():
    made = [view_html(page_of(pack_of(12), places_of(12))) for _ in range(2)]
    assert made[0] == made[1]


def test_the_file_is_unicode_and_free_of_what_cannot_be_seen(html):
    html.encode("utf-8")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x7f]", html)


def test_what_cannot_be_written_is_replaced():
    assert plain("a\ud800b\x1b[2J\r\nc\u202e") == "a\ufffdb\nc"


def test_the_prompts_to_copy_are_there_to_the_letter():
    page = page_of(pack_of(6))
    html = view_html(page)
    import html as entities

    (shown,) = re.findall(r'<pre id="paste" hidden>(.*?)</pre>', html, re.DOTALL)
    assert entities.unescape(shown) == page.paste
    assert all(attack not in shown for attack in ATTACKS)


def test_the_library_comes_with_its_licence():
    assert "Permission is hereby granted" in asset("cytoscape.LICENSE")
    assert "Permission is hereby granted" in asset("cytoscape.min.js")[:1500]
