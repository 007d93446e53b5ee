"""``graphpack config``: what holds, where it is from, and writing one setting."""

import json
import tomllib

import pytest

from graphpack.cli.configuring import HIDDEN, edited


@pytest.fixture
def config(clean, tmp_path):
    path = tmp_path / "config" / "graphpack" / "config.toml"

    def write(text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    write.path = path
    return write


def test_each_value_says_where_it_is_from(cli, config, clean, monkeypatch):
    path = config("budget = 900\nretries = 1\n")
    (clean / ".graphpack.toml").write_text('mode = "readable"\nretries = 2\n')
    monkeypatch.setenv("GRAPHPACK_RETRIES", "3")
    shown = json.loads(cli("config", "show", "--json").out)
    assert shown["budget"] == {"value": 900, "from": f"{path}: budget"}
    assert shown["mode"] == {"value": "readable", "from": f"{clean / '.graphpack.toml'}: mode"}
    assert shown["retries"] == {"value": 3, "from": "GRAPHPACK_RETRIES"}
    assert shown["tokenizer"] == {"value": "o200k_base", "from": "default"}


def test_a_table_for_people_can_be_narrowed(cli, config):
    path = config("budget = 900\n")
    assert cli("config", "show", "--set").out.split() == ["budget", "900", f"{path}:", "budget"]
    assert cli("config", "show", "cap").out.split() == ["cap", "-", "default"]
    wrong = cli("config", "show", "budgte")
    assert (wrong.code, wrong.err) == (
        2, "error: budgte: not a setting\nhint: did you mean budget?\n",
    )  # fmt: skip


def test_keys_and_addresses_are_not_shown(cli, config):
    config('api_key = "zq81-mauve"\napi_base = "https://ann:mauve@models.example/v1"\n')
    ran = cli("config", "show")
    assert "mauve" not in ran.out + ran.err
    assert ran.out.count(HIDDEN) == 2
    assert "mauve" not in cli("config", "show", "--json").out


def test_the_path_is_the_users_own_file(cli, config):
    missing = cli("config", "path")
    assert missing.out == f"{config.path}\n"
    assert "config set" in missing.err
    config("")
    assert cli("config", "path").err == ""


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (["budget", "1500"], 1500),
        (["quiet", "true"], True),
        (["temperature", "none"], "none"),
        (["model", "offline"], "offline"),
        (["keep", "TODO", "a \"quoted\" word"], ["TODO", 'a "quoted" word']),
        (["max_cost_usd", "0.5"], 0.5),
        (["mode", "readable"], "readable"),
    ],
)  # fmt: skip
def test_what_is_set_is_read_back(cli, config, line, value):
    ran = cli("config", "set", *line)
    assert ran.code == 0, ran.err
    assert tomllib.loads(config.path.read_text())[line[0]] == value
    assert config.path.stat().st_mode & 0o077 == 0
    assert f"{config.path}: {line[0]}" in cli("config", "show", line[0]).out


def test_comments_and_order_stay_and_a_value_goes_again(cli, config):
    text = "# mine\nbudget = 900  # small\nretries = 1\n\n[compression]\n# less\nlevel = 'off'\n"
    config(text)
    cli("config", "set", "budget", "1500")
    cli("config", "set", "compression.level", "minimal")
    cli("config", "set", "cap", "2000")
    cli("config", "set", "compression.dedup", "false")
    assert config.path.read_text() == (
        "# mine\nbudget = 1500\nretries = 1\ncap = 2000\n\n"
        '[compression]\n# less\nlevel = "minimal"\ndedup = false\n'
    )
    for key in ("budget", "compression.level", "cap", "compression.dedup"):
        assert cli("config", "set", key).code == 0
    assert tomllib.loads(config.path.read_text()) == {"retries": 1, "compression": {}}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["budgte", "1"], "did you mean budget?"),
        (["budget", "many"], "--budget: "),
        (["budget", "0"], "greater than 0"),
        (["compression.levle", "off"], "--compression"),
        (["redact.level", "off"], "no table is called redact"),
        (["mode", "tiny"], "--mode: "),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(cli, config, line, said):
    config("retries = 1\n")
    ran = cli("config", "set", *line)
    assert ran.code == 2
    assert said in ran.err
    assert config.path.read_text() == "retries = 1\n"


def test_a_value_over_several_lines_is_left_to_a_person(cli, config):
    text = 'keep = [\n  "TODO",\n]\n'
    config(text)
    ran = cli("config", "set", "keep", "FIXME")
    assert ran.code == 2
    assert "by hand" in ran.err
    assert config.path.read_text() == text


def test_a_word_for_the_table_is_not_mixed_with_its_keys(cli, config):
    config('compression = "off"\n')
    assert cli("config", "set", "compression.level", "minimal").code == 2
    assert cli("config", "set", "compression", "minimal").code == 0
    shown = json.loads(cli("config", "show", "compression", "--json").out)
    assert shown["compression"]["value"]["level"] == "minimal"


def test_what_wins_over_the_file_is_told(cli, config, monkeypatch):
    monkeypatch.setenv("GRAPHPACK_BUDGET", "700")
    assert "GRAPHPACK_BUDGET sets it, too, and wins" in cli("config", "set", "budget", "900").err


def test_a_new_table_comes_last():
    assert (
        edited("a = 1\n", "compression", "level", "off")
        == 'a = 1\n\n[compression]\nlevel = "off"\n'
    )
    assert edited("", "compression", "level", "off") == '[compression]\nlevel = "off"\n'
    assert edited("", "", "budget", None) == ""


@pytest.mark.parametrize("word", ["default", "unset", "None"])
def test_who_wants_the_default_back_is_told_how(cli, clean, word):
    ran = cli("config", "set", "budget", word)
    assert ran.code == 2
    assert "hint: graphpack config set budget without a value goes back to the default" in ran.err
    assert "without a value" not in cli("config", "set", "budget", "many").err
