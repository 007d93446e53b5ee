"""Where the third set of canaries stands: settings, commands, code and talk, written anew."""

from __future__ import annotations

import base64
import json
import urllib.parse
from collections.abc import Callable

Write = Callable[[str, str], str]


def _low(name: str) -> str:
    return name.lower()


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


def _camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(map(str.title, rest))


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


# by notation: writes a text of what a secret is called, and the secret
FRESH_PLACES: dict[str, Write] = {
    "yaml-nested": lambda n, s: f"gauge:\n  auth:\n    {_low(n)}: \"{s}\"   # rotate in May\n    retries: 2\n",
    "yaml-block": lambda n, s: f"{_low(n)}: |\n  {s}\nother: 1\n",
    "yaml-folded": lambda n, s: f"{_low(n)}: >-\n    {s}\nother: 1\n",
    "yaml-list": lambda n, s: f"- {{name: {n}, value: {s}}}\n- {{name: TZ, value: UTC}}\n",
    "yaml-windows": lambda n, s: f"a: 1\r\n{_low(n)}: {s}\r\nb: 2\r\n",
    "toml-table": lambda n, s: f"[profile.tide]\n\"{_low(n)}\" = '{s}'\n",
    "toml-inline": lambda n, s: f"auth = {{ user = \"mara\", {_low(n)} = \"{s}\" }}\n",
    "ini-spaced": lambda n, s: f"[tide]\n{_low(n)}   =   {s}\n; end\n",
    "ini-colon": lambda n, s: f"[tide]\n{_low(n)}: {s}\n",
    "properties-dots": lambda n, s: f"tide.{_low(n).replace('_', '-')} = {s}\n# end\n",
    "properties-escaped": lambda n, s: f"tide.{_camel(n)}={s.replace(':', chr(92) + ':')}\n",
    "export-bare": lambda n, s: f"export {n}={s}; ./gauge --once",
    "export-ansi-c": lambda n, s: f"export {n}=$'{s}'",
    "export-chain": lambda n, s: f"cd /srv && {n}={s} PORT=80 ./gauge",
    "readonly": lambda n, s: f"declare -rx {n}=\"{s}\"\nreadonly OTHER=1",
    "csh": lambda n, s: f"setenv {n} {s}\n",
    "powershell-set": lambda n, s: f"[Environment]::SetEnvironmentVariable('{n}', '{s}', 'User')",
    "powershell-item": lambda n, s: f"Set-Item -Path Env:{n} -Value '{s}'",
    "powershell-splat": lambda n, s: f"$args = @{{ {_camel(n)} = '{s}'; Verbose = $true }}",
    "docker-env-two": lambda n, s: f"ENV TZ=UTC \\\n    {n}={s}\nRUN make\n",
    "docker-arg": lambda n, s: f"docker build --build-arg {n}={s} -t tide .",
    "docker-run-long": lambda n, s: f"docker run --rm --env {n}=\"{s}\" tide",
    "compose-mapping": lambda n, s: f"services:\n  tide:\n    environment:\n      {n}: {s}\n      TZ: UTC\n",
    "compose-quoted": lambda n, s: f"    environment:\n      - \"{n}={s}\"\n",
    "kubernetes-data": lambda n, s: f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: tide\ndata:\n  {_low(n).replace('_', '-')}: {_base64(s)}\n",
    "kubernetes-string": lambda n, s: f"kind: Secret\nstringData:\n  {n}: {s}\n",
    "helm-set": lambda n, s: f"helm upgrade tide ./chart --set-string env.{n}='{s}'",
    "terraform-resource": lambda n, s: f"resource \"x\" \"y\" {{\n  {_low(n)}   = \"{s}\"\n  region = \"eu\"\n}}\n",
    "terraform-flag": lambda n, s: f"terraform apply -var '{_low(n)}={s}' -auto-approve",
    "terraform-environment": lambda n, s: f"export TF_VAR_{_low(n)}={s}",
    "ansible": lambda n, s: f"  vars:\n    tide_{_low(n)}: '{s}'\n",
    "circle": lambda n, s: f"circleci env-var store {n} {s}",
    "fly": lambda n, s: f"fly secrets set {n}={s} --app tide",
    "vercel": lambda n, s: f"echo \"{n}={s}\" >> .env.production",
    "wrangler": lambda n, s: f"[vars]\n{n} = \"{s}\"\n",
    "curl-header": lambda n, s: f"curl -sS -H \"X-{n.replace('_', '-').title()}: {s}\" https://tide.internal/v2",
    "curl-bearer": lambda n, s: f"curl -H 'Authorization: Bearer {s}' https://tide.internal  # {n}",
    "curl-user": lambda n, s: f"curl -u 'mara:{s}' https://tide.internal/{_low(n)}",
    "curl-json": lambda n, s: f"curl --json '{{\"{_camel(n)}\": \"{s}\"}}' https://tide.internal",
    "httpie": lambda n, s: f"http POST tide.internal {_low(n)}={s}",
    "url-query": lambda n, s: f"https://tide.internal/v2/read?station=4&{_low(n)}={urllib.parse.quote(s, safe='')}#top",
    "url-user": lambda n, s: f"git clone https://mara:{urllib.parse.quote(s, safe='')}@git.internal/tide.git  # {n}",
    "url-escaped": lambda n, s: json.dumps({"next": f"https://t.internal/?a=1&{_low(n)}={urllib.parse.quote(s, safe='')}"}).replace("/", "\\/").replace("&", "\\u0026"),
    "json-slashes": lambda n, s: json.dumps({_camel(n): s}).replace("/", "\\/"),
    "json-in-json": lambda n, s: json.dumps({"body": json.dumps({"env": {n: s}})}),
    "json-pretty": lambda n, s: json.dumps({"a": {"b": [{_low(n): s}, 1]}}, indent=4),
    "json-unicode": lambda n, s: json.dumps({n: s}).replace("=", "\\u003d").replace("+", "\\u002b"),
    "json5": lambda n, s: f"{{ {_camel(n)}: '{s}', // for the gauge\n}}",
    "python-typed": lambda n, s: f"{_low(n)}: str = \"{s}\"",
    "python-default": lambda n, s: f"def connect({_low(n)}=\"{s}\", *, port=80):",
    "python-setdefault": lambda n, s: f"os.environ.setdefault(\"{n}\", \"{s}\")",
    "python-repr": lambda n, s: f"Settings({_low(n)}='{s}', debug=False)",
    "python-bytes": lambda n, s: f"{n} = b'{s}'",
    "go-setenv": lambda n, s: f"os.Setenv(\"{n}\", \"{s}\")",
    "go-raw": lambda n, s: f"{_camel(n)} := `{s}`",
    "rust-const": lambda n, s: f"pub const {n}: &'static str = \"{s}\";",
    "java-builder": lambda n, s: f"Client.builder().{_camel(n)}(\"{s}\").build();",
    "kotlin-map": lambda n, s: f"mapOf(\"{n}\" to \"{s}\")",
    "swift": lambda n, s: f"static let {_camel(n)} = \"{s}\"",
    "ruby-hash": lambda n, s: f"config.{_low(n)} = '{s}'",
    "elixir": lambda n, s: f"config :tide, {_low(n)}: \"{s}\"",
    "php-env": lambda n, s: f"putenv('{n}={s}');",
    "csharp-json": lambda n, s: f"  \"ConnectionStrings\": {{ \"{_camel(n)}\": \"{s}\" }}",
    "javascript-object": lambda n, s: f"new Tide({{ {_camel(n)}: \"{s}\", retries: 3 }})",
    "vim": lambda n, s: f"let ${n} = '{s}'",
    "lua": lambda n, s: f"vim.env.{n} = [[{s}]]",
    "sql-update": lambda n, s: f"UPDATE settings SET {_low(n)} = '{s}' WHERE id = 4;",
    "table-aligned": lambda n, s: f"NAME{' ' * 30}VALUE\n{n:<34}{s}\nTZ{' ' * 32}UTC\n",
    "log-bracket": lambda n, s: f"[2031-05-06 07:08:09] tide.DEBUG: loaded {n}=[{s}] in 3ms",
    "log-kv-quoted": lambda n, s: f"level=info msg=\"start\" {_low(n)}=\"{s}\" took=3ms",
    "error": lambda n, s: f"Error: invalid {_words(n)}: {s} (status 401)",
    "git-diff": lambda n, s: f"@@ -3,2 +3,2 @@\n PORT=80\n-{n}=changeme\n+{n}={s}\n",
    "cat-numbers": lambda n, s: f"     3\tPORT=80\n     4\t{n}={s}\n",
    "printenv": lambda n, s: f"$ printenv {n}\n{s}\n$ ",
    "prose-en": lambda n, s: f"I put the new {_words(n)} into the vault, it's {s} - please rotate it.",
    "prose-paren": lambda n, s: f"The {_words(n)} ({s}) was in the log.",
    "prose-es": lambda n, s: f"Hola, el {_words(n)} nuevo es «{s}», no lo compartas.",
    "prose-zh": lambda n, s: f"新的 {n} 是 {s}，请不要外传。",
    "prose-zh-tight": lambda n, s: f"请把{n}设为{s}，然后重启。",
    "prose-ja": lambda n, s: f"{n}は「{s}」です。",
    "markdown-code": lambda n, s: f"Set `{n}` to `{s}` and restart.",
    "markdown-bold": lambda n, s: f"**{n}:** {s}\n",
    "html-code": lambda n, s: f"<p>Your {_words(n)}: <code>{s}</code></p>",
    "html-escaped": lambda n, s: f"&quot;{_camel(n)}&quot;: &quot;{s.replace('+', '&#43;').replace('=', '&#61;')}&quot;",
    "xml-cdata": lambda n, s: f"<{_camel(n)}><![CDATA[{s}]]></{_camel(n)}>",
    "plist": lambda n, s: f"<key>{n}</key>\n<string>{s}</string>",
    "base64-json": lambda n, s: _base64(json.dumps({"user": "mara", _low(n): s})),
    "base64-data-url": lambda n, s: f"data:text/plain;base64,{_base64(f'{n}={s}')}",
}  # fmt: skip

FRESH_ENCODED = {"kubernetes-data", *(name for name in FRESH_PLACES if name.startswith("base64"))}
