"""Logins without a scheme, headers with a short secret, and values below an underlined title."""

from __future__ import annotations

import random

import pytest

from graphpack.redact import Policy, Vault, clean
from tests.redact.canaries import draw

LETTERS, DIGITS = "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ", "23456789"

FOUND = {
    "scp": "scp report.csv deploy:{}@files.acme.internal:/srv/in",
    "rsync": "rsync -a out/ backup:{}@10.20.30.5:/data",
    "proxy": "curl https://acme.io -x bob:{}@proxy.acme.internal:3128",
    "proxy option": "pip --proxy bob:{}@proxy.acme.internal:3128 install x",
    "git": "git clone bob:{}@git.acme.io/team/repo.git",
    "setting": "broker = guest:{}@rabbit.acme.internal:5672/vhost",
    "yaml": "hosts:\n  - elastic:{0}@es1.acme.io:9200\n  - elastic2:{0}@es2.acme.io:9200",
    "json": '{{"dsn": "app:{}@db.acme.internal:5432/orders"}}',
    "go dsn": "sql.Open(\"mysql\", \"app:{}@tcp(10.0.0.7:3306)/orders?parseTime=true\")",
    "go socket": "dsn := `app:{}@unix(/run/mysqld.sock)/orders`",
    "local": "REDIS=app:{}@localhost:6379",
    "short host": "amqp login is app:{}@rabbit:5672",
    "address": "tunnel bob:{}@[fe80::1]:8443 is up",
    "x-auth": "X-Auth: {}",
    "x-api-key": "curl -H 'X-Api-Key: {}' https://acme.io/v1",
    "x-api-key in json": '{{"headers": {{"x-api-key": "{}", "accept": "*/*"}}}}',
    "x-token": 'requests.get(url, headers={{"X-Auth-Token": "{}"}})',
    "vendor": "X-Acme-Access-Token: {}",
    "ruby": "'X-Webhook-Secret' => '{}'",
    "api-key": "api-key: {}",
    "underlined": "Password\n--------\n{}",
    "doubly underlined": "Database password\n=================\n\n{}\n",
    "a form": "User\n----\nbob\n\nPassword\n--------\n{}\n\nHost\n----\ndb1\n",
    "a heading": "## Password\n\n{}\n",
    "bold": "**Password:**\n\n{}\n",
    "a fence": "### Root password\n\n```\n{}\n```\n",
    "other words": "Passwort\n~~~~~~~~\n{}\n",
    "a key": "API key\n-------\n{0}{1}\n",
}  # fmt: skip

LEFT = [
    "npm:react-dom@18.3.1/server and npm:@scope/x@1.2.3",
    "image: nginx:1.25.3@sha256:" + "3f" * 32,
    "git@github.com:acme/repo.git and ssh://git@acme.io:2222/x",
    "see mailto:bob@acme.io:25 at 10:30@office:2",
    "write to bob:bob@acme.io or a:b@c",
    "implementation 'org.acme:core-lib2@aar:/x'",
    "node:fs2promises@node:18",
    "@cache:ttl60@decorator:8000",
    "user:password@host.acme.io:5432/db",
    "user:${DB_PASS1}@host.acme.io:5432/db",
    "user:<your-pass1>@host.acme.io:5432/db",
    "from:2024-01-05@acme.io:8080/x",
    "X-Auth: required",
    "X-Api-Key: string",
    "X-Api-Key: YOUR_KEY_1",
    "X-Api-Version: 2024-10-01",
    "X-Request-Id: 3f9kQ2mT7z",
    "X-Cache-Key: page17x",
    "X-Auth-User: bob1234",
    "X-Auth-Token: 2.0.1",
    "Password\n--------\nThe policy says 12 characters1.",
    "Password\n--------\nrequired",
    "password\n\nstep1done",
    "Tokens\n------\ngpt-4o\n",
    "Password policy 2\n-----------------\nsee step1",
    "def reset_password():\n# ------\n    x1.run()",
    "- dropped: over the target, 76 tokens: «SPOOL_MAX_BYTES=67108864»",
    "- dropped: over the target, 9 tokens: «spool.max-bytes=64_000_000…",
    "the token is «CACHE_SIZE=512MB»",
]


def password(rng):
    mixed = draw(rng, 6, LETTERS) + draw(rng, 4, DIGITS)
    return "".join(rng.sample(mixed, len(mixed)))


@pytest.mark.parametrize("name", FOUND)
def test_a_login_is_hidden_where_it_stands(name):
    rng = random.Random(name)
    for _ in range(20):
        secret = password(rng)
        if not secret[0].isalpha():
            secret = "k" + secret
        text = FOUND[name].format(secret, password(rng))
        assert secret not in clean(text, Policy(), Vault()), text


@pytest.mark.parametrize("text", LEFT)
def test_what_only_looks_like_one_stays(text):
    assert clean(text, Policy(), Vault()) == text
