"""What the archive form keeps beside the graph, so that a run can be audited, rebuilt and merged.

It is never shown to a model. The record holds the report, the settings' hash and every node as it
was before a cut; renderers turn it into JSON, and this module back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphpack.model.fields import Fields
from graphpack.model.graph import Node
from graphpack.model.report import Cut, Gap, Merge, Notice, Report, Strategy, Usage

RECORD_KEYS = frozenset([
    "settings_sha256", "tokenizer", "extractor", "strategy", "input_tokens", "output_tokens",
    "over_cap_tokens", "usage", "notices", "cuts", "merges", "gaps", "pruned", "originals",
    "input", "sessions",
])  # fmt: skip
INPUT_KEYS = frozenset(["conversation", "branch", "subagents", "redact"])
SESSION_KEYS = frozenset(["session", "pack", "title", "format", "messages"])
SUBAGENTS_READ = "read"


@dataclass(frozen=True, slots=True)
class Input:
    """Which conversation was read, and how; None is unknown or the default.

    Args:
        conversation: Its id.
        branch: The abandoned branch that was asked for.
        has_subagents: Whether what sub-agents said to themselves was read.
        redact: The level of redaction.
        extra: Fields of a later version, kept as they came.
    """

    conversation: str | None = None
    branch: str | None = None
    has_subagents: bool = False
    redact: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """One of the packs that a merged pack was made of.

    Args:
        name: That its sources bear.
        pack: Name of its file.
        title: The conversation's.
        format: The reader's name.
        messages: How many the conversation had.
        extra: Fields of a later version, kept as they came.
    """

    name: str
    pack: str | None = None
    title: str | None = None
    format: str | None = None
    messages: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One export's full account.

    Args:
        report: What happened on the way.
        settings_sha256: Hash of the settings that shape the output, lower-case hex.
        pruned: The nodes that were cut, as they were before; ``report.cuts`` has the reasons.
        originals: References to stored originals.
        extra: Fields of a later version, kept as they came.
        input: Which conversation was read; None where that was not kept.
        sessions: What a merged pack was made of, in order; empty for one of a single conversation.
    """

    report: Report
    settings_sha256: str
    pruned: tuple[Node, ...] = ()
    originals: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    input: Input | None = None
    sessions: tuple[Session, ...] = ()


def parse_record(item: Fields, *, node: Callable[[Fields], Node | None]) -> Record:
    """Read an archive's record.

    Args:
        item: The object under ``record``.
        node: Reads one node in the readable form.

    Returns:
        The record as far as it is understood; faults are reported on ``item``.
    """
    report = Report(
        extractor=item.text("extractor") or "",
        strategy=_strategy(item),
        input_tokens=item.whole("input_tokens") or 0,
        output_tokens=item.whole("output_tokens") or 0,
        counter=item.text("tokenizer") or "",
        notices=_notices(item),
        cuts=_cuts(item),
        merges=_merges(item),
        gaps=_gaps(item),
        usage=_usage(item),
        over_cap_tokens=item.whole("over_cap_tokens", may_lack=True) or 0,
    )
    found = [node(inner) for inner in item.items("pruned", may_lack=True)]
    return Record(
        report=report,
        settings_sha256=item.text("settings_sha256", pattern=r"^[0-9a-f]{64}$") or "",
        pruned=tuple(each for each in found if each is not None),
        originals=item.texts("originals", may_lack=True),
        input=_input(item),
        sessions=_sessions(item),
        extra=item.extra(RECORD_KEYS),
    )


def _input(item: Fields) -> Input | None:
    inner = item.inner("input", may_lack=True)
    if inner is None:
        return None
    return Input(
        conversation=inner.text("conversation", may_lack=True),
        branch=inner.text("branch", may_lack=True),
        has_subagents=inner.text("subagents", may_lack=True, pattern=f"^{SUBAGENTS_READ}$")
        is not None,
        redact=inner.text("redact", may_lack=True),
        extra=inner.extra(INPUT_KEYS),
    )


def _sessions(item: Fields) -> tuple[Session, ...]:
    return tuple(
        Session(
            name=inner.text("session", min_chars=1) or "",
            pack=inner.text("pack", may_lack=True),
            title=inner.text("title", may_lack=True),
            format=inner.text("format", may_lack=True),
            messages=inner.whole("messages", may_lack=True),
            extra=inner.extra(SESSION_KEYS),
        )
        for inner in item.items("sessions", may_lack=True)
    )


def _strategy(item: Fields) -> Strategy:
    name = item.text("strategy")
    if name in set(Strategy):
        return Strategy(name)
    if name is not None:
        item.report("bad-value", "strategy", f"{name!r} is not a strategy")
    return Strategy.SINGLE_PASS


def _notices(item: Fields) -> tuple[Notice, ...]:
    return tuple(
        Notice(
            inner.text("code") or "",
            inner.text("where") or "",
            inner.text("message") or "",
            inner.whole("count", may_lack=True, minimum=1) or 1,
        )
        for inner in item.items("notices", may_lack=True)
    )


def _cuts(item: Fields) -> tuple[Cut, ...]:
    return tuple(
        Cut(
            inner.text("node") or "",
            inner.text("action") or "",
            inner.text("reason") or "",
            inner.text("text") or "",
            inner.whole("tokens", minimum=None) or 0,
        )
        for inner in item.items("cuts", may_lack=True)
    )


def _merges(item: Fields) -> tuple[Merge, ...]:
    return tuple(
        Merge(
            inner.text("kept") or "",
            inner.text("folded") or "",
            inner.text("reason") or "",
            inner.text("text", may_lack=True) or "",
        )
        for inner in item.items("merges", may_lack=True)
    )


def _gaps(item: Fields) -> tuple[Gap, ...]:
    return tuple(
        Gap(
            inner.whole("first_message") or 0,
            inner.whole("last_message") or 0,
            inner.text("reason") or "",
        )
        for inner in item.items("gaps", may_lack=True)
    )


def _usage(item: Fields) -> Usage | None:
    inner = item.inner("usage", may_lack=True)
    if inner is None:
        return None
    return Usage(
        inner.whole("calls") or 0,
        inner.whole("prompt_tokens") or 0,
        inner.whole("completion_tokens") or 0,
        inner.number("cost_usd", may_be_null=True),
        inner.whole("cached", may_lack=True) or 0,
    )
