"""Plants faults in packs of real conversations, and counts which of them ``verify`` finds.

    make receipts                       # or, with more to choose:
    python bench/verify.py SAMPLES_DIR [--only PART] [--write docs/verify.md]

Each conversation is packed offline and the pack held against it: what is found there is a fault of
the pack, or a false alarm. Then one fault at a time is planted in each node, by a fixed seed, and
the pack is held against the conversation again. The time of the check inside an export is told as
a share of the export's own, in the process's time. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from graphpack.errors import GraphpackError
from graphpack.model.codes import NodeType
from graphpack.model.conversation import Conversation
from graphpack.model.graph import ContextGraph, Node
from graphpack.pipeline import Export, chain, pack
from graphpack.pipeline.checking import KNOWLEDGE, check_graph, places_of
from graphpack.pipeline.mending import Mended
from graphpack.readers import read
from graphpack.settings import Settings
from graphpack.verify import Places, verify

MARKS = ("<!-- made by make receipts -->", "<!-- end -->")
MOST_BYTES = 4_000_000
MOST_CONVERSATIONS = 3
SEED = 7
DENIALS = {
    "is": "is not", "are": "are not", "was": "was not", "can": "cannot", "will": "will not",
    "should": "should not", "must": "must not", "use": "do not use", "has": "has no",
}  # fmt: skip
OTHERS = {
    "before": "after", "after": "before", "all": "some", "must": "may", "first": "last",
    "more": "less", "add": "remove", "always": "never", "staging": "production", "local": "remote",
    "Monday": "Tuesday", "input": "output", "source": "target", "server": "client",
    "minutes": "hours", "hours": "minutes", "seconds": "minutes", "days": "weeks", "least": "most",
    "two": "five", "three": "seven", "four": "nine", "ms": "s", "KB": "MB", "MB": "GB",
}  # fmt: skip
KINDS = {
    "number": "a number is another one",
    "flag": "a flag is another one of the conversation",
    "word": "a word, a number in words or a unit is its counterpart (English)",
    "order": "two names change places",
    "path": "a letter of a path is another one",
    "identifier": "an identifier has a letter more",
    "not in": "a «not» is put in (English)",
    "not out": "a «not» is taken out (English)",
    "code": "a character of code is another one",
    "span": "a span is one character off",
    "quote": "a quote ends otherwise",
}

_NUMBER = re.compile(r"\d+")
_PATH = re.compile(r"[\w.-]+/[\w./-]+")
_IDENTIFIER = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+\b")
_DENIABLE = re.compile(rf"\b({'|'.join(DENIALS)})\b")
_WORD = re.compile(rf"\b({'|'.join(OTHERS)})\b")
_FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]+")
_NAME = re.compile(r"(?<![\w/.-])(?:[a-z]+_[a-z_]+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+)(?![\w/.-])")
_DENIED = re.compile(r"\b(?:not|never|no)\s")


@dataclass(slots=True)
class Figures:
    """What was counted.

    Args:
        conversations: Packed.
        nodes: In their packs.
        findings: In packs without a planted fault.
        unfaithful: Nodes with an exact thing that stands nowhere.
        tried: Faults planted, by kind.
        found: Of these, found at the node.
        check_s: Process time of the checks of an export.
        export_s: Process time of the exports, checks included.
    """

    conversations: int = 0
    nodes: int = 0
    findings: int = 0
    unfaithful: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    check_s: float = 0.0
    export_s: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where there was nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path, help="folder of conversations")
    parser.add_argument("--only", action="append", help="part of a name; may be given repeatedly")
    parser.add_argument("--write", type=Path, help="a document to put the table into")
    given = parser.parse_args(arguments)
    figures = Figures()
    chance = random.Random(SEED)
    for conversation in conversations(given.samples, given.only or ()):
        measure(conversation, figures, chance)
    if not figures.conversations:
        print("nothing to measure", file=sys.stderr)
        return 1
    text = table(figures)
    print(text)
    if given.write:
        page = given.write.read_text(encoding="utf-8")
        given.write.write_text(filled(page, text), encoding="utf-8")
    return 0


def conversations(folder: Path, only: Sequence[str]) -> Iterator[Conversation]:
    """Read the first conversations of each file that is one."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        if only and not any(part in path.name for part in only):
            continue
        try:
            found = list(islice(read(path), MOST_CONVERSATIONS))
        except GraphpackError:
            continue
        yield from (one for one in found if one.messages)


def measure(conversation: Conversation, figures: Figures, chance: random.Random) -> None:
    """Pack a conversation, hold the pack against it, then with a fault in each node."""
    made = _packed(conversation, figures)
    receipt = check_graph(made.graph, made.redacted)
    for finding in receipt.findings:
        print(f"{conversation.source.name}: {finding}", file=sys.stderr)
    figures.conversations += 1
    figures.nodes += receipt.tally.nodes
    figures.findings += len(receipt.findings)
    figures.unfaithful += round((1 - receipt.faithful_ratio) * receipt.tally.nodes)
    places = places_of(made.redacted)
    flags = sorted({flag for one in texts(places) for flag in _FLAG.findall(one)})
    for node in made.graph.walk():
        before = _findings(node, places)
        for kind, wrong in faults(node, chance, flags):
            figures.tried[kind] += 1
            figures.found[kind] += bool(_findings(wrong, places) - before)


