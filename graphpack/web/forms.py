"""A session in every form it can be downloaded in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphpack.archive.listing import Session
from graphpack.archive.store import Archive
from graphpack.packs import Loaded
from graphpack.patterns import compiled
from graphpack.render import render
from graphpack.render.transcript import write_transcript
from graphpack.verify import Places
from graphpack.view import page_of, view_html

_NOT_PLAIN = compiled(r"[^a-z0-9]+")
_NAME_CHARS = 40
JSON, TEXT, MARKDOWN = "application/json", "text/plain", "text/markdown"


@dataclass(frozen=True, slots=True)
class Download:
    """One form.

    Args:
        write: From a session to its text.
        suffix: Of the file.
        media_type: Of the answer.
        about: A few words for people.
        needs_transcript: Whether it holds what was said.
    """

    write: Callable[[Archive, Session], str]
    suffix: str
    media_type: str
    about: str
    needs_transcript: bool = False


def file_name(session: Session, form: str) -> str:
    """Name the file of a download: plain letters, digits and hyphens."""
    stem = _NOT_PLAIN.sub("-", (session.title or session.source_name).lower()).strip("-")
    stem = stem[:_NAME_CHARS].strip("-") or "session"
    return f"{stem}-{session.ref[:8]}{FORMS[form].suffix}"


def places(archive: Archive, session: Session) -> Places | None:
    """Make a session's transcript ready to be looked up; None where it was not kept."""
    # it was redacted when it came in: what is kept is as packs quote it
    return Places(archive.conversation(session)) if session.has_transcript else None


def _rendered(to: str, *, with_sources: bool = False) -> Callable[[Archive, Session], str]:
    def write(archive: Archive, session: Session) -> str:
        graph = archive.graph(session).graph
        return render(graph, to=to, count=len, with_sources=with_sources).text

    return write


def _archived(archive: Archive, session: Session) -> str:
    return archive.pack(session.id)


def _viewed(archive: Archive, session: Session) -> str:
    loaded: Loaded = archive.graph(session)
    return view_html(page_of(loaded, places(archive, session)))


def _lines(archive: Archive, session: Session) -> str:
    return "\n".join(archive.transcript(session))


def _told(archive: Archive, session: Session) -> str:
    return write_transcript(archive.conversation(session), to="markdown")


FORMS: dict[str, Download] = {
    "html": Download(_viewed, ".html", "text/html", "page to keep"),
    "compact": Download(_rendered("compact"), ".json", JSON, "compact pack"),
    "readable": Download(_rendered("readable"), ".readable.json", JSON, "readable pack"),
    "evidence": Download(_archived, ".evidence.json", JSON, "pack with all evidence"),
    "paste": Download(_rendered("paste"), ".txt", TEXT, "pack for a new chat"),
    "handoff": Download(_rendered("handoff"), ".handoff.txt", TEXT, "hand-off prompt"),
    "markdown": Download(_rendered("markdown"), ".md", MARKDOWN, "Markdown"),
    "mermaid": Download(_rendered("mermaid"), ".mmd", TEXT, "Mermaid"),
    "dot": Download(_rendered("dot"), ".dot", TEXT, "Graphviz"),
    "graphml": Download(
        _rendered("graphml", with_sources=True), ".graphml", "application/xml", "GraphML"
    ),
    "transcript": Download(_told, ".transcript.md", MARKDOWN, "transcript", needs_transcript=True),
    "jsonl": Download(
        _lines, ".jsonl", "application/jsonl", "transcript as JSON Lines", needs_transcript=True
    ),
}
