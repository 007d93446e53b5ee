"""Exports through a model server that answers badly, over many seeded runs.

    python bench/faults.py [--runs 200] [--first SEED]

Each run packs a made-up conversation of three chunks with ``graphpack export --model``, against a
server on the loopback that answers truly, or with one of the faults of ``FAULTS``: once, every
time, or as it comes. Looked for in each run: a traceback, an exit code that is not the documented
one, a pack that is not valid, and a planted statement that is neither in the pack nor accounted
for by the report (a cut, a gap, or a notice about its messages). Prints what was found and counts.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from bench.nonsense import MADE_UP, NONSENSE, nonsense  # noqa: E402
from tests.extract.server import Said, completion, failure, page, serving  # noqa: E402
from tests.fakes import item, nodes  # noqa: E402

MESSAGES = 12
TIMEOUT_S = 0.6
_SECTION = re.compile(r"(\w+) MESSAGES[^\n]*\n(.*)\1 END MESSAGES", re.DOTALL)
_WHERE = re.compile(r"messages (\d+)-(\d+)")
_SENTENCE = re.compile(r"Ticket (\d+) is never refunded after the (\w+) ferry has left\.")
_FERRIES = ("first", "second", "third", "early", "late", "northern", "southern", "island")

FAULTS = (
    "good", "cut", "cut-unsaid", "prose-around", "prose-only", "wrong-types", "empty-text",
    "empty-list", "duplicate-keys", "busy", "busy-long", "broken", "reset", "stall", "filter",
    "filter-status", "refusal", "not-json", "false-quotes",
    *NONSENSE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """What one run does.

    Args:
        seed: Decides all of it.
        mode: ``once`` for the first request of each chunk, ``always``, ``mixed``, ``refused`` for
            a key that is not taken, ``gone`` for a model that is not there.
        fault: Which one, where it is always the same.
        may_stand_in: Whether the offline extractor may read what no model reads.
        is_strict: Whether a loss is to end with 50.
    """

    seed: int
    mode: str
    fault: str
    may_stand_in: bool
    is_strict: bool


def plan(seed: int) -> Plan:
    """Draw a run."""
    chance = random.Random(seed)
    mode = chance.choices(("once", "always", "mixed", "refused", "gone"), (5, 6, 7, 1, 1))[0]
    fault = FAULTS[1:][seed % (len(FAULTS) - 1)]
    return Plan(seed, mode, fault, chance.random() < 0.75, chance.random() < 0.2)


def talk() -> str:
    """Write the conversation; every message has one planted statement."""
    lines = []
    for number in range(MESSAGES):
        ferry = _FERRIES[number % len(_FERRIES)]
        planted = f"Ticket {7000 + number} is never refunded after the {ferry} ferry has left."
        padding = " ".join(
            f"The clerk of pier {number} counts {word} again before noon." for word in _FERRIES
        )
        lines.append(
            {"role": "assistant" if number % 2 else "user", "content": f"{padding} {planted}"}
        )
    return json.dumps({"messages": lines})


def truth(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a request as a good model would: one node for each planted statement shown."""
    found = _SECTION.search(request["messages"][1]["content"])
    shown = found[2] if found else ""
    made = []
    for part in re.split(rf"^{found[1]} \[" if found else "$", shown, flags=re.MULTILINE)[1:]:
        index = int(part.partition("]")[0])
        for said in _SENTENCE.finditer(part):
            made.append(item(said[1], index, said[0], type="decision", importance="high"))
    return nodes(*made, description="ferry tickets and refunds")


