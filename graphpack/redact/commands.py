"""Passwords where programs take them: behind an option, as an argument, through a pipe."""

from __future__ import annotations

import re

from graphpack.patterns import compiled
from graphpack.redact.rules import Rule
from graphpack.redact.values import has_marks, is_login

_VALUE = rb"[\"']?(?P<secret>[^\s\"'$|(){}<>-][^\s\"'|]{4,200})"
_ARGUMENTS = rb"[^\n|;&]{0,200}?\s"


def _rule(literals: str, pattern: bytes, *, needs: bytes = b"") -> Rule:
    words = tuple(word.encode() for word in literals.split("; "))
    return Rule("password", words, compiled(pattern), test=is_login, needs=needs)


def _option(programs: str, options: bytes, *, between: bytes = rb"[ =]?") -> Rule:
    """What stands behind one of the options of a program."""
    names = b"|".join(re.escape(name.encode()) for name in programs.split("; "))
    pattern = (
        rb"(?i:(?>" + names + rb"))\w{0,12}+" + _ARGUMENTS + rb"(?:" + options + rb")" + between
    )
    return _rule(programs, pattern + _VALUE, needs=b"-")


def _argument(programs: str, skipped: bytes) -> Rule:
    """What stands behind the words that follow a command."""
    names = b"|".join(re.escape(name.encode()) for name in programs.split("; "))
    return _rule(programs, rb"(?i:" + names + rb") {1,3}" + skipped + _VALUE)


