"""``graphpack validate``, ``convert`` and ``formats``: what needs no conversation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graphpack.cli.speak import put, say, say_error, say_notices, take
from graphpack.cli.surroundings import working_folder
from graphpack.cli.writing import check_output, evidence_path, write_files
from graphpack.errors import GraphError, GraphpackError
from graphpack.model.codes import Mode
from graphpack.model.graph import ContextGraph
from graphpack.model.pack import parse_pack
from graphpack.model.schema import document_faults
from graphpack.packs.documents import document_of, pack_bytes, placed
from graphpack.packs.guarding import guarded, let_out
from graphpack.packs.loading import Loaded, load_pack
from graphpack.pipeline.safety import policy_of
from graphpack.pipeline.since import Earlier
from graphpack.readers import known
from graphpack.redact import Policy
from graphpack.render import render
from graphpack.settings import load
from graphpack.text.counted import counted


def run_validate(files: Sequence[str], *, is_strict: bool, is_quiet: bool) -> int:
    """Check packs and say what is wrong with them.

    Args:
        files: Paths, or ``-``.
        is_strict: True where warnings are errors.
        is_quiet: True to say nothing but errors.

    Returns:
        0 where all are valid, else the exit code of the first that is not.
    """
    code = 0
    for file in files:
        try:
            verdict, is_valid = _validate(file, is_strict=is_strict, is_quiet=is_quiet)
        except GraphpackError as error:
            say_error(type(error)(placed(file, error), hint=error.hint))
            code = code or error.exit_code
            continue
        if not is_valid:
            code = code or GraphError.exit_code
        elif not is_quiet:
            put(verdict)
    return code


def _validate(file: str, *, is_strict: bool, is_quiet: bool) -> tuple[str, bool]:
    document = document_of(_bytes_of(file), file)
    faults = document_faults(document)
    fatal = [fault for fault in faults if is_strict or fault.is_fatal]
    for fault in faults:
        if fault in fatal:
            say(f"error: {file}: {fault}")
        elif not is_quiet:
            say(f"warning: {file}: {fault}")
    if fatal:
        return "", False
    parsed = parse_pack(document)
    nodes = sum(1 for _ in parsed.graph.walk())
    relationships = len(parsed.graph.relationships)
    # the form that the help and the file's name call evidence
    form = "evidence" if parsed.mode == Mode.ARCHIVE else str(parsed.mode)
    size = f"{counted(nodes, 'node')}, {counted(relationships, 'relationship')}"
    return f"{file}: valid {form} pack, {size}", True


def run_convert(
    file: str,
    mode: str,
    arguments: Mapping[str, Any],
    *,
    output: str | None,
    with_sources: bool | None,
) -> None:
    """Rewrite a pack in another form.

    Args:
        file: Path of the pack, or ``-``.
        mode: The form to write.
        arguments: From the flags, by setting name.
        output: A file; None is standard output.
        with_sources: True to write the evidence, False not to, None as the pack does.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    pack = pack_of(file, policy)
    if with_sources is None:
        with_sources = pack.mode != Mode.ARCHIVE
    graph = _dated(pack.graph, file, policy)
    rendered = render(graph, to=mode, count=len, with_sources=with_sources)
    text = let_out(rendered.text, policy)
    if output is None:
        put(text)
    else:
        check_output(output)
        write_files({Path(output): text})
    if not settings.quiet:
        say_notices([*pack.notices, *rendered.notices])


def pack_of(file: str, policy: Policy) -> Loaded:
    """Read a pack of any form without the evidence beside it, made safe: it may be anybody's.

    Args:
        file: Path of the pack, or ``-``.
        policy: What is hidden.

    Returns:
        The pack; a file that is none raises GraphError.
    """
    return guarded(load_pack(_bytes_of(file), name=file), policy)


def _dated(graph: ContextGraph, file: str, policy: Policy) -> ContextGraph:
    """Take from the evidence beside a pack what it is made of and when: compact forms leave it out.

    A pack that says so itself keeps its own word; one without evidence stays as it is.
    """
    if file == "-" or graph.about.source or not evidence_path(Path(file)).is_file():
        return graph
    beside = guarded(load_pack(Path(file), name=file), policy)
    return graph.model_copy(update={"about": beside.graph.about})


def run_formats() -> None:
    """List the formats that can be read."""
    found = known()
    rows = [(reader.name, reader.about) for reader in found.readers()]
    width = max((len(name) for name, _ in rows), default=0)
    put("\n".join(f"{name:<{width}}  {about}" for name, about in rows))
    say_notices(found.notices(), has_evidence=False)


def _bytes_of(file: str) -> bytes:
    if file == "-":
        return take()
    return pack_bytes(Path(file), file, takes_pipe=True)


def earlier_pack(path: Path, policy: Policy) -> Earlier:
    """Read a pack whose nodes' ids are to be kept; its evidence beside it tells more.

    Args:
        path: Of a pack of any form; it may be anybody's.
        policy: What is hidden.

    Returns:
        What it held.
    """
    graph = pack_of(str(path), policy).graph
    beside = evidence_path(path)
    if beside == path or not beside.is_file():
        return Earlier(graph)
    evidence = pack_of(str(beside), policy)
    if {node.id for node in evidence.graph.walk()} != {node.id for node in graph.walk()}:
        return Earlier(graph)  # of another pack
    gone = evidence.record.pruned if evidence.record else ()
    return Earlier(evidence.graph, tuple(node.id for node in gone))
