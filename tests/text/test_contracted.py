from __future__ import annotations

import pytest

from graphpack.merge.statement import statement
from graphpack.text import negations, without_contracted_no
from graphpack.text.lifting import bans


@pytest.mark.parametrize(
    "text",
    [
        "Os testes falham no servidor de produção.",
        "A chave da equipe está no cofre.",
        "No servidor de testes usamos uma fila.",
    ],
)
def test_a_portuguese_em_o_denies_nothing(text):
    assert negations(text) == 0
    assert statement(text).polarity == (False, False)
    assert not bans(text)
    assert len(without_contracted_no(text)) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "No uses Redis en el servidor.",
        "No caching for the price list.",
        "Ya no usamos la cola en el servidor.",
        "Não usamos a fila.",
    ],
)
def test_a_no_of_another_language_still_denies(text):
    assert negations(text) == 1
    assert statement(text).polarity[0]


def test_of_two_words_only_the_denial_counts():
    assert negations("Usamos o banco no servidor, não a fila.") == 1
