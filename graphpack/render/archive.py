"""The archive form: the readable form with all evidence, and the run's record. No model sees it."""

from __future__ import annotations

from typing import Any

from graphpack.errors import GraphError
from graphpack.model.codes import Mode
from graphpack.model.extra import put_extra
from graphpack.model.graph import ContextGraph
from graphpack.model.record import (
    INPUT_KEYS,
    RECORD_KEYS,
    SESSION_KEYS,
    SUBAGENTS_READ,
    Input,
    Record,
    Session,
)
from graphpack.model.report import Merge, Report
from graphpack.render.options import Options, to_json
from graphpack.render.readable import node_document, readable_document


def render_archive(graph: ContextGraph, options: Options) -> str:
    """Write a graph with everything needed to audit, rebuild and merge it.

    Args:
        graph: A valid graph.
        options: With the run's record.

    Returns:
        Indented JSON.

    Raises:
        GraphError: There is no record.
    """
    if options.record is None:
        raise GraphError(
            "/record: is missing", hint="an archive is written by export, not by convert"
        )
    document = readable_document(graph, True, mode=Mode.ARCHIVE)
    document["record"] = record_document(options.record)
    return to_json(document, is_indented=True)


def record_document(record: Record) -> dict[str, Any]:
    """Write a run's record.

    Args:
        record: The account of one export.

    Returns:
        Its JSON object.
    """
    report = record.report
    document: dict[str, Any] = {
        "settings_sha256": record.settings_sha256,
        "tokenizer": report.counter,
        "extractor": report.extractor,
        "strategy": report.strategy,
        "input_tokens": report.input_tokens,
        "output_tokens": report.output_tokens,
        "over_cap_tokens": report.over_cap_tokens,
    }
    if report.usage is not None:
        document["usage"] = {
            "calls": report.usage.calls,
            "prompt_tokens": report.usage.prompt_tokens,
            "completion_tokens": report.usage.completion_tokens,
            "cost_usd": report.usage.cost_usd,
        }
        if report.usage.cached:
            document["usage"]["cached"] = report.usage.cached
    document.update(_lists(report))
    document["pruned"] = [node_document(node, with_sources=True) for node in record.pruned]
    document["originals"] = list(record.originals)
    if record.input is not None:
        document["input"] = _input(record.input)
    if record.sessions:
        document["sessions"] = [_session(session) for session in record.sessions]
    put_extra(document, record.extra, RECORD_KEYS)
    return document


def _input(one: Input) -> dict[str, Any]:
    fields = {
        "conversation": one.conversation,
        "branch": one.branch,
        "subagents": SUBAGENTS_READ if one.has_subagents else None,
        "redact": one.redact,
    }
    document: dict[str, Any] = {key: value for key, value in fields.items() if value is not None}
    put_extra(document, one.extra, INPUT_KEYS)
    return document


def _session(one: Session) -> dict[str, Any]:
    fields = {
        "session": one.name,
        "pack": one.pack,
        "title": one.title,
        "format": one.format,
        "messages": one.messages,
    }
    document = {key: value for key, value in fields.items() if value is not None}
    put_extra(document, one.extra, SESSION_KEYS)
    return document


def _merge(merge: Merge) -> dict[str, Any]:
    document = {"kept": merge.kept, "folded": merge.folded, "reason": merge.reason}
    return document | {"text": merge.text} if merge.text else document


def _lists(report: Report) -> dict[str, Any]:
    return {
        "notices": [
            {
                "code": notice.code,
                "where": notice.where,
                "message": notice.message,
                "count": notice.count,
            }
            for notice in report.notices
        ],
        "cuts": [
            {
                "node": cut.node,
                "action": cut.action,
                "reason": cut.reason,
                "text": cut.text,
                "tokens": cut.tokens,
            }
            for cut in report.cuts
        ],
        "merges": [_merge(merge) for merge in report.merges],
        "gaps": [
            {
                "first_message": gap.first_message,
                "last_message": gap.last_message,
                "reason": gap.reason,
            }
            for gap in report.gaps
        ],
    }
