"""Measures what is promised about safety, and writes the figures into ``docs/security.md``.

    make security                       # or:
    python bench/security.py [SAMPLES_DIR] [--each 20] [--json FILE] [--write docs/security.md]

Secrets are made up, put into texts in many notations, and looked for in what redaction leaves; the
texts of real conversations, which are no part of the project, say how often something else is
hidden. Then every other measure of safety beside this file is run: attacks, hostile files, kills.
Counts are the same in every run; times are this machine's, so a ratio stands beside them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from bench.security_tables import (  # noqa: E402
    Tried,
    filled,
    real_table,
    rows_table,
    secrets_table,
)
from graphpack.errors import GraphpackError  # noqa: E402
from graphpack.model.conversation import Message, ToolCall  # noqa: E402
from graphpack.readers import read  # noqa: E402
from graphpack.redact import Policy, Vault, clean  # noqa: E402
from tests.redact import other_attacks as made  # noqa: E402
from tests.redact.canaries import FAMILIES, WRAPS, core, put  # noqa: E402
from tests.redact.fresh_canaries import FRESH  # noqa: E402
from tests.redact.fresh_harmless import HARMLESS  # noqa: E402
from tests.redact.fresh_places import FRESH_ENCODED, FRESH_PLACES  # noqa: E402
from tests.redact.leaks import survives  # noqa: E402
from tests.redact.other_canaries import TOKENS  # noqa: E402
from tests.redact.other_documents import DOCUMENTS  # noqa: E402
from tests.redact.other_places import ENCODED, PLACES  # noqa: E402

MAX_HIDDEN = 60
"""Characters of what is left where one placeholder stands for all that was encoded."""

OTHERS = {
    "injection": "Instructions in transcripts",
    "hostile": "Hostile files",
    "kills": "Kills",
}
"""Measures beside this one, each with ``--json FILE``, and what their tables are called."""

# SHA-256 of what was found in the samples and is a secret indeed, judged one by one: passwords
# that a tool made for somebody, and the key of an encrypted recording
JUDGED = frozenset(
    {
        "adc38508d5366ffb",
        "543d3ab272499c78",
        "679abcbc1cf75244",
        "6f95b19f40963e1d",
        "7ab2b33844d1fae5",
        "f5a6fd006c5f61d4",
    }
)

POLICY = Policy()


def hidden(text: str) -> str:
    """Give what redaction leaves of a text."""
    return clean(text, POLICY, Vault())


def first_set(each: int) -> Iterator[Tried]:
    """Try the families that issue trackers list, each in eight surroundings."""
    for family, (make, called) in FAMILIES.items():
        found = 0
        for number in range(each):
            secret = make(random.Random(f"{family}/{number}"))
            for wrap in WRAPS:
                out = hidden(put(wrap, secret, called))
                pieces = core(family, secret)
                pieces = [*pieces, *(urllib.parse.quote(piece, safe="") for piece in pieces)]
                left = any(piece in out for piece in pieces)
                if wrap == "base64":
                    left = any(survives(out, piece, is_encoded=True) for piece in pieces)
                found += not left
        yield Tried("first", family, each * len(WRAPS), found)


def second_set() -> Iterator[Tried]:
    """Try other makers, each in every one of some ninety notations."""
    return _in_places("second", TOKENS, PLACES, ENCODED)


def third_set() -> Iterator[Tried]:
    """Try makers and notations that were written when the rules were there."""
    return _in_places("third", FRESH, FRESH_PLACES, FRESH_ENCODED)


def _in_places(
    which: str,
    makers: Mapping[str, tuple[Callable[[random.Random], str], str]],
    places: Mapping[str, Callable[[str, str], str]],
    encoded: Set[str],
) -> Iterator[Tried]:
    for name, (make, called) in makers.items():
        found = 0
        for place, write in places.items():
            secret = make(random.Random(f"{name}/{place}"))
            out = hidden(write(called, secret))
            found += not survives(out, secret, is_encoded=place in encoded)
        yield Tried(which, name, len(places), found)


def harmless(each: int) -> Iterator[Tried]:
    """Try what looks like secrets and is none: counted as found where nothing of it is hidden."""
    for name, write in HARMLESS.items():
        texts = [write(random.Random(f"{name}/{number}")) for number in range(each)]
        yield Tried("harmless", name, each, sum(hidden(text) == text for text in texts))


def documents(each: int) -> Iterator[Tried]:
    """Try whole files, commands and sayings that hold a secret by their form."""
    for name, make in DOCUMENTS.items():
        found = 0
        for number in range(each):
            text, secrets = make(random.Random(f"{name}/{number}"))
            out = hidden(text)
            found += not any(survives(out, one, is_encoded=name == "kubeconfig") for one in secrets)
        yield Tried("documents", name, each, found)


def attacks() -> Iterator[Tried]:
    """Try what people wrote down so that a search for it would find nothing."""
    whole = [hidden(text) for text in made.WHOLE.values()]
    yield Tried("attacks", "encoded", len(whole), sum(len(out) < MAX_HIDDEN for out in whole))
    pieces = [
        not survives(hidden(text), one, is_encoded=False) for text, one in made.PIECES.values()
    ]
    yield Tried("attacks", "cut up, escaped, in listings", len(pieces), sum(pieces))
    tables = [hidden(text) for text in made.TABLES.values()]
    yield Tried("attacks", "columns", len(tables), sum(_is_gone(out) for out in tables))
    commands = [hidden(made.filled(command)) for command in made.COMMANDS]
    yield Tried("attacks", "command lines", len(commands), sum(map(_is_gone, commands)))
    said = [hidden(one.replace("\x00", "\n").replace("@", made.PASSWORD)) for one in made.SAID]
    yield Tried("attacks", "said in many languages", len(said), sum(map(_is_gone, said)))


def _is_gone(out: str) -> bool:
    return made.PASSWORD not in out and made.SECOND not in out


def texts(samples: Path) -> Iterator[str]:
    """Give the texts of all messages of real conversations: what is said, called and returned."""
    for path in sorted(samples.rglob("*")):
        if not path.is_file() or path.suffix == ".tsv":
            continue
        try:
            for conversation in read(path):
                lines = [branch.messages for branch in conversation.branches]
                for message in (*conversation.messages, *(one for line in lines for one in line)):
                    yield from _of(message)
        except GraphpackError as error:
            print(f"security: left out: {error}", file=sys.stderr)


def _of(message: Message) -> Iterator[str]:
    for part in message.parts:
        if part.text:
            yield part.text
        if isinstance(part, ToolCall):
            yield from _strings(part.arguments)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
    elif hasattr(value, "items"):
        for name, item in value.items():
            yield name
            yield from _strings(item)


def false_hits(found: Sequence[str], mb: float) -> dict[str, Any]:
    """Count what was hidden in real conversations and is no secret."""
    wrong = [value for value in found if _digest(value) not in JUDGED]
    return {
        "text_mb": round(mb, 2),
        "hits": len(found),
        "judged_secrets": len(found) - len(wrong),
        "false_hits": len(wrong),
        "false_hits_per_mb": round(len(wrong) / mb, 3),
        "digests": sorted({_digest(value) for value in wrong}),
    }


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def speed(collected: Sequence[str]) -> dict[str, float]:
    """Time redaction, and parsing the same texts as JSON, in this process's own time."""
    detector = POLICY.detector()
    joined = "\n".join(collected)
    absent = re.compile("[0-9]{9}zq")
    mb = len(joined.encode("utf-8", "surrogatepass")) / 1e6
    documents = [orjson.dumps(one.encode("utf-8", "replace").decode()) for one in collected]
    parts = _best(lambda: detector.find_all(collected))
    whole = _best(lambda: detector.find(joined))
    parsed = _best(lambda: [orjson.loads(one) for one in documents])
    searched = _best(lambda: absent.search(joined))
    return {
        "mb_per_s_by_message": round(mb / parts, 1),
        "mb_per_s_in_one_text": round(mb / whole, 1),
        "times_as_long_as_parsing": round(parts / parsed, 1),
        "times_as_long_as_one_pattern": round(parts / searched, 1),
    }


