"""The loss report of an export: all that was said and is not in the pack, and where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphpack.model.conversation import Conversation, Image, Reasoning
from graphpack.model.graph import Node, Source
from graphpack.model.loss import Loss, LossKind
from graphpack.model.report import Cut, Gap, Notice, Report
from graphpack.pipeline.chain import Export
from graphpack.pipeline.mending import UNVERIFIED
from graphpack.pipeline.unpicked import unpicked

_KIND_OF_CODE = {
    "ungrounded": LossKind.UNGROUNDED,
    "unproven-detail": LossKind.UNGROUNDED,
    "unsure": LossKind.UNGROUNDED,
    "invalid-node": LossKind.UNGROUNDED,
    "description-mended": LossKind.UNGROUNDED,
    "relation-mended": LossKind.UNGROUNDED,
    "summary-shortened": LossKind.SHORTENED,
    "too-many-nodes": LossKind.CUT,
    "unread-statements": LossKind.CUT,
    "tool-output-shortened": LossKind.ELIDED,
    "abandoned-branch": LossKind.ABANDONED,
    "branches-left-out": LossKind.ABANDONED,
    "hidden-context": LossKind.HIDDEN,
    "hidden-message": LossKind.HIDDEN,
}
# what other lines of the report tell in detail
_TOLD_ELSEWHERE = frozenset({UNVERIFIED, "low-left-out", "pack-larger"})
_KIND_OF_ACTION = {"dropped": LossKind.CUT, "shortened": LossKind.SHORTENED}
_SUPERSEDES = "supersedes: "
_VERIFICATION = "verification: "
_MOST_PLACES = 4

Count = Callable[[str], int]


def losses_of(made: Export, *, count: Count) -> tuple[Loss, ...]:
    """List everything that an export left out, took together or changed.

    Args:
        made: The export.
        count: Tokens of a text.

    Returns:
        One line for each, by kind, within a kind in the order met.
    """
    found = [
        *_notices(made.report),
        *_left_out(made.conversation),
        *_redacted(made),
        *map(_gap, made.report.gaps),
        *_elided(made, count),
        *_unpicked(made, count),
        *_merges(made),
        *_cuts(made),
    ]
    order = list(LossKind)
    return tuple(sorted(found, key=lambda loss: order.index(loss.kind)))


def _notices(report: Report) -> Iterator[Loss]:
    stages = {notice.code for notice in report.notices} & _TOLD_ELSEWHERE
    for notice in report.notices:
        if notice.code not in stages:
            kind = _KIND_OF_CODE.get(notice.code) or _kind_of(notice)
            yield Loss(kind, notice.code, notice.message, notice.where, count=notice.count)


def _kind_of(notice: Notice) -> LossKind:
    return LossKind.SKIPPED if notice.is_loss else LossKind.NOTED


def _gap(gap: Gap) -> Loss:
    where = f"messages {gap.first_message}-{gap.last_message}"
    return Loss(LossKind.GAP, "gap", gap.reason, where)


def _left_out(conversation: Conversation) -> Iterator[Loss]:
    """What a format has and nobody asked for: branches, sub-agents, thoughts, pictures."""
    for branch in conversation.branches:
        where = f"branch {branch.id}, after message {branch.after}"
        reason = "an abandoned branch; --branch reads it"
        yield Loss(LossKind.ABANDONED, "branch", reason, where, count=len(branch.messages))
    if conversation.hidden:
        reason = "messages of sub-agents; --subagents reads them"
        yield Loss(LossKind.HIDDEN, "subagents", reason, count=conversation.hidden)
    for kind, what, reason in (
        (Reasoning, "reasoning", "a model's thoughts are no part of what was said"),
        (Image, "picture", "only the places of pictures are kept"),
    ):
        places = [
            message.index
            for message in conversation.messages
            if any(isinstance(part, kind) for part in message.parts)
        ]
        if places:
            yield Loss(LossKind.HIDDEN, what, reason, _messages(places), count=len(places))


def _redacted(made: Export) -> Iterator[Loss]:
    findings = made.redacted.findings
    times = Counter(finding.placeholder for finding in findings)
    first = {finding.placeholder: finding for finding in reversed(findings)}
    for placeholder in times:
        finding = first[placeholder]
        where = "title or name"
        if finding.message >= 0:
            where = f"message {finding.message}, line {finding.line}"
            where += f" of branch {finding.branch}" if finding.branch else ""
        reason = f"hidden as {finding.family}"
        yield Loss(LossKind.REDACTED, placeholder, reason, where, count=times[placeholder])


def _elided(made: Export, count: Count) -> Iterator[Loss]:
    for elided in made.report.elided:
        text = made.conversation.messages[elided.message].parts[elided.part].text
        tokens = sum(count(text[start:end]) for start, end in elided.spans)
        line = text.count("\n", 0, elided.spans[0][0]) + 1
        where = f"message {elided.message}, part {elided.part}, line {line}"
        reason = "left out of what the extractor was shown"
        times = len(elided.spans)
        yield Loss(LossKind.ELIDED, "tool output", reason, where, tokens=tokens, count=times)


def _unpicked(made: Export, count: Count) -> Iterator[Loss]:
    elided = {(one.message, one.part): one.spans for one in made.report.elided}
    return unpicked(made.conversation, _known(made).values(), elided, count=count)


def _merges(made: Export) -> Iterator[Loss]:
    nodes = _known(made)
    for merge in made.report.merges:
        kept = nodes.get(merge.kept)
        where = _places(kept.sources if kept else (), made.conversation)
        if merge.reason.startswith(_SUPERSEDES):
            reason = f"{merge.kept} {merge.reason.removeprefix(_SUPERSEDES)}"
            gone = nodes.get(merge.folded)
            where = _places(gone.sources if gone else (), made.conversation)
            text = gone.summary if gone else ""
            yield Loss(LossKind.SUPERSEDED, merge.folded, reason, where, text)
        else:
            reason = f"{merge.reason}, now in {merge.kept}"
            yield Loss(LossKind.MERGED, merge.folded, reason, where, merge.text)


def _cuts(made: Export) -> Iterator[Loss]:
    nodes = _known(made)
    dropped = {cut.node for cut in made.report.cuts if cut.action == "dropped"}
    for cut in made.report.cuts:
        if cut.action == "demoted" and cut.node in dropped:
            continue  # a step on its way out
        node = nodes.get(cut.node)
        where = _places(node.sources if node else (), made.conversation)
        yield Loss(_kind_of_cut(cut), cut.node, _reason(cut), where, cut.text, cut.tokens)


def _kind_of_cut(cut: Cut) -> LossKind:
    if cut.reason.startswith(_VERIFICATION):
        return LossKind.UNGROUNDED
    if cut.action == "folded":
        return LossKind.MERGED
    return _KIND_OF_ACTION.get(cut.action, LossKind.SHORTENED)


def _reason(cut: Cut) -> str:
    return f"{cut.action}: {cut.reason.removeprefix(_VERIFICATION)}"


def _known(made: Export) -> Mapping[str, Node]:
    """Nodes by id: those that went, as they were, and those in the pack."""
    gone = {node.id: node for node in made.record.pruned}
    return gone | {node.id: node for node in made.graph.walk()}


def _places(sources: Sequence[Source], conversation: Conversation) -> str:
    """Say where evidence stands: the first messages, with the line of the first."""
    if not sources:
        return ""
    first = min(sources, key=lambda source: (source.message, source.part, source.start))
    if first.message >= len(conversation.messages):
        return f"message {first.message}"
    parts = conversation.messages[first.message].parts
    text = parts[first.part].text if first.part < len(parts) else ""
    line = text.count("\n", 0, first.start) + 1
    others = sorted({source.message for source in sources} - {first.message})
    more = f" and {_messages(others)}" if others else ""
    return f"message {first.message}, line {line}{more}"


def _messages(indices: Iterable[int]) -> str:
    listed = list(indices)
    shown = ", ".join(map(str, listed[:_MOST_PLACES]))
    more = f" and {len(listed) - _MOST_PLACES} more" if len(listed) > _MOST_PLACES else ""
    noun = "message" if len(listed) == 1 else "messages"
    return f"{noun} {shown}{more}"
