from __future__ import annotations

import os
import subprocess
import sys

import pytest

from graphpack.errors import CredentialsError, GraphpackError
from graphpack.extract.llm import keys
from graphpack.extract.llm.client import _litellm
from graphpack.extract.llm.keys import key_hint, known_keys, lacks_key, stand_in
from graphpack.extract.llm.options import ModelOptions
from tests.extract.replies import GOOD, WANTED, summaries
from tests.extract.server import failure, serving
from tests.extract.talks import ALONE, chunk, extractor
from tests.timing import HANGS_S

# what a shell has anyway
SHELL = {"HOME": "/home/ada", "PATH": "/usr/bin", "OPENAI_API_KEY": "", "EDITOR": "vi"}


@pytest.fixture(autouse=True)
def before_the_import(monkeypatch):
    """As in a program that has not imported litellm."""
    monkeypatch.setattr(keys, "_is_imported", lambda: False)


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/gpt-5", "OPENAI_API_KEY"),
        ("gpt-5", "OPENAI_API_KEY"),  # whose it is stands in litellm's table
        ("claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-pro", "GEMINI_API_KEY"),
        ("openrouter/openai/gpt-5", "OPENROUTER_API_KEY"),
    ],
)
def test_a_key_that_is_nowhere_is_missed_and_its_variable_named(model, variable):
    assert lacks_key(ModelOptions(model=model), SHELL)
    assert not lacks_key(ModelOptions(model=model), SHELL | {variable: "k"})
    assert key_hint(model).startswith(f"set {variable}, GRAPHPACK_API_KEY, or ")


@pytest.mark.parametrize(
    "options",
    [
        ModelOptions(model="ollama/qwen3"),
        ModelOptions(model="bedrock/some.model"),
        ModelOptions(model="nobody-knows-it"),
        ModelOptions(model="openai/gpt-5", api_key="k"),
        ModelOptions(model="openai/gpt-5", api_base="http://127.0.0.1:8080/v1"),
        ModelOptions(model="openai/gpt-5", extra={"extra_headers": {"x-token": "k"}}),
    ],
    ids=lambda options: options.model,
)
def test_no_key_is_demanded_where_one_may_come_from_elsewhere_or_none_is_needed(options):
    assert not lacks_key(options, SHELL)


def test_other_ways_to_say_who_one_is_are_left_to_the_provider():
    assert not lacks_key(ModelOptions(model="anthropic/m"), SHELL | {"ANTHROPIC_AUTH_TOKEN": "k"})
    assert not lacks_key(ModelOptions(model="openai/m"), SHELL | {"OPENAI_BASE_URL": "http://x"})
    assert not lacks_key(ModelOptions(model="gemini/m"), SHELL | {"GOOGLE_API_KEY": "k"})


def test_without_a_key_litellm_is_not_even_imported():
    code = """
import sys
from tests.extract.talks import ALONE, chunk, extractor
from graphpack.errors import CredentialsError
made = extractor(model="openai/gpt-5", api_key=None)
made.preload()
try:
    made.extract(chunk(), ALONE)
except CredentialsError as error:
    print(error, "|", error.hint, "|", "litellm" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        env={},
        check=True,
    )
    said, hint, is_imported = done.stdout.split(" | ")
    assert said == "openai/gpt-5: no key is set"
    assert "OPENAI_API_KEY" in hint
    assert is_imported.strip() == "False"


def test_a_server_of_ones_own_is_asked_without_a_key(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    with serving(GOOD) as server:
        graph = extractor(model="openai/own", api_base=server.base, api_key=None).extract(
            chunk(), ALONE
        )
    assert summaries(graph) == WANTED
    assert server.headers[0]["authorization"] == f"Bearer {keys.NO_KEY}"


def test_a_key_that_is_set_goes_to_a_server_of_ones_own():
    options = ModelOptions(model="openai/own", api_base="http://127.0.0.1:1/v1")
    assert stand_in(options, SHELL) == keys.NO_KEY
    assert stand_in(options, {"OPENAI_API_KEY": "k"}) is None
    assert stand_in(ModelOptions(model="openai/own"), SHELL) is None


def test_a_refused_key_says_where_another_is_set(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    refusal = failure(401, "Incorrect API key provided")
    with serving(refusal) as server, pytest.raises(CredentialsError) as caught:
        extractor(api_base=server.base).extract(chunk(), ALONE)
    assert "OPENAI_API_KEY" in str(caught.value.hint)


def test_the_variables_are_those_that_litellm_asks_for(monkeypatch):
    litellm = _litellm()
    beginnings = tuple({each for names in keys._KEYS.values() for each in names})
    for name in [name for name in os.environ if name.startswith(beginnings)]:
        monkeypatch.delenv(name)
    for provider, (variable, *_) in keys._KEYS.items():
        said = litellm.validate_environment(model=f"{provider}/model")
        assert not said["keys_in_environment"], provider
        with monkeypatch.context() as patch:
            patch.setenv(variable, "k")
            assert litellm.validate_environment(model=f"{provider}/model")["keys_in_environment"], (
                f"{provider}: {said['missing_keys']}"
            )


def test_a_key_from_the_environment_is_not_said_again_whatever_it_looks_like(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "harbour gateway seven")
    refusal = failure(400, "no team has the key harbour gateway seven")
    with serving(refusal) as server, pytest.raises(GraphpackError) as caught:
        extractor(api_base=server.base, api_key=None).extract(chunk(), ALONE)
    assert "no team has the key" in str(caught.value)
    assert "gateway" not in str(caught.value)


def test_of_two_keys_the_longer_one_is_hidden_whole():
    options = ModelOptions(model="openai/own", api_key="harbour")
    found = known_keys(
        options, {"X_API_KEY": "harbour-seven", "CI_TOKEN": "ci", "PATH": "/usr/bin"}
    )
    assert found == ("harbour-seven", "harbour")
    assert known_keys(ModelOptions(model="openai/own", api_key=keys.NO_KEY), {}) == ()
