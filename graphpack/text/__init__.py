"""Sentences, terms, identifiers and normal forms, shared by the stages; no policy lives here.

Everything is language-neutral: scripts without spaces are cut at their own full stops, and their
terms are character bigrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from graphpack.patterns import compiled

Span = tuple[int, int]
_STATEMENT_CHARS = 2_000

# scripts written without spaces between words: kana, Han, Hangul is spaced but agglutinative
WIDE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0e7f"
_WIDE_RUN = compiled(f"[{WIDE}]+")
_WORD = compiled(rf"[^\W_{WIDE}]+(?:['’_][^\W_{WIDE}]+)*", re.UNICODE)

# a full stop ends a sentence only before a space and not after an abbreviation, initial or number
_STOP = compiled(
    r"[。！？；…]+[」』）”\"]*\s*"
    # only where a run of stops begins: else a long run is read once for each of its stops
    r"|(?<![.!?])[.!?]+[)\]\"'”’*_`]*\s+"
    r"|\n+"
)
_ABBREVIATION = compiled(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|dr|mr|mrs|ms|st|z\.b|d\.h|bzw|ca|nr|p\.ej|т\.е|т\.д|рис)"
    r"|(?-i:\b[A-Z]))\.$",
    re.IGNORECASE,
)

_DAY = compiled(r"(?<!\d)(?:[12]?\d|3[01])\.$")
_MONTH = compiled(
    r"(?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|März|Mrz|Apr(?:il)?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Jahrhundert|Klasse|Stock(?:werk)?|Etage|Auflage)\b"
)

_IDENTIFIER = compiled(
    r"https?://[^\s<>()\[\]\"'`«»“”]+"  # URL
    r"|(?<![\w/.@+-])(?:~|\.{1,2})?/?(?:[\w.@+-]+/)+[\w.@+-]*[\w]"  # path with a slash
    r"|(?<![\w-])--?[a-zA-Z][\w-]*(?:=[\w./:-]+)?"  # flag
    r"|(?<![\w.])v?\d+(?:\.\d+)+(?:[-+][\w.]+)?"  # version, dotted number
    r"|(?<!\w)#\d+\b"  # issue number
    r"|(?<![\w-])[\w-]+\.(?:[a-z]{1,5}\d?)\b(?:\(\))?"  # file or attribute
    r"|\b[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+(?:\(\))?"  # dotted name
    r"|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b(?:\(\))?"  # camelCase
    r"|\b(?:[A-Z][a-z0-9]+){2,}\b(?:\(\))?"  # PascalCase
    r"|\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b(?:\(\))?"  # snake_case
    r"|\b[A-Z]{2,}-\d+(?:\.\d+)*\b"  # ticket, licence
    r"|\b[A-Z][A-Z0-9]{2,}\b"  # ALLCAPS
    r"|\b[0-9a-f]{7,40}\b"  # hash
    r"|\b\d+(?:[.,]\d+)*(?:\s?(?:%|ms|s|min|h|KB|MB|GB|TB|px|k|M))?\b"  # number with unit
)

# names stand right beside wide characters («修改app.py文件», «现实的.NET»), unless these are part
# of a path or of a file's name
_WIDE_BESIDE = compiled(
    rf"(?<![/.{WIDE}])[{WIDE}]+(?![/{WIDE}]|\.[a-z]{{1,5}}\d?(?![A-Za-z])|\.[{WIDE}])"
)

_NEGATION = compiled(
    r"\b(?:not|no|never|none|nothing|without|neither|nor|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't"
    r"|wasn't|weren't|shouldn't|mustn't|couldn't|wouldn't|hasn't|haven't|avoid|instead|nobody|nowhere|nicht|kein\w*|nie|ohne"
    r"|niemals|nichts|weder|niemand\w*|nirgends|ne|pas|jamais|sans|aucun\w*|nunca|sin|ning[uú]n\w*|nadie|nada|tampoco"
    r"|não|sem|nenhum\w*|ninguém|non|mai|senza|nessun\w*|niente|niet|geen|nooit|zonder|niemand|inte|ikke|ingen|aldrig"
    r"|aldri|nigdy|bez|żad\w+|není|nikdy|žádn\w+|değil|asla|не|нет|никогда|без|нельзя|ничего|никто|ні|ніколи)\b"
    r"|[不没沒无無勿别別未非]|ない|ません|なく|ぬ|ず(?=に)|않|없|못|아니",
    re.IGNORECASE,
)


_NO = compiled(r"\bno\b", re.IGNORECASE)
_PORTUGUESE_WORDS = 2
_PORTUGUESE = compiled(
    r"\b(?:não|uma?|você|em|ao|aos|são|foi|dos|das|do|nas|nos|pel[oa]s?|com|isso|está|já|também|à|às|é"
    r"|depois|quando|mais|seu|sua|os|as|ou|da|deve\w*|usamos|usa|qual)\b|[ãõ]|ç[ãõ]",
    re.IGNORECASE,
)
_NOT_PORTUGUESE = compiled(
    r"\b(?:el|los|las|una|en|del|con|y|es|por favor|pero|the|is|are|and|of|to|it|we|il|lo|gli"
    r"|di|che|è|non)\b|[ñ¿¡]",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def normal(text: str) -> str:
    """Fold a text for comparison: NFKC, lower case, straight quotes, one space.

    Args:
        text: Any text.

    Returns:
        Its normal form; equal for texts that differ only in case, width or white space.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    text = unicodedata.normalize("NFKC", text).casefold()
    text = text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'})
    return " ".join(text.split())