def texts(places: Places) -> Iterator[str]:
    """Yield all that a conversation says."""
    for message in places.conversation.messages:
        yield from places.words(message.index)


def _packed(conversation: Conversation, figures: Figures) -> Export:
    """Pack a conversation, with a watch on the verification inside."""
    inner = chain.mend

    def watched(*arguments: Any, **options: Any) -> Mended:
        began = time.process_time()
        try:
            return inner(*arguments, **options)
        finally:
            figures.check_s += time.process_time() - began

    began = time.process_time()
    chain.mend = watched
    try:
        return pack(conversation, Settings())
    finally:
        chain.mend = inner
        figures.export_s += time.process_time() - began


def _findings(node: Node, places: Places) -> set[str]:
    """Hold one node against the transcript: what a fault in it changes of others is left out."""
    alone = ContextGraph(description="", nodes=(node.model_copy(update={"children": ()}),))
    return {str(finding) for finding in verify(alone, places, KNOWLEDGE).findings}


def faults(node: Node, chance: random.Random, flags: Sequence[str]) -> Iterator[tuple[str, Node]]:
    """Yield a node with one fault each time, and the kind of the fault."""
    text = node.summary

    def said(kind: str, start: int, end: int, instead: str) -> tuple[str, Node]:
        changed = text[:start] + instead + text[end:]
        return kind, node.model_copy(update={"summary": changed})

    if node.type == NodeType.CODE:
        at = chance.randrange(len(text))
        yield said("code", at, at + 1, _other(text[at]))
        return
    for kind, found, instead in _worded(text, chance, flags):
        yield said(kind, found.start(), found.end(), instead)
    names = list(_NAME.finditer(text))
    if len({name[0] for name in names}) > 1:
        one, other = names[0], next(name for name in names if name[0] != names[0][0])
        turned = other[0] + text[one.end() : other.start()] + one[0]
        yield said("order", one.start(), other.end(), turned)
    if node.sources:
        yield from _cited(node, chance)


def _worded(
    text: str, chance: random.Random, flags: Sequence[str]
) -> Iterator[tuple[str, re.Match[str], str]]:
    """Yield the kind of a fault, the words it falls on, and what it makes of them."""
    if found := _any(_NUMBER, text, chance):
        yield "number", found, str(int(found[0][:9]) + chance.choice([1, 7, 13]))
    if found := _any(_PATH, text, chance):
        at = chance.choice([m.start() for m in re.finditer(r"\w", found[0])])
        yield "path", found, found[0][:at] + _other(found[0][at]) + found[0][at + 1 :]
    if found := _any(_IDENTIFIER, text, chance):
        yield "identifier", found, f"{found[0]}x"
    if found := _any(_FLAG, text, chance):
        others = [flag for flag in flags if flag != found[0]]
        if others:
            yield "flag", found, chance.choice(others)
    if found := _any(_WORD, text, chance):
        yield "word", found, OTHERS[found[0]]
    if found := _any(_DENIABLE, text, chance):
        yield "not in", found, DENIALS[found[0]]
    if found := _any(_DENIED, text, chance):
        yield "not out", found, ""


def _cited(node: Node, chance: random.Random) -> Iterator[tuple[str, Node]]:
    """Yield a node with a fault in one of its sources."""
    at = chance.randrange(len(node.sources))
    source = node.sources[at]
    moved = {"start": source.start + 1, "end": source.end + 1}
    for kind, change in (("span", moved), ("quote", {"quote": source.quote[:-1] + "~"})):
        wrong = [*node.sources]
        wrong[at] = source.model_copy(update=change)
        yield kind, node.model_copy(update={"sources": tuple(wrong)})


def _any(pattern: re.Pattern[str], text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def _other(char: str) -> str:
    return "q" if char != "q" else "z"


def table(figures: Figures) -> str:
    """Write the figures as Markdown."""
    share = figures.check_s / figures.export_s
    lines = [
        f"{figures.conversations} conversations, {figures.nodes} nodes in their offline packs:"
        f" {figures.findings} findings, faithfulness"
        f" {1 - figures.unfaithful / max(figures.nodes, 1):.2f}."
        f" Verifying a pack takes {share:.1%} of the time of making it.",
        "",
        "| planted, one at a time | times | found | share |",
        "|---|---:|---:|---:|",
    ]
    for kind, what in KINDS.items():
        if tried := figures.tried[kind]:
            found = figures.found[kind]
            lines.append(f"| {what} | {tried} | {found} | {found / tried:.0%} |")
    return "\n".join(lines)


def filled(document: str, text: str) -> str:
    """Put the table between its marks."""
    start, end = MARKS
    before, _, rest = document.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}\n\n{text}\n\n{end}{after}"


if __name__ == "__main__":
    sys.exit(main())
