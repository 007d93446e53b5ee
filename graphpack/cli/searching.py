"""What finds things in an archive: ``archive search``, ``decisions`` and ``timeline``."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from graphpack.archive.cited import Cited, Wanted
from graphpack.archive.decisions import Decision, decisions
from graphpack.archive.search import Hit, Kinds, Meaning, search
from graphpack.archive.store import Archive
from graphpack.archive.timeline import Event, beside, timeline
from graphpack.cli.archiving import loaded, opened
from graphpack.cli.filtering import between, check, say_undated, undated
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import harmless, put, say
from graphpack.settings import Settings

if TYPE_CHECKING:
    from graphpack.cli.search_commands import Filters, Sorts

_REF_CHARS = 8
_TEXT_CHARS = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line.

    Args:
        filters: Which statements.
        sorts: Which sorts of them.
        limit: How many at most.
        is_semantic: Whether likeness in meaning counts.
        is_json: True for JSON.
    """

    filters: Filters
    sorts: Sorts
    limit: int = 100
    is_semantic: bool = False
    is_json: bool = False

    def wanted(self, archive: Archive, settings: Settings) -> Wanted:
        """Read which statements are meant; what is no time, or not there, is a ``UsageError``."""
        own = self.filters
        after, before = between(own.after, own.before, settings)
        found = Wanted(
            projects=tuple(own.project) if own.project else None,
            session=own.session,
            author=own.author,
            said_by=own.said_by,
            tag=own.tag,
            types=tuple(self.sorts.type or ()),
            statuses=tuple(self.sorts.status or ()),
            after=after,
            before=before,
        )
        check(archive, found)
        return found


def run_search(query: str, arguments: Mapping[str, Any], asked: Asked, *, kinds: Kinds) -> None:
    """Find statements and messages.

    Args:
        query: Words; blank lists the newest.
        arguments: From the flags, by setting name.
        asked: Which, and how it is written.
        kinds: What is looked through.
    """
    settings = loaded(arguments)
    with opened(settings) as archive:
        wanted = asked.wanted(archive, settings)
        meaning = _meaning(archive, settings) if asked.is_semantic and query.strip() else None
        hits = search(archive, query, wanted, kinds=kinds, limit=asked.limit, meaning=meaning)
        left_out = _left_out(archive, wanted, asked, settings)
    if asked.is_json:
        _put_json({"hits": [_hit(hit) for hit in hits], **left_out})
        return
    for hit in hits:
        put(harmless(f"{_head(hit.cited)}\n    {hit.snippet.text}"))
    if settings.quiet:
        return
    say("nothing found" if not hits else f"{len(hits)} found")
    if any(hit.cited.is_cut for hit in hits):
        say("note: cut: the session's pack had no room for it; the archive keeps it")


def run_decisions(arguments: Mapping[str, Any], asked: Asked, *, with_dropped: bool) -> None:
    """List what holds.

    Args:
        arguments: From the flags, by setting name.
        asked: Which, and how it is written.
        with_dropped: True for what was given up or put off, too.
    """
    settings = loaded(arguments)
    with opened(settings) as archive:
        wanted = asked.wanted(archive, settings)
        found = decisions(archive, wanted)
        left_out = _left_out(archive, wanted, asked, settings)
    if asked.is_json:
        dropped = {"dropped": [told(one) for one in found.dropped]} if with_dropped else {}
        told_of = {"decisions": [_decision(one) for one in found.holding], "cut": found.cut}
        _put_json({**told_of, **dropped, **left_out})
        return
    for decision in found.holding:
        put(harmless("\n".join(_decision_lines(decision))))
    for one in found.dropped if with_dropped else ():
        put(harmless(f"not any more: {_short(one)}\n    {_head(one)}"))
    if not settings.quiet:
        cut = f" | {found.cut} cut: their packs had no room for them" if found.cut else ""
        say(f"{len(found.holding)} hold | {len(found.dropped)} given up or put off{cut}")
        if found.cut:
            say(f"hint: {archive.command('search --type decision')} lists those, too")


