"""Search through the pages and the API: what is found, where it leads, and what is nobody's."""

import re

import pytest

from graphpack.archive.snippets import Snippet
from graphpack.web.finding import pieces
from tests.view.build import ATTACKS
from tests.web.conftest import bearer


def test_words_are_found_marked_and_lead_to_their_statement(client, refs):
    page = client.get("/search", params={"q": "SQLite ledger"}).text
    assert "<mark>SQLite</mark>" in page
    targets = re.findall(rf'href="/sessions/{refs["later"]}(#node-n\d+|#message-\d+)"', page)
    assert targets
    session = client.get(f"/sessions/{refs['later']}").text
    assert all(f'id="{target[1:]}"' in session for target in targets)


def test_a_search_is_narrowed(client, refs):
    def hits(**asked):
        return client.get("/api/v1/search", params=asked).json()["hits"]

    assert {hit["project"] for hit in hits(q="berth")} == {"harbour", "bees"}
    assert {hit["project"] for hit in hits(q="berth", project="bees")} == {"bees"}
    assert {hit["type"] for hit in hits(q="", type="decision")} == {"decision"}
    assert {hit["kind"] for hit in hits(**{"q": "berth", "in": "messages"})} == {"message"}
    assert {hit["author"] for hit in hits(q="berth", author="tarek")} == {"tarek"}
    assert hits(q="zeppelin") == []
    for odd in ("!!!", "\x00", "AND OR NOT", '"', "a*", "-"):
        assert client.get("/api/v1/search", params={"q": odd}).status_code == 200
        assert client.get("/search", params={"q": odd}).status_code == 200
    assert client.get("/search", params={"q": "a" * 401}).status_code == 422
    assert client.get("/search", params={"q": "a", "in": "x"}).status_code == 422


def test_a_search_is_paged(client):
    whole = client.get("/api/v1/search", params={"q": "harbour", "limit": 6}).json()["hits"]
    first = client.get("/api/v1/search", params={"q": "harbour", "limit": 3}).json()
    rest = client.get("/api/v1/search", params={"q": "harbour", "limit": 3, "offset": 3}).json()
    assert first["more"]
    assert [*first["hits"], *rest["hits"]] == whole


@pytest.mark.parametrize("path", ["/search", "/api/v1/search"])
def test_nothing_is_found_in_a_project_that_is_not_seen(guarded, given, path):
    reader = bearer(given["reader"])
    assert "harbour" in guarded.get(path, params={"q": "berth"}, headers=reader).text
    for asked in ({"q": "berth", "author": "tarek"}, {"q": "hives"}):
        text = guarded.get(path, params=asked, headers=reader).text
        assert "Bee yard" not in text
        assert "bees" not in text
    asked = {"q": "berth", "project": "bees"}
    assert guarded.get(path, params=asked, headers=reader).status_code == 404


def test_no_attack_is_markup_where_it_is_found(client):
    for query in ("script", "harbour shop", "onerror", *ATTACKS[:3]):
        text = client.get("/search", params={"q": query}).text
        for attack in ATTACKS[:4]:
            assert attack not in text


def test_a_snippet_is_cut_where_its_marks_are():
    assert pieces(Snippet("a bc d", ((2, 4),))) == [("a ", False), ("bc", True), (" d", False)]
    assert pieces(Snippet("ab", ((0, 2),))) == [("ab", True)]
    assert pieces(Snippet("ab")) == [("ab", False)]


def test_decisions_tell_what_holds_and_what_it_replaced(client, refs):
    found = client.get("/api/v1/decisions", params={"project": "harbour"}).json()
    now = [one for one in found["holding"] if "SQLite" in one["text"]]
    assert now
    before = [old["text"] for one in now for old in one["replaced"]]
    assert any("PostgreSQL" in text for text in before)
    page = client.get("/decisions", params={"project": "harbour"}).text
    assert "SQLite" in page
    assert "<p>before</p>" in page
    assert f"/sessions/{refs['later']}#node-" in page


