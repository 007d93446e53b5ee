"""A third set of changes of mind, written when the rules were done; nothing was tuned on it."""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "cancel-order",
        """D: We order the chairs from Vitrum.
        a: Twelve chairs.
        D: Cancel Vitrum. The chairs come from the flea market.""",
        (2, 0),
    ),
    case(
        "moved-day",
        """F: Rehearsal is on Tuesday at the chapel.
        a: OK.
        F: Rehearsal has moved to Thursday.""",
        (2, 0),
    ),
    case(
        "lets-switch-to",
        """D: The glossary is kept in LibreOffice.
        a: OK.
        D: Let's switch the glossary to Obsidian, LibreOffice keeps crashing.""",
        (2, 0),
    ),
    case(
        "kill-feature",
        """D: The quiz gets a Countdown timer.
        a: Added.
        D: Kill the Countdown timer, it makes children nervous.""",
        (2, 0),
    ),
    case(
        "rather-than",
        """D: Dry the apples in the oven.
        a: OK.
        D: Rather than the oven, dry the apples on the roof.""",
        (2, 0),
    ),
    case(
        "price-raised",
        """F: The ticket costs $12.
        a: OK.
        F: The ticket now costs $15.""",
        (2, 0),
    ),
    case(
        "reopened-late",
        """D: The trail starts at Moss Bridge.
        a: OK.
        D: No, start the trail at the mill instead of Moss Bridge.
        a: OK.
        F: The mill has parking.
        a: OK.
        D: We return to Moss Bridge as the start of the trail.""",
        (2, 0),
        (6, 2),
    ),
    case(
        "de-gestrichen",
        """D: Das Fest bekommt eine Tombola.
        a: Gut.
        D: Die Tombola ist gestrichen.""",
        (2, 0),
    ),
    case(
        "fr-remplacer",
        """D: Le générique est composé par Aurore.
        a: Bien.
        D: Remplaçons Aurore par Basile pour le générique.""",
        (2, 0),
    ),
    case(
        "es-olvida",
        """D: El cartel lo imprime Graficolor.
        a: Vale.
        D: Olvida Graficolor, el cartel lo imprime Tintaviva.""",
        (2, 0),
    ),
)

NONE = (
    case(
        "also-there",
        """D: The seedlings stand in the greenhouse.
        a: OK.
        D: The tools stand in the shed now.""",
    ),
    case(
        "advice-heard",
        """D: We knit the flags from wool.
        a: OK.
        F: Aunt Berta says that linen would be better than wool.""",
    ),
    case(
        "dropped-literally",
        """D: The drone carries the Meridian camera.
        a: OK.
        F: Somebody dropped the Meridian manual in the lake.""",
    ),
    case(
        "other-deadline",
        """F: The abstract is due on 2031-02-01.
        a: OK.
        F: The poster is due on 2031-03-15.""",
    ),
    case(
        "not-yet",
        """D: The choir sings from paper.
        a: OK.
        D: We have not switched from paper to tablets yet.""",
    ),
    case(
        "ru-drugoe",
        """D: Афишу печатаем в Заре.
        a: Хорошо.
        D: Программки печатаем в Маяке.""",
    ),
)
