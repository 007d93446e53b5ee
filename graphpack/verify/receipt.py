"""What a verification says: findings, what was looked at, and what could not be."""

from __future__ import annotations

from dataclasses import dataclass

from graphpack.text.counted import counted

NOWHERE = "detail-nowhere"
"""The code of a finding of something exact that stands nowhere in the transcript."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a pack that its transcript does not bear out.

    Args:
        code: A stable kebab-case name, such as ``quote-differs``.
        node: The node's id; ``description`` or ``handoff`` for the pack's own lines.
        message: What was found, lower case.
        at: 0-based index of the message concerned; None where there is none.
        detail: The exact thing that is missing, for the codes ``detail-…``; else empty.
        other: The id of the other node concerned; else empty.
    """

    code: str
    node: str
    message: str
    at: int | None = None
    detail: str = ""
    other: str = ""

    def __str__(self) -> str:
        return f"{self.node}: {self.message} [{self.code}]"


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A check that could not be made.

    Args:
        check: Its name: ``spans``, ``negations``, ``order``, ``citations``.
        reason: Why not, lower case.
        nodes: For how many nodes.
    """

    check: str
    reason: str
    nodes: int

    def __str__(self) -> str:
        return f"{self.check} of {counted(self.nodes, 'node')}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Tally:
    """How much was looked at.

    Args:
        nodes: Nodes, children too.
        spans: Quotes held against the transcript.
        details: Versions, numbers, paths, flags, URLs and identifiers looked for.
        codes: Code nodes compared character by character.
        negations: Statements whose negation was held against their evidence.
        relationships: Relationships followed.
    """

    nodes: int = 0
    spans: int = 0
    details: int = 0
    codes: int = 0
    negations: int = 0
    relationships: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of holding a pack against its transcript.

    Args:
        findings: In reading order of the nodes, relationships and the hand-off last.
        unchecked: What could not be looked at, and why.
        tally: How much was looked at.
    """

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    tally: Tally

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def faithful_ratio(self) -> float:
        """Share of nodes whose every exact thing stands in the transcript, 0-1; 1 of none."""
        if not self.tally.nodes:
            return 1.0
        lines = {"description", "handoff"}
        made_up = {f.node for f in self.findings if f.code == NOWHERE} - lines
        return 1 - len(made_up) / self.tally.nodes
