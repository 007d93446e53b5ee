"""Whole files and outputs that hold secrets by their form: each gives the text and what to hide."""

from __future__ import annotations

import base64
import json
import random
import urllib.parse
from collections.abc import Callable

from tests.redact.other_canaries import (
    ALNUM,
    B64,
    DIGITS,
    HEX,
    LOWER,
    TOKENS,
    UPPER,
    URL64,
    draw,
    human_password,
    password,
)

Document = Callable[[random.Random], tuple[str, tuple[str, ...]]]
LINE_CHARS = 64


def _one(before: str, after: str = "", make: Callable[[random.Random], str] = password) -> Document:
    """Make a document of what stands before and after one secret."""

    def document(rng: random.Random) -> tuple[str, tuple[str, ...]]:
        secret = make(rng)
        return f"{before}{secret}{after}", (secret,)

    return document


def _of(letters: str, count: int, end: str = "") -> Callable[[random.Random], str]:
    return lambda rng: draw(rng, count, letters) + end


def _lines(rng: random.Random, count: int, width: int = LINE_CHARS) -> tuple[str, ...]:
    return tuple(draw(rng, width, B64) for _ in range(count))


def _pem(
    kind: str, count: int, *, before: str = "", newline: str = "\n", start: str = ""
) -> Document:
    def document(rng: random.Random) -> tuple[str, tuple[str, ...]]:
        lines = _lines(rng, count)
        body = (f"-----BEGIN {kind}-----", *before.splitlines(), *lines, f"-----END {kind}-----")
        return newline.join(start + line for line in body), lines

    return document


def _service_account(indent: int | None) -> Document:
    def document(rng: random.Random) -> tuple[str, tuple[str, ...]]:
        lines = _lines(rng, 24)
        key = "\n".join(("-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", ""))
        identifier = draw(rng, 40, HEX)
        fields = {
            "type": "service_account",
            "project_id": "shop-internal",
            "private_key_id": identifier,
            "private_key": key,
            "client_email": "deploy@shop-internal.iam.gserviceaccount.com",
            "client_id": draw(rng, 21, DIGITS),
        }
        return json.dumps(fields, indent=indent), (identifier, *lines)

    return document


