"""Asks about one piece until the reply is of use: the repair loop.

A reply of no use is shown to the model with what was wrong, a bounded number of times; a refusal
is not argued with. The best of the replies is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphpack.extract.llm.exchange import Answer
from graphpack.extract.llm.grounding import Draft, Tally, ground
from graphpack.extract.llm.prompting import Request, repaired
from graphpack.extract.llm.reply import MAX_PROBLEMS, Reply, Unusable, parse
from graphpack.extract.llm.sender import Sender
from graphpack.extract.llm.wash import washed
from graphpack.model.conversation import Message
from graphpack.model.report import Usage

MAX_REPLY_FACTOR = 4
"""A model that thinks until the limit gets up to this much more room."""

REFUSAL_CHARS = 160


@dataclass(frozen=True, slots=True)
class Findings:
    """What one piece brought.

    Args:
        reply: As read, None where no reply was of use.
        drafts: Its items that the messages show.
        tally: What was demoted or dropped.
        is_cut: True where the reply broke off.
        reason: Why it is of no use; empty where it is.
    """

    reply: Reply | None = None
    drafts: tuple[Draft, ...] = ()
    tally: Tally = field(default_factory=Tally)
    is_cut: bool = False
    reason: str = ""


@dataclass(slots=True)
class Log:
    """What happened while asking: usage, why it was asked again, under what answers are kept."""

    usage: Usage = field(default_factory=Usage)
    repairs: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with a reply, and how often this may be complained of."""

    reason: str
    problems: Sequence[str] = ()
    is_empty: bool = False


def ask(
    sender: Sender,
    request: Request,
    messages: Sequence[Message],
    *,
    repairs: int,
    is_empty_allowed: bool,
    log: Log,
) -> Findings:
    """Ask until a reply is of use.

    Args:
        sender: Sends a request until it is answered.
        request: About the messages.
        messages: What the quotes are looked for in.
        repairs: How often to ask again.
        is_empty_allowed: True where the messages hold next to nothing.
        log: Takes usage and reasons, also when an error ends it.

    Returns:
        What the best reply holds, or the reason why none is of use.
    """
    best, factor, attempt = Findings(), request.reply_factor, request
    complaints: set[str] = set()
    for tries_left in range(repairs, -1, -1):
        answer = sender.send(attempt.prompt, reply_factor=factor)
        log.usage = log.usage + answer.usage
        log.keys.append(answer.key)
        if answer.refusal:
            said = " ".join(washed(answer.refusal).split())[:REFUSAL_CHARS]
            return best if best.drafts else replace(best, reason=f"the model declined: {said}")
        findings = _read(answer, messages)
        if len(findings.drafts) > len(best.drafts) or not best.drafts:
            best = findings
        is_starved = answer.is_cut and not answer.text.strip()
        if is_starved and factor < MAX_REPLY_FACTOR and tries_left:
            factor *= 2
            log.repairs.append("the reply ended before its first word")
            continue
        if findings.is_cut:
            return best  # asking again would be cut again; smaller pieces are the caller's matter
        fault = _fault(findings, is_empty_allowed=is_empty_allowed)
        if fault is None:
            return best
        best = best if best.drafts else replace(best, reason=fault.reason)
        # an empty list, and one without a true quote, are complained of once
        if not tries_left or (fault.is_empty and fault.reason in complaints):
            break
        complaints.add(fault.reason)
        log.repairs.append(fault.reason)
        attempt = repaired(
            request,
            answer.text,
            fault.reason,
            problems=fault.problems[:MAX_PROBLEMS],
            is_empty=fault.is_empty,
        )
    return best


def _read(answer: Answer, messages: Sequence[Message]) -> Findings:
    reply = parse(answer.text)
    if isinstance(reply, Unusable):
        return Findings(is_cut=answer.is_cut, reason=reply.reason)
    tally = Tally()
    drafts = (ground(node, messages, tally) for node in reply.nodes)
    return Findings(
        reply=reply,
        drafts=tuple(draft for draft in drafts if draft is not None),
        tally=tally,
        is_cut=answer.is_cut or reply.is_cut,
    )


def _fault(findings: Findings, *, is_empty_allowed: bool) -> _Fault | None:
    reply = findings.reply
    if reply is None:
        return _Fault(findings.reason)
    if len(reply.problems) > len(reply.nodes):
        return _Fault("most of the nodes lack a field or have a wrong one", reply.problems)
    if findings.drafts or (is_empty_allowed and not reply.nodes):
        return None
    if reply.nodes:
        return _Fault("no quote in it stands in the messages", is_empty=True)
    return _Fault("the list of nodes was empty", is_empty=True)