COMMANDS: tuple[Rule, ...] = (
    _option("docker login; podman login; nerdctl login; registry login; az login; oc login; cf login; cf auth; twine; sshpass; mysql; mariadb; mongo; redis-cli; cqlsh; rdesktop; psexec; evil-winrm; snowsql; crackmapexec; netexec; ncftp; usermod; useradd; beeline; impala-shell; cbq", rb"-p|-a|-w|--password|--pass"),
    _option("influx; ldapsearch; ldapadd; ldapmodify; ldappasswd; ldapwhoami", rb"-password|-w|-p"),
    _option("add-generic-password; add-internet-password; unlock-keychain", rb"-w|-p"),
    _option("mosquitto_pub; mosquitto_sub", rb"-P|--pw", between=rb"[ =]"),
    _option("sqlcmd; osql; bcp; zip; unzip", rb"-P", between=rb" ?"),
    _option("7z; 7za; 7zr; rar; unrar", rb"-p|-hp", between=rb""),
    *(
        _option("snmpwalk; snmpget; snmpset; snmpbulkwalk; snmptable", option, between=rb" ")
        for option in (b"-A", b"-X")
    ),
    _option("openssl", rb"-[kK]|-pass(?:in|out)? pass:|-password", between=rb" ?"),
    _option("ssh-keygen", rb"-[NP]", between=rb" ?"),
    _rule("-storepass; -keypass; -deststorepass; -srcstorepass; -destkeypass; -srckeypass", rb"-(?:(?:dest|src)?(?:store|key))pass[ =]" + _VALUE),
    _option("smbclient; rpcclient; smbget", rb"-U [^\s%]{1,60}%", between=rb""),
    _option("lftp", rb"-u [^\s,]{1,60},", between=rb""),
    _option("curl", rb"-u ?[^\s:\"']{1,60}:|--proxy-user [^\s:]{1,60}:", between=rb""),
    _rule("http -; https -; xh -", rb"(?:https?|xh) (?:-[^\s]{1,60} ){0,6}?(?:-a ?|--auth[ =])[^\s:\"']{1,60}:" + _VALUE),
    _rule("curl", rb"curl\b[^\n|;&]{0,400}?\s(?:-b|--cookie)[ =]?[\"']?[\w.-]{1,60}=(?P<secret>[^\s\"'@;]{12,4000})", needs=b" -"),
    _argument("htpasswd", rb"-[a-zA-Z]{0,4}b[a-zA-Z]{0,4} (?:\S{1,80} )?\S{1,60} "),
    _argument("mosquitto_passwd", rb"-\w{1,3} \S{1,80} \S{1,60} "),
    _argument("rabbitmqctl", rb"(?:-\S{1,40} ){0,3}(?:add_user|change_password|authenticate_user) \S{1,60} "),
    _argument("wpa_passphrase; isql", rb"\S{1,60} (?:\w{1,40} )?"),
    _argument("composer config", rb"(?:-\S{1,20} ){0,3}http-basic\.[\w.-]{1,80} \S{1,60} "),
    _argument("net use; net user; net1 user", rb"(?:[A-Za-z*]: )?\S{1,120} (?:/user:\S{1,80} )?"),
    _rule("schtasks", rb"(?i:schtasks)[^\n]{0,300}?/rp " + _VALUE),
    _rule("xfreerdp; wfreerdp; mstsc; cmdkey", rb"(?i:[xw]freerdp|mstsc|cmdkey)[^\n]{0,300}?/p(?:ass)?:" + _VALUE),
    _rule("impacket-; secretsdump; psexec.py; wmiexec; smbexec", rb"(?:impacket-|secretsdump|psexec\.py|wmiexec|smbexec)[^\n]{0,80}?[\w./-]{1,60}:(?P<secret>[^\s@\"']{5,80})@"),
    _rule("nmcli", rb"nmcli[^\n]{0,200}?password " + _VALUE),
    _rule("vault login; wandb login; hf auth login; huggingface-cli login", rb"(?:vault|wandb|hf auth|huggingface-cli) login (?:--relogin )?(?:--token[ =])?(?P<secret>[A-Za-z0-9._-]{16,200})"),
    _rule("echo ; printf ", rb"(?:echo|printf)(?: -\w{1,3}){0,2} [\"']?(?:[\w.@-]{1,40}:)?(?P<secret>[^\s\"'`$:|][^\s\"'`|]{4,1000})[\"']? {0,3}\|[^\n|]{0,80}(?:chpasswd|-stdin|--with-token|sudo (?:\S{1,20} ){0,3}-S|passwd|cryptsetup|secrets? set|gpg|kinit)", needs=b"|"),
    _rule("sudo ; gcloud ; wrangler secret; pass insert; --password-stdin; --passphrase-fd; chpasswd", rb"(?:sudo(?: -[a-zA-RT-Z]{1,12}){0,4} -[a-zA-Z]{0,4}S|gcloud (?:secrets|auth|sql)|wrangler secret|pass insert|--password-stdin|--passphrase-fd|chpasswd)\b[^\n<]{0,200}<<<[ ]{0,2}[\"']?(?:[\w.@-]{1,40}:)?(?P<secret>[^\s\"'`$:{<>|][^\s\"'`|]{4,1000})", needs=b"<<<"),
    _rule("assword:; assword for; assword)", rb"assword[^\n\"']{0,30}[\"']\)?[\s;,{(:]{0,12}(?:\w{1,20}\.)?(?:send(?:line|_keys)?|write|respond)(?: -- | |\()[\"'](?P<secret>[^\"'\\\n]{5,80})"),
    _rule("following password", rb"following password[^\n:]{0,80}:\s{0,2}\n\s{0,12}(?P<secret>[^\s\"'`<>]{6,80})[ \t]{0,4}(?=\r?\n|\Z)"),
    Rule("password", (b"temporary password", b"generated password", b"initial password", b"generated root password"), compiled(rb"(?:temporary|generated|initial)(?: root| admin)? password[^\n:]{1,80}:\s{1,4}(?P<secret>[^\s\"'`<>]{6,80})(?=\s|\Z)"), test=has_marks),
    _rule("::add-mask::", rb"::add-mask::(?P<secret>[^\s\"'$%`]{4,400})"),
    _rule("##vso[task.setvariable; ##[set-env", rb"(?i:##vso\[task\.setvariable|##\[set-env)[^\]\n]{0,200}?(?:issecret=true|pass|secret|token|key)[^\]\n]{0,100}\](?P<secret>[^\s\"'$]{4,400})"),
    _rule("requirepass; masterauth", rb"(?:requirepass|masterauth) " + _VALUE),
    _rule("default login", rb"default login\s{1,4}\S{1,80}\s{1,10}password\s{1,4}(?P<secret>[^\s\"'`<>(]{4,200})"),
    _rule("--secret-string; --secret-value; --secret-data", rb"--secret-(?:string|value|data)[ =]" + _VALUE),
    _rule("gh secret set; glab variable set", rb"(?:gh secret|glab variable) set \S{1,80}[^\n]{0,80}?(?:--body|-b|--value|-v)[ =]" + _VALUE),
    _rule("secrets set; secrets:set; secret set", rb"secrets?[: ]set (?:-\S{1,20} \S{1,60} ){0,3}?\w{1,60}=" + _VALUE),
    _argument("bw login; bw unlock", rb"(?:\S{1,80}@\S{1,80} )?"),
    _rule("\"auth\"; \"basic_auth\"; \"basicauth\"; \"credentials\"; \"credential\"; \"login\"", rb"\"\w{1,16}\"\s?:\s?(?:\[\s{0,4}\"(?!(?:basic|bearer|oauth|digest|api|none|token|key|saml|ldap|jwt|session|password|email)\w{0,10}\")[^\"\\]{1,60}\"\s?,|\{\s{0,4}\"(?!(?:user|name|e-?mail|type|id|host|url|region|account|domain|client|issuer|provider|mode|method|scheme|kind|expire|created|scope)\w{0,12}\")[\w.@+-]{1,60}\"\s?:)\s{0,3}\"(?P<secret>[^\"\\\n]{5,200})\""),
    _rule("expect ", rb"expect -c [\"'][^\n]{0,120}?send [\"\\]{1,3}(?P<secret>[^\"\\\s]{6,80})[\"\\]"),
    _rule("ftp -n", rb"ftp -n[^\n]{0,60}user \w{1,40} " + _VALUE),
    _rule("auth; login(; httpbasicauth", rb"(?i:auth|login|httpbasicauth)\s?=?\s?\(\s{0,2}[\"'][^\"'\n]{1,80}[\"']\s?,\s?[\"'](?P<secret>[^\"'\n]{5,200})[\"']"),
    Rule("password", (b"creds", b"credentials", b"logins", b"login"), compiled(rb"(?i:creds|credentials|logins?)(?: are| is|:|=)\s{1,3}[\w.@+-]{1,40}(?:\s{1,3}(?:/|\||and|with|mit|et|y)\s{1,3}|[ ,:]{1,3})(?P<secret>[^\s\"'`,;]{7,64})"), test=has_marks),
    _rule("creds; credentials; login; logins; basic_auth; basic-auth; basicauth; user/pass; username/password", rb"(?i:creds|credentials|logins?|basic[_-]?auth|user/pass(?:word)?|username/password)[\"']?\s{0,3}[:=]\s{0,3}[\"'`]?[\w.@+-]{1,40} {0,2}[:/|] {0,2}(?P<secret>[^\s\"'`/,;]{6,80})"),
)  # fmt: skip
