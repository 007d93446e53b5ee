"""Twenty small tasks of a programmer, each on the result of one tool, with what its answer needs.

Source:
    Seed 000, "Eval task categories": find, edit, refactor, understand, five of each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from .cases import flat
from .task_texts import PASSED, READ, grep, places

__all__ = ["TASKS", "Task", "missing"]


@dataclass(frozen=True)
class Task:
    """One task.

    Args:
        name: Letter of its group and a number.
        question: What is to be done.
        tool: Whose result it is.
        text: The result.
        needs: What the answer must be able to quote, white space aside.
        focus: What is being worked on, as a live session knows it.
    """

    name: str
    question: str
    tool: str
    text: str
    needs: tuple[str, ...]
    focus: tuple[str, ...] = ()


def missing(task: Task, made: str) -> list[str]:
    """List what an answer could not be given from."""
    whole = f" {flat(made)} "
    return [one for one in task.needs if flat(one) not in whole]


_FIND = (
    Task(
        "F1",
        "Where is authentication handled?",
        "Grep",
        grep("value = session.verify(token_{n}_{k})", 8, 3)
        + "\nsrc/tide/auth/session.py:41:    def login(self, name: str, word: str) -> str:"
        "\nsrc/tide/auth/session.py:77:    def verify(self, token: str) -> str:",
        ("src/tide/auth/session.py", "41", "def login(", "77", "def verify("),
    ),
    Task(
        "F2",
        "List every route of the API.",
        "Grep",
        grep('@app.get("/v1/p{n}/r{k}")', 6, 4),
        (
            *(f"src/tide/part{n}/mod{n}.py" for n in range(6)),
            *(f"/v1/p{n}/r{k}" for n in range(6) for k in range(4)),
        ),
    ),
    Task(
        "F3",
        "Where is the configuration read, and which variable overrides it?",
        "Read",
        READ.replace("LIFETIME_S = 3600", 'PATH = environ.get("TIDE_CONFIG", "/etc/tide.toml")'),
        ('environ.get("TIDE_CONFIG", "/etc/tide.toml")',),
    ),
    Task(
        "F4",
        "Which files test the session module?",
        "Glob",
        "\n".join(
            [
                *(f"src/tide/part{n // 9}/mod{n}.py" for n in range(54)),
                "tests/auth/test_login.py",
                "tests/auth/test_session.py",
                "tests/auth/test_token.py",
                *(f"tests/gauge/test_gauge{n}.py" for n in range(20)),
            ]
        ),
        ("tests/auth/test_login.py", "test_session.py", "tests/auth/test_token.py"),
        focus=("auth",),
    ),
    Task(
        "F5",
        "What does the service do when a gauge does not answer?",
        "Bash",
        "\n".join(f"2026-03-01T10:00:{n % 60:02}Z INFO tide read gauge {n}" for n in range(200))
        + "\n2026-03-01T10:04:00Z WARN tide gauge 7 silent, taking the reading of 09:58"
        "\n2026-03-01T10:04:31Z ERROR tide gauge 7 silent 3 times, marked offline\n"
        + "\n".join(f"2026-03-01T10:05:{n % 60:02}Z INFO tide read gauge {n}" for n in range(200)),
        ("taking the reading of 09:58", "silent 3 times, marked offline"),
    ),
)

_EDIT = (
    Task(
        "E1",
        "Fix the missing check in verify().",
        "Read",
        READ,
        (
            'name, until, proof = token.split(":")',
            'raise DeniedError("forged token")',
            "if float(until) < time.time():",
        ),
        focus=("src/tide/auth/session.py::verify",),
    ),
    Task(
        "E2",
        "Give read_depth() a unit, and change all its callers.",
        "Grep",
        grep("depth = read_depth(gauge_{n}_{k})", 9, 4),
        places(9, 4),
    ),
    Task(
        "E3",
        "Let login() return a Token instead of a str.",
        "Read",
        READ,
        (
            "def login(self, name: str, word: str) -> str:",
            "def verify(self, token: str) -> str:",
            "def logout(self, token: str) -> None:",
        ),
    ),
    Task(
        "E4",
        "Handle what crashed.",
        "Bash",
        "Traceback (most recent call last):\n"
        + "\n".join(
            f'  File "/usr/lib/python3.12/site-packages/click/core.py", line {n}, in invoke\n'
            "    return callback(*args, **kwargs)"
            for n in range(18)
        )
        + '\n  File "/srv/tide/auth/session.py", line 80, in verify\n'
        "    name, until, proof = token.split(':')\n"
        "ValueError: not enough values to unpack (expected 3, got 1)",
        (
            'File "/srv/tide/auth/session.py", line 80, in verify',
            "name, until, proof = token.split(':')",
            "ValueError: not enough values to unpack (expected 3, got 1)",
        ),
    ),
    Task(
        "E5",
        "Reject a negative depth, as the failing test asks.",
        "Bash",
        f"""============================= test session starts ==============================
collected 61 items

{PASSED}
tests/test_gauge.py::test_rejects_negative FAILED [ 99%]

=================================== FAILURES ===================================
____________________________ test_rejects_negative _____________________________

    def test_rejects_negative():
>       with pytest.raises(ValueError, match="below zero"):
E       Failed: DID NOT RAISE <class 'ValueError'>

