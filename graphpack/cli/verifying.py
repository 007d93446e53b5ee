"""``graphpack verify`` and ``explain``: a pack beside the transcript it was made of."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import harmless, put, put_json, say, say_notices, take
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError, VerificationError
from graphpack.model.conversation import Conversation
from graphpack.packs import Explanation, Loaded, Passage, conversation_of, explain, how_read
from graphpack.packs.guarding import guarded, let_out, shown_receipt, stricter
from graphpack.packs.loading import load_pack
from graphpack.pipeline.checking import check_against, places_of
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.redact import Policy, Vault, redact
from graphpack.settings import Settings, load
from graphpack.text.counted import counted
from graphpack.verify import Receipt

_NOT_LOOKED_FOR = "not checked: whether anything is missing from it"
"""Of a pack in which nothing was found: what it tells is borne out, and that is all."""


def run_verify(file: str, transcript: str, arguments: Mapping[str, Any], *, as_json: bool) -> int:
    """Hold a pack against its transcript and say what does not agree.

    Args:
        file: Path of the pack, or ``-``.
        transcript: What a command line names: a path, a session, ``-``.
        arguments: From the flags, by setting name.
        as_json: Write one JSON object instead of lines.

    Returns:
        The exit code: 0 where nothing was found.
    """
    check_inputs((file, transcript))
    loaded = loaded_pack(file)
    settings, own = _settings(loaded, arguments), policy_of(_own_settings(arguments))
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        conversation = _conversation(loaded, transcript, settings)
        progress("checking", 0, 0)
        receipt = check_against(loaded.graph, conversation, policy_of(settings))
        vault = Vault()
        if stricter(own, policy_of(settings)).level != settings.redact:
            vault = redact(conversation, own).vault
        receipt = shown_receipt(receipt, loaded, own, vault)
    if as_json:
        put_json(_document(loaded, conversation, receipt), own)
    elif receipt.findings:
        lines = (f"{file}: {finding}" for finding in receipt.findings)
        put(let_out(harmless("\n".join(lines)), own, name="findings"))
    if not settings.quiet:
        say_notices(loaded.notices)
        for unchecked in receipt.unchecked:
            say(f"not checked: {unchecked}")
        if not as_json and receipt.is_clean:
            put(f"{file}: clean, {_checked(receipt)}; {_NOT_LOOKED_FOR}")
        elif not receipt.is_clean:
            say(f"{counted(len(receipt.findings), 'finding')} in {_checked(receipt)}")
    if not settings.quiet and _is_foreign(loaded, receipt):
        say("note: none of its quotes is there; is this the transcript it was made of?")
    return 0 if receipt.is_clean else VerificationError.exit_code


def run_explain(
    file: str,
    node: str,
    transcript: str | None,
    arguments: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    """Show a node's evidence in its place.

    Args:
        file: Path of the pack, or ``-``.
        node: Its id.
        transcript: What a command line names; None shows what the pack itself holds.
        arguments: From the flags, by setting name.
        as_json: Write one JSON object instead of lines.
    """
    check_inputs((file, transcript) if transcript is not None else (file,))
    loaded = loaded_pack(file)
    settings, own = _settings(loaded, arguments), policy_of(_own_settings(arguments))
    loaded, places = guarded(loaded, own), None
    if transcript is not None:
        with ProgressBar(is_shown=False if settings.quiet else None):
            conversation = _conversation(loaded, transcript, settings)
            policy = stricter(own, policy_of(settings))
            places = places_of(redact(conversation, policy))
    told = explain(loaded, node, places)
    if as_json:
        put_json(_told(told), own)
    else:
        put(let_out(harmless("\n".join(_page(told))), own, name="explanation"))
    if not settings.quiet:
        say_notices(loaded.notices)
        say_looser(settings, own, transcript)
        if not told.passages:
            say("note: no evidence; give the pack that lies beside its .evidence.json")


def loaded_pack(file: str) -> Loaded:
    """Read a pack that a command line names, as it is; ``guarded_pack`` gives what may be shown.

    Args:
        file: Path of the pack, or ``-``.

    Returns:
        The pack; what is none raises GraphError.

    Raises:
        UsageError: The name is empty.
    """
    if not file:
        raise UsageError("PACK: the name is empty", hint="name a file, or - for standard input")
    return load_pack(take(), name="-") if file == "-" else load_pack(Path(file), name=file)


def guarded_pack(file: str, policy: Policy) -> Loaded:
    """Read a pack that a command line names, made safe: anybody may have made it.

    Args:
        file: Path of the pack, or ``-``.
        policy: What is hidden.

    Returns:
        The pack; what is none raises GraphError.
    """
    return guarded(loaded_pack(file), policy)


def say_looser(settings: Settings, own: Policy, transcript: str | None) -> None:
    """Say why quotes may not be found, where a pack was made with less hidden than is shown.

    Args:
        settings: As the pack says that its transcript was read.
        own: What is hidden.
        transcript: None where there is none.
    """
    if transcript is not None and stricter(own, policy_of(settings)).level != settings.redact:
        made = f"the pack was made with --redact {settings.redact}"
        say(f"note: {made}; more is hidden here, so a quote may not be found in its place")


def _own_settings(arguments: Mapping[str, Any]) -> Settings:
    """What the user has set, whatever a pack says of itself."""
    given = {key: value for key, value in arguments.items() if value is not None}
    return load(given, environment=os.environ, folder=working_folder())


def _settings(loaded: Loaded, arguments: Mapping[str, Any]) -> Settings:
    """Read the transcript as the pack says it was read, unless a flag says otherwise."""
    given = {key: value for key, value in arguments.items() if value is not None}
    return load(how_read(loaded) | given, environment=os.environ, folder=working_folder())


def _conversation(loaded: Loaded, transcript: str, settings: Settings) -> Conversation:
    read = reading((transcript,), settings)
    hide = cleaner(policy_of(settings))
    return conversation_of(read, loaded, settings.pick, name=transcript, hide=hide)


def _is_foreign(loaded: Loaded, receipt: Receipt) -> bool:
    quotes = sum(len(node.sources) for node in loaded.graph.walk())
    lost = sum(finding.code in {"quote-nowhere", "span-missing"} for finding in receipt.findings)
    return quotes > 1 and lost == quotes


def _checked(receipt: Receipt) -> str:
    tally = receipt.tally
    counts = [
        counted(tally.nodes, "node"),
        counted(tally.spans, "quote"),
        counted(tally.details, "exact thing"),
        counted(tally.relationships, "relationship"),
    ]
    return ", ".join(counts)


def _document(loaded: Loaded, conversation: Conversation, receipt: Receipt) -> dict[str, Any]:
    return {
        "pack": loaded.name,
        "form": str(loaded.mode),
        "conversation": conversation.id,
        "clean": receipt.is_clean,
        "faithful_ratio": round(receipt.faithful_ratio, 4),
        "checked": asdict(receipt.tally),
        "findings": [asdict(finding) for finding in receipt.findings],
        "unchecked": [asdict(unchecked) for unchecked in receipt.unchecked],
    }


def _told(told: Explanation) -> dict[str, Any]:
    node = told.node
    return {
        "id": node.id,
        "type": node.type,
        "importance": node.importance,
        "status": node.status,
        "confidence": node.confidence,
        "summary": node.summary,
        "parent": told.parent,
        "is_cut": told.is_cut,
        "relationships": [asdict(tie) for tie in told.ties],
        "fate": list(told.fate),
        "evidence": [_evidence(passage) for passage in told.passages],
    }


def _evidence(passage: Passage) -> dict[str, Any]:
    source = passage.source
    return {
        "message": source.message,
        "part": source.part,
        "start": source.start,
        "end": source.end,
        "quote": source.quote,
        "session": source.session,
        "who": passage.who or None,
        "at": passage.at.isoformat() if passage.at else None,
        "is_there": passage.is_there,
        "lines": [asdict(line) for line in passage.lines],
        "before": passage.before or None,
        "after": passage.after or None,
    }


def _page(told: Explanation) -> list[str]:
    node = told.node
    traits = [node.type, node.importance, node.status, "cut from the pack" if told.is_cut else None]
    if node.confidence is not None:
        traits.append(f"confidence {node.confidence:.2f}")
    lines = [f"{node.id}  {', '.join(str(trait) for trait in traits if trait)}", node.summary]
    if told.parent:
        lines.append(f"  under {told.parent}")
    for tie in told.ties:
        arrow = f"{tie.type} {tie.other}" if tie.is_from else f"{tie.type} by {tie.other}"
        lines.append(f"  {arrow}: {tie.summary}")
    lines += [f"  {fate}" for fate in told.fate]
    for _, group in groupby(told.passages, key=_place):
        passages = list(group)
        lines += ["", *_heading(passages[0]), *_marked(passages)]
    return lines


def _place(passage: Passage) -> tuple[str | None, int, int]:
    return passage.source.session, passage.source.message, passage.source.part


def _heading(passage: Passage) -> list[str]:
    source = passage.source
    where = [f"message {source.message}", passage.who]
    where.append(passage.at.strftime("%Y-%m-%d %H:%M") if passage.at else "")
    where.append(f"session {source.session}" if source.session else "")
    return [
        ", ".join(each for each in where if each),
        *([f"  before  {passage.before}"] if passage.before else []),
        *([f"  after   {passage.after}"] if passage.after else []),
    ]


def _marked(passages: Sequence[Passage]) -> list[str]:
    """Write the lines of one part, each once, with all that is quoted of it marked."""
    texts: dict[int, str] = {}
    marks: dict[int, list[tuple[int, int]]] = {}
    apart: list[str] = []
    for passage in passages:
        if passage.is_there is False:
            apart.append("  the transcript does not hold this quote there:")
        for line in passage.lines:
            text = line.text + line.quoted + line.rest
            span = (len(line.text), len(line.text) + len(line.quoted))
            if passage.is_there and texts.setdefault(line.number, text) == text:
                marks.setdefault(line.number, []).extend([span] if line.quoted else [])
            else:  # cut differently, or of no known line
                apart.append(_row(line.number, text, [span] if line.quoted else []))
    return [*(_row(n, texts[n], sorted(marks[n])) for n in sorted(texts)), *apart]


def _row(number: int, text: str, spans: Sequence[tuple[int, int]]) -> str:
    at, told = 0, ""
    for start, end in spans:
        start = max(start, at)  # two quotes may overlap
        if start >= end:
            continue
        told += f"{text[at:start]}»{text[start:end]}«"
        at = end
    return f"{number:>6} {'>' if spans else '|'} {told}{text[at:]}"
