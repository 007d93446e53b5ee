"""``graphpack share``: what an agent has found, kept for the others; and its way into briefs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from graphpack.cli.contexts import parsed_records
from graphpack.cli.hooking import current_project
from graphpack.cli.speak import harmless, put, say
from graphpack.cli.surroundings import working_folder
from graphpack.cli.taking import content
from graphpack.context.records import Kind, Record
from graphpack.context.snapshots import Put, Snapshot
from graphpack.errors import UsageError
from graphpack.hooks.sharing import Shared, shared
from graphpack.pipeline.safety import policy_of
from graphpack.redact import Vault, clean
from graphpack.settings import Settings, load
from graphpack.text.counted import counted
from graphpack.tokens import counter

_SHOWN_CHARS = 72


def run_share(
    file: str, arguments: Mapping[str, Any], *, agent: str, about: str | None, is_records: bool
) -> None:
    """Keep what an agent has found for the others.

    Args:
        file: Path of a text or of records, or ``-``.
        arguments: From the flags, by setting name.
        agent: Who found it.
        about: The file it is about; None where it is about none, or the records say so.
        is_records: Whether the file holds records.

    Raises:
        UsageError: There is nothing in it, or nobody is named.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    name = clean(agent.strip(), policy_of(settings), Vault())
    if not name:
        raise UsageError("--agent: the name is empty")
    found = parsed_records(file) if is_records else [Record("", Kind.NOTE, _text(file), path=about)]
    records = [_hidden(record, settings) for record in found if record.text.strip()]
    if not records:
        raise UsageError(f"{file}: nothing in it")
    count = counter(settings.tokenizer).count
    with shared(current_project()) as store:
        _warn(store)
        for record in records:
            store.snapshots, told = store.snapshots.put(record, agent=name, count=count)
            put(told.id)
            if not settings.quiet:
                _say(told)


def run_shared_list() -> None:
    """List what agents have found, the one used last first."""
    with shared(current_project(), is_made=False) as store:
        _warn(store)
        for one in reversed(store.snapshots.kept):
            put(harmless(_line(one)))
        all = store.snapshots
        size = f"{all.tokens:,} of {all.max_tokens:,} tokens"
        say(f"{len(all.kept)} of {counted(all.max_snapshots, 'finding')}, {size}")


def run_shared_show(id: str) -> None:
    """Write all of one snapshot.

    Args:
        id: Its short name.

    Raises:
        UsageError: There is none of that name.
    """
    with shared(current_project(), is_made=False) as store:
        found = store.snapshots.find(id)
    if found is None:
        raise UsageError(f"{id}: no such snapshot", hint="graphpack share --list")
    put(found.text)


def giving(agent: str | None, *, is_quiet: bool) -> tuple[list[Record], Callable[[str], None]]:
    """Give an agent what the others have found since it was last given something.

    The store is not held while a brief is made of it: others may share meanwhile.

    Args:
        agent: Who; None for one without a name, which is given all.
        is_quiet: True to say nothing but errors.

    Returns:
        The records, and what is to be called with the brief that was made of them.
    """
    project = current_project()
    with shared(project, is_made=False) as store:
        _warn(store)
        news = store.snapshots.news_for(agent)
        known = len(store.snapshots.kept) - len(news)

    def give(text: str) -> None:
        ids = [one.id for one in news if one.id in text]
        if ids:
            with shared(project) as store:
                store.snapshots = store.snapshots.tell(agent, ids)
        if not is_quiet:
            rest = f"; {known} it knows already" if known else ""
            say(f"{len(ids)} of {counted(len(news), 'finding')} of other agents{rest}")

    return [one.record() for one in news], give


def _text(file: str) -> str:
    return content(file).decode("utf-8-sig", "replace").strip()


def _hidden(record: Record, settings: Settings) -> Record:
    policy, vault = policy_of(settings), Vault()

    def plain(text: str | None) -> str | None:
        return clean(text, policy, vault) if text else text

    text, name, path = plain(record.text), plain(record.name), plain(record.path)
    return Record(plain(record.id) or "", record.kind, text or "", name=name, path=path)


def _say(told: Put) -> None:
    if told.is_known:
        others = f", found by {', '.join(told.others)} before" if told.others else ""
        say(f"{told.id}: known already{others}")
    if told.replaced:
        say(f"{told.id}: in the place of {told.replaced}")
    if told.forgotten:
        say(f"{told.id}: {len(told.forgotten)} used least recently had to go")


def _line(one: Snapshot) -> str:
    text = " ".join(one.text.split())
    short = text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 1]}…"
    about = f" {one.path}:" if one.path else ""
    return f"{one.id}  {one.tokens:>6} tokens  {', '.join(one.found_by)}:{about} {short}"


def _warn(store: Shared) -> None:
    if store.is_foreign:
        say(f"note: {store.path}: was not written here, and is left aside")
