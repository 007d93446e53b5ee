"""Changes of mind that were written after the rules were done, in other wordings and domains.

Nothing was tuned on them before their figures were taken; see ``planted`` for the notation.
"""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "out-of-the-window",
        """D: We film the interviews with the Canon.
        a: Batteries are charged.
        D: The Canon idea is off, we film the interviews with a phone.""",
        (2, 0),
    ),
    case(
        "hate-it",
        """D: The bakery logo is set in Futura.
        a: Drafted.
        D: I hate how Futura looks on the bags. Set the bakery logo in Garamond.""",
        (2, 0),
    ),
    case(
        "swap",
        """D: Serve the soup with rye bread.
        a: Rye it is.
        D: Swap the rye bread for focaccia.""",
        (2, 0),
    ),
    case(
        "lets-do-y-rather",
        """D: The reading group meets at Nadia's flat.
        a: Sofas for eight.
        D: Let's rather do the reading group at the tea house.""",
        (2, 0),
    ),
    case(
        "x-wont-work",
        """D: Glue the model with epoxy.
        a: Cure time is a day.
        D: Epoxy won't work on the foam. Use wood glue for the model.""",
        (2, 0),
    ),
    case(
        "nope",
        """D: Print the poster on A2.
        a: A2 quotes requested.
        D: Nope, A1 for the poster.""",
        (2, 0),
    ),
    case(
        "stick-with-old",
        """D: We heat the workshop with the pellet stove.
        a: Fine.
        D: Change the workshop heating from the pellet stove to infrared panels.
        a: Ordered.
        D: Infrared is too dear, we stick with the pellet stove after all.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "time-shifted",
        """F: The night train leaves at 21:40.
        a: Good.
        F: Correction: the night train leaves at 20:55.""",
        (2, 0),
    ),
    case(
        "person-changed",
        """F: Oskar leads the excavation.
        a: Noted.
        F: Oskar no longer leads the excavation, Mirela took over.""",
        (2, 0),
    ),
    case(
        "limit-lifted",
        """D: Cap the upload size at 20 MB.
        a: Set.
        D: Raise the upload cap to 50 MB.""",
        (2, 0),
    ),
    case(
        "unsubscribe",
        """D: Subscribe the lab to the Helix mailing list.
        a: Subscribed.
        D: Please take the lab off the Helix mailing list again.""",
        (2, 0),
    ),
    case(
        "undo-rename",
        """D: Call the parrot module Polly.
        a: Renamed.
        D: Don't call the parrot module Polly, call it Ara.""",
        (2, 0),
    ),
    case(
        "chain-of-four-places",
        """D: The reunion is in Porto.
        a: Lovely.
        D: Not Porto, the reunion is in Ghent.
        a: OK.
        D: Ghent is fully booked, so the reunion moves to Lyon.
        a: OK.
        D: Instead of Lyon, hold the reunion in Trieste.""",
        (2, 0),
        (4, 2),
        (6, 4),
    ),
    case(
        "switch-with-reason-first",
        """D: The choir app stores recordings on Backblaze.
        a: Bucket made.
        D: Since Backblaze has no servers in Chile, we store the recordings on Wasabi instead.""",
        (2, 0),
    ),
    case(
        "never-again",
        """D: Order the tiles from Petrakis.
        a: Sent.
        D: We are done with Petrakis; order the tiles from Solana.""",
        (2, 0),
    ),
    case(
        "de-lassen-wir",
        """D: Die Website machen wir mit Joomla.
        a: Gut.
        D: Joomla lassen wir sein, die Website machen wir mit Kirby.""",
        (2, 0),
    ),
    case(
        "fr-plutot",
        """D: Le gâteau sera au chocolat.
        a: Parfait.
        D: Plutôt un gâteau au citron, pas au chocolat.""",
        (2, 0),
    ),
    case(
        "es-nada-de",
        """D: El viaje lo hacemos en tren.
        a: Vale.
        D: Nada de tren, el viaje lo hacemos en autobús.""",
        (2, 0),
    ),
    case(
        "pt-desistimos",
        """D: O casamento vai ser na Quinta do Lago.
        a: Certo.
        D: Desistimos da Quinta do Lago, o casamento vai ser na praia.""",
        (2, 0),
    ),
    case(
        "it-cambiato-idea",
        """D: Il corso lo teniamo al Circolo Verdi.
        a: Bene.
        D: Abbiamo cambiato idea: il corso lo teniamo in biblioteca, non al Circolo Verdi.""",
        (2, 0),
    ),
    case(
        "ru-luchshe",
        """D: Сервер ставим на Debian.
        a: Хорошо.
        D: Нет, лучше поставим сервер на Alpine, а не на Debian.""",
        (2, 0),
    ),
    case(
        "zh-suanle",
        """D: 会议室订在静安店。
        a: 好的。
        D: 静安店算了，会议室改订徐汇店。""",
        (2, 0),
    ),
    case(
        "nl-toch-maar",
        """D: We sturen de facturen met Moneybird.
        a: Prima.
        D: We stappen over van Moneybird naar Teamleader voor de facturen.""",
        (2, 0),
    ),
    case(
        "two-chunks-apart",
        """D: Irrigate the orchard with drip lines.
        a: OK.
        F: The well gives 40 litres a minute.
        a: OK.
        D: Fence the orchard with chestnut.
        a: OK.
        D: No drip lines after all, the orchard gets sprinklers.""",
        (6, 0),
    ),
)

