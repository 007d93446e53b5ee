"""``graphpack read``: the transcript of any format in one that other programs take; the list."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.picking import choose_all, wanted_of
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import noticed, put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.cli.tally import tally
from graphpack.cli.writing import check_output, is_same, write_files
from graphpack.errors import NoticesError, UsageError
from graphpack.model.conversation import Conversation
from graphpack.model.report import Notice
from graphpack.pipeline import Candidate, Reading, Shelf, candidates, listing, survey
from graphpack.pipeline.safety import cleaner, policy_of, seal
from graphpack.redact import redact
from graphpack.render.transcript import write_transcript
from graphpack.settings import Settings, load
from graphpack.text.counted import counted


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written.

    Args:
        to: The form of the transcript.
        output: A file; None is standard output.
        is_listed: True for the list of the conversations, not one of them.
        is_json: True for the list as JSON.
    """

    to: str = "markdown"
    output: str | None = None
    is_listed: bool = False
    is_json: bool = False


def run_read(input: str, arguments: Mapping[str, Any], wanted: Wanted) -> None:
    """Write a transcript, or the list of the conversations.

    Args:
        input: As ``graphpack export`` takes it.
        arguments: From the flags, by setting name.
        wanted: What is to be written.

    Raises:
        UsageError: The output is the input.
        NoticesError: Something was lost or uncertain, and that was to be a failure.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    check_inputs([input])
    if wanted.output is not None:
        check_output(wanted.output)
        if is_same(Path(input), Path(wanted.output)):
            raise UsageError(f"{wanted.output}: is an input, and would be overwritten")
    written = [] if wanted.output is None else [Path(wanted.output)]
    read = reading([input], settings, written)
    text, losses = (
        _listed(read, settings, wanted)
        if wanted.is_listed
        else _written(read, settings, input, wanted)
    )
    if wanted.output is None:
        put(text)
    else:
        write_files({Path(wanted.output): text})
    if settings.fail_on_notice and losses:
        raise NoticesError(noticed(losses))


def _written(read: Reading, settings: Settings, name: str, wanted: Wanted) -> tuple[str, int]:
    with ProgressBar(is_shown=False if settings.quiet else None):
        shelf = survey(read, wanted_of(settings), hide=cleaner(policy_of(settings)))
    texts, losses = [], 0
    for chosen in choose_all(shelf, settings, name=name):
        text, lost = _transcript(chosen, settings, wanted)
        texts.append(text)
        losses += lost
    between = "\n\n" if wanted.to == "markdown" else "\n"
    return between.join(texts), losses


def _transcript(chosen: Conversation, settings: Settings, wanted: Wanted) -> tuple[str, int]:
    redacted = redact(chosen, policy_of(settings))
    conversation = redacted.conversation
    if not settings.quiet:
        say_notices(conversation.notices, has_evidence=False)
        say(tally(conversation))
        if redacted.families:
            hidden = ", ".join(f"{count} {family}" for family, count in redacted.families)
            say(f"secrets hidden: {hidden} (--redact off writes them)")
    text = write_transcript(conversation, to=wanted.to)
    sealed = seal(text, redacted.policy, redacted.vault, name="transcript")
    return sealed, sum(notice.is_loss for notice in conversation.notices)


def _listed(read: Reading, settings: Settings, wanted: Wanted) -> tuple[str, int]:
    """List the conversations; none of them is held."""
    hide = cleaner(policy_of(settings))
    shelf = Shelf(read, hide=hide)
    notices: list[Notice] = []
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        for position, conversation in enumerate(read()):
            shelf.add(conversation)
            notices += conversation.notices
            progress("reading", position + 1, 0)
    found = candidates(shelf)
    if not settings.quiet:
        say_notices([_hidden(one, hide) for one in notices], has_evidence=False)
        say(f"{counted(len(found), 'conversation')}, the newest first")
    losses = sum(notice.is_loss for notice in notices)
    return _as_json(found, hide) if wanted.is_json else listing(found, limit=None), losses


def _hidden(notice: Notice, hide: Callable[[str], str]) -> Notice:
    return replace(notice, where=hide(notice.where), message=hide(notice.message))


def _as_json(found: tuple[Candidate, ...], hide: Callable[[str], str]) -> str:
    rows = [
        {
            "number": one.place,
            "id": one.outline.shown_id,
            "title": one.outline.title,
            "at": one.outline.at.isoformat() if one.outline.at else None,
            "messages": one.outline.messages,
            "hidden": one.outline.hidden,
            "branches": list(map(hide, one.outline.branches)),
            "source": one.outline.source,
            "format": one.outline.format,
        }
        for one in found
    ]
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"
