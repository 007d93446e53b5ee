"""Search results: every hit with its file and line number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind

from .survival import golden, shortened

HITS = [
    f"src/{name}.py:{10 * at + 3}:        result = load_settings(path_{at}, strict=True, deep=True)"
    for name in ("reader", "writer", "server")
    for at in range(8)
]
SAMPLE = "\n".join(HITS) + "\n"


def test_every_hit_is_kept_under_its_file() -> None:
    made = shortened(SAMPLE, Kind.SEARCH_RESULTS).splitlines()
    assert made[0].startswith("src/reader.py [… 24 hits by file, long lines cut")
    assert "load_settings" in made[0]
    assert [line for line in made if line.startswith("src/")][1:] == [
        "src/writer.py",
        "src/server.py",
    ]
    assert len(made) == 24 + 3
    assert all(line.split(" ")[1] for line in made if line[0].isdigit())


def test_line_numbers_preserved() -> None:
    made = shortened(SAMPLE, Kind.SEARCH_RESULTS).splitlines()
    for at in range(8):
        assert sum(line.startswith(f"{10 * at + 3} ") for line in made) == 3


def test_a_found_error_is_not_cut() -> None:
    line = 'src/reader.py:99:    raise ValueError("the settings file has no section named core")'
    made = shortened(SAMPLE + line + "\n", Kind.SEARCH_RESULTS)
    assert line.split(":    ")[1] in made


def test_hits_in_focus_are_shown_in_full() -> None:
    made = shortened(SAMPLE, Kind.SEARCH_RESULTS, focus=["src/writer.py"])
    assert made.count("deep=True)") == 8


def test_lines_round_hits_are_counted() -> None:
    block = "a.c-{0}-  before\na.c:{1}:  int count_words(void);\na.c-{2}-  after"
    text = "\n--\n".join(block.format(at - 1, at, at + 1) for at in range(5, 200, 10))
    made = shortened(text, Kind.SEARCH_RESULTS)
    assert "40 lines round them left out" in made and "before" not in made
    assert [line for line in made.split("\n") if line.endswith(' "')] == [
        f'{at} "' for at in range(15, 200, 10)
    ]
    assert '" is the hit above' in made.split("\n")[0]


def test_columns_and_windows_paths() -> None:
    text = "\n".join(
        f"C:\\work\\a.ts:{at}:7:  const total = sum(values, {at});" for at in range(30)
    )
    made = shortened(text, Kind.SEARCH_RESULTS)
    assert made.startswith("C:\\work\\a.ts [… 30 hits") and made.count("C:\\") == 1


def test_other_lines_stay() -> None:
    text = SAMPLE + "Binary file src/x.bin matches\n(results limited to 24)\n"
    made = shortened(text, Kind.SEARCH_RESULTS)
    assert made.endswith("Binary file src/x.bin matches\n(results limited to 24)\n")


def test_golden() -> None:
    golden("search.txt", shortened(SAMPLE, Kind.SEARCH_RESULTS))


_PATH = st.text("abc/._", min_size=1, max_size=12)
_SAID = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=90)


@given(st.lists(st.tuples(_PATH, st.integers(0, 10**6), _SAID), min_size=1, max_size=40))
def test_no_hit_is_ever_lost(hits: list[tuple[str, int, str]]) -> None:
    text = "\n".join(f"{path}:{number}:{said}" for path, number, said in hits)
    made = shortened(text, Kind.SEARCH_RESULTS)
    for path, number, _ in hits:
        assert path in made and str(number) in made


def test_lines_round_the_hits_of_a_file_in_focus_stay() -> None:
    def found(path: str) -> str:
        return "".join(f"{path}:{at}: depth = scale\n{path}-{at + 1}-  return it\n--\n"
                       for at in range(1, 60, 3))  # fmt: skip

    made = shortened(
        found("src/gauge.py") + found("src/other.py"), Kind.SEARCH_RESULTS, focus=["src/gauge.py"]
    )
    assert made.count("src/gauge.py-") == 20
    assert "src/other.py-" not in made