def run_timeline(topic: str, arguments: Mapping[str, Any], asked: Asked) -> None:
    """Tell how a topic went.

    Args:
        topic: Words.
        arguments: From the flags, by setting name.
        asked: Which, and how it is written.
    """
    settings = loaded(arguments)
    with opened(settings) as archive:
        wanted = asked.wanted(archive, settings)
        meaning = _meaning(archive, settings) if asked.is_semantic else None
        events = timeline(archive, topic, wanted, limit=asked.limit, meaning=meaning)
        others = beside(archive, topic, wanted, limit=asked.limit, meaning=meaning)
        left_out = _left_out(archive, wanted, asked, settings)
    if asked.is_json:
        fits_less = {"others_found_by_search": others}
        _put_json({"events": [_event(event) for event in events], **fits_less, **left_out})
        return
    for event in events:
        put(harmless("\n".join(_event_lines(event))))
    if settings.quiet:
        return
    say("nothing found" if not events else f"{len(events)} told")
    if others:
        find = archive.command(f"search {shlex.quote(topic)} --in nodes")
        say(f"hint: {others} more hold some of the words, or are beyond --limit; {find} has them")


def _left_out(archive: Archive, wanted: Wanted, asked: Asked, settings: Settings) -> dict[str, int]:
    """Say what a span of time leaves out: in JSON where that is written, else to a person."""
    if not asked.is_json:
        say_undated(archive, wanted, settings)
        return {}
    is_dated = wanted.after is not None or wanted.before is not None
    return {"sessions_without_date": undated(archive, wanted)} if is_dated else {}


def _meaning(archive: Archive, settings: Settings) -> Meaning:
    from graphpack.archive.semantic import Vectors, read_new

    vectors = Vectors()
    with ProgressBar(is_shown=False if settings.quiet else None) as progress:
        read_new(archive, vectors, progress=progress)
    return vectors


def told(one: Cited) -> dict[str, Any]:
    """Write a statement or a message with where it comes from; what is unknown is left out."""
    fields = {name: value for name, value in asdict(one).items() if value is not None}
    if one.kind == "message":
        del fields["is_cut"]
    if one.said_at is not None:
        fields["said_at"] = one.said_at.isoformat()
    return fields


def _hit(hit: Hit) -> dict[str, Any]:
    return told(hit.cited) | {
        "snippet": hit.snippet.text,
        "marks": [list(mark) for mark in hit.snippet.marks],
        "score": hit.score,
        "by": ["words"] * hit.by_words + ["meaning"] * hit.by_meaning,
    }


def _decision(one: Decision) -> dict[str, Any]:
    return told(one.cited) | {
        "again": [told(other) for other in one.again],
        "replaced": [told(other) for other in one.replaced],
        "disputed": [told(other) for other in one.disputed],
    }


def _event(event: Event) -> dict[str, Any]:
    return told(event.cited) | {
        "replaces": [told(other) for other in event.replaces],
        "repeats": told(event.repeats) if event.repeats else None,
        "disputes": [told(other) for other in event.disputes],
        "is_over": event.is_over,
    }


def _put_json(value: Any) -> None:
    put(json.dumps(value, ensure_ascii=False, indent=1))


def _head(one: Cited) -> str:
    """Where it comes from, on one line: session and place, sort, day, person, project."""
    place = one.node if one.node else f"message {one.message}"
    sort = [one.type, one.status, "cut" if one.is_cut else None] if one.node else ["message"]
    day = one.said_at.date().isoformat() if one.said_at else "no date"
    words = [f"{one.session[:_REF_CHARS]} {place}", " ".join(filter(None, sort)), day]
    return " | ".join([*words, one.said_by or "", one.project])


def _short(one: Cited) -> str:
    line = " ".join(one.text.split())
    return line if len(line) <= _TEXT_CHARS else f"{line[: _TEXT_CHARS - 1]}…"


def _decision_lines(decision: Decision) -> list[str]:
    lines = [_short(decision.cited), f"    {_head(decision.cited)}"]
    lines += _listed("again", decision.again)
    lines += _listed("replaced", decision.replaced, with_text=True)
    return lines + _listed("disputed", decision.disputed, with_text=True)


def _event_lines(event: Event) -> list[str]:
    one = event.cited
    over = " (replaced later)" if event.is_over else ""
    again = " (said before)" if event.repeats else ""
    lines = [f"{_head(one)}{over}{again}", f"    {_short(one)}"]
    lines += _listed("replaces", event.replaces, with_text=True)
    return lines + _listed("disputes", event.disputes, with_text=True)


def _listed(name: str, others: Sequence[Cited], *, with_text: bool = False) -> list[str]:
    return [f"    {name}: {f'{_short(one)} | ' if with_text else ''}{_head(one)}" for one in others]
