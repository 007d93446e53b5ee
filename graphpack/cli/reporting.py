"""``graphpack export --report``: what the packs leave out, to a file or standard output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from graphpack.cli.options import STANDARD_OUTPUT
from graphpack.cli.speak import harmless, put
from graphpack.cli.writing import check_output, evidence_path, is_same, write_files
from graphpack.errors import UsageError
from graphpack.pipeline import Export
from graphpack.pipeline.losses import losses_of
from graphpack.pipeline.safety import seal
from graphpack.render.losses import LossReport, losses_json, losses_markdown
from graphpack.settings import Settings
from graphpack.tokens import counter

ReportForm = Literal["json", "markdown"]


def check_report(target: str, inputs: Sequence[str], output: str | None) -> None:
    """Refuse a place for the report that could never be right.

    Args:
        target: A file, or ``-``.
        inputs: What is read.
        output: Where the packs go; None is standard output.

    Raises:
        UsageError: It is taken.
    """
    if target == STANDARD_OUTPUT:
        if output is None:
            raise UsageError(
                "--report -: the pack goes to standard output itself",
                hint="-o FILE for the pack, or --report FILE",
            )
        return
    check_output(target)
    path = Path(target)
    written = [Path(output), evidence_path(Path(output))] if output else []
    if path in written or any(is_same(path, other) for other in written):
        raise UsageError(f"--report {target}: is where the pack goes")
    if any(is_same(Path(name), path) for name in inputs):
        raise UsageError(f"--report {target}: is an input, and would be overwritten")


def write_report(
    packs: Sequence[Export], target: str, settings: Settings, form: ReportForm | None
) -> None:
    """Write what the packs leave out.

    Args:
        packs: As exported.
        target: A file, or ``-``.
        settings: Name the tokenizer.
        form: None goes by the file's name: JSON for ``.json``, else Markdown.
    """
    count = counter(settings.tokenizer).count
    reports = [
        LossReport(
            made.conversation.title or made.conversation.source.name,
            len(made.conversation.messages),
            made.report,
            losses_of(made, count=count),
        )
        for made in packs
    ]
    is_json = form == "json" or (form is None and target.lower().endswith(".json"))
    text = losses_json(reports) if is_json else losses_markdown(reports)
    for made in packs:
        text = seal(text, made.redacted.policy, made.redacted.vault, name="report")
    if target == STANDARD_OUTPUT:
        put(text if is_json else harmless(text))
    else:
        write_files({Path(target): text})
