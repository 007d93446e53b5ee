"""``graphpack audit-compact``: what a host's own compaction dropped, and what restores it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.picking import choose, wanted_of
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import harmless, noticed, put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.context.compaction import Audit, Dropped, audit_compactions
from graphpack.errors import NoticesError
from graphpack.pipeline import survey
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.redact import redact
from graphpack.settings import load
from graphpack.text.counted import counted

_RESTORE = "This was said before the compaction:"
_MARKED = frozenset({"resolved", "abandoned", "deferred", "blocked"})


def run_audit(
    session: str, arguments: Mapping[str, Any], *, is_all: bool, as_json: bool, budget_tokens: int
) -> None:
    """Hold the summaries of a session's compactions against what came before them.

    Args:
        session: What a command line names: a path, a session, ``-``.
        arguments: From the flags, by setting name.
        is_all: Every compaction, and not the last one alone.
        as_json: Write one JSON object instead of lines.
        budget_tokens: Size of the packs that the summaries are held against.

    Raises:
        NoticesError: Something was dropped, and that was to be a failure.
    """
    check_inputs((session,))
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    with ProgressBar(is_shown=False if settings.quiet else None):
        shelf = survey(reading([session], settings), wanted_of(settings), hide=cleaner(policy))
    conversation = redact(choose(shelf, settings.pick, name=session), policy).conversation
    audits = audit_compactions(conversation, settings, budget_tokens=budget_tokens)
    shown = audits if is_all else audits[-1:]
    if as_json:
        put(json.dumps(_document(shown), ensure_ascii=False, indent=1))
    elif shown:
        put(harmless("\n".join(_page(shown, len(audits)))))
    if not settings.quiet:
        say_notices(conversation.notices, has_evidence=False)
        if not audits:
            say("note: no summary of a compaction in it with anything before it")
    dropped = sum(len(audit.dropped) for audit in shown)
    if settings.fail_on_notice and dropped:
        raise NoticesError(noticed(dropped))


def _document(audits: Sequence[Audit]) -> Mapping[str, Any]:
    return {"compactions": [_plain(audit) for audit in audits]}


def _plain(audit: Audit) -> Mapping[str, Any]:
    at = audit.at.isoformat() if audit.at else None
    dropped = [
        {**asdict(one), "lacks": list(one.lacks), "at": one.at.isoformat() if one.at else None}
        for one in audit.dropped
    ]
    return {**asdict(audit), "at": at, "dropped": dropped, "restore": list(_lines(audit))}


def _page(audits: Sequence[Audit], total: int) -> Iterator[str]:
    for audit in audits:
        at = f", {audit.at:%Y-%m-%d %H:%M}" if audit.at else ""
        yield f"compaction {audit.number} of {total} (message {audit.message}{at})"
        count = audit.said + len(audit.dropped)
        yield (
            f"of {counted(count, 'statement')} of what came before: {audit.said} said,"
            f" {len(audit.partial)} in part, {len(audit.missing)} missing"
        )
        for title, dropped in (("missing", audit.missing), ("in part", audit.partial)):
            if dropped:
                yield f"\n{title}:"
                yield from map(_entry, dropped)
        lines = list(_lines(audit))
        if lines:
            yield f"\nto restore, paste:\n\n{_RESTORE}"
            yield from lines
        yield ""


def _entry(one: Dropped) -> str:
    status = f", {one.status}" if one.status else ""
    who = f" ({one.author}, message {one.message})" if one.message is not None else ""
    lacks = f"\n    without: {', '.join(one.lacks)}" if one.lacks else ""
    again = "\n    said again since" if one.is_repeated else ""
    return f"  [{one.type}, {one.importance}{status}] {one.text}{who}{lacks}{again}"


def _lines(audit: Audit) -> Iterator[str]:
    """Write what restores what was dropped; what was said again since needs no restoring."""
    for one in audit.dropped:
        if not one.is_repeated:
            # what was tried and given up is what comes up again where it is forgotten
            status = f"({one.status}) " if one.status in _MARKED else ""
            yield f"- {status}{' '.join(one.text.split())}"
