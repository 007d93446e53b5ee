"""The pages as a program sees them: what they hold, what they lead to, what they refuse."""

import json
import re
from html.parser import HTMLParser

import pytest

from graphpack.web.forms import FORMS
from graphpack.web.guard import POLICY
from tests.archive.talks import LINES, filing, made, talk
from tests.view.build import ATTACKS
from tests.web.conftest import client_of, site


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.found += [given[name] for name in ("href", "src", "action") if name in given]


def test_projects_lead_to_sessions_and_these_to_graphs(client, refs):
    page = client.get("/").text
    assert "harbour" in page
    assert "2 sessions" in page
    page = client.get("/sessions", params={"project": "harbour"}).text
    assert page.index("Ledger, later") < page.index("Harbour ledger") or "Ledger, later" in page
    assert "#ledger" in page
    page = client.get(f"/sessions/{refs['first']}").text
    assert "unknown berth Köln-7" in page
    assert 'class="turn"' in page
    assert 'data-quote="' in page


def test_every_page_leads_to_decisions_and_timeline(client):
    for path in ("/", "/compare", "/search", "/decisions"):
        links = Links(client.get(path).text).found
        assert {"/decisions", "/timeline"} <= set(links), path
    links = Links(client.get("/sessions", params={"project": "harbour"}).text).found
    assert {"/decisions?project=harbour", "/timeline?project=harbour"} <= set(links)


def test_compare_says_what_goes_in_and_offers_the_sessions_there_are(client, refs):
    page = client.get("/compare").text
    assert "What changed from one session to another" in page
    offered = dict(re.findall(r'<option value="(\w+)">([^<]*)</option>', page))
    assert set(offered) == set(refs.values())
    assert offered[refs["first"]].startswith("Harbour ledger · harbour")
    assert "/sessions?project=harbour" in Links(page).found
    both = client.get("/compare", params={"a": refs["first"], "b": refs["later"]}).text
    assert "What changed from one session to another" not in both


def test_a_session_without_a_title_is_called_after_its_file(archive, tmp_path):
    untitled = talk("untitled-0001-aaaa-bbbb", title=None)
    archive.add(made(untitled), filing(project="nameless"))
    client = client_of(site(archive))
    page = client.get("/search", params={"q": "auditors", "project": "nameless"}).text
    (session,) = (one for one in archive.sessions() if one.project == "nameless")
    assert f"nameless · {session.source_name}" in page
    assert f"nameless · {session.ref}" not in page


def test_sessions_are_found_by_author_and_tag(client, refs):
    def listed(**asked):
        text = client.get("/sessions", params=asked).text
        return {name for name, ref in refs.items() if f"/sessions/{ref}" in text}

    assert listed(project="harbour") == {"first", "later"}
    assert listed(project="harbour", tag="ledger") == {"first"}
    assert listed(project="harbour", author="nobody") == set()
    assert listed(project="none") == set()


def test_every_link_of_every_page_leads_somewhere_on_this_server(client, refs):
    waiting, seen = ["/"], set()
    while waiting:
        address = waiting.pop()
        if address in seen or len(seen) > 80:
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code in {200, 303, 405}, (address, answer.status_code)
        if "html" not in answer.headers.get("content-type", "") or "download" in address:
            continue
        for link in Links(answer.text).found:
            assert link.startswith(("/", "#", "?")), link
            if link.startswith("/") and not link.endswith("/forget"):
                waiting.append(link.partition("#")[0])
    assert {f"/sessions/{ref}" for ref in refs.values()} <= seen


def test_every_answer_says_what_a_browser_may_do_with_it(client, refs):
    paths = ["/", f"/sessions/{refs['first']}", "/nowhere", "/api/v1/projects", "/sessions/zz"]
    for path in paths:
        headers = client.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store"
    assert "unsafe" not in POLICY


def test_static_files_are_kept_only_under_the_name_of_their_content(client):
    page = client.get("/").text
    (address,) = re.findall(r'href="(/static/view\.css\?v=\w+)"', page)
    assert "immutable" in client.get(address).headers["cache-control"]
    assert client.get("/static/view.css").headers["cache-control"] == "no-store"
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/base.html.j2").status_code == 404


