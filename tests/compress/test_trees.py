"""File trees and listings: every directory, the number of its files, its ends."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind

from .survival import golden, shortened


def _drawn(names: dict[str, object], stem: str = "") -> list[str]:
    lines = []
    for at, (name, below) in enumerate(names.items()):
        is_last = at == len(names) - 1
        lines.append(stem + ("└── " if is_last else "├── ") + name)
        if isinstance(below, dict):
            lines += _drawn(below, stem + ("    " if is_last else "│   "))
    return lines


def _files(count: int, suffix: str = ".py") -> dict[str, object]:
    return {f"part_{at:02}{suffix}": None for at in range(count)}


DEEP: dict[str, object] = {
    "README.md": None,
    "src": {
        "api": {"routes": _files(40), "models": _files(7)},
        "core": {"store": {"disk": {"blocks": _files(60, ".rs")}}, **_files(30)},
    },
    "tests": _files(60),
    "tool": {"a.sh": None},
}
TREE = "project\n" + "\n".join(_drawn(DEEP)) + "\n\n9 directories, 199 files\n"


def test_tree_deep_nesting() -> None:
    made = shortened(TREE, Kind.TREE)
    for name in (
        "src",
        "api",
        "routes",
        "models",
        "core",
        "store",
        "disk",
        "blocks",
        "tests",
        "tool",
    ):
        assert re.search(rf"^ *{name}\b", made, re.MULTILINE)
    assert "models (7: part_00.py … part_06.py)" in made
    assert "[… 199 files counted by directory]" in made
    assert made.endswith("\n\n9 directories, 199 files\n")


def test_tree_flat() -> None:
    text = "a.py\nb.py\nc.py\n"
    assert shortened(text, Kind.TREE) == text


def test_tree_single_deep_path() -> None:
    text = "src/a/b/c/d/file.rs"
    assert shortened(text, Kind.TREE) == text


def test_tree_mixed_depth() -> None:
    made = shortened(TREE, Kind.TREE)
    assert "tool (a.sh)" in made
    assert "core (30: " in made


def test_trouble_in_a_tree_stays() -> None:
    text = TREE.replace("part_33.py\n", "part_33.py [error opening dir]\n", 1)
    assert "part_33.py [error opening dir]" in shortened(text, Kind.TREE)


def test_a_file_in_focus_stays() -> None:
    made = shortened(TREE, Kind.TREE, focus=["project/src/core/part_17.py"])
    assert "part_17.py" in made


def test_aggressive_counts_only() -> None:
    made = shortened(TREE, Kind.TREE, "aggressive")
    assert "models (7)" in made and "part_00" not in made


def test_paths_say_each_directory_once() -> None:
    paths = [f"src/{name}/file_{at:02}.go" for name in ("alpha", "beta") for at in range(25)]
    made = shortened("\n".join(["go.mod", *paths]) + "\n", Kind.TREE)
    assert made == (
        "go.mod\n"
        "src/alpha/file_00.go [… 46 paths in all, 23 here] file_24.go\n"
        "src/beta/file_00.go …23 more … file_24.go\n"
    )


def test_a_long_listing_keeps_directories() -> None:
    entries = [
        f"-rw-r--r--  1 ada staff  {at * 37} May  4 10:0{at % 10} m{at}.c" for at in range(40)
    ]
    entries.insert(20, "drwxr-xr-x  5 ada staff   160 May  4 10:01 vendor")
    made = shortened("total 512\n" + "\n".join(entries) + "\n", Kind.TREE)
    assert made.startswith("total 512\n" + entries[0])
    assert entries[20] in made and made.endswith(entries[-1] + "\n")
    assert made.count("[… 18 of 20 entries]") == 1 and made.count("…18 more") == 1


def test_a_recursive_listing_keeps_its_headers() -> None:
    block = "\n".join(f"file_{at}.txt" for at in range(20))
    text = f"one:\n{block}\n\ntwo:\n{block}\n"
    made = shortened(text, Kind.TREE)
    assert "one:\n" in made and "\ntwo:\n" in made and made.count("[… 18 of 20 entries]") == 1


def test_what_find_could_not_read_stays() -> None:
    paths = [f"/srv/data/{at}.bin" for at in range(40)]
    paths.insert(20, "find: '/srv/data/lost': Permission denied")
    assert paths[20] in shortened("\n".join(paths), Kind.TREE)


def test_golden() -> None:
    golden("tree.txt", shortened(TREE, Kind.TREE))


_NAME = st.text("abcxyz_.-1", min_size=1, max_size=8).filter(lambda name: name.strip(". "))
_TREES = st.recursive(
    st.none(), lambda below: st.dictionaries(_NAME, below, max_size=8), max_leaves=25
)


@given(_TREES)
def test_every_directory_survives(tree: object) -> None:
    names = tree if isinstance(tree, dict) else {}
    text = "top\n" + "\n".join(_drawn({**names, "last": _files(30)}))
    made = shortened(text, Kind.TREE)

    def walk(level: dict[str, object]) -> None:
        for name, below in level.items():
            if isinstance(below, dict) and below:
                assert name in made
                walk(below)

    walk(names)


def test_folders_without_files_stay() -> None:
    text = "src/\n" + "".join(f"├── part{at}/\n" for at in range(60))
    assert shortened(text, Kind.TREE) == text
