"""The pages on the team's database: the same questions, asked of PostgreSQL."""

from graphpack.archive.store import Archive
from tests.archive.conftest import server as server  # the fixtures of the archive's own tests
from tests.archive.conftest import shared as shared
from tests.archive.talks import talk
from tests.web.conftest import LATER, client_of, file, site


def test_every_page_is_made_from_postgresql_too(shared):
    with Archive(shared) as archive:
        first = file(archive, talk(), "harbour", tags=("ledger",)).ref
        title = "Ledger, later"
        later = file(archive, talk("harbour-ledger-0002-bbbb", LATER, title=title), "harbour").ref
        client = client_of(site(archive))
        for path in (
            "/",
            "/sessions?project=harbour&tag=ledger&author=mira",
            f"/sessions/{first}",
            f"/sessions/{first}/download/evidence",
            f"/compare?a={first}&b={later}",
            "/search?q=berth&project=harbour",
            "/decisions?project=harbour",
            "/timeline?project=harbour&topic=ledger",
            "/audit",
            "/api/v1/projects",
            "/api/v1/sessions?project=harbour",
        ):
            assert client.get(path).status_code == 200, path
        assert [one["sessions"] for one in client.get("/api/v1/projects").json()["projects"]] == [2]
        assert "downloaded" in client.get("/audit").text
        assert client.delete(f"/api/v1/sessions/{first}").status_code == 204
        assert client.get(f"/sessions/{first}").status_code == 404
