from __future__ import annotations

import pytest

from graphpack.merge.conflicts import evidence, is_compatible, is_contradiction
from tests.merge.build import node


def replaces(older: str, newer: str, kinds: str = "DD") -> bool:
    return evidence(node("n", kinds[1], newer), node("o", kinds[0], older)) is not None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Use SQLite for storage", "Switched from SQLite to Postgres"),
        ("Use SQLite for storage", "Use Postgres instead of SQLite because of locking"),
        ("Use SQLite for storage", "SQLite was replaced by Postgres"),
        ("Use SQLite for storage", "SQLite is no longer used"),
        ("SQLite als Speicher nutzen", "Wir wechseln von SQLite zu Postgres"),
        ("SQLite als Speicher nutzen", "Postgres statt SQLite"),
        ("Utiliser SQLite pour le stockage", "Postgres au lieu de SQLite"),
        ("Usar SQLite para los datos", "Cambiamos de SQLite a Postgres"),
        ("Используем SQLite", "Вместо SQLite берём Postgres"),
        ("使用SQLite", "从SQLite换成Postgres"),
        ("使用SQLite", "不再使用SQLite，改用Postgres"),
        ("SQLiteを使う", "SQLiteからPostgresに切り替えた"),
        ("SQLite를 사용한다", "SQLite 대신 Postgres 사용"),
        (
            "Store everything in a SQLite file under ./data because it is simple to ship",
            "Switched from SQLite to Postgres for concurrency",
        ),
        ("Use Redis for the session cache", "Moved the session cache off Redis to Memcached"),
        ("Use Redis for cache", "Do not use Redis"),
        ("缓存使用Redis", "缓存不要使用Redis"),
        ("Enable compression", "Disable compression"),
        ("Use Postgres for storage", "Use MySQL for storage"),
        ("Retry 3 times", "Retry 5 times"),
    ],
)
def test_a_later_decision_that_says_so_replaces_the_earlier(older, newer):
    assert replaces(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Project uses Java 17", "Project uses Java 21"),
        ("Project uses Java 17", "Upgraded to Java 21 for virtual threads"),
        ("The API listens on port 8080", "The API listens on port 9090"),
        ("python3.11 is required", "python3.12 is required"),
        ("Node 18 and npm 9", "Node 20 and npm 9"),
        ("12 tests pass", "14 tests pass"),
        ("Database: PostgreSQL", "Database: MySQL"),
        ("timeout: 30s", "timeout: 60s"),
    ],
)
def test_another_value_for_the_same_slot_replaces_a_fact(older, newer):
    assert replaces(older, newer, "FF")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Use Redis for cache", "Use Redis for queue"),
        ("Use SQLite for storage", "Switched from Postgres to MySQL"),
        ("Use Postgres for analytics", "Switched from SQLite to Postgres"),
        ("Use Redis for the job queue", "Moved the session cache off Redis to Memcached"),
        ("Use indexes for performance", "Use caching for performance"),
        ("Enable gzip on staging", "Disable gzip on production"),
        ("Never deploy on Friday", "Deploy on Friday after review"),
        ("Fix the parser in src/a.py", "Fix the parser in src/b.py"),
        ("Use Redis for cache", "Do not use Redis for sessions"),
        ("Do not use Redis", "Should we use Redis?"),
    ],
)
def test_another_matter_replaces_nothing(older, newer):
    assert not replaces(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The API listens on port 8080", "The metrics endpoint listens on port 9090"),
        ("Spring Boot 3.2 on Java 21", "Client app: Java 17"),
        ("Server uses Java 17", "Upgraded the client to Java 21"),
        ("Step 1 adds the schema", "Step 2 adds the schema"),
        ("Issue 12 is about the parser", "Issue 14 is about the parser"),
        ("Python 3 is required", "Python 3.11 is required"),
        ("Client -> API -> Database", "API -> Cache"),
        ("Dependency: requests", "Dependency: httpx"),
        ("Verse 2: the sea is calm", "Verse 3: the sea is calm instead"),
        ("Log of 2025-03-04 10:15", "Log of 2025-03-04 10:17"),
        ("Now done: totals.py", "Now done: members.py"),
        ("接下来的步骤: totals.test.ts", "接下来的步骤: members.test.ts"),
        (
            "我将为 totals 添加更全面的测试案例以确保覆盖",
            "我将为 members 添加更全面的测试案例以确保覆盖",
        ),
        (
            "The parser of totals reads and writes the ledger file and may rewrite its old rows",
            "Together with the nightly sweep the rewritten rows are stale. The change you spoke "
            "of, replacing the parser with a call of the shell, was never put in, and so the "
            "ledger file is read and written by the old code of totals, which explains it all",
        ),
    ],
)
def test_a_number_of_something_else_replaces_nothing(older, newer):
    assert not replaces(older, newer, "FF")


def test_types_must_be_compatible():
    older, newer = "Use SQLite for storage", "Switched from SQLite to Postgres"
    assert not replaces(older, newer, "PD")
    # a goal falls only to what says it again otherwise
    assert not replaces("Ship a budget planner that stores its data in SQLite", newer, "GD")
    assert replaces("Name the ferry app Gull", "Name the ferry app Heron instead of Gull", "GD")
    # a switch is often told as the other of the two; only then may they replace each other
    assert replaces(older, newer, "FD")
    assert not replaces("The API listens on port 8080", "The API listens on port 9090", "FD")


def test_a_question_that_was_dropped_is_not_answered():
    answer = node("n", "D", "Use CSV for the export")
    assert is_compatible(answer, node("o", "X", "CSV or JSON?", status="open"))
    assert not is_compatible(answer, node("o", "X", "CSV or JSON?", status="abandoned"))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Do not use Redis", "Use Redis", True),
        ("Sessions are stored in Redis", "Sessions are not stored in Redis", True),
        ("Enable compression", "Disable compression", True),
        ("Use Redis for cache", "Do not use Redis for the job queue", False),
        ("Validate on the client", "Validate on the server", False),
        ("Deploy on Friday", "Do not deploy on Friday unless approved", False),
    ],
)
def test_contradictions(one, other, expected):
    assert is_contradiction(node("a", "D", one), node("b", "D", other)) is expected
    assert is_contradiction(node("b", "D", other), node("a", "D", one)) is expected


def test_long_descriptions_of_like_things_are_not_at_odds():
    text = "Filters ledger rows by a rule, yields in reading order each member and boat that {} it"
    one, other = text.format("meet"), text.format("do not meet")
    assert not is_contradiction(node("a", "F", one), node("b", "F", other))


def test_a_figure_stays_true_of_what_is_given_up():
    told = "With the new wing, that is Elmhall and the two rooms behind it, it will be about 140"
    assert not replaces(told, "Then I'd rather not do Elmhall at all", "FD")
    assert replaces("The hall uses Redis for its seat map", "We drop Redis", "FD")


def test_who_leaves_the_same_thing_out_is_not_overruled():
    newer = "We keep one round, and the Friday bags get pears instead of plums"
    assert not replaces("Keep one round only and leave plums out of the Friday bags", newer)
    assert replaces("Keep one round only and put plums in the Friday bags", newer)


@pytest.mark.parametrize("verb", ["chose", "agreed to"])
def test_who_chooses_is_no_part_of_what_is_chosen(verb):
    ban = "No user id, no device id."
    assert not replaces(ban, f"User {verb}: a table with locks («Actually option 2 after all.»)")
    assert not replaces(f"User {verb}: a table with locks", ban)
    assert replaces(ban, f"User {verb}: the user id after all")
