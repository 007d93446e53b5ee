"""``graphpack export``: from inputs to packs, to a file, the clipboard or standard output."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from graphpack.cli.exported import tell
from graphpack.cli.inputs import reading
from graphpack.cli.picking import choose_all, wanted_of
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import noticed, put, say
from graphpack.cli.surroundings import working_folder
from graphpack.cli.targets import Targets, numbered, targets_of
from graphpack.cli.writing import (
    evidence_path,
    is_same,
    write_files,
)
from graphpack.errors import GraphpackError, NoticesError, UsageError
from graphpack.extract.protocol import Extractor
from graphpack.model.report import Report
from graphpack.pipeline import Export, pack, survey
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.pipeline.since import Earlier
from graphpack.settings import Settings, load

OVER_CAP = 3


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where packs go.

    Args:
        output: A file, or a directory; None is standard output.
        is_copied: True to put them on the clipboard as well.
        is_all: True for one pack of each conversation, in a directory.
        is_estimate: True to say only what a model would take.
        since: An earlier pack of the same conversation, whose nodes keep their ids.
        report: Where the account of what was left out goes; None writes none.
        report_as: Its form; None goes by the file's name.
    """

    output: str | None
    is_copied: bool = False
    is_all: bool = False
    is_estimate: bool = False
    since: str | None = None
    report: str | None = None
    report_as: Literal["json", "markdown"] | None = None


def run_export(inputs: Sequence[str], arguments: Mapping[str, Any], delivery: Delivery) -> int:
    """Export every input.

    One input that fails is said and does not stop the others; where none succeeds, the first
    failure is raised.

    Args:
        inputs: Paths, or ``-``.
        arguments: From the flags, by setting name.
        delivery: Where the packs go.

    Returns:
        The exit code: 3 where a pack is over its cap, else 0.

    Raises:
        GraphpackError: Nothing could be exported.
        NoticesError: Something was lost or uncertain, and that was to be a failure.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    if settings.now is None:
        settings = settings.model_copy(update={"now": datetime.now(UTC)})
    if delivery.is_estimate:
        from graphpack.cli.asking import run_estimate

        run_estimate(inputs, settings, is_all=delivery.is_all)
        return 0
    if delivery.is_all:
        return _export_all(inputs, settings, delivery)
    targets = targets_of(inputs, settings, delivery.output)
    since = _earlier(delivery, targets, settings)
    _check_report(inputs, delivery)
    extractor = _asked_model(settings)
    done: list[Export] = []
    failures: list[GraphpackError] = []
    for group, target in targets:
        try:
            packs = _export(group, settings, target, extractor=extractor, since=since)
        except GraphpackError as error:
            if len(targets) == 1:
                raise
            failures.append(error)
            say(f"error: {error}")
            continue
        done += packs
        _deliver(packs, settings, target)
    if not done:
        raise failures[0]
    _report(done, settings, delivery)
    notices = len(failures) + sum(_count(made.report) + (not made.graph.nodes) for made in done)
    if delivery.is_copied:
        notices += not _copy([made.text for made in done])
    if settings.fail_on_notice and notices:
        raise NoticesError(noticed(notices))
    return OVER_CAP if any(made.report.over_cap_tokens for made in done) else 0


def _export_all(inputs: Sequence[str], settings: Settings, delivery: Delivery) -> int:
    from graphpack.cli.batch import run_export_all

    if delivery.is_copied:
        raise UsageError("--copy: the clipboard takes one pack, not --all")
    if delivery.report is not None:
        raise UsageError("--report: not with --all, whose manifest tells of each pack")
    if delivery.since is not None:
        raise UsageError("--since: one earlier pack cannot be that of several conversations")
    return run_export_all(inputs, settings, delivery.output, extractor=_asked_model(settings))


def _check_report(inputs: Sequence[str], delivery: Delivery) -> None:
    if delivery.report is not None:
        from graphpack.cli.reporting import check_report

        check_report(delivery.report, inputs, delivery.output)


def _report(packs: Sequence[Export], settings: Settings, delivery: Delivery) -> None:
    if delivery.report is not None:
        from graphpack.cli.reporting import write_report

        write_report(packs, delivery.report, settings, delivery.report_as)


def _asked_model(settings: Settings) -> Extractor | None:
    if settings.model is None:
        return None
    from graphpack.cli.asking import asked_model

    if not settings.quiet:
        say(f"asking {settings.model}")
    return asked_model(settings)


def _earlier(delivery: Delivery, targets: Targets, settings: Settings) -> Earlier | None:
    if delivery.since is None:
        return None
    from graphpack.cli.packs import earlier_pack

    if len(targets) > 1:
        raise UsageError("--since: one earlier pack cannot be that of several conversations")
    return earlier_pack(Path(delivery.since), policy_of(settings))


def _export(
    group: Sequence[str],
    settings: Settings,
    target: Path | None,
    *,
    extractor: Extractor | None,
    since: Earlier | None,
) -> list[Export]:
    """Pack what is picked: one conversation, or one and its branches.

    Raises:
        UsageError: A branch's pack would overwrite an input.
    """
    written = (target, evidence_path(target)) if target else ()
    with ProgressBar(is_shown=False if settings.quiet else None):
        hide = cleaner(policy_of(settings))
        shelf = survey(reading(group, settings, written), wanted_of(settings), hide=hide)
    chosen = choose_all(shelf, settings, name=" ".join(group))
    for number in range(1, len(chosen)):
        beside = numbered(target, number)
        if beside is not None and any(is_same(Path(name), beside) for name in group):
            raise UsageError(f"{beside}: is an input, and would be overwritten")
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        return [
            pack(
                conversation,
                settings,
                extractor=extractor,
                progress=progress,
                since=None if number else since,
            )
            for number, conversation in enumerate(chosen)
        ]


def _deliver(packs: Sequence[Export], settings: Settings, target: Path | None) -> None:
    for number, made in enumerate(packs):
        _write(made, settings, numbered(target, number))
        tell(made, settings)
    _meter(packs, settings)


def _meter(packs: Sequence[Export], settings: Settings) -> None:
    if settings.compression.metrics is not None:
        from graphpack.cli.metering import meter_exports

        meter_exports(packs, settings)


def _write(made: Export, settings: Settings, target: Path | None) -> None:
    if target is None:
        put(made.text)
        return
    texts = {target: made.text}
    if settings.evidence and (not target.exists() or target.is_file()):
        texts[evidence_path(target)] = made.archive()
    write_files(texts)


def _count(report: Report) -> int:
    return report.losses + bool(report.over_cap_tokens)


def _copy(texts: Sequence[str]) -> bool:
    import pyperclip

    try:
        pyperclip.copy("\n".join(texts))
    except pyperclip.PyperclipException:
        say("note: no clipboard here; the pack was written, but not copied")
        return False
    say("copied to the clipboard")
    return True
