"""Secrets that say what they are: each begins with letters its issuer chose for that purpose.

Lengths are a little wider than what issuers document, because they lengthen them over time.
"""

from __future__ import annotations

from typing import Any

from graphpack.patterns import compiled
from graphpack.redact.exempt import is_random, is_varied
from graphpack.redact.rules import Rule, Test

_WORD = rb"[A-Za-z0-9_-]"


def _rule(
    family: str, literals: str, pattern: bytes, *, test: Test | None = is_varied, **limits: Any
) -> Rule:
    words = tuple(word.encode() for word in literals.split())
    return Rule(family, words, compiled(pattern), test=test, **limits)


CLOUDS: tuple[Rule, ...] = (
    _rule("aws-access-key", "akia asia abia acca", rb"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _rule("aws-session-token", "fwogzxivyxdz iqojb3jpz2lu", rb"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)(?:[A-Za-z0-9/+=_-]|%[0-9A-F]{2}|\\/){60,4000}"),
    _rule("aws-bedrock-key", "absk bedrock-api-key-", rb"(?:ABSK[A-Za-z0-9+/]{60,400}={0,2}|bedrock-api-key-[A-Za-z0-9+/=_-]{40,4000})"),
    _rule("google-api-key", "aiza", rb"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_])"),
    _rule("google-oauth", "gocspx- ya29. 1//0", rb"(?:GOCSPX-[A-Za-z0-9_-]{20,64}|ya29\.[A-Za-z0-9_.-]{20,2000}|1//0[A-Za-z0-9_-]{38,120})"),
    _rule("azure-client-secret", "7q~ 8q~", rb"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,40}", before=3),
    _rule("azure-devops-token", "azdo", rb"(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])", before=76),
    _rule("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", rb"do[opr]_v1_[a-f0-9]{40,128}"),
    _rule("cloudflare-token", "cfut_ cfat_ cfk_ v1.0-", rb"(?:cf(?:ut|at|k)_[A-Za-z0-9_-]{36,100}|v1\.0-[a-f0-9]{24}-[a-f0-9]{120,180})"),
    _rule("heroku-key", "hrku-", rb"HRKU-[A-Za-z0-9_-]{36,100}"),
    _rule("alibaba-key", "ltai", rb"LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])", test=is_random),
)  # fmt: skip

CODE_HOSTS: tuple[Rule, ...] = (
    _rule("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", rb"gh[pousr]_[A-Za-z0-9_]{30,255}"),
    _rule("github-token", "github_pat_", rb"github_pat_[A-Za-z0-9_]{30,255}"),
    _rule("gitlab-token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-", rb"gl(?:pat|dt|rtr?|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[A-Za-z0-9_.=-]{16,320}"),
    _rule("gitlab-token", "gr1348941", rb"GR1348941[A-Za-z0-9_-]{20,60}"),
    _rule("gitlab-token", "_gitlab_session=", rb"_gitlab_session=(?P<secret>[0-9a-z]{32,64})"),
    _rule("bitbucket-token", "atbb bbdc-", rb"(?:ATBB[A-Za-z0-9_=.-]{24,200}|BBDC-[A-Za-z0-9+/@_-]{32,60})"),
    _rule("atlassian-token", "atatt3 atctt3", rb"AT[AC]TT3[A-Za-z0-9_+/=-]{60,400}"),
)  # fmt: skip

CHATS: tuple[Rule, ...] = (
    _rule("slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxc- xoxd- xoxo- xoxe.xox xapp-", rb"(?:xox[a-z](?:\.xox[bp])?-(?:[A-Za-z0-9-]|%[0-9A-F]{2}){18,400}|xapp-\d-[A-Za-z0-9-]{20,200})"),
    _rule("slack-webhook", "hooks.slack.com hooks.slack-gov.com", rb"hooks\.slack(?:-gov)?\.com(?:\\?/|%2[Ff])(?:services|workflows|triggers)(?P<secret>(?:(?:\\?/|%2[Ff])[A-Za-z0-9_+-]{6,80}){2,5})"),
    _rule("slack-webhook", "incoming-webhook?token=", rb"incoming-webhook\?token=(?P<secret>[A-Za-z0-9]{20,40})"),
    _rule("discord-webhook", "discord.com discordapp.com", rb"discord(?:app)?\.com(?:\\?/|%2[Ff])api(?:\\?/|%2[Ff])(?:v\d{1,2}(?:\\?/|%2[Ff]))?webhooks(?:\\?/|%2[Ff])\d{15,22}(?:\\?/|%2[Ff])(?P<secret>[A-Za-z0-9_-]{40,120})"),
    _rule("discord-token", "mfa.", rb"mfa\.[A-Za-z0-9_-]{80,96}"),
    _rule("teams-webhook", "webhook.office.com", rb"webhook\.office\.com\\?/webhookb2\\?/(?P<secret>[A-Za-z0-9@/\\-]{60,300})"),
    _rule("telegram-token", ":aa", rb"(?<![0-9])\d{8,12}\\?:AA[A-Za-z0-9_-]{32,36}(?![A-Za-z0-9])", before=13, is_bounded=False),
)  # fmt: skip

