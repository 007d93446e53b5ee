"""Values beside a secret word: ``password=…``, ``"api_key": "…"``, «the token is …»."""

from __future__ import annotations

import re

from graphpack.redact.exempt import entropy, is_example, is_uuid, is_wordy, switches
from graphpack.redact.rules import Hit, Rule, begins_word

_STAND_INS = frozenset(
    word.encode()
    for word in [
        "my",
        "your",
        "the",
        "a",
        "some",
        "new",
        "old",
        "super",
        "db",
        "user",
        "admin",
        "test",
        "tests",
        "testing",
        "dummy",
        "fake",
        "mock",
        "sample",
        "example",
        "demo",
        "default",
        "dev",
        "local",
        "invalid",
        "wrong",
        "bad",
        "valid",
        "secret",
        "secure",
        "strong",
        "password",
        "passwd",
        "passphrase",
        "pass",
        "pwd",
        "token",
        "key",
        "api",
        "value",
        "string",
        "here",
        "change",
        "changeme",
        "me",
        "root",
        "postgres",
        "mysql",
        "redis",
        "guest",
        "null",
        "none",
        "nil",
        "true",
        "false",
        "undefined",
        "empty",
        "hidden",
        "redacted",
        "masked",
        "removed",
        "required",
        "optional",
        "foo",
        "bar",
        "baz",
        "qux",
        "hello",
        "world",
        "abc",
        "xyz",
        "xxx",
        "todo",
        "tbd",
        "env",
        "process",
        "config",
        "for",
        "in",
        "to",
        "not",
        "is",
        "it",
        "at",
        "of",
        "and",
        "or",
        "access",
        "auth",
        "client",
        "private",
        "public",
        "session",
        "id",
        "credential",
        "credentials",
        "placeholder",
        "insert",
        "enter",
        "paste",
        "replace",
        "with",
    ]
)
_LETTERS = re.compile(rb"[a-z]+")
_LONG_NUMBER = re.compile(rb"\d{5}")


def is_placeholder(value: bytes) -> bool:
    """Say whether a value consists of words that stand where a secret would."""
    low = value.lower()
    if len(value) > 80 or not value.isascii() or _LONG_NUMBER.search(value):
        return False
    return all(_is_made_of(word) for word in _LETTERS.findall(low))


def _is_made_of(word: bytes) -> bool:
    # longest first, without coming back: glued words such as «mytesttoken»
    while word:
        for length in range(min(len(word), 12), 0, -1):
            if word[:length] in _STAND_INS:
                word = word[length:]
                break
        else:
            return False
    return True


def is_password(value: bytes) -> bool:
    """Say whether a person may have chosen this as a password: no placeholder, no template."""
    if len(value) < 5 or is_example(value) or is_placeholder(value):
        return False
    return len(set(value)) >= 4


def is_mixed(value: bytes) -> bool:
    """Say whether letters stand together with digits or marks."""
    has_digit = any(48 <= code <= 57 for code in value)
    has_letter = any(65 <= code <= 90 or 97 <= code <= 122 for code in value)
    has_mark = any(code in b"!@#$%^&*?~+" for code in value[1:])
    return has_letter and (has_digit or has_mark)


def is_key(value: bytes) -> bool:
    """Say whether a value is a key: long enough, drawn at random, no name made of words."""
    if len(value) < 12 or is_example(value) or is_placeholder(value) or is_wordy(value):
        return False
    if not is_mixed(value):
        return len(value) >= 20 and switches(value) >= 0.35
    return entropy(value) >= 2.9 and switches(value) >= 0.15


_WORDS = {
    "password": ("password", "passwd", "passphrase", "passcode", "pwd", "_pass", "contraseña", "passwort", "senha", "пароль", "密码", "mot de passe", "contrasena"),
    "short": ("pass", "pw"),
    "key": ("secret", "token", "apikey", "api_key", "api-key", "api key", "access_key", "accesskey", "access key", "access-key", "private_key", "privatekey", "signing_key", "encryption_key", "encryptionkey", "master_key", "accountkey", "account_key", "auth_key", "authkey", "credential", "webhook_key", "license_key", "service_key", "密钥", "令牌", "clave", "schlüssel", "chave", "ключ", "токен"),
    "other": ("_key", "-key", "_auth", "jwt", "key", "auth", "creds"),
}  # fmt: skip
_ALONE = frozenset({b"pass", b"pw", b"key", b"auth", b"creds"})
_CHOSEN = frozenset({"password", "short"})
_LEVEL = {word.encode(): level for level, words in _WORDS.items() for word in words}

