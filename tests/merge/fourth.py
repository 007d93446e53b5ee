"""A fourth set of changes of mind, in words that none of the other sets uses."""

from __future__ import annotations

from tests.merge.planted import case

SWITCHES = (
    case(
        "dead-end",
        """D: Storage for the pantry tool: let's use BoltDB.
        a: BoltDB is in.
        D: BoltDB is a dead end, my sister wants a spreadsheet. Move the storage to SQLite.""",
        (2, 0),
    ),
    case(
        "new-plan",
        """D: We print the programme at the copy shop.
        a: 200 copies.
        D: New plan: the programme is printed by the school press, not by the copy shop.""",
        (2, 0),
    ),
    case(
        "take-x-not-y",
        """D: For the charts we take Recharts.
        a: Installed.
        D: Please take visx for the charts and throw Recharts away.""",
        (2, 0),
    ),
    case(
        "no-good",
        """D: The invitations go out through Mailjet.
        a: Template is ready.
        D: Mailjet is no good, half of it lands in spam. The invitations go through Postmark.""",
        (2, 0),
    ),
    case(
        "had-enough",
        """D: Let's write the importer in Perl.
        a: First version works.
        D: I've had enough of Perl. Rewrite the importer in Go.""",
        (2, 0),
    ),
    case(
        "make-it",
        """D: Cache the tiles for 24 hours.
        a: Set.
        D: Make it 6 hours for the tiles, not 24.""",
        (2, 0),
    ),
    case(
        "in-favour-of",
        """D: The forms are validated with Yup.
        a: Done.
        D: Get Yup out of there in favour of Valibot, the bundle is too large.""",
        (2, 0),
    ),
    case(
        "wrong-call",
        """D: We host the wiki on Heroku.
        a: Deployed.
        D: Heroku was the wrong call. We host the wiki on the club's own server.""",
        (2, 0),
    ),
    case(
        "phase-out",
        """D: Photos are stored in Cloudinary.
        a: OK.
        D: Let's phase out Cloudinary and store the photos in our own bucket.""",
        (2, 0),
    ),
    case(
        "superseded-fact",
        """F: The gallery opens on 3 May.
        a: Noted.
        F: The gallery won't open on 3 May, it opens on 17 May.""",
        (2, 0),
    ),
    case(
        "not-x-anymore",
        """D: Use Selenium for the browser tests.
        a: Six tests.
        D: We don't use Selenium any more, the browser tests run on Playwright from now on.""",
        (2, 0),
    ),
    case(
        "over",
        """D: The kiosk runs on Electron.
        a: It starts.
        D: Electron needs 400 MB on the kiosk. Tauri it is, then, instead.""",
        (2, 0),
    ),
    case(
        "de-doch",
        """D: Die Termine kommen in einen Nextcloud-Kalender.
        a: Ist angelegt.
        D: Nextcloud ist Quatsch für uns, die Termine kommen ab jetzt in ein Etherpad.""",
        (2, 0),
    ),
    case(
        "es-mejor",
        """D: Las fotos las guardamos en Dropbox.
        a: Hecho.
        D: Olvídate de Dropbox, mejor guardamos las fotos en el NAS de la asociación.""",
        (2, 0),
    ),
    case(
        "fr-finalement",
        """D: On envoie la lettre avec Mailchimp.
        a: C'est prêt.
        D: Finalement pas Mailchimp, on envoie la lettre avec Brevo.""",
        (2, 0),
    ),
    case(
        "pt-em-vez",
        """D: O formulário fica no Google Forms.
        a: Pronto.
        D: Vamos tirar o Google Forms e pôr o formulário no nosso site.""",
        (2, 0),
    ),
    case(
        "it-basta",
        """D: Le prenotazioni le teniamo su Excel.
        a: Fatto.
        D: Basta con Excel, le prenotazioni le teniamo su Baserow.""",
        (2, 0),
    ),
    case(
        "ru-perehod",
        """D: Для отчётов берём Metabase.
        a: Готово.
        D: Metabase нам не подходит, для отчётов берём Superset.""",
        (2, 0),
    ),
    case(
        "zh-huan",
        """D: 报名表用问卷星。
        a: 好的。
        D: 问卷星太贵了,报名表换成腾讯文档吧。""",
        (2, 0),
    ),
    case(
        "back-again",
        """D: The stage faces the river.
        a: OK.
        D: Turn the stage to the chestnut tree instead of the river.
        a: OK.
        D: The wind comes from there. Back to the river with the stage.""",
        (2, 0),
        (4, 2),
    ),
    case(
        "long-way",
        """D: Let's go with Auth0 for the members' login.
        a: The tenant is set up.
        F: The newsletter has 1,200 readers.
        a: Good to know.
        D: Print the badges on A6.
        a: A6 it is.
        D: The board says Auth0 costs too much. Use Authentik for the members' login.""",
        (6, 0),
    ),
)

NONE = (
    case(
        "two-uses",
        """D: Use Redis for the job queue.
        a: OK.
        D: For the page cache take Varnish, not Redis.""",
    ),
    case(
        "dead-end-of-street",
        """D: The food stall stands at the dead end of Mill Lane.
        a: OK.
        F: Mill Lane is a dead end, so lorries have to turn at the church.""",
    ),
    case(
        "enough-of",
        """D: Order 300 paper cups.
        a: Ordered.
        F: We've had enough of paper cups last year, 300 were just right.""",
    ),
    case(
        "good-for",
        """D: We keep the receipts in Paperless.
        a: OK.
        F: Paperless is no good at handwriting, so type the amounts by hand.""",
    ),
    case(
        "somebody-else",
        """D: Our map uses MapLibre.
        a: OK.
        F: The neighbours phased out MapLibre last autumn.""",
    ),
    case(
        "question",
        """D: We host the site at Netlify.
        a: OK.
        X: Was Netlify the wrong call?""",
    ),
    case(
        "maybe",
        """D: The choir rehearses in the chapel.
        a: OK.
        F: If the heating breaks again we might move from the chapel to the school.""",
    ),
    case(
        "two-places",
        """D: Put the drinks in the cellar.
        a: OK.
        D: Put the cakes in the kitchen, not in the cellar.""",
    ),
    case(
        "add-not-replace",
        """D: Send the reminder by e-mail.
        a: OK.
        D: Send the reminder by text message as well.""",
    ),
    case(
        "old-file",
        """D: The parser lives in lexer.py.
        a: OK.
        D: Throw the old lexer tests away, they test nothing.""",
    ),
    case(
        "other-number",
        """D: Cache the tiles for 24 hours.
        a: OK.
        D: Make the session 6 hours.""",
    ),
    case(
        "es-ademas",
        """D: Las fotos las guardamos en el NAS.
        a: Hecho.
        D: Los vídeos mejor no los guardamos en el NAS.""",
    ),
)
