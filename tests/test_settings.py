"""Where a setting comes from, which origin wins, and what is refused."""

import datetime as dt
from pathlib import Path

import pytest
from pydantic import ValidationError

from graphpack import tokens
from graphpack.errors import UsageError
from graphpack.settings import Settings, load


@pytest.fixture
def places(tmp_path):
    """Write the user's and a project's file; load from a folder two below the project."""
    folder = tmp_path / "project" / "src" / "deep"
    folder.mkdir(parents=True)
    user = tmp_path / "user" / "config.toml"
    user.parent.mkdir()

    def run(arguments=None, *, user_text="", project_text=None, environment=None):
        user.write_text(user_text, encoding="utf-8")
        if project_text is not None:
            (tmp_path / "project" / ".graphpack.toml").write_text(project_text, encoding="utf-8")
        return load(arguments, environment=environment, folder=folder, user_file=user)

    return run


def test_defaults_are_offline_and_compact(places):
    settings = places()
    assert settings == Settings()
    assert settings.model is None
    assert settings.mode == "compact"
    assert settings.tokenizer == tokens.DEFAULT


def test_each_origin_beats_the_ones_below_it(places):
    origins = {
        "user_text": "budget = 100",
        "project_text": "budget = 200",
        "environment": {"GRAPHPACK_BUDGET": "300"},
        "arguments": {"budget": 400},
    }
    given = {}
    for expected, origin in zip((100, 200, 300, 400), origins, strict=True):
        given[origin] = origins[origin]
        assert places(**given).budget == expected


def test_origins_are_joined_key_by_key(places):
    settings = places(
        {"mode": "readable", "budget": None},
        user_text='tokenizer = "cl100k_base"',
        project_text="budget = 900\nkeep = ['licence', 'no Redis']",
        environment={"GRAPHPACK_CAP": "1000", "GRAPHPACK_SOURCES": "yes", "PATH": "/bin"},
    )
    assert settings.mode == "readable"
    assert settings.tokenizer == "cl100k_base"
    assert (settings.budget, settings.cap) == (900, 1000)
    assert settings.keep == ("licence", "no Redis")
    assert settings.sources is True


def test_a_providers_key_in_the_environment_selects_nothing(places):
    environment = {"OPENAI_API_KEY": "sk-made-up", "ANTHROPIC_API_KEY": "x", "OPENAI_BASE_URL": "y"}
    assert places(environment=environment) == Settings()


def test_model_is_selected_by_flag_variable_or_file(places):
    assert places({"model": "a/b"}).model == "a/b"
    assert places(environment={"GRAPHPACK_MODEL": "a/b"}).model == "a/b"
    assert places(user_text='model = "a/b"').model == "a/b"
    assert places(project_text='model = "a/b"').model == "a/b"


@pytest.mark.parametrize("word", ["offline", ""])
def test_a_model_of_the_settings_can_be_switched_off_for_a_run(places, word):
    assert places({"model": word}, user_text='model = "a/b"').model is None


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [("buget = 1", "budget"), ("Mode = 'compact'", "mode"), ("tokeniser = 'x'", "tokenizer")],
)
def test_unknown_key_of_a_file_names_file_and_key_and_a_guess(places, text, suggestion):
    with pytest.raises(UsageError) as caught:
        places(project_text=text)
    assert ".graphpack.toml" in str(caught.value)
    assert text.split()[0] in str(caught.value)
    assert caught.value.hint == f"did you mean {suggestion}?"


def test_unknown_key_without_a_likely_meaning_lists_the_known(places):
    with pytest.raises(UsageError) as caught:
        places(user_text="zzz = 1")
    assert "config.toml: zzz" in str(caught.value)
    assert "tokenizer" in caught.value.hint


def test_unknown_variable_is_an_error_too(places):
    with pytest.raises(UsageError, match="GRAPHPACK_MODLE") as caught:
        places(environment={"GRAPHPACK_MODLE": "x/y"})
    assert caught.value.hint == "did you mean GRAPHPACK_MODE or GRAPHPACK_MODEL?"


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"arguments": {"budget": -1}}, "--budget: -1"),
        ({"arguments": {"read_tokens": "x"}}, "--read-tokens: "),
        ({"environment": {"GRAPHPACK_BUDGET": "many"}}, "GRAPHPACK_BUDGET: "),
        ({"environment": {"SOURCE_DATE_EPOCH": "soon"}}, "SOURCE_DATE_EPOCH: "),
        ({"project_text": "mode = 'tiny'"}, ".graphpack.toml: mode: "),
    ],
)
def test_a_bad_value_names_its_origin(places, given, where):
    with pytest.raises(UsageError) as caught:
        places(**given)
    assert where in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        {"user_text": "mode = 'Zq7-pLm2-Xx9'"},
        {"user_text": "budget = 'Zq7-pLm2-Xx9'"},
        {"user_text": "compression = 'Zq7-pLm2-Xx9'"},
        {"user_text": "'Zq7-pLm2-Xx9' = 1"},
        {"user_text": "mode = Zq7-pLm2-Xx9"},
        {"user_text": "[Zq7-pLm2-Xx9]\n[Zq7-pLm2-Xx9]\n"},
        {"project_text": "keep = 'Zq7-pLm2-Xx9'"},
        {"environment": {"GRAPHPACK_BUDGET": "Zq7-pLm2-Xx9"}},
        {"environment": {"GRAPHPACK_ZQ7-PLM2-XX9": "Zq7-pLm2-Xx9"}},
        {"environment": {"GRAPHPACK_REDACT": "Zq7-pLm2-Xx9"}},
        {"arguments": {"now": "Zq7-pLm2-Xx9"}},
    ],
)
def test_what_stands_in_a_wrong_place_is_not_said(places, given):
    with pytest.raises(UsageError) as caught:
        places(**given)
    assert "zq7-plm2-xx9" not in f"{caught.value} {caught.value.hint}".casefold()


