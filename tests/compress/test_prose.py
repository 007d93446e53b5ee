"""Prose and Markdown: what is exact stays, the sentences that say most stay."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind

from .survival import checked, golden, shortened

FILLING = (
    "The people of the harbour met again in the old hall by the water. "
    "They spoke for a long time about the weather and about the boats that had come home. "
    "Somebody made tea for all who had come there. "
    "It was a pleasant evening and the talk went on until the lamps were lit. "
)
TEXT = (
    "# Tide gauges\n\n"
    + FILLING * 2
    + "The gauge at the pier reports 14 values every 90 s to `tide.push()`. "
    "It must not be restarted while the sluice moves.\n\n"
    "## Wiring\n\n" + FILLING + "See [the plan](https://example.org/plan.pdf) for the cables.\n\n"
    "- red is power\n- blue is data, basically\n  and continues here\n1. first\n2. second\n\n"
    "> A quote that is really very long stays as it was written down, of course.\n\n"
    "```sh\n# basically a comment\ngauge --port 8080   # just so\n```\n\n"
    + FILLING * 2
    + "Set `GAUGE_MODE=raw` in `/etc/gauge.conf` before version 2.3.1 of the driver is used.\n"
)


def test_prose_extractive_basic() -> None:
    made = checked(TEXT, Kind.MARKDOWN)
    assert made.tokens is not None and made.original_tokens is not None
    assert made.tokens < made.original_tokens * 0.6
    assert "# Tide gauges\n" in made.text and "## Wiring\n" in made.text
    assert re.search(r"\[… \d+ sentences cut\]", made.text)


def test_prose_preserves_code_blocks() -> None:
    block = TEXT[TEXT.index("```sh") : TEXT.index("```\n\n") + 4]
    assert block in shortened(TEXT, Kind.MARKDOWN, "minimal")


def test_prose_preserves_links() -> None:
    for level in ("summary", "minimal"):
        made = shortened(TEXT, Kind.MARKDOWN, level)
        assert "[the plan](https://example.org/plan.pdf)" in made


def test_prose_preserves_lists() -> None:
    block = TEXT[TEXT.index("- red") : TEXT.index("```sh")]
    assert block in shortened(TEXT, Kind.MARKDOWN)


def test_prose_short_text() -> None:
    assert shortened(FILLING, Kind.PROSE) == FILLING


def test_prose_headings_only() -> None:
    text = "\n\n".join(f"## Heading number {at} of the page" for at in range(30))
    assert shortened(text, Kind.MARKDOWN) == text


def test_text_keeps_high_entropy() -> None:
    made = shortened(TEXT, Kind.MARKDOWN, "minimal")
    for exact in ("14", "90", "`tide.push()`", "`GAUGE_MODE=raw`", "`/etc/gauge.conf`", "2.3.1"):
        assert exact in made


def test_text_drops_filler() -> None:
    text = (
        FILLING * 4
        + "It is important to note that the pump XK-7 is basically the only one at PORT 9."
    )
    made = shortened(text, Kind.PROSE)
    assert "basically" not in made and "important to note" not in made


def test_text_ratio_30_50pct() -> None:
    paragraphs = "\n\n".join(
        FILLING.replace("harbour", f"harbour of {name}") for name in "ABCDEFGH"
    )
    made = checked(paragraphs, Kind.PROSE)
    assert made.tokens is not None and made.original_tokens is not None
    assert 1 - made.tokens / made.original_tokens >= 0.3


def test_what_is_denied_stays_denied() -> None:
    made = shortened(TEXT, Kind.MARKDOWN, "minimal")
    assert "not be restarted while" in made


def test_a_printed_line_of_trouble_stays_whole() -> None:
    line = "2026-03-04 10:00:00 ERROR gauge offline, the cable of the pier was cut"
    made = shortened(FILLING * 3 + "\n" + line + "\n" + FILLING * 3, Kind.PROSE, "minimal")
    assert line in made.splitlines()


def test_tables_are_sampled_but_links_stay() -> None:
    rows = [f"| part {at} | shelf {at % 4} |" for at in range(30)]
    rows[12] = "| part 12 | [shelf](https://example.org/12) |"
    text = (
        "# Parts\n\n| part | shelf |\n|------|-------|\n" + "\n".join(rows) + "\n\n" + FILLING * 3
    )
    made = shortened(text, Kind.MARKDOWN)
    assert "of 30 rows]" in made and rows[12] in made


def test_tags_leave_their_addresses() -> None:
    image = '<img src="https://example.org/b.svg" alt="badge" width="80">'
    tag = f'<a href="https://example.org/x">{image}</a>'
    made = shortened(f"<p align='center'>\n  {tag}\n</p>\n\n{TEXT}", Kind.MARKDOWN)
    assert "https://example.org/x" in made and "https://example.org/b.svg" in made
    assert "<img" not in made and "width" not in made


def test_a_sentence_in_focus_stays() -> None:
    text = FILLING * 3 + "The people also spoke of src/quay.py for a time. " + FILLING * 3
    made = shortened(text, Kind.PROSE, "minimal", focus=["src/quay.py"])
    assert "The people also spoke of src/quay.py for a time." in made


def test_wide_scripts_are_cut_by_sentence() -> None:
    text = (
        "今天天气很好，我们去海边散步，看见很多船。" * 12
        + "配置文件不能删除，端口是8080。"
        + "晚上大家一起喝茶聊天，很开心。" * 12
    )
    made = shortened(text, Kind.PROSE, "minimal")
    assert "不能删除" in made and "8080" in made and len(made) < len(text) / 2


def test_golden() -> None:
    golden("prose.md", shortened(TEXT, Kind.MARKDOWN))


_SAID = st.lists(
    st.sampled_from(
        [
            "the",
            "boat",
            "x_1",
            "not",
            "42",
            "`a b`",
            "v1.2",
            "went",
            "home",
            "src/a.py",
            "was",
            "late.",
        ]
    ),
    min_size=3,
    max_size=14,
).map(" ".join)
_BLOCK = st.one_of(
    _SAID.map(lambda said: f"{said}."),
    _SAID.map(lambda said: f"## {said}"),
    _SAID.map(lambda said: f"- {said}"),
    _SAID.map(lambda said: f"> {said}"),
    _SAID.map(lambda said: f"```\n{said}\n```"),
    st.just(FILLING),
)


@given(st.lists(_BLOCK, min_size=3, max_size=16), st.sampled_from(["summary", "minimal"]))
def test_structure_and_exact_words_survive(blocks: list[str], level) -> None:
    text = "\n\n".join([*blocks, FILLING * 2])
    made = shortened(text, Kind.MARKDOWN, level)
    for block in blocks:
        if block.startswith(("##", "```")) or (block[0] in "->" and level == "summary"):
            assert block in made
        for exact in ("x_1", "42", "`a b`", "v1.2", "src/a.py"):
            assert exact not in block or exact in made
    assert (" not " in text) <= ("not" in made)


@given(st.text(max_size=400))
def test_any_text_comes_back(text: str) -> None:
    shortened(text * 3, Kind.PROSE)
    shortened(text * 3, Kind.MARKDOWN, "minimal")


def test_what_people_say_among_themselves_keeps_its_speakers() -> None:
    talk = "".join(
        f"{name}: {said}\n"
        for name, said in (
            ("Irina", "Let's begin. How is the importer?"),
            ("Tomasz", "Slow. It takes 40 minutes for the Oslo file."),
            ("Devi", "Lovely weather today, is it not so with you as well?"),
            ("Irina", "No rewrite please, nobody else knows the language."),
            ("Hanne", "So they would like it in another form after the holidays."),
            ("Tomasz", "I see."),
            ("Irina", "The release moves from 28 March to 4 April."),
            ("Devi", "That suits me and everybody else at our table."),
        )
    )
    made = shortened(talk, Kind.PROSE)
    assert len(made) < len(talk)
    lines = [line for line in made.split("\n") if line and "CCR" not in line]
    assert all(re.search(r"(?:^|\] )(?:Irina|Tomasz|Devi|Hanne): \S", line) for line in lines)
    for exact in ("40 minutes for the Oslo file", "28 March to 4 April", "No rewrite please"):
        assert exact in made


def test_a_sentence_of_a_wide_script_that_names_something_exact_stays_whole() -> None:
    said = "设定保存在文件里，路径是 src/gauge{}.py 的旁边。这是一个很方便的功能，大家都这么认为。"
    made = shortened("".join(said.format(at) for at in range(30)), Kind.PROSE)
    assert all(f"路径是 src/gauge{at}.py 的旁边。" in made for at in range(30))
    assert made.count("大家都这么认为") < 30


def test_trouble_of_two_words_keeps_its_sentence() -> None:
    things = ("boats", "nets", "buoys", "ropes", "sails", "piers", "gulls", "crabs", "lamps")
    text = "".join(
        f"Keeper {thing} walked along {thing}side harbours and painted {thing} with {thing}wax. "
        for thing in things
    )
    made = shortened(f"{text}It was timed out. {text}", Kind.PROSE, "minimal")
    assert "It was timed out." in made
    assert made.count("Keeper") < 18


def test_a_rule_between_two_parts_goes() -> None:
    told = "The keeper walked along the harbour in the evening and looked at the boats there. " * 8
    made = shortened(f"# Evening\n\n---\n\n{told}\n\n---\n\n{told}", Kind.MARKDOWN)
    assert made.startswith("# Evening\n")
    assert "---" not in made
