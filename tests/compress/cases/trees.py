"""Trees, diffs and prose."""

from __future__ import annotations

import random
from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, times

__all__ = ["trees"]


def trees() -> Iterator[Case]:
    """Make one of each layout."""
    yield from _trees()
    yield from _diffs()
    yield from _texts()


def _trees() -> Iterator[Case]:
    branches = "".join(
        f"├── pier{n}\n"
        + "".join(f"│   ├── gauge{k}.py\n" for k in range(12))
        + "│   └── wall.py\n"
        for n in range(12)
    )
    yield Case(
        "tree",
        Kind.TREE,
        f".\n{branches}└── README.md\n\n12 directories, 157 files",
        (*(f"pier{n}" for n in range(12)), "12 directories, 157 files"),
    )
    yield Case(
        "tree ascii",
        Kind.TREE,
        ".\n" + branches.replace("├──", "|--").replace("└──", "`--").replace("│", "|"),
        tuple(f"pier{n}" for n in range(12)),
    )
    yield Case(
        "ls -R",
        Kind.TREE,
        "\n\n".join(
            f"./pier{n}:\ntotal 48\n"
            + times(12, lambda k: f"-rw-r--r-- 1 ana ana {k * 31:5} Mar  1 10:00 gauge{k}.py")
            + "\ndrwxr-xr-x 2 ana ana  4096 Mar  1 10:00 deep"
            for n in range(10)
        )
        + "\n\nls: cannot open directory './locked': Permission denied",
        (*(f"./pier{n}:" for n in range(10)),
         "ls: cannot open directory './locked': Permission denied"),
    )  # fmt: skip
    yield Case(
        "ls -R short",
        None,
        "\n\n".join(f"./pier{n}:\n" + times(12, lambda k: f"gauge{k}.py") for n in range(10)),
        tuple(f"./pier{n}:" for n in range(10)),
    )
    yield Case(
        "find",
        Kind.TREE,
        times(120, lambda n: f"./pier{n // 10}/gauge{n % 10}.py")
        + "\nfind: './locked': Permission denied",
        (*(f"./pier{n}" for n in range(12)), "find: './locked': Permission denied"),
    )
    yield Case(
        "du",
        None,
        times(60, lambda n: f"{n * 4}\t./pier{n // 6}/deep{n % 6}") + "\n81204\t.",
        (*(f"./pier{n}" for n in range(10)), "81204"),
    )


def _diffs() -> Iterator[Case]:
    def hunk(n: int) -> str:
        return "\n".join(
            [
                f"@@ -{n * 40 + 1},25 +{n * 40 + 1},26 @@ def read_{n}(gauge):",
                *(f"     line_{n}_{k} = {k}" for k in range(12)),
                f"-    return depth_{n}",
                f"+    unit_{n} = 'm'",
                f"+    return depth_{n}, unit_{n}",
                *(f"     line_{n}_{k} = {k}" for k in range(12, 24)),
            ]
        )

    files = [
        f"diff --git a/src/gauge{n}.py b/src/gauge{n}.py\nindex 1a2b3c{n}..5d6e7f{n} 100644\n"
        f"--- a/src/gauge{n}.py\n+++ b/src/gauge{n}.py\n{hunk(n)}\n{hunk(n + 10)}"
        for n in range(6)
    ]
    others = """diff --git a/bin/tide b/bin/tided
similarity index 97%
rename from bin/tide
rename to bin/tided
old mode 100644
new mode 100755
diff --git a/old.py b/old.py
deleted file mode 100644
index 1a2b3c4..0000000
--- a/old.py
+++ /dev/null
@@ -1,2 +0,0 @@
-import os
--- a comment that begins with two dashes
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
\\ No newline at end of file"""
    must = [
        line for file in files for line in file.split("\n") if line.startswith(("@@", "-  ", "+  "))
    ]
    must += [f"src/gauge{n}.py" for n in range(6)]
    must += ["rename from bin/tide", "rename to bin/tided", "new mode 100755", "old mode 100644",
             "deleted file mode 100644", "-import os", "Binary files a/logo.png and b/logo.png differ",
             "--- a comment that begins with two dashes"]  # fmt: skip
    yield Case("git diff", Kind.DIFF, "\n".join([*files, others]), tuple(must))
    yield Case(
        "git show",
        Kind.DIFF,
        "commit 1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d\nAuthor: Ana Brook <ana@tides.example>\n"
        "Date:   Sun Mar 1 10:00:00 2026 +0000\n\n    Give the unit with the depth (fixes #41)\n\n"
        "    No caller may take metres for granted.\n\n" + "\n".join(files),
        ("1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d", "Give the unit with the depth (fixes #41)",
         "No caller may take metres for granted.", "+    return depth_3, unit_3"),
    )  # fmt: skip
    yield Case(
        "combined diff",
        None,
        "diff --cc src/gauge.py\nindex 1a2b3c4,5d6e7f8..9a0b1c2\n--- a/src/gauge.py\n"
        "+++ b/src/gauge.py\n@@@ -1,20 -1,20 +1,21 @@@ def read():\n"
        + times(12, lambda n: f"      line_{n} = {n}")
        + "\n- \treturn feet\n -\treturn metres\n++\treturn depth\n"
        + times(12, lambda n: f"      line_{n} = {n}"),
        ("@@@ -1,20 -1,20 +1,21 @@@", "return feet", "return metres", "return depth"),
    )
    yield Case(
        "svn diff",
        None,
        "Index: src/gauge.c\n===================================================================\n"
        "--- src/gauge.c\t(revision 41)\n+++ src/gauge.c\t(working copy)\n"
        "@@ -1,30 +1,30 @@\n"
        + times(14, lambda n: f" int line_{n} = {n};")
        + "\n-\treturn 3;\n+\treturn 4;\n"
        + times(14, lambda n: f" int line_{n} = {n};"),
        ("src/gauge.c", "(revision 41)", "@@ -1,30 +1,30 @@", "- return 3;", "+ return 4;"),
    )