def answer(fault: str, request: Mapping[str, Any], chance: random.Random) -> Said:
    """Answer a request, truly or not."""
    real = truth(request)
    text = json.dumps(real)
    if fault in {"cut", "cut-unsaid"}:
        end = chance.randrange(0, len(text), 10)
        return completion(text[:end], finish="length" if fault == "cut" else "stop")
    if fault == "wrong-types":
        broken = chance.choice([
            {"nodes": {"a": 1}}, {"nodes": "none"}, {"nodes": [1, None, "x"]}, [], "text", 7, None,
            {"nodes": [{**node, "summary": 5, "evidence": "?"} for node in real["nodes"]]},
            {"nodes": [{**node, "worth": "much", "links": 3} for node in real["nodes"]]},
        ])  # fmt: skip
        return completion(json.dumps(broken))
    if fault in NONSENSE:
        return completion(json.dumps(nonsense(fault, real)))
    made = {
        "good": lambda: completion(text),
        "prose-around": lambda: completion(f"Sure:\n```json\n{text}\n```\nAnything else?"),
        "prose-only": lambda: completion("The talk is about tickets that are not refunded."),
        "empty-text": lambda: completion(chance.choice(["", None, " \n"])),
        "empty-list": lambda: completion('{"nodes": [], "description": ""}'),
        "duplicate-keys": lambda: completion(text[:-1] + ', "nodes": [], "description": ""}'),
        "busy": lambda: failure(429, "slow down", Retry_After="0.01"),
        "busy-long": lambda: failure(429, "slow down", Retry_After="9000"),
        "broken": lambda: failure(chance.choice([500, 502, 503]), "boom"),
        "reset": lambda: Said(drop=True),
        "stall": lambda: Said(delay_s=2 * TIMEOUT_S, body=completion(text).body),
        "filter": lambda: completion(None, finish="content_filter"),
        "filter-status": lambda: failure(400, "content_policy_violation: flagged"),
        "refusal": lambda: completion(None, refusal="I cannot help with that."),
        "not-json": lambda: page("<html>Bad gateway</html>"),
        "false-quotes": lambda: completion(
            json.dumps(nodes(*(item(n, 0, f"made up thing {n}") for n in range(3))))
        ),
        "refused": lambda: failure(401, "Incorrect API key provided"),
        "gone": lambda: failure(404, "model not found"),
    }  # fmt: skip
    return made[fault]()


def responder(given: Plan) -> Any:
    """Answer all requests of a run."""
    chance = random.Random(given.seed + 1)
    asked: Counter[str] = Counter()

    def respond(request: dict[str, Any]) -> Said:
        key = request["messages"][1]["content"][:400]
        asked[key] += 1
        if given.mode in {"refused", "gone"}:
            return answer(given.mode, request, chance)
        if given.mode == "mixed":
            return answer(chance.choice(FAULTS), request, chance)
        is_bad = given.mode == "always" or asked[key] == 1
        return answer(given.fault if is_bad else "good", request, chance)

    return respond


