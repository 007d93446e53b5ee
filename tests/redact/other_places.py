"""Surroundings for the second set of canaries: files, programs, logs, talk and encodings."""

from __future__ import annotations

import base64
import json
import urllib.parse
from collections.abc import Callable

Place = Callable[[str, str], str]


def _camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _said(name: str) -> str:
    return name.lower().replace("_", " ")


def _dashed(name: str) -> str:
    return name.title().replace("_", "-")


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _encode(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _wrapped(text: str, width: int) -> str:
    body = _encode(text)
    return "\n".join(body[start : start + width] for start in range(0, len(body), width))


# each takes the variable's name and the secret, which has no line breaks
PLACES: dict[str, Place] = {
    "prose-en": lambda n, s: f"hey, the {_said(n)} for staging is {s} - don't lose it",
    "prose-en-colon": lambda n, s: f"Sure! {_said(n).capitalize()}: {s}\nLet me know if it works.",
    "prose-en-code": lambda n, s: f"I set `{n}` to `{s}` and it still fails with a 401.",
    "prose-en-use": lambda n, s: f"use this {_said(n)} {s}",
    "prose-de": lambda n, s: f"Der {_said(n)} lautet {s}, bitte nicht weitergeben.",
    "prose-fr": lambda n, s: f"le {_said(n)} est {s} si tu en as besoin",
    "prose-es": lambda n, s: f"el {_said(n)} es {s} , gracias",
    "prose-pt": lambda n, s: f"a {_said(n)} é {s}",
    "prose-ru": lambda n, s: f"вот {_said(n)}: {s}",
    "prose-zh": lambda n, s: f"{_said(n)} 是 {s}",
    "prose-ja": lambda n, s: f"{_said(n)} は {s} です",
    "json": lambda n, s: json.dumps({"port": 8080, n.lower(): s, "debug": True}, indent=2),
    "json-camel": lambda n, s: json.dumps({_camel(n): s}, separators=(",", ":")),
    "json-in-json": lambda n, s: json.dumps({"body": json.dumps({n.lower(): s})}),
    "json-in-json-in-json": lambda n, s: json.dumps([json.dumps({"b": json.dumps({n: s})})]),
    "json-pairs": lambda n, s: json.dumps([{"name": n, "value": s}]),
    "yaml": lambda n, s: f"service:\n  {n.lower()}: {s}\n  replicas: 2\n",
    "yaml-quoted": lambda n, s: f"env:\n  {n}: '{s}'\n",
    "yaml-pairs": lambda n, s: f"env:\n  - name: {n}\n    value: {_quote(s)}\n",
    "compose": lambda n, s: f"    environment:\n      - {n}={s}\n      - TZ=UTC\n",
    "toml": lambda n, s: f"[auth]\n{n.lower()} = {_quote(s)}\n",
    "ini": lambda n, s: f"[default]\n{n.lower()} = {s}\nregion = eu-west-1\n",
    "properties": lambda n, s: f"app.{n.lower().replace('_', '.')}={s}\n",
    "xml": lambda n, s: f"<settings><{_camel(n)}>{s}</{_camel(n)}></settings>",
    "xml-attribute": lambda n, s: f'<add key="{_camel(n)}" value="{s}" />',
    "markdown-table": lambda n, s: f"| name | value |\n|---|---|\n| {n} | `{s}` |\n",
    "markdown-bullet": lambda n, s: f"- **{_said(n).title()}**: `{s}`\n- region: eu\n",
    "markdown-fence": lambda n, s: f"Put this in .env:\n\n```\n{n}={s}\n```\n",
    "quoted-mail": lambda n, s: f"> {n}={s}\n> thanks\n\nGot it.",
    "shell-export": lambda n, s: f"export {n}='{s}'",
    "shell-double": lambda n, s: f'$ {n}="{s}" ./deploy.sh --now',
    "shell-inline": lambda n, s: f"$ env {n}={s} make release",
    "shell-flag": lambda n, s: f"./cli login --{n.lower().replace('_', '-')} {s} --verbose",
    "shell-flag-equals": lambda n, s: f"./cli login --{n.lower().replace('_', '-')}={s}",
    "shell-heredoc": lambda n, s: f"cat > .env <<'EOF'\n{n}={s}\nEOF",
    "powershell": lambda n, s: f'$env:{n} = "{s}"',
    "setx": lambda n, s: f'C:\\> setx {n} "{s}"',
    "cmd-set": lambda n, s: f"set {n}={s}\r\necho ok\r\n",
    "fish": lambda n, s: f"set -gx {n} {s}",
    "docker-run": lambda n, s: f"docker run -e {n}={s} -p 80:80 app:latest",
    "dockerfile": lambda n, s: f"FROM alpine\nENV {n}={s}\nARG BUILD=1",
    "dockerfile-space": lambda n, s: f"FROM alpine\nENV {n} {s}\n",
    "terraform": lambda n, s: f'variable "{n.lower()}" {{\n  default = "{s}"\n}}\n',
    "tfvars": lambda n, s: f'{n.lower()}     = "{s}"\nregion = "eu"\n',
    "python": lambda n, s: f'{n} = "{s}"  # TODO move',
    "python-dict": lambda n, s: f"config = {{'{n.lower()}': '{s}', 'retries': 3}}",
    "python-call": lambda n, s: f'client = Client({n.lower()}="{s}", timeout=3)',
    "python-environ": lambda n, s: f'os.environ["{n}"] = "{s}"',
    "python-getenv": lambda n, s: f'{n.lower()} = os.getenv("{n}", "{s}")',
    "go": lambda n, s: f'cfg := Config{{\n\t{_pascal(n)}: "{s}",\n}}',
    "go-const": lambda n, s: f'const {_camel(n)} = "{s}"',
    "javascript": lambda n, s: f"const {_camel(n)} = '{s}';",
    "javascript-env": lambda n, s: f"process.env.{n} = `{s}`;",
    "typescript": lambda n, s: f"  private readonly {_camel(n)}: string = '{s}';",
    "java": lambda n, s: f'private static final String {n} = "{s}";',
    "rust": lambda n, s: f'let {n.lower()}: &str = "{s}";',
    "csharp": lambda n, s: f'public const string {_pascal(n)} = "{s}";',
    "php": lambda n, s: f"define('{n}', '{s}');",
    "php-array": lambda n, s: f"    '{n.lower()}' => '{s}',",
    "ruby": lambda n, s: f"ENV['{n}'] = '{s}'",
    "kotlin": lambda n, s: f'val {_camel(n)}: String = "{s}"',
    "curl-header": lambda n, s: f"curl -s -H 'X-{_dashed(n)}: {s}' https://api.internal/v1/me",
    "curl-data": lambda n, s: f"curl -X POST -d '{{\"{n.lower()}\":\"{s}\"}}' https://api.internal",
    "http-dump": lambda n, s: f"> GET /v1/me HTTP/1.1\n> Host: api.internal\n> X-{_dashed(n)}: {s}\n",
    "bearer": lambda n, s: f"> Authorization: Bearer {s}\n< HTTP/2 200\n# {n}",
    "query": lambda n, s: f"GET /v1?{n.lower()}={urllib.parse.quote(s, safe='')}&page=2 200 12ms",
    "form": lambda n, s: f"grant=x&{n.lower()}={urllib.parse.quote_plus(s)}",
    "csv": lambda n, s: f"id,name,value\n1,{n},{s}\n2,REGION,eu-west-1\n",
    "csv-quoted": lambda n, s: f'"1","{n}","{s}"\n',
    "log-plain": lambda n, s: f"2031-04-05 10:11:12,345 DEBUG [pool-1] using {_said(n)} {s}",
    "log-logfmt": lambda n, s: f"ts=2031-04-05T10:11:12Z level=debug {n.lower()}={s} msg=ok",
    "log-json": lambda n, s: json.dumps({"ts": "2031-04-05T10:11:12Z", "msg": f"{n}={s}"}),
    "stack-trace": lambda n, s: (
        f'  File "app.py", line 7, in main\n    login({n.lower()}="{s}")\nValueError: {n}={s!r} is bad'
    ),
    "diff-plus": lambda n, s: f"@@ -1 +1 @@\n-{n}=\n+{n}={s}\n",
    "diff-minus": lambda n, s: f'--- a/c.py\n+++ b/c.py\n-    {n.lower()} = "{s}"\n+    pass\n',
    "grep": lambda n, s: f"config/prod.env:12:{n}={s}",
    "numbered": lambda n, s: f"    11→PORT=80\n    12→{n}={s}\n    13→DEBUG=1",
    "ansi": lambda n, s: f"\x1b[32m{n}\x1b[0m=\x1b[33m{s}\x1b[0m",
    "env-dump": lambda n, s: f"SHELL=/bin/bash\n{n}={s}\nPWD=/srv\nLANG=C.UTF-8\n",
    "env-dump-declare": lambda n, s: f'declare -x {n}="{s}"',
    "html-input": lambda n, s: f'<input type="hidden" name="{n.lower()}" value="{s}">',
    "box-table": lambda n, s: f"│ {n} │ {s} │",
    "sql": lambda n, s: f"INSERT INTO settings (name, value) VALUES ('{n.lower()}', '{s}');",
    "github-actions": lambda n, s: f"        env:\n          {n}: {s}\n        run: make",
    "secret-command": lambda n, s: f'gh secret set {n} --body "{s}"',
    "kubectl": lambda n, s: f"kubectl create secret generic app --from-literal={n}={s}",
    "aws-configure": lambda n, s: f"aws configure set {n.lower()} {s}",
    "heroku-config": lambda n, s: f"heroku config:set {n}={s} -a shop",
    "percent": lambda n, s: urllib.parse.quote(f"redirect?{n}={s}&x=1", safe=""),
    "base64": lambda n, s: f"payload {_encode(f'{n}={s}')}",
    "base64-url": lambda n, s: base64.urlsafe_b64encode(f"{{{_quote(n)}: {_quote(s)}}}".encode()).decode(),
    "base64-64": lambda n, s: _wrapped(f"PORT=8080\nHOST=api.internal\n{n}={s}\nDEBUG=false\n", 64),
    "base64-76": lambda n, s: _wrapped(f"PORT=8080\nHOST=api.internal\n{n}={s}\nDEBUG=false\n", 76),
    "base64-indented": lambda n, s: "data: |\n  " + _wrapped(f"A=1\n{n}={s}\n", 60).replace("\n", "\n  "),
    "kubernetes-secret": lambda n, s: f"kind: Secret\ndata:\n  {n}: {_encode(s)}\n",
}  # fmt: skip

ENCODED = frozenset(name for name in PLACES if name.startswith("base64")) | {"kubernetes-secret"}
