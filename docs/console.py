"""Runs the commands that stand in the documents, and writes what some of them print.

    python docs/console.py

Every ``$`` line of a ``console`` block is run, page by page, each page in a folder of its own with
the files of ``FILES`` in it. Comments in front of a block, which no reader of the page sees, say
what is different:

    <!-- not run: WORDS | reason -->    lines with these words are not run; ``*`` is every line
    <!-- ends: WORDS | CODE -->         they end with this exit code
    <!-- shown -->                      what they print is written into the block, and kept fresh
    <!-- file: NAME -->                 the block that follows, of any language, is a file
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphpack.cli.app import run

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
NOW_S = "1775044800"
"""Noon of 1 April 2026, UTC: the time of every run."""

FILES = {
    "session.jsonl": "long-agent-session/session.jsonl",
    "chat.json": "short-debug/chat.json",
    "winter-boxes.vtt": "meeting/winter-boxes.vtt",
    "conversations.json": "multilingual/conversations.json",
    "notes.txt": "plain-text/notes.txt",
    "auth-session.json": "auth-session.json",
    "release-planning.md": "release-planning.md",
    "old.json": "long-agent-session/out/pack.json",
    "new.json": "short-debug/out/pack.json",
}
"""What lies in a page's folder, and of which example it is."""

ELSEWHERE = {
    "docs/archive-search.md": "tests/cli/test_search.py",
    "docs/hooks.md": "tests/cli/test_hooks_page.py",
    "docs/serve.md": "tests/web/test_serve.py",
    "docs/skill.md": "tests/cli/test_hooks_page.py",
    "docs/verify.md": "tests/cli/test_verify_page.py",
    "docs/view.md": "tests/cli/test_view.py",
}
"""Pages whose commands need more around them, and the test that runs them."""

MAX_LINES = 14
MAX_CHARS = 110

_BLOCK = re.compile(r"((?:<!-- [^\n]* -->\n)*)```console\n(.*?)```", re.DOTALL)
_MARK = re.compile(r"<!-- (not run|ends): (.+?) \| (.+?) -->")
_FILE = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", re.DOTALL)
_SHELL = re.compile(r"[|<>;&$*~`]")


@dataclass(frozen=True)
class Command:
    """One line of a block.

    Args:
        line: Without prompt and comment.
        shown: As it stands on the page.
        reason: Why it is not run; empty where it is.
        code: The exit code that it has to end with.
    """

    line: str
    shown: str
    reason: str
    code: int


@dataclass(frozen=True)
class Block:
    """One ``console`` block of a page."""

    commands: tuple[Command, ...]
    is_shown: bool


def pages() -> list[Path]:
    """List the documents, in order."""
    front = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    return [*front, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str) -> list[Block]:
    """Read the blocks of a page.

    Args:
        text: The page.

    Returns:
        In their order.
    """
    return [_block(*found) for found in _BLOCK.findall(text)]


def _block(comments: str, body: str) -> Block:
    marks = _MARK.findall(comments)
    lines = re.findall(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)", body, re.MULTILINE)
    return Block(tuple(_command(line, marks) for line in lines), "<!-- shown -->" in comments)


def _command(shown: str, marks: list[tuple[str, str, str]]) -> Command:
    line = re.sub(r"\s{2,}# .*$", "", shown.replace("\\\n", " ")).strip()
    fits = {kind: value for kind, words, value in marks if words == "*" or words in line}
    return Command(line, shown, fits.get("not run", ""), int(fits.get("ends", 0)))