def test_a_topic_is_told_in_the_order_of_time(client):
    asked = {"project": "harbour", "topic": "ledger"}
    events = client.get("/api/v1/timeline", params=asked).json()["events"]
    times = [event["said_at"] for event in events]
    assert len(events) > 2
    assert times == sorted(times)
    assert any(event["is_over"] for event in events)
    page = client.get("/timeline", params=asked).text
    assert page.index("PostgreSQL") < page.rindex("SQLite")
    assert "Nothing was said of it." in client.get("/timeline", params={"topic": "zeppelin"}).text
    assert client.get("/timeline", params={"topic": "!!"}).status_code == 200
    assert client.get("/timeline").status_code == 200


def test_decisions_and_topics_of_others_are_nobodys(guarded, given):
    reader = bearer(given["reader"])
    for path in ("/decisions", "/timeline", "/api/v1/decisions", "/api/v1/timeline"):
        topic = {"topic": "berth"} if path.endswith("timeline") else {}
        text = guarded.get(path, params=topic, headers=reader).text
        assert "Bee yard" not in text
        assert '"bees"' not in text
        asked = {**topic, "project": "bees"}
        assert guarded.get(path, params=asked, headers=reader).status_code == 404
        assert guarded.get(path, params=topic).status_code in {303, 401}


def test_no_attack_is_markup_among_decisions_and_events(client):
    for path in ("/decisions", "/timeline?topic=harbour"):
        text = client.get(path).text
        assert "harbour" in text
        for attack in ATTACKS[:4]:
            assert attack not in text


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("search?q=berth&after=nonsense", 422, "after: 'nonsense'"),
        ("search?q=berth&type=bogus", 422, "type: 'bogus': nothing here has it; there are:"),
        ("search?q=berth&status=bogus", 422, "status: 'bogus'"),
        ("search?q=berth&author=Zed", 404, "author: 'Zed': nothing here has it; there are:"),
        ("search?q=berth&tag=none", 404, "tag: 'none'"),
        ("search?q=berth&session=zz", 404, "session: 'zz'"),
        ("search?q=berth&project=nope", 404, "no such project"),
        ("search?q=berth&projct=harbour", 422, "'projct': no such parameter; there are: q,"),
        ("sessions?project=nope", 404, "no such project"),
        ("sessions?project=harbour&before=13", 422, "before: '13'"),
        ("sessions?project=harbour&author=Zed", 404, "author: 'Zed'"),
        ("decisions?author=Zed", 404, "author: 'Zed'"),
        ("decisions?before=soon", 422, "before: 'soon'"),
        ("timeline?topic=berth&after=soon", 422, "after: 'soon'"),
        ("projects?page=2", 422, "no such parameter; there are: none"),
    ],
)
def test_what_cannot_be_meant_is_refused(client, query, status, said):
    answer = client.get(f"/api/v1/{query}")
    assert (answer.status_code, said in answer.json()["error"]) == (status, True), answer.text


def test_a_span_of_time_is_minded(client):
    def found(**asked):
        answer = client.get("/api/v1/search", params={"q": "berth", **asked}).json()
        return answer["hits"], answer["sessions_without_date"]

    everything, left_out = found()
    assert everything
    assert left_out == 0
    assert found(after="1999-01-01T00:00:00+02:00") == (everything, 0)
    assert found(before="1999-01-01") == ([], 0)
    listed = client.get("/api/v1/sessions", params={"project": "bees", "after": "2999-01-01"})
    assert listed.json() == {"sessions": [], "more": False, "sessions_without_date": 0}


def test_a_page_says_beside_its_form_what_nothing_has(client):
    for path in ("/search?q=berth&said_by=Zed", "/sessions?project=harbour&author=Zed"):
        answer = client.get(path)
        assert answer.status_code == 422
        assert "&#39;Zed&#39;: nothing here has it" in answer.text
        assert 'value="Zed"' in answer.text
        assert "Nothing is found" not in answer.text
    assert client.get("/search?q=berth&after=soon").status_code == 422


def test_nothing_is_told_of_names_in_projects_of_others(guarded, given):
    reader = bearer(given["reader"])
    answer = guarded.get("/api/v1/search", params={"author": "tarek"}, headers=reader)
    assert answer.status_code == 404
    assert answer.json()["error"] == "author: 'tarek': nothing here has it; there are: mira"
