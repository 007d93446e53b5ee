from __future__ import annotations

import pytest

from graphpack.merge import merge
from tests.merge.build import by_text, node, part, ties


def across(early, late, *, same_chunk=False):
    kind, summary, status = early
    one = node("A-n1", kind, summary, 3, status=status)
    two = node("B-n1", late[0], late[1], 30)
    parts = [part(0, one, two)] if same_chunk else [part(0, one), part(1, two)]
    graph = merge(parts).graph
    return by_text(graph)[summary].status, {kind for _, kind, _ in ties(graph)}


@pytest.mark.parametrize(
    ("early", "late"),
    [
        (("P", "JwtAuthFilter rejects POST /auth/login", "open"),
         ("F", "Fixed JwtAuthFilter: /auth/login is permitted")),
        (("P", "TimeoutError in upload_chunk on slow lines", "open"),
         ("F", "TimeoutError in upload_chunk no longer occurs, fixed by a longer deadline")),
        (("P", "ImportError in ledger.py beim Start", "blocked"),
         ("F", "ImportError in ledger.py behoben")),
        (("P", "启动时报错 ImportError，位于 ledger.py", "open"),
         ("F", "已修复 ledger.py 的 ImportError")),
        (("G", "Import bank statements from CSV", "active"),
         ("F", "Import of bank statements from CSV is done and released")),
        (("X", "Postgres or SQLite for storage?", "open"), ("D", "Use Postgres for storage")),
    ],
)  # fmt: skip
def test_what_a_later_chunk_settles_is_resolved(early, late):
    assert across(early, late) == ("resolved", {"resolves"})


@pytest.mark.parametrize(
    ("early", "late"),
    [
        # not said, taken back, only hoped for, or about something else
        (("P", "JwtAuthFilter rejects POST /auth/login", "open"),
         ("F", "JwtAuthFilter reads the token of /auth/login from a header")),
        (("P", "JwtAuthFilter rejects POST /auth/login", "open"),
         ("F", "JwtAuthFilter is still not fixed for /auth/login")),
        (("P", "JwtAuthFilter rejects POST /auth/login", "open"),
         ("F", "JwtAuthFilter for /auth/login should be fixed tomorrow")),
        (("P", "JwtAuthFilter rejects POST /auth/login", "open"),
         ("F", "Fixed the typo on the login page")),
        (("P", "The build is slow", "open"), ("F", "Fixed the build of the docs")),
        (("G", "Import bank statements from CSV", "active"),
         ("F", "Import of bank statements from CSV is not done")),
        (("G", "Import bank statements from CSV", "active"), ("F", "CSV export is done")),
        (("X", "Postgres or SQLite for storage?", "open"), ("D", "Use Redis for the queue")),
        (("X", "Postgres or SQLite for storage?", "open"),
         ("D", "We might use Postgres for storage")),
        (("X", "Postgres or SQLite for storage of the ledgers, the boats, the moorings, the fees,"
          " the members, the keys, the winter places, the invoices and the logs?", "open"),
         ("D", "Use Postgres for storage")),
        (("X", "Postgres or SQLite for storage?", "open"),
         ("F", "Postgres storage costs 20 EUR a month")),
    ],
)  # fmt: skip
def test_what_is_not_plainly_settled_stays_open(early, late):
    status, kinds = across(early, late)
    assert (status, "resolves" in kinds) == (early[2], False)


def test_within_one_chunk_the_extractor_has_the_word():
    early = ("P", "JwtAuthFilter rejects POST /auth/login", "open")
    late = ("F", "Fixed JwtAuthFilter: /auth/login is permitted")
    assert across(early, late, same_chunk=True)[0] == "open"


def test_a_fix_that_came_before_the_problem_settles_nothing():
    fix = node("A-n1", "F", "Fixed JwtAuthFilter: /auth/login is permitted", 3)
    again = node("B-n1", "P", "JwtAuthFilter rejects POST /auth/login", 30, status="open")
    graph = merge([part(0, fix), part(1, again)]).graph
    assert by_text(graph)[again.summary].status == "open"
