"""Made-up secrets of every family, each in eight surroundings. Nothing here opens anything."""

from __future__ import annotations

import base64
import random
import string
import urllib.parse
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
B64 = ALNUM + "+/"
URL64 = ALNUM + "-_"

Make = Callable[[random.Random], str]


def draw(rng: random.Random, count: int, letters: str = ALNUM) -> str:
    return "".join(rng.choice(letters) for _ in range(count))


def _uuid(rng: random.Random) -> str:
    return "-".join(draw(rng, count, HEX) for count in (8, 4, 4, 4, 12))


def _jwt(rng: random.Random) -> str:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(f'{{"sub":"{draw(rng, 12)}"}}'.encode()).decode().rstrip("=")
    return f"{head}.{body}.{draw(rng, 43, URL64)}"


def _pem(rng: random.Random, kind: str) -> str:
    lines = "\n".join(draw(rng, 64, B64) for _ in range(8))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


def _discord(rng: random.Random) -> str:
    number = str(rng.randrange(10**17, 10**18))
    first = base64.b64encode(number.encode()).decode().rstrip("=")
    return f"{first}.{draw(rng, 6, URL64)}.{draw(rng, 38, URL64)}"


def _service_account(rng: random.Random) -> str:
    key = _pem(rng, "").replace("\n", "\\n")
    return (
        f'{{"type": "service_account", "private_key_id": "{draw(rng, 40, HEX)}", '
        f'"private_key": "{key}\\n"}}'
    )


# family: (the secret, what it is called where it has no mark of its own)
FAMILIES: dict[str, tuple[Make, str]] = {
    "aws-access-key": (lambda r: "AKIA" + draw(r, 16, UPPER), "AWS access key id"),
    "aws-secret-key": (lambda r: draw(r, 40, B64), "AWS secret access key"),
    "google-api-key": (lambda r: "AIza" + draw(r, 35, URL64), "Google API key"),
    "google-service-account": (_service_account, "service account"),
    "azure-storage": (lambda r: draw(r, 86, B64) + "==", "Azure storage account key"),
    "azure-client-secret": (
        lambda r: draw(r, 3) + "8Q~" + draw(r, 34, ALNUM + "_~.-"),
        "Azure client secret",
    ),
    "digitalocean": (lambda r: "dop_v1_" + draw(r, 64, HEX), "DigitalOcean token"),
    "cloudflare": (lambda r: draw(r, 40, URL64), "Cloudflare API token"),
    "heroku": (_uuid, "Heroku API key"),
    "github-classic": (lambda r: "ghp_" + draw(r, 36), "GitHub token"),
    "github-fine-grained": (
        lambda r: f"github_pat_{draw(r, 22)}_{draw(r, 59)}",
        "GitHub fine-grained token",
    ),
    "github-app": (lambda r: "ghs_" + draw(r, 36), "GitHub app token"),
    "gitlab": (lambda r: "glpat-" + draw(r, 20, URL64), "GitLab token"),
    "bitbucket": (lambda r: "ATBB" + draw(r, 32), "Bitbucket app password"),
    "slack-bot": (
        lambda r: f"xoxb-{draw(r, 12, string.digits)}-{draw(r, 12, string.digits)}-{draw(r, 24)}",
        "Slack token",
    ),
    "slack-webhook": (
        lambda r: (
            f"https://hooks.slack.com/services/T{draw(r, 8, UPPER)}/B{draw(r, 8, UPPER)}/{draw(r, 24)}"
        ),
        "Slack webhook",
    ),
    "discord-bot": (_discord, "Discord bot token"),
    "discord-webhook": (
        lambda r: (
            f"https://discord.com/api/webhooks/{draw(r, 18, string.digits)}/{draw(r, 68, URL64)}"
        ),
        "Discord webhook",
    ),
    "telegram": (
        lambda r: f"{r.randrange(10**9, 10**10)}:AA{draw(r, 33, URL64)}",
        "Telegram bot token",
    ),
    "twilio": (lambda r: "SK" + draw(r, 32, HEX), "Twilio key"),
    "stripe": (lambda r: "sk_live_" + draw(r, 24), "Stripe key"),
    "square": (lambda r: "sq0atp-" + draw(r, 22, URL64), "Square token"),
    "paypal": (lambda r: "E" + draw(r, 79, URL64), "PayPal client secret"),
    "sendgrid": (lambda r: f"SG.{draw(r, 22, URL64)}.{draw(r, 43, URL64)}", "SendGrid key"),
    "mailgun": (lambda r: "key-" + draw(r, 32, HEX), "Mailgun key"),
    "openai": (lambda r: "sk-proj-" + draw(r, 48, URL64), "OpenAI key"),
    "anthropic": (lambda r: f"sk-ant-api03-{draw(r, 93, URL64)}AA", "Anthropic key"),
    "huggingface": (lambda r: "hf_" + draw(r, 34), "Hugging Face token"),
    "groq": (lambda r: "gsk_" + draw(r, 52), "Groq key"),
    "openrouter": (lambda r: "sk-or-v1-" + draw(r, 64, HEX), "OpenRouter key"),
    "npm": (lambda r: "npm_" + draw(r, 36), "npm token"),
    "pypi": (lambda r: "pypi-AgEIcHlwaS5vcmc" + draw(r, 120, URL64), "PyPI token"),
    "rubygems": (lambda r: "rubygems_" + draw(r, 48, HEX), "RubyGems key"),
    "crates": (lambda r: "cio" + draw(r, 32), "crates token"),
    "docker-hub": (lambda r: "dckr_pat_" + draw(r, 27, URL64), "Docker Hub token"),
    "pem": (lambda r: _pem(r, "RSA "), "private key"),
    "ssh": (lambda r: _pem(r, "OPENSSH "), "ssh key"),
    "age": (lambda r: "AGE-SECRET-KEY-1" + draw(r, 58, UPPER), "age key"),
    "jwt": (_jwt, "session token"),
    "connection-string": (
        lambda r: f"postgresql://app:{draw(r, 18)}@db.internal:5432/orders",
        "database",
    ),
    "basic-auth-url": (lambda r: f"https://deploy:{draw(r, 20)}@git.internal/team/app.git", "remote"),
    "cookie": (lambda r: f"Cookie: sid={draw(r, 40)}; theme=dark", "cookie"),
    "authorization": (lambda r: f"Authorization: Bearer {draw(r, 40, URL64)}", "header"),
    "env": (lambda r: f"DB_PASSWORD={draw(r, 16)}", "environment"),
    "generic": (lambda r: draw(r, 32), "api token"),
}  # fmt: skip

