"""A second set of made-up secrets, from what the issuers document of their formats.

Written apart from the rules: each maker follows a format's public description, in the variants that
are in use (temporary keys, sandbox keys, older and newer lengths). Nothing here opens anything.
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
DIGITS = string.digits
HEX = "0123456789abcdef"
B64 = ALNUM + "+/"
URL64 = ALNUM + "-_"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

Make = Callable[[random.Random], str]


def draw(rng: random.Random, count: int, letters: str = ALNUM) -> str:
    return "".join(rng.choices(letters, k=count))


def _uuid(rng: random.Random) -> str:
    return "-".join(draw(rng, count, HEX) for count in (8, 4, 4, 4, 12))


def _unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _jws(rng: random.Random, alg: str, length: int) -> str:
    head = _unpadded(json.dumps({"typ": "JWT", "alg": alg, "kid": draw(rng, 8)}).encode())
    claims = {"iss": "https://id.internal", "sub": draw(rng, 20), "exp": 1_900_000_000}
    return f"{head}.{_unpadded(json.dumps(claims).encode())}.{draw(rng, length, URL64)}"


def _jwe(rng: random.Random) -> str:
    head = _unpadded(b'{"alg":"RSA-OAEP","enc":"A256GCM"}')
    lengths = (342, 16, rng.randrange(60, 200), 22)
    return ".".join((head, *(draw(rng, length, URL64) for length in lengths)))


def _jwe_direct(rng: random.Random) -> str:
    head = _unpadded(b'{"alg":"dir","enc":"A128CBC-HS256"}')
    return f"{head}..{draw(rng, 22, URL64)}.{draw(rng, 120, URL64)}.{draw(rng, 22, URL64)}"


def _discord(rng: random.Random, digits: int, last: int) -> str:
    number = str(rng.randrange(10 ** (digits - 1), 10**digits)).encode()
    return f"{_unpadded(number)}.{draw(rng, 6, URL64)}.{draw(rng, last, URL64)}"


def _session_token(rng: random.Random, start: str) -> str:
    return start + draw(rng, rng.randrange(280, 700) // 4 * 4, B64)


def human_password(rng: random.Random) -> str:
    """Make one as people choose them: parts of words, digits and a sign."""
    first = draw(rng, 1, string.ascii_uppercase) + draw(rng, rng.randrange(3, 7), LOWER)
    return f"{first}{rng.choice('!$*?#')}{draw(rng, rng.randrange(2, 5), DIGITS)}{draw(rng, 3)}"


def password(rng: random.Random) -> str:
    """Make one as a manager of passwords does."""
    return draw(rng, 1, string.ascii_letters) + draw(rng, 15, ALNUM + "!*.~^_-") + draw(rng, 3)


# name: (the secret, the variable that holds it by custom)
TOKENS: dict[str, tuple[Make, str]] = {
    "aws-id": (lambda r: "AKIA" + draw(r, 16, BASE32), "AWS_ACCESS_KEY_ID"),
    "aws-temporary-id": (lambda r: "ASIA" + draw(r, 16, BASE32), "AWS_ACCESS_KEY_ID"),
    "aws-secret": (lambda r: draw(r, 40, B64), "AWS_SECRET_ACCESS_KEY"),
    "aws-session": (lambda r: _session_token(r, "IQoJb3JpZ2luX2Vj"), "AWS_SESSION_TOKEN"),
    "aws-session-old": (lambda r: _session_token(r, "FwoGZXIvYXdzE"), "AWS_SESSION_TOKEN"),
    "aws-bedrock": (lambda r: "ABSK" + draw(r, 128, B64), "AWS_BEARER_TOKEN_BEDROCK"),
    "google-api": (lambda r: "AIzaSy" + draw(r, 33, URL64), "GOOGLE_MAPS_API_KEY"),
    "google-client-secret": (lambda r: "GOCSPX-" + draw(r, 28, URL64), "GOOGLE_CLIENT_SECRET"),
    "google-access": (lambda r: "ya29.a0A" + draw(r, 180, URL64), "GOOGLE_ACCESS_TOKEN"),
    "google-refresh": (lambda r: "1//0" + draw(r, 99, URL64), "GOOGLE_REFRESH_TOKEN"),
    "azure-storage": (lambda r: draw(r, 85, B64) + "A==", "AZURE_STORAGE_KEY"),
    "azure-account-key": (lambda r: draw(r, 85, B64) + "g==", "AZURE_COSMOS_ACCOUNT_KEY"),
    "azure-client-secret": (
        lambda r: draw(r, 3) + r.choice("78") + "Q~" + draw(r, 34, ALNUM + "_.-~"),
        "AZURE_CLIENT_SECRET",
    ),
    "azure-devops": (lambda r: draw(r, 52, string.ascii_lowercase + "234567"), "AZURE_DEVOPS_PAT"),
    "azure-openai": (lambda r: draw(r, 32, HEX), "AZURE_OPENAI_API_KEY"),
    "digitalocean": (lambda r: "dop_v1_" + draw(r, 64, HEX), "DIGITALOCEAN_ACCESS_TOKEN"),
    "digitalocean-oauth": (lambda r: "doo_v1_" + draw(r, 64, HEX), "DO_TOKEN"),
    "digitalocean-refresh": (lambda r: "dor_v1_" + draw(r, 64, HEX), "DO_REFRESH_TOKEN"),
    "cloudflare-token": (lambda r: draw(r, 40, URL64), "CLOUDFLARE_API_TOKEN"),
    "cloudflare-global": (lambda r: draw(r, 37, HEX), "CLOUDFLARE_API_KEY"),
    "cloudflare-origin": (
        lambda r: f"v1.0-{draw(r, 24, HEX)}-{draw(r, 146, HEX)}",
        "CLOUDFLARE_ORIGIN_CA_KEY",
    ),
    "heroku": (_uuid, "HEROKU_API_KEY"),
    "heroku-new": (lambda r: "HRKU-AA" + draw(r, 58, URL64), "HEROKU_API_KEY"),
    "github-classic": (lambda r: "ghp_" + draw(r, 36), "GITHUB_TOKEN"),
    "github-oauth": (lambda r: "gho_" + draw(r, 36), "GH_TOKEN"),
    "github-user": (lambda r: "ghu_" + draw(r, 36), "GITHUB_USER_TOKEN"),
    "github-installation": (lambda r: "ghs_" + draw(r, 36), "GITHUB_APP_TOKEN"),
    "github-refresh": (lambda r: "ghr_" + draw(r, 76), "GITHUB_REFRESH_TOKEN"),
    "github-fine": (lambda r: f"github_pat_{draw(r, 22)}_{draw(r, 59)}", "GITHUB_PAT"),
    "gitlab": (lambda r: "glpat-" + draw(r, 20, URL64), "GITLAB_TOKEN"),
    "gitlab-routable": (
        lambda r: f"glpat-{draw(r, 27, URL64)}.{draw(r, 2, LOWER)}.{draw(r, 9, LOWER)}",
        "GITLAB_TOKEN",
    ),
    "gitlab-deploy": (lambda r: "gldt-" + draw(r, 20, URL64), "CI_DEPLOY_PASSWORD"),
    "gitlab-runner": (lambda r: "glrt-" + draw(r, 20, URL64), "RUNNER_TOKEN"),
    "gitlab-registration": (lambda r: "GR1348941" + draw(r, 20, URL64), "REGISTRATION_TOKEN"),
    "gitlab-job": (lambda r: f"glcbt-64_{draw(r, 20, URL64)}", "CI_JOB_TOKEN"),
    "gitlab-trigger": (lambda r: "glptt-" + draw(r, 40, HEX), "TRIGGER_TOKEN"),
    "gitlab-feed": (lambda r: "glft-" + draw(r, 20, URL64), "FEED_TOKEN"),
    "gitlab-agent": (lambda r: "glagent-" + draw(r, 50, URL64), "AGENT_TOKEN"),
    "gitlab-oauth": (lambda r: "gloas-" + draw(r, 64, HEX), "GITLAB_OAUTH_SECRET"),
    "bitbucket-app": (lambda r: "ATBB" + draw(r, 24) + draw(r, 8, UPPER), "BITBUCKET_APP_PASSWORD"),
    "bitbucket-repository": (
        lambda r: f"ATCTT3xFfGN0{draw(r, 171, URL64)}={draw(r, 8, UPPER)}",
        "BITBUCKET_TOKEN",
    ),
    "atlassian": (
        lambda r: f"ATATT3xFfGF0{draw(r, 171, URL64)}={draw(r, 8, UPPER)}",
        "JIRA_API_TOKEN",
    ),
    "slack-bot": (
        lambda r: f"xoxb-{draw(r, 11, DIGITS)}-{draw(r, 13, DIGITS)}-{draw(r, 24)}",
        "SLACK_BOT_TOKEN",
    ),
    "slack-user": (
        lambda r: (
            f"xoxp-{draw(r, 12, DIGITS)}-{draw(r, 12, DIGITS)}-{draw(r, 13, DIGITS)}-{draw(r, 32, HEX)}"
        ),
        "SLACK_USER_TOKEN",
    ),
    "slack-workspace": (
        lambda r: f"xoxa-2-{draw(r, 12, DIGITS)}-{draw(r, 12, DIGITS)}-{draw(r, 32, HEX)}",
        "SLACK_TOKEN",
    ),
    "slack-rotating": (lambda r: f"xoxe.xoxb-1-{draw(r, 163)}", "SLACK_BOT_TOKEN"),
    "slack-refresh": (lambda r: f"xoxe-1-{draw(r, 147)}", "SLACK_REFRESH_TOKEN"),
    "slack-app": (
        lambda r: f"xapp-1-A{draw(r, 10, UPPER)}-{draw(r, 13, DIGITS)}-{draw(r, 64, HEX)}",
        "SLACK_APP_TOKEN",
    ),
    "slack-browser": (
        lambda r: f"xoxc-{draw(r, 12, DIGITS)}-{draw(r, 12, DIGITS)}-{draw(r, 64, HEX)}",
        "SLACK_TOKEN",
    ),
    "discord-17-27": (lambda r: _discord(r, 17, 27), "DISCORD_TOKEN"),
    "discord-18-27": (lambda r: _discord(r, 18, 27), "DISCORD_BOT_TOKEN"),
    "discord-18-38": (lambda r: _discord(r, 18, 38), "DISCORD_TOKEN"),
    "discord-19-38": (lambda r: _discord(r, 19, 38), "BOT_TOKEN"),
    "discord-mfa": (lambda r: "mfa." + draw(r, 84, URL64), "DISCORD_TOKEN"),
    "telegram-8": (lambda r: f"{draw(r, 1, '123456789')}{draw(r, 7, DIGITS)}:AA{draw(r, 33, URL64)}", "TELEGRAM_TOKEN"),
    "telegram-10": (lambda r: f"{draw(r, 1, '123456789')}{draw(r, 9, DIGITS)}:AA{draw(r, 33, URL64)}", "TELEGRAM_BOT_TOKEN"),
    "twilio-key": (lambda r: "SK" + draw(r, 32, HEX), "TWILIO_API_KEY"),
    "twilio-token": (lambda r: draw(r, 32, HEX), "TWILIO_AUTH_TOKEN"),
    "stripe": (lambda r: "sk_live_" + draw(r, 24), "STRIPE_SECRET_KEY"),
    "stripe-long": (lambda r: "sk_live_51" + draw(r, 97), "STRIPE_API_KEY"),
    "stripe-test": (lambda r: "sk_test_51" + draw(r, 97), "STRIPE_SECRET_KEY"),
    "stripe-restricted": (lambda r: "rk_live_51" + draw(r, 97), "STRIPE_KEY"),
    "stripe-webhook": (lambda r: "whsec_" + draw(r, 32), "STRIPE_WEBHOOK_SECRET"),
    "square": (lambda r: "sq0atp-" + draw(r, 22, URL64), "SQUARE_ACCESS_TOKEN"),
    "square-secret": (lambda r: "sq0csp-" + draw(r, 43, URL64), "SQUARE_SECRET"),
    "square-sandbox": (lambda r: "EAAAE" + draw(r, 59, URL64), "SQUARE_SANDBOX_TOKEN"),
    "square-production": (lambda r: "EAAAl" + draw(r, 59, URL64), "SQUARE_TOKEN"),
    "paypal-secret": (lambda r: "E" + draw(r, 79, URL64), "PAYPAL_CLIENT_SECRET"),
    "paypal-secret-short": (lambda r: "EC" + draw(r, 62, URL64), "PAYPAL_SECRET"),
    "braintree": (
        lambda r: f"access_token$production${draw(r, 16, LOWER)}${draw(r, 32, HEX)}",
        "PAYPAL_ACCESS_TOKEN",
    ),
    "sendgrid": (lambda r: f"SG.{draw(r, 22, URL64)}.{draw(r, 43, URL64)}", "SENDGRID_API_KEY"),
    "mailgun": (lambda r: "key-" + draw(r, 32, HEX), "MAILGUN_API_KEY"),
    "mailgun-new": (
        lambda r: f"{draw(r, 32, HEX)}-{draw(r, 8, HEX)}-{draw(r, 8, HEX)}",
        "MAILGUN_API_KEY",
    ),
    "mailchimp": (lambda r: f"{draw(r, 32, HEX)}-us{r.randrange(1, 22)}", "MAILCHIMP_API_KEY"),
    "openai-old": (lambda r: f"sk-{draw(r, 20)}T3BlbkFJ{draw(r, 20)}", "OPENAI_API_KEY"),
    "openai-project": (
        lambda r: f"sk-proj-{draw(r, 74, URL64)}T3BlbkFJ{draw(r, 73, URL64)}A",
        "OPENAI_API_KEY",
    ),
    "openai-service": (
        lambda r: f"sk-svcacct-{draw(r, 74, URL64)}T3BlbkFJ{draw(r, 73, URL64)}A",
        "OPENAI_API_KEY",
    ),
    "openai-admin": (
        lambda r: f"sk-admin-{draw(r, 58, URL64)}T3BlbkFJ{draw(r, 57, URL64)}A",
        "OPENAI_ADMIN_KEY",
    ),
    "anthropic": (lambda r: f"sk-ant-api03-{draw(r, 93, URL64)}AA", "ANTHROPIC_API_KEY"),
    "anthropic-admin": (lambda r: f"sk-ant-admin01-{draw(r, 93, URL64)}AA", "ANTHROPIC_ADMIN_KEY"),
    "anthropic-oauth": (lambda r: f"sk-ant-oat01-{draw(r, 93, URL64)}AA", "CLAUDE_CODE_OAUTH_TOKEN"),
    "huggingface": (lambda r: "hf_" + draw(r, 34, string.ascii_letters), "HF_TOKEN"),
    "huggingface-org": (lambda r: "api_org_" + draw(r, 34, string.ascii_letters), "HF_TOKEN"),
    "groq": (lambda r: "gsk_" + draw(r, 52), "GROQ_API_KEY"),
    "openrouter": (lambda r: "sk-or-v1-" + draw(r, 64, HEX), "OPENROUTER_API_KEY"),
    "npm": (lambda r: "npm_" + draw(r, 36), "NPM_TOKEN"),
    "npm-old": (_uuid, "NPM_AUTH_TOKEN"),
    "pypi": (lambda r: "pypi-AgEIcHlwaS5vcmcCJ" + draw(r, 150, URL64), "TWINE_PASSWORD"),
    "pypi-test": (lambda r: "pypi-AgENdGVzdC5weXBpLm9yZwIk" + draw(r, 140, URL64), "PYPI_TOKEN"),
    "rubygems": (lambda r: "rubygems_" + draw(r, 48, HEX), "GEM_HOST_API_KEY"),
    "crates": (lambda r: "cio" + draw(r, 32), "CARGO_REGISTRY_TOKEN"),
    "docker-pat": (lambda r: "dckr_pat_" + draw(r, 27, URL64), "DOCKERHUB_TOKEN"),
    "docker-organisation": (lambda r: "dckr_oat_" + draw(r, 32, URL64), "DOCKER_TOKEN"),
    "age": (lambda r: "AGE-SECRET-KEY-1" + draw(r, 58, BECH32), "SOPS_AGE_KEY"),
    "jwt-hs": (lambda r: _jws(r, "HS256", 43), "ACCESS_TOKEN"),
    "jwt-rs": (lambda r: _jws(r, "RS256", 342), "ID_TOKEN"),
    "jwe": (_jwe, "SESSION_TOKEN"),
    "jwe-direct": (_jwe_direct, "NEXTAUTH_SESSION_TOKEN"),
    "password": (password, "DB_PASSWORD"),
    "human-password": (human_password, "SMTP_PASSWORD"),
    "hex-secret": (lambda r: draw(r, 64, HEX), "SECRET_KEY_BASE"),
    "base64-secret": (lambda r: draw(r, 43, B64) + "=", "JWT_SECRET"),
    "passphrase": (password, "SSH_PASSPHRASE"),
    "datadog": (lambda r: draw(r, 32, HEX), "DD_API_KEY"),
    "webhook-secret": (lambda r: draw(r, 40, HEX), "WEBHOOK_SECRET"),
    "client-secret": (lambda r: draw(r, 32, URL64), "OAUTH_CLIENT_SECRET"),
    "encryption": (lambda r: draw(r, 43, B64) + "=", "ENCRYPTION_KEY"),
}  # fmt: skip
