"""A fifth set of changes of mind, run once after the rules were done for the fourth."""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "too-heavy",
        """D: The stage floor is made of oak boards.
        a: Ordered.
        D: Oak boards are too heavy for the trailer. The stage floor will be poplar plywood.""",
        (2, 0),
    ),
    case(
        "kick-out",
        """D: Use Handlebars for the mail templates.
        a: Done.
        D: Kick Handlebars out and do the mail templates in MJML.""",
        (2, 0),
    ),
    case(
        "settled-on",
        """D: The zine is called Backyard.
        a: OK.
        D: We've settled on a new name for the zine: Hedgerow. Backyard is taken.""",
        (2, 0),
    ),
    case(
        "no-point",
        """D: Deploy the API on Fly.io.
        a: It runs.
        D: There's no point in Fly.io any more, deploy the API on the university's cluster.""",
        (2, 0),
    ),
    case(
        "pause-then",
        """D: We collect the fees with Stripe.
        a: Keys are in.
        F: The bank offered us direct debit.
        D: Good, then we collect the fees by direct debit and close the Stripe account.""",
        (3, 0),
    ),
    case(
        "correct-number",
        """F: The hall holds 240 people.
        a: Noted.
        F: Correction, the hall holds 190 people.""",
        (2, 0),
    ),
    case(
        "out-of-love",
        """D: The manual is written in LaTeX.
        a: Set up.
        D: Nobody here can edit LaTeX, so the manual moves to AsciiDoc.""",
        (2, 0),
    ),
    case(
        "de-rausschmeissen",
        """D: Für die Suche nehmen wir Solr.
        a: Läuft.
        D: Solr ist zu langsam, für die Suche nehmen wir Meilisearch.""",
        (2, 0),
    ),
    case(
        "es-cambio",
        """D: La inscripción se hace por WhatsApp.
        a: Bien.
        D: WhatsApp no funciona para nosotros, la inscripción se hace por correo.""",
        (2, 0),
    ),
    case(
        "fr-trop-cher",
        """D: La salle, on prend le Bataclou.
        a: D'accord.
        D: Le Bataclou est trop cher, pour la salle on prend l'école.""",
        (2, 0),
    ),
    case(
        "ja-kirikae",
        """D: 名簿はExcelで管理する。
        a: はい。
        D: 名簿はExcelではなくKintoneで管理する。""",
        (2, 0),
    ),
    case(
        "undo-later",
        """D: Let's turn on strict mode in the linter.
        a: 140 warnings.
        F: The build takes four minutes.
        D: Turn strict mode in the linter off again, we have no time for that.""",
        (3, 0),
    ),
)

NONE = (
    case(
        "too-heavy-other",
        """D: The doors are made of oak.
        a: OK.
        F: The oak table is too heavy for the lift, so we carry it.""",
    ),
    case(
        "slow-but-kept",
        """D: Use Solr for the search.
        a: OK.
        F: Solr is slow on the first query, a warm-up helps the search.""",
    ),
    case(
        "kick-off",
        """D: The kick-off is in the library.
        a: OK.
        D: Throw the party in the garden, not in the library.""",
    ),
    case(
        "costs",
        """D: The site uses Algolia.
        a: OK.
        F: Algolia costs 40 euros a month, the site pays for itself.""",
    ),
    case(
        "expensive-question",
        """D: We send the parcels with Hermes.
        a: OK.
        X: Hermes is too expensive for us, isn't it?""",
    ),
    case(
        "de-zu-laut",
        """D: Die Probe ist im Keller.
        a: Gut.
        F: Der Keller ist zu laut, deshalb hängen wir dort Vorhänge auf.""",
    ),
    case(
        "not-there",
        """D: Log to /var/log/larder.log.
        a: OK.
        D: Don't write test logs to /var/log/larder.log.""",
    ),
    case(
        "addition",
        """D: The choir sings Brahms.
        a: OK.
        D: Let's add a piece by Reger, and not too long.""",
    ),
)
