"""A third set of made-up secrets: every family once more, in shapes that the other sets have not.

Lengths, cases and alphabets are the outer ones that issuers document or that were seen in their
clients; the names beside them are those of their own documentation. Nothing here opens anything.
"""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
LOWER = string.ascii_lowercase + string.digits
BASE32 = string.ascii_uppercase + "234567"
HEX = "0123456789abcdef"
B64 = ALNUM + "+/"
URL64 = ALNUM + "-_"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

Make = Callable[[random.Random], str]


def drawn(letters: str, *counts: int, begin: str = "", joint: str = "-", end: str = "") -> Make:
    """Make what is drawn from letters: groups of so many, with marks around and between them."""

    def make(rng: random.Random) -> str:
        return begin + joint.join("".join(rng.choices(letters, k=n)) for n in counts) + end

    return make


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _jwt(rng: random.Random, algorithm: str, signature: int, claims: int) -> str:
    head = _url64(json.dumps({"alg": algorithm, "kid": drawn(LOWER, 12)(rng)}).encode())
    body = {"aud": "tides", "scope": "read:gauges " * claims, "jti": drawn(ALNUM, 22)(rng)}
    return f"{head}.{_url64(json.dumps(body).encode())}.{drawn(URL64, signature)(rng)}"


def _discord(rng: random.Random) -> str:
    number = str(rng.randrange(10**18, 13 * 10**17 + 10**18))
    return f"{_url64(number.encode())}.{drawn('GHab', 1)(rng)}{drawn(URL64, 5)(rng)}.{drawn(URL64, 38)(rng)}"