WRAPS = ("prose", "json", "code", "url", "log", "env", "diff", "base64")


def put(wrap: str, secret: str, called: str) -> str:
    """Write a secret into a surrounding as people, programs and files do."""
    name = called.upper().replace(" ", "_").replace("-", "_")
    quoted = secret.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    match wrap:
        case "prose":
            return f"ok so the {called} is {secret} , please use that for the deploy"
        case "json":
            return f'{{"id": 7, "{name.lower()}": "{quoted}", "enabled": true}}'
        case "code":
            return f'def connect():\n    {name.lower()} = "{quoted}"\n    return Client({name.lower()})'
        case "url":
            return f"curl 'https://api.internal/v1/jobs?{name.lower()}={urllib.parse.quote(secret, safe='')}&page=2'"
        case "log":
            return f"2031-04-05T10:11:12Z INFO worker[31]: {called} {secret} accepted"
        case "env":
            return f"PORT=8080\nexport {name}={secret}\nDEBUG=1"
        case "diff":
            body = secret.replace("\n", "\n+")
            return f"@@ -1,2 +1,3 @@\n import os\n-{name} = None\n+{name} = '{body}'"
        case _:
            text = f"{name.lower()}={secret}"
            return f"data: {base64.b64encode(text.encode()).decode()}\n"


def core(family: str, secret: str) -> list[str]:
    """Give the pieces of a canary that must not survive."""
    match family:
        case "connection-string" | "basic-auth-url":
            return [secret.split("://", 1)[1].split(":", 1)[1].split("@", 1)[0]]
        case "cookie":
            return [secret.split("sid=", 1)[1].split(";", 1)[0]]
        case "authorization":
            return [secret.rsplit(" ", 1)[1]]
        case "env":
            return [secret.split("=", 1)[1]]
        case "slack-webhook" | "discord-webhook":
            return [secret.rsplit("/", 1)[1]]
        case "pem" | "ssh":
            return [line for line in secret.split("\n") if not line.startswith("-")]
        case "google-service-account":
            return [part for part in secret.split("\\n") if len(part) == 64]
        case _:
            return [secret]
