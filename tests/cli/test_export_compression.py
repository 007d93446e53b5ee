"""``graphpack export --compression``: what a model is sent, and the records of it."""

import json

import pytest

from graphpack.extract.llm.extractor import ModelExtractor
from graphpack.extract.llm.options import ModelOptions
from tests.compress import outputs
from tests.fakes import FakeModel, item, nodes

SAID = "Gauges report in metres. Never change gauge 7 without asking the harbour master first."


@pytest.fixture
def session(clean, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    call = {"id": "1", "type": "function", "function": {"name": "run", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": SAID},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": outputs.LOG},
        {"role": "user", "content": "Thank you, that is all for today."},
    ]
    path = clean / "session.json"
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    return path


@pytest.fixture
def model(monkeypatch):
    fake = FakeModel([nodes(item(1, 0, "Gauges report in metres."))])

    def extractor_of(settings, *, count, answers):
        return ModelExtractor(ModelOptions("openai/any"), count=count, client=fake)

    monkeypatch.setattr("graphpack.cli.asking.extractor_of", extractor_of)
    return fake


def sent(model):
    return model.prompts[-1][1]["content"]


def test_the_default_shortens_and_the_flag_and_the_variable_switch_it_off(
    cli, session, model, monkeypatch
):
    assert cli("export", session, "--model", "openai/any").code == 0
    assert "gauge 7 is offline" in sent(model)
    assert outputs.LOG not in sent(model)
    assert cli("export", session, "--model", "openai/any", "--compression", "off").code == 0
    assert outputs.LOG.splitlines()[40] in sent(model)
    monkeypatch.setenv("GRAPHPACK_COMPRESSION", "off")
    assert cli("export", session, "--model", "openai/any").code == 0
    assert outputs.LOG.splitlines()[40] in sent(model)
    ran = cli("export", session, "--model", "openai/any", "--compression", "minimal")
    assert ran.code == 0
    assert outputs.LOG.splitlines()[40] not in sent(model)


def test_it_is_told_and_is_no_loss(cli, session, model):
    ran = cli("export", session, "--model", "openai/any", "--fail-on-notice")
    assert ran.code == 0
    assert "left out of tool output and pasted dumps" in ran.err


def test_metrics_of_an_export_are_added_and_summed_up(cli, session, model, clean):
    for _ in range(2):
        ran = cli("export", session, "--model", "openai/any", "--metrics", "m.jsonl")
        assert ran.code == 0
    lines = [json.loads(line) for line in (clean / "m.jsonl").read_text().splitlines()]
    assert [(line["tool"], line["kind"], line["texts"]) for line in lines] == [
        ("export", "log", 1)
    ] * 2
    assert lines[0]["compressed_tokens"] < lines[0]["raw_tokens"]
    found = json.loads(cli("stats", "m.jsonl", "--json").out)
    assert found["kinds"]["log"]["texts"] == 2


def test_an_offline_export_shortens_nothing_and_records_nothing(cli, session, clean):
    assert cli("export", session, "--metrics", "m.jsonl").code == 0
    path = clean / "m.jsonl"
    assert not path.exists() or not path.read_text()


def test_a_level_that_does_not_exist_is_refused(cli, session):
    assert cli("export", session, "--compression", "auto").code == 2
    assert cli("export", session, "--compression", "tiny").code == 2
