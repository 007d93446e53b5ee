"""Characters that a reader cannot see: they hide text from people and show it to models.

Tag characters, direction controls, zero-width marks and fillers are taken out. What a script or
an emoji needs stays: a joiner between letters of a script that joins, a variation selector behind
the sign that it varies, the three flags that are spelled in tags.
"""

from __future__ import annotations

from graphpack.patterns import compiled

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Arabic and Syriac to the Indic scripts and Sinhala, Myanmar, Khmer, Mongolian
_JOINING = "\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1800-\u18af"
_SELECTOR = "\ufe0e\ufe0f"

_FLAG = "\U0001f3f4(?:{})\U000e007f".format(
    "|".join("".join(chr(0xE0000 + ord(c)) for c in name) for name in ("gbeng", "gbsct", "gbwls"))
)
_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_NEEDED = (
    _FLAG,
    rf"(?<=[{_EMOJI}\U0001f3fb-\U0001f3ff{_SELECTOR}\u20e3])\u200d(?=[{_EMOJI}])",
    rf"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])",
    # below a virama a joiner may also end a word
    r"(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]",
    rf"(?<=[{_EMOJI}0-9#*])[{_SELECTOR}]",
    r"(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]",
)
_FOUND = compiled(f"({'|'.join(_NEEDED)})|[{_HIDDEN}]")
_ANY = compiled(f"[{_HIDDEN}]")
BLANK = "\ufffd"
# what steers a terminal: a sequence with its parameters, a window's title, and single characters
_STEERING = compiled(
    r"\x1b\[[0-9;:<=>?]{0,64}[ -/]{0,8}[@-~]|\x1b\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)


def visible(text: str) -> str:
    """Take out what cannot be seen, and what a terminal would obey.

    Args:
        text: Any text.

    Returns:
        The text itself where all of it can be seen.
    """
    if _STEERING.search(text):
        text = _STEERING.sub("", text)
    if text.isascii() or not _ANY.search(text):
        return text
    return _FOUND.sub(lambda found: found[1] or "", text)


def visible_in_place(text: str) -> str:
    """Put U+FFFD for each character that cannot be seen, so that offsets stay right.

    Args:
        text: Any text, such as a quote whose span is recorded.

    Returns:
        A text of the same length.
    """
    if text.isascii() or not _ANY.search(text):
        return text
    return _FOUND.sub(lambda found: found[1] or BLANK, text)


def revealed(text: str) -> str:
    """Read what is spelled in characters that cannot be seen.

    Args:
        text: Any text.

    Returns:
        The text with tag characters as the letters they stand for, and with the bytes that a row
        of variation selectors spells; the text itself where nothing is spelled.
    """
    if text.isascii() or not _ANY.search(text):
        return text
    read = text.translate(_TAGGED)
    return _SELECTED.sub(lambda found: bytes(map(_byte, found[0])).decode("utf-8", "replace"), read)


_TAGGED = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_SELECTED = compiled("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")


def _byte(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xFF00 else code - 0xE0100 + 16


def escaped(text: str) -> str:
    """Write what cannot be seen as JSON escapes.

    Args:
        text: JSON.

    Returns:
        JSON of the same value.
    """
    if text.isascii() or not _ANY.search(text):
        return text
    return _FOUND.sub(lambda found: found[1] or _escape(found[0]), text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
