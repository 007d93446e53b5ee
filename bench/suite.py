"""Runs the benchmarks by name, and holds their ratios against the last accepted run.

    python bench/suite.py NAME... | --all [--full] [--json] [--shared DIR] [--write] [--accept]

Small sizes by default: all of them together take less than a quarter of an hour; --full runs the
sizes of the documents' tables. Seconds depend on the machine and are only shown; ratios are
compared with bench/accepted.json, or else with the document's table, and one that moved by more
than 15 % is said. --accept makes this run the one that later ones are held against; --write puts
the tables into the documents.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from bench.figures import figures_of, moved  # noqa: E402

ACCEPTED = ROOT / "bench" / "accepted.json"
SHARED = ROOT.parent / "shared"
MISSING = 2


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One program that measures something.

    Args:
        name: What it is asked for by.
        about: What it measures, in a line.
        small: Its arguments, the script first; ``{shared}`` is the folder of real conversations.
        full: The same for the documents' sizes.
        compared: Which of its figures are ratios, and may be held against another run's.
        page: The document that its table stands in; None where it is put there by hand.
        place: Between which two marks of the document.
        if_shared: Arguments that are added where the shared folder is there.
    """

    name: str
    about: str
    small: tuple[str, ...]
    full: tuple[str, ...]
    compared: str = r"(?!)"
    page: str | None = None
    place: tuple[str, str] = ("", "")
    if_shared: tuple[str, ...] = ()

    def documented(self) -> dict[str, float]:
        """Read the figures that stand in the document: the last run that somebody accepted."""
        if self.page is None:
            return {}
        text = (ROOT / self.page).read_text(encoding="utf-8")
        begin, end = self.place
        return self.ratios(figures_of(text.partition(begin)[2].partition(end)[0]))

    def ratios(self, figures: Mapping[str, float]) -> dict[str, float]:
        """Keep what may be held against another run's."""
        return {key: value for key, value in figures.items() if re.search(self.compared, key)}

    def arguments(self, *, is_full: bool, shared: Path, writes: bool) -> list[str] | None:
        """Write its command line; None where it needs the shared folder, and that is not there."""
        given = [*(self.full if is_full else self.small)]
        if shared.is_dir():
            given += self.if_shared
        elif any("{shared}" in each for each in given):
            return None
        if writes and self.page is not None:
            given += ["--write", str(ROOT / self.page)]
        script, *rest = (each.replace("{shared}", str(shared)) for each in given)
        return [sys.executable, str(ROOT / "bench" / script), *rest]


