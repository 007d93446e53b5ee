"""Unified diffs: all that changed stays."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind

from .survival import checked, golden, shortened

CONTEXT = [f" unchanged line number {at} of the old file" for at in range(12)]


def _git(path: str, *hunks: str, extra: str = "index 1a2b3c4..5d6e7f8 100644\n") -> str:
    return f"diff --git a/{path} b/{path}\n{extra}--- a/{path}\n+++ b/{path}\n" + "".join(hunks)


def _hunk(at: int, removed: list[str], added: list[str], around: int = 6) -> str:
    before, after = CONTEXT[:around], CONTEXT[around : 2 * around]
    body = [*before, *(f"-{line}" for line in removed), *(f"+{line}" for line in added), *after]
    old, new = 2 * around + len(removed), 2 * around + len(added)
    return f"@@ -{at},{old} +{at},{new} @@ def f():\n" + "\n".join(body) + "\n"


SAMPLE = _git("src/app.py", _hunk(3, ["port = 80"], ["port = 8080"]), _hunk(60, [], ["x = 1"]))


def test_diff_keeps_changes() -> None:
    made = shortened(SAMPLE, Kind.DIFF)
    assert {"-port = 80", "+port = 8080", "+x = 1"} <= set(made.splitlines())


def test_diff_drops_context() -> None:
    made = shortened(SAMPLE, Kind.DIFF)
    assert "unchanged line" not in made
    assert "[… 24 context lines in all]" in made


def test_diff_keeps_headers() -> None:
    made = shortened(SAMPLE, Kind.DIFF)
    assert "+++ b/src/app.py" in made
    assert "@@ -3,13 +3,13 @@ def f():" in made and "@@ -60,12 +60,13 @@ def f():" in made


def test_diff_preserves_additions() -> None:
    text = _git("n.py", "@@ -0,0 +1,9 @@\n" + "".join(f"+line {at}\n" for at in range(9)))
    text = text.replace("--- a/n.py", "--- /dev/null").replace(
        "index", "new file mode 100755\nindex"
    )
    made = shortened(text + SAMPLE, Kind.DIFF)
    assert [line for line in made.splitlines() if line.startswith("+line")] == [
        f"+line {at}" for at in range(9)
    ]
    assert "new file mode 100755" in made and "b/n.py" in made


def test_diff_ratio_60_80pct() -> None:
    wide = _git("a.py", *(_hunk(at * 40, ["a"], ["b"]) for at in range(1, 9)))
    made = checked(wide, Kind.DIFF)
    assert made.tokens is not None and made.original_tokens is not None
    assert 0.6 <= 1 - made.tokens / made.original_tokens <= 0.9


def test_modes_renames_and_binaries_stay() -> None:
    text = (
        SAMPLE
        + "diff --git a/old.sh b/new.sh\nold mode 100644\nnew mode 100755\nsimilarity index 97%\n"
        + "rename from old.sh\nrename to new.sh\n"
        + "diff --git a/p.png b/p.png\nindex 1a2b3c4..5d6e7f8 100644\n"
        + "Binary files a/p.png and b/p.png differ\n"
    )
    made = shortened(text, Kind.DIFF)
    for line in text.split("diff --git a/old.sh", 1)[1].splitlines():
        assert line.startswith("index") or line in made


def test_removed_lines_that_look_like_a_header_stay() -> None:
    text = _git("q.sql", _hunk(5, ["- a comment", "-- another"], ["++ plus"]))
    made = shortened(text, Kind.DIFF)
    assert {"-- a comment", "--- another", "+++ plus"} <= set(made.splitlines())


def test_a_commit_message_and_its_indent_stay() -> None:
    head = "commit 0f1e2d3c\nAuthor: Mira <mira@example.org>\n\n    Raise the port\n\n"
    assert shortened(head + SAMPLE, Kind.DIFF).startswith(head)


def test_indented_text_after_the_last_hunk_stays() -> None:
    tail = " Reviewed-by: Ines\n    and nothing else\n"
    assert shortened(SAMPLE + tail, Kind.DIFF).endswith(tail)


def test_runs_of_one_hunk_are_parted() -> None:
    body = "-a\n" + "\n".join(CONTEXT) + "\n+b\n"
    text = SAMPLE + _git("z.py", f"@@ -1,13 +1,13 @@\n{body}")
    assert "-a\n…\n+b" in shortened(text, Kind.DIFF)


def test_focus_keeps_the_context_of_a_file() -> None:
    text = SAMPLE + _git("src/other.py", _hunk(9, ["p"], ["q"]))
    made = shortened(text, Kind.DIFF, focus=["src/other.py"])
    assert made.count("unchanged line") == 12


def test_plain_unified_diff_keeps_both_names() -> None:
    text = SAMPLE.replace(
        "diff --git a/src/app.py b/src/app.py\nindex 1a2b3c4..5d6e7f8 100644\n", ""
    )
    made = shortened(text, Kind.DIFF)
    assert made.startswith("--- a/src/app.py\n+++ b/src/app.py\n")


def test_golden() -> None:
    golden("diff.txt", shortened(SAMPLE, Kind.DIFF))


_LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=12)


@given(st.lists(st.tuples(st.sampled_from(" +-\\@d"), _LINE), max_size=60), st.integers(0, 70))
def test_no_changed_line_is_ever_lost(lines: list[tuple[str, str]], size: int) -> None:
    text = f"@@ -1,{size} +1,{size} @@\n" + "\n".join(first + line for first, line in lines)
    text += "\n" + SAMPLE
    made = shortened(text, Kind.DIFF).split("\n")
    for line in text.split("\n"):
        assert not re.match(r"[+\-@]", line) or line in made or line == "--- a/src/app.py"
