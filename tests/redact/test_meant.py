"""Secrets by what is done with them: manifests, forms, CI logs, columns of settings, talk."""

from __future__ import annotations

import base64

import pytest

from graphpack.redact import Policy, Vault, clean

CHOSEN = "Sommer2024!"
DRAWN = "q8ZrT3vLx0WmYb7KcNd2HsJf"
MIXED = "vX9kQ2mT7z"


def b64(text):
    return base64.b64encode(text.encode()).decode()


FOUND = {
    "k8s plain": "kind: Secret\nstringData:\n  db: {m}\n  config.yaml: |\n    pw: {c}\n",
    "k8s encoded": "apiVersion: v1\ndata:\n  value: {e}\nkind: Secret\nmetadata:\n  name: db\n",
    "k8s quoted": 'kind: Secret\ntype: Opaque\nstringData:\n  DATABASE: "{d}"\n  OTHER: {c}',
    "k8s json": '{{"kind": "Secret", "data": {{"a": "{e}", "b": "{e}"}}, "type": "Opaque"}}',
    "k8s in a string": "kubectl said: \"kind: Secret\\ndata:\\n  value: {e}\\n\"",
    "k8s of several": "kind: ConfigMap\ndata: {{}}\n---\nkind: Secret\ndata:\n  a: {e}\n---\n",
    "netrc default": "default login anonymous password {m}",
    "column": 'admin_password                          = "{c}"',
    "mask": "::add-mask::{m}",
    "azure pipeline": "##vso[task.setvariable variable=DB_PASSWORD;issecret=true]{c}",
    "expect": 'expect "assword:"; send "{c}\\r"',
    "pexpect": "child.expect('assword:')\nchild.sendline('{c}')",
    "pair": '{{"auth": ["bob", "{c}"]}}',
    "credentials": '{{"credentials": {{"bob": "{c}"}}}}',
    "puppeteer": "await page.type('input[name=password]', '{c}')",
    "selenium": 'driver.find_element(By.ID, "password").send_keys("{c}")',
    "cypress": "cy.get('[data-test=password]').type('{c}')",
    "playwright": 'page.get_by_label("Password").fill("{c}")',
    "tool call": '{{"element": "Password textbox", "ref": "e12", "text": "{c}", "submit": true}}',
    "tool form": '{{"fields": [{{"name": "Password", "type": "textbox", "value": "{c}"}}]}}',
    "tool in a string": '"args": "{{\\"element\\": \\"Password field\\", \\"text\\": \\"{c}\\"}}"',
    "redis": "requirepass {c}\nmasterauth {m}",
    "sql server": "CREATE LOGIN app WITH PASSWORD = N'{c}'",
    "bold html": "<li><b>Password:</b> {c}</li>",
    "strong html": "<p><strong>Password</strong>: {c}</p>",
    "attribute": '<param name="pass">{c}</param>',
    "android": '<string name="api_key">{d}</string>',
    "yaml tag": "password: !!str {c}",
    "jenkins": "Please use the following password to proceed to installation:\n\n{d}\n\nThis may",
    "mysqld": "A temporary password is generated for root@localhost: {m}!,d",
    "quoted printable": "Password=3A {c}",
    "talk: creds": "creds are bob {c}",
    "talk: login": "Credentials: admin / {c}",
    "talk: brackets": "it's {c} (the root password)",
    "talk: afterwards": "set it to {c}, that's the new password",
    "snowsql": "snowsql -a acme -u bob -p {c}",
    "secret string": "aws secretsmanager create-secret --name db --secret-string {c}",
    "gh": "gh secret set DB --body '{c}'",
    "fly": "fly secrets set DATABASE={d}",
    "wrangler": "wrangler secret put DB <<< {d}",
    "pass": "pass insert acme/db <<< {c}",
    "bitwarden": "bw login bob@acme.io {c}",
}  # fmt: skip

LEFT = [
    "kind: ConfigMap\ndata:\n  theme: dark-blue-42\n",
    "kind: SecretStore\nmetadata:\n  name: vault7\n",
    "kind: Secret\nmetadata:\n  name: db-credentials\n  namespace: team7\ntype: Opaque\n",
    "kind: Secret\ndata:\n  password: ${DB_PASSWORD}\n",
    "cy.get('[data-test=password]').should('have.length', 1)",
    'page.get_by_label("Password").click("left2")',
    '{"element": "Login button", "ref": "e12", "text": "Sign in 2"}',
    '{"name": "password", "type": "string", "description": "at least 12 characters"}',
    '{"auth": ["basic", "oauth2"]}',
    '{"credentials": {"username": "bob42x"}}',
    '{"login": {"html_url2": "x"}}',
    "login with bob and two-factor-2fa",
    "the login page 2.0 is slow",
    "creds are in 1Password2",
    "<b>Password:</b> required",
    "<li><b>Token:</b> see chapter12</li>",
    '<input name="token" type="text"> field12',
    "fly secrets set NAME=VALUE",
    "gh secret set NAME --body 'value'",
    "user login failed password expired2 days ago",
    "the following password rules hold: at least 12 letters",
    "::add-mask::$TOKEN",
]


@pytest.mark.parametrize("name", FOUND)
def test_a_secret_is_hidden_by_what_is_done_with_it(name):
    text = FOUND[name].format(c=CHOSEN, d=DRAWN, m=MIXED, e=b64(CHOSEN))
    out = clean(text, Policy(), Vault())
    left = [one for one in (CHOSEN.rstrip("!"), DRAWN, MIXED, b64(CHOSEN)) if one in out]
    assert left == [], out


@pytest.mark.parametrize("text", LEFT)
def test_what_stands_in_the_same_place_and_is_none_stays(text):
    assert clean(text, Policy(), Vault()) == text