tests/test_gauge.py:141: Failed
=========================== short test summary info ============================
FAILED tests/test_gauge.py::test_rejects_negative - Failed: DID NOT RAISE <cla...
========================= 1 failed, 60 passed in 0.41s =========================""",
        (
            'with pytest.raises(ValueError, match="below zero"):',
            "DID NOT RAISE <class 'ValueError'>",
            "tests/test_gauge.py:141",
        ),
    ),
)

_REFACTOR = (
    Task(
        "R1",
        "Rename sound() to depth() everywhere.",
        "Grep",
        grep("return sound(gauge_{n}, pier={k})", 10, 4),
        places(10, 4),
    ),
    Task(
        "R2",
        "Take the signing out of sign() into a function of its own.",
        "Read",
        READ,
        (
            'said = f"{name}:{until:.0f}"',
            'proof = hmac.new(self.secret, said.encode(), "sha256").hexdigest()',
            'return f"{said}:{proof}"',
        ),
        focus=("sign",),
    ),
    Task(
        "R3",
        "Move Session to tide.keepers: which imports change?",
        "Grep",
        "\n".join(
            f"src/tide/part{n}/mod{n}.py:{n + 3}:from tide.auth.session import Session"
            for n in range(24)
        ),
        tuple(f"src/tide/part{n}/mod{n}.py" for n in range(24)),
    ),
    Task(
        "R4",
        "Change the signature of take(): which calls are wrong now?",
        "Bash",
        "\n".join(
            f"src/tide/part{n}/mod{n}.py:{n + 11}: error: Missing positional argument"
            ' "unit" in call to "take" of "Pool"  [call-arg]'
            for n in range(14)
        )
        + "\nFound 14 errors in 14 files (checked 81 source files)",
        (
            *(f"src/tide/part{n}/mod{n}.py:{n + 11}: error:" for n in range(14)),
            "Found 14 errors in 14 files",
        ),
    ),
    Task(
        "R5",
        "Remove what nobody uses.",
        "Bash",
        "\n".join(f"    Checking gauge{n} v1.{n}.0" for n in range(40))
        + "\n"
        + "\n".join(
            f"warning: function `old_{n}` is never used\n  --> src/part{n}.rs:{n + 7}:4\n   |\n"
            f"{n + 7} | fn old_{n}(depth: f64) -> f64 {{\n   |    ^^^^^\n"
            for n in range(6)
        ),
        (
            *(f"function `old_{n}` is never used" for n in range(6)),
            *(f"src/part{n}.rs:{n + 7}:4" for n in range(6)),
        ),
    ),
)

_UNDERSTAND = (
    Task(
        "U1",
        "How does a login work?",
        "Read",
        READ,
        (
            "def login(",
            "Check a keeper's word and give a token.",
            "check_word",
            "sign",
            "def check_word(",
            "Compare a word with the hash that is kept.",
            "LIFETIME_S = 3600",
        ),
    ),
    Task(
        "U2",
        "What did this commit change between the API and the store?",
        "Bash",
        "commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432\nAuthor: Ana Brook <ana@tides.example>\n"
        "Date:   Sun Mar 1 10:00:00 2026 +0000\n\n    Ask the replica for readings\n\n"
        + "\n".join(
            f"diff --git a/src/part{n}.py b/src/part{n}.py\nindex 1a2b3c{n}..5d6e7f{n} 100644\n"
            f"--- a/src/part{n}.py\n+++ b/src/part{n}.py\n@@ -1,22 +1,22 @@ def read_{n}(gauge):\n"
            + "\n".join(f"     step_{n}_{k}(gauge)" for k in range(10))
            + f"\n-    return store.primary.read({n})\n+    return store.replica.read({n})\n"
            + "\n".join(f"     step_{n}_{k}(gauge)" for k in range(10, 20))
            for n in range(5)
        ),
        (
            "Ask the replica for readings",
            *(f"- return store.primary.read({n})" for n in range(5)),
            *(f"+ return store.replica.read({n})" for n in range(5)),
        ),
    ),
    Task(
        "U3",
        "What does the package depend on?",
        "Bash",
        "tide@1.4.2 /srv/tide\n"
        + "\n".join(
            f"├─┬ direct{n}@{n}.1.0\n"
            + "\n".join(f"│ ├── inner{n}x{k}@{k}.0.{n}" for k in range(5))
            + f"\n│ └── inner{n}x9@9.0.{n}"
            for n in range(12)
        )
        + "\n├── direct12@12.1.0\n├── direct13@13.1.0\n└── direct14@14.1.0",
        tuple(f"direct{n}@{n}.1.0" for n in range(15)),
    ),
    Task(
        "U4",
        "What are the main parts of the project?",
        "Bash",
        ".\n"
        + "".join(
            f"├── {part}\n"
            + "".join(f"│   ├── {part}_{k}.py\n" for k in range(14))
            + "│   └── z.py\n"
            for part in ("api", "auth", "gauges", "pool", "store", "web", "worker")
        )
        + "└── README.md\n\n8 directories, 106 files",
        ("api", "auth", "gauges", "pool", "store", "web", "worker", "8 directories, 106 files"),
    ),
    Task(
        "U5",
        "What breaks if read_depth() changes?",
        "Bash",
        json.dumps(
            [
                {
                    "test": f"tests/part{n % 7}/test_mod{n}.py::test_reads",
                    "outcome": "failed" if n % 31 == 5 else "passed",
                    "seconds": round(0.01 * (n % 13), 3),
                    "longrepr": f"AssertionError: depth of gauge {n} is None"
                    if n % 31 == 5
                    else None,
                }
                for n in range(150)
            ]
        ),
        tuple(
            said
            for n in range(150)
            if n % 31 == 5
            for said in (
                f"tests/part{n % 7}/test_mod{n}.py::test_reads",
                f"depth of gauge {n} is None",
            )
        ),
    ),
)

TASKS = (*_FIND, *_EDIT, *_REFACTOR, *_UNDERSTAND)