@pytest.mark.parametrize("form", FORMS)
def test_a_session_comes_in_every_form(client, refs, form):
    answer = client.get(f"/sessions/{refs['first']}/download/{form}")
    assert answer.status_code == 200
    assert len(answer.content) > 200
    assert re.fullmatch(
        r'attachment; filename="[a-z0-9-]+\.[a-z.]+"', answer.headers["content-disposition"]
    )
    if answer.headers["content-type"] == "application/json":
        json.loads(answer.content)


def test_what_is_not_there_is_told_in_a_page(client, refs):
    for path in (
        "/sessions/0000000000000000",
        "/sessions/%2e%2e",
        "/sessions/zz",
        f"/sessions/{refs['first']}/download/exe",
        "/nowhere",
    ):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "<h1>404</h1>" in answer.text
    for page in ("0", "-1", "x", "9" * 400, "1e3"):
        assert (
            client.get("/sessions", params={"project": "harbour", "page": page}).status_code == 422
        )


def test_two_sessions_are_compared(client, refs):
    page = client.get("/compare", params={"a": refs["first"], "b": refs["later"]}).text
    assert "SQLite" in page
    assert "told the same" in page
    same = client.get("/compare", params={"a": refs["first"], "b": refs["first"]}).text
    assert "Both tell the same." in same
    assert client.get("/compare").status_code == 200


def test_a_file_that_is_brought_is_archived_once(client, refs):
    page = client.get("/").text
    (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', page))
    talk = "\n\n".join(f"{role.title()}: {text}" for role, text in LINES if role != "tool")
    files = {"file": ("mail notes.md", talk.encode(), "text/markdown")}
    fields = {"csrf": csrf, "project": " new pier ", "tags": "pier spring"}
    answer = client.post("/add", files=files, data=fields)
    assert answer.status_code == 303, answer.text
    assert re.fullmatch(r"/sessions/[0-9a-f]{16}", answer.headers["location"])
    assert "#pier" in client.get("/sessions", params={"project": "new pier"}).text
    again = client.post("/add", files=files, data=fields)
    assert again.headers["location"] == answer.headers["location"]
    bad = {"file": ("x.json", b'{"nothing": []}', "application/json")}
    assert client.post("/add", files=bad, data=fields).status_code == 422
    assert client.post("/add", files=files, data=fields | {"csrf": "x"}).status_code == 403
    assert client.post("/add", files=files, data=fields | {"project": " "}).status_code == 422
    assert client.post("/add", data=fields).status_code == 422


def test_a_session_is_forgotten(client, refs):
    page = client.get(f"/sessions/{refs['other']}").text
    (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', page))
    path = f"/sessions/{refs['other']}/forget"
    assert client.post(path, data={"csrf": "no"}).status_code == 403
    assert client.get(path).status_code == 405
    assert client.post(path, data={"csrf": csrf}).status_code == 303
    assert client.get(f"/sessions/{refs['other']}").status_code == 404


def test_a_long_transcript_is_shown_around_what_is_cited(archive):
    from graphpack.model.graph import Node, Source
    from graphpack.web.transcripts import AROUND, MOST_WHOLE, turns
    from tests.view.build import talk

    conversation = talk(MOST_WHOLE + 200)
    source = Source(message=300, part=0, start=0, end=4, quote="Good")
    node = Node(id="n1", type="fact", summary="s", sources=(source,))
    shown = list(turns(conversation, [node]))
    assert [turn.gap for turn in shown] == [297, 0, 0, 0, 0, 0, 0, 0, 296]
    assert [turn.index for turn in shown if not turn.gap] == list(range(297, 304))
    assert AROUND == 3
    assert len(list(turns(conversation, [node], is_whole=True))) == MOST_WHOLE + 200


def test_a_bug_is_told_without_its_words(archive, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("secret words")

    monkeypatch.setattr("graphpack.web.site.projects_of", broken)
    answer = client_of(site(archive), raises=False).get("/")
    assert answer.status_code == 500
    assert "secret words" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY


def test_no_attack_of_a_session_is_markup(client, refs):
    for path in (
        "/",
        f"/sessions/{refs['hostile']}",
        f"/compare?a={refs['first']}&b={refs['hostile']}",
        "/audit",
    ):
        text = client.get(path).text
        for attack in ATTACKS[:4]:
            assert attack not in text, (path, attack)
