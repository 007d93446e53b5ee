"""The table of docs/quality.md: what is cut, what is left out, what is averaged."""

import json
import sys

import pytest

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolResult,
)
from graphpack.tokens import counter

SCORER = """\
import json, sys
gold = json.load(open(sys.argv[2], encoding="utf-8"))
text = open(sys.argv[3], encoding="utf-8").read()
found = [word for word in gold["words"] if word in text]
print(json.dumps({
    "recall": len(found) / len(gold["words"]), "tokens": 7, "nodes": 2, "kind_accuracy": 0.5,
    "status_accuracy": None, "traps": 2, "sprung": ["t1"] if '"v":2' in text else [],
}))
"""
CHAT = """\
User: The ferry timetable must stay in SQLite, never move it to a server.
Assistant: Agreed, the timetable stays in SQLite.
User: Good. The harbour map is for spring.
Assistant: The harbour map is deferred to spring.
"""


def talk(*parts):
    messages = tuple(
        Message(at, role, (part if isinstance(part, ToolResult) else Text(part),))
        for at, (role, part) in enumerate(parts)
    )
    return Conversation("c", None, ConversationSource("c", "test"), messages)


def row(quality, name, recall, *, sprung=()):
    figures = {
        "recall": recall, "tokens": 1000, "nodes": 10, "kind_accuracy": None,
        "status_accuracy": recall, "traps": 3, "sprung": list(sprung),
    }  # fmt: skip
    beside = {
        1200: {"pack": recall, "last": 0.25, "TextRank": None},
        800: {"pack": 0.125, "last": 0.0, "TextRank": None},
    }
    return quality.Row(name, "made-up", 4, 5000, figures, 1.0, beside)


def test_the_prose_cut_holds_the_end_of_what_was_said_and_nothing_else(baselines):
    conversation = talk(
        (Role.SYSTEM, "rules of the house"),
        (Role.USER, "where is the ferry?"),
        (Role.TOOL, ToolResult("a listing of ships")),
        (Role.ASSISTANT, "at the pier"),
    )
    assert baselines.prose_cut(conversation, 1200) == "where is the ferry?\n\nat the pier"


def test_the_other_cuts_hold_results_too(baselines):
    conversation = talk(
        (Role.USER, "where is the ferry?"), (Role.TOOL, ToolResult("a listing of ships"))
    )
    assert baselines.last_cut(conversation, 1200).endswith("a listing of ships")
    assert baselines.first_cut(conversation, 4) == "where is the ferry"


@pytest.mark.parametrize("end", ["first", "last", "last of prose"])
def test_a_cut_is_as_long_as_it_may_be(baselines, end):
    conversation = talk((Role.USER, " ".join(f"buoy {n} is red." for n in range(400))))
    cut = baselines.CUTS[end](conversation, 50)
    prose = conversation.messages[0].text
    longer = prose[: len(cut) + 8] if end == "first" else prose[-len(cut) - 8 :]
    assert cut in {longer[:-8], longer[8:]}
    count = counter().count
    assert count(cut) <= 50 < count(longer)


def test_sentences_are_told_in_the_order_of_their_ranks_until_the_room_is_full(
    baselines, monkeypatch, tmp_path
):
    ranking = tmp_path / "ranking.py"
    ranking.write_text(
        "import json, sys\n"
        "said = json.load(sys.stdin)\n"
        "json.dump(sorted(range(len(said)), key=lambda at: (-len(said[at]), at)), sys.stdout)\n",
        encoding="utf-8",
    )
    home = tmp_path / "bin"
    home.mkdir()
    (home / "python").symlink_to(sys.executable)
    monkeypatch.setattr(baselines, "RANKING", ranking)
    monkeypatch.setattr(baselines, "SUMY", home / "python")
    conversation = talk((Role.USER, "Tie up. The ferry leaves at nine sharp. Boats wait outside."))
    assert baselines.textrank(conversation, 1200) is None  # not set up
    (tmp_path / "ready").touch()
    found = baselines.textrank(conversation, 14)
    assert found == "The ferry leaves at nine sharp.\nBoats wait outside."


def test_means_leave_out_what_is_unknown_and_traps_are_counted_by_conversation(quality):
    text = quality.table(
        [row(quality, "one", 0.5), row(quality, "two", 0.25, sprung=("t1", "t2"))],
    )
    last = text.splitlines()
    assert "| two | made-up | 4 | 5000 | 1000 | 10 | 0.250 | – | 0.250 | 2 of 3 | 1.000 |" in last
    assert "| **mean** |  |  |  | 1000 | 10 | **0.375** | – | 0.375 |  | 1.000 |" in last
    assert last[-1] == "Conversations with a sprung trap: 1 of 2."


def test_what_costs_nothing_stands_beside_the_pack_at_both_sizes(quality):
    lines = quality.comparison([row(quality, "one", 0.5), row(quality, "two", 0.25)]).splitlines()
    heads = "recall of | pack, 1,200 | last, 1,200 | TextRank, 1,200 | pack, 800 | last, 800"
    assert lines[0] == f"| {heads} | TextRank, 800 |"
    assert lines[2] == "| one | 0.500 | 0.250 | – | 0.125 | 0.000 | – |"
    assert lines[-1] == "| **mean** | 0.375 | 0.250 | – | 0.125 | 0.000 | – |"


@pytest.fixture
def shared(tmp_path):
    for folder in ("gold", "samples"):
        (tmp_path / folder).mkdir()
    (tmp_path / "score.py").write_text(SCORER, encoding="utf-8")

    def add(name, text, words):
        (tmp_path / "samples" / name).write_text(text, encoding="utf-8")
        gold = {"path": f"samples/{name}", "words": words}
        place = tmp_path / "gold" / f"{name.partition('.')[0]}.gold.json"
        place.write_text(json.dumps(gold), encoding="utf-8")

    add("ferry.txt", CHAT, ["SQLite", "a word that nobody says"])
    add("notes.txt", "No one speaks here.\nIt is a text about ferries.\n", ["ferries"])
    return tmp_path


def arguments(folder):
    return [str(folder / "gold"), str(folder / "samples"), str(folder / "score.py")]


def test_a_pack_and_the_cut_are_scored_and_unrecognised_text_is_left_out(quality, shared, capsys):
    assert quality.main(arguments(shared)) == 0
    said = capsys.readouterr()
    line, beside = [line for line in said.out.splitlines() if line.startswith("| ferry")]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[2] == "4"
    assert cells[4:] == ["7", "2", "0.500", "0.500", "–", "1 of 2", "1.000"]
    assert beside.startswith("| ferry | 0.500 | 0.500 | 0.500 | 0.500 |")
    assert "notes: left out" in said.err
    assert "| notes" not in said.out


def test_a_missing_folder_is_said(quality, shared, capsys):
    assert quality.main([str(shared / "nowhere"), *arguments(shared)[1:]]) == 1
    assert "nowhere: not there" in capsys.readouterr().err


def test_the_table_is_put_between_the_marks_of_the_document(quality):
    start, end = quality.MARKS
    document = f"# Quality\n\n{start}\nold\n{end}\n\nWhat it means.\n"
    made = quality.filled(document, "| new |")
    assert made == f"# Quality\n\n{start}\n| new |\n{end}\n\nWhat it means.\n"
    assert quality.filled(made, "| new |") == made
    with pytest.raises(SystemExit, match="has no"):
        quality.filled("# Quality\n", "| new |")