def _best(run: Callable[[], object], *, times: int = 7) -> float:
    best = float("inf")
    for _ in range(times):
        begun = time.process_time()
        run()
        best = min(best, time.process_time() - begun)
    return best


def real(samples: Path) -> dict[str, Any]:
    """Measure on the samples: what is hidden, and how fast."""
    collected = list(texts(samples))
    mb = sum(len(one.encode("utf-8", "surrogatepass")) for one in collected) / 1e6
    detector = POLICY.detector()
    found = [one[start:end] for one in collected for start, end, _ in detector.find(one)]
    return {**false_hits(found, mb), **speed(collected)}


def other(name: str) -> list[dict[str, Any]] | None:
    """Run another measure of safety; None where there is none, or where it failed."""
    script = ROOT / "bench" / f"{name}.py"
    if not script.is_file():
        return None
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "table.json"
        command = [sys.executable, str(script), "--json", str(place)]
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        try:
            text = place.read_text(encoding="utf-8") if place.is_file() else done.stdout
            rows: list[dict[str, Any]] | dict[str, Any] = json.loads(text)
        except ValueError:
            print(f"security: {script.name} failed:\n{done.stderr[-2000:]}", file=sys.stderr)
            return None
        if isinstance(rows, list):
            return rows
        return [{"measured": key.replace("_", " "), **fields} for key, fields in rows.items()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path, nargs="?", help="folder of real conversations")
    parser.add_argument("--each", type=int, default=20, help="canaries of a family")
    parser.add_argument(
        "--only-redaction", action="store_true", help="leave the other measures out"
    )
    parser.add_argument("--json", type=Path, help="a file to put the figures into")
    parser.add_argument("--write", type=Path, help="a document to put the tables into")
    given = parser.parse_args(arguments)
    tried = [*first_set(given.each), *second_set(), *third_set()]
    tried += [*documents(given.each), *attacks(), *harmless(given.each)]
    secrets = [secrets_table(tried, len(WRAPS), len(PLACES), len(FRESH_PLACES))]
    figures: dict[str, Any] = {"canaries": [asdict(one) for one in tried]}
    if given.samples:
        figures["samples"] = real(given.samples)
        secrets.append(real_table(figures["samples"]))
    sections = {"Secrets": "\n\n".join(secrets)}
    for name, title in OTHERS.items() if not given.only_redaction else ():
        rows = other(name)
        if rows:
            figures[name] = rows
            sections[title] = rows_table(rows)
    print("\n\n".join(f"### {title}\n\n{body}" for title, body in sections.items()))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if given.write:
        document = given.write.read_text(encoding="utf-8")
        given.write.write_text(filled(document, sections), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