def test_a_key_is_never_shown(places):
    with pytest.raises(UsageError) as caught:
        places(user_text="api_key = 12345678")
    assert "12345678" not in str(caught.value)
    assert "made-up" not in repr(Settings(api_key="made-up"))


def test_a_file_that_is_not_toml_is_named(places):
    with pytest.raises(UsageError, match=r"\.graphpack\.toml: not TOML"):
        places(project_text="budget = = 3")


def test_a_file_that_cannot_be_read_is_named(places, tmp_path):
    (tmp_path / "project" / ".graphpack.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read"):
        places()


@pytest.mark.parametrize(
    "text",
    [
        "api_base = 'http://x'",
        "api_key = 'k'",
        "tokenizer = 'module:function'",
        "compression = {metrics = 'x'}",
    ],
)
def test_a_projects_file_cannot_redirect_a_conversation_nor_run_code(places, text):
    with pytest.raises(UsageError, match="not taken from a project's file"):
        places(project_text=text)
    key = text.split()[0]
    assert getattr(places(project_text="", user_text=text), key) is not None


def test_nearest_project_file_wins_alone(places, tmp_path):
    (tmp_path / "project" / "src" / ".graphpack.toml").write_text("cap = 700")
    settings = places(project_text="budget = 200\ncap = 500")
    assert (settings.budget, settings.cap) == (None, 700)


def test_budget_above_cap_names_both_origins(places):
    with pytest.raises(UsageError) as caught:
        places({"budget": 900}, environment={"GRAPHPACK_CAP": "800"})
    assert "--budget: 900" in str(caught.value)
    assert "GRAPHPACK_CAP" in str(caught.value)


@pytest.mark.parametrize(
    ("environment", "arguments", "expected"),
    [
        ({"SOURCE_DATE_EPOCH": "86400"}, None, dt.datetime(1970, 1, 2, tzinfo=dt.UTC)),
        ({}, {"now": "2026-05-01T12:00:00+02:00"}, dt.datetime(2026, 5, 1, 10, tzinfo=dt.UTC)),
        ({}, {"now": "2026-05-01T12:00:00"}, dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)),
        (
            {"SOURCE_DATE_EPOCH": "1", "GRAPHPACK_NOW": "2026-05-01"},
            None,
            dt.datetime(2026, 5, 1, tzinfo=dt.UTC),
        ),
    ],
)
def test_now_is_utc_whatever_it_came_as(places, environment, arguments, expected):
    now = places(arguments, environment=environment).now
    assert now == expected
    assert now.utcoffset() == dt.timedelta(0)


def test_settings_are_frozen_and_closed():
    with pytest.raises(ValidationError):
        Settings().budget = 3
    with pytest.raises(ValidationError):
        Settings(bugdet=3)


def test_without_a_folder_no_project_file_is_read(tmp_path, monkeypatch):
    (tmp_path / ".graphpack.toml").write_text("budget = 3")
    monkeypatch.chdir(tmp_path)
    assert load(user_file=Path(tmp_path / "none.toml")).budget is None


@pytest.mark.parametrize("now", ["9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00+05:00"])
def test_a_time_outside_the_calendar_is_refused(places, now):
    with pytest.raises(UsageError, match=r"--now: .*outside the years"):
        places({"now": now})


def test_compression_is_a_table_or_its_level_alone(places):
    assert places().compression.level == "summary"
    assert places(environment={"GRAPHPACK_COMPRESSION": "off"}).compression.level == "off"
    assert places({"compression": "minimal"}).compression.level == "minimal"
    table = "[compression]\nlevel = 'auto'\ntoken_budget = 9000\ncaps = {log = 'off'}"
    found = places(project_text=table).compression
    assert (found.level, found.token_budget, found.caps) == ("auto", 9000, {"log": "off"})


def test_a_word_for_compression_leaves_the_rest_of_a_table_below(places):
    found = places(
        user_text="[compression]\nlevel = 'aggressive'\ndedup = false",
        project_text="[compression]\nstaleness_window = 9",
        environment={"GRAPHPACK_COMPRESSION": "off"},
    ).compression
    assert (found.level, found.dedup, found.staleness_window) == ("off", False, 9)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("compression = 'tiny'", "compression: "),
        ("[compression]\ntoken_budget = 0", "compression.token_budget: 0"),
        ("[compression]\nlevle = 'off'", "compression.levle: "),
        ("[compression]\ncaps = {log = 'most'}", "compression.caps.log: "),
        ("compression = 3", "compression: 3"),
    ],
)
def test_a_bad_table_of_compression_names_the_key(places, text, where):
    with pytest.raises(UsageError) as caught:
        places(user_text=text)
    assert where in str(caught.value)


@pytest.mark.parametrize(
    ("word", "level"), [("on", "aggressive"), ("off", "off"), ("summary", "summary")]
)
def test_compression_can_be_switched_on_and_off_by_a_word(places, word, level):
    table = "[compression]\nlevel = 'aggressive'"
    found = places(user_text=table, environment={"GRAPHPACK_COMPRESSION": word})
    assert found.compression.level == level
    assert places(environment={"GRAPHPACK_COMPRESSION": "on"}).compression.level == "summary"
    assert places(user_text="compression = false").compression.level == "off"
    assert places(user_text="compression = true").compression.level == "summary"
