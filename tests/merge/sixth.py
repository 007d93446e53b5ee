"""A sixth set: orders that somebody lifts later, and orders that only sound lifted.

The rules for it were made with these cases in sight.
"""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "do-it-now",
        """D: Please don't upgrade Django before the audit.
        a: Understood.
        D: The audit is over. OK, do upgrade Django to 5.1 now.""",
        (2, 0),
    ),
    case(
        "no-x-x-after-all",
        """D: No caching for the price list, prices change hourly.
        a: Nothing is cached.
        D: Let's cache the price list after all, for 60 seconds.""",
        (2, 0),
    ),
    case(
        "do-them",
        """D: Don't retry uploads automatically.
        a: Retries are off.
        D: Customers complain about failed uploads. Do retry them, but at most 3 times.""",
        (2, 0),
    ),
    case(
        "no-band",
        """D: There will be no band at the wedding.
        a: A playlist, then.
        D: My mother insists on music. We do want a band after all, a small jazz trio.""",
        (2, 0),
    ),
    case(
        "yet",
        """D: Don't refund anything yet.
        a: I will wait.
        D: Refund one month now, they are about to leave.""",
        (2, 0),
    ),
    case(
        "merge-now",
        """D: Don't merge before Friday.
        a: I leave the branch open.
        D: Security wants it out today, so merge it now.""",
        (2, 0),
    ),
    case(
        "skip-after-all",
        """D: Skip the clock skew test.
        a: Skipped.
        D: Write the clock skew test after all, QA asked for it.""",
        (2, 0),
    ),
    case(
        "de-kein-doch",
        """D: Bitte kein Bier auf dem Fest, die Kinder sind dabei.
        a: Gut, nur Saft.
        D: Na gut, dann doch Bier, einen Kasten.""",
        (2, 0),
    ),
    case(
        "es-despues",
        """D: No actualices Laravel todavía.
        a: De acuerdo.
        D: Actualiza Laravel a la 11 ahora, después de todo.""",
        (2, 0),
    ),
    case(
        "zh-lifted",
        """D: 不要接支付宝。
        a: 明白。
        D: 老板说还是要接支付宝。""",
        (2, 0),
    ),
    case(
        "ru-vsyo",
        """D: Не обновляй драйвер до релиза.
        a: Хорошо.
        D: Всё-таки обнови драйвер, релиз перенесли.""",
        (2, 0),
    ),
)
NONE = (
    case(
        "other-list",
        """D: No caching for the price list.
        a: Nothing is cached there.
        D: Let's cache the product list after all.""",
    ),
    case(
        "other-purpose",
        """D: Don't use Redis for the sessions.
        a: Sessions are in the database.
        D: Use Redis for the job queue after all.""",
    ),
    case(
        "narrowed",
        """D: No rewrite in Rust, nobody else knows it.
        a: Then I profile first.
        D: All right, rewrite the parser in Rust now, but only the parser.""",
    ),
    case(
        "asked",
        """D: Don't upgrade the driver.
        a: It stays.
        X: Should we upgrade the driver after all?""",
    ),
    case(
        "tells",
        """D: Don't skip the slow tests.
        a: They run every night.
        F: The slow tests take 40 minutes now.""",
    ),
    case(
        "other-people",
        """D: Don't email the customers about the outage.
        a: No mail goes out.
        D: Do email the suppliers about the outage.""",
    ),
)
