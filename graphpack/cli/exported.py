"""What ``graphpack export`` says on standard error of a pack that was made."""

from __future__ import annotations

from graphpack.cli.speak import say, say_notices
from graphpack.cli.tally import tally
from graphpack.cli.unmet import unmet
from graphpack.model.report import Gap, Notice, Report
from graphpack.pipeline import Export
from graphpack.render import stats_line
from graphpack.settings import Settings
from graphpack.text.counted import counted


def tell(made: Export, settings: Settings) -> None:
    """Say what was read, lost, hidden and asked, and how large a pack is.

    Args:
        made: The pack.
        settings: Which may ask for silence; that a pack is over its cap is said all the same.
    """
    report = made.report
    if report.over_cap_tokens:
        over = f"warning: {counted(report.over_cap_tokens, 'token')} over the cap"
        reason = (
            "what --keep protects does not fit; the pack is whole"
            if settings.keep
            else "a pack takes more than that even with the least in it; raise --cap"
        )
        say(f"{over}: {reason}")
    if settings.quiet:
        return
    say_notices([*report.notices, *map(_as_notice, report.gaps)])
    say(tally(made.conversation))
    if report.redacted:
        hidden = ", ".join(f"{count} {family}" for family, count in report.redacted)
        say(f"hidden: {hidden} (graphpack scan shows where)")
    for line in unmet(made.graph, settings, tokens=report.output_tokens):
        say(f"note: {line}")
    say(_who(report))
    say(
        stats_line(
            tokens=report.output_tokens,
            nodes=made.rendered.nodes,
            relationships=made.rendered.relationships,
            input_tokens=report.input_tokens,
        )
    )


def _as_notice(gap: Gap) -> Notice:
    where = f"messages {gap.first_message}-{gap.last_message}"
    return Notice("gap", where, f"nothing could be extracted: {gap.reason}")


def _who(report: Report) -> str:
    text = f"extractor: {report.extractor}"
    usage = report.usage
    if usage is None:
        return text
    cost = "price unknown" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
    kept = f" and {counted(usage.cached, 'kept answer')}" if usage.cached else ""
    if not usage.calls:
        return f"{text} (no calls{kept})"
    return (
        f"{text} ({counted(usage.calls, 'call')}{kept}, {usage.prompt_tokens} tokens in,"
        f" {usage.completion_tokens} out, {cost})"
    )
