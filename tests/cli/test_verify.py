"""verify, explain, diff, merge and --report from the command line."""

import json

import pytest

from graphpack.cli.verifying import _marked
from graphpack.model.graph import Source
from graphpack.packs import Passage
from graphpack.packs.explaining import Line
from tests.cli.conftest import messages

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


@pytest.fixture
def packed(cli, garden):
    assert cli("export", garden, "-o", "pack.json", "--now", "0").code == 0
    return garden


def edited(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_pack_of_its_own_transcript_is_clean(cli, packed):
    done = cli("verify", "pack.json", packed)
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert done.out.startswith("pack.json: clean, ")
    assert done.err == ""
    assert cli("verify", "pack.json", packed, "-q").out == ""
    assert cli("verify", "pack.evidence.json", packed).code == 0
    whole = cli("verify", "pack.json", packed, "--json").pack
    assert (whole["clean"], whole["findings"], whole["form"]) == (True, [], "compact")
    assert whole["checked"]["spans"] > 0


def test_each_finding_is_a_line_and_the_code_says_so(cli, packed, clean):
    edited(clean / "pack.json", "bed 2", "bed 4")
    done = cli("verify", "pack.json", packed)
    assert done.code == 21
    lines = done.out.splitlines()
    assert lines
    assert all(
        line.startswith("pack.json: ") and line.endswith("[detail-nowhere]") for line in lines
    )
    assert f"{len(lines)} finding" in done.err
    whole = cli("verify", "pack.json", packed, "--json")
    assert whole.code == 21
    assert {f["detail"] for f in whole.pack["findings"]} == {"4"}
    assert cli("verify", "pack.json", packed, "-q").err == ""


def test_without_evidence_it_says_what_it_could_not_check(cli, packed, clean):
    (clean / "pack.evidence.json").unlink()
    done = cli("verify", "pack.json", packed)
    assert done.code == 0
    assert "not checked: spans of" in done.err
    assert "texts alone" in done.err


def test_another_transcript_is_told(cli, packed, clean):
    (clean / "other.json").write_text(json.dumps(messages("Hello there.", "How are you?")))
    done = cli("verify", "pack.json", "other.json")
    assert done.code == 21
    assert "is this the transcript it was made of?" in done.err


def test_the_conversation_is_found_in_an_export_of_many(cli, chats):
    assert cli("export", chats, "--pick", "Plan number 7", "-o", "pack.json").code == 0
    whole = cli("verify", "pack.json", chats, "--json").pack
    assert (whole["conversation"], whole["clean"]) == ("chat-0007", True)
    other = cli("verify", "pack.json", chats, "--pick", "3", "--json").pack
    assert other["conversation"] != "chat-0007"


def test_the_packs_own_redaction_is_applied_again(cli, clean):
    talk = messages(
        f"Decision: the deploy token {SECRET} goes into the vault, never into the repo.",
        "Noted: the token goes into the vault and never into the repo.",
        "Mail me at runa@shed.example when the tap in bed 2 is repaired. It is still open.",
        "I will mail you when the tap is repaired.",
        "Decision: from now on bed 2 is watered by hand.",
    )
    (clean / "talk.json").write_text(json.dumps(talk))
    for level in ("secrets", "all"):
        cli("export", "talk.json", "-o", "pack.json", "--redact", level)
        assert SECRET not in (clean / "pack.evidence.json").read_text()
        done = cli("verify", "pack.json", "talk.json")
        assert (done.code, done.out[:16]) == (0, "pack.json: clean"), done.out


def test_explain_marks_the_words_in_their_place(cli, packed, clean):
    (first, *_) = json.loads((clean / "pack.json").read_text())["n"]
    done = cli("explain", "pack.json", first["id"], packed)
    assert done.code == 0
    assert done.out.startswith(f"{first['id']}  ")
    assert "»" in done.out
    assert "message " in done.out
    told = cli("explain", "pack.json", first["id"], packed, "--json").pack
    (passage, *_) = told["evidence"]
    assert passage["is_there"] is True
    assert passage["quote"] == "\n".join(
        line["quoted"] for line in passage["lines"] if line["quoted"]
    )
    bare = cli("explain", "pack.json", first["id"])
    assert (bare.code, passage["quote"] in bare.out) == (0, True)
    missing = cli("explain", "pack.json", "n99")
    assert missing.code == 2
    assert f"hint: one of {first['id']}" in missing.err


def test_explain_writes_a_line_once_with_all_that_is_quoted_of_it():
    def passage(start, end):
        text = "one two three four"
        source = Source(message=0, part=0, start=start, end=end, quote=text[start:end])
        line = Line(1, text[:start], text[start:end], text[end:])
        return Passage(source, "user", None, (line,), is_there=True)

    assert _marked([passage(0, 3), passage(8, 13)]) == ["     1 > »one« two »three« four"]
    assert _marked([passage(8, 13), passage(0, 10)]) == ["     1 > »one two th«»ree« four"]


def test_diff_of_a_pack_with_itself_says_nothing(cli, packed):
    done = cli("diff", "pack.json", "pack.evidence.json")
    assert (done.code, done.out) == (0, "")
    assert "the same" in done.err


def test_diff_tells_what_a_grown_conversation_changed(cli, packed, clean):
    talk = json.loads(packed.read_text())
    talk["messages"] += messages(
        "Change of plan: the tomatoes go into bed 3 instead of bed 2.",
        "Noted: tomatoes into bed 3.",
    )
    packed.write_text(json.dumps(talk))
    cli("export", packed, "-o", "later.json", "--now", "0")
    done = cli("diff", "pack.json", "later.json")
    assert done.code == 0
    assert done.out
    assert {line[0] for line in done.out.splitlines()} <= set("+~!-")
    whole = cli("diff", "pack.json", "later.json", "--json").pack
    assert any("bed 3" in json.dumps(each) for each in (whole["added"], whole["changed"]))


def test_diff_shows_what_differs_where_a_statement_is_long(cli, packed, clean):
    pack = json.loads((clean / "pack.json").read_text())
    long = "The gate of the lower garden stays shut while the hens are out, " * 4
    pack["n"][0]["s"] = f"{long}until 18:00."
    (clean / "one.json").write_text(json.dumps(pack))
    pack["n"][0]["s"] = f"{long}until 19:30."
    (clean / "two.json").write_text(json.dumps(pack))
    done = cli("diff", "one.json", "two.json")
    assert done.code == 0
    assert "until 18:00" in done.out
    assert "until 19:30" in done.out


def test_merge_writes_one_pack_and_its_evidence(cli, packed, clean, example):
    cli("export", example, "-o", "other.json", "--now", "0")
    done = cli("merge", "pack.json", "other.json", "-o", "both.json", "--now", "0")
    assert done.code == 0
    assert "merged: 2 packs" in done.err
    assert cli("validate", "--strict", "both.json", "both.evidence.json").code == 0
    record = json.loads((clean / "both.evidence.json").read_text())["record"]
    assert [each["session"] for each in record["sessions"]] == ["pack", "other"]
    piped = cli("merge", "pack.json", "other.json", "--now", "0")
    assert piped.out == (clean / "both.json").read_text()
    again = cli("verify", "both.json", packed)
    assert again.code == 0
    assert "they cite other sessions" in again.err
    taken = cli("merge", "pack.json", "other.json", "-o", "other.json")
    assert (taken.code, "would be overwritten" in taken.err) == (2, True)
    small = cli("merge", "pack.json", "other.json", "--cap", "300")
    assert small.code == 0


@pytest.mark.parametrize("command", [["verify", "x.json", "x.json"], ["diff", "x.json", "x.json"],
                                     ["merge", "x.json"], ["explain", "x.json", "n1"]])  # fmt: skip
def test_what_is_no_pack_is_said(cli, clean, command):
    (clean / "x.json").write_text("{}")
    done = cli(*command)
    assert done.code == 20
    assert "x.json: /: not a context graph" in done.err


def test_the_report_is_json_or_markdown(cli, garden, clean):
    assert cli("export", garden, "-o", "p.json", "--report", "losses.json").code == 0
    (pack,) = json.loads((clean / "losses.json").read_text())["packs"]
    assert pack["messages"] == 6
    assert set(pack["totals"]) == {loss["kind"] for loss in pack["losses"]}
    assert cli("export", garden, "-o", "p.json", "--report", "losses.md").code == 0
    assert (clean / "losses.md").read_text().startswith("# What the pack of Garden leaves out")
    shown = cli("export", garden, "-o", "p.json", "--report", "-", "--report-as", "json", "-q")
    assert shown.pack["packs"][0]["title"] == "Garden"


@pytest.mark.parametrize(
    "flags",
    [["--report", "-"], ["-o", "p.json", "--report", "p.json"], ["--report", "garden.json"],
     ["-o", "p.json", "--report", "p.evidence.json"], ["--all", "-o", "d/", "--report", "r.md"]],
)  # fmt: skip
def test_a_place_for_the_report_that_is_taken_is_refused(cli, garden, flags):
    before = garden.read_bytes()
    done = cli("export", garden.name, *flags)
    assert (done.code, done.out) == (2, "")
    assert garden.read_bytes() == before


def test_no_secret_stands_in_a_report(cli, clean):
    talk = messages(f"The token is {SECRET}.", "ok", "Decision: bed 2.", "Noted.", "Fine, bed 2.")
    (clean / "talk.json").write_text(json.dumps(talk))
    for name in ("r.md", "r.json"):
        cli("export", "talk.json", "-o", "p.json", "--report", name)
        text = (clean / name).read_text(encoding="utf-8")
        assert SECRET[:12] not in text
        assert "⟨secret:github-token:1⟩" in text
