"""Made-up meetings and threads among people: nobody answers as an assistant."""

from __future__ import annotations

from graphpack.model.conversation import Message, Role, Text


def gathering(script: str) -> tuple[Message, ...]:
    """Messages of a script: one turn a line, the speaker before a colon."""
    turns = (line.strip().partition(": ") for line in script.strip().splitlines())
    return tuple(
        Message(at, Role.USER, (Text(said),), author=name)
        for at, (name, _, said) in enumerate(turns)
    )


PLANNING = gathering("""
    Orla: Okay, um, so let's start. The harbour app is what we have to plan today.
    Piet: Mm-hmm.
    Orla: The question is, uh, how skippers get the tide warnings.
    Piet: We could send SMS, we could do push messages, or, um, e-mail.
    Wanda: SMS costs four cents a piece, that's, you know, two thousand euros a season.
    Orla: Uh, yeah.
    Piet: What about push messages then? They cost nothing.
    Wanda: Yeah.
    Orla: Yeah, push messages, I like that.
    Wanda: But the the older skippers have no smartphone, um, about forty of them.
    Piet: Right.
    Orla: Okay, so we go with push messages for the warnings, and SMS only for the forty without a smartphone.
    Piet: Agreed.
    Wanda: Sounds good.
    Orla: E-mail is out then, nobody reads it at sea.
    Piet: Yep.
    Orla: Next, uh, the berth map. Where are we?
    Wanda: The berth map crashes on tablets, I still don't know why.
    Orla: Okay.
    Piet: I can look at the crash by Thursday.
    Orla: Great, Piet takes the tablet crash by Thursday.
    Wanda: And, um, do we need Dutch in the first version?
    Orla: I don't know, we have to ask the harbour master first.
    Piet: Mm.
    Orla: So Wanda, can you write to the harbour master about Dutch by Monday?
    Wanda: Sure.
    Orla: Okay, to recap: push messages for the warnings, SMS for the forty, no e-mail, Piet looks at the tablet crash.
    Piet: Yeah.
    Wanda: Thanks, bye.
""")

INCIDENT = gathering("""
    Jonas: Ähm, seit 9:40 Uhr kommen im Lager keine Etiketten mehr aus dem Drucker.
    Mira: Okay.
    Jonas: Ich habe den Spooler neu gestartet, das hat nichts gebracht.
    Mira: Hm. Ist das Zertifikat vielleicht abgelaufen?
    Jonas: Äh, Moment.
    Tarek: Ja, das Zertifikat von labels.intern ist heute um 9:38 Uhr abgelaufen.
    Mira: Ja, genau.
    Jonas: Ah, okay.
    Mira: Also das abgelaufene Zertifikat ist die Ursache, der Spooler war es nicht.
    Tarek: Genau.
    Jonas: Sollen wir die Prüfung abschalten?
    Mira: Nein, die Prüfung schalten wir auf keinen Fall ab.
    Tarek: Gut.
    Mira: Wir nehmen das Zertifikat aus der Notfallkiste, das gilt bis zum 14. März.
    Tarek: Einverstanden.
    Jonas: Ja.
    Tarek: Okay, es ist eingespielt, die Etiketten kommen wieder.
    Mira: Super. Tarek, du stellst bis Freitag die automatische Verlängerung ein.
    Tarek: Mach ich.
    Mira: Ähm, offen ist noch, warum uns niemand vor dem Ablauf gewarnt hat.
    Jonas: Stimmt.
""")

INTERVIEW = gathering("""
    Host: So, um, thanks for coming. What do you grow on the slope?
    Guest: Uh, well, forty rows of quince and, you know, twelve rows of medlar.
    Host: Okay.
    Host: And how do you keep the deer out?
    Guest: We tried dogs first, but the dogs barked all night and the neighbours complained.
    Host: Mm.
    Guest: So now we have a fence of two metres, um, with a wire at forty centimetres.
    Host: Right. And what does the fence cost?
    Guest: Eleven euros a metre.
    Host: Wow.
    Host: Are you going to plant more medlar?
    Guest: No, no, medlar sells badly, we stop at twelve rows.
    Host: I see.
    Guest: We want to, um, press our own juice from next autumn.
    Host: Great, thank you.
""")

THREAD = gathering("""
    nadia: the nightly export took 5h again, it has to finish before 06:00 or billing is late
    bo: I see the same, the slow part is the join on parcel_events
    nadia: options: (a) index on parcel_events.depot_id, (b) move the export to the replica
    bo: (b) would also take load off the primary
    kim: the replica lags up to 20 min in the night, so (b) gives wrong totals
    nadia: good point. let's do (a) then
    bo: +1
    kim: +1
    nadia: bo, can you add the index before Wednesday's run?
    bo: will do
    kim: please never run it during the day, the lock stops the scanners
    bo: ok, at night only
    nadia: should we drop the CSV format while we're at it?
    kim: not now, two customers still load it
""")

MAILS = gathering("""
    Rosario: Hola a todas: tenemos que decidir el papel del catálogo antes del 20 de mayo. La imprenta ofrece papel reciclado de 90 gramos o estucado de 115.
    Inés: Yo prefiero el reciclado. El estucado cuesta 340 euros más y no se puede compostar.
    Rosario: De acuerdo. Entonces usamos el papel reciclado de 90 gramos. Inés, ¿puedes enviar el pedido a la imprenta antes del viernes?
    Inés: Sí, lo envío el jueves.
    Carla: Una cosa más: la portada no puede llevar el logotipo antiguo, el ayuntamiento lo ha prohibido.
    Rosario: Queda pendiente la foto de la portada: el fotógrafo todavía no ha contestado.
""")

SYNC = gathering("""
    小林: 嗯，我们今天先定一下冷库的报警方式。
    阿青: 好的。
    阿青: 可以用短信，也可以用企业微信。
    小林: 短信半夜没人看。
    老周: 对。
    小林: 那就决定用企业微信报警，温度超过零下十五度就发。
    老周: 同意。
    阿青: 好。
    老周: 传感器三号从昨天开始一直没有数据，还不知道原因。
    小林: 阿青，你周五之前检查一下三号传感器。
    阿青: 好的，我来检查。
    小林: 短信的接口先不要删，以后再说。
    老周: 明白。
""")
