"""Packs of stored sessions: made, kept, and held against what they were made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from graphpack.context import Kind, Record
from graphpack.errors import UsageError
from graphpack.mcp.desk import Answer, Desk, Given, Progress
from graphpack.mcp.kept import StoredPack
from graphpack.mcp.names import uri_of
from graphpack.mcp.recorded import RecordedExtractor
from graphpack.mcp.saying import conversation_of
from graphpack.model.conversation import Conversation
from graphpack.packs import load_pack
from graphpack.packs.guarding import guarded, shown_receipt
from graphpack.packs.loading import with_evidence
from graphpack.pipeline import Export, extractor_of, pack
from graphpack.pipeline.checking import check_against
from graphpack.readers import read
from graphpack.redact import Vault
from graphpack.render import render

__all__ = ["export_graph", "paste", "session_pack", "told", "verify_graph"]

SHOWN_FINDINGS = 10
SHOWN_NOTICES = 8
OWN_FORM = "graphpack-messages"


def export_graph(desk: Desk, given: Given, progress: Progress) -> Answer:
    """Pack a session and keep the pack.

    Args:
        desk: What the server has.
        given: ``session``, ``mode``, ``budget_tokens``, ``detail``.
        progress: Told of the chain's stages.

    Returns:
        What the pack holds; with ``detail`` its text and what was cut.
    """
    session, mode = desk.known(given["session"]), given.get("mode", "compact")
    made = _packed(desk, session, mode, given.get("budget_tokens"), progress)
    text = made.archive() if mode == "archive" else made.text
    tokens = desk.counted.count(text)
    about = made.graph.description
    if mode != "archive":  # verify_graph looks up the evidence there
        evidence = made.archive()
        size_tokens = desk.counted.count(evidence)
        desk.store.put_pack(StoredPack(session, "archive", about, size_tokens, evidence))
    desk.store.put_pack(StoredPack(session, mode, about, tokens, text))
    report, is_detail = made.report, bool(given.get("detail"))
    answer: Answer = {
        "uri": uri_of(session, mode),
        "description": about,
        "handoff": made.graph.handoff,
        "tokens": tokens,
        "input_tokens": report.input_tokens,
        "nodes": sum(1 for _ in made.graph.walk()),
        "relationships": len(made.graph.relationships),
    }
    if is_detail:
        answer["pack"] = text
        answer["cuts"] = [asdict(cut) for cut in report.cuts]
    answer["left_out"] = _left_out(made, is_detail=is_detail)
    return answer


def verify_graph(desk: Desk, given: Given, progress: Progress) -> Answer:
    """Hold a pack against the session it was made of.

    Args:
        desk: What the server has.
        given: ``session``; ``pack``, a pack's text, else the stored one of ``mode``; ``detail``.
        progress: Told of the stages.

    Returns:
        Whether anything was found, what, and what could not be checked.
    """
    session, mode = desk.known(given["session"]), given.get("mode", "compact")
    text = given.get("pack")
    text = session_pack(desk, session, mode).text if text is None else text
    loaded = load_pack(text.encode("utf-8"), name="pack")
    evidence = desk.store.pack(session, "archive")
    if not loaded.has_evidence and evidence is not None:
        beside = load_pack(evidence.text.encode("utf-8"), name="archive")
        loaded = with_evidence(loaded, beside)
    progress("checking", 0, 0)
    receipt = check_against(loaded.graph, told(desk, session).conversation, desk.policy)
    # a client's pack may be anybody's, and what is found in it is said of it again
    receipt = shown_receipt(receipt, loaded, desk.policy, Vault())
    most = None if given.get("detail") else SHOWN_FINDINGS
    shown = receipt.findings[:most]
    answer: Answer = {
        "is_clean": receipt.is_clean,
        "faithful_ratio": round(receipt.faithful_ratio, 4),
        "checked": asdict(receipt.tally),
        "findings": [_finding(asdict(one)) for one in shown],
        "unchecked": [str(one) for one in receipt.unchecked],
        "left_out": [],
    }
    if len(shown) < len(receipt.findings):
        more = len(receipt.findings) - len(shown)
        answer["left_out"] = [f"{more} more findings: detail=true shows them"]
    return answer


@dataclass(frozen=True, slots=True)
class Told:
    """What a session's packs are made of.

    Args:
        conversation: Its transcript, and its other records after it.
        decisions: What was recorded as a decision, by the index of the message that tells it.
    """

    conversation: Conversation
    decisions: Mapping[int, Record]


def told(desk: Desk, session: str) -> Told:
    """Give what a session's packs are made of.

    Args:
        desk: What the server has.
        session: Its name.

    Returns:
        A conversation.

    Raises:
        UsageError: It holds nothing.
    """
    kept = desk.store.transcript(session)
    before = None
    if kept is not None:
        before = next(iter(read(kept.text.encode("utf-8"), format=OWN_FORM, name=session)))
    others = [record for _, record in desk.store.located(session=session, is_told=False)]
    if not others and before is None:
        raise UsageError(f"session: {session!r} holds no records", hint="ingest_records first")
    first = len(before.messages) if before is not None else 0
    decisions = {at: one for at, one in enumerate(others, first) if one.kind is Kind.DECISION}
    said = conversation_of(others, name=session, before=before)
    return Told(said, MappingProxyType(decisions))


def session_pack(desk: Desk, session: str, mode: str) -> StoredPack:
    """Give the stored pack of a session.

    Args:
        desk: What the server has.
        session: Its name.
        mode: The pack's form.

    Returns:
        The pack.

    Raises:
        UsageError: The session was not packed in that form.
    """
    found = desk.store.pack(session, mode)
    if found is None:
        raise UsageError(f"session: {session!r} has no {mode} pack", hint="export_graph makes one")
    return found


def paste(desk: Desk, session: str, budget_tokens: int | None = None) -> str:
    """Write a session's pack as the block that a new chat starts from.

    Args:
        desk: What the server has.
        session: Its name.
        budget_tokens: Size aimed at; None takes the stored pack, where there is one.

    Returns:
        The block.
    """
    session = desk.known(session)
    kept = desk.store.pack(session, "compact") if budget_tokens is None else None
    if kept is not None:
        # a store's file may come with somebody's project
        graph = guarded(load_pack(kept.text.encode("utf-8"), name="pack"), desk.policy).graph
    else:
        graph = _packed(desk, session, "compact", budget_tokens, lambda *_: None).graph
    return render(graph, to="paste", count=len).text


def _packed(
    desk: Desk, session: str, mode: str, budget_tokens: int | None, progress: Progress
) -> Export:
    form = "readable" if mode == "archive" else mode
    given: dict[str, Any] = {"mode": form, "budget": budget_tokens, "paste": False}
    if budget_tokens and desk.settings.cap and budget_tokens > desk.settings.cap:
        given["cap"] = budget_tokens
    one, settings = told(desk, session), desk.settings.model_copy(update=given)
    plain = extractor_of(settings, count=desk.counted.count)
    extractor = RecordedExtractor(plain, one.decisions) if one.decisions else plain
    return pack(one.conversation, settings, extractor=extractor, progress=progress)


def _finding(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if value not in {None, ""}}


def _left_out(made: Export, *, is_detail: bool) -> list[str]:
    cuts = len(made.report.cuts)
    notices = [notice for notice in made.report.notices if notice.is_loss]
    shown = notices if is_detail else notices[:SHOWN_NOTICES]
    lines = [f"{cuts} cuts to fit the budget"] if cuts else []
    lines += [f"{notice.where}: {notice.message}".strip(": ") for notice in shown]
    if len(shown) < len(notices):
        lines.append(f"{len(notices) - len(shown)} more notices")
    if not is_detail:
        lines.append("the pack's text: detail=true, or read its uri")
    return lines
