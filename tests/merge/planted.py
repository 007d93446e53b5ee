"""Planted changes of mind: made-up conversations with what replaces what in each.

One line is one message. Its letter says who speaks and what a careful reader would make of it:
``D`` a person's decision, ``F`` a person's fact, ``X`` a person's question, ``d`` and ``f`` the
same of the assistant, ``u`` and ``a`` nothing to carry (a person, the assistant). Numbers count
lines from 0.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A conversation, and what must come of it.

    Args:
        name: Says what is tried.
        lines: One message each.
        switches: Line that replaces, line that is replaced.
    """

    name: str
    lines: tuple[str, ...]
    switches: tuple[tuple[int, int], ...] = ()


def case(name: str, text: str, *switches: tuple[int, int]) -> Case:
    return Case(name, tuple(line.strip() for line in text.strip().splitlines()), switches)


SWITCHES = (
    case(
        "from-to",
        """D: Let's keep the recipes in a MongoDB collection.
        a: Collection created.
        D: Switch from MongoDB to Postgres for the recipes, we need joins.""",
        (2, 0),
    ),
    case(
        "scrap",
        """D: We send the booking reminders with Twilio.
        a: Reminders are wired up.
        D: Scrap Twilio, it is too expensive. Use Vonage for the booking reminders.""",
        (2, 0),
    ),
    case(
        "wont-do",
        """D: We'll rent the Marlow hall for the workshop.
        a: Shall I call them?
        D: We won't do the Marlow hall, it has no projector. The workshop goes to the library.""",
        (2, 0),
    ),
    case(
        "then-y",
        """D: Let's use Leaflet for the trail map.
        a: Leaflet has no 3D terrain, which the trail map needs.
        D: Then MapLibre for the trail map.""",
        (2, 0),
    ),
    case(
        "y-it-is",
        """D: The choir will wear green for the spring concert.
        a: The green fabric is sold out until June.
        D: OK, blue it is for the spring concert, not green.""",
        (2, 0),
    ),
    case(
        "after-all",
        """D: We go with Contentful for the blog.
        a: The Contentful trial ends in May.
        D: Let's go with Ghost for the blog after all.""",
        (2, 0),
    ),
    case(
        "drop",
        """D: Add Sentry to the warehouse app for crash reports.
        a: Added.
        D: Drop Sentry again, the warehouse app must not call home.""",
        (2, 0),
    ),
    case(
        "is-out",
        """D: For the ceramic glaze we take the Amaco celadon.
        a: It needs cone 6.
        D: Amaco is out, our kiln only reaches cone 04. We take the Mayco glaze.""",
        (2, 0),
    ),
    case(
        "back-to",
        """D: Run the nightly import with cron.
        a: Done.
        D: Replace cron by Airflow for the nightly import.
        a: Airflow is set up.
        D: Back to cron for the nightly import, Airflow eats all the memory.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "second-thought",
        """D: Store the session tokens in Redis.
        a: Sure.
        D: On second thought, store the session tokens in Postgres.""",
        (2, 0),
    ),
    case(
        "replace-by",
        """D: The newsletter is laid out in Scribus.
        a: Template saved.
        D: Replace Scribus by Typst, nobody else here knows it.""",
        (2, 0),
    ),
    case(
        "actually-y",
        """D: Use a Raspberry Pi for the greenhouse logger.
        a: A Pi 4 would do.
        D: Actually, use an ESP32 for the greenhouse logger.""",
        (2, 0),
    ),
    case(
        "instead-of-decided",
        """D: The ferry tickets are booked through Seabird.
        a: Two left.
        D: We book through Coastlink instead of Seabird, they refund.""",
        (2, 0),
    ),
    case(
        "no-longer",
        """F: The clinic uses FaxPlus for referrals.
        a: Understood.
        F: The clinic no longer uses FaxPlus; referrals go by secure mail.""",
        (2, 0),
    ),
    case(
        "changed-my-mind",
        """D: I want the living room in sage green.
        a: A calm colour.
        D: I changed my mind about the living room: terracotta, not sage green.""",
        (2, 0),
    ),
    case(
        "forget-x",
        """D: Write the plugin in Lua.
        a: Starting with the loader.
        D: Forget Lua, write the plugin in Wren.""",
        (2, 0),
    ),
    case(
        "not-x-but-y",
        """D: The thesis data is split by year.
        a: Split done.
        D: Split the thesis data not by year but by station.""",
        (2, 0),
    ),
    case(
        "number-changed",
        """D: Keep the backups for 30 days.
        a: Retention set.
        D: Change of plan, keep the backups for 90 days.""",
        (2, 0),
    ),
    case(
        "date-moved",
        """F: The audit is on 14 March.
        a: In the calendar.
        F: The audit moved to 2 April.""",
        (2, 0),
    ),
    case(
        "version-raised",
        """F: The firmware builds with GCC 11.
        a: Noted.
        F: The firmware builds with GCC 13 now.""",
        (2, 0),
    ),
    case(
        "remove-again",
        """D: Put a chat widget on the pricing page.
        a: The chat widget is live.
        D: No, remove the chat widget from the pricing page again.""",
        (2, 0),
    ),
    case(
        "revert",
        """D: Turn on strict mode for the linter.
        a: 412 findings.
        D: Revert that, turn strict mode for the linter off.""",
        (2, 0),
    ),
    case(
        "veto-of-choice",
        """D: Use Kafka for the ticket events.
        a: Kafka needs three brokers.
        D: Don't use Kafka.""",
        (2, 0),
    ),
    case(
        "y-over-x",
        """D: We collect the survey with Typeform.
        a: Form drafted.
        D: We picked LimeSurvey over Typeform because of data protection.""",
        (2, 0),
    ),
    case(
        "x-was-replaced",
        """D: The menu is printed at Hartmann.
        a: Proof ordered.
        D: Hartmann was replaced by Linde & Sohn for the menu.""",
        (2, 0),
    ),
    case(
        "make-it-y",
        """D: Set the thermostat of the cellar to 12 degrees.
        a: Set.
        D: Make the thermostat of the cellar 14 degrees instead.""",
        (2, 0),
    ),
    case(
        "chain-of-four",
        """D: Host the wiki on Heroku.
        a: Up.
        D: Move the wiki from Heroku to Render.
        a: Moved.
        D: Move the wiki from Render to Fly.
        a: Moved again.
        D: Move the wiki off Fly to our own server.""",
        (2, 0),
        (4, 2),
        (6, 4),
    ),
    case(
        "chain-of-numbers",
        """F: The grant asks for 3 partners.
        a: OK.
        F: The grant asks for 4 partners now.
        a: OK.
        F: The grant asks for 5 partners now.
        a: OK.
        F: The grant asks for 6 partners now.""",
        (2, 0),
        (4, 2),
        (6, 4),
    ),
    case(
        "re-opened",
        """D: Use Stripe for the donations.
        a: Keys are in place.
        D: Use Mollie instead of Stripe for the donations.
        a: Switched.
        D: Mollie rejected us. Back to Stripe for the donations.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "assistant-told-then-switched",
        """D: Take Jekyll for the club site.
        d: Jekyll with the Minima theme is set up for the club site.
        D: Jekyll is out, we take Hugo for the club site.""",
        (2, 0),
        (2, 1),
    ),
    case(
        "far-apart",
        """D: Label the samples with QR codes.
        a: Printer ordered.
        F: The freezer is at minus 80 degrees.
        a: OK.
        F: Each rack holds 96 tubes.
        a: OK.
        D: Drop the QR codes, they peel off in the freezer. We engrave the samples.""",
        (6, 0),
    ),
    case(
        "en-ditch",
        """D: Animations are done with GSAP.
        a: Added to the bundle.
        D: Let's ditch GSAP and do the animations in plain CSS.""",
        (2, 0),
    ),
    case(
        "en-better-not",
        """D: Put the admin panel under /admin.
        a: Route added.
        D: Better not /admin, put the admin panel under /backstage.""",
        (2, 0),
    ),
    case(
        "en-renamed",
        """D: Name the package tidepool.
        a: Free on the index.
        D: Rename the package from tidepool to rockpool.""",
        (2, 0),
    ),
    case(
        "de-doch",
        """D: Für die Rechnungen nehmen wir Lexware.
        a: Gut.
        D: Doch lieber sevDesk statt Lexware für die Rechnungen.""",
        (2, 0),
    ),
    case(
        "de-verworfen",
        """D: Das Archiv speichern wir in CouchDB.
        a: In Ordnung.
        D: CouchDB ist raus, das Archiv kommt in SQLite.""",
        (2, 0),
    ),
    case(
        "de-nicht-mehr",
        """D: Die Proben finden im Gemeindesaal statt.
        a: Notiert.
        D: Wir proben nicht mehr im Gemeindesaal, sondern in der Turnhalle.""",
        (2, 0),
    ),
    case(
        "de-zurueck",
        """D: Wir bauen mit Gradle.
        a: Ok.
        D: Wir wechseln von Gradle zu Bazel.
        a: Ok.
        D: Zurück zu Gradle, Bazel ist zu viel Aufwand.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "fr-finalement",
        """D: On prend Matomo pour les statistiques.
        a: Très bien.
        D: Finalement, on prend Plausible à la place de Matomo pour les statistiques.""",
        (2, 0),
    ),
    case(
        "fr-abandonner",
        """D: Le formulaire passe par Netlify.
        a: D'accord.
        D: On abandonne Netlify, le formulaire passe par notre serveur.""",
        (2, 0),
    ),
    case(
        "fr-ne-plus",
        """D: Nous utilisons Doodle pour les réunions.
        a: Noté.
        D: Nous n'utilisons plus Doodle, les réunions sont fixées par Framadate.""",
        (2, 0),
    ),
    case(
        "es-mejor",
        """D: Usamos Firebase para las notificaciones.
        a: Hecho.
        D: Mejor usamos OneSignal en lugar de Firebase para las notificaciones.""",
        (2, 0),
    ),
    case(
        "es-descartar",
        """D: El mapa se hace con Mapbox.
        a: Vale.
        D: Descartamos Mapbox por el precio; el mapa se hace con OpenLayers.""",
        (2, 0),
    ),
    case(
        "es-volver",
        """D: Guardamos las fotos en Dropbox.
        a: Vale.
        D: Cambiamos de Dropbox a Nextcloud para las fotos.
        a: Vale.
        D: Volvemos a Dropbox, Nextcloud va demasiado lento.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "pt-em-vez",
        """D: Vamos usar o Jira para as tarefas.
        a: Certo.
        D: Na verdade, vamos usar o Trello em vez do Jira para as tarefas.""",
        (2, 0),
    ),
    case(
        "pt-trocar",
        """D: O site fica no servidor da Locaweb.
        a: Certo.
        D: Trocamos a Locaweb pela Umbler, o site caía toda semana.""",
        (2, 0),
    ),
    case(
        "it-invece",
        """D: Usiamo Zoom per le lezioni.
        a: Va bene.
        D: Invece di Zoom usiamo Jitsi per le lezioni.""",
        (2, 0),
    ),
    case(
        "it-niente",
        """D: La cena si fa da Peppino.
        a: Prenoto?
        D: Niente Peppino, è chiuso. La cena si fa da Marisa.""",
        (2, 0),
    ),
    case(
        "ru-vmesto",
        """D: Берём Elasticsearch для поиска по каталогу.
        a: Хорошо.
        D: Вместо Elasticsearch берём Meilisearch для поиска по каталогу.""",
        (2, 0),
    ),
    case(
        "ru-otkaz",
        """D: Логи пишем в Graylog.
        a: Понял.
        D: Отказываемся от Graylog, логи пишем в Loki.""",
        (2, 0),
    ),
    case(
        "ru-vernulis",
        """D: Сборка идёт через Make.
        a: Понял.
        D: Переходим с Make на Ninja.
        a: Готово.
        D: Возвращаемся к Make, Ninja неудобен.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "zh-huancheng",
        """D: 订单缓存使用Memcached。
        a: 好的。
        D: 把Memcached换成Redis，订单缓存需要持久化。""",
        (2, 0),
    ),
    case(
        "zh-buyong",
        """D: 报表用Highcharts画。
        a: 好的。
        D: 不用Highcharts了，报表改用ECharts。""",
        (2, 0),
    ),
    case(
        "zh-haishi",
        """D: 部署用Jenkins。
        a: 好的。
        D: 部署从Jenkins换成Drone。
        a: 好的。
        D: 还是用回Jenkins吧，Drone不稳定。""",
        (2, 0),
        (4, 2),
    ),
    case(
        "ja-yameru",
        """D: 通知はSlackで送る。
        a: わかりました。
        D: Slackはやめて、通知はLINEで送る。""",
        (2, 0),
    ),
)
"""True changes of mind."""