NONE = (
    case(
        "more-of-the-same",
        """D: Teach the puppy to sit.
        a: OK.
        D: Teach the puppy to stay.""",
    ),
    case(
        "narrower",
        """D: The museum is closed on Mondays.
        a: OK.
        D: The museum café is open on Mondays.""",
    ),
    case(
        "two-rooms",
        """D: The bedroom gets linoleum.
        a: OK.
        D: The hallway gets tiles instead of a carpet.""",
    ),
    case(
        "story",
        """D: We row with carbon oars.
        a: OK.
        F: My grandfather switched from wooden oars to aluminium in 1971.""",
    ),
    case(
        "would-have",
        """D: The play opens with the storm scene.
        a: OK.
        F: I would have dropped the storm scene, but the director loves it.""",
    ),
    case(
        "what-if",
        """D: The bees overwinter in the barn.
        a: OK.
        X: What if we moved the bees from the barn to the shed?""",
    ),
    case(
        "assistant-offers",
        """D: The slides are made with Beamer.
        f: I can replace Beamer by reveal.js if you like.
        u: No need.""",
    ),
    case(
        "part-removed",
        """D: Send the parcels with Correos.
        a: OK.
        D: Remove the Correos logo from the footer.""",
    ),
    case(
        "not-only",
        """D: The app speaks Catalan.
        a: OK.
        D: The app speaks not only Catalan but also Basque.""",
    ),
    case(
        "doubt",
        """D: Varnish the boat with Epifanes.
        a: OK.
        F: I am not sure whether Epifanes was the right choice.""",
    ),
    case(
        "two-numbers",
        """F: The north wall takes 14 panels.
        a: OK.
        F: The south wall takes 22 panels now.""",
    ),
    case(
        "later-maybe",
        """D: The shop takes cash only.
        a: OK.
        D: Next season we may switch from cash to cards.""",
    ),
    case(
        "keep-despite",
        """D: We use the old loom.
        a: It squeaks.
        D: Never mind the squeaking, we keep the old loom.""",
    ),
    case(
        "de-frueher",
        """D: Wir backen mit Dinkel.
        a: Ok.
        F: Früher hat die Mühle Weizen statt Dinkel geliefert.""",
    ),
    case(
        "fr-autre",
        """D: La réunion se tient au café Lumen.
        a: D'accord.
        D: Le repas se tient au café Rivage.""",
    ),
    case(
        "es-tambien",
        """D: Plantamos tomates en el huerto.
        a: Vale.
        D: Plantamos también calabazas en el huerto.""",
    ),
    case(
        "zh-buchong",
        """D: 海报用红色。
        a: 好的。
        D: 海报上再加一个二维码。""",
    ),
)
