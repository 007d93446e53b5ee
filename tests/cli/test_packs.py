"""`graphpack validate`, `convert` and `formats`."""

import json

import pytest

GOOD = {
    "v": 2,
    "mode": "compact",
    "desc": "A boat gets its name; who paints it is open.",
    "n": [
        {"id": "n1", "t": "D", "i": "h", "s": "The boat is called Tern, not Heron."},
        {"id": "n2", "t": "X", "i": "m", "st": "open", "s": "Who paints the name is open."},
    ],
    "rel": [{"from": "n2", "to": "n1", "type": "depends_on"}],
    "handoff": "Resuming from notes: naming the boat. Open: n2.",
}


@pytest.fixture
def write(clean):
    def put(name, **changes):
        path = clean / name
        path.write_text(json.dumps({**GOOD, **changes}), encoding="utf-8")
        return path

    return put


def test_a_valid_pack_is_said_on_stdout(cli, write):
    ran = cli("validate", write("good.json"))
    assert ran.code == 0
    assert "good.json: valid compact pack, 2 nodes, 1 relationship" in ran.out
    assert ran.err == ""
    assert cli("validate", "-q", "good.json").out == ""


def test_every_fault_is_a_line_with_its_pointer(cli, write):
    nodes = [{**GOOD["n"][0], "st": "done"}, {**GOOD["n"][1], "i": "x"}]
    ran = cli("validate", write("bad.json", n=nodes))
    assert ran.code == 20
    assert ran.out == ""
    assert "bad.json: /n/0/st: 'done' is not a status" in ran.err
    assert "bad.json: /n/1/i: 'x' is not an importance" in ran.err


def test_an_end_that_does_not_exist_is_a_fault_no_schema_sees(cli, write):
    rel = [{"from": "n2", "to": "n9", "type": "depends_on"}]
    ran = cli("validate", write("loose.json", rel=rel))
    assert ran.code == 20
    assert "/rel/0/to" in ran.err


def test_what_a_later_version_may_hold_warns_and_fails_only_when_strict(cli, write):
    nodes = [{**GOOD["n"][0], "t": "Q"}, GOOD["n"][1]]
    path = write("later.json", n=nodes, mood="calm")
    ran = cli("validate", path)
    assert ran.code == 0
    assert "warning: " in ran.err
    assert "valid compact pack" in ran.out
    strict = cli("validate", "--strict", path)
    assert strict.code == 20
    assert "error: " in strict.err


def test_all_files_are_checked_and_the_first_failure_names_the_code(cli, write, clean):
    (clean / "text.json").write_text("hello")
    ran = cli("validate", write("good.json"), "gone.json", "text.json")
    assert ran.code == 4
    assert "good.json: valid" in ran.out
    assert "gone.json: no such file" in ran.err
    assert "text.json: /: not JSON" in ran.err
    assert cli("validate", "text.json", "gone.json").code == 20


def test_a_pack_can_come_from_standard_input(cli):
    assert cli("validate", "-", stdin=json.dumps(GOOD).encode()).code == 0
    assert cli("convert", "-", "--mode", "readable", stdin=json.dumps(GOOD).encode()).code == 0


def test_convert_there_and_back_loses_nothing(cli, write, clean):
    write("pack.json")
    assert cli("convert", "pack.json", "--mode", "readable", "-o", "long.json").code == 0
    back = cli("convert", "long.json", "--mode", "compact")
    assert back.code == 0
    assert back.pack == GOOD


def test_convert_invents_nothing(cli, write):
    inner = cli("convert", write("pack.json"), "--mode", "readable").pack["context_graph"]
    assert set(inner["metadata"]) == {"description", "mode", "version", "node_count"}
    assert [node["summary"] for node in inner["nodes"]] == [node["s"] for node in GOOD["n"]]


def test_evidence_goes_along_only_where_the_pack_shows_it(cli, garden):
    cli("export", garden, "--sources", "-o", "pack.json")
    assert '"quote"' in cli("convert", "pack.json", "--mode", "readable").out
    assert '"quote"' not in cli("convert", "pack.json", "--mode", "readable", "--no-sources").out
    assert '"quote"' not in cli("convert", "pack.evidence.json", "--mode", "compact").out
    assert '"quote"' in cli("convert", "pack.evidence.json", "--mode", "compact", "--sources").out


def test_convert_keeps_what_the_pack_is_made_of_and_when(cli, garden, clean):
    assert cli("export", garden, "-o", "p.json", "--now", "2026-04-01T12:00:00Z").code == 0
    told = cli("convert", "p.json", "--mode", "readable").pack["context_graph"]["metadata"]
    assert told["source"]["format"] == "openai-chat"
    assert told["compressed_at"].startswith("2026-04-01T12:00")
    whole = json.loads(cli("render", "p.json", "--to", "json").out)["context_graph"]["metadata"]
    assert told["source"] == whole["source"]
    (clean / "p.evidence.json").unlink()
    assert (
        "source"
        not in cli("convert", "p.json", "--mode", "readable").pack["context_graph"]["metadata"]
    )


def test_what_is_no_pack_is_not_converted(cli, clean):
    (clean / "chat.json").write_text("[]")
    ran = cli("convert", "chat.json", "--mode", "compact")
    assert ran.code == 20
    assert ran.err.startswith("error: chat.json: ")
    assert "hint: " in ran.err


def test_formats_lists_each_format_once(cli):
    rows = [line.split(maxsplit=1) for line in cli("formats").out.splitlines()]
    names = [name for name, _ in rows]
    assert {"chatgpt", "claude-code", "codex", "openai-chat", "markdown", "plain-text"} <= set(
        names
    )
    assert len(set(names)) == len(names)
    assert all(about.strip() for _, about in rows)


def test_version_is_the_packages(cli):
    import graphpack

    assert cli("--version").out == f"graphpack {graphpack.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_commands_and_options(shell, clean):
    import os
    import subprocess
    import sys
    from pathlib import Path

    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "_GRAPHPACK_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": "graphpack exp",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "graphpack exp",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = subprocess.run(
        [sys.executable, "-m", "graphpack"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "export" in done.stdout, done.stderr
