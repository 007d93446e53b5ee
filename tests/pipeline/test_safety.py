"""No secret leaves the chain: not by a model's answer, not in evidence, not in the last form."""

from __future__ import annotations

import pytest

from graphpack.errors import RedactionError
from graphpack.extract.llm.extractor import ModelExtractor
from graphpack.extract.llm.options import ModelOptions
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.pipeline.safety import policy_of, seal
from graphpack.redact import Policy, Vault
from graphpack.settings import Settings
from tests.fakes import FakeModel, item, nodes

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "sk-proj-" + "Qw3rTy7uIo9pAs2dFg5hJk8lZx4cVb6n"
SAID = f"We decided to deploy with the token {KEY} from the build server."


def talk():
    rows = [
        (Role.USER, SAID),
        (Role.ASSISTANT, "Understood, the build server deploys from now on."),
    ]
    messages = tuple(Message(index, role, (Text(text),)) for index, (role, text) in enumerate(rows))
    return Conversation(
        "c1", f"deploy {KEY}", ConversationSource("talk.json", "openai-chat"), messages
    )


def asked(reply, **settings):
    client = FakeModel([reply])
    options = ModelOptions(model="openai/fake")
    extractor = ModelExtractor(options, count=len, client=client, sleep=lambda _: None)
    return pack(talk(), Settings(sources=True, **settings), extractor=extractor), client


def test_a_model_is_not_asked_with_a_secret_and_its_own_is_not_written():
    quote = "We decided to deploy with the token ⟨secret:github-token:1⟩ from the build server."
    reply = nodes(item(1, 0, quote, s=f"Deploy with {OTHER}"), description=f"uses {OTHER}")
    made, client = asked(reply)
    assert KEY not in repr(client.prompts)
    assert "⟨secret:github-token:1⟩" in repr(client.prompts)
    for text in (made.text, repr(made.graph), repr(made.report)):
        assert KEY not in text
        assert OTHER not in text


@pytest.mark.parametrize("mode", ["compact", "readable"])
def test_no_form_of_a_pack_holds_a_secret(mode):
    made = pack(talk(), Settings(mode=mode, sources=True))
    assert KEY not in made.text + repr(made.graph)
    assert "⟨secret:github-token:1⟩" in made.text


def test_the_form_to_paste_holds_no_secret():
    assert KEY not in pack(talk(), Settings(paste=True)).text


def test_off_is_asked_for_and_done():
    assert KEY in pack(talk(), Settings(redact="off")).text


def test_what_came_together_only_in_the_last_form_is_hidden_there():
    vault = Vault()
    assert seal(f'{{"a": "{KEY}"}}', Policy(), vault, name="pack") == (
        '{"a": "⟨secret:github-token:1⟩"}'
    )


def test_what_cannot_be_hidden_without_breaking_the_form_is_not_written():
    # the form's own quotes and braces are inside of what was found
    broken = (
        '{"token": {"a' + KEY + '": "-----BEGIN PRIVATE KEY-----", "b": "' + "Ab1+" * 30 + '"}}'
    )
    with pytest.raises(RedactionError) as caught:
        seal(broken, Policy(), Vault(), name="pack")
    assert caught.value.exit_code == 30
    assert KEY not in str(caught.value)
    assert "private-key" in str(caught.value)


def test_settings_become_a_policy(tmp_path):
    settings = Settings(redact="all", redact_allow=("x",), redact_rules=str(tmp_path / "r.toml"))
    assert policy_of(settings) == Policy("all", ("x",), tmp_path / "r.toml")