def run(given: Plan, folder: Path) -> list[str]:
    """Export once, and say what was wrong about it.

    Args:
        given: The run.
        folder: Empty, for the files.

    Returns:
        Nothing where all is well.
    """
    from graphpack.cli.app import run as command

    source, pack = folder / "talk.json", folder / "pack.json"
    source.write_text(talk(), encoding="utf-8")
    arguments = ["export", str(source), "--model", "openai/small", "-o", str(pack)]
    arguments += ["--budget", "4000", "--cap", "4000", "--no-cache"]
    arguments += ["--fail-on-notice"] if given.is_strict else []
    out, err = io.StringIO(), io.StringIO()
    with (
        serving(responder(given)) as server,
        surroundings(server.base, given, folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = command(arguments)
    found = []
    if "Traceback" in out.getvalue() + err.getvalue() or code == 1:
        found.append(f"a traceback or a crash: {err.getvalue()[-300:]}")
    if not pack.exists():
        found += expected_failure(given, code, err.getvalue())
        return found
    record = json.loads(pack.with_suffix(".evidence.json").read_text(encoding="utf-8"))["record"]
    return [*found, *losses(pack.read_text(encoding="utf-8"), record, code, given)]


def expected_failure(given: Plan, code: int, said: str) -> list[str]:
    """Check a run that wrote nothing."""
    allowed = {"refused": {11}, "gone": {10}}.get(given.mode)
    if allowed is None:
        allowed = set() if given.may_stand_in else {10, 12, 13}
    problems = [] if code in allowed else [f"exit code {code}, nothing written: {said[-200:]}"]
    return problems if "error: " in said else [*problems, "no word of why"]


def losses(text: str, record: Mapping[str, Any], code: int, given: Plan) -> list[str]:
    """Check a run that wrote a pack: its code, its validity, what it lost without a word."""
    from graphpack.model.pack import read_pack
    from graphpack.model.report import INFORMATIONAL

    found = []
    read_pack(text)
    lossy = [n for n in record.get("notices", ()) if n["code"] not in INFORMATIONAL]
    lossy += record.get("gaps", ())
    wanted = 50 if given.is_strict and lossy else 0
    if code != wanted:
        found.append(f"exit code {code}, not {wanted}")
    if given.mode in {"refused", "gone"}:
        found.append("a pack in spite of a refused key or a missing model")
    found += untrue(text)
    for number in range(MESSAGES):
        if str(7000 + number) not in text and not accounted(number, record):
            found.append(f"the statement of message {number} is lost without a word")
    return found


def untrue(text: str) -> list[str]:
    """Check that a pack states nothing that stands nowhere in its conversation."""
    from graphpack.model.codes import NodeType
    from graphpack.model.pack import read_pack
    from graphpack.text.injection import is_quoted

    found = []
    for node in read_pack(text).graph.walk():
        made_up = [word for word in MADE_UP if word in node.summary]
        if made_up and node.type != NodeType.ASSUMPTION and not is_quoted(node.summary):
            found.append(f"{made_up} in a pack: {node.summary[:120]}")
        if "<script" in node.summary:
            found.append(f"markup in a pack: {node.summary[:120]}")
    return found


def accounted(message: int, record: Mapping[str, Any]) -> bool:
    """Whether a report says what became of a message's statement."""
    if any(str(7000 + message) in cut["text"] for cut in record.get("cuts", ())):
        return True
    spans = [(gap["first_message"], gap["last_message"]) for gap in record.get("gaps", ())]
    for notice in record.get("notices", ()):
        where = _WHERE.search(notice["where"])
        if where and notice["code"] not in {"reply-repaired", "piece-divided", "reply-lengthened"}:
            spans.append((int(where[1]), int(where[2])))
    return any(first <= message <= last for first, last in spans)


@contextlib.contextmanager
def surroundings(base: str, given: Plan, folder: Path) -> Iterator[None]:
    """Set what a run reads from its environment, and wait little."""
    from graphpack.extract.llm import sender

    wanted = {
        "GRAPHPACK_API_BASE": base,
        "GRAPHPACK_API_KEY": "sk-made-up",
        "GRAPHPACK_READ_TOKENS": "500",
        "GRAPHPACK_CHUNK_TOKENS": "500",
        # a first request on a busy machine may take longer than a stall is waited for
        "GRAPHPACK_TIMEOUT_S": str(30 if given.mode in {"refused", "gone"} else TIMEOUT_S),
        "GRAPHPACK_RETRIES": "2",
        "GRAPHPACK_OFFLINE_FALLBACK": str(given.may_stand_in).lower(),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_STATE_HOME": str(folder / "state"),
    }
    before, pause = dict(os.environ), sender.FIRST_PAUSE_S
    os.environ.update(wanted)
    sender.FIRST_PAUSE_S = 0.01
    try:
        yield
    finally:
        sender.FIRST_PAUSE_S = pause
        os.environ.clear()
        os.environ.update(before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print; 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(arguments)
    wrong, modes = 0, Counter[str]()
    for seed in range(given.first, given.first + given.runs):
        one = plan(seed)
        modes[one.mode] += 1
        with tempfile.TemporaryDirectory() as folder:
            found = run(one, Path(folder))
        wrong += bool(found)
        for line in found:
            print(f"{one}: {line}", flush=True)
    kinds = ", ".join(f"{count} {mode}" for mode, count in sorted(modes.items()))
    print(
        f"{given.runs} runs ({kinds}), {len(FAULTS) - 1} faults: {wrong} runs with something wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
