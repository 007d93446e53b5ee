from __future__ import annotations

import pytest

from graphpack.merge.identity import Likeness, compare
from tests.merge.build import node


def likeness(one: str, other: str, kind: str = "D", other_kind: str | None = None) -> str:
    first, second = node("a", kind, one), node("b", other_kind or kind, other)
    forth, back = compare(first, second), compare(second, first)
    assert forth == back
    return forth.likeness


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use Redis for the session cache", "We will use redis for the session cache."),
        ("Chose JWT for auth", "JWT chosen for auth"),
        (
            "Rate limiting of the public API by token bucket per user",
            "Rate limiting of the public API by token bucket per user account",
        ),
        ("登录使用JWT令牌", "登录使用 JWT 令牌。"),
        ("Login schlägt mit 403 fehl", "Login schlägt fehl mit 403"),
        ("Never push to main", "Never push to `main`"),
    ],
)
def test_the_same_said_twice_is_the_same(one, other):
    assert likeness(one, other) is Likeness.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # denial, in several languages
        ("Use Redis", "Do not use Redis"),
        ("Use Redis", "Don't use Redis"),
        ("Redis verwenden", "Redis nicht verwenden"),
        ("Utiliser Redis", "Ne pas utiliser Redis"),
        ("Usar Redis", "No usar Redis"),
        ("Использовать Redis", "Не использовать Redis"),
        ("使用Redis", "不使用Redis"),
        ("Redisを使う", "Redisを使わない"),
        ("Redis를 사용한다", "Redis를 사용하지 않는다"),
        ("Use Redis", "Avoid Redis"),
        ("Remove the old worker", "Do not remove the old worker"),
        ("Use A, not B", "Use B, not A"),
        ("Use A and not B", "Use B and not A"),
        # contraries and counterparts
        ("Enable response compression on the API", "Disable response compression on the API"),
        ("Validate the token on the client", "Validate the token on the server"),
        (
            "The nightly job should enable cache compression on the reports server",
            "The nightly job should disable cache compression on the reports server",
        ),
        # other value, name, path, number
        ("Java 17", "Java 21"),
        ("The API listens on port 8080", "The API listens on port 9090"),
        ("Fix the parser bug in src/a.py", "Fix the parser bug in src/b.py"),
        ("Use Redis for cache", "Use Redis for queue"),
        ("Timeout of 30s for uploads", "Timeout of 30ms for uploads"),
        ("getUser returns null for guests", "getUsers returns null for guests"),
        (
            "Store user sessions in Redis with a thirty minute limit on the web cluster",
            "Store user sessions in Memcached with a thirty minute limit on the web cluster",
        ),
        (
            "store user sessions in redis with a thirty minute limit on the web cluster",
            "store user sessions in memcached with a thirty minute limit on the web cluster",
        ),
        ("Python 3.11 is required", "Python 3.12 is required"),
        # the order carries the meaning
        ("Orders depends on billing", "Billing depends on orders"),
        ("Copy the rows from orders to billing", "Copy the rows from billing to orders"),
        ("Switched from SQLite to Postgres", "Switched from Postgres to SQLite"),
        # a question is not its answer, a narrower statement not the wide one
        ("Use Redis for sessions?", "Use Redis for sessions"),
        ("Deploy by hand from the trunk", "Deploy by hand from the trunk only if CI is down"),
        ("缓存使用Redis", "队列使用Redis"),
        # short ones that only look alike
        ("Use Redis", "Use Redis streams"),
        ("Add logging", "Add login"),
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_not_the_same(one, other):
    assert likeness(one, other) is not Likeness.SAME


def test_a_fact_and_a_decision_are_one_only_word_for_word():
    assert likeness("Use Redis for sessions", "Redis for sessions", "D", "F") is Likeness.SAME
    long = "Rate limiting of the public API by token bucket per user"
    assert likeness(long, f"{long} account", "D", "F") is Likeness.DIFFERENT


def test_what_has_no_words_is_compared_by_its_signs():
    assert likeness("👍", "👍 ", "F") is Likeness.SAME
    assert likeness("👍", "👎", "F") is Likeness.DIFFERENT
    assert likeness("👍", "Photos are kept", "F") is Likeness.DIFFERENT


def test_code_is_compared_to_the_letter():
    code = "def total(rows):\n    return sum(row.price for row in rows)"
    assert likeness(code, code + "\n", "C") is Likeness.SAME
    assert likeness(code, f"import x\n\n{code}\n", "C") is Likeness.SAME
    assert likeness(code, code.replace("price", "prices"), "C") is Likeness.DIFFERENT
    assert likeness("x = 1", "x = 11", "C") is Likeness.DIFFERENT
    assert likeness(code, code, "C", "F") is Likeness.DIFFERENT


def test_a_paraphrase_is_left_in_doubt():
    assert likeness("Login returns 403 for guests", "Login fails with 403 for guests") is (
        Likeness.DOUBTFUL
    )
