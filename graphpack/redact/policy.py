"""What is to be hidden: the level, a person's own rules, and what is allowed to stay."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from graphpack.errors import UsageError
from graphpack.files import read_regular
from graphpack.patterns import compiled
from graphpack.redact.blocks import FRAMED
from graphpack.redact.commands import COMMANDS
from graphpack.redact.detect import Detector
from graphpack.redact.families import PREFIXED
from graphpack.redact.families_more import MORE
from graphpack.redact.logins import LOGINS
from graphpack.redact.manifests import MANIFESTS
from graphpack.redact.nearby import ISSUERS
from graphpack.redact.rules import Rule
from graphpack.redact.weak import WORDS

Level = Literal["off", "secrets", "all"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""From what hides least to what hides most."""

_FAMILY = compiled(r"[a-z0-9][a-z0-9-]{0,39}")
_MAX_PATTERN_CHARS = 1000
_MIN_LITERAL_CHARS = 3


@dataclass(frozen=True, slots=True)
class Policy:
    """How a conversation is redacted.

    Args:
        level: ``secrets`` hides credentials; ``all`` hides e-mail addresses, phone numbers, the
            names of home folders and IP addresses besides; ``off`` hides nothing.
        allow: Values that stay, compared whole.
        rules: Path of a TOML file with rules of one's own; None has none.
    """

    level: Level = "secrets"
    allow: tuple[str, ...] = ()
    rules: Path | None = None

    def detector(self) -> Detector:
        """Make the rules ready; a rule file that is wrong raises ``UsageError``.

        Returns:
            The same one for equal policies, while the rule file is unchanged.
        """
        text = _read(self.rules) if self.rules else ""
        return _detector(self.level == "all", self.allow, text, str(self.rules or ""))


@cache
def _detector(is_personal: bool, allow: tuple[str, ...], text: str, name: str) -> Detector:
    own, allowed = _parse(text, name) if text else ((), ())
    exact = [re.compile(re.escape(value.encode())) for value in allow]
    return Detector(
        (*own, *PREFIXED, *MORE, *FRAMED, *LOGINS, *MANIFESTS, *COMMANDS, *ISSUERS, *WORDS),
        (*exact, *allowed),
        is_personal=is_personal,
    )


def _read(path: Path) -> str:
    try:
        return read_regular(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: the rule file cannot be read ({error})") from error


def _parse(text: str, name: str) -> tuple[tuple[Rule, ...], tuple[re.Pattern[bytes], ...]]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: not TOML ({error})") from error
    except RecursionError as error:
        raise UsageError(f"{name}: nested too deeply") from error
    unknown = sorted(set(table) - {"rule", "allow"})
    if unknown:
        raise UsageError(f"{name}: no key is called {unknown[0]!r}", hint="rule and allow are")
    rules, allow = table.get("rule", []), table.get("allow", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise UsageError(f"{name}: 'rule' is a table in double brackets: [[rule]]")
    if not isinstance(allow, list) or not all(isinstance(value, str) for value in allow):
        raise UsageError(f"{name}: 'allow' is a list of texts")
    return (
        tuple(_rule(rule, f"{name}: rule {number}") for number, rule in enumerate(rules, 1)),
        tuple(re.compile(re.escape(value.encode())) for value in allow),
    )


def _rule(table: dict[str, Any], where: str) -> Rule:
    family, pattern, literal = (table.get(key) for key in ("family", "pattern", "starts_with"))
    unknown = sorted(set(table) - {"family", "pattern", "starts_with"})
    if unknown:
        raise UsageError(f"{where}: no key is called {unknown[0]!r}")
    if not isinstance(family, str) or not _FAMILY.fullmatch(family):
        raise UsageError(f"{where}: 'family' is a name of small letters, digits and hyphens")
    if not isinstance(literal, str) or len(literal) < _MIN_LITERAL_CHARS or not literal.isascii():
        raise UsageError(
            f"{where}: 'starts_with' is what every such secret begins with, at least "
            f"{_MIN_LITERAL_CHARS} ASCII characters"
        )
    if not isinstance(pattern, str) or len(pattern) > _MAX_PATTERN_CHARS:
        raise UsageError(f"{where}: 'pattern' is a regular expression")
    return Rule(family, (literal.lower().encode(),), _compile(pattern, where), test=None)


def _compile(pattern: str, where: str) -> re.Pattern[bytes]:
    # RE2 is linear in the text whatever the pattern; a pattern it refuses could stall on a text
    import re2  # noqa: PLC0415

    try:
        compiled: re.Pattern[bytes] = re2.compile(pattern.encode())
    except re2.error as error:
        raise UsageError(
            f"{where}: {pattern!r} is not a pattern that can be used ({error})",
            hint="RE2 syntax: no look-around and no back references",
        ) from error
    return compiled
