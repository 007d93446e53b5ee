"""What is found: every family in every surrounding, and nothing that only looks like a secret."""

from __future__ import annotations

import base64
import gzip
import hashlib
import random
import urllib.parse
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.redact import Policy, Vault, find
from graphpack.redact.detect import _in_characters
from graphpack.redact.placeholders import hide
from graphpack.redact.rules import Hit
from graphpack.redact.seen import _without_colours
from graphpack.redact.values import accepts
from tests.redact.canaries import ALNUM, B64, FAMILIES, HEX, WRAPS, core, draw, put
from tests.timing import grows_linearly

DETECTOR = Policy().detector()


def hidden(text: str) -> str:
    return hide(text, DETECTOR.find(text), Vault())


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_a_canary_does_not_survive(family, wrap):
    make, called = FAMILIES[family]
    for number in range(3):
        secret = make(random.Random(f"{family}-{number}"))
        text = put(wrap, secret, called)
        out = hidden(text)
        if wrap == "base64":
            assert text.strip().removeprefix("data: ") not in out
        for piece in core(family, secret):
            assert piece not in out
            assert urllib.parse.quote(piece, safe="") not in out


G = draw(random.Random(5), 32)
PASSWORD = "Xk9#mPq2$vL8"
NOTATIONS = [
    f"-H 'X-Api-Key: {G}'",
    f"| api key | {G} |",
    f'<add key="ApiKey" value="{G}"/>',
    f"<password>{PASSWORD}</password>",
    f"my password's {PASSWORD}",
    f"pw: {PASSWORD}",
    f"the pass is {PASSWORD}",
    f"PGPASSWORD={PASSWORD} psql",
    f"--password {PASSWORD}",
    f"--token {G}",
    f'{{"key":"password","value":"{PASSWORD}"}}',
    f'"{{\\"password\\": \\"{PASSWORD}\\"}}"',
    f"mongodb+srv://app:{PASSWORD}@cluster.internal",
    f"redis://:{G}@cache:6379",
    f"Server=db;User Id=sa;Password={PASSWORD};",
    f"Basic {base64.b64encode(f'ops:{PASSWORD}'.encode()).decode()}",
    f"git clone https://{G}@git.internal/a/b",
    f"docker login -u me -p {PASSWORD}",
    f"wifi password {PASSWORD}",
    f"el token es {G}",
    f"密码：{PASSWORD}",
    f"Passwort: {PASSWORD}",
    f"contraseña: {PASSWORD}",
    f"here are creds: {G}",
    f"  token: >-\n    {G}",
    f"{G} is my api key",
    f"const secret = `{G}`;",
    f"machine git.internal login ops password {PASSWORD}",
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_a_value_beside_a_secret_word_is_found_in_any_notation(text):
    out = hidden(text)
    assert "⟨secret:" in out
    assert G not in out
    assert PASSWORD not in out


_R = random.Random(11)
_SHA1, _SHA256 = draw(_R, 40, HEX), draw(_R, 64, HEX)
HARMLESS = [
    f"commit {_SHA1}",
    f"HEAD is now at {_SHA1[:12]} fix the token parser",
    f"git checkout {_SHA1}",
    f"sha256:{_SHA256}",
    f'"integrity": "sha512-{base64.b64encode(_R.randbytes(64)).decode()}"',
    f'checksum = "{_SHA256}"',
    f"--hash=sha256:{_SHA256}",
    f"id: {uuid.UUID(int=_R.getrandbits(128), version=4)}",
    f'"sessionId": "{uuid.UUID(int=_R.getrandbits(128), version=4)}"',
    f"ETag: \"{draw(_R, 32, HEX)}\"",
    f"data:image/png;base64,iVBORw0KGgo{draw(_R, 4000, B64)}",
    "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    'token = "your-api-key-here"',
    "API_KEY=<your key>",
    "password: ${DB_PASSWORD}",
    "password = getpass.getpass()",
    "token: string",
    "const token = await getToken(user.id);",
    "api_key = os.environ['API_KEY']",
    "MAX_TOKENS=4096",
    "total_tokens: 128000",
    "postgres://postgres:postgres@localhost:5432/app",
    "https://user:password@example.com",
    "the tokenizer splits camelCaseIdentifiersLikeThisOne2 apart",
    "sk-learn and risk-adjusted-return-on-capital-employed",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "password must contain 8 characters, 1 digit and 1 symbol",
    "--- PASS: TestMapChangeType/rename (0.00s)",
    "cache key: setup-tool-1-x86_64-unknown-linux-gnu-0.7.13-abcdef",
    "primary_key=True, foreign_key='user.id2'",
    "src/components/authentication/TokenRefreshHandlerFactory2.tsx",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_stays(text):
    assert hidden(text) == text


def test_a_digest_beside_a_secret_word_is_told_by_its_name():
    digest = hashlib.sha256(b"x").hexdigest()
    assert hidden(f"token_hash: {digest}") == f"token_hash: {digest}"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_what_was_hidden_is_found_no_more(text):
    once = hidden(f"{text} password={G} {text}")
    assert hidden(once) == once
    assert find(once, Policy()) == ()


@given(st.binary(max_size=300))
def test_any_text_can_be_searched(data):
    text = data.decode("utf-8", "surrogateescape")
    for start, end, _ in DETECTOR.find(text):
        assert 0 <= start < end <= len(text)


@given(st.text(alphabet="äß漢字😀e\u0301 ", max_size=40))
def test_offsets_count_characters_whatever_stands_before(before):
    text = f"{before}\npassword={G}\n{before}"
    assert [text[start:end] for start, end, _ in DETECTOR.find(text)] == [G]


def test_base64_that_is_wrapped_over_lines_is_read_as_one():
    body = base64.b64encode(f"export API_TOKEN={draw(_R, 120, ALNUM)}".encode()).decode()
    text = "\n".join(body[start : start + 60] for start in range(0, len(body), 60))
    assert body[:60] not in hidden(text)


@pytest.mark.parametrize(
    "unit",
    [
        "a" * 64, "password=", "token is ", "://a:", "-----BEGIN RSA PRIVATE KEY-----\n", "%41",
        "-----END RSA PRIVATE KEY-----\n", "MIIEpAIBAAKC", "| password |\n", "passwords: [",
        '" + "a', "\\u0067", "&#103;", "0x41, ", "00000000: 4141 4141  AA\n",
        "echo ab12c | sudo -S ",
        "insert into t (password) values (", "curl -u a:", "openssl -k ", "wifi:", "a=\n", "7" * 32,
        "password, ", "password\n", "\u200b", "a" * 12 + "1\n# ",
        "eyJ", "A1b2" * 16 + "\n", "key ", '"\\', "curl -u ", "cookie: a=b; ", "sk-", "aws ",
    ],
)  # fmt: skip
def test_hostile_text_costs_no_more_than_its_length(unit):
    grows_linearly(DETECTOR.find, 8_000 // len(unit), lambda count: unit * count)


@pytest.mark.parametrize("end", [".", ". ", ".eyJ0"])
def test_beginnings_of_a_token_that_are_closed_without_one_cost_no_more_either(end):
    grows_linearly(DETECTOR.find, 2_000, lambda count: "eyJ_" * count + end)


@pytest.mark.parametrize("size", [1, 200, 1 << 20])
def test_texts_that_are_searched_together_hold_what_each_holds_alone(size, monkeypatch):
    monkeypatch.setattr("graphpack.redact.detect.MAX_BATCH", size)
    coloured = f"\x1b[1mpassword\x1b[0m = {PASSWORD}"
    broken = f"token ghp_{G[:10]}\n{G[10:]}{G[:8]} ends"
    texts = [
        "",
        "short",
        *NOTATIONS,
        coloured,
        *HARMLESS,
        broken,
        "%41%42",
        "漢字 密码：",
        *NOTATIONS,
    ]
    assert DETECTOR.find_all(texts) == {text: DETECTOR.find(text) for text in texts}


def test_a_key_as_putty_writes_it_is_hidden_where_nothing_of_it_is_yet():
    lines = "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{}\nPrivate-MAC: " + "ab12" * 8
    assert hidden(lines.format("AAAAIKq3v9")) == "⟨secret:private-key:1⟩"
    placed = lines.format("⟨secret:key:1⟩")
    assert hidden(placed) == placed
    assert hidden(lines[:40]) == lines[:40]


def test_a_cookie_of_words_is_a_setting():
    assert hidden("Cookie: lang=AnEnglishLanguage") == "Cookie: lang=AnEnglishLanguage"
    assert hidden("Cookie: sid=Xk9mPq2vL8aB3c") == "Cookie: ⟨secret:cookie:1⟩"


def test_what_is_called_a_digest_is_no_key_though_it_has_the_length_of_one():
    value = draw(random.Random(4), 40)
    assert hidden(f"we saw {value} there") == "we saw ⟨secret:aws-secret-key:1⟩ there"
    for text in (f"h1:{value}", f"the sum is sha256-{value} there"):
        assert hidden(text) == text


def test_letters_of_two_alphabets_of_base64_are_no_key():
    parts = [draw(random.Random(seed), size) for seed, size in ((1, 18), (2, 10), (3, 10))]
    standard, mixed = ("{}/{}+{}".format(*parts), "{}/{}-{}".format(*parts))
    assert hidden(f"we saw {standard} there") == "we saw ⟨secret:aws-secret-key:1⟩ there"
    assert hidden(f"we saw {mixed} there") == f"we saw {mixed} there"


def test_what_only_begins_as_packed_text_stays():
    packed = base64.b64encode(gzip.compress(f"password = {PASSWORD}".encode(), mtime=0)).decode()
    assert packed not in hidden(f"data: {packed}")
    broken = packed[:14] + "/" * 30
    assert hidden(f"data: {broken}") == f"data: {broken}"


@pytest.mark.parametrize("spoilt", [slice(-8, -4), slice(-4, None), slice(300, 310)])
def test_of_damaged_packed_text_what_can_still_be_read_is_looked_into(spoilt):
    rest = draw(random.Random(3), 600)
    packed = bytearray(gzip.compress(f"password = {PASSWORD}\n{rest}".encode(), mtime=0))
    packed[spoilt] = bytes(len(packed[spoilt]))
    whole = base64.b64encode(bytes(packed)).decode()
    assert whole not in hidden(f"data: {whole}")


def test_a_cell_behind_a_long_one_is_hidden_whole():
    before = "name,notes,password\nann," + "n" * 5000 + ","
    assert hidden(f"{before}{PASSWORD}éé\n") == f"{before}⟨secret:password:1⟩\n"


@pytest.mark.parametrize("shift", [0, 1])
def test_a_cell_is_hidden_to_the_end_of_a_letter_where_its_row_is_too_long_to_be_read(shift):
    """A row is read by bytes, of which a letter may have two; what is shown has whole ones."""
    before = "name,password\n" + "n" * (63_960 + shift) + ","
    shown = hidden(f"{before}{PASSWORD}{'é' * 60}")
    assert shown.startswith(f"{before}⟨secret:password:1⟩é")
    assert shown.count("é") == 60 - (40 - 1 - len(PASSWORD) - shift + 1) // 2


def test_words_of_code_are_no_key():
    assert accepts(b"a1B2c3D4e5F6g7H8i9J0", "key", is_loose=True)
    for value in (b"a1B2c3D4 e5F6g7H8i9J0", b"a1B2c3D4=>e5F6g7H8i9J0"):
        assert not accepts(value, "key", is_loose=True)


def test_a_secret_that_begins_or_ends_inside_a_character_is_counted_with_the_whole_of_it():
    data = "aé😀z".encode()
    # é is bytes 1 and 2, the face 3 to 6
    cut = _in_characters(data, [Hit(2, 5, "key", 0)], is_ascii=False)
    assert cut == [(1, 3, "key")]


@pytest.mark.parametrize("begin", ["\x1b[", "\\x1b[", "\\u001b[", "\\e[", "\\033["])
def test_colours_are_blanks_of_their_length_and_nothing_else_is(begin):
    text = f"one {begin}1;31mtwo{begin}0m three {begin}\n".encode()
    bare, colours = _without_colours(text)
    length = len(begin)
    assert bare == b"one " + b" " * (length + 5) + b"two" + b" " * (length + 2) + (
        f" three {begin}\n".encode()
    )
    assert list(colours) == [4, 12 + length]