@contextlib.contextmanager
def desk() -> Iterator[Path]:
    """Make a folder with the files of the examples, and be in it with nobody's settings."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as place:
        work, home = Path(place, "work"), Path(place, "home")
        work.mkdir()
        home.mkdir()
        _furnish(work, home)
        kept = {name: value for name, value in before.items() if not name.startswith("GRAPHPACK_")}
        for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            kept.pop(name, None)
        path = f"{Path(sys.executable).parent}{os.pathsep}{before.get('PATH', '')}"
        new = {"HOME": str(home), "PATH": path, "SOURCE_DATE_EPOCH": NOW_S, "NO_COLOR": "1"}
        try:
            os.environ.clear()
            os.environ.update(kept | new)
            with contextlib.chdir(work):
                yield work
        finally:
            os.environ.clear()
            os.environ.update(before)


def _furnish(work: Path, home: Path) -> None:
    """Put into the folder what the documents speak of, and an agent's session into the home."""
    for name, source in FILES.items():
        shutil.copyfile(EXAMPLES / source, work / name)
    log = [f"12:{n // 60:02d}:{n % 60:02d} INFO compiled part {n} of 240" for n in range(240)]
    log[200] = "12:03:20 ERROR src/app.py:14: name 'colour' is not defined"
    for name in ("build.log", "server.log"):
        (work / name).write_text("\n".join(log) + "\n", encoding="utf-8")
    (work / "src").mkdir()
    (work / "src" / "app.py").write_text("def paint():\n    return colour\n", encoding="utf-8")
    (work / "sessions").mkdir()
    shutil.copyfile(work / "chat.json", work / "sessions" / "chat.json")
    with zipfile.ZipFile(work / "conversations.zip", "w") as export:
        export.write(work / "conversations.json", "conversations.json")
    kept = home / ".claude" / "projects" / "-home-teodora-frostwatch"
    kept.mkdir(parents=True)
    shutil.copyfile(work / "session.jsonl", kept / "5b0d6c2e-71a4-4f0e-9c55-2f7e1d0a9b34.jsonl")


def carry_out(line: str) -> tuple[int, str]:
    """Run one command.

    Args:
        line: As a shell takes it.

    Returns:
        Its exit code and what it printed, standard output first.
    """
    words = line.split()
    if words[0] != "graphpack" or _SHELL.search(line):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(shlex.split(line)[1:])
            out.flush()
            err.flush()
    finally:
        sys.stdin = before
    return code, "".join(each.buffer.getvalue().decode("utf-8") for each in (out, err))


def fresh(text: str) -> str:
    """Run a page's commands, and write what those of its shown blocks print.

    Args:
        text: The page.

    Returns:
        The page as it has to be. A command that ends with another code than it has to is a
        SystemExit.
    """
    said: list[list[str]] = []
    with desk() as work:
        for name, content in _FILE.findall(text):
            (work / name).write_text(content, encoding="utf-8")
        for block in blocks(text):
            said.append([_said(command) for command in block.commands])
    printed = iter(zip(blocks(text), said, strict=True))

    def body(found: re.Match[str]) -> str:
        block, outputs = next(printed)
        if not block.is_shown:
            return found[0]
        lines = (
            f"$ {command.shown}\n{output}"
            for command, output in zip(block.commands, outputs, strict=True)
        )
        return f"{found[1]}```console\n{''.join(lines)}```"

    return _BLOCK.sub(body, text)


def _said(command: Command) -> str:
    if command.reason:
        return ""
    code, said = carry_out(command.line)
    if code != command.code:
        raise SystemExit(f"$ {command.line}\nended with {code}, not {command.code}:\n{said}")
    return cut(said)


def cut(said: str) -> str:
    """Leave of an output what a page has room for."""
    lines = [
        line if len(line) <= MAX_CHARS else f"{line[: MAX_CHARS - 1].rstrip()}…"
        for line in said.rstrip("\n").splitlines()
    ]
    more = ["…"] if len(lines) > MAX_LINES else []
    return "".join(f"{line.rstrip()}\n" for line in [*lines[:MAX_LINES], *more])


def main() -> None:
    """Write the shown blocks of all pages anew."""
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if "<!-- shown -->" in text:
            path.write_text(fresh(text), encoding="utf-8")


if __name__ == "__main__":
    main()