def _texts() -> Iterator[Case]:
    yield Case(
        "calls with as many commas each",
        Kind.CODE,
        "import tide\n\n"
        + times(40, lambda n: f"tide.put({n}, 'g{n}', {n % 7})")
        + "\n\n\ndef all_of(pool, unit, depth):\n    return pool.take(unit, depth, 4)",
        ("import tide", "tide.put(17, 'g17', 3)", "tide.put(39, 'g39', 4)", "def all_of(pool"),
    )
    told = random.Random(7)
    who = ("keeper", "pilot", "baker", "clerk", "teacher", "widow", "fisher", "visitor", "painter")
    did = ("wrote about", "talked about", "thought of", "forgot", "sang of", "drew", "dreamt of")
    what = (
        "weather",
        "morning",
        "boats",
        "market",
        "festival",
        "old wall",
        "lamps",
        "gulls",
        "road",
    )

    def story() -> str:
        return " ".join(
            f"The {told.choice(who)} {told.choice(did)} the {told.choice(what)} with some interest,"
            f" and the {told.choice(who)} {told.choice(did)} the {told.choice(what)} as well."
            for _ in range(12)
        )

    yield Case(
        "prose",
        Kind.PROSE,
        f"{story()} The pump must not be started before 06:30. Set TIDE_DEPTH to 4.2 in"
        f" config/tide.toml. {story()} Gauge 7 was never calibrated; version 2.3.1 cannot read it."
        f" {story()} See https://tides.example/pump and call read_depth() twice.",
        ("06:30", "TIDE_DEPTH", "4.2", "config/tide.toml", "must not", "never calibrated", "2.3.1",
         "cannot read", "https://tides.example/pump", "read_depth()"),
    )  # fmt: skip
    yield Case(
        "markdown",
        Kind.MARKDOWN,
        f"# Tides\n\n{story()}\n\n## Pump\n\n{story()} Never run it dry.\n\n- Open valve 3.\n"
        f"- Do not close valve 4.\n\n> Ana: no.\n\n```sh\ntide --depth 4\n```\n\n{story()}"
        f" Ask [the desk](https://tides.example/desk) for key K-17.\n",
        ("# Tides", "## Pump", "Never run it dry", "- Open valve 3.", "- Do not close valve 4.",
         "> Ana: no.", "```sh\ntide --depth 4\n```", "https://tides.example/desk", "K-17"),
    )  # fmt: skip