_QUOTE = rb"\\{0,6}[\"'`]"
_NAME = rb"(?:[A-Za-z0-9_.\-]{0,40})"
_ASSIGN = re.compile(
    _NAME + rb"(?:" + _QUOTE + rb")?\]?\s{0,4}(?P<sign>,?\s{0,3}\\{0,6}[\"']?value\\{0,6}[\"']?\s?[:=]|=>|:=|==?|!==?|:|=|,|\||>)\s{0,4}(?:[|>][+-]?\s{1,12})?"
    rb"(?:[bru]{1,2}(?=[\"']))?(?:(?P<quote>" + _QUOTE + rb")(?P<quoted>[^\s\"'`\\](?:[^\n\"'`\\]|\\[^nrt\"'`\n]){2,400}?)" + _QUOTE
    + rb"|(?P<bare>[^\s\"'`\\,;&<>(){}\[\]|][^\s\"'`\\,;&<>(){}\[\]|]{4,400}))"
)  # fmt: skip
# an option of a command line: its value stands beside it without a sign
_FLAG = re.compile(
    rb"[a-z-]{0,20}(?P<sign>[ =])(?:(?P<quote>[\"'])(?P<quoted>[^\s\"'][^\n\"']{2,400})[\"']"
    rb"|(?P<bare>[^\s\"'`\\,;&<>(){}\[\]|-][^\s\"'`\\,;&<>(){}\[\]|]{4,400}))"
)
_SAID = re.compile(
    rb"(?:[ \t\w*,'/()\xc2-\xf4\x80-\xbf-]{0,40}?)[\s*]{0,3}(?:is|was|are|'s|\xe2\x80\x99s|=|:|\xef\xbc\x9a|es|ist|est|\xe6\x98\xaf|to)[\s*]{0,3}"
    rb"(?P<quote>[\"'`]?)(?P<value>[^\s\"'`<>(){}\[\],;]{6,400})"
)
_BESIDE = re.compile(
    rb"[ \t\w*,'/()-]{0,24}?[ :=]{1,3}[\"'`]?(?P<value>[A-Za-z0-9+/_=.~-]{16,400})(?![A-Za-z0-9(])"
)
_BESIDE_PASSWORD = re.compile(
    rb" [\"'`]?(?P<value>[A-Za-z0-9!#$%&*+=?@^_~.-]{8,64})(?=[\s\"'`,;.)]|\Z)"
)
_TOKEN = re.compile(rb"[A-Za-z0-9+/_=~.-]{16,400}")
_FRAME = b"\"'`,;:()*."
_LINKS = frozenset(
    b"is was as for = my the our an a this new old prod production staging api".split()
)
_DIGEST = re.compile(
    rb"(?i)hash|sha\d|digest|checksum|commit|etag|fingerprint|revision|uuid|cache|public|count|limit|usage|budget|length|size|max|total|type|name|path|file|url|uri|field|input|output|prompt|completion|price|cost"
)
_IS_LOWER = re.compile(rb"[a-z]")
_SEGMENTS = re.compile(rb"[a-z]{4,}[-_.]|[-_.][a-z]{4,}")
_JOINED = re.compile(rb"[A-Za-z]{2}[_.-][A-Za-z]{2}")
_CAMEL = re.compile(rb"[a-z][A-Z][a-z]{2}")
_HEX = re.compile(rb"[0-9a-f]{7,40}|[0-9a-f]{64}|[0-9A-F]{32,64}")

WORDS: tuple[Rule, ...] = (
    Rule("", tuple(sorted(_LEVEL)), re.compile(rb""), is_bounded=False),
)  # fmt: skip


def beside(data: bytes, start: int, end: int) -> list[Hit]:
    """Find the value that a secret word names.

    Args:
        data: UTF-8.
        start: Where the word begins, in bytes.
        end: Past its end.

    Returns:
        At most one hit: the value alone.
    """
    level = _LEVEL[data[start:end].lower()]
    if _IS_LOWER.match(data, end) and data[end : end + 1] != b"s":
        # part of a longer word: tokenizer, keyboard, secretary
        return []
    if data[end : end + 1] == b"s" and data[end : end + 2] not in {b"s:", b"s=", b's"'}:
        return []
    if data[start:end].lower() in _ALONE and not (
        begins_word(data, start) and not data[end : end + 1].isalnum()
    ):
        return []
    match = _ASSIGN.match(data, end) or (_FLAG.match(data, end) if _is_flag(data, start) else None)
    if match is not None and not _DIGEST.search(data, end, match.start("sign")):
        hit = _assigned(data, start, match, level)
        if hit:
            return [hit]
    if level == "other" or not begins_word(data, start):
        return []
    return _spoken(data, start, end, level)


def _assigned(data: bytes, start: int, match: re.Match[bytes], level: str) -> Hit | None:
    is_quoted = match["quoted"] is not None
    first, last = match.span("quoted" if is_quoted else "bare")
    value = data[first:last].rstrip(b".:") if not is_quoted else data[first:last]
    is_env = match["sign"] in {b"=", b":"} and _is_constant(data, start)
    if match["sign"] == b">" and data[start - 1 : start] != b"<":
        return None
    if match["sign"] in {b",", b"|"} and not (is_quoted or match["sign"] == b"|"):
        return None
    if match["sign"].startswith((b"!", b"==")) and not is_quoted:
        return None
    if not _accepts(value, level, is_loose=is_quoted or is_env):
        return None
    return Hit(first, first + len(value), "password" if level in _CHOSEN else "key", 3)


