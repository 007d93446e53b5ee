"""Who may come in: hosts, tokens, logins, forms of other pages, rates, sizes; and what is noted."""

import json
import os
import re
import stat

import pytest

from graphpack.errors import UsageError
from graphpack.settings import Settings
from graphpack.web.access import Role, Tokens, hashed
from graphpack.web.rate import Limiter, Rate
from graphpack.web.serving import Address, site_at
from graphpack.web.sessions import IDLE_S, Logins
from tests.archive.talks import NOW
from tests.web.conftest import bearer, client_of, site


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
def test_a_server_answers_to_its_own_names_alone(archive, host):
    client = client_of(site(archive))
    assert client.get("/", headers={"host": host}).status_code == 421
    assert client.get("/api/v1/projects", headers={"host": host}).json()["error"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8766", "[::1]:9", "LOCALHOST:1"])
def test_this_machine_is_known_by_each_of_its_names(archive, host):
    assert client_of(site(archive)).get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_changes_nothing(archive, refs, headers):
    client = client_of(site(archive))
    (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', client.get("/").text))
    path = f"/sessions/{refs['first']}/forget"
    assert client.post(path, data={"csrf": csrf}, headers=headers).status_code == 403
    api = f"/api/v1/sessions/{refs['first']}"
    assert client.delete(api, headers=headers).status_code == 403
    assert client.get(api, headers=headers).status_code == 200


def test_without_a_token_there_is_nothing_but_the_login(guarded, refs):
    for path in (
        "/",
        "/sessions?project=harbour",
        f"/sessions/{refs['first']}",
        "/compare",
        "/audit",
    ):
        answer = guarded.get(path)
        assert (answer.status_code, answer.headers["location"][:6]) == (303, "/login"), path
    for path in ("/api/v1/projects", f"/api/v1/sessions/{refs['first']}/graph"):
        answer = guarded.get(path)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert guarded.post("/add", data={"project": "x"}).status_code in {303, 403}
    assert guarded.get("/login").status_code == 200
    assert "harbour" not in guarded.get("/login").text


def test_a_wrong_token_is_nobodys(guarded):
    for headers in (bearer("gpk_wrong"), bearer(""), {"authorization": "Basic eA=="}, bearer("ü")):
        assert (
            guarded.get(
                "/api/v1/projects", headers={k: v.encode() for k, v in headers.items()}
            ).status_code
            == 401
        )


def test_a_token_opens_its_projects_and_no_other(guarded, given, refs):
    def seen(token):
        answer = guarded.get("/api/v1/projects", headers=bearer(given[token]))
        return {one["name"] for one in answer.json()["projects"]}

    assert seen("reader") == {"harbour"}
    assert seen("writer") == {"bees"}
    assert len(seen("all")) == 3
    reader = bearer(given["reader"])
    for path in (
        f"/sessions/{refs['other']}",
        f"/sessions/{refs['other']}/download/jsonl",
        f"/compare?a={refs['first']}&b={refs['other']}",
        f"/api/v1/sessions/{refs['other']}",
        f"/api/v1/sessions/{refs['other']}/graph",
        f"/api/v1/compare?a={refs['first']}&b={refs['other']}",
        "/sessions?project=bees",
        "/api/v1/sessions?project=bees",
    ):
        answer = guarded.get(path, headers=reader)
        assert answer.status_code == 404, path
        assert "Bee yard" not in answer.text
    assert guarded.get("/audit", headers=reader).status_code == 403


def test_a_reader_changes_nothing_and_a_writer_its_projects(guarded, given, refs):
    def add(token, project):
        asked = {"project": project, "name": "a.md"}
        body = b"User: Decision: two hives stay.\n\nAssistant: Two hives stay."
        return guarded.post(
            "/api/v1/sessions", params=asked, content=body, headers=bearer(given[token])
        ).status_code

    assert add("reader", "harbour") == 403
    assert add("writer", "harbour") == 403
    assert add("writer", "bees") == 201
    gone = f"/api/v1/sessions/{refs['other']}"
    assert guarded.delete(gone, headers=bearer(given["reader"])).status_code == 404
    first = f"/api/v1/sessions/{refs['first']}"
    assert guarded.delete(first, headers=bearer(given["reader"])).status_code == 403
    assert guarded.delete(gone, headers=bearer(given["writer"])).status_code == 204
    assert guarded.get(gone, headers=bearer(given["all"])).status_code == 404


def test_a_browser_logs_in_and_out(guarded, given, tokens):
    assert guarded.post("/login", data={"token": "gpk_no"}).status_code == 403
    answer = guarded.post("/login?next=//evil.example", data={"token": given["reader"]})
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert given["reader"] not in cookie
    page = guarded.get("/").text
    assert "harbour" in page
    assert "Add a session" not in page
    (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', page))
    assert guarded.post("/logout", data={"csrf": "x"}).status_code == 403
    assert guarded.get("/").status_code == 200
    # a cookie alone, as another page would have a browser send it, does not write
    asked = {"project": "harbour", "name": "a.md"}
    assert guarded.post("/api/v1/sessions", params=asked, content=b"x").status_code == 403
    guarded.post("/logout", data={"csrf": csrf})
    assert guarded.get("/").status_code == 303


def test_a_revoked_token_ends_its_logins_at_once(guarded, given, tokens):
    guarded.post("/login", data={"token": given["reader"]})
    assert guarded.get("/").status_code == 200
    tokens.revoke("rena")
    assert guarded.get("/").status_code == 303
    assert guarded.get("/api/v1/projects", headers=bearer(given["reader"])).status_code == 401


def test_a_login_over_tls_keeps_its_cookie_to_tls(archive, tokens, given):
    client = client_of(site(archive, tokens), base="https://testserver")
    answer = client.post("/login", data={"token": given["all"]})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_tokens_are_kept_as_hashes_in_a_file_of_its_owner(tokens, given):
    text = tokens.path.read_text()
    assert not any(token in text for token in given.values())
    assert hashed(given["reader"]) in text
    assert stat.S_IMODE(tokens.path.stat().st_mode) == 0o600
    assert len(set(given.values())) == 3
    assert all(len(token) > 40 for token in given.values())
    with pytest.raises(UsageError, match="has a token"):
        tokens.add("rena", Role.READER, None, at=NOW)
    with pytest.raises(UsageError, match="has no token"):
        tokens.revoke("nobody")
    with pytest.raises(UsageError, match="NAME"):
        tokens.add("a\nb", Role.READER, None, at=NOW)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tokens": [{}]}', '{"tokens": 3}', "\x00"])
def test_a_file_that_holds_no_tokens_is_told(tmp_path, text):
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(UsageError, match="not a file of tokens"):
        Tokens(tmp_path / "t.json").grants()


def test_too_many_requests_wait_and_others_do_not(archive, tokens, given):
    made = site(archive, tokens, per_s=0.5)
    made.gate.limiter._clock = lambda: 0.0  # whatever time it is, no request is earned meanwhile
    client = client_of(made, base="http://testserver")
    codes = [
        client.get("/api/v1/projects", headers=bearer(given["reader"])).status_code
        for _ in range(5)
    ]
    assert codes == [200, 200, 200, 429, 429]
    answer = client.get("/api/v1/projects", headers=bearer(given["reader"]))
    assert int(answer.headers["retry-after"]) >= 1
    assert client.get("/api/v1/projects", headers=bearer(given["all"])).status_code == 200


def test_a_bucket_fills_with_time_and_never_runs_over():
    now = [0.0]
    limiter = Limiter(Rate(2.0, 3), lambda: now[0])
    assert [limiter.wait_s("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    now[0] = 0.5
    assert [limiter.wait_s("a") for _ in range(2)] == [0.0, 0.5]
    now[0] = 100.0
    assert [limiter.wait_s("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert limiter.wait_s("b") == 0.0


def test_a_login_ends_with_time():
    now = [0.0]
    logins = Logins(lambda: now[0])
    value = logins.open("hash")
    assert logins.find(value).token_sha256 == "hash"
    assert logins.find("other") is None
    now[0] = IDLE_S + 1
    assert logins.find(value) is None


def test_a_large_body_is_refused_whether_told_or_not(archive):
    client = client_of(site(archive, max_body_bytes=1_000))
    asked = {"project": "harbour", "name": "a.md"}

    def stream():
        for _ in range(5):
            yield b"x" * 400

    for content in (b"x" * 1_001, stream()):
        answer = client.post("/api/v1/sessions", params=asked, content=content)
        assert answer.status_code == 413
    length = {"content-length": "9" * 5_000}
    assert client.post("/login", headers=length).status_code in {400, 413}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (Address(host="10.0.0.5"), "nobody has a token"),
        (Address(names=("packs.example",)), "nobody has a token"),
        (Address(host="0.0.0.0"), "nobody has a token"),
    ],
)
def test_nobody_else_comes_in_without_a_token(archive, address, words):
    with pytest.raises(UsageError, match=words):
        site_at(archive, address, Settings(), None)


def test_every_address_needs_a_name(archive, tokens):
    with pytest.raises(UsageError, match="is no name"):
        site_at(archive, Address(host="0.0.0.0"), Settings(), tokens)
    site_at(archive, Address(host="0.0.0.0", names=("a.example",)), Settings(), tokens)


def test_who_did_what_is_written_down_and_nothing_of_what_was_said(guarded, given, refs):
    everyone = bearer(given["all"])
    guarded.post("/login", data={"token": "gpk_no"})
    guarded.get(f"/sessions/{refs['first']}/download/jsonl", headers=everyone)
    guarded.delete(f"/api/v1/sessions/{refs['other']}", headers=everyone)
    page = guarded.get("/audit", headers=everyone).text
    rows = [
        re.sub(r"<[^>]+>", " ", row).split()[2:] for row in re.findall(r"<tr><td>(.*?)</tr>", page)
    ]
    assert rows[0][:2] == ["ada", "forgotten"]
    assert rows[1] == ["ada", "downloaded", refs["first"][:8], "jsonl"]
    assert rows[2] == ["login-refused"]
    assert "Bee yard" not in page
    assert refs["other"][:8] not in page


def test_the_description_of_the_api_is_json(guarded, given):
    assert json.loads(guarded.get("/api/openapi.json").content)["openapi"] == "3.1.0"


def test_a_pipe_holds_no_tokens_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "t.json")
    with pytest.raises(UsageError, match="not a file of tokens"):
        Tokens(tmp_path / "t.json").grants()
