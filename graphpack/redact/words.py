"""What secrets are called, in code, settings and the languages people write in."""

from __future__ import annotations

from itertools import product

from graphpack.patterns import compiled

_JOINED = {
    "key": ("api key", "access key", "private key", "signing key", "encryption key", "master key", "account key", "auth key", "secret key", "secret key base", "license key", "service key", "shared key", "webhook key"),
}  # fmt: skip
_WORDS = {
    "password": (
        "password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "pwd", "_pass", "psk",
        "contraseña", "contrasena", "senha", "mot de passe", "wachtwoord", "lösenord", "lösenordet", "passord", "passordet", "adgangskode", "adgangskoden",
        "hasło", "heslo", "jelszó", "salasana", "şifre", "parola", "пароль", "пароля", "密码", "密碼", "パスワード", "비밀번호",
        "mật khẩu", "كلمة المرور", "كلمة السر", "סיסמה", "口令", "暗証番号", "暗号", "암호", "parolă", "κωδικός", "κωδικος",
        "κωδικό πρόσβασης", "पासवर्ड", "kata sandi", "รหัสผ่าน", "lozinka", "lozinku", "geslo", "sifre", "mdp", "palavra-passe", "palavra passe",
        "clave de acceso", "contrassenya", "aðgangsorð", "slaptažodis", "parool", "parole", "лозинка", "пассворд", "গোপন", "کلمه عبور", "رمز عبور",
    ),
    "short": ("pass", "pw"),
    "key": (
        "secret", "token", "credential", "_pat", "密钥", "密鑰", "令牌", "clave", "schlüssel", "chave", "ключ",
        "токен", "トークン", "토큰", "jeton",
    ),
    "other": ("_key", "-key", "_auth", "jwt", "key", "auth", "creds"),
}  # fmt: skip

ALONE = frozenset(
    {
        b"pass",
        b"pw",
        b"key",
        b"auth",
        b"creds",
        b"psk",
        b"clave",
        b"parola",
        b"jeton",
        b"mdp",
        b"geslo",
        b"sifre",
        b"parool",
        b"parole",
    }
)
"""Those that count only as words of their own: they are parts of others."""

CHOSEN = frozenset({"password", "short"})
"""Levels of what people choose themselves; the others are drawn at random."""

LEVEL: dict[bytes, str] = {
    **{
        # letters beyond ASCII keep their case where everything else is lowered
        written.encode().lower(): level
        for level, words in _WORDS.items()
        for word in words
        for written in (word, word.capitalize(), word.upper())
    },
    **{
        name.replace(" ", joint).encode(): level
        for level, names in _JOINED.items()
        for name, joint in product(names, ("", " ", "_", "-", "."))
    },
}
"""How sure a word is of what stands beside it, by the word in lower-case UTF-8."""

DIGEST = compiled(
    rb"(?i)hash|sha\d|digest|checksum|commit|etag|fingerprint|revision|uuid|cache|public|(?<!ac)count|limit|usage|budget|length|size|max|total|type|name|path|file|url|uri|field|input|output|prompt|completion|price|cost"
)
"""What a name says that has a secret word in it and names no secret: a hash, a count, a place."""
