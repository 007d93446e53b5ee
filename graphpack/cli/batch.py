"""``graphpack export --all``: a pack of every conversation, and what became of each."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphpack import __version__
from graphpack.cli.crash import report as report_crash
from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import noticed, say
from graphpack.cli.writing import (
    UnwritableError,
    check_output,
    evidence_path,
    is_same,
    make_output_folder,
    write_files,
)
from graphpack.errors import CredentialsError, GraphpackError, NoticesError, UsageError
from graphpack.extract.protocol import Extractor
from graphpack.model.conversation import Conversation
from graphpack.model.report import Notice
from graphpack.patterns import compiled
from graphpack.pipeline import Export, pack
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.settings import Settings
from graphpack.text.counted import counted, plural

MANIFEST = "manifest.json"
MANIFEST_VERSION = 1
OVER_CAP = 3

_SLUG_CHARS = 48
_NOT_PLAIN = compiled(r"[^a-z0-9]+")

Row = dict[str, Any]


@dataclass(slots=True)
class Batch:
    """What was exported so far.

    Args:
        folder: Where the packs go.
        rows: One for each conversation, in reading order.
        failures: Inputs of which nothing more could be read.
        errors: What went wrong, in order.
        notices: How many there were.
        losses: How many of them tell of something lost or uncertain.
        over_cap: How many packs are over their cap.
        hide: Takes secrets out of what is told of conversations.
        extractor: Extracts from all of them; None is the one that the settings select.
    """

    folder: Path
    rows: list[Row] = field(default_factory=list)
    failures: list[Row] = field(default_factory=list)
    errors: list[GraphpackError] = field(default_factory=list)
    notices: int = 0
    losses: int = 0
    over_cap: int = 0
    hide: Callable[[str], str] = field(default=str, repr=False)
    extractor: Extractor | None = None
    _taken: set[str] = field(default_factory=set)
    _told: int = 0

    @property
    def packs(self) -> int:
        """How many were written."""
        return sum(1 for row in self.rows if "file" in row)

    def name(self, conversation: Conversation, suffix: str) -> str:
        """Name a conversation's file: the same each time, and another for another conversation.

        Args:
            conversation: Its title and id make the name.
            suffix: Of the file.

        Returns:
            A name of plain letters, digits and hyphens, which every file system takes.
        """
        stem = f"{_slug(conversation.title or conversation.id)}-{_digest(conversation.id)}"
        name, number = stem, 1
        while name in self._taken:
            number += 1
            name = f"{stem}-{number}"
        self._taken.add(name)
        return f"{name}{suffix}"

    def add(self, row: Row) -> None:
        """Take note of a conversation, and write it down before much more is done."""
        self.rows.append(row)
        # a run that is killed loses few lines of the manifest, and writing it stays cheap
        if len(self.rows) - self._told >= max(16, self._told // 8):
            self.write_manifest()

    def write_manifest(self) -> None:
        """Write the account of what was done so far."""
        write_files({self.folder / MANIFEST: self.manifest()})
        self._told = len(self.rows)

    def manifest(self) -> str:
        """Write the account of the whole."""
        whole = {
            "v": MANIFEST_VERSION,
            "generator": f"graphpack {__version__}",
            "packs": self.rows,
            "failures": self.failures,
        }
        return json.dumps(whole, ensure_ascii=False, indent=1)


def run_export_all(
    inputs: Sequence[str],
    settings: Settings,
    output: str | None,
    *,
    extractor: Extractor | None = None,
) -> int:
    """Export every conversation of every input; one that fails does not stop the others.

    Args:
        inputs: Paths, ``-``, or names of sessions.
        settings: Whose ``pick`` is not set.
        output: The folder; it is made where it is not there.
        extractor: Instead of the one that the settings select; one for all.

    Returns:
        The exit code: 3 where a pack is over its cap, else 0. Where nothing could be exported, the
        first failure is raised.

    Raises:
        NoticesError: Something was lost or uncertain, and that was to be a failure.
    """
    check_inputs(inputs)
    batch = Batch(
        _folder(output, inputs, settings), hide=cleaner(policy_of(settings)), extractor=extractor
    )
    try:
        with ProgressBar(is_shown=False if settings.quiet else None) as progress:
            for name in inputs:
                _export_input(name, settings, batch, progress)
    except BaseException:  # Ctrl-C too: what was done is told even where the run was stopped
        with suppress(UnwritableError):  # what stopped it matters more
            batch.write_manifest()
        raise
    batch.write_manifest()
    if not settings.quiet:
        say(_summary(batch))
    if not batch.packs:
        raise batch.errors[0]
    if settings.fail_on_notice and (batch.losses or batch.errors):
        raise NoticesError(noticed(batch.losses + len(batch.errors)))
    return OVER_CAP if batch.over_cap else 0


def _folder(output: str | None, inputs: Sequence[str], settings: Settings) -> Path:
    if output is None:
        raise UsageError("--all: to which folder?", hint="graphpack export INPUT --all -o DIR/")
    if settings.pick is not None:
        raise UsageError("--pick: --all takes them all", hint="leave one of them away")
    check_output(output)
    folder = Path(output)
    if any(is_same(Path(name), folder) for name in inputs):
        raise UsageError(f"{output}: is an input; the packs would be read the next time")
    make_output_folder(folder)
    for name in inputs:
        if is_same(Path(name), folder / MANIFEST):
            raise UsageError(f"{name}: is an input, and would be overwritten")
    return folder


def _export_input(name: str, settings: Settings, batch: Batch, progress: ProgressBar) -> None:
    try:
        for conversation in reading([name], settings, (batch.folder, batch.folder / MANIFEST))():
            progress("exporting", len(batch.rows), 0)
            batch.add(_export_one(conversation, settings, batch))
    except (CredentialsError, UnwritableError):
        raise  # no other conversation would fare better
    except GraphpackError as error:
        batch.errors.append(error)
        batch.failures.append({"input": name, "error": batch.hide(str(error))})
        say(f"error: {batch.hide(str(error))}")


def _meter(made: Export, settings: Settings) -> None:
    if settings.compression.metrics is not None:
        from graphpack.cli.metering import meter_exports

        meter_exports([made], settings)


def _export_one(conversation: Conversation, settings: Settings, batch: Batch) -> Row:
    row: Row = {
        "id": batch.hide(conversation.id),
        "title": conversation.title and batch.hide(conversation.title),
        "source": batch.hide(conversation.source.name),
        "format": conversation.source.format,
        "messages": len(conversation.messages),
        "hidden": conversation.hidden,
        "branches": [batch.hide(branch.id) for branch in conversation.branches],
    }
    try:
        made = pack(conversation, settings, extractor=batch.extractor)
        archive = made.archive() if settings.evidence else None
        _meter(made, settings)
    except CredentialsError:
        raise  # no other conversation would fare better
    except GraphpackError as error:
        return row | _failed(error, conversation, batch)
    except Exception as error:  # noqa: BLE001  # one conversation's bug does not stop the others
        report_crash(error, is_debug=False)
        fault = GraphpackError(f"{conversation.id}: a bug: {type(error).__name__}")
        return row | _failed(fault, conversation, batch)
    return row | _write(made, archive, settings, batch)


def _failed(error: GraphpackError, conversation: Conversation, batch: Batch) -> Row:
    batch.errors.append(error)
    batch.notices += len(conversation.notices)
    batch.losses += sum(notice.is_loss for notice in conversation.notices)
    what = batch.hide(str(error))
    say(f"error: {batch.hide(conversation.title or conversation.id)}: {what}")
    notices = [_told(one, batch.hide) for one in conversation.notices]
    return {"error": what, "notices": notices}


def _write(made: Export, archive: str | None, settings: Settings, batch: Batch) -> Row:
    suffix = ".paste.txt" if settings.paste else f".{settings.mode}.json"
    name = batch.name(made.conversation, suffix)
    texts = {batch.folder / name: made.text}
    # as the pack has it: what was hidden there is hidden here
    row: Row = {"title": made.conversation.title, "file": name}
    if archive is not None:
        beside = evidence_path(batch.folder / name)
        texts[beside] = archive
        row["evidence"] = beside.name
    write_files(texts, is_settled=False)
    report = made.report
    batch.notices += len(report.notices) + len(report.gaps)
    batch.losses += report.losses
    batch.over_cap += bool(report.over_cap_tokens)
    row |= {"tokens": report.output_tokens, "input_tokens": report.input_tokens}
    if report.over_cap_tokens:
        row["over_cap_tokens"] = report.over_cap_tokens
    gaps = [
        {"first_message": one.first_message, "last_message": one.last_message, "reason": one.reason}
        for one in report.gaps
    ]
    return row | {"notices": [_told(one) for one in report.notices], "gaps": gaps}


def _told(notice: Notice, hide: Callable[[str], str] = str) -> Row:
    return {
        "code": notice.code,
        "where": hide(notice.where),
        "message": hide(notice.message),
        "count": notice.count,
    }


def _summary(batch: Batch) -> str:
    counts = (
        (len(batch.rows) - batch.packs, "failed"),
        (len(batch.failures), f"{plural(len(batch.failures), 'input')} not read to the end"),
        (batch.over_cap, "over the cap"),
        (batch.notices, f"{plural(batch.notices, 'notice')}, in {MANIFEST}"),
    )
    done = (
        f"exported: {batch.packs} of {counted(len(batch.rows), 'conversation')} to {batch.folder}"
    )
    return " | ".join([done, *(f"{count} {what}" for count, what in counts if count)])


def _slug(text: str) -> str:
    # letters with accents lose them; a title in another script leaves only the id's digest
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_PLAIN.sub("-", plain).strip("-")[:_SLUG_CHARS].strip("-") or "chat"


def _digest(id: str) -> str:
    return hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:8]
