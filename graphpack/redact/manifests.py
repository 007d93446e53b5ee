"""Manifests that say of themselves that they hold secrets: every value in one is meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphpack.patterns import compiled
from graphpack.redact.exempt import is_example
from graphpack.redact.rules import Hit, Rule
from graphpack.redact.values import is_placeholder

MAX_MANIFEST = 8_000
"""Bytes on either side of a manifest's kind in which its values stand."""

_END = rb"(?:\r?\n|\\n)"
# a block of YAML: its name, and the lines below that stand further in
_BLOCK = compiled(
    rb"(?:\A|\n|\\n|\")(?P<margin>[ \t]{0,20})(?:data|stringData|encryptedData):[ \t]{0,4}" + _END
    + rb"(?P<lines>(?:(?P=margin)[ \t]{1,20}[^\n\\]{1,8000}(?:" + _END + rb"|\"|\Z)){1,200})"
)  # fmt: skip
_LINE = compiled(
    rb"(?:\A|\n|\\n)[ \t]{1,40}[\w.\"'-]{1,120}:[ \t]{1,4}(?:[|>][+-]?[ \t]{0,4}" + _END
    + rb"[ \t]{1,40}|!!\w{1,8} )?[\"']?(?P<value>[^\s\"'\\|>{][^\n\"'\\]{3,8000})"
)  # fmt: skip
_OBJECT = compiled(
    rb"\\{0,3}\"(?:data|stringData)\\{0,3}\"\s{0,3}:\s{0,3}\{(?P<pairs>[^{}]{1,8000})\}"
)
_PAIR = compiled(rb":\s{0,3}\\{0,3}\"(?P<value>[^\"\\]{4,8000})\\{0,3}\"")
_DOCUMENT = compiled(rb"(?:\n|\\n)---(?:\s|\\n)")


def _held(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find the values of the manifest in which a kind stands."""
    first, last = max(0, start - MAX_MANIFEST), min(len(data), end + MAX_MANIFEST)
    # several lie in one file
    breaks = [match.end() for match in _DOCUMENT.finditer(data, first, last)]
    first = max((place for place in breaks if place <= start), default=first)
    last = min((place for place in breaks if place > end), default=last)
    return tuple(_values(data[first:last], first))


def _values(manifest: bytes, offset: int) -> Iterator[Hit]:
    for outer, name, inner in ((_BLOCK, "lines", _LINE), (_OBJECT, "pairs", _PAIR)):
        for block in outer.finditer(manifest):
            # (the line's end before the first one belongs to the block's name)
            begin = block.start(name) - (2 if inner is _LINE else 0)
            for match in inner.finditer(manifest, begin, block.end(name)):
                value = match["value"].rstrip()
                if not (is_example(value) or is_placeholder(value)):
                    at = offset + match.start("value")
                    yield Hit(at, at + len(value), "kubernetes-secret", 1)


MANIFESTS: tuple[Rule, ...] = (
    Rule(
        "kubernetes-secret",
        (b"kind: secret", b'"kind": "secret"', b'"kind":"secret"', b'\\"kind\\":\\"secret\\"'),
        compiled(rb""),
        look=_held,
    ),
)
