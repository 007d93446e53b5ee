"""What a person takes back stands as given up, and what came instead stands alone."""

from __future__ import annotations

from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings


def lines(*said):
    """The summaries of a talk's pack: what holds, and what was given up."""
    messages = tuple(
        Message(at, Role.USER if at % 2 == 0 else Role.ASSISTANT, (Text(text),))
        for at, text in enumerate(said)
    )
    talk = Conversation("c", None, ConversationSource("c", "messages"), messages)
    nodes = list(pack(talk, Settings(budget=1200, cap=1200)).graph.walk())
    gone = [node.summary for node in nodes if node.status == "abandoned"]
    return " | ".join(n.summary for n in nodes if n.status != "abandoned"), " | ".join(gone)


def test_a_revert_stands_and_the_switch_is_given_up():
    held, gone = lines(
        "The loaves of the bakery stay pale.",
        "Let's switch the oven to convection.",
        "Let's do that, switch to convection.",
        "Done.",
        "Still pale, so it was not the heat.",
        "I'll revert the oven change.",
        "Yes please revert the oven change, I want the old crust.",
    )
    assert "revert the oven change" in held
    assert "switch to convection" in gone
    assert "revert" not in gone


def test_ein_rueckgaengig_hebt_den_wechsel_auf():
    held, gone = lines(
        "Die Brote bleiben blass.",
        "Stell den Ofen auf Umluft um.",
        "Gut, wechseln wir beim Ofen auf Umluft.",
        "Ist gemacht.",
        "Bitte mach die Umstellung beim Ofen wieder rückgängig.",
        "Ist gemacht.",
    )
    assert "rückgängig" in held
    assert "wechseln wir" in gone


OFFER = "Options: 1. rent a tent; 2. book the barn; 3. wait for June."


def test_the_option_that_was_picked_last_is_the_decision():
    held, gone = lines(
        "Where do we hold the fair if it rains?",
        OFFER,
        "I'd go with option 1, it's quick.",
        "Fine, I'll ask for a quote.",
        "The lawn is too soft for pegs. So no tent, we do option 2 instead.",
        "All right.",
    )
    assert "chose: book the barn" in held
    assert "chose: rent a tent" in gone
    assert "wait for June" not in held + gone


def test_die_zuletzt_gewaehlte_variante_gilt():
    held, gone = lines(
        "Wo feiern wir bei Regen?",
        "Varianten: 1. ein Zelt mieten; 2. die Scheune nehmen.",
        "Ich nehme Variante 1.",
        "Gut, ich frage nach dem Preis.",
        "Der Rasen ist zu weich. Dann lieber Variante 2.",
        "In Ordnung.",
    )
    assert "die Scheune nehmen" in held
    assert "ein Zelt mieten" in gone


def test_a_word_on_another_option_changes_no_choice():
    held, gone = lines(
        "Where do we hold the fair if it rains?",
        OFFER,
        "I'd go with option 1, renting it.",
        "Fine, I'll ask for a quote.",
        "Option 2 would have cost more, I think.",
        "It would.",
    )
    assert "chose: rent a tent" in held
    assert not gone


def test_a_corrected_number_is_told_with_what_it_is():
    held, gone = lines(
        "We bake for the fair on Sunday.",
        "How many trays?",
        "Actually raise the tray count to 200.",
        "With 200 the oven runs until four.",
        "Too long. Make it 120 then.",
        "Fine.",
    )
    assert "Make it 120 then" in held
    assert "was: Actually raise the tray count" in held
    assert "tray count to 200" in gone


OWN = "We need a place for the fair if it rains. Options: 1. a tent; 2. the barn; 3. wait for June."


def test_of_ones_own_list_the_option_is_told_by_its_words():
    held, gone = lines(
        OWN,
        "A tent is quick to get, the barn keeps dry, and June is far off.",
        "Let's go with option 1.",
        "Fine, I'll ask for a quote.",
        "The lawn is too soft for pegs. Actually option 2 after all.",
        "All right.",
    )
    assert "User chose: the barn" in held
    assert "User chose: a tent" in gone


def test_between_ones_own_list_and_an_offer_of_the_same_label_nothing_is_guessed():
    held, _ = lines(
        OWN,
        "Rather this. Options: 1. the school; 2. the station hall; 3. the gym.",
        "Who has the keys of the gym?",
        "The caretaker has them, Mondays to Fridays.",
        "Let's go with option 2.",
        "All right.",
    )
    assert "chose: the barn" not in held
