"""Outputs that are nothing else."""

from graphpack.compress import Kind, compress

from .survival import shortened

FRAMES = [f"Extracting frame {n}/460 at 00:00:{n % 60:02}.913" for n in range(1, 461)]
HEAD = ["Parsing the file", "Found 1265 entries", ""]


def test_lines_that_come_again_and_again_become_a_count():
    made = compress("\n".join([*HEAD, *FRAMES, "", "done in 7 s"]))
    assert made.kind == Kind.TEXT
    assert made.text.splitlines() == [
        *HEAD, *FRAMES[:3], "[… 456 lines]", FRAMES[-1], "", "done in 7 s",
    ]  # fmt: skip


def test_few_alike_lines_stay_and_trouble_stays_always():
    few = "\n".join(
        [*HEAD, *FRAMES[:15], "and nothing else was to be seen in the harbour today " * 9]
    )
    assert shortened(few, Kind.TEXT) == few
    bad = "Extracting frame 99/460 failed: gauge 7 is offline"
    made = shortened("\n".join([*FRAMES[:98], bad, *FRAMES[98:]]), Kind.TEXT)
    assert bad in made.splitlines()


def test_focus_stays():
    made = shortened("\n".join(FRAMES), Kind.TEXT, focus=["frame 77/460"])
    assert FRAMES[76] in made.splitlines()


def test_a_page_in_one_line_keeps_its_ends():
    page = "<p>gauge</p>" * 2000
    made = shortened(f"Received:\n{page}\nbye", Kind.TEXT)
    assert made.startswith("Received:\n<p>gauge</p>")
    assert made.endswith("</p>\nbye")
    assert len(made) < 1500
