"""Writes all forms of the example conversations beside them: ``examples/NAME/out/``.

    python docs/examples.py

A test runs the same functions and compares byte for byte.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from graphpack.cli.app import run

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
CONVERSATIONS = {
    "short-debug": "chat.json",
    "long-agent-session": "session.jsonl",
    "meeting": "winter-boxes.vtt",
    "multilingual": "conversations.json",
    "plain-text": "notes.txt",
}
"""The file that is read, by the folder it stands in."""

NOW_S = "1775044800"
"""The time that outputs are stamped with: noon of 1 April 2026, UTC."""

COMMANDS = (
    "export {source} -o pack.json --report losses.md",
    "export {source} --mode readable --no-evidence -o readable.json",
    "export {source} --paste --no-evidence -o paste.txt",
    "render pack.json --to handoff -o handoff.txt",
    "render pack.json --to markdown --sources -o pack.md",
    "render pack.json --to mermaid -o pack.mmd",
    "view pack.json {source} -o view.html",
)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Work in a folder with nobody's settings, and a clock that stands."""
    before = dict(os.environ)
    for name in before:
        if name.startswith("GRAPHPACK_"):
            del os.environ[name]
    with tempfile.TemporaryDirectory() as home, contextlib.chdir(folder):
        os.environ |= {"XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "SOURCE_DATE_EPOCH": NOW_S}
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def make(name: str, into: Path) -> None:
    """Write all forms of one conversation.

    Args:
        name: Its folder.
        into: An empty folder.

    Raises:
        SystemExit: A command failed.
    """
    source = CONVERSATIONS[name]
    shutil.copy(EXAMPLES / name / source, into)
    with alone(into):
        for line in COMMANDS:
            words, said = line.format(source=source).split(), io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                code = run(words)
            if code:
                raise SystemExit(f"{name}: graphpack {' '.join(words)}: {said.getvalue()}")
    (into / source).unlink()


def main() -> None:
    """Write all forms of all of them anew."""
    for name in CONVERSATIONS:
        out = EXAMPLES / name / "out"
        with tempfile.TemporaryDirectory() as scratch:
            make(name, Path(scratch))
            shutil.rmtree(out, ignore_errors=True)  # what is not made any more goes
            shutil.copytree(scratch, out, copy_function=shutil.copyfile)
        print(f"{name}: {len(list(out.iterdir()))} files")  # noqa: T201


if __name__ == "__main__":
    main()
