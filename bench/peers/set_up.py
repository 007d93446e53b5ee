"""Sets up the tools that graphpack is measured beside, each in an environment of its own.

    python bench/peers/set_up.py [NAME...]

Without a name all of them. An environment is .peers/NAME; one that is there and works is left as
it is, and one that cannot be made is said and left out, so that the others are still measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("peers.toml")


def peers() -> Mapping[str, Mapping[str, Any]]:
    """Read what there is to measure beside."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def set_up(name: str, peer: Mapping[str, Any], folder: Path) -> str:
    """Make one environment.

    Args:
        name: The peer's.
        peer: Its table.
        folder: Where environments are kept.

    Returns:
        Why it could not be made; empty where it is there.
    """
    place = folder / name
    python = place / "bin" / "python"
    works = [str(python), "-c", f"import {peer['imports']}"]
    if (place / "ready").is_file() and _fails(works) == "":
        return ""
    own = ["--editable", str(ROOT)] if peer.get("needs_graphpack") else []
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", str(place)],
        [*pip, *own, *peer["install"]],
        works,
    ):
        reason = _fails(command)
        if reason:
            return reason
    (place / "ready").touch()
    return ""


def _fails(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    lines = (done.stderr or done.stdout).strip().splitlines() or ["no word why"]
    return lines[-1] if done.returncode else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Set up and tell; 1 where one could not be."""
    known = peers()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--folder", type=Path, default=ROOT / ".peers")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in known]
    if unknown:
        print(f"{unknown[0]}: no peer is called so; known: {', '.join(known)}", file=sys.stderr)
        return 2
    failed = 0
    for name in given.names or known:
        reason = set_up(name, known[name], given.folder)
        failed += bool(reason)
        print(f"{name}: {reason or 'ready'}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
