"""A wrong command line: what it is told, and what was probably meant."""

import pytest

from graphpack.cli.guessing import nearest


@pytest.mark.parametrize(
    ("line", "error", "hint"),
    [
        ("exprot a.json", "exprot: no such command", "did you mean export?"),
        ("zzzz", "zzzz: no such command", "graphpack --help lists them"),
        ("timeline berths", "timeline: no such command", "did you mean archive timeline?"),
        ("config shwo", "shwo: no such command", "did you mean show?"),
        ("--vresion", "--vresion: graphpack has no such option", "did you mean --version?"),
        ("export --quite", "--quite: graphpack export has no such option", "did you mean --quiet?"),
        ("export --hlep", "--hlep: graphpack export has no such option", "did you mean --help?"),
        ("verify --strict", "--strict: graphpack verify has no such option",
         "graphpack verify --help lists them"),
        ("diff --jsno", "--jsno: graphpack diff has no such option", "did you mean --json?"),
        ("export --zzz", "--zzz: graphpack export has no such option",
         "graphpack export --help lists them"),
        ("read a --to markdwn", "--to: markdwn is none of its values", "did you mean markdown?"),
        ("compress --type logs", "--type: logs is none of its values", "did you mean log?"),
        ("cache empty", "ACTION: empty is none of its values", "one of path, size, clear"),
        ("convert", "missing argument 'FILE'", "graphpack convert --help"),
        ("verify a b c", "got unexpected extra argument(s) (c)", "graphpack verify --help"),
    ],
)  # fmt: skip
def test_what_is_wrong_and_what_was_meant_are_two_lines(cli, line, error, hint):
    ran = cli(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"error: {error}\nhint: {hint}\n"


def test_a_format_that_nearly_has_a_name_is_guessed(cli, garden):
    ran = cli("export", "garden.json", "--format", "clade-code")
    assert ran.code == 2
    assert "hint: did you mean claude-code" in ran.err


def test_a_number_that_is_none_names_its_flag(cli):
    ran = cli("export", "a.json", "--budget", "many")
    assert ran.code == 2
    assert ran.err.startswith("error: invalid value for '--budget': ")
    assert ran.err.endswith("hint: graphpack export --help\n")


def test_nothing_at_all_shows_the_help(cli):
    ran = cli()
    assert ran.code == 2
    assert "Usage: graphpack" in ran.out + ran.err
    assert "hint:" not in ran.err


def test_what_is_near_is_named_once_and_the_closest_first():
    assert nearest("readble", ["compact", "readable", "unreadable"]) == ("readable", "unreadable")
    assert nearest("log", ["catalog", "log"]) == ("log", "catalog")
    assert nearest("q", ["quiet"]) == ()
