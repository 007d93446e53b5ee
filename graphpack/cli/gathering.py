"""``graphpack archive merge``: one pack of a project's sessions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphpack.archive.merging import Gathered, gather
from graphpack.cli.archive_commands import Choice
from graphpack.cli.archiving import loaded, opened
from graphpack.cli.comparing import OVER_CAP, say_joined
from graphpack.cli.filtering import check, chosen_of, say_undated
from graphpack.cli.searching import told
from graphpack.cli.speak import harmless, put, say
from graphpack.cli.writing import check_output, evidence_path, write_files

if TYPE_CHECKING:
    from graphpack.cli.search_commands import SessionFilters

_SHOWN = 12


def run_gather(
    project: str,
    arguments: Mapping[str, Any],
    filters: SessionFilters,
    *,
    output: str | None,
    as_json: bool,
) -> int:
    """Make one pack.

    Args:
        project: Of the sessions.
        arguments: From the flags, by setting name.
        filters: Which of them.
        output: A file; None is standard output.
        as_json: True for the account instead of the pack.

    Returns:
        The exit code: 3 where the pack is over its cap, else 0.
    """
    settings = loaded(arguments)
    if output is not None:
        check_output(output)
    with opened(settings) as archive:
        chosen = chosen_of(Choice(project, **asdict(filters)), settings)
        check(archive, chosen)
        made = gather(archive, chosen, settings)
        say_undated(archive, chosen, settings)
    joined = made.joined
    if output is not None:
        texts = {Path(output): joined.text}
        if settings.evidence:
            texts[evidence_path(Path(output))] = joined.archive()
        write_files(texts)
    if as_json:
        put(json.dumps(_account(made), ensure_ascii=False, indent=1))
    elif output is None:
        put(joined.text)
    say_joined(joined, settings)
    if not settings.quiet:
        for one, other in made.contradictions[:_SHOWN]:
            say(harmless(f"disputed: {one.person}: {one.text} | {other.person}: {other.text}"))
        if len(made.contradictions) > _SHOWN:
            say(f"disputed: {len(made.contradictions) - _SHOWN} more; --json lists them all")
    return OVER_CAP if joined.report.over_cap_tokens else 0


def _account(made: Gathered) -> dict[str, Any]:
    report = made.joined.report
    return {
        "sessions": [session.ref for session in made.sessions],
        "nodes": made.joined.rendered.nodes,
        "relationships": made.joined.rendered.relationships,
        "input_tokens": report.input_tokens,
        "output_tokens": report.output_tokens,
        "over_cap_tokens": report.over_cap_tokens,
        "cuts": len(report.cuts),
        "merges": [asdict(merge) for merge in report.merges],
        "contradictions": [[told(one), told(other)] for one, other in made.contradictions],
    }
