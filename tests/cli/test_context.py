"""``graphpack context``, and every command and example of docs/context.md."""

import json
import re
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "context.md").read_text(encoding="utf-8")
CHAT = {
    "title": "Harbour",
    "messages": [
        {"role": "user", "content": "Fix src/tide/table.py, but never use local time."},
        {"role": "assistant", "content": "Decision: we keep all times of the tide table in UTC."},
        {"role": "user", "content": "Somebody ate my sandwich at lunch."},
        {"role": "assistant", "content": "Sorry to hear it."},
        {"role": "user", "content": "Never mind."},
    ],
}  # fmt: skip
RECORDS = [
    {"kind": "decision", "text": "Times are never kept in local time"},
    {"kind": "error", "text": "TideError: no row\n    at src/tide/table.py:41"},
]


def block(language, number=0):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[number]


@pytest.fixture
def files(clean):
    (clean / "session.json").write_text(block("json"), encoding="utf-8")
    records = json.loads(block("json"))["records"]
    (clean / "records.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    chat = "\n".join(json.dumps(message) for message in CHAT["messages"])
    (clean / "session.jsonl").write_text(chat, encoding="utf-8")
    (clean / "tides.json").write_text(json.dumps(RECORDS), encoding="utf-8")
    (clean / "chat.json").write_text(json.dumps(CHAT), encoding="utf-8")
    return clean


def test_the_page_shows_what_the_example_gives(cli, files):
    ran = cli("context", "--task", "Fix login after the policy change", "--records", "session.json")
    assert ran.out.strip() == block("markdown").strip()
    assert ran.code == 0
    assert "6 fragments of 9 records" in ran.err


@pytest.mark.parametrize("line", block("sh").splitlines())
def test_every_command_of_the_page_runs(cli, files, line):
    line, _, piped = line.partition(" < ")
    stdin = (files / piped.strip()).read_bytes() if piped else b""
    program, *arguments = shlex.split(line)
    assert program == "graphpack"
    ran = cli(*arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    target = Path("context.md") if "-o" in arguments else None
    text = target.read_text(encoding="utf-8") if target else ran.out
    assert "Policy checks must stay" in text or "session.jsonl" in arguments


@pytest.mark.parametrize("line", block("sh", 1).splitlines())
def test_every_brief_of_the_page_is_written(cli, files, line):
    ran = cli(*shlex.split(line)[1:])
    assert ran.code == 0, ran.err
    text = Path("brief.md").read_text(encoding="utf-8") if "-o" in line else ran.out
    assert text.startswith("# Goal\nWrite a test for expired tokens\n")


@pytest.mark.parametrize("line", block("sh", 2).splitlines())
def test_every_resume_of_the_page_works(cli, files, line, monkeypatch):
    from graphpack.cli import resuming

    cli("export", "chat.json", "-o", "pack.json")
    monkeypatch.setattr(resuming, "_copy", lambda text: None)
    monkeypatch.setattr(resuming.shutil, "which", lambda name: sys.executable)
    monkeypatch.setattr(resuming.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    assert cli(*shlex.split(line)[1:]).code == 0


def test_the_python_of_the_page_runs(capsys):
    exec(compile(block("python"), "docs/context.md", "exec"), {})
    out = capsys.readouterr().out
    assert "[source: fr_" in out
    assert '"config_sha256"' in out


def test_the_weights_of_the_page_are_the_defaults():
    from graphpack.context import Weights

    told = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", PAGE, re.MULTILINE))
    made = Weights()
    assert {name: float(value) for name, value in told.items()} == {
        name: getattr(made, name) for name in Weights.__dataclass_fields__
    }


def test_the_keys_of_the_report_are_told(cli, files):
    cli("context", "--records", "session.json", "--report", "report.json")
    told = json.loads((files / "report.json").read_text(encoding="utf-8"))
    section = PAGE.split("## The report\n")[1].split("\n## ")[0]
    assert not [key for key in told if f"`{key}`" not in section]


def test_records_and_a_transcript_come_together(cli, files):
    ran = cli("context", "--task", "Fix src/tide/table.py", "--records", "tides.json", "chat.json")
    assert ran.code == 0
    assert "record r2" in ran.out
    assert "record m0" in ran.out
    assert "sandwich" not in ran.out


def test_the_ids_of_a_second_file_are_told_apart(cli, files):
    (files / "more.json").write_text(
        json.dumps([{"kind": "decision", "text": "Rows are always sorted by time"}])
    )
    arguments = ("--records", "tides.json", "--records", "more.json")
    ran = cli("context", "--task", "Fix src/tide/table.py", *arguments)
    assert "record 2.r1" in ran.out


def test_json_holds_the_context_and_its_report(cli, files):
    told = cli("context", "--records", "session.json", "--json").pack
    assert set(told) == {"context", "report"}
    assert told["context"].startswith("# Task\n")


def test_too_small_a_budget_is_said_and_gives_3(cli, files):
    ran = cli("context", "--records", "session.json", "--budget", "5")
    assert ran.code == 3
    assert "BUDGET_CONFLICT" in ran.err
    assert "must stay on the server" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (("--task", "x"), "nothing to read", 2),
        (("--records", "tides.json"), "--task: missing", 2),
        (("--task", "x", "--records", "none.json"), "none.json: no such file", 4),
        (("--task", "x", "--records", "bad.json"), "bad.json: not JSON", 4),
        (("--task", "x", "--records", "tides.json", "-o", "tides.json"), "is an input", 2),
        (("--task", "x", "--records", "tides.json", "-o", "o", "--report", "o"), "one file", 2),
        (("--task", "x", "--records", "tides.json", "--weight", "luck=1"), "no such signal", 2),
        (("--task", "x", "--records", "tides.json", "--weight", "role=x"), "is no number", 2),
        (("--task", "x", "--records", "tides.json", "--weight", "role=nan"), "is no number", 2),
        (("--task", "x", "--records", "tides.json", "--budget", "0"), "is no size", 2),
        (("--task", "x", "--records", "-", "-"), "only once", 2),
    ],
)
def test_what_cannot_be_done_is_said(cli, files, arguments, message, code):
    (files / "bad.json").write_text("{")
    ran = cli("context", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_a_secret_has_one_placeholder_in_records_and_transcripts(cli, clean):
    first, second = "hvs.CAESIJlQx7Rn2VtYw9Kb4ZpMf", "hvs.CAESIMd3Tg8Wq1LkEr5Uy0NvHs"
    told = [
        {"role": "user", "content": f"Never rotate {first} before the tide gates open."},
        {"role": "assistant", "content": f"Decision: the tide gates log in with {second}."},
    ]
    (clean / "chat.json").write_text(json.dumps({"messages": told}), encoding="utf-8")
    record = {"kind": "decision", "text": f"The tide gates keep {second} and {first}, always."}
    (clean / "tides.json").write_text(json.dumps([record]), encoding="utf-8")
    arguments = ("--task", "Log in to the tide gates", "--records", "tides.json", "chat.json")
    out = cli("context", *arguments).out
    assert first not in out
    assert second not in out
    assert "rotate ⟨secret:vault-token:1⟩" in out
    assert "log in with ⟨secret:vault-token:2⟩" in out
    assert "keep ⟨secret:vault-token:2⟩ and ⟨secret:vault-token:1⟩" in out


def test_records_of_one_id_stay_apart_whatever_they_are_called(cli, files):
    own = [
        {"id": name, "kind": "decision", "text": f"The quay light {name} is {colour}"}
        for name, colour in (("m1", "green"), ("2.m1", "amber"), ("m1#1", "white"))
    ]
    (files / "own.json").write_text(json.dumps(own), encoding="utf-8")
    long = "\n\n".join(f"The quay light {at} stands on pillar {at * 3}. " * 12 for at in range(6))
    said = [
        {"role": "user", "content": "Which quay lights?"},
        {"role": "assistant", "content": long},
    ]
    (files / "long.json").write_text(json.dumps({"title": "x", "messages": said}), encoding="utf-8")
    ran = cli(
        "context", "--task", "Mend the quay lights", "--records", "own.json", "long.json", "--json"
    )
    assert ran.code == 0, ran.err
    report = json.loads(ran.out)["report"]
    shown = {one["record"]: one for one in report["kept"]}
    assert {"m1", "2.m1", "m1#1"} <= shown.keys()
    assert {one["kind"] for one in report["kept"] if one["record"] == "m1"} == {"decision"}
    ids = [one["record"] for one in (*report["kept"], *report["omitted"])]
    assert {"3.m0", "3.m1"} <= set(ids), ids


def test_a_context_that_is_larger_than_its_source_says_what_to_do(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = [{"role": "user", "content": "The mill wheel is oak."},
            {"role": "assistant", "content": "Noted: the wheel is oak."}]  # fmt: skip
    (tmp_path / "mill.json").write_text(json.dumps(said), encoding="utf-8")
    ran = cli("context", "--task", "repair the mill wheel", "mill.json")
    assert ran.code == 0
    assert "note: the context is larger than what it is made of: hand that on as it is" in ran.err
    assert "hint: --budget " in ran.err
    assert "larger" not in cli("context", "--task", "repair it", "mill.json", "-q").err