def _cut_pem(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    lines = _lines(rng, 6)
    return "\n".join(("$ head -7 id_rsa", "-----BEGIN RSA PRIVATE KEY-----", *lines)), lines


def _putty(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    public, private = _lines(rng, 2), _lines(rng, 3)
    head = "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: rsa-key\nPublic-Lines: 2\n"
    mac = draw(rng, 64, HEX)
    body = "\n".join(private)
    return f"{head}{chr(10).join(public)}\nPrivate-Lines: 3\n{body}\nPrivate-MAC: {mac}\n", private


def _kubeconfig(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    key = base64.b64encode(
        "\n".join(
            ("-----BEGIN RSA PRIVATE KEY-----", *_lines(rng, 8), "-----END RSA PRIVATE KEY-----")
        ).encode()
    ).decode()
    token = draw(rng, 48)
    text = (
        "apiVersion: v1\nkind: Config\nusers:\n- name: admin\n  user:\n"
        f"    client-key-data: {key}\n- name: ci\n  user:\n    token: {token}\n"
    )
    return text, (key[100:400], token)


def _docker_config(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    auth = base64.b64encode(f"team:{password(rng)}".encode()).decode()
    identity = draw(rng, 60, URL64)
    fields = {"auths": {"registry.internal": {"auth": auth, "identitytoken": identity}}}
    return json.dumps(fields, indent="\t"), (auth, identity)


def _basic(rng: random.Random) -> str:
    return base64.b64encode(f"ops:{password(rng)}".encode()).decode()


def _percent_password(rng: random.Random) -> str:
    return urllib.parse.quote(f"{draw(rng, 6)}@{draw(rng, 5)}#{draw(rng, 4)}", safe="")


def _signature(rng: random.Random) -> str:
    return urllib.parse.quote(draw(rng, 43, B64) + "=", safe="")


def _twilio(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    token = draw(rng, 32, HEX)
    return f"curl https://api.twilio.com/2010-04-01 -u AC{draw(rng, 32, HEX)}:{token}", (token,)


def _twilio_call(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    token = draw(rng, 32, HEX)
    return f'client = Client("AC{draw(rng, 32, HEX)}", "{token}")', (token,)


def _paypal(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    name, secret = "A" + draw(rng, 79, URL64), "E" + draw(rng, 79, URL64)
    return f"curl -u '{name}:{secret}' https://api-m.sandbox.paypal.com/v1/oauth2/token", (secret,)


def _aws_file(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    key, secret, token = (
        TOKENS[name][0](rng) for name in ("aws-temporary-id", "aws-secret", "aws-session")
    )
    return (
        f"[default]\naws_access_key_id = {key}\naws_secret_access_key = {secret}\n"
        f"aws_session_token = {token}\n",
        (key, secret, token),
    )


def _aws_reply(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    key, secret, token = (
        TOKENS[name][0](rng) for name in ("aws-temporary-id", "aws-secret", "aws-session")
    )
    fields = {"AccessKeyId": key, "SecretAccessKey": secret, "SessionToken": token}
    return json.dumps({"Credentials": fields}, indent=4), (key, secret, token)


def _aws_csv(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    key, secret = TOKENS["aws-id"][0](rng), TOKENS["aws-secret"][0](rng)
    return f"Access key ID,Secret access key\n{key},{secret}\n", (key, secret)


def _jar(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    value = draw(rng, 40)
    return (
        f"# Netscape HTTP Cookie File\napp.internal\tFALSE\t/\tTRUE\t1900000000\tsession\t{value}\n",
        (value,),
    )


def _split(before: str, between: str, after: str = "") -> Document:
    def document(rng: random.Random) -> tuple[str, tuple[str, ...]]:
        first, second = draw(rng, 32), draw(rng, 40)
        return f"{before}{first}{between}{second}{after}", (first, second)

    return document


_SAS = "https://shop.blob.core.windows.net/backup?sv=2022-11-02&ss=bfqt&srt=sco&sp=rwdl&se=2031-01-01T00:00:00Z&spr=https&sig="
_KEY44 = _of(B64, 43, "=")
_KEY88 = _of(B64, 86, "==")

DOCUMENTS: dict[str, Document] = {
    "pem-pkcs8": _pem("PRIVATE KEY", 24),
    "pem-rsa": _pem("RSA PRIVATE KEY", 24),
    "pem-ec": _pem("EC PRIVATE KEY", 3),
    "pem-dsa": _pem("DSA PRIVATE KEY", 9),
    "pem-encrypted": _pem("ENCRYPTED PRIVATE KEY", 26),
    "pem-old-encrypted": _pem("RSA PRIVATE KEY", 12, before="Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B2C3D4E5F60718293A4B5C6D7E8F9\n\n"),
    "pem-openssh": _pem("OPENSSH PRIVATE KEY", 12),
    "pem-pgp": _pem("PGP PRIVATE KEY BLOCK", 20, before="Version: 2\n\n"),
    "pem-windows": _pem("PRIVATE KEY", 12, newline="\r\n"),
    "pem-escaped": _pem("RSA PRIVATE KEY", 12, newline="\\n"),
    "pem-escaped-twice": _pem("RSA PRIVATE KEY", 12, newline="\\\\n"),
    "pem-indented": _pem("PRIVATE KEY", 12, start="    "),
    "pem-added": _pem("PRIVATE KEY", 12, start="+"),
    "pem-removed": _pem("EC PRIVATE KEY", 4, start="-"),
    "pem-quoted": _pem("PRIVATE KEY", 12, start="> "),
    "pem-numbered": _pem("PRIVATE KEY", 12, start="   7\t"),
    "pem-space": _pem("PRIVATE KEY", 12, newline=" "),
    "pem-cut": _cut_pem,
    "ssh2": _pem("SSH2 ENCRYPTED PRIVATE KEY", 10, before='Comment: "key"'),
    "putty": _putty,
    "service-account": _service_account(2),
    "service-account-line": _service_account(None),
    "wireguard": _one("[Interface]\nPrivateKey = ", "\nAddress = 10.0.0.2/32\n", _KEY44),
    "aws-file": _aws_file,
    "aws-reply": _aws_reply,
    "aws-csv": _aws_csv,
    "azure-sas": _one(_SAS, "", _signature),
    "azure-sas-plain": _one("?sv=2022-11-02&sr=b&sp=r&sig=", "&se=2031-01-01", _KEY44),
    "azure-connection": _one("DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=", ";EndpointSuffix=core.windows.net", _KEY88),
    "azure-cosmos": _one("AccountEndpoint=https://shop.documents.azure.com:443/;AccountKey=", ";", _KEY88),
    "azure-bus": _one("Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=", "", _KEY44),
    "azure-function": _one("https://shop.azurewebsites.net/api/run?code=", "", _of(URL64, 54, "==")),
    "slack-webhook": _one(f"https://hooks.slack.com/services/T{'0A' * 4}/B{'0B' * 5}/", "", _of(ALNUM, 24)),
    "slack-workflow": _one("https://hooks.slack.com/workflows/T01ABCDEF/A01ABCDEFGH/409275318846021937/", "", _of(ALNUM, 24)),
    "slack-trigger": _one("https://hooks.slack.com/triggers/T01ABCDEF/4092753188460/", "", _of(HEX, 32)),
    "slack-government": _one("https://hooks.slack-gov.com/services/T01ABCDEF/B01ABCDEFGH/", "", _of(ALNUM, 24)),
    "slack-legacy": _one("https://team.slack.com/services/hooks/incoming-webhook?token=", "", _of(ALNUM, 24)),
    "discord-webhook": _one("https://discord.com/api/webhooks/1098274635182746543/", "", _of(URL64, 68)),
    "discord-old": _one("https://discordapp.com/api/webhooks/198765432109876543/", "", _of(URL64, 68)),
    "discord-canary": _one("https://canary.discord.com/api/v10/webhooks/1098274635182746543/", "?wait=true", _of(URL64, 68)),
    "teams-webhook": _one("https://shop.webhook.office.com/webhookb2/1b671a64-40d5-491e-99b0-da01ff1f3341@1b671a64-40d5-491e-99b0-da01ff1f3341/IncomingWebhook/", "/1b671a64-40d5-491e-99b0-da01ff1f3341", _of(HEX, 32)),
    "telegram-url": _one("https://api.telegram.org/bot987654321:", "/getMe", lambda r: "AA" + draw(r, 33, URL64)),
    "twilio-curl": _twilio,
    "twilio-call": _twilio_call,
    "paypal-curl": _paypal,
    "stripe-curl": _one("curl https://api.stripe.com/v1/charges -u ", ":", TOKENS["stripe"][0]),
    "mailgun-curl": _one("curl --user 'api:", "' https://api.mailgun.net/v3/x/messages", _of(HEX, 32)),
    "postgres": _one("postgresql://app:", "@db.internal:5432/shop"),
    "postgres-async": _one("postgresql+asyncpg://app:", "@db.internal/shop?ssl=require"),
    "postgres-percent": _one("DATABASE_URL=postgres://app:", "@db.internal/shop", _percent_password),
    "postgres-keys": _one("host=db.internal port=5432 dbname=shop user=app password=", " sslmode=require"),
    "postgres-human": _one("psql postgres://app:", "@10.0.0.7/shop", human_password),
    "mysql": _one("mysql://root:", "@127.0.0.1:3306/shop"),
    "mysql-flag": _one("mysql -u root -p", " shop < dump.sql"),
    "mysqldump": _one("mysqldump -uroot -p'", "' shop"),
    "mongodb": _one("mongodb://app:", "@a.internal:27017,b.internal:27017/shop?replicaSet=rs0"),
    "mongodb-srv": _one("mongodb+srv://app:", "@cluster0.ab1cd.mongodb.net/?retryWrites=true"),
    "redis": _one("redis://:", "@cache.internal:6379/0"),
    "rediss": _one("rediss://default:", "@cache.internal:6380"),
    "redis-cli": _one("redis-cli -h cache.internal -a ", " ping"),
    "amqp": _one("amqp://app:", "@rabbit.internal:5672/%2f"),
    "amqps": _one("amqps://app:", "@rabbit.internal/vhost"),
    "mssql": _one("mssql+pyodbc://sa:", "@db.internal/shop?driver=ODBC+Driver+18"),
    "mssql-keys": _one("Server=tcp:db.internal,1433;Database=shop;User ID=sa;Password=", ";Encrypt=True;"),
    "odbc": _one("Driver={ODBC Driver 18};Server=db;Uid=sa;Pwd=", ";"),
    "sqlcmd": _one("sqlcmd -S db.internal -U sa -P '", "' -Q 'select 1'"),
    "jdbc-query": _one("jdbc:postgresql://db.internal/shop?user=app&password=", "&ssl=true"),
    "jdbc-keys": _one("jdbc:sqlserver://db.internal:1433;databaseName=shop;user=sa;password=", ";"),
    "jdbc-oracle": _one("jdbc:oracle:thin:app/", "@db.internal:1521:shop"),
    "kafka": _one('sasl.jaas.config=org.x.PlainLoginModule required username="app" password="', '";'),
    "nats": _one("nats://app:", "@nats.internal:4222"),
    "smtp": _one("smtps://mailer%40internal:", "@smtp.internal:465"),
    "ftp": _one("ftp://upload:", "@ftp.internal/incoming"),
    "clickhouse": _one("clickhouse://default:", "@ch.internal:9000/shop"),
    "ldap": _one("ldapsearch -x -D cn=admin,dc=x -w ", " -b dc=x"),
    "git-remote": _one("origin\thttps://ci:", "@git.internal/team/app.git (fetch)"),
    "git-remote-oauth": _one("origin  https://oauth2:", "@git.internal/team/app.git (push)", TOKENS["gitlab"][0]),
    "git-remote-token": _one("origin  https://", "@git.internal/team/app.git (push)", _of(ALNUM, 40)),
    "git-remote-app": _one("url = https://x-access-token:", "@git.internal/team/app", TOKENS["github-installation"][0]),
    "basic-url": _one("wget https://reader:", "@files.internal/a.tgz"),
    "basic-url-human": _one("http://admin:", "@192.168.1.1/", human_password),
    "proxy-url": _one("export HTTPS_PROXY=http://corp%5Cada:", "@proxy.internal:3128"),
    "pip-index": _one("pip install --index-url https://ci:", "@pypi.internal/simple app"),
    "curl-user": _one("curl -u ada:", " https://api.internal/v1"),
    "curl-user-long": _one('curl --user "ada:', '" https://api.internal/v1'),
    "wget-password": _one("wget --user=ada --password='", "' https://files.internal/a"),
    "sshpass": _one("sshpass -p ", " ssh ada@box.internal"),
    "netrc": _one("machine git.internal\n  login ci\n  password ", "\n"),
    "netrc-line": _one("machine git.internal login ci password ", "\nmachine other.internal"),
    "npmrc": _one("//registry.internal/:_authToken=", "\n", _of(ALNUM, 40)),
    "npmrc-uuid": _one("//registry.internal/:_authToken=", "\n", TOKENS["npm-old"][0]),
    "npmrc-auth": _one("_auth=", "\nalways-auth=true\n", _basic),
    "npmrc-password": _one("//registry.internal/:_password=", "\n", lambda r: base64.b64encode(password(r).encode()).decode()),
    "pypirc": _one("[distutils]\nindex-servers = x\n\n[x]\nusername = ada\npassword = ", "\n"),
    "cargo": _one('[registry]\ntoken = "', '"\n', TOKENS["crates"][0]),
    "gem": _one("---\n:rubygems_api_key: ", "\n", TOKENS["rubygems"][0]),
    "gradle": _one("signing.password=", "\nossrhUsername=ada\n"),
    "maven": _one("<server><id>x</id><username>ci</username><password>", "</password></server>"),
    "pgpass": _one("db.internal:5432:shop:app:", "\n"),
    "my-cnf": _one("[client]\nuser=root\npassword=", "\n"),
    "boto": _one("[s3]\naccess_key = x\nsecret_key = ", "\n", TOKENS["aws-secret"][0]),
    "rclone": _one("[box]\ntype = sftp\nuser = ada\npass = ", "\n", _of(URL64, 40)),
    "hub": _one("github.com:\n- user: ada\n  oauth_token: ", "\n", TOKENS["github-oauth"][0]),
    "kubeconfig": _kubeconfig,
    "docker-config": _docker_config,
    "docker-login": _one("docker login registry.internal -u ci -p ", ""),
    "docker-login-long": _one("docker login --username ci --password ", " registry.internal"),
    "docker-echo": _one('echo "', '" | docker login -u ci --password-stdin', TOKENS["docker-pat"][0]),
    "ansible": _one("ansible_become_pass: ", "\n"),
    "ansible-ssh": _one("box ansible_host=10.0.0.4 ansible_ssh_pass=", ""),
    "wifi": _one('network={\n  ssid="home"\n  psk="', '"\n}'),
    "chpasswd": _one("echo 'ada:", "' | chpasswd"),
    "sql-user": _one("CREATE USER app WITH PASSWORD '", "';"),
    "sql-alter": _one("ALTER ROLE app WITH LOGIN PASSWORD '", "';"),
    "sql-identified": _one("CREATE USER 'app'@'%' IDENTIFIED BY '", "';"),
    "net-use": _one("net user ada ", " /add"),
    "powershell-secure": _one('ConvertTo-SecureString "', '" -AsPlainText -Force'),
    "set-cookie": _one("Set-Cookie: session=", "; Path=/; HttpOnly; Secure", _of(URL64, 43)),
    "set-cookie-dotted": _one("< set-cookie: connect.sid=s%3A", "; Path=/; HttpOnly", _of(ALNUM, 60)),
    "cookie-many": _split("Cookie: _ga=GA1.2.3.4; sessionid=", "; csrftoken=", "; theme=dark"),
    "cookie-java": _one("Cookie: JSESSIONID=", "; lang=en", _of(UPPER, 32)),
    "cookie-curl": _one("curl -b 'session_id=", "' https://app.internal", _of(ALNUM, 40)),
    "cookie-curl-long": _one("curl --cookie \"sid=", "\" https://app.internal", _of(ALNUM, 40)),
    "cookie-json": _one('"headers": {"Cookie": "sid=', '; a=b"}', _of(ALNUM, 40)),
    "cookie-python": _one('requests.get(url, cookies={"session": "', '"})', _of(ALNUM, 40)),
    "cookie-document": _one('document.cookie = "session=', '; path=/"', _of(ALNUM, 40)),
    "cookie-jar": _jar,
    "bearer": _one("Authorization: Bearer ", "", _of(URL64, 40)),
    "bearer-small": _one("authorization: bearer ", "\naccept: */*", _of(URL64, 32)),
    "bearer-json": _one('{"Authorization": "Bearer ', '"}', _of(URL64, 48)),
    "bearer-curl": _one('curl -H "Authorization: Bearer ', '" https://api.internal', _of(ALNUM, 24)),
    "bearer-code": _one('headers["Authorization"] = f"Bearer ', '"', _of(ALNUM, 40)),
    "basic": _one("Authorization: Basic ", "", _basic),
    "basic-json": _one('"authorization": "Basic ', '",', _basic),
    "token-scheme": _one("Authorization: token ", "", _of(HEX, 40)),
    "key-scheme": _one("Authorization: ApiKey ", "", _of(URL64, 60, "==")),
    "bare-authorization": _one("Authorization: ", "\nHost: api.internal", _of(ALNUM, 40)),
    "proxy-authorization": _one("Proxy-Authorization: Basic ", "\n", _basic),
    "private-token": _one("curl --header 'PRIVATE-TOKEN: ", "' https://git.internal/api/v4", _of(URL64, 20)),
    "x-auth-token": _one("X-Auth-Token: ", "\n", _of(HEX, 32)),
    "x-api-key": _one("x-api-key: ", "\n", _of(ALNUM, 40)),
    "apikey-header": _one("apikey: ", "\n", _of(ALNUM, 32)),
    "vault-header": _one("X-Vault-Token: hvs.", "\n", _of(URL64, 90)),
    "csrf": _one('<meta name="csrf-token" content="', '">', _of(B64, 86, "==")),
    "oauth-reply": _split('{"access_token": "', '", "token_type": "bearer", "refresh_token": "', '"}'),
    "oauth-code": _one("https://app.internal/callback?state=x&access_token=", "&expires_in=3600", _of(URL64, 60)),
    "oauth-fragment": _one("https://app.internal/#access_token=", "&token_type=bearer", _of(URL64, 60)),
    "presigned": _one("https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=60&X-Amz-Signature=", "", _of(HEX, 64)),
    "presigned-google": _one("https://storage.googleapis.com/b/k?X-Goog-Expires=60&X-Goog-Signature=", "", _of(HEX, 128)),
    "otp": _one("otpauth://totp/Shop:ada?secret=", "&issuer=Shop", _of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32)),
    "telegram-chat": _one("my password is ", " lol", human_password),
    "chat-pw": _one("user: ada\npw: ", "\n", human_password),
    "chat-login": _one("login: ada@shop.internal / password: ", " works for me", human_password),
    "chat-de": _one("Das Passwort lautet ", ", bitte ändern.", human_password),
    "chat-de-colon": _one("Benutzer: ada\nKennwort: ", "\n", human_password),
    "chat-fr": _one("Voici le mot de passe : ", "\n", human_password),
    "chat-es": _one("la contraseña es ", " , gracias", human_password),
    "chat-pt": _one("a senha é ", "\n", human_password),
    "chat-it": _one("la password è ", " per ora", human_password),
    "chat-nl": _one("het wachtwoord is ", "\n", human_password),
    "chat-pl": _one("hasło: ", "\n", human_password),
    "chat-ru": _one("пароль: ", "\n", human_password),
    "chat-ru-from": _one("пароль от базы ", "\n", human_password),
    "chat-zh": _one("密码是", "。", human_password),
    "chat-ja": _one("パスワードは ", " です", human_password),
    "chat-ko": _one("비밀번호는 ", " 입니다", human_password),
    "chat-tr": _one("şifre: ", "\n", human_password),
    "chat-uk": _one("пароль: ", "\n", human_password),
    "chat-sv": _one("lösenordet är ", "\n", human_password),
    "chat-next-line": _one("here's the api key:\n\n", "\n\nthanks", _of(ALNUM, 40)),
    "chat-fence": _one("The token is:\n\n```\n", "\n```\n", _of(ALNUM, 40)),
    "prompted": _one("Enter your API key: ", "\n", _of(ALNUM, 32)),
    "django": _one("SECRET_KEY = 'django-insecure-", "'", _of(LOWER + "!@#$%^&*(-_=+)", 50)),
    "flask": _one("app.secret_key = b'", "'", _of(ALNUM, 32)),
    "rails": _one("secret_key_base: ", "\n", _of(HEX, 128)),
    "laravel": _one("APP_KEY=base64:", "\n", _KEY44),
    "helm": _one("helm install x --set auth.rootPassword=", ",auth.database=shop"),
    "systemd": _one('Environment="DB_PASSWORD=', '"\n'),
    "hash-rocket": _one(":password => '", "',"),
    "short-keys": _one("{user: 'ada', pass: '", "'}", human_password),
    "set-password": _one('user.set_password("', '")', human_password),
}  # fmt: skip
