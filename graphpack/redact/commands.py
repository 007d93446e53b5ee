"""Passwords where programs take them: behind an option, as an argument, through a pipe."""

from __future__ import annotations

import re

from graphpack.redact.rules import Rule
from graphpack.redact.values import is_login

_VALUE = rb"[\"']?(?P<secret>[^\s\"'$|(){}<>-][^\s\"'|]{4,200})"
_ARGUMENTS = rb"[^\n|;&]{0,200}?\s"


def _rule(literals: str, pattern: bytes, *, needs: bytes = b"") -> Rule:
    words = tuple(word.encode() for word in literals.split("; "))
    return Rule("password", words, re.compile(pattern), test=is_login, needs=needs)


def _option(programs: str, options: bytes, *, between: bytes = rb"[ =]?") -> Rule:
    """What stands behind one of the options of a program."""
    names = b"|".join(re.escape(name.encode()) for name in programs.split("; "))
    pattern = rb"(?i:" + names + rb")\w{0,12}" + _ARGUMENTS + rb"(?:" + options + rb")" + between
    return _rule(programs, pattern + _VALUE, needs=b"-")


def _argument(programs: str, skipped: bytes) -> Rule:
    """What stands behind the words that follow a command."""
    names = b"|".join(re.escape(name.encode()) for name in programs.split("; "))
    return _rule(programs, rb"(?i:" + names + rb") {1,3}" + skipped + _VALUE)


COMMANDS: tuple[Rule, ...] = (
    _option("docker login; podman login; nerdctl login; registry login; az login; oc login; cf login; cf auth; twine; sshpass; mysql; mariadb; mongo; redis-cli; cqlsh; rdesktop; psexec; evil-winrm; crackmapexec; netexec; ncftp; usermod; useradd; beeline; impala-shell; cbq", rb"-p|-a|-w|--password|--pass"),
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
    _rule("sudo ; gcloud ; --password-stdin; --passphrase-fd; chpasswd", rb"(?:sudo(?: -[a-zA-RT-Z]{1,12}){0,4} -[a-zA-Z]{0,4}S|gcloud (?:secrets|auth|sql)|--password-stdin|--passphrase-fd|chpasswd)\b[^\n<]{0,200}<<<[ ]{0,2}[\"']?(?:[\w.@-]{1,40}:)?(?P<secret>[^\s\"'`$:{<>|][^\s\"'`|]{4,1000})", needs=b"<<<"),
    _rule("expect ", rb"expect -c [\"'][^\n]{0,120}?send [\"\\]{1,3}(?P<secret>[^\"\\\s]{6,80})[\"\\]"),
    _rule("ftp -n", rb"ftp -n[^\n]{0,60}user \w{1,40} " + _VALUE),
    _rule("auth; login(; httpbasicauth", rb"(?i:auth|login|httpbasicauth)\s?=?\s?\(\s{0,2}[\"'][^\"'\n]{1,80}[\"']\s?,\s?[\"'](?P<secret>[^\"'\n]{5,200})[\"']"),
    _rule("creds; credentials; login; logins; basic_auth; basic-auth; basicauth; user/pass; username/password", rb"(?i:creds|credentials|logins?|basic[_-]?auth|user/pass(?:word)?|username/password)[\"']?\s{0,3}[:=]\s{0,3}[\"'`]?[\w.@+-]{1,40} {0,2}[:/|] {0,2}(?P<secret>[^\s\"'`/,;]{6,80})"),
)  # fmt: skip