def iter_sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Cut a stretch of text into sentences.

    Args:
        text: The whole text.
        start: First character to look at.
        end: End of the stretch, exclusive; None for all of it.

    Yields:
        Half-open character spans in ``text``, without surrounding white space; a line break
        always ends a sentence.
    """
    if start == 0 and end is None and len(text) <= _STATEMENT_CHARS:
        yield from _sentences(text)
    else:
        yield from _cut(text, start, len(text) if end is None else end)


# the stages ask it of the same statements again and again
@lru_cache(maxsize=16_384)
def _sentences(text: str) -> tuple[Span, ...]:
    return tuple(_cut(text, 0, len(text)))


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for stop in _STOP.finditer(text, start, end):
        if "\n" not in stop.group() and stop.group()[0] == ".":
            # look at the last word only: the rest of a long line does not matter
            if _ABBREVIATION.search(text, max(at, stop.start() - 12), stop.start() + 1):
                continue
            after = text[stop.end() : stop.end() + 1]
            if after and after.islower():
                continue
            # «am 15. Mai»: the day of a date ends nothing
            if _DAY.search(text, max(at, stop.start() - 3), stop.start() + 1) and _MONTH.match(
                text, stop.end()
            ):
                continue
        span = _trimmed(text, at, stop.end())
        if span:
            yield span
        at = stop.end()
    span = _trimmed(text, at, end)
    if span:
        yield span


def is_abbreviated(text: str) -> bool:
    """Tell whether a text ends with an abbreviation, such as «e.g.» or an initial.

    Args:
        text: Up to and with its last full stop.

    Returns:
        True where the full stop ends no sentence.
    """
    return _ABBREVIATION.search(text, max(len(text) - 12, 0)) is not None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None


def words(text: str) -> list[str]:
    """List the words of a text, lower case; wide scripts give character bigrams.

    Args:
        text: Any text.

    Returns:
        Words in order, with repetitions.
    """
    folded = normal(text)
    if folded.isascii():
        return _WORD.findall(folded)
    found = [(match.start(), match.group()) for match in _WORD.finditer(folded)]
    for run in _WIDE_RUN.finditer(folded):
        chars = run.group()
        if len(chars) == 1:
            found.append((run.start(), chars))
        found.extend((run.start() + i, chars[i : i + 2]) for i in range(len(chars) - 1))
    found.sort()
    return [word for _, word in found]


def identifiers(text: str) -> list[str]:
    """List what must be kept to the letter: paths, flags, versions, numbers, names, URLs, hashes.

    Args:
        text: Any text.

    Returns:
        Identifiers as written, in order, with repetitions.
    """
    return [*_identifiers(text)]


# several stages ask it of the same statement
@lru_cache(maxsize=65536)
def _identifiers(text: str) -> tuple[str, ...]:
    if not text.isascii():
        text = _WIDE_BESIDE.sub(" ", text)
    return tuple(match.group() for match in _IDENTIFIER.finditer(text))


def without_contracted_no(text: str) -> str:
    """Write the Portuguese «no», which is «em o» and denies nothing, as «na».

    Args:
        text: Any text.

    Returns:
        The text, of the same length; unchanged where it does not look Portuguese.
    """
    if not _NO.search(text):
        return text
    own = len(_PORTUGUESE.findall(text))
    if own < _PORTUGUESE_WORDS or own <= len(_NOT_PORTUGUESE.findall(text)):
        return text
    return _NO.sub("na", text)


@lru_cache(maxsize=16_384)
def negations(text: str) -> int:
    """Count the negating words of a text, in the languages graphpack knows.

    Args:
        text: Any text.

    Returns:
        Their number; two texts that differ by an odd number are not the same statement.
    """
    return len(_NEGATION.findall(without_contracted_no(text)))


def is_wide(text: str) -> bool:
    """Tell whether a text is mostly in a script without spaces.

    Args:
        text: Any text.

    Returns:
        True where more than a quarter of its characters are.
    """
    if text.isascii():
        return False
    wide = sum(len(run) for run in _WIDE_RUN.findall(text))
    return wide * 4 > len(text.strip())
