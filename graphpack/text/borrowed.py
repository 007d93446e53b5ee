"""Finds what a text only passes on: quotations, files, logs and mail that somebody put into it.

A person's message holds more than a person's words. What is pasted, attached or quoted there is
matter, not a statement: nobody has decided what a file says. Here is where such stretches stand,
and how they are told of; what follows from that is the caller's matter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text.injection import is_binding, is_order
from graphpack.text.invisible import visible

Span = tuple[int, int]

MAX_NAME_CHARS = 40
MAX_LINE_CHARS = 2_000

_FENCE = compiled(r"^[ \t>]{0,20}(?P<mark>`{3,}+|~{3,}+)(?P<rest>[^\n]*)$", re.MULTILINE)
# what programs and people put around a file; what a person says stands in no such tag
_TAG = compiled(
    r"<((?:antml:)?(?:system[-_]?reminder|(?:pasted|attached|selected|copied|quoted|fetched|linked"
    r"|uploaded|file|document|page|web|url|email|mail|search|tool|function|terminal|command|editor"
    r"|context|environment|repo|repository|git|code|log)(?:[-_]?(?:s|content|contents|text|context"
    r"|data|body|files?|documents?|code|results?|output|page|selection|details|log|diff|block"
    r"|snippet|excerpt|message|history|state|info)){0,2}"
    r"|documents?|files?|attachments?|sources?|snippets?|diff|patch|logs?|stdout|stderr|output"
    r"|quote|details|input|blockquote|e-?mail|webpage|article|transcript|ide_\w{1,30}|paste|excerpt|readme))"
    r"(?=[\s>/])[^<>]{0,400}>",
    re.IGNORECASE,
)
_HOLDING = compiled(r"reminder|pasted|attach|document|file")
_REST = compiled(
    r"^(?:-{2,20} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Weitergeleitete"
    r" Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht)"
    r" ?-{2,20}"
    r"|Begin forwarded message:"
    r"|Result of calling the [\w.:-]{1,80} tool:"
    r"|Called the [\w.:-]{1,80} tool with the following input:"
    r"|(?:[A-Z]\w{2,30} ){0,3}hook (?:feedback|additional context|blocking error)\b"
    r"|(?:On|Am|Le|El|Il|Op|Em|Den|W dniu|Dne) [^\n]{4,200}(?:wrote|schrieb[^\n:]{0,80}|a écrit"
    r"|escribió|ha scritto|schreef[^\n:]{0,80}|escreveu|skrev[^\n:]{0,80}|napisał\(?a?\)?|napsal"
    r")[ \u00a0]?[:：][ \t]*$"
    r"|@?[\w-]{1,39} (?:commented|replied|wrote|posted)\b[^\n]{0,40}\bago[ \t]*$"
    r"|From: [^\n]{1,200}\n(?:Sent|Date|To|Cc|Subject): )",
    re.MULTILINE,
)
_COLON = compiled(r"[:：]\s")
_MARKED = compiled(r"[\"“„«「]")
# «the README says: “…”»: what a file says, told by whoever has read it
_REPORT = compiled(
    r"\b(?:file|page|readme|docs?|document(?:ation)?|comment|issue|ticket|e-?mail|log|output|website"
    r"|article|notes?|text|changelog|template|config|[\w-]{1,40}\.(?:md|txt|py|js|ts|json|ya?ml"
    r"|toml|html?|cfg|ini|rst))\b[^.!?\n\"“„«「]{0,40}?"
    r"\b(?:says?|said|reads?|states?|stated|contains?|contained|claims?|demands?|asks?|tells?|told"
    r"|orders?|instructs?|requires?|steht|sagt|dit|dice|diz)\b[^.!?\n\"“„«「]{0,60}"
    r"(?:\"[^\"\n]{12,800}\"|[“„][^“”„\n]{12,800}[“”]|«[^«»\n]{12,800}»|「[^「」\n]{6,800}」)",
    re.IGNORECASE,
)
# the same without marks: it reaches to the paragraph's end, and is one where it gives orders
_SAYS = compiled(
    r"\b(?:file|page|readme|docs?|document(?:ation)?|comment|issue|ticket|e-?mail|log|output|website"
    r"|article|notes?|text|changelog|template|config|datei|seite|fichier|archivo|[\w-]{1,40}\.(?:md"
    r"|txt|py|js|ts|json|ya?ml|toml|html?|cfg|ini|rst))\b[^.!?:\n\"“„«「]{0,40}?"
    r"\b(?:says?|said|reads?|states?|stated|contains?|contained|claims?|demands?|asks?|tells?|told"
    r"|orders?|instructs?|requires?|steht|sagt|dit|dice|diz)\b[^.!?:\n\"“„«「]{0,60}[:：]\s{1,3}"
    r"(?P<said>[^\n]{6,800})",
    re.IGNORECASE,
)
_PAIRS = (
    (compiled(r"\[quote(?:=[^\]\n]{0,80})?\]", re.IGNORECASE), compiled(r"\[/quote\]", re.I)),
    (compiled(r'^[ \t]{0,8}"""[^"\n]{0,40}$', re.MULTILINE), compiled('"""')),
    (
        compiled(r"^[-=#*<]{2,20} ?(?:BEGIN|START)\b[^\n]{0,80}$", re.MULTILINE),
        compiled(r"^[-=#*<]{2,20} ?END\b[^\n]{0,90}", re.MULTILINE),
    ),
)
# chats, traces and data as they are copied: lines that nobody types so
_COPIED = compiled(
    r"(?:^Traceback \(most recent call last\):[^\n]*\n(?:[^\n]+(?:\n|\Z)){1,200})"
    r"|(?:^[^\s:][^\n:]{1,39}(?:[ \t]{2}|\t|\[)\d{1,2}:\d{2}(?: ?[AP]M)?\]?[ \t]*\n"
    r"(?:[^\n]+(?:\n|\Z)){1,200})"
    r"|(?:^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]? )?<[\w@+~-]{1,30}> [^\n]{1,2000}(?:\n|\Z)){2}"
    r"|(?:^[ \t]{0,8}[{\[][ \t]{0,4}\"[^\n]{1,4000}[}\]],?[ \t]{0,8}$)",
    re.MULTILINE,
)
_INDENTED = compiled(
    r"(?:\A|\n[ \t]*\n)(?:(?: {4,12}|\t)(?![-*+\u2022 \t\d])[^\n]+(?:\n|\Z)){1,200}"
)
_LISTED = compiled(r"[ \t]|(?:[-*+\u2022]|\d{1,3}[.)])\s")
_QUOTE = compiled(r"^[ \t]{0,3}>", re.MULTILINE)
_COMMIT = compiled(
    r"^commit [0-9a-f]{7,64}\b[^\n]{0,400}\n(?:Merge: [^\n]{0,200}\n)?Author: ", re.MULTILINE
)
_ONELINE = compiled(
    r"^(?:[*|/\\ ]{0,12}[0-9a-f]{7,12} (?!\d)[^\n]{1,400}(?:\n|\Z)){2}", re.MULTILINE
)
_DIFF = compiled(
    r"^(?:diff --git |diff -[a-zA-Z]|--- \S[^\n]{0,300}\n\+\+\+ \S|@@ -\d{1,9}(?:,\d{1,9})? \+\d)",
    re.MULTILINE,
)
_LOG_LINE = compiled(
    r"[ \t\r\n]|commit [0-9a-f]{7}|(?:Merge|Author|AuthorDate|Commit|CommitDate|Date|Reviewed-by"
    r"|Signed-off-by|Co-authored-by): |[*|/\\ ]{0,12}[0-9a-f]{7,12} \S",
    re.IGNORECASE,
)
_DIFF_LINE = compiled(
    r"[-+ \\@\r\n]|diff |index [0-9a-f]|(?:new|deleted) file mode|old mode|new mode|rename |copy "
    r"|similarity index|Binary files "
)
_STOP = compiled(r"[.!?:;<>\[\]{}`\"“”\n。！？：]")
_WORD = compiled(r"\w+")
_NO_NAME = compiled(r"(?i)\b(?:always|never|must|should|shall|to|from|without|now|not)\b")


