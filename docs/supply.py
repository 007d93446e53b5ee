"""Writes what graphpack depends on, from what is installed: ``requirements.lock``, the licences.

    python docs/supply.py             # writes requirements.lock and docs/licences.md
    python docs/supply.py --check     # says what is out of date, and changes nothing

The lock holds one version of everything that a run, a test or a build needs; as it names no place
to fetch from, it is used as a constraint: ``pip install --constraint requirements.lock``.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
LICENCES = ROOT / "docs" / "licences.md"
MAX_NAME_CHARS = 60
"""A longer licence field is the licence itself."""

SHIPPED = ("graphpack/view/assets",)
"""Folders that hold others' files as they came: ``NAME.min.js`` beside ``NAME.LICENSE``."""

HEAD = """\
# One version of each dependency, of which the tests passed (written by docs/supply.py).
# Used as a constraint: pip install --constraint requirements.lock
"""
PAGE = """\
# Licences

graphpack itself is under the MIT licence. What it needs to run, directly or through another, is
listed as each distribution's own metadata tells; `docs/supply.py` writes this page from what is
installed, and a test fails where it is out of date. Versions are those of `requirements.lock`.

"""


def declared() -> tuple[list[str], list[str]]:
    """Read what the project asks for: to run, and to be developed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"].values()
    return project["project"]["dependencies"], [one for group in groups for one in group]


def closure(requirements: Iterable[str]) -> dict[str, Distribution]:
    """Find what is installed for some requirements, and for those of these, and so on.

    Args:
        requirements: As in ``pyproject.toml``.

    Returns:
        By canonical name, in order; what a marker leaves out on this machine is not there.
    """
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(one), frozenset({""})) for one in requirements]
    done: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted, extras = waiting.pop()
        if wanted.marker and not any(wanted.marker.evaluate({"extra": one}) for one in extras):
            continue
        name, more = canonicalize_name(wanted.name), frozenset({"", *wanted.extras})
        if (name, more) in done:
            continue
        done.add((name, more))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        waiting += [(Requirement(one), more) for one in found[name].requires or ()]
    return dict(sorted(found.items()))


def licence_of(installed: Distribution) -> str:
    """Read a distribution's licence off its metadata: expression, classifiers or field."""
    about = installed.metadata
    expression = about.get("License-Expression")
    if expression:
        return str(expression)
    classified = [
        line.rsplit("::", 1)[1].strip()
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    ]
    if classified:
        return ", ".join(sorted(classified))
    field = str(about.get("License") or "").strip().splitlines()
    return field[0] if field and len(field[0]) <= MAX_NAME_CHARS else "not declared"


def lock() -> str:
    """Write the lock file's text."""
    run, develop = declared()
    pins = (f"{name}=={one.version}" for name, one in closure([*run, *develop]).items())
    return HEAD + "\n".join(pins) + "\n"


def page() -> str:
    """Write the licence page's text."""
    run, _ = declared()
    direct = {canonicalize_name(Requirement(one).name) for one in run}
    lines = ["| distribution | version | licence | needed |", "|---|---|---|---|"]
    for name, installed in closure(run).items():
        needed = "directly" if name in direct else "through another"
        licence = licence_of(installed).replace("|", "/")
        lines.append(f"| {name} | {installed.version} | {licence} | {needed} |")
    return PAGE + "\n".join([*lines, *shipped()]) + "\n"


def shipped() -> list[str]:
    """Tell of others' files that stand in the package itself, as they came."""
    lines = ["", "Shipped inside the package, each with its licence beside it:", ""]
    lines += ["| file | version | SHA-256 | holder |", "|---|---|---|---|"]
    for folder in SHIPPED:
        for path in sorted((ROOT / folder).glob("*.min.js")):
            text = path.read_text(encoding="utf-8")
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            found = re.findall(r'"(\d+\.\d+\.\d+)"', text)
            licence = path.with_name(path.name.replace(".min.js", ".LICENSE"))
            (holder,) = re.findall(r"Copyright \(c\) (.+?)\.?\n", licence.read_text("utf-8"))
            version = ", ".join(dict.fromkeys(found)) or "not told"
            lines.append(f"| {folder}/{path.name} | {version} | {digest} | {holder} |")
    return lines


def pins(text: str) -> dict[str, str]:
    """Read a lock file: versions by canonical name."""
    return dict(re.findall(r"(?m)^([a-z0-9._-]+)==(\S+)$", text))


def main(arguments: Sequence[str]) -> int:
    """Write both files, or say which of them is out of date."""
    made = {LOCK: lock(), LICENCES: page()}
    if "--check" not in arguments:
        for path, text in made.items():
            path.write_text(text, encoding="utf-8", newline="\n")
        return 0
    old = [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text]
    if old:
        print(f"out of date: {', '.join(old)}; run python docs/supply.py", file=sys.stderr)  # noqa: T201
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