def _is_flag(data: bytes, start: int) -> bool:
    head = data[max(0, start - 24) : start]
    return b"--" in head[head.rfind(b" ") + 1 :]


def _is_constant(data: bytes, start: int) -> bool:
    word = data[start : start + 3]
    return word == word.upper() and word.strip(b"_- ").isalpha()


def _accepts(value: bytes, level: str, *, is_loose: bool) -> bool:
    if b" " in value and level not in _CHOSEN:
        return False
    if level == "password":
        return _is_chosen(value, is_loose=is_loose)
    if level == "short":
        return (
            is_mixed(value)
            and _is_chosen(value, is_loose=False)
            and not (_JOINED.search(value) or _CAMEL.search(value))
        )
    if level == "key":
        return is_key(value) and (is_loose or _is_strong(value) or len(value) >= 16)
    return (
        len(value) >= 20
        and is_key(value)
        and not _SEGMENTS.search(value)
        and entropy(value) >= 3.6
        and not is_uuid(value)
        and not _HEX.fullmatch(value)
    )


def _is_chosen(value: bytes, *, is_loose: bool) -> bool:
    # code and templates stand where a password would: calls, attributes, variables, names
    if not is_password(value) or b"(" in value or value.startswith((b"$", b"%", b"{", b"/")):
        return False
    if not is_mixed(value):
        return is_loose and _is_strong(value)
    if not is_wordy(value):
        return True
    return not (_JOINED.search(value) or (not is_loose and (_CAMEL.search(value) or b"." in value)))


def _is_strong(value: bytes) -> bool:
    return len(value) >= 12 and entropy(value) >= 3.2 and switches(value) >= 0.25


def _spoken(data: bytes, start: int, end: int, level: str) -> list[Hit]:
    match = _SAID.match(data, end)
    if match is not None and not _DIGEST.search(data, end, match.start("value")):
        first = match.start("value")
        value = match["value"].rstrip(b".:!?")
        is_good = (
            _is_chosen(value, is_loose=False) and is_mixed(value) and b"/" not in value
            if level in _CHOSEN
            else is_key(value) and _is_strong(value)
        )
        if is_good:
            return [Hit(first, first + len(value), "password" if level in _CHOSEN else "key", 3)]
    match = _BESIDE_PASSWORD.match(data, end) if level in _CHOSEN else None
    if match is not None and _has_marks(match["value"]):
        return [Hit(*match.span("value"), "password", 3)]
    match = _BESIDE.match(data, end)
    if match is not None and not _DIGEST.search(data, end, match.start("value")):
        first, last = match.span("value")
        if _stands_out(data[first:last]):
            return [Hit(first, last, "key", 3)]
    return _said_before(data, start)


def _has_marks(value: bytes) -> bool:
    # nothing but its make-up says that a word beside «password» is one
    return (
        is_password(value)
        and any(code in b"!#$%&*+=?@^~" for code in value)
        and any(48 <= code <= 57 for code in value)
        and value.lower() != value != value.upper()
    )


def _said_before(data: bytes, start: int) -> list[Hit]:
    # «… is my token»: few words lie between a value and what it is called
    end = start
    for _ in range(6):
        words = data[max(0, end - 420) : end].rsplit(None, 1)
        if not words or end <= 0:
            return []
        word = words[-1]
        value = word.strip(_FRAME)
        if len(value) >= 16 and _TOKEN.fullmatch(value) and _stands_out(value):
            first = data.rfind(word, 0, end) + word.index(value)
            return [Hit(first, first + len(value), "key", 3)]
        if len(word) >= 16 or value.lower() not in _LINKS:
            return []
        end = data.rfind(word, 0, end)
    return []


def _stands_out(value: bytes) -> bool:
    value = value.rstrip(b".")
    return (
        is_key(value) and _is_strong(value) and entropy(value) >= 3.5
        and not is_uuid(value) and not _HEX.fullmatch(value) and b"/" not in value
    )  # fmt: skip


def named(key: str, value: str) -> str | None:
    """Say whether a value is secret because of the field it stands in.

    Args:
        key: The field's name.
        value: What it holds.

    Returns:
        The family; None where it is no secret.
    """
    low = key.encode("utf-8", "surrogatepass").lower()
    if _DIGEST.search(low):
        return None
    data = value.encode("utf-8", "surrogatepass")
    for word, level in sorted(_LEVEL.items()):
        if word in low and not low.endswith(b"s") and _accepts(data, level, is_loose=True):
            return "password" if level in _CHOSEN else "key"
    return None