PAYMENTS_AND_MAIL: tuple[Rule, ...] = (
    _rule("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", rb"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,247}"),
    _rule("stripe-webhook-secret", "whsec_", rb"whsec_[A-Za-z0-9+/]{20,120}={0,2}"),
    _rule("square-token", "sq0atp- sq0csp- sq0idp- sq0idb-", rb"sq0[a-z]{3}-[A-Za-z0-9_-]{20,60}"),
    _rule("square-token", "eaaa", rb"EAAA[A-Za-z0-9_+=-]{56,70}(?![A-Za-z0-9])", test=is_random),
    _rule("paypal-secret", "access_token$", rb"access_token\$(?:production|sandbox)\$[a-z0-9]{12,24}\$[a-f0-9]{32}"),
    _rule("sendgrid-key", "sg.", rb"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}"),
    _rule("mailgun-key", "key-", rb"key-[0-9a-f]{32}(?![A-Za-z0-9])"),
    _rule("mailgun-key", "pubkey-", rb"pubkey-[0-9a-f]{32}(?![A-Za-z0-9])"),
    _rule("sendinblue-key", "xkeysib- xsmtpsib-", rb"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    _rule("shopify-token", "shpat_ shpca_ shppa_ shpss_", rb"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _rule("plaid-token", "access-sandbox- access-production- access-development-", rb"access-(?:sandbox|production|development)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
)  # fmt: skip

MODELS: tuple[Rule, ...] = (
    _rule("anthropic-key", "sk-ant-", rb"sk-ant-[A-Za-z0-9_-]{20,260}"),
    _rule("openrouter-key", "sk-or-", rb"sk-or-(?:v\d-)?[A-Za-z0-9_-]{20,128}"),
    _rule("openai-key", "sk-", rb"sk-(?!ant-|or-)(?:proj-|svcacct-|admin-|service-|None-)?[A-Za-z0-9_-]{20,260}", test=is_random),
    _rule("openai-key", "sess-", rb"sess-[A-Za-z0-9]{40}(?![A-Za-z0-9])", test=is_random),
    _rule("huggingface-token", "hf_ api_org_", rb"(?:hf_|api_org_)[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])", test=is_random),
    _rule("groq-key", "gsk_", rb"gsk_[A-Za-z0-9]{30,80}"),
    _rule("xai-key", "xai-", rb"xai-[A-Za-z0-9]{60,100}"),
    _rule("perplexity-key", "pplx-", rb"pplx-[A-Za-z0-9]{40,80}"),
    _rule("replicate-token", "r8_", rb"r8_[A-Za-z0-9]{37,48}(?![A-Za-z0-9])"),
    _rule("nvidia-key", "nvapi-", rb"nvapi-[A-Za-z0-9_-]{50,90}"),
    _rule("langsmith-key", "lsv2_", rb"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    _rule("openai-key", "sk-", rb"sk-[0-9a-f]{32}(?![A-Za-z0-9_-])"),
    _rule("langfuse-key", "sk-lf- pk-lf-", rb"sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    _rule("tavily-key", "tvly-", rb"tvly-[A-Za-z0-9-]{20,60}"),
    _rule("pinecone-key", "pcsk_", rb"pcsk_[A-Za-z0-9_]{40,90}"),
    _rule("wandb-key", "wandb_v1_", rb"wandb_v1_[A-Za-z0-9_]{40,90}"),
    _rule("cerebras-key", "csk-", rb"csk-[a-z0-9]{40,60}(?![A-Za-z0-9])"),
)  # fmt: skip

REGISTRIES: tuple[Rule, ...] = (
    _rule("npm-token", "npm_", rb"npm_[A-Za-z0-9]{36,48}(?![A-Za-z0-9_])"),
    _rule("npm-token", "_authtoken", rb"_authToken\s?=\s?\"?(?P<secret>[A-Za-z0-9_+/=-]{16,300})"),
    _rule("pypi-token", "pypi-", rb"pypi-[A-Za-z0-9_-]{50,400}"),
    _rule("rubygems-key", "rubygems_", rb"rubygems_[a-f0-9]{40,64}"),
    _rule("crates-token", "cio", rb"cio[A-Za-z0-9]{32,40}(?![A-Za-z0-9])", test=is_random),
    _rule("docker-token", "dckr_pat_ dckr_oat_", rb"dckr_[op]at_[A-Za-z0-9_-]{20,80}"),
    _rule("jfrog-token", "akc cmvmdgtuo", rb"(?:AKC[a-zA-Z0-9]{60,90}|cmVmdGtuO[A-Za-z0-9]{50,60})(?![A-Za-z0-9])", test=is_random),
    _rule("nuget-key", "oy2", rb"oy2[a-z0-9]{43}(?![A-Za-z0-9])", test=is_random),
)  # fmt: skip

SERVICES: tuple[Rule, ...] = (
    _rule("databricks-token", "dapi", rb"dapi[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])"),
    _rule("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", rb"dp\.(?:pt|st|ct|sa)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    _rule("dropbox-token", "sl.", rb"sl\.(?:u\.)?[A-Za-z0-9_-]{100,2000}"),
    _rule("figma-token", "figd_", rb"figd_[A-Za-z0-9_-]{36,60}"),
    _rule("fly-token", "fo1_ fm1r_ fm2_ fm1a_", rb"(?:fo1_[A-Za-z0-9_-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,4000}={0,3})"),
    _rule("grafana-token", "glsa_ glc_ eyjrijoi", rb"(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,3}|eyJrIjoi[A-Za-z0-9]{70,400}={0,3})"),
    _rule("linear-key", "lin_api_ lin_oauth_", rb"lin_(?:api|oauth)_[A-Za-z0-9]{36,80}"),
    _rule("netlify-token", "nfp_", rb"nfp_[A-Za-z0-9]{36,50}"),
    _rule("newrelic-key", "nrak- nrii- nrjs-", rb"NR(?:AK|II|JS)-[A-Za-z0-9_-]{19,40}"),
    _rule("notion-token", "ntn_ secret_", rb"(?:ntn_[A-Za-z0-9]{40,60}|secret_(?=[A-Za-z]*[0-9])(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{43}(?![A-Za-z0-9]))"),
    _rule("planetscale-token", "pscale_", rb"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}"),
    _rule("postman-key", "pmak-", rb"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    _rule("pulumi-token", "pul-", rb"pul-[a-f0-9]{40}(?![A-Za-z0-9])"),
    _rule("sentry-token", "sntrys_ sntryu_", rb"sntry[su]_[A-Za-z0-9+/=_-]{60,400}"),
    _rule("supabase-key", "sbp_ sb_secret_", rb"(?:sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})"),
    _rule("terraform-token", ".atlasv1.", rb"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}", before=14),
    _rule("vault-token", "hvs. hvb. hvr.", rb"hv[sbr]\.[A-Za-z0-9_-]{24,300}"),
    _rule("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", rb"vc[piark]_[A-Za-z0-9]{40,80}"),
    _rule("age-key", "age-secret-key-", rb"AGE-SECRET-KEY-1[A-Z0-9]{50,70}"),
)  # fmt: skip

TOKENS: tuple[Rule, ...] = (
    _rule("jwt", "eyj", rb"eyJ[A-Za-z0-9_-]{8,4000}\.(?:[A-Za-z0-9_-]{6,20000}\.[A-Za-z0-9_-]{6,4000}|eyJ[A-Za-z0-9_-]{8,20000}\.?|\.[A-Za-z0-9_-]{8,400}\.[A-Za-z0-9_-]{6,20000})(?:\.[A-Za-z0-9_-]{0,20000}){0,2}", needs=b".", closed_by=b"."),
    _rule("slack-signing-secret", "slack_signing_secret", rb"(?i:slack_signing_secret)[\"'\s:=]{1,8}(?P<secret>[a-f0-9]{32})"),
)  # fmt: skip

PREFIXED: tuple[Rule, ...] = (
    *CLOUDS, *CODE_HOSTS, *CHATS, *PAYMENTS_AND_MAIL, *MODELS, *REGISTRIES, *SERVICES, *TOKENS,
)  # fmt: skip
