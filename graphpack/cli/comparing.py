"""``graphpack diff`` and ``merge``: several packs, and no transcript."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphpack.cli.excerpts import apart, differing
from graphpack.cli.inputs import check_inputs
from graphpack.cli.speak import harmless, put, put_json, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.cli.unmet import unmet
from graphpack.cli.verifying import guarded_pack, loaded_pack
from graphpack.cli.writing import check_output, evidence_path, is_same, write_files
from graphpack.errors import UsageError
from graphpack.model.graph import Node, Relationship
from graphpack.packs import Difference, Joined, diff, join
from graphpack.packs.guarding import let_out
from graphpack.packs.public import in_order
from graphpack.pipeline.safety import policy_of
from graphpack.render import stats_line
from graphpack.settings import Settings, load
from graphpack.text.counted import counted, plural

OVER_CAP = 3
_SUMMARY_CHARS = 160


def run_diff(older: str, newer: str, arguments: Mapping[str, Any], *, as_json: bool) -> None:
    """Say what changed from one pack to another.

    Args:
        older: Path of the one before, or ``-``.
        newer: Path of the one after, or ``-``.
        arguments: From the flags, by setting name.
        as_json: Write one JSON object instead of lines.
    """
    check_inputs((older, newer))
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    before, after = guarded_pack(older, policy), guarded_pack(newer, policy)
    found = diff(before, after)
    if as_json:
        put_json(_document(found), policy)
    else:
        lines = _lines(found)
        if lines:
            put(let_out(harmless("\n".join(lines)), policy, name="difference"))
    if not settings.quiet:
        say_notices([*before.notices, *after.notices], has_evidence=False)
        say(_summary(found))


def run_merge(
    files: Sequence[str], arguments: Mapping[str, Any], *, output: str | None, by_date: bool
) -> int:
    """Make one pack of several.

    Args:
        files: Paths of packs, or ``-``.
        arguments: From the flags, by setting name.
        output: A file; None is standard output.
        by_date: True to order them by the time they were made.

    Returns:
        The exit code: 3 where the pack is over its cap, else 0.

    Raises:
        UsageError: The output would overwrite a pack.
    """
    check_inputs(files)
    settings = load(arguments, environment=os.environ, folder=working_folder())
    if settings.now is None:
        settings = settings.model_copy(update={"now": datetime.now(UTC)})
    target = None
    if output is not None:
        check_output(output)
        target = Path(output)
        for written in (target, evidence_path(target)):
            if any(is_same(Path(file), written) for file in files):
                raise UsageError(f"{written}: is a pack to merge, and would be overwritten")
    made = join(in_order([loaded_pack(file) for file in files], by_date=by_date), settings)
    if target is None:
        put(made.text)
    else:
        texts = {target: made.text}
        if settings.evidence:
            texts[evidence_path(target)] = made.archive()
        write_files(texts)
    say_joined(made, settings)
    return OVER_CAP if made.report.over_cap_tokens else 0


def say_joined(made: Joined, settings: Settings) -> None:
    """Say what became of packs that were made one.

    Args:
        made: The pack.
        settings: Whether anything but errors is said.
    """
    report = made.report
    if report.over_cap_tokens:
        say(f"warning: {counted(report.over_cap_tokens, 'token')} over the cap; the pack is whole")
    if settings.quiet:
        return
    say_notices(report.notices)
    for line in unmet(made.graph, settings, tokens=report.output_tokens):
        say(f"note: {line}")
    folded = sum(not merge.reason.startswith("supersedes") for merge in report.merges)
    say(
        f"merged: {counted(len(made.record.sessions), 'pack')}"
        f" | {counted(folded, 'duplicate')} folded"
        f" | {len(report.merges) - folded} superseded | {counted(len(report.cuts), 'cut')}"
    )
    say(
        stats_line(
            tokens=report.output_tokens,
            nodes=made.rendered.nodes,
            relationships=made.rendered.relationships,
            input_tokens=report.input_tokens,
        )
    )


def _document(found: Difference) -> dict[str, Any]:
    return {
        "same": found.same,
        "added": [_node(node) for node in found.added],
        "changed": [
            {"before": _node(c.before), "after": _node(c.after), "fields": list(c.fields)}
            for c in found.changed
        ],
        "superseded": [
            {
                "before": _node(s.before),
                "after": _node(s.after) if s.after else None,
                "by": _node(s.by) if s.by else None,
            }
            for s in found.superseded
        ],
        "lost": [_node(lost.node) | {"reason": lost.reason} for lost in found.lost],
        "relationships_added": [_tie(tie) for tie in found.tied],
        "relationships_lost": [_tie(tie) for tie in found.untied],
    }


def _node(node: Node) -> dict[str, Any]:
    fields = {
        "id": node.id,
        "type": node.type,
        "importance": node.importance,
        "status": node.status,
        "confidence": node.confidence,
        "summary": node.summary,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _tie(tie: Relationship) -> dict[str, str]:
    return {"from": tie.start, "to": tie.end, "type": tie.type}


def _lines(found: Difference) -> list[str]:
    beside = [node.summary for node in (*found.added, *(lost.node for lost in found.lost))]
    lines = [f"+ {_told(node, beside)}" for node in found.added]
    for change in found.changed:
        before, after = change.before, change.after
        values = [
            f"{name} {getattr(before, name) or 'none'} → {getattr(after, name) or 'none'}"
            for name in change.fields
            if name != "summary"
        ]
        if "summary" in change.fields:
            was, now = differing(before.summary, after.summary, _SUMMARY_CHARS)
            values.append(f"now: {now}")
        else:
            was = apart(before.summary, (), _SUMMARY_CHARS)
        head = f"~ {before.id} {before.type}: {was}"
        lines.append(f"{head} | {_id(before, after)}{'; '.join(values)}")
    for switch in found.superseded:
        pair = [node.summary for node in (switch.before, switch.by) if node]
        by = f"by {_told(switch.by, pair)}" if switch.by else "given up"
        lines.append(f"! {_told(switch.before, pair)} | {by}")
    for lost in found.lost:
        reason = f" | {lost.reason}" if lost.reason else ""
        lines.append(f"- {_told(lost.node, beside)}{reason}")
    lines += [f"+ {tie.start} {tie.type} {tie.end}" for tie in found.tied]
    lines += [f"- {tie.start} {tie.type} {tie.end}" for tie in found.untied]
    return lines


def _id(before: Node, after: Node) -> str:
    return f"{after.id}: " if before.id != after.id else ""


def _told(node: Node, beside: Sequence[str]) -> str:
    status = f" {node.status}" if node.status else ""
    return f"{node.id} {node.type}{status}: {apart(node.summary, beside, _SUMMARY_CHARS)}"


def _summary(found: Difference) -> str:
    ties = len(found.tied) + len(found.untied)
    counts = (
        (found.same, "the same"),
        (len(found.added), "added"),
        (len(found.changed), "changed"),
        (len(found.superseded), "superseded"),
        (len(found.lost), "lost"),
        (ties, f"{plural(ties, 'relationship')} {'differs' if ties == 1 else 'differ'}"),
    )
    return " | ".join(f"{count} {what}" for count, what in counts if count or what == "the same")