# name: how it is made, and what its issuer's documentation calls it
FRESH: dict[str, tuple[Make, str]] = {
    "aws-temporary": (drawn(BASE32, 16, begin="ASIA"), "AWS_ACCESS_KEY_ID"),
    "aws-secret-slashes": (lambda r: _with(r, B64, 40, "/+"), "AWS_SECRET_ACCESS_KEY"),
    "aws-secret-plain": (drawn(ALNUM, 40), "aws_secret_access_key"),
    "google-key-dashes": (lambda r: "AIzaSy" + _with(r, URL64, 33, "-_"), "GOOGLE_MAPS_API_KEY"),
    "google-client-secret": (drawn(URL64, 28, begin="GOCSPX-"), "client_secret"),
    "google-refresh": (drawn(URL64, 96, begin="1//0e"), "refresh_token"),
    "azure-storage": (lambda r: base64.b64encode(r.randbytes(64)).decode(), "AZURE_STORAGE_KEY"),
    "azure-secret-7": (drawn(ALNUM, 31, begin="Hq37Q~"), "AZURE_CLIENT_SECRET"),
    "azure-secret-tilde": (drawn(ALNUM + "~_.-", 34, begin=".dz8Q~"), "ARM_CLIENT_SECRET"),
    "digitalocean-oauth": (drawn(HEX, 64, begin="doo_v1_"), "DIGITALOCEAN_ACCESS_TOKEN"),
    "digitalocean-refresh": (drawn(HEX, 64, begin="dor_v1_"), "DO_REFRESH"),
    "cloudflare-token": (drawn(URL64, 40), "CLOUDFLARE_API_TOKEN"),
    "cloudflare-global": (drawn(HEX, 37), "CLOUDFLARE_API_KEY"),
    "cloudflare-origin": (drawn(HEX, 24, 146, begin="v1.0-"), "CLOUDFLARE_ORIGIN_CA_KEY"),
    "heroku-uuid": (drawn(HEX, 8, 4, 4, 4, 12), "HEROKU_API_KEY"),
    "heroku-new": (drawn(URL64, 58, begin="HRKU-AA"), "HEROKU_API_KEY"),
    "github-refresh": (drawn(ALNUM, 76, begin="ghr_"), "GITHUB_TOKEN"),
    "github-user": (drawn(ALNUM, 36, begin="ghu_"), "GH_TOKEN"),
    "github-fine": (drawn(ALNUM, 22, 59, begin="github_pat_11", joint="_"), "GITHUB_PAT"),
    "gitlab-routable": (lambda r: f"glpat-{drawn(URL64, 27)(r)}.{drawn(LOWER, 2)(r)}.{drawn(LOWER, 9)(r)}", "GITLAB_TOKEN"),
    "gitlab-deploy": (drawn(URL64, 20, begin="gldt-"), "CI_DEPLOY_PASSWORD"),
    "gitlab-runner": (drawn(URL64, 20, begin="glrt-"), "RUNNER_TOKEN"),
    "bitbucket-app": (drawn(ALNUM, 32, begin="ATBB"), "BITBUCKET_APP_PASSWORD"),
    "bitbucket-repository": (drawn(ALNUM + "_-=", 180, begin="ATCTT3xFfG"), "BITBUCKET_TOKEN"),
    "bitbucket-oauth": (drawn(ALNUM, 32), "BITBUCKET_CLIENT_SECRET"),
    "slack-user": (drawn("0123456789", 13, 13, 13, begin="xoxp-", end="-" + "9f3a7c5e1b8d2460fa97c3b5e8d1a024"), "SLACK_USER_TOKEN"),
    "slack-app": (lambda r: f"xapp-1-A{drawn(UPPER, 10)(r)}-{r.randrange(10**12, 10**13)}-{drawn(HEX, 64)(r)}", "SLACK_APP_TOKEN"),
    "slack-rotating": (drawn(ALNUM, 146, begin="xoxe-1-"), "SLACK_REFRESH_TOKEN"),
    "discord-bot": (_discord, "DISCORD_TOKEN"),
    "telegram-bot": (lambda r: f"{r.randrange(10**9, 10**10)}:AA{drawn(URL64, 33)(r)}", "TELEGRAM_BOT_TOKEN"),
    "twilio-token": (drawn(HEX, 32), "TWILIO_AUTH_TOKEN"),
    "twilio-key": (drawn(HEX, 32, begin="SK"), "TWILIO_API_KEY"),
    "stripe-live": (drawn(ALNUM, 99, begin="sk_live_51"), "STRIPE_SECRET_KEY"),
    "stripe-restricted": (drawn(ALNUM, 24, begin="rk_test_"), "STRIPE_RESTRICTED_KEY"),
    "square-production": (drawn(URL64, 60, begin="EAAA"), "SQUARE_ACCESS_TOKEN"),
    "square-secret": (drawn(URL64, 43, begin="sq0csp-"), "SQUARE_APPLICATION_SECRET"),
    "paypal-secret": (drawn(URL64, 79, begin="E"), "PAYPAL_CLIENT_SECRET"),
    "sendgrid": (drawn(URL64, 22, 43, begin="SG.", joint="."), "SENDGRID_API_KEY"),
    "mailgun-private": (drawn(HEX, 32, begin="key-"), "MAILGUN_API_KEY"),
    "mailgun-new": (drawn(HEX, 32, 8, 8), "MAILGUN_API_KEY"),
    "openai-project": (drawn(URL64, 74, 74, begin="sk-proj-", joint="T3BlbkFJ"), "OPENAI_API_KEY"),
    "openai-service": (drawn(URL64, 58, 58, begin="sk-svcacct-", joint="T3BlbkFJ"), "OPENAI_API_KEY"),
    "openai-old": (drawn(ALNUM, 20, 20, begin="sk-", joint="T3BlbkFJ"), "OPENAI_KEY"),
    "anthropic": (drawn(URL64, 93, begin="sk-ant-api03-", end="AA"), "ANTHROPIC_API_KEY"),
    "anthropic-oauth": (drawn(URL64, 86, begin="sk-ant-oat01-", end="AA"), "CLAUDE_CODE_OAUTH_TOKEN"),
    "huggingface": (drawn(string.ascii_letters, 34, begin="hf_"), "HF_TOKEN"),
    "groq": (drawn(ALNUM, 52, begin="gsk_"), "GROQ_API_KEY"),
    "openrouter": (drawn(HEX, 64, begin="sk-or-v1-"), "OPENROUTER_API_KEY"),
    "npm": (drawn(ALNUM, 36, begin="npm_"), "NPM_TOKEN"),
    "npm-uuid": (drawn(HEX, 8, 4, 4, 4, 12), "NPM_AUTH_TOKEN"),
    "pypi": (drawn(URL64, 150, begin="pypi-AgEIcHlwaS5vcmc"), "TWINE_PASSWORD"),
    "rubygems": (drawn(HEX, 48, begin="rubygems_"), "GEM_HOST_API_KEY"),
    "crates": (drawn(ALNUM, 32, begin="cio"), "CARGO_REGISTRY_TOKEN"),
    "docker-personal": (drawn(URL64, 27, begin="dckr_pat_"), "DOCKERHUB_TOKEN"),
    "docker-organization": (drawn(URL64, 32, begin="dckr_oat_"), "DOCKER_TOKEN"),
    "age": (drawn(BECH32, 58, begin="AGE-SECRET-KEY-1"), "SOPS_AGE_KEY"),
    "jwt-short": (lambda r: _jwt(r, "HS256", 43, 1), "SERVICE_JWT"),
    "jwt-rsa": (lambda r: _jwt(r, "RS512", 683, 9), "ID_TOKEN"),
    "jwt-ed": (lambda r: _jwt(r, "EdDSA", 86, 3), "ACCESS_TOKEN"),
    "generic-hex": (drawn(HEX, 64), "SIGNING_SECRET"),
    "generic-base64": (lambda r: base64.b64encode(r.randbytes(32)).decode(), "ENCRYPTION_KEY"),
    "generic-ulid": (drawn(CROCKFORD, 26), "DEPLOY_TOKEN"),
    "generic-password": (lambda r: _mixed(r, "!#%^*?~+.-_", 22), "DB_PASSWORD"),
    "generic-upper": (drawn(UPPER, 32), "WEBHOOK_SECRET"),
    "generic-url64": (lambda r: _url64(r.randbytes(48)), "SESSION_SECRET"),
}  # fmt: skip


def _with(rng: random.Random, letters: str, count: int, marks: str) -> str:
    """Draw letters of which one of each mark is there in any case, and none at an end."""
    made = rng.choices(letters, k=count)
    for place, mark in zip(rng.sample(range(1, count - 1), len(marks)), marks, strict=True):
        made[place] = mark
    return rng.choice(ALNUM) + "".join(made[1:-1]) + rng.choice(ALNUM)


def _mixed(rng: random.Random, marks: str, count: int) -> str:
    """Draw a password as managers make them: every kind of character, a letter at either end."""
    kinds = (string.ascii_lowercase, string.ascii_uppercase, string.digits, marks)
    inner = [rng.choice(kind) for kind in kinds] + rng.choices(ALNUM + marks, k=count - 6)
    rng.shuffle(inner)
    return rng.choice(string.ascii_letters) + "".join(inner) + rng.choice(string.ascii_letters)
