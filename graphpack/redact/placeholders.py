"""Names for what was hidden: the same secret has the same one wherever it occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphpack.patterns import compiled

PLACEHOLDER = compiled(r"⟨(?:[^⟨⟩:\s]{1,64}/)?(secret|personal):([a-z0-9-]{1,40}):(\d{1,9})⟩")
_BYTES = compiled(
    rb"\xe2\x9f\xa8(?:(?:[^\xe2:\s]|\xe2(?!\x9f[\xa8\xa9])){1,200}/)?"
    rb"(?P<name>(?:secret|personal):[a-z0-9-]{1,40}:\d{1,9})\xe2\x9f\xa9"
)
PERSONAL_FAMILIES = frozenset({"email", "phone", "home-folder", "ip-address"})

MIN_KNOWN, MAX_KNOWN = 8, 400
"""Characters of a secret that is looked for again, where nothing says that it is one."""


@dataclass(slots=True)
class Vault:
    """Gives out placeholders for one conversation; holds the secrets in memory only.

    Args:
        namespace: Put before the kind where packs of several sessions come together; may be empty.
    """

    namespace: str = ""
    _names: dict[tuple[str, str], str] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)

    def reserve(self, text: str) -> None:
        """Leave out the numbers of placeholders that a text already holds.

        Args:
            text: Of the conversation, before anything in it is hidden.
        """
        for match in PLACEHOLDER.finditer(text):
            family = match[2]
            self._counts[family] = max(self._counts[family], int(match[3]))

    def name(self, family: str, secret: str) -> str:
        """Give a secret its placeholder.

        Args:
            family: Of the rule that found it.
            secret: The text to be hidden.

        Returns:
            Such as ``⟨secret:github-token:1⟩``, numbered by family in the order of first sight.
        """
        key = (family, secret)
        if key not in self._names:
            self._counts[family] += 1
            kind = "personal" if family in PERSONAL_FAMILIES else "secret"
            prefix = f"{self.namespace}/" if self.namespace else ""
            self._names[key] = f"⟨{prefix}{kind}:{family}:{self._counts[family]}⟩"
        return self._names[key]

    def secrets(self) -> tuple[tuple[str, str], ...]:
        """Give family and text of all that has a placeholder, in the order of first sight."""
        return tuple(self._names)


def worth_knowing(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Give what is hidden wherever it stands, once it is known.

    Args:
        found: Family and text of secrets.

    Returns:
        By secret, its family; personal data and what is too short to be told from words left out.
    """
    return {
        secret: family
        for family, secret in found
        if MIN_KNOWN <= len(secret) <= MAX_KNOWN and family not in PERSONAL_FAMILIES
    }


def names_in(data: bytes) -> list[tuple[int, int]]:
    """Find the placeholders of a text, without their namespaces: anything may stand in those.

    Args:
        data: UTF-8.

    Returns:
        Start and end of each name, in bytes, in order.
    """
    return [match.span("name") for match in _BYTES.finditer(data)]


def namespaced(text: str, namespace: str) -> str:
    """Mark a text's placeholders as those of one session, so that two sessions' do not collide.

    Args:
        text: Of a pack that was redacted.
        namespace: The session's short name, without white space, colons and angle brackets.

    Returns:
        The text; a placeholder that already has a namespace keeps it.
    """
    return PLACEHOLDER.sub(
        lambda match: match[0] if "/" in match[0] else f"⟨{namespace}/{match[0][1:]}", text
    )


def hide(text: str, spans: Iterable[tuple[int, int, str]], vault: Vault) -> str:
    """Put placeholders in the place of secrets.

    Args:
        text: Where they were found.
        spans: Start and end in characters, and the family; in order, without overlaps.
        vault: The conversation's.

    Returns:
        The text without them.
    """
    pieces: list[str] = []
    position = 0
    for start, end, family in spans:
        pieces += (text[position:start], vault.name(family, text[start:end]))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)
