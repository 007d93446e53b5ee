"""What looks like secrets and is none: digests, ids, public keys, pictures, examples."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable
from itertools import pairwise

from tests.redact.fresh_canaries import ALNUM, B64, HEX, LOWER, URL64, drawn

Write = Callable[[random.Random], str]
_sha1, _sha256, _sha512, _md5 = (drawn(HEX, count) for count in (40, 64, 128, 32))
_uuid = drawn(HEX, 8, 4, 4, 4, 12)


def _digest(rng: random.Random, count: int) -> str:
    return base64.b64encode(rng.randbytes(count)).decode()


def _lines(rng: random.Random, count: int, width: int = 64) -> str:
    return "\n".join(drawn(B64, width)(rng) for _ in range(count))


def _drawing(rng: random.Random) -> str:
    path = " ".join(str(rng.randrange(99)) for _ in range(60))
    return base64.b64encode(
        f'<svg xmlns="http://www.w3.org/2000/svg"><path d="M{path}"/></svg>'.encode()
    ).decode()


def _minified(rng: random.Random) -> str:
    names = [drawn(string.ascii_letters, 2)(rng) for _ in range(40)]
    calls = [
        f"{a}.{b}=function({a},{b}){{return {a}[{rng.randrange(999)}]^{b}>>>{rng.randrange(32)}}}"
        for a, b in pairwise(names)
    ]
    return "!function(e,t){" + ";".join(calls) + ",token:e.token,key:t.key,password:void 0}(this);"


HARMLESS: dict[str, Write] = {
    "npm-lock": lambda r: f'"node_modules/tide": {{"version": "4.17.{r.randrange(99)}", "resolved": "https://registry.internal/tide/-/tide-4.1.tgz", "integrity": "sha512-{_digest(r, 64)}", "license": "MIT"}}',
    "yarn-lock": lambda r: f'"@tide/token-key@^7.1.0":\n  version "7.1.2"\n  resolved "https://r.internal/token-key-7.1.2.tgz#{_sha1(r)}"\n  integrity sha1-{_digest(r, 20)}\n',
    "pnpm-lock": lambda r: f"  /secret-keys@1.0.{r.randrange(9)}:\n    resolution: {{integrity: sha512-{_digest(r, 64)}}}\n    engines: {{node: '>=18'}}\n",
    "poetry-lock": lambda r: f'files = [\n    {{file = "tokenize_rt-5.2.0-py2.py3-none-any.whl", hash = "sha256:{_sha256(r)}"}},\n]\n',
    "uv-lock": lambda r: f'sdist = {{ url = "https://files.internal/packages/{_sha256(r)[:2]}/{_sha256(r)[:60]}/keyring-25.tar.gz", hash = "sha256:{_sha256(r)}", size = 62750 }}',
    "pip-hashes": lambda r: f"secretstorage==3.3.3 \\\n    --hash=sha256:{_sha256(r)} \\\n    --hash=sha256:{_sha256(r)}\n",
    "cargo-lock": lambda r: f'[[package]]\nname = "secrecy"\nversion = "0.8.0"\nchecksum = "{_sha256(r)}"\ndependencies = ["zeroize"]\n',
    "go-sum": lambda r: f"github.com/tide/token v1.4.{r.randrange(9)} h1:{_digest(r, 32)}\ngithub.com/tide/token v1.4.1/go.mod h1:{_digest(r, 32)}\n",
    "go-pseudo": lambda r: f"require github.com/tide/auth v0.0.0-20310405101112-{_sha1(r)[:12]}",
    "gemfile-lock": lambda r: f"GIT\n  remote: https://git.internal/auth.git\n  revision: {_sha1(r)}\n",
    "composer-lock": lambda r: f'"reference": "{_sha1(r)}", "shasum": "", "content-hash": "{_md5(r)}"',
    "nix": lambda r: f'src = fetchFromGitHub {{ owner = "tide"; repo = "keys"; rev = "{_sha1(r)}"; hash = "sha256-{_digest(r, 32)}"; }};',
    "bazel": lambda r: f'http_archive(name = "rules_key", sha256 = "{_sha256(r)}", urls = ["https://r.internal/a.tgz"])',
    "git-log": lambda r: f"commit {_sha1(r)} (HEAD -> auth-token, tag: v3)\nMerge: {_sha1(r)[:9]} {_sha1(r)[:9]}\n\n    Rename the secret key of the token cache\n",
    "git-index": lambda r: f"diff --git a/auth/token.py b/auth/token.py\nindex {_sha1(r)[:10]}..{_sha1(r)[:10]} 100644\n",
    "git-lfs": lambda r: f"version https://git-lfs.internal/spec/v1\noid sha256:{_sha256(r)}\nsize 12345\n",
    "git-tree": lambda r: f"100644 blob {_sha1(r)}\tsecrets/password.md\n040000 tree {_sha1(r)}\tkeys\n",
    "docker-digest": lambda r: f"FROM redis:7@sha256:{_sha256(r)}\nStep 4/9 : RUN make token\n ---> {_sha1(r)[:12]}\n",
    "docker-inspect": lambda r: json.dumps({"Id": f"sha256:{_sha256(r)}", "RootFS": {"Layers": [f"sha256:{_sha256(r)}"]}}),
    "containers": lambda r: f"CONTAINER ID   IMAGE\n{_sha1(r)[:12]}   vault:1.15\n{_sha256(r)}   auth\n",
    "kubernetes-ids": lambda r: f"uid: {_uuid(r)}\nresourceVersion: \"{r.randrange(10**8)}\"\nname: token-cleaner-{drawn(HEX, 10)(r)}-{drawn(LOWER, 5)(r)}\n",
    "trace": lambda r: f"traceparent: 00-{_md5(r)}-{_md5(r)[:16]}-01\nx-request-id: {_uuid(r)}\n",
    "session-ids": lambda r: json.dumps({"sessionId": _uuid(r), "uuid": _uuid(r), "parentUuid": _uuid(r), "requestId": "req_011" + drawn(ALNUM, 21)(r)}),
    "message-ids": lambda r: json.dumps({"id": "msg_01" + drawn(ALNUM, 22)(r), "tool_use_id": "toolu_01" + drawn(ALNUM, 22)(r)}),
    "call-ids": lambda r: json.dumps({"call_id": "call_" + drawn(ALNUM, 24)(r), "id": "chatcmpl-" + drawn(ALNUM, 29)(r)}),
    "etag": lambda r: f'ETag: "{_md5(r)}"\nLast-Modified: Mon, 05 May 2031 07:08:09 GMT\nCache-Key: {_sha256(r)}\n',
    "script-integrity": lambda r: f'<script src="auth.js" integrity="sha384-{_digest(r, 48)}" crossorigin="anonymous"></script>',
    "content-policy": lambda r: f"Content-Security-Policy: script-src 'sha256-{_digest(r, 32)}'",
    "picture": lambda r: f"![token flow](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{drawn(B64, 900)(r)}==)",
    "picture-css": lambda r: f"background: url('data:image/svg+xml;base64,{_drawing(r)}');",
    "font": lambda r: f"src: url(data:font/woff2;base64,d09GMgABAAAAA{drawn(B64, 1200)(r)}) format('woff2');",
    "source-map": lambda r: "//# sourceMappingURL=data:application/json;base64," + base64.b64encode(json.dumps({"version": 3, "sources": ["auth/token.ts"], "names": ["key", "password"], "mappings": "AAAA;" * 40}).encode()).decode(),
    "minified": _minified,
    "ssh-public": lambda r: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{drawn(B64, 43)(r)} mara@tide",
    "ssh-public-rsa": lambda r: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{drawn(B64, 500)(r)}= deploy key of the tide host",
    "ssh-fingerprint": lambda r: f"256 SHA256:{drawn(B64, 43)(r)} mara@tide (ED25519)",
    "known-hosts": lambda r: f"|1|{_digest(r, 20)}|{_digest(r, 20)} ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{drawn(B64, 43)(r)}",
    "public-pem": lambda r: f"-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n{_lines(r, 5)}\n-----END PUBLIC KEY-----",
    "certificate": lambda r: f"-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\n{_lines(r, 14)}\n-----END CERTIFICATE-----",
    "pgp-public": lambda r: f"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINBF\n{_lines(r, 10)}\n=aB3d\n-----END PGP PUBLIC KEY BLOCK-----",
    "jwk-public": lambda r: json.dumps({"kty": "RSA", "use": "sig", "kid": drawn(URL64, 12)(r), "e": "AQAB", "n": drawn(URL64, 342)(r)}),
    "age-recipient": lambda r: f"# public key: age1{drawn('qpzry9x8gf2tvdw0s3jn54khce6mua7l', 58)(r)}",
    "aws-documented": lambda r: "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
    "placeholders": lambda r: "OPENAI_API_KEY=sk-your-key-here\nGITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nDB_PASSWORD=<your-password>\nAPI_KEY=${API_KEY}\nTOKEN=changeme\n",
    "templates": lambda r: "password: {{ vault_db_password }}\ntoken: ${{ secrets.DEPLOY_TOKEN }}\nkey: !Ref SecretKeyParameter\nsecret: $(cat /run/secrets/token)\n",
    "code": lambda r: "def rotate(token: str, password: SecretStr = None) -> ApiKey:\n    key = secrets.token_urlsafe(32)\n    return ApiKey(token=hash_token(token), key=os.environ['API_KEY'])\n",
    "sql": lambda r: f"SELECT password_hash, token_id FROM users WHERE id = '{_uuid(r)}' AND key_type = 'primary';\nALTER TABLE t ADD PRIMARY KEY (id), ADD KEY `idx_token_2031` (`token`);\n",
    "sql-rows": lambda r: f"INSERT INTO files (id, name, sha256) VALUES ('{_uuid(r)}', 'a.txt', '{_sha256(r)}'), ('{_uuid(r)}', 'b.txt', '{_sha256(r)}');",
    "arn": lambda r: f"arn:aws:secretsmanager:eu-west-1:{r.randrange(10**11, 10**12)}:secret:prod/db-password-{drawn(ALNUM, 6)(r)}",
    "azure-resource": lambda r: f"/subscriptions/{_uuid(r)}/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/tide-{drawn(LOWER, 6)(r)}",
    "links": lambda r: f"https://docs.internal/document/d/{drawn(URL64, 44)(r)}/edit and https://v.internal/watch?v={drawn(URL64, 11)(r)}",
    "issue": lambda r: f"Fixed in {_sha1(r)[:8]}: the password field (see #{r.randrange(9999)}) no longer trims; token count went from 12,345 to 11,002.",
    "tokens-used": lambda r: json.dumps({"usage": {"input_tokens": r.randrange(9**6), "cache_creation_input_tokens": r.randrange(9**6), "output_tokens": 12}, "max_tokens": 8192}),
    "css-modules": lambda r: f".LoginForm_password__{drawn(ALNUM, 5)(r)}{{color:#{_sha1(r)[:6]}}}.token_key__{drawn(ALNUM, 5)(r)}{{}}",
    "chunks": lambda r: f"dist/assets/auth-token-{drawn(URL64, 8)(r)}.js   {r.randrange(999)} kB │ gzip: 12.1 kB\ndist/static/js/key.{_sha1(r)[:8]}.chunk.js\n",
    "checksums": lambda r: f"{_sha256(r)}  password-store.tar.gz\n{_md5(r)}  keys.tgz\nSHA512 (token.iso) = {_sha512(r)}\n",
    "ipfs": lambda r: f"Qm{drawn(ALNUM, 44)(r)}\nbafybei{drawn('abcdefghijklmnopqrstuvwxyz234567', 52)(r)}",
    "addresses": lambda r: f"0x{_sha1(r)} paid 0x{_sha256(r)} in block {r.randrange(10**8)}",
    "snowflakes": lambda r: f"guild {r.randrange(10**17, 10**18)} channel {r.randrange(10**17, 10**18)}",
    "ulid-log": lambda r: f"job 01J{drawn('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)(r)} done; run_{drawn(ALNUM, 24)(r)} queued",
}  # fmt: skip
