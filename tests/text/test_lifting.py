from __future__ import annotations

import pytest

from graphpack.text.lifting import is_emphatic, lifts

LIFTED = [
    ("OK, do upgrade Django to 5.1 now.", "Please don't upgrade Django before the audit."),
    (
        "Let's cache the price list after all, for 60 seconds.",
        "And no caching for the price list, ever.",
    ),
    ("Do retry them, but at most 3 times.", "Don't retry uploads automatically."),
    ("We do want a band after all, a small jazz trio.", "No band, only a playlist."),
    ("Let's rent a tent after all.", "We don't want a tent, the terrace is enough."),
    ("OK, refund one month now.", "Don't refund anything yet."),
    ("And write the clock skew test after all, QA asked.", "3: skip the test."),
    ("Security wants it out today, so merge it now.", "Don't merge before Friday."),
    ("Also nehmen wir das Netz doch mit.", "Wir nehmen das Netz nicht mit."),
    ("Na gut, dann doch Bier, einen Kasten.", "Aber kein Bier, die Kinder sind dabei."),
    ("Actualiza Laravel a la 11 ahora, después de todo.", "No actualices Laravel todavía."),
    ("老板说还是要接支付宝。", "支付只用微信支付,不要接支付宝。"),
    ("现在升级到 Vue 3 吧,老版本不维护了。", "先不要升级 Vue。"),
    ("Upgrade the driver now.", "Don't upgrade the driver yet."),
    ("Upgrade the driver to 8.2.", "Don't upgrade the driver until the freeze is over."),
    ("OK, translate the help pages after all.", "Never translate the help pages."),
    ("Mach das Logging jetzt doch an.", "Mach das Logging nicht an."),
    ("On ajoute finalement la pagination.", "N'ajoute pas la pagination."),
    ("Enviem os lembretes por SMS afinal.", "Não enviem lembretes por SMS."),
    ("Aggiungi la barra laterale, alla fine.", "Non aggiungere la barra laterale."),
    ("Всё-таки обнови драйвер.", "Не обновляй драйвер."),
    (
        "And upgrade paho to 2.1.0 now after all, the harvest is over.",
        "Don't upgrade paho before the harvest.",
    ),
    ("Let's do the dark mode after all.", "Skip the dark mode for now."),
]

KEPT = [
    ("Let's cache the product list after all.", "No caching for the price list."),
    ("Use Redis for the job queue after all.", "Don't use Redis for sessions."),
    ("Django is at 4.2 now.", "Don't upgrade Django."),
    ("Do email the suppliers after all.", "Don't email the customers."),
    ("Should we upgrade Django after all?", "Don't upgrade Django."),
    ("We could cache it after all.", "Don't cache it."),
    ("Cache it only for guests after all.", "No caching of the cart."),
    ("Don't upgrade Django after all.", "Don't upgrade Flask."),
    ("Upgrade Flask after all.", "Don't upgrade Django."),
    ("merge the docs branch now.", "Don't merge before Friday."),
    ("All tests pass now.", "Don't skip the tests."),
    ("Write the tests again.", "Don't rewrite the parser."),
    ("Add logging to the worker now.", "Don't add a dependency."),
    ("Let's buy the red chairs after all.", "No chairs in the hall."),
    ("Do the migration on Sunday.", "Don't do the deployment on Sunday."),
]


@pytest.mark.parametrize(("newer", "older"), LIFTED)
def test_what_was_forbidden_and_is_ordered_now_is_lifted(newer, older):
    assert lifts(newer, older)
    assert not lifts(older, newer)


@pytest.mark.parametrize(("newer", "older"), KEPT)
def test_an_order_stands_where_nobody_orders_just_what_it_forbade(newer, older):
    assert not lifts(newer, older)


def test_a_do_before_a_verb_insists_and_before_a_noun_does_not():
    assert is_emphatic("OK, do retry them.")
    assert not is_emphatic("Do the migration on Sunday.")
    assert not is_emphatic("What do you think?")
