"""Puts placeholders in the place of secrets, string by string, and notes where they were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphpack.patterns import compiled
from graphpack.redact.detect import Detector, Span
from graphpack.redact.placeholders import Vault, hide, worth_knowing
from graphpack.redact.weak import is_secret_word, named

MAX_NESTING = 200
"""Levels of a tool call's arguments that are looked into; what lies deeper is dropped."""

MAX_ROUNDS = 4
"""Times that a text is searched again after something in it was hidden."""

MAX_PAIR = 40
"""Fields of the largest mapping that may be a name and a value."""

_PLAIN_ID = compiled(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_.:-]{1,9}")


@dataclass(frozen=True, slots=True)
class Finding:
    """Where something was hidden; never what it was.

    Args:
        family: Of the rule.
        placeholder: What stands there now.
        message: Index of the message; -1 for the conversation's own fields.
        part: Index of the part; -1 for the message's own fields.
        line: 1-based line within the part's text.
        branch: Id of the abandoned branch that the message is on; None for the conversation's own.
    """

    family: str
    placeholder: str
    message: int
    part: int
    line: int
    branch: str | None = None


def _key(name: str, above: str, called: Any) -> str:
    """Choose the word that says what a value is: its own key, or that of a pair or of a group."""
    if name.lower() in {"value", "val", "content", "default", "parametervalue"} and isinstance(
        called, str
    ):
        return called
    return name if is_secret_word(name) or not is_secret_word(above) else above


def _called(value: Mapping[Any, Any]) -> Any:
    """Give the name that a pair of a name and a value has, however it writes that."""
    low = (
        {str(name).lower(): item for name, item in value.items()} if len(value) <= MAX_PAIR else {}
    )
    return next(
        (low[name] for name in ("name", "key", "variable", "parameterkey") if low.get(name)), None
    )


class Eraser:
    """Hides what a detector finds, and notes where."""

    def __init__(self, detector: Detector, vault: Vault) -> None:
        self.detector = detector
        self.vault = vault
        self.findings: list[Finding] = []
        self.message = self.part = -1
        self.branch: str | None = None
        self.is_cut = False
        self.between: dict[tuple[int, int], list[Span]] = {}
        self.clean_ids: set[str] = set()
        self.found: dict[str, list[Span]] = {}
        self.known: Known | None = None

    def look(self, texts: Iterable[str]) -> None:
        """Find what is secret in many texts at once: what follows asks for them one by one."""
        self.found = self.detector.find_all(texts)
        found = (
            (family, text[start:end])
            for text, spans in self.found.items()
            for start, end, family in spans
        )
        # what one text shows the whole of may stand in another where only its beginning is seen
        known = worth_knowing(found)
        self.known = Known(known) if known else None

    def spans(self, text: str, key: str) -> list[Span]:
        """Find what is secret in a text, or say that all of it is where its key says so."""
        spans = self.found.get(text)
        if spans is None:
            spans = self.detector.find(text)
        if key and not spans:
            family = named(key, text)
            if family and not self.detector.allows(text):
                return [(0, len(text), family)]
        return spans

    def text(self, text: str, *, key: str = "", also: Sequence[Span] = ()) -> str:
        """Hide what is secret in a text."""
        if not text:
            return text
        spans = self.spans(text, key)
        if spans and self.known:
            also = (*also, *self.known.spans(text))
        if also:
            spans = _joined([*spans, *also])
        for _ in range(MAX_ROUNDS):
            if not spans:
                break
            for start, end, family in spans:
                name = self.vault.name(family, text[start:end])
                line = text.count("\n", 0, start) + 1
                found = Finding(family, name, self.message, self.part, line, self.branch)
                self.findings.append(found)
            text = hide(text, spans, self.vault)
            # what stood beside a secret may say more now that it is hidden
            spans = self.spans(text, "")
        return text

    def said(self, text: str) -> str:
        """Hide what is secret in a part's own text."""
        return self.text(text, also=self.between.get((self.message, self.part), ()))

    def value(self, value: Any, *, key: str = "", depth: int = 0) -> Any:
        """Hide what is secret in the strings of a JSON value, and in its keys."""
        if isinstance(value, str):
            return self.text(value, key=key)
        if depth > MAX_NESTING:
            self.is_cut = True
            return None if isinstance(value, Mapping | list | tuple) else value
        if isinstance(value, Mapping):
            called = _called(value)
            return {
                self.text(str(name)): self.value(
                    item, key=_key(str(name), key, called), depth=depth + 1
                )
                for name, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.value(item, key=key, depth=depth + 1) for item in value]
        return value

    def optional(self, text: str | None) -> str | None:
        """Hide what is secret in a field that may be empty."""
        return self.text(text) if text else text

    def id(self, text: str) -> str:
        """Hide what is secret in an id: most are none, and the same ones come again and again."""
        if _PLAIN_ID.fullmatch(text) or text in self.clean_ids:
            return text
        hidden = self.text(text)
        if hidden == text:
            self.clean_ids.add(text)
        return hidden

    def optional_id(self, text: str | None) -> str | None:
        """Hide what is secret in an id that may be missing."""
        return self.id(text) if text else text


class Known:
    """Finds what is known to be a secret, whatever stands beside it.

    Args:
        known: By secret, its family.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        from ahocorasick_rs import BytesAhoCorasick, MatchKind  # noqa: PLC0415

        secrets = sorted(known)
        self.families = [known[secret] for secret in secrets]
        self.search = BytesAhoCorasick(
            [secret.encode("utf-8", "surrogatepass") for secret in secrets],
            # one may be the beginning of another
            matchkind=MatchKind.LeftmostLongest,
        ).find_matches_as_indexes

    def spans(self, text: str) -> list[Span]:
        """Find them in a text, in order."""
        data = text.encode("utf-8", "surrogatepass")
        found = []
        for index, first, past in self.search(data):
            start = len(data[:first].decode("utf-8", "surrogatepass"))
            end = start + len(data[first:past].decode("utf-8", "surrogatepass"))
            # the middle of a word is no secret: a password may be a word itself
            if not (text[max(0, start - 1) : start].isalnum() or text[end : end + 1].isalnum()):
                found.append((start, end, self.families[index]))
        return found


class Again(Eraser):
    """Hides what is known to be a secret wherever else it stands."""

    def __init__(self, detector: Detector, vault: Vault, known: Mapping[str, str]) -> None:
        super().__init__(detector, vault)
        self.known = Known(known)

    def spans(self, text: str, key: str) -> list[Span]:
        """Find what was found elsewhere."""
        return self.known.spans(text) if self.known else []


def _joined(spans: list[Span]) -> list[Span]:
    result: list[Span] = []
    for start, end, family in sorted(spans):
        if result and start < result[-1][1]:
            first, past, named = result[-1]
            # of two that begin together the longer one is the secret
            named = family if first == start and end > past else named
            result[-1] = (first, max(past, end), named)
        else:
            result.append((start, end, family))
    return result
