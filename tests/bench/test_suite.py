"""The benchmarks by name: what is read off their output, and what is said of a change."""

import json
import subprocess
import sys

import pytest

from tests.bench.conftest import BENCH, load

TABLE = """20 files
| what | seconds | to typer |
|---|---|---|
| --help | 0.120 | 1.30 |
| export of 20 turns | 1,204.5 | 97 % |
| `of which` | – | 2.00 x |

done
"""


@pytest.fixture(scope="module")
def figures():
    return load("figures")


@pytest.fixture
def suite(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", [*sys.path])
    module = load("suite")
    monkeypatch.setattr(module, "ACCEPTED", tmp_path / "accepted.json")
    return module


def test_numbers_of_a_table_are_named_by_row_and_column(figures):
    assert figures.figures_of(TABLE) == {
        "--help / seconds": 0.12,
        "--help / to typer": 1.3,
        "export of 20 turns / seconds": 1204.5,
        "export of 20 turns / to typer": 97.0,
        "of which / to typer": 2.0,
    }


def test_numbers_of_json_are_named_by_the_way_to_them(figures):
    rows = [{"name": "log", "kept": 0.5}, {"name": "diff", "kept": 1}]
    document = {"level": "summary", "rows": rows, "tail": [3, 4], "is_full": True}
    assert figures.figures_of(json.dumps(document)) == {
        "rows / log / kept": 0.5, "rows / diff / kept": 1.0, "tail / 0": 3.0, "tail / 1": 4.0,
    }  # fmt: skip


def test_what_moved_by_more_than_the_limit_is_told_with_its_share(figures):
    told = figures.moved({"a": 1.0, "b": 2.0, "c": 3.0}, {"a": 1.14, "b": 2.5, "d": 1.0})
    assert [str(each) for each in told] == [
        "b: 2.5, was 2 (+25%)", "c: is gone", "d: is new",
    ]  # fmt: skip
    assert figures.moved({"a": 0.0}, {"a": 0.0}) == ()
    assert str(figures.moved({"a": 0.0}, {"a": 1.0})[0]) == "a: 1, was 0"


def test_every_benchmark_names_a_script_and_a_page_that_are_there(suite):
    for one in suite.BENCHMARKS:
        for line in (one.small, one.full):
            assert (BENCH / line[0]).is_file(), one.name
        assert one.page is None or (BENCH.parent / one.page).is_file()


@pytest.fixture
def toy(suite, monkeypatch, tmp_path):
    """A benchmark that prints what a file says."""
    source = tmp_path / "told.txt"
    script = tmp_path / "toy.py"
    script.write_text(f"print(open({str(source)!r}).read())\n")
    one = suite.Benchmark("toy", "a toy", (str(script),), (str(script),), compared="to typer")
    needy = suite.Benchmark("needy", "needs", ("x.py", "{shared}/gold"), ("x.py", "{shared}"))
    monkeypatch.setattr(suite, "BENCHMARKS", (one, needy))
    return source


def test_a_ratio_is_held_against_the_accepted_run(suite, toy, capfd):
    toy.write_text(TABLE)
    assert suite.main(["toy", "--accept"]) == 0
    assert "warning" not in capfd.readouterr().err
    toy.write_text(TABLE.replace("1.30", "1.90").replace("0.120", "9.120"))
    assert suite.main(["toy", "--json"]) == 0
    out, err = capfd.readouterr()
    assert err.count("warning") == 1
    assert "--help / to typer: 1.9, was 1.3 (+46%)" in err
    assert json.loads(out)["results"]["toy"]["figures"]["--help / seconds"] == 9.12


def test_what_needs_the_shared_folder_is_left_out_aloud(suite, toy, capfd, tmp_path):
    toy.write_text(TABLE)
    assert suite.main(["--all", "--shared", str(tmp_path / "none")]) == 2
    assert "needy: left out: no folder" in capfd.readouterr().err


def test_a_name_that_is_none_is_guessed(suite, capfd):
    assert suite.main(["contxt"]) == 2
    assert "did you mean context?" in capfd.readouterr().err


def test_a_failing_benchmark_fails_the_run(suite, toy):
    assert suite.main(["toy"]) == 1  # its file is not there


def test_the_command_lists_them_in_a_checkout():
    done = subprocess.run(
        [sys.executable, "-m", "graphpack", "bench"],
        cwd=BENCH.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "startup " in done.stdout


def test_elsewhere_the_command_says_what_it_needs(tmp_path):
    from graphpack.cli.measuring import run_bench
    from graphpack.errors import UsageError

    with pytest.raises(UsageError, match="no checkout") as told:
        run_bench(("startup",), is_full=False, as_json=False, shared=None, root=tmp_path)
    assert "make bench" in told.value.hint


@pytest.fixture(scope="module")
def peers():
    return load("peers/set_up")


def test_every_peer_says_what_to_install_and_how_it_is_known_to_work(peers):
    for name, peer in peers.peers().items():
        assert peer["about"] and peer["install"] and peer["imports"], name
        assert all(any(sign in each for sign in "<=") for each in peer["install"]), name


def test_a_peer_that_cannot_be_set_up_is_told_and_the_next_is_tried(
    peers, tmp_path, monkeypatch, capsys
):
    told = {"one": {"imports": "x", "install": []}, "two": {"imports": "json", "install": []}}
    monkeypatch.setattr(peers, "peers", lambda: told)
    monkeypatch.setattr(peers, "_fails", lambda command: "no disk" if "import x" in command else "")
    (tmp_path / "two").mkdir()
    (tmp_path / "one").mkdir()
    assert peers.main(["--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "one: no disk\ntwo: ready\n"
    assert not (tmp_path / "one" / "ready").exists()
    assert peers.main(["three"]) == 2