@lru_cache(maxsize=4096)
def borrowed_spans(text: str) -> tuple[Span, ...]:
    """Find the stretches of a message that are not its writer's own words.

    Args:
        text: A part's text, as it was written.

    Returns:
        Half-open spans in order, apart from each other: quoted lines, fenced code, files and
        reminders between tags, quoted and forwarded mail, logs of commits, diffs.
    """
    found = sorted(span for finder in _FINDERS for span in finder(text) if span[0] < span[1])
    joined: list[Span] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def is_borrowed(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch is for the most part not its writer's own words.

    Args:
        text: A part's text.
        start: First character of the stretch.
        end: Last one, exclusive.

    Returns:
        True where more than half of it stands in ``borrowed_spans``.
    """
    if end <= start:
        return False
    spans = borrowed_spans(text)
    inside = 0
    at = max(0, bisect_right(spans, (start, end)) - 1)
    while at < len(spans) and spans[at][0] < end:
        first, stop = spans[at]
        inside += max(0, min(stop, end) - max(first, start))
        at += 1
    return inside * 2 > end - start


def as_name(text: str | None, *, words: int = 5) -> str | None:
    """Give a name that is to stand before what somebody said, where it is like one.

    Args:
        text: A display name, a label, a file's name; None where there is none.
        words: So many words at most make a name.

    Returns:
        The name in one line; None for a sentence, a mark, or what is longer than a name.
    """
    name = " ".join(visible(text or "").split())
    if not name or len(name) > MAX_NAME_CHARS or len(_WORD.findall(name)) > words:
        return None
    initials = re.sub(r"\b(\w{1,4})\.(?=\s|$)|(?<=\w)\.(?=\w)", r"\1", name)
    if _STOP.search(initials) or _NO_NAME.search(name):
        return None
    if is_order(name, is_foreign=True) or is_binding(name):
        return None
    return name


def _fences(text: str) -> Iterator[Span]:
    hopeless = {"`": len(text), "~": len(text)}
    marks = list(_FENCE.finditer(text)) if "```" in text or "~~~" in text else []
    at = 0
    while at < len(marks):
        opened = marks[at]
        at += 1
        mark = opened["mark"]
        if len(mark) >= hopeless[mark[0]] or (mark[0] == "`" and "`" in opened["rest"]):
            continue
        closed = next((n for n in range(at, len(marks)) if _closes(marks[n], mark)), None)
        if closed is None:
            hopeless[mark[0]] = len(mark)  # no fence: what follows would be nobody's
        else:
            yield opened.start(), marks[closed].end()
            at = closed + 1


def _closes(line: re.Match[str], mark: str) -> bool:
    return line["mark"].startswith(mark) and not line["rest"].strip()


def _tagged(text: str) -> Iterator[Span]:
    """From the first tag of a kind to its last end: a file may hold the end of its own tag."""
    folded = text.lower() if "<" in text else ""
    seen: set[str] = set()
    for opened in _TAG.finditer(text) if folded else ():
        name = opened[1].lower()
        if name in seen or opened[0].endswith("/>"):
            continue
        seen.add(name)
        end = folded.rfind(f"</{name}")
        closed = folded.find(">", end) if end >= opened.end() else -1
        if closed >= 0:
            yield opened.start(), closed + 1
        elif _HOLDING.search(name) and text[: opened.start()].rstrip(" ")[-1:] in ("", "\n"):
            yield opened.start(), len(text)


def _rest(text: str) -> Iterator[Span]:
    found = _REST.search(text)
    if found:
        yield found.start(), len(text)


def _quotes(text: str) -> Iterator[Span]:
    for found in _QUOTE.finditer(text):
        end = text.find("\n", found.end())
        yield found.start(), len(text) if end < 0 else end + 1


def _logs(text: str) -> Iterator[Span]:
    yield from _runs(text, _COMMIT, _LOG_LINE)
    yield from _runs(text, _ONELINE, _LOG_LINE)


def _diffs(text: str) -> Iterator[Span]:
    yield from _runs(text, _DIFF, _DIFF_LINE)


def _runs(text: str, opening: re.Pattern[str], going_on: re.Pattern[str]) -> Iterator[Span]:
    """From each opening on, the lines that are of its kind; blank ones at the end are not."""
    at = 0
    while found := opening.search(text, at):
        end = last = found.end() if text[found.end() - 1] == "\n" else _line_end(text, found.end())
        while end < len(text) and going_on.match(text, end):
            stop = _line_end(text, end)
            if text[end:stop].strip():
                last = stop
            end = stop
        yield found.start(), last
        at = max(end, found.end())


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _reports(text: str) -> Iterator[Span]:
    for found in _REPORT.finditer(text) if _MARKED.search(text) else ():
        yield found.start(), found.end()
    for found in _SAYS.finditer(text) if _COLON.search(text) else ():
        if is_order(found["said"], is_foreign=True) or is_binding(found["said"]):
            yield found.span()


def _copied(text: str) -> Iterator[Span]:
    for found in _COPIED.finditer(text):
        yield found.span()
    for opening, ending in _PAIRS:
        at = 0
        while opened := opening.search(text, at):
            closed = ending.search(text, opened.end())
            if not closed:
                break
            yield opened.start(), closed.end()
            at = closed.end()
    for found in _INDENTED.finditer(text):
        above = text[max(0, found.start() - MAX_LINE_CHARS) : found.start()].rstrip("\n")
        # below an item, indented lines go on with it
        if not _LISTED.match(above.rpartition("\n")[2]):
            yield found.span()


_FINDERS = (_fences, _copied, _tagged, _rest, _quotes, _reports, _logs, _diffs)
