"""More secrets that say what they are: services beyond the usual ones, and webhooks.

Each pattern is the letters its issuer begins with and what may follow them; what follows must have
been drawn at random, because the letters alone are often short.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled
from graphpack.redact.exempt import is_random, is_varied
from graphpack.redact.rules import Rule, Test

_UUID = rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_STOP = rb"(?![A-Za-z0-9_-])"
_SLASH = rb"(?:\\?/|%2[Ff])"


def _after(family: str, literals: str, rest: bytes, *, test: Test | None = is_random) -> Rule:
    words = tuple(word.encode() for word in literals.split())
    starts = b"|".join(re.escape(word) for word in words)
    return Rule(
        family, words, compiled(rb"(?<![+/])(?i:" + starts + rb")" + rest + _STOP), test=test
    )


def _whole(family: str, literals: str, pattern: bytes, *, before: int = 0) -> Rule:
    words = tuple(word.encode() for word in literals.split())
    return Rule(family, words, compiled(pattern), before=before, test=is_varied)


NETWORKS: tuple[Rule, ...] = (
    _after("tailscale-key", "tskey-auth- tskey-api- tskey-client- tskey-webhook-", rb"[A-Za-z0-9-]{16,90}"),
    _after("cloudsmith-key", "csa_", rb"[A-Za-z0-9]{30,60}"),
    _after("scaleway-key", "scw", rb"[A-Z0-9]{17}"),
    _after("tencent-key", "akid", rb"[A-Za-z0-9]{13,32}"),
    _after("yandex-token", "t1.", rb"[A-Za-z0-9_-]{10,200}\.[A-Za-z0-9_-]{86}={0,2}"),
    _after("aiven-token", "avns_ aivenv1", rb"[A-Za-z0-9+/_-]{19,420}"),
    _after("neon-key", "napi_ npg_", rb"[A-Za-z0-9]{12,80}"),
    _after("mongodb-key", "mdb_sa_sk_", rb"[A-Za-z0-9_-]{30,60}"),
    _after("render-key", "rnd_", rb"[A-Za-z0-9]{28,40}"),
    _after("railway-token", "railway_", rb"[A-Za-z0-9_-]{30,60}"),
    _after("infisical-token", "st.", rb"[A-Za-z0-9-]{20,60}\.[A-Za-z0-9]{20,60}\.[A-Za-z0-9]{20,60}"),
    _after("onepassword-token", "ops_eyj", rb"[A-Za-z0-9+/=_-]{200,4000}"),
    _after("onepassword-key", "a3-", rb"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}", test=is_varied),
    _whole("azure-key", "jqqj99", rb"(?<![A-Za-z0-9])[A-Za-z0-9]{40,64}JQQJ99[A-Za-z0-9]{10,30}(?![A-Za-z0-9])", before=64),
    _whole("azure-registry-key", "+acr", rb"(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40,44}\+ACR[A-Za-z0-9]{6,10}", before=44),
    _whole("azure-search-key", "azse", rb"(?<![A-Za-z0-9])[A-Za-z0-9]{40,44}AzSe[A-Za-z0-9]{2,12}(?![A-Za-z0-9])", before=44),
)  # fmt: skip

DEVELOPERS: tuple[Rule, ...] = (
    _after("sonar-token", "sqp_ squ_ sqa_ sqb_", rb"[a-f0-9]{40}", test=is_varied),
    _after("sourcegraph-token", "sgp_", rb"(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}", test=is_varied),
    _after("sourcegraph-token", "sgamp_user_", rb"[A-Za-z0-9_]{30,80}"),
    _after("segment-token", "sgp_", rb"[A-Za-z0-9]{60,70}"),
    _after("circleci-token", "ccipat_ cciprj_", rb"[A-Za-z0-9]{18,24}_[a-f0-9]{40}", test=is_varied),
    _after("buildkite-token", "bkua_ bkaj_ bkpt_", rb"[A-Za-z0-9]{36,50}"),
    _after("contentful-token", "cfpat-", rb"[A-Za-z0-9_-]{40,60}"),
    _after("dynatrace-token", "dt0c01. dt0s16. dt0s01.", rb"[A-Z0-9]{24}\.[A-Z0-9]{64}", test=is_varied),
    _after("honeycomb-key", "hcaik_ hcaic_ hcxik_", rb"[A-Za-z0-9]{40,64}"),
    _after("launchdarkly-key", "sdk- api- mob-", _UUID, test=is_varied),
    _after("posthog-key", "phx_ phs_", rb"[A-Za-z0-9_-]{36,60}"),
    _after("clojars-token", "clojars_", rb"[a-f0-9]{60}", test=is_varied),
    _after("apify-token", "apify_api_", rb"[A-Za-z0-9]{30,50}"),
    _after("dbt-token", "dbtc_ dbtu_", rb"[A-Za-z0-9_-]{36,80}"),
    _after("runpod-key", "rpa_", rb"[A-Z0-9]{40,60}"),
    _after("cursor-key", "crsr_ key_", rb"[a-f0-9]{64}", test=is_varied),
    _after("context7-key", "ctx7sk-", _UUID, test=is_varied),
    _after("n8n-key", "n8n_api_", rb"[a-f0-9]{40,120}", test=is_varied),
    _after("readme-key", "rdme_", rb"[a-z0-9]{60,80}", test=is_varied),
    _after("snyk-token", "snyk_uat. snyk_sat.", rb"[a-f0-9]{8}\.[A-Za-z0-9_-]{40,120}"),
    _after("prefect-key", "pnu_ pnb_", rb"[A-Za-z0-9]{36}", test=is_varied),
    _after("artifactory-token", "cmvmdgtu", rb"[A-Za-z0-9]{50,60}"),
    _after("figma-token", "figu_ figo_ figdr_", rb"[A-Za-z0-9_-]{36,60}"),
    _after("asana-token", "1/", rb"\d{16}:[a-f0-9]{32}", test=is_varied),
    _after("asana-token", "2/", rb"\d{16}/\d{16}:[a-f0-9]{32}", test=is_varied),
    _after("clickup-token", "pk_", rb"\d{6,9}_[A-Z0-9]{32}", test=is_varied),
    _whole("newrelic-key", "nral", rb"(?<![A-Za-z0-9])[a-f0-9]{32,36}(?:FFFF)?NRAL(?![A-Za-z0-9])", before=40),
    _whole("rapidapi-key", "msh", rb"(?<![A-Za-z0-9])[a-f0-9]{10}msh[a-f0-9]{15}p1[a-f0-9]{5,7}jsn[a-f0-9]{12}(?![A-Za-z0-9])", before=10),
    _whole("artifactory-token", "eyj2zxiioiiy", rb"eyJ2ZXIiOiIy[A-Za-z0-9_-]{20,400}(?:\.[A-Za-z0-9_-]{20,4000}){1,2}"),
)  # fmt: skip

LEARNING: tuple[Rule, ...] = (
    _after("jina-key", "jina_", rb"[a-f0-9]{32}[A-Za-z0-9_-]{20,40}", test=is_varied),
    _after("firecrawl-key", "fc-", rb"[a-f0-9]{32}", test=is_varied),
    _after("voyage-key", "pa-", rb"[A-Za-z0-9_-]{40,60}"),
    _after("llamacloud-key", "llx-", rb"[A-Za-z0-9_-]{40,60}"),
    _after("e2b-key", "e2b_", rb"[a-f0-9]{40}", test=is_varied),
    _after("modal-token", "ak- as-", rb"[A-Za-z0-9]{22}"),
    _after("together-key", "tgp_v1_", rb"[A-Za-z0-9_-]{40,60}"),
    _after("fireworks-key", "fw_", rb"[A-Za-z0-9]{22,60}"),
    _after("anyscale-key", "esecret_ aph0_", rb"[A-Za-z0-9]{24,60}"),
    _after("elevenlabs-key", "sk_", rb"[a-f0-9]{48}", test=is_varied),
    _after("brave-key", "bsa", rb"[A-Za-z0-9_-]{27,31}"),
)  # fmt: skip

BUSINESS: tuple[Rule, ...] = (
    _after("hubspot-token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", _UUID, test=is_varied),
    _after("resend-key", "re_", rb"[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}"),
    _after("typeform-token", "tfp_", rb"[A-Za-z0-9_.=-]{40,64}"),
    _after("facebook-token", "eaa", rb"[A-Za-z0-9]{90,400}"),
    _after("instagram-token", "igqv", rb"[A-Za-z0-9_-]{80,400}"),
    _after("linkedin-secret", "wpl_ap1.", rb"[A-Za-z0-9_-]{12,24}\.[A-Za-z0-9+/=]{6,12}"),
    _after("mapbox-token", "sk.eyj", rb"[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{20,40}"),
    _after("adyen-key", "aqe", rb"[A-Za-z0-9+/=._^-]{100,260}"),
    _after("razorpay-key", "rzp_live_ rzp_test_", rb"[A-Za-z0-9]{14,24}"),
    _after("flutterwave-key", "flwseck- flwseck_test- flwseck_live-", rb"[A-Za-z0-9]{12,40}(?:-X)?"),
    _after("mollie-key", "live_ test_", rb"[A-Za-z0-9]{30}"),
    _after("paddle-key", "pdl_live_apikey_ pdl_sdbx_apikey_", rb"[A-Za-z0-9_]{40,80}"),
    _after("easypost-key", "ezak ezt", rb"[A-Za-z0-9]{54,60}"),
    _after("shippo-key", "shippo_live_ shippo_test_", rb"[a-f0-9]{40}", test=is_varied),
    _after("duffel-key", "duffel_live_ duffel_test_", rb"[A-Za-z0-9_-]{40,50}"),
    _after("stytch-secret", "secret-live- secret-test-", rb"[A-Za-z0-9_=-]{30,60}"),
    _after("frameio-token", "fio-u-", rb"[A-Za-z0-9_=-]{60,70}"),
    _whole("salesforce-token", "00d", rb"00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}"),
)  # fmt: skip

WEBHOOKS: tuple[Rule, ...] = (
    _whole("webhook", "open-apis open.feishu.cn open.larksuite.com", rb"open\.(?:feishu\.cn|larksuite\.com)" + _SLASH + rb"open-apis" + _SLASH + rb"bot" + _SLASH + rb"v2" + _SLASH + rb"hook" + _SLASH + rb"(?P<secret>[0-9a-f-]{36})"),
    _whole("webhook", "qyapi.weixin.qq.com", rb"qyapi\.weixin\.qq\.com[^\s\"']{1,60}key=(?P<secret>[0-9a-f-]{36})"),
    _whole("webhook", "hooks.zapier.com", rb"hooks\.zapier\.com" + _SLASH + rb"hooks" + _SLASH + rb"catch" + _SLASH + rb"(?P<secret>\d{4,12}" + _SLASH + rb"[A-Za-z0-9]{5,12})"),
    _whole("webhook", "hook.eu hook.us hook.integromat", rb"hook\.(?:(?:eu|us)\d\.make|integromat)\.com" + _SLASH + rb"(?P<secret>[a-z0-9]{20,50})"),
    _whole("webhook", "maker.ifttt.com", rb"maker\.ifttt\.com[^\s\"']{1,80}" + _SLASH + rb"key" + _SLASH + rb"(?P<secret>[A-Za-z0-9_-]{18,60})"),
    _whole("node-key", "alchemy.com infura.io", rb"(?:alchemy\.com|infura\.io)" + _SLASH + rb"(?:ws" + _SLASH + rb")?v\d" + _SLASH + rb"(?P<secret>[A-Za-z0-9_-]{28,64})"),
    _whole("telegram-token", "api.telegram.org", rb"api\.telegram\.org" + _SLASH + rb"(?:file" + _SLASH + rb")?bot(?P<secret>\d{8,12}(?::|%3[Aa])[A-Za-z0-9_-]{30,40})"),
    _whole("signed-url", "x-amz-signature x-goog-signature", rb"(?i:x-(?:amz|goog)-signature)=(?P<secret>[a-f0-9]{64,600})"),
    _whole("signed-url", "&signature=", rb"&Signature=(?P<secret>[A-Za-z0-9~_%+/-]{60,600})"),
    _whole("one-time-secret", "otpauth:", rb"otpauth:[^\s\"']{1,200}[?&]secret=(?P<secret>[A-Z2-7]{10,64})"),
    _whole("password-hash", "$2a$ $2b$ $2y$", rb"\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}"),
    _whole("password-hash", "$apr1$ $argon2i $5$ $6$ $y$", rb"\$(?:apr1|5|6|y|argon2id?)\$[A-Za-z0-9$=,./+]{20,200}"),
)  # fmt: skip

MORE: tuple[Rule, ...] = (*NETWORKS, *DEVELOPERS, *LEARNING, *BUSINESS, *WEBHOOKS)