NONE = (
    case(
        "refinement-of-how",
        """D: Use Postgres for the recipe store.
        a: OK.
        D: Use Postgres 16 with the pg_trgm extension for the recipe store.""",
    ),
    case(
        "refinement-adds",
        """D: The workshop takes place in the library.
        a: OK.
        D: The workshop takes place in the library, room 3, with the big projector.""",
    ),
    case(
        "second-place",
        """D: Use Redis for the session cache.
        a: OK.
        D: Use Memcached for the thumbnail cache.""",
    ),
    case(
        "same-words-other-thing",
        """D: Paint the front door blue.
        a: OK.
        D: Paint the garden bench green.""",
    ),
    case(
        "same-thing-two-places",
        """D: Use SQLite for the local drafts.
        a: OK.
        D: Do not use SQLite for the shared archive.""",
    ),
    case(
        "drops-something-else",
        """D: Use Kafka for the ticket events.
        a: OK.
        D: Drop the Kafka topic of the old prototype.""",
    ),
    case(
        "question-instead",
        """D: The newsletter goes out with Brevo.
        a: OK.
        X: Why do so many people use Mailchimp instead of Brevo?""",
    ),
    case(
        "question-should",
        """D: We keep the data in CSV files.
        a: OK.
        X: Should we switch from CSV to Parquet one day?""",
    ),
    case(
        "hypothetical",
        """D: The map uses Leaflet.
        a: OK.
        F: If we ever needed 3D, we would switch from Leaflet to Cesium.""",
    ),
    case(
        "could-instead",
        """D: The sensor speaks Zigbee.
        f: You could use Thread instead of Zigbee, but the hub would have to be new.
        u: Good to know.""",
    ),
    case(
        "argument-over",
        """D: The API is written in Go.
        a: OK.
        F: Some teams choose Rust over Go because of the borrow checker.""",
    ),
    case(
        "reported-past",
        """D: We use Hetzner for the build machines.
        a: OK.
        F: Our sister company moved from Hetzner to OVH last year.""",
    ),
    case(
        "told-reason-again",
        """D: Use LimeSurvey for the survey.
        a: OK.
        D: We use LimeSurvey and not Typeform because of data protection.""",
    ),
    case(
        "veto-then-same-veto",
        """D: Never deploy on a Friday.
        a: OK.
        D: And do not deploy on the evening before a holiday either.""",
    ),
    case(
        "unrelated-remarks",
        """D: Let's start the meeting at nine.
        a: OK.
        D: Bring the red folder to the meeting.
        a: OK.
        D: Instead of cake we have fruit this time.""",
    ),
    case(
        "actually-as-filler",
        """D: Write the tests with pytest.
        a: OK.
        F: The tests actually run in four seconds.""",
    ),
    case(
        "back-to-as-topic",
        """D: The logo stays as it is.
        a: OK.
        D: Back to the flyer: print 200 copies of it.""",
    ),
    case(
        "then-as-order",
        """D: First migrate the users table.
        a: OK.
        D: Then migrate the orders table.""",
    ),
    case(
        "numbers-of-two-things",
        """F: The small oven takes 2 trays.
        a: OK.
        F: The large oven takes 6 trays.""",
    ),
    case(
        "two-environments",
        """F: Staging runs on port 8080.
        a: OK.
        F: Production runs on port 9090.""",
    ),
    case(
        "different-people",
        """F: Ines reviews the budget.
        a: OK.
        F: Tomasz reviews the schedule.""",
    ),
    case(
        "unresolved-contradiction",
        """F: The elevator is in service.
        a: OK.
        F: The elevator is not in service.""",
    ),
    case(
        "exception-no-switch",
        """D: All pages are served over the CDN.
        a: OK.
        D: Only the login page is not served over the CDN.""",
    ),
    case(
        "both-kept",
        """D: We support Chrome.
        a: OK.
        D: We support Firefox as well.""",
    ),
    case(
        "proposal-declined",
        """D: We stay with the Fjord theme.
        a: You might replace the Fjord theme by Aurora.
        D: No, we keep the Fjord theme.""",
    ),
    case(
        "negated-switch",
        """D: The invoices are kept in Odoo.
        a: OK.
        D: We will not switch from Odoo to Exact.""",
    ),
    case(
        "quotes-others",
        """D: The band rehearses on Tuesdays.
        a: OK.
        F: The drummer asked whether we could move from Tuesdays to Thursdays.""",
    ),
    case(
        "deferred-switch",
        """D: The shop runs on PHP 8.1.
        a: OK.
        D: We move from PHP 8.1 to PHP 8.3 next year, not now.""",
    ),
    case(
        "de-frage",
        """D: Wir nehmen Lexware für die Rechnungen.
        a: Ok.
        X: Warum nehmen andere sevDesk statt Lexware?""",
    ),
    case(
        "de-statt-anderswo",
        """D: Die Kasse läuft mit Bargeld.
        a: Ok.
        D: Statt Kuchen gibt es dieses Jahr Obst.""",
    ),
    case(
        "fr-hypothese",
        """D: On garde Matomo pour les statistiques.
        a: D'accord.
        F: On pourrait prendre Plausible à la place de Matomo si le prix baissait.""",
    ),
    case(
        "es-otra-cosa",
        """D: Usamos Firebase para las notificaciones.
        a: Vale.
        D: Usamos SendGrid para los correos.""",
    ),
    case(
        "ru-vopros",
        """D: Берём Elasticsearch для поиска.
        a: Хорошо.
        X: Почему многие берут Meilisearch вместо Elasticsearch?""",
    ),
    case(
        "zh-yiwen",
        """D: 缓存使用Redis。
        a: 好的。
        X: 为什么有人不用Redis而用Memcached？""",
    ),
    case(
        "zh-ling-yi-ge",
        """D: 前端使用Vue。
        a: 好的。
        D: 后台使用Django。""",
    ),
)
"""Where nothing is replaced, however much it sounds like it."""
