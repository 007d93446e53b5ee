"""A seventh set, run once after the rules for the sixth: lifted orders, values set anew."""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "ok-to-deploy",
        """D: Don't deploy on the old cluster any more.
        a: Noted.
        D: The new cluster is late, so we can deploy on the old cluster again.""",
        (2, 0),
    ),
    case(
        "never-mind-rule",
        """D: Never call the landlord without me.
        a: I will not.
        D: I am away next week. Please do call the landlord, he needs an answer by Tuesday.""",
        (2, 0),
    ),
    case(
        "no-need-now",
        """D: No voice-over for the tutorial, captions are enough.
        a: Captions only.
        D: The school wants it read aloud. Record a voice-over for the tutorial after all.""",
        (2, 0),
    ),
    case(
        "avoid-then",
        """D: Avoid plastic pots for the seedlings.
        a: Clay pots, then.
        D: Clay is sold out everywhere. Take plastic pots for the seedlings now.""",
        (2, 0),
    ),
    case(
        "stay-on-then-bump",
        """F: The scanner runs on libzebra 0.23.92.
        D: Stay on 0.23.92 for this season.
        a: Pinned.
        D: Bump libzebra to 0.24.1, the crash is fixed there.""",
        (3, 1),
    ),
    case(
        "deadline-it",
        """D: Let's hand in the grant on 14 March.
        a: In the calendar.
        D: Make it 21 March, the partners are late.""",
        (2, 0),
    ),
    case(
        "limit-named",
        """D: Set the upload limit to 20 MB.
        a: Set.
        D: Raise the upload limit to 50 MB, the scans are bigger.""",
        (2, 0),
    ),
    case(
        "de-jetzt",
        """D: Bitte keine Push-Nachrichten am Wochenende.
        a: Abgestellt.
        D: Schick jetzt doch Push-Nachrichten am Wochenende, die Trainer wünschen es.""",
        (2, 0),
    ),
    case(
        "fr-finalement",
        """D: N'envoie pas la newsletter aux anciens membres.
        a: D'accord.
        D: Envoie finalement la newsletter aux anciens membres aussi.""",
        (2, 0),
    ),
    case(
        "pt-afinal",
        """D: Não publiquem as fotos da festa.
        a: Certo.
        D: Publiquem as fotos da festa afinal, todos concordaram.""",
        (2, 0),
    ),
    case(
        "zh-now",
        """D: 先别开放注册。
        a: 好的。
        D: 现在可以开放注册了。""",
        (2, 0),
    ),
    case(
        "ja-yappari",
        """D: ダークモードは作らない。
        a: わかりました。
        D: やっぱりダークモードを作ろう。""",
        (2, 0),
    ),
)
NONE = (
    case(
        "other-version-thing",
        """F: The scanner runs on libzebra 0.23.92.
        D: Stay on 0.23.92 for this season.
        a: Pinned.
        D: Bump the label printer driver to 3.2.0.""",
    ),
    case(
        "other-limit",
        """D: Set the upload limit to 20 MB.
        a: Set.
        D: Set the attachment limit for mails to 10 MB.""",
    ),
    case(
        "call-other",
        """D: Never call the landlord without me.
        a: I will not.
        D: Please do call the plumber, the sink leaks.""",
    ),
    case(
        "still-no",
        """D: No voice-over for the tutorial.
        a: Captions only.
        D: Still no voice-over for the tutorial, but add captions in Polish.""",
    ),
    case(
        "report-not-order",
        """D: Don't water the cactus in winter.
        a: OK.
        F: The neighbour watered the cactus yesterday.""",
    ),
    case(
        "other-date",
        """D: Let's hand in the grant on 14 March.
        a: In the calendar.
        D: The kick-off meeting is on 2 April, book the room.""",
    ),
)
