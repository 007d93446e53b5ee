"""``graphpack view`` and ``render``: a pack as a page, a drawing, a graph."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import is_terminal, put, say_notices, take
from graphpack.cli.surroundings import working_folder
from graphpack.cli.verifying import guarded_pack, say_looser
from graphpack.cli.writing import check_output, evidence_path, is_same, write_files
from graphpack.errors import GraphError, UsageError
from graphpack.files import open_regular, read_regular
from graphpack.model.codes import Mode
from graphpack.model.conversation import Conversation
from graphpack.model.pack import load_document, mode_of
from graphpack.packs import Loaded, conversation_of, how_read, load_pack
from graphpack.packs.guarding import guarded, let_out, stricter
from graphpack.pipeline import pack, survey
from graphpack.pipeline import take as take_one
from graphpack.pipeline.checking import places_of
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.readers import read
from graphpack.redact import Policy, redact
from graphpack.render import render
from graphpack.settings import Settings, load
from graphpack.verify import Places
from graphpack.view import page_of, view_html

MAX_PACK_BYTES = 64 << 20
"""A larger file is no pack: the largest evidence of the longest session has a few."""
_FORMS = {"json": "readable"}


def run_view(
    name: str, transcript: str | None, arguments: Mapping[str, Any], *, output: str | None
) -> None:
    """Write the page of a pack, or of what a transcript holds.

    Args:
        name: What a command line names: a pack, a path, a session, ``-``.
        transcript: What the pack was made of; None shows what the pack itself holds.
        arguments: From the flags, by setting name.
        output: A file; None is standard output.

    Raises:
        UsageError: It would fill a terminal, or overwrite an input.
    """
    given = (name,) if transcript is None else (name, transcript)
    check_inputs(given)
    if output is None and is_terminal(sys.stdout):
        raise UsageError("view: a page is no text for a terminal", hint="-o FILE.html")
    _check_target(output, given)
    piped = take() if name == "-" else None
    loaded = _pack_of(name, piped)
    if loaded is not None:
        settings, own = _settings(how_read(loaded), arguments), policy_of(_settings({}, arguments))
        policy = stricter(own, policy_of(settings))
        loaded = guarded(loaded, policy)
        places = None if transcript is None else _places(loaded, transcript, settings, policy)
    elif transcript is not None:
        raise UsageError(f"{name}: is no pack", hint="name the pack first, then its transcript")
    else:
        settings = _settings({}, arguments)
        own = policy_of(settings)
        loaded, places = _packed(name, piped, settings)
    _write(view_html(page_of(loaded, places)), output)
    if not settings.quiet:
        say_notices(loaded.notices)
        say_looser(settings, own, transcript)


def run_render(
    file: str, to: str, arguments: Mapping[str, Any], *, output: str | None, with_sources: bool
) -> None:
    """Write a pack in another program's form.

    Args:
        file: Path of the pack, or ``-``.
        to: ``html``, ``json``, or a name in ``render.RENDERERS``.
        arguments: From the flags, by setting name.
        output: A file; None is standard output.
        with_sources: True to write the evidence.
    """
    _check_target(output, (file,))
    settings = _settings({}, arguments)
    policy = policy_of(settings)
    loaded = guarded_pack(file, policy)
    notices = list(loaded.notices)
    if to == "html":
        text = view_html(page_of(loaded))
    else:
        form = _FORMS.get(to, to)
        rendered = render(loaded.graph, to=form, count=len, with_sources=with_sources)
        text = let_out(rendered.text, policy)
        notices += rendered.notices
    _write(text, output)
    if not settings.quiet:
        say_notices(notices)


def _settings(read_as: Mapping[str, Any], arguments: Mapping[str, Any]) -> Settings:
    given = {key: value for key, value in arguments.items() if value is not None}
    settings = load({**read_as, **given}, environment=os.environ, folder=working_folder())
    now = settings.now or datetime.now(UTC)
    return settings.model_copy(update={"now": now, "mode": "readable", "paste": False})


def _check_target(output: str | None, inputs: Iterable[str]) -> None:
    if output is None:
        return
    check_output(output)
    # the evidence beside a pack is read as well
    given = [Path(name) for name in inputs]
    read = [*given, *(evidence_path(path) for path in given if path.name)]
    if any(is_same(path, Path(output)) for path in read):
        raise UsageError(f"{output}: is an input, and would be overwritten")


def _pack_of(name: str, piped: bytes | None) -> Loaded | None:
    """Read a pack; None where the input is none, and so has to be a transcript."""
    path = Path(name)
    if piped is None:
        if not path.is_file() or path.stat().st_size > MAX_PACK_BYTES:
            return None
        with open_regular(path) as file:
            if not file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
                return None
    try:
        mode_of(load_document(read_regular(path) if piped is None else piped))
    except GraphError:
        return None
    return load_pack(piped, name="-") if piped is not None else load_pack(path, name=name)


def _places(loaded: Loaded, transcript: str, settings: Settings, policy: Policy) -> Places:
    hide = cleaner(policy_of(settings))
    source = reading((transcript,), settings)
    conversation = conversation_of(source, loaded, settings.pick, name=transcript, hide=hide)
    return places_of(redact(conversation, policy))


def _packed(name: str, piped: bytes | None, settings: Settings) -> tuple[Loaded, Places]:
    """Pack a conversation, to be shown beside its own words."""

    def from_pipe() -> Iterable[Conversation]:
        return read(
            piped or b"",
            format=settings.format,
            name="-",
            branch=settings.branch,
            subagents=settings.subagents,
        )

    source = reading((name,), settings) if piped is None else from_pipe
    is_shown = False if settings.quiet else None
    with ProgressBar(is_shown=is_shown):
        shelf = survey(source, settings.pick, hide=cleaner(policy_of(settings)))
    conversation = take_one(shelf, settings.pick, name=name)
    extractor = None
    if settings.model is not None:
        from graphpack.cli.asking import asked_model

        extractor = asked_model(settings)
    with ProgressBar(is_shown=is_shown) as progress:
        made = pack(conversation, settings, extractor=extractor, progress=progress)
    notices = tuple(notice for notice in made.report.notices if notice.is_loss)
    loaded = Loaded(name, made.graph, Mode.ARCHIVE, made.record)
    return replace(loaded, notices=notices), places_of(made.redacted)


def _write(text: str, output: str | None) -> None:
    if output is None:
        put(text)
    else:
        write_files({Path(output): text})
