"""What every record goes through before anything reads it: secrets, orders, line endings.

Secrets become placeholders; a paragraph that gives orders to a model becomes a quotation of it;
text that imitates a source tag is made plain. The record that was given is not changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby

from graphpack.compress.ansi import Plain
from graphpack.context.facts import PERSONAL
from graphpack.context.records import Kind, Record
from graphpack.redact import Policy, Vault, clean, find
from graphpack.text.injection import PARAGRAPH_END, is_order, order_spans, quoted
from graphpack.text.invisible import visible

__all__ = ["Protected", "protect"]

_TAG = "[source:"
_PLAIN_TAG = "(source:"
_AS_IS = frozenset({Kind.FILE, Kind.DIFF})


@dataclass(frozen=True, slots=True)
class Protected:
    """Records without secrets and orders.

    Args:
        records: In their order.
        quoted: Ids of those in which an order stood.
        families: How many secrets of each family were hidden, by name.
    """

    records: tuple[Record, ...]
    quoted: tuple[str, ...]
    families: tuple[tuple[str, int], ...]


def protect(records: tuple[Record, ...], policy: Policy, vault: Vault) -> Protected:
    """Make records safe to be read and written.

    Args:
        records: As they were given.
        policy: What is hidden.
        vault: Gives a secret the same placeholder everywhere.

    Returns:
        Records in their normal form: line feeds alone, no terminal colours, no character that
        cannot be seen; in logs a line that is repeated stands once, with its count.
    """
    families: Counter[str] = Counter()
    done, orders = [], []
    # what was hidden before, in a transcript or by another program, keeps its number to itself
    for record in records:
        for text in (record.text, record.name, record.path, record.author):
            vault.reserve(text or "")
    for record in records:
        cleaned = clean(record.text, policy, vault)
        if cleaned != record.text:
            families.update(find(record.text, policy))
        text = _normal(cleaned, record.kind)
        plain = _without_orders(text, record)
        if plain != text:
            orders.append(record.id)
        done.append(
            replace(
                record,
                text=plain.replace(_TAG, _PLAIN_TAG),
                name=_line(record.name, policy, vault),
                path=_line(record.path, policy, vault),
                author=_line(record.author, policy, vault),
            )
        )
    return Protected(tuple(done), tuple(orders), tuple(sorted(families.items())))


def _line(text: str | None, policy: Policy, vault: Vault) -> str | None:
    """A name or a path on one line, in which no tag ends."""
    if text is None:
        return None
    shown = " ".join(visible(clean(text, policy, vault)).split())
    if is_order(shown, is_foreign=True):
        shown = quoted(shown)
    return shown.replace(_TAG, _PLAIN_TAG)


def _normal(text: str, kind: Kind) -> str:
    text = visible(Plain(text).text).replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.rstrip() for line in text.split("\n")]
    if kind not in _AS_IS and kind not in PERSONAL:
        lines = [_counted(line, len(list(run))) for line, run in groupby(lines)]
    return "\n".join(lines).strip("\n")


def _counted(line: str, times: int) -> str:
    return line if times == 1 or not line.strip() else f"{line} [×{times}]"


def _without_orders(text: str, record: Record) -> str:
    """Put a quotation where an order stood; the paragraphs beside it stay."""
    is_foreign = record.kind not in PERSONAL or record.role == "tool"
    if record.kind in _AS_IS and not is_order(text, is_foreign=True, is_code=True):
        return text
    if not order_spans(text, is_foreign=is_foreign):
        return text
    pieces: list[str] = []
    at = 0
    for gap in (*PARAGRAPH_END.finditer(text), None):
        end = gap.start() if gap else len(text)
        pieces.append(_piece(text[at:end], is_foreign=is_foreign))
        pieces.append(gap[0] if gap else "")
        at = gap.end() if gap else end
    return "".join(pieces)


def _piece(text: str, *, is_foreign: bool) -> str:
    """Quote a paragraph, or those of its lines alone that are the order."""
    if not order_spans(text, is_foreign=is_foreign):
        return text
    lines = text.split("\n")
    kept = [line for line in lines if not is_order(line, is_foreign=is_foreign)]
    if len(kept) == len(lines) or order_spans("\n".join(kept), is_foreign=is_foreign):
        return quoted(text)
    return "\n".join(
        quoted(line) if is_order(line, is_foreign=is_foreign) else line for line in lines
    )
