"""Ways to write a secret down so that a search for it finds nothing, each made up."""

from __future__ import annotations

import base64
import gzip
import quopri
import random

from tests.redact.canaries import B64, draw

_R = random.Random(77)
TOKEN = "ghp_" + draw(_R, 36)
LONG = f"sk-ant-api03-{draw(_R, 93)}AA"
PASSWORD = "Zq7-pLm2-Xx9"
SECOND = "Brk!9-tarn-44"
BODY = [draw(_R, 64, B64) for _ in range(12)]
HEAD, FEET = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
GUTTERS = (
    "# ",
    "+",
    "-",
    "> ",
    "| ",
    "// ",
    " * ",
    "    ",
    "    12→",
    "    12\t",
    "12|",
    "12:",
    "  12 │ ",
)


def _encode(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _lines(text: str, width: int, gutter: str) -> str:
    return "\n".join(gutter + text[at : at + width] for at in range(0, len(text), width))


def _all(template: str) -> str:
    return "".join(template.format(code) for code in TOKEN.encode())


def _dump(data: bytes) -> str:
    rows = (data[at : at + 16] for at in range(0, len(data), 16))
    return "\n".join(
        f"{at * 16:08x}: {row.hex(' ', 2):<40} {row.decode('latin-1')}".replace("\n", "\n")
        for at, row in enumerate(rows)
    )


def _canonical(data: bytes) -> str:
    rows = (data[at : at + 16] for at in range(0, len(data), 16))
    return "\n".join(f"{at * 16:08x}  {row.hex(' ')}  |x|" for at, row in enumerate(rows))


_ENV = f"PORT=1 GH_TOKEN={TOKEN} X=1 "

# what is written in other letters: one placeholder has to stand for all of it
WHOLE: dict[str, str] = {
    "base64 twice": _encode(_encode(f"token={TOKEN}")),
    "base64 three times": _encode(_encode(_encode(f"token={TOKEN}"))),
    "hexadecimal": _ENV.encode().hex(),
    "hexadecimal capitals": TOKEN.encode().hex().upper(),
    "base64 of hexadecimal": _encode(TOKEN.encode().hex()),
    "gzip in base64": base64.b64encode(gzip.compress(_ENV.encode(), mtime=0)).decode(),
    "escaped": _all("\\u{:04x}"),
    "escaped twice": _all("\\\\u{:04x}"),
    "escaped bytes": _all("\\x{:02x}"),
    "octal": _all("\\{:03o}"),
    "entities": _all("&#{};"),
    "hexadecimal entities": _all("&#x{:x};"),
    "an array": ", ".join(f"0x{code:02x}" for code in TOKEN.encode()),
    "percent": _all("%{:02X}"),
    "percent twice": _all("%25{:02X}"),
    "dump": _dump(_ENV.encode()),
    "canonical dump": _canonical(_ENV.encode()),
    **{
        f"base64 lines {gutter!r}": _lines(_encode(f"A=1\n{_ENV}\nB=2\n"), 60, gutter)
        for gutter in GUTTERS
    },
}

# what is left has to hold nothing of the secret
PIECES: dict[str, tuple[str, str]] = {
    "first letter escaped": ("\\u0067" + TOKEN[1:], TOKEN),
    "a letter escaped": (f"{TOKEN[:10]}\\u{ord(TOKEN[10]):04x}{TOKEN[11:]}", TOKEN),
    "an entity": ("&#103;" + TOKEN[1:], TOKEN),
    "escaped in Markdown": (TOKEN.replace("_", "\\_"), TOKEN),
    "quoted-printable": (quopri.encodestring(f"The password is {PASSWORD}, and the token={TOKEN} is what you need".encode()).decode(), TOKEN),
    "quoted-printable sign": (f"password=3D{PASSWORD}", PASSWORD),
    "HTML quotes": (f"&quot;password&quot;: &quot;{PASSWORD}&quot;", PASSWORD),
    "joined": (f'"{TOKEN[:9]}" + "{TOKEN[9:]}"', TOKEN),
    "joined of three": (f'"{TOKEN[:9]}" + "{TOKEN[9:20]}" + "{TOKEN[20:]}"', TOKEN),
    "joined over lines": (f'"{TOKEN[:20]}" +\n    "{TOKEN[20:]}"', TOKEN),
    "beside each other": (f'"{TOKEN[:20]}"\n    "{TOKEN[20:]}"', TOKEN),
    "joined by a full stop": (f"'{TOKEN[:9]}' . '{TOKEN[9:]}'", TOKEN),
    "joined tightly": (f"'{TOKEN[:9]}'+'{TOKEN[9:]}'", TOKEN),
    "empty quotes": (f'{TOKEN[:9]}""{TOKEN[9:]}', TOKEN),
    "joined in JSON": (f'\\"{TOKEN[:9]}\\" + \\"{TOKEN[9:]}\\"', TOKEN),
    "a joined password": ('password = "Zq7-" + "pLm2" + "-Xx9"', "pLm2"),
    **{f"lines {gutter!r}": (_lines(LONG, 40, gutter), LONG[80:]) for gutter in GUTTERS},
    **{f"key {gutter!r}": ("\n".join(gutter + line for line in (HEAD, *BODY, FEET)), BODY[5]) for gutter in GUTTERS},
    "key numbered": ("\n".join(f"{at:>6}  {line}" for at, line in enumerate((HEAD, *BODY, FEET), 1)), BODY[5]),
    "key of grep": ("\n".join(f"key.pem:{at}:{line}" for at, line in enumerate((HEAD, *BODY, FEET), 1)), BODY[5]),
    "key without a head": ("\n".join((*BODY, FEET)), BODY[5]),
    "key without feet": ("\n".join((HEAD, *BODY)), BODY[5]),
    "key without either": ("\n".join(("MIIEpAIBAAKCAQEA" + BODY[0][:48], *BODY)), BODY[5]),
}  # fmt: skip

# heads of columns, each with two rows
TABLES: dict[str, str] = {
    "Markdown": f"| user | password |\n|---|---|\n| jo | {PASSWORD} |\n| al | {SECOND} |",
    "wide": f"| host | user | pass | port |\n|---|---|---|---|\n| a | jo | {PASSWORD} | 22 |\n| b | al | {SECOND} | 22 |",
    "commas": f"user,password\njo,{PASSWORD}\nal,{SECOND}\n",
    "quoted": f'"user","password","x"\n"jo","{PASSWORD}","1"\n"al","{SECOND}","2"\n',
    "tabs": f"user\tpassword\njo\t{PASSWORD}\nal\t{SECOND}\n",
    "semicolons": f"user;password\njo;{PASSWORD}\nal;{SECOND}",
    "first": f"password,user\n{PASSWORD},jo\n{SECOND},al\n",
    "psql": f" id | name | password \n----+------+-----\n  1 | jo   | {PASSWORD}\n  2 | al   | {SECOND}\n",
    "mysql": f"+----+------+----------+\n| id | name | password |\n+----+------+----------+\n|  1 | jo | {PASSWORD} |\n|  2 | al | {SECOND} |\n+--+",
    "blanks": f"USER     PASSWORD       HOST\njo       {PASSWORD}   db\nal       {SECOND}  db\n",
    "in JSON": f'{{"content": "| user | password |\\n|---|---|\\n| jo | {PASSWORD} |\\n| al | {SECOND} |"}}',
    "a list": f"jo has these passwords: {PASSWORD}, {SECOND}",
    "one or the other": f"jo: the password is {PASSWORD} or {SECOND}",
    "a list in JSON": f'{{"jo": {{"passwords": ["{PASSWORD}", "{SECOND}"]}}}}',
    "a list in YAML": f"jo:\n  passwords:\n  - {PASSWORD}\n  - {SECOND}\n",
    "SQL": f"INSERT INTO users (id, name, password) VALUES (1, 'jo', '{PASSWORD}'), (2, 'al', '{SECOND}');",
}  # fmt: skip

COMMANDS = """\
mysql -u root -p@ shop
curl -uadmin:@ https://x.test
http -a admin:@ https://x.test
zip -P @ a.zip f
7z x -p@ a.7z
az login -u a@b.test -p @
twine upload -u __token__ -p @ dist/*
docker login -u me -p @ reg.test
helm registry login -u me -p @ reg.test
sshpass -p '@' ssh root@h
redis-cli -h h -a @ ping
htpasswd -bc .htpasswd jo @
openssl enc -aes-256-cbc -k @
openssl rsa -passin pass:@ -in a
keytool -genkey -storepass @ -keypass @
net use Z: \\\\srv\\share @ /user:jo
net user jo @ /add
echo '@' | sudo -S ls
echo "@" | passwd --stdin jo
echo 'root:@' | chpasswd
smbclient //h/s -U jo%@
nmcli dev wifi connect Home password @
wpa_passphrase Home @
ldapsearch -x -D cn=a -w @
snmpwalk -v3 -A @ -X @ h
xfreerdp /u:jo /p:@ /v:h
schtasks /create /ru jo /rp @
impacket-psexec jo:@@10.0.0.1
evil-winrm -i h -u jo -p @
cqlsh -u cassandra -p @
rabbitmqctl add_user jo @
mosquitto_pub -u jo -P @ -t x
composer config http-basic.repo.test jo @
security add-generic-password -a jo -s x -w @
ssh-keygen -N @ -f k
lftp -u jo,@ h
requests.get(u, auth=HTTPBasicAuth("jo", "@"))
smtp.login("jo@x.test", "@")
creds: admin:@
login: admin / @""".split("\n")  # noqa: SIM905

SAID = """\
contraseña: @
la contraseña es @
senha: @
Passwort: @
Das WLAN-Passwort ist @
Kennwort = @
mdp : @
le mdp c'est @
mot de passe : @
la password è @
Пароль: @
пароль — @
密码：@
密码是@
口令: @
パスワード: @
パスワードは「@」です
暗証番号: @
비밀번호: @
hasło to @
wachtwoord: @
lösenordet är @
salasana: @
parolă: @
κωδικός: @
Κωδικός: @
पासवर्ड: @
kata sandi: @
รหัสผ่าน: @
CONTRASEÑA: @
password «@»
the password for the admin account is @
Password
@""".replace("\n@", "\x00@").split("\n")


def filled(command: str) -> str:
    """Put the password where a command has an at sign of its own."""
    # an address has an at sign of its own
    kept = (
        command.replace("@@", "@\x00")
        .replace("a@b", "a\x00b")
        .replace("root@h", "root\x00h")
        .replace("jo@x", "jo\x00x")
    )
    return kept.replace("@", PASSWORD).replace("\x00", "@")