BENCHMARKS = (
    Benchmark(
        "startup",
        "the time until --help and a short export, beside bare imports",
        ("startup.py", "--runs", "3"),
        ("startup.py", "--runs", "15"),
        compared="to typer",
        page="docs/performance.md",
        place=("<!-- measured: startup -->", "<!-- end of startup -->"),
    ),
    Benchmark(
        "speed",
        "the whole export of sessions, beside parsing and counting them",
        ("speed.py", "--mb", "5", "--rounds", "2"),
        ("speed.py", "--mb", "5", "100", "--rounds", "3"),
        compared="to_floor",
        page="docs/performance.md",
        place=("<!-- measured: speed -->", "<!-- end of speed -->"),
    ),
    Benchmark(
        "readers",
        "reading a session, beside parsing its JSON",
        ("readers.py", "claude-code", "--mb", "20", "--rounds", "2"),
        ("readers.py", "claude-code", "--mb", "100", "--rounds", "3"),
        compared="read_to_orjson_ratio",
    ),
    Benchmark(
        "exports",
        "listing an account's export, and packing one chat of it",
        ("readers.py", "chatgpt", "--mb", "20"),
        ("readers.py", "chatgpt", "--mb", "1000"),
        compared="peak_rss_mb",
    ),
    Benchmark(
        "sessions",
        "listing what agents keep, beside reading the bytes",
        ("sessions.py", "--files", "200"),
        ("sessions.py", "--files", "2000"),
        compared="to reading the bytes",
    ),
    Benchmark(
        "compress",
        "what is left of noisy texts, and of what matters in them",
        ("compress.py",),
        ("compress.py",),
        compared=r"(kept|ratio|saved|reduction)$",
        if_shared=(
            *("--fixtures", "{shared}/bench/fixtures", "--survive", "{shared}/tools/survive.py"),
            *("--samples", "{shared}/samples/agent"),
        ),
    ),
    Benchmark(
        "context",
        "contexts of scenarios by three strategies",
        ("context.py",),
        ("context.py", "--detail"),
        compared=r"(reduction|facts|recall|precision)",
        page="docs/context.md",
        place=("<!-- measured -->", "<!-- /measured -->"),
    ),
    Benchmark(
        "brief",
        "what agents save that share what they found",
        ("brief.py",),
        ("brief.py",),
        compared=r"/",
        page="docs/skill.md",
        place=("<!-- measured: brief -->", "<!-- /measured: brief -->"),
    ),
    Benchmark(
        "hooks",
        "how long a host waits for a hook",
        ("hooks.py", "--megabytes", "1", "--runs", "2"),
        ("hooks.py",),
    ),
    Benchmark(
        "archive",
        "a team's archive: adding, searching, memory, pages, its size",
        ("archive.py", "--nodes", "10000", "--only", "sqlite"),
        ("archive.py", "--nodes", "10000", "100000", "1000000", "--postgresql", "start"),
        compared="bytes",
        page="docs/archive.md",
        place=("<!-- bench: archive -->", "<!-- end of bench: archive -->"),
    ),
    Benchmark(
        "costs",
        "what a model is sent and asked, with a slow server",
        ("costs.py",),
        ("costs.py",),
        compared=r"/ (calls|calls at most|prompt tokens|ratio|second run)$",
        page="docs/performance.md",
        place=("<!-- measured: costs -->", "<!-- end of costs -->"),
    ),
    Benchmark(
        "faults",
        "packs through a model server that answers badly",
        ("faults.py", "--runs", "20"),
        ("faults.py", "--runs", "200"),
    ),
    Benchmark(
        "quality",
        "packs of real conversations against their gold",
        ("quality.py", "{shared}/gold", "{shared}/samples", "{shared}/tools/score.py"),
        ("quality.py", "{shared}/gold", "{shared}/samples", "{shared}/tools/score.py"),
        compared=r"recall|precision",
        page="docs/quality.md",
        place=("<!-- made by make quality -->", "<!-- end -->"),
    ),
    Benchmark(
        "verify",
        "faults that are planted in packs, and found",
        ("verify.py", "{shared}/samples"),
        ("verify.py", "{shared}/samples"),
        compared=r"found|share|%",
        page="docs/verify.md",
        place=("<!-- made by make receipts -->", "<!-- end -->"),
    ),
    Benchmark(
        "security",
        "secrets, attacks, hostile files and kills",
        ("security.py", "{shared}/samples", "--each", "5", "--only-redaction"),
        ("security.py", "{shared}/samples"),
        compared=r"share|found|stopped|came through|taken for orders|false",
        page="docs/security.md",
        place=("<!-- made by make security -->", "<!-- end -->"),
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 2 where something could not be run, 1 where something failed."""
    given = _parser().parse_args(arguments)
    by_name = {each.name: each for each in BENCHMARKS}
    for name in given.names:
        if name not in by_name:
            close = get_close_matches(name, by_name, n=1)
            meant = f"did you mean {close[0]}?" if close else f"one of {', '.join(by_name)}"
            _say(f"error: {name}: no benchmark is called so\nhint: {meant}")
            return MISSING
    wanted = [by_name[name] for name in (by_name if given.all else given.names)]
    if not wanted:
        for each in BENCHMARKS:
            print(f"{each.name:<10} {each.about}")
        return 0
    size = "full" if given.full else "small"
    accepted = json.loads(ACCEPTED.read_text(encoding="utf-8")) if ACCEPTED.is_file() else {}
    results: dict[str, Any] = {}
    for one in wanted:
        command = one.arguments(is_full=given.full, shared=given.shared, writes=given.write)
        if command is None:
            _say(f"{one.name}: left out: no folder {given.shared}; --shared DIR names one")
            results[one.name] = {"exit": MISSING, "why": "no shared folder"}
            continue
        held = accepted.get(size, {}).get(one.name) or (
            one.documented() if given.full or one.small == one.full else {}
        )
        results[one.name] = _run(one, command, held, is_quiet=given.json)
    if given.json:
        print(json.dumps({"size": size, "results": results}, indent=1, ensure_ascii=False))
    if given.accept:
        _accept(accepted, size, results)
    return max(each["exit"] for each in results.values())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [each.name for each in BENCHMARKS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--all", action="store_true", help="every one of them")
    parser.add_argument("--full", action="store_true", help="the sizes of the documents")
    parser.add_argument("--json", action="store_true", help="all figures as one JSON document")
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder of real conversations")
    parser.add_argument("--write", action="store_true", help="put the tables into the documents")
    parser.add_argument("--accept", action="store_true", help="hold later runs against this one")
    return parser


def _run(
    one: Benchmark, command: Sequence[str], accepted: Mapping[str, Any], *, is_quiet: bool
) -> dict[str, Any]:
    _say(f"== {one.name}: {one.about}")
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if not is_quiet:
        print(done.stdout, end="", flush=True)
    if done.returncode:
        _say(f"{one.name}: failed with {done.returncode}")
    figures = figures_of(done.stdout)
    ratios = one.ratios(figures)
    changes = moved(accepted, ratios) if accepted else ()
    for each in changes:
        _say(f"warning: {one.name}: {each}")
    return {
        "exit": int(done.returncode != 0),
        "seconds": round(time.perf_counter() - began, 1),
        "figures": figures,
        "ratios": ratios,
        "moved": [str(each) for each in changes],
    }


def _accept(accepted: dict[str, Any], size: str, results: Mapping[str, Any]) -> None:
    kept = accepted.setdefault(size, {})
    kept.update({n: one["ratios"] for n, one in results.items() if one.get("ratios")})
    ACCEPTED.write_text(
        json.dumps(accepted, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8"
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
