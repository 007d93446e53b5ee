"""The JSON API does what its description says, whatever it is asked."""

import io
import zipfile
from dataclasses import replace

import hypothesis
import pytest
import schemathesis
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance

from graphpack.web.bringing import LIMITS
from graphpack.web.openapi import description
from tests.archive.talks import LINES
from tests.web.conftest import client_of, running, site

EXAMPLES = 8


@pytest.mark.parametrize(
    ("path", "method"),
    [(path, method) for path, methods in description()["paths"].items() for method in methods],
)
def test_every_answer_is_described(archive, refs, path, method):
    operation = schemathesis.openapi.from_dict(description())[path][method.upper()]
    with running(site(archive)) as address:

        @hypothesis.settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy())
        def check(case):
            answer = case.call(base_url=address)
            assert answer.status_code < 500, (case, answer.text)
            # a file may be well sent and hold no session
            left_out = [positive_data_acceptance] if method == "post" else []
            try:
                case.validate_response(answer, excluded_checks=left_out)
            except FailureGroup as failed:
                raise AssertionError(f"{case.as_curl_command()}\n{failed}") from failed

        check()


def test_the_api_tells_what_the_archive_holds(client, refs):
    found = client.get("/api/v1/sessions", params={"project": "harbour"}).json()
    assert {one["ref"] for one in found["sessions"]} == {refs["first"], refs["later"]}
    assert found["more"] is False
    first = client.get("/api/v1/sessions", params={"project": "harbour", "limit": 1}).json()
    assert (len(first["sessions"]), first["more"]) == (1, True)
    rest = client.get(
        "/api/v1/sessions", params={"project": "harbour", "limit": 1, "offset": 1}
    ).json()
    assert (len(rest["sessions"]), rest["more"]) == (1, False)
    one = client.get(f"/api/v1/sessions/{refs['first'][:6]}").json()
    assert (one["ref"], one["title"], one["tags"]) == (refs["first"], "Harbour ledger", ["ledger"])
    assert "id" not in one
    graph = client.get(f"/api/v1/sessions/{refs['first']}/graph").json()
    assert len(graph["nodes"]) == one["nodes"]
    assert all(node["sources"] for node in graph["nodes"])


def test_a_comparison_tells_what_came_and_what_fell(client, refs):
    found = client.get("/api/v1/compare", params={"a": refs["first"], "b": refs["later"]}).json()
    assert any("SQLite" in node["summary"] for node in found["added"])
    same = client.get("/api/v1/compare", params={"a": refs["first"], "b": refs["first"]}).json()
    assert (same["added"], same["lost"], same["changed"]) == ([], [], [])


def test_a_session_is_brought_grows_and_is_forgotten(client):
    lines = [f"{role.title()}: {text}" for role, text in LINES if role != "tool"]
    asked = {"project": "pier", "name": "notes.md", "tag": ["a", "b"]}

    def bring(count):
        body = "\n\n".join(lines[:count]).encode()
        answer = client.post("/api/v1/sessions", params=asked, content=body)
        assert answer.status_code == 201, answer.text
        (one,) = answer.json()["sessions"]
        return one

    first = bring(3)
    assert first["outcome"] == "added"
    assert bring(3) == {"ref": first["ref"], "outcome": "unchanged", "new_messages": 0}
    assert bring(5)["outcome"] in {"grown", "added", "updated"}
    kept = client.get(f"/api/v1/sessions/{first['ref']}").json()
    assert kept["tags"] == ["a", "b"]
    assert client.delete(f"/api/v1/sessions/{first['ref']}").status_code == 204
    assert client.get(f"/api/v1/sessions/{first['ref']}").status_code == 404


def test_secrets_of_what_is_brought_are_hidden(client):
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    body = f"User: Decision: the token {secret} stays.\n\nAssistant: Noted.".encode()
    asked = {"project": "pier", "name": "notes.md"}
    (one,) = client.post("/api/v1/sessions", params=asked, content=body).json()["sessions"]
    for path in (f"/sessions/{one['ref']}", f"/sessions/{one['ref']}/download/jsonl"):
        assert secret not in client.get(path).text


def test_secrets_of_the_names_it_is_filed_under_are_hidden(client):
    secret = "ghp_" + "b1B2c3D4e5F6" * 3
    asked = {"project": f"pier {secret}", "name": "notes.md", "tag": [secret]}
    body = b"User: Decision: the pier stays open.\n\nAssistant: Noted."
    (one,) = client.post("/api/v1/sessions", params=asked, content=body).json()["sessions"]
    told = client.get(f"/api/v1/sessions/{one['ref']}")
    assert told.json()["project"].startswith("pier ")
    assert secret not in told.text + client.get("/").text + client.get("/audit").text


@pytest.mark.parametrize("body", [b"", b"{}", b'{"nothing": []}', b"PK\x03\x04broken"])
def test_what_is_no_session_is_refused_in_words(client, body):
    answer = client.post("/api/v1/sessions", params={"project": "p", "name": "n"}, content=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_what_is_asked_wrongly_is_told(client, refs):
    for path, words in (
        ("/api/v1/sessions", "project: is missing"),
        ("/api/v1/sessions?project=harbour&limit=0", "a number from 1 to 200"),
        ("/api/v1/sessions?project=harbour&limit=x", "a number"),
        ("/api/v1/compare?a=" + refs["first"], "b: is missing"),
    ):
        answer = client.get(path)
        assert answer.status_code == 422
        assert words in answer.json()["error"]
    assert client.get("/api/v1/nothing").json() == {"error": "Not Found"}
    assert client.put("/api/v1/projects").status_code == 405


def test_what_is_brought_is_never_sent_to_a_model(archive, monkeypatch):
    from graphpack.settings import Settings
    from graphpack.web import bringing

    asked = []
    packed = bringing.pack
    monkeypatch.setattr(
        "graphpack.web.bringing.pack",
        lambda conversation, settings: (
            asked.append(settings.model) or packed(conversation, settings)
        ),
    )
    made = replace(site(archive), settings=Settings(model="openai/gpt-5"))
    answer = client_of(made).post(
        "/api/v1/sessions",
        params={"project": "pier", "name": "a.md"},
        content=b"User: Decision: two piers stay.\n\nAssistant: Two piers stay.",
    )
    assert (answer.status_code, asked) == (201, [None])


def test_a_file_waits_only_so_long_for_others(archive, monkeypatch):
    monkeypatch.setattr("graphpack.web.bringing.WAIT_S", 0.01)
    made = site(archive)
    for _ in range(2):
        made.packing.acquire()
    asked = {"project": "pier", "name": "a.md"}
    answer = client_of(made).post(
        "/api/v1/sessions", params=asked, content=b"User: x\n\nAssistant: y"
    )
    assert answer.status_code == 503
    made.packing.release()
    again = client_of(made).post(
        "/api/v1/sessions", params=asked, content=b"User: x\n\nAssistant: y"
    )
    assert again.status_code == 201


def test_a_zip_unpacks_to_no_more_than_what_is_set(client, monkeypatch):
    monkeypatch.setattr("graphpack.web.bringing.LIMITS", replace(LIMITS, max_files=3))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for number in range(4):
            packed.writestr(f"{number}.md", "User: x\n\nAssistant: y")
    asked = {"project": "pier", "name": "a.zip"}
    answer = client.post("/api/v1/sessions", params=asked, content=data.getvalue())
    assert answer.status_code == 422
    assert "max_files" in answer.json()["error"]
    assert LIMITS.max_unpacked_bytes <= 1 << 30
