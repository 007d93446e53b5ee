"""How people offer, guess, leave open, turn to another matter, and say that a trouble is over.

Word lists only, as in ``phrases.py``; what they mean is decided in ``stance.py``.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.patterns import compiled

OFFERING = compiled(
    r"\b(?:(?:you|we|one) (?:could|can|might)\b|(?:i['’]d|i would) (?!say\b|be\b|like\b)(?:\w+)|(?:i )?(?:suggest|recommend|propose)\b|how about|what about|why not\b|want me to|shall (?:i|we)|should i\b|do you want|would you like"
    r"|(?:two|three|four|several|other) (?:options|ways|possibilities|alternatives)|options?\s*:|(?:would|might) be (?:\w+ ){0,2}(?:worth|better|safer|cheaper|cheap|quicker|quick|easier|cleaner|simpler|check)"
    r"|(?:du|man|sie|wir|ihr) (?:könn(?:te|test|ten|tet)|kannst)|könn(?:te|test|ten) (?:du|man|sie|wir|ihr)|ich würde|(?:ich )?(?:schlage|empfehle)\b|vorschlag|möglichkeiten\s*:|soll(?:en)? (?:ich|wir)\b"
    r"|podr[íi]a(?:s|mos|n)?\b|puedes\b|se puede\b|(?:te |os )?(?:sugiero|recomiendo|propongo)|(?:yo )?(?:iría|usaría|haría|probaría|pondría)\b|opciones\s*:|¿(?:quieres|prefieres) que"
    r"|(?:tu|vous|on) (?:pourrais|pourriez|pourrait|peux|pouvez|peut)\b|je (?:te |vous )?(?:suggère|recommande|propose|conseille|ferais|prendrais|mettrais|partirais)|(?:veux-tu|voulez-vous) que"
    r"|(?:você|vocês|a gente) (?:pode|poderia|podem)\b|(?:sugiro|recomendo|proponho)\b|eu (?:faria|usaria|iria|manteria|colocaria)\b|(?:quer|querem) que\b"
    r"|(?:potresti|potreste|potremmo|si potrebbe|puoi)\b|(?:suggerisco|consiglio|propongo|raccomando)\b|io (?:farei|userei|andrei|metterei)\b|(?:vuoi|volete) che"
    r"|можно\b|мо(?:жешь|жете|жем)\b|мог(?:ли)? бы|(?:предлагаю|рекомендую|советую)\b|я бы\b|стоит\b|хо(?:чешь|тите), (?:я|чтобы))"
    r"|(?:你|您|我们|也|还)?可以|建议|不妨|推荐|要不要|或者可以|需要我|(?:方|ほう)が(?:簡単|良|よ|い|楽|安全|早)|更(?:简单|好|快|安全)|(?:ては|たら|のは)?(?:どう|いかが)で(?:しょう|す)|(?:お勧め|おすすめ)|対応案|案は|하는 게 어때|추천",
    re.IGNORECASE,
)
"""An assistant or a colleague proposes something; nobody has taken it up yet."""

INSTRUCTING = compiled(
    r"^\W*(?:(?:for|as for|on|bei|für|para|pour|per|для) [^.:;,\n]{1,40}[:,] )?(?:(?:then|so|now|next|first|also|and|ok(?:ay)?|in addition|additionally|otherwise|dann|zuerst|außerdem|entonces|además|alors|ensuite|então|além disso|allora|inoltre|тогда|затем|также)\W+(?:let['’]?s \w+\W+)?){0,2}"
    r"(?:(?:try|check|test|consider|comment out|give|switch|set|turn|raise|lower|add|put|drop|remove|replace|use|move|rename|make sure|start|run|enable|disable|reduce|increase|split|book|call|ask|keep|log|wait)\b(?! (?:is|was|are|me|done|made|set|ready|complete|finished)\b)"
    r"|let['’]?s \w+|(?:probier|versuch|prüf|teste?|stell|setz|nimm|nutz|schalte?|füge?|ersetz|entfern)\w*\b(?=\s+\w)|(?:prueba|comprueba|revisa|pon|usa|cambia|añade|quita|sube|baja|intenta)\b|(?:essaie|essayez|vérifie\w*|mets|mettez|utilise\w*|ajoute\w*|remplace\w*|enlève\w*)\b"
    r"|(?:tente|teste|experimente|verifique|coloque|use|troque|mude|adicione|tire|manda|põe)\b|(?:prova|provate|controlla|verifica|usa|metti|aggiungi|togli|cambia|sostituisci)\b|(?:попробуй|проверь|поставь|используй|добавь|убери|замени|включи|отключи)\w*)"
    r"|^(?:先|再|请)?(?:试试|试一下|检查|把|将|改成|用)|てみてください|を(?:確認|試)し",
    re.IGNORECASE,
)
"""An assistant that does nothing itself tells somebody what to do."""

ASKING_FOR = compiled(
    r"\b(?:i['’]m interested in|let me know|tell me|(?:please|can you|could you) (?:post|send|share|paste|tell|show|describe)|i(?:['’]d| would)? need to know|what i need is|a few questions|some questions|sag mir|ich (?:bräuchte|brauche) noch|schick mir|dime|necesito saber|pásame|dis-moi|dites-moi|j['’]ai besoin de savoir|me (?:diz|diga|mande)|preciso saber|dimmi|fammi sapere|ho bisogno di sapere|скажи(?:те)?|расскажи(?:те)?|пришли(?:те)?)\b|请(?:告诉|提供|发)|确认一下|(?:確認させて|教えて)ください|(?:です|ます|ません)か。?$",
    re.IGNORECASE,
)
"""An assistant wants to know something, without a question mark."""

GUESSING = compiled(
    r"\b(?:assum\w+|presumabl\w+|probably|(?:most |un)?likely|perhaps|maybe|may|might|could be|i (?:guess|think|suspect|believe|expect)|suspects?\b|my guess|should (?:get|be|behave|work|help|do|fix|run|hold|suffice|have|give|take|fit)\b|seems?|appears?|looks like|expect a|a thought|in theory|theoretically|usual suspects?|known trigger|nearly always"
    r"|vermut\w+|wahrscheinlich|vielleicht|könnte\w*|dürfte\w*|müsste\w*|sollte (?:gehen|reichen|funktionieren|helfen)|scheint|in der theorie|supongo|probablemente|quizás?|tal vez|puede que|podría ser|debería (?:funcionar|bastar|ser)|parece|posiblemente"
    r"|probablement|sans doute|peut-être|devrait|je (?:pense|suppose|crois)|semble|il se peut|provavelmente|talvez|pode ser|deve (?:ser|funcionar|bastar)|acho que|deveria|probabilmente|forse|dovrebbe|può darsi|potrebbe|sembra|penso che"
    r"|вероятно|наверное|возможно|может быть|похоже|кажется|должн[оаы]? (?:сработать|помочь|хватить|быть)|скорее всего|думаю)\b"
    r"|可能|应该(?:是|会|能|可以)|大概|也许|估计|似乎|多半|かもしれ|たぶん|おそらく|可能性|はず|ほぼそれ|と思い|아마|것 같",
    re.IGNORECASE,
)
"""Somebody supposes and has not seen it."""

UNKNOWN = compiled(
    r"\b(?:(?:does )?any(?:one|body) knows?\b|weiß jemand|alguien sabe|quelqu['’]un sait|alguém sabe|qualcuno sa\b|кто-нибудь знает|no idea|no clue|not sure (?:if|whether|why|what|how)|(?:do|does)(?:n['’]?t| not) know (?:if|whether|why|what|how|yet|who)|(?:nobody|no one|none of us) (?:has |have |ever )?(?:tried|tested|checked|knows|asked|answered|looked|confirmed|\w+ed)\b|(?:have|has|had|did)(?:n['’]?t| not) (?:said|answered|replied|heard|decided|tried|tested|checked|looked|look(?:ed)? into|confirmed|asked)\b"
    r"|no (?:answer|reply|response|word|news)\b|still (?:waiting|unclear|unknown|open)|(?:can['’]?t|cannot|could(?:n['’]?t| not)) reproduce|remains? to be seen|unclear (?:if|whether|why|what|who)|(?:need|have) to ask\b|(?:ask|i['’]ll ask|would know)\b|who knows|up in the air"
    r"|keine ahnung|(?:weiß|wissen) (?:\w+ ){0,2}(?:noch )?nicht\b|niemand (?:hat|weiß)|noch (?:keine|nichts|nicht)\b|keine (?:antwort|rückmeldung)|nicht reproduzier\w+|unklar|muss \w+ (?:erst )?fragen|(?:noch )?(?:nicht )?ausprobiert"
    r"|ni idea|no (?:lo )?sé\b|no (?:lo )?sabemos|no se sabe|nadie (?:ha|lo ha|sabe|respondió|contestó|probó)|(?:todavía|aún) (?:no|nadie|nada)|sin respuesta|no (?:ha|han) (?:contestado|respondido|dicho|decidido)|no (?:puedo|consigo|logro) reproducir\w*|hay que preguntar|habría que preguntar"
    r"|aucune idée|(?:je|on) (?:ne )?sai[st] pas|personne n['’]a|personne ne sait|pas (?:encore )?(?:de (?:réponse|nouvelles)|répondu|testé|essayé|vérifié)|toujours pas|(?:n['’])?arrive pas à reproduire|il faut(?:\w+)? demander"
    r"|nem ideia|não sei\b|não sabemos|não se sabe|ninguém (?:respondeu|testou|sabe|viu|tentou|confirmou|\w+ou)\b|ainda (?:não|ninguém)|sem resposta|não (?:consigo|conseguimos|deu pra) reproduzir|vou perguntar|tem que perguntar|preciso perguntar"
    r"|non (?:lo )?so\b|non (?:lo )?sappiamo|non si sa|nessuno (?:ha|sa)\b|ancora (?:non|nessun\w*|niente)|nessuna risposta|non riesco a riprodur\w+|bisogna chiedere|devo chiedere"
    r"|не знаю|не знаем|неизвестно|непонятно|никто (?:не|ещё не|еще не)|(?:ещё|еще|пока) не\b|нет ответа|не ответил\w*|не могу воспроизвести|не воспроизводится|надо (?:спросить|узнать))"
    r"|不知道|不清楚|没人|还没(?!事)|尚未|没有?(?:回复|答复|回音|试过|测过)|无法复现|没法复现|要问|得问|わから(?:ん|ない|ず)|分から(?:ん|ない)|聞かないと|まだ(?:試|誰|返|確認|決)|誰も|再現(?:できない|しない)|返事(?:が|は)?(?:ない|来(?:ない|て(?:い)?ない|ません|ず))|謎|不明|모르|아직",
    re.IGNORECASE,
)
"""Nobody knows, nobody tried, nobody has answered."""

AWAY = compiled(
    r"^\W*(?:(?:ok(?:ay)?|yea+h?|yes|yep|but|and|maybe|ja|aber|sí|pero|oui|mais|sim|mas|sì|ma|да|но)\W+){0,3}(?:not (?:today|now|this (?:week|month|sprint|time)|yet|for now)|next (?:sprint|week|month|release|time|version|year)|(?:some)?(?:other|another) (?:day|time)|later\b|so (?:we )?park it|park it"
    r"|nicht (?:heute|jetzt|diese woche)|nächste (?:woche|runde)|nächsten (?:sprint|monat)|ein andermal|später\b|hoy no|ahora no|otro día|(?:la )?próxima (?:semana|vez)|(?:el )?próximo (?:sprint|mes)|más adelante"
    r"|pas (?:aujourd['’]hui|maintenant)|(?:la )?semaine prochaine|(?:le )?prochain sprint|plus tard|une autre fois|hoje não|agora não|(?:na )?(?:próxima (?:semana|sprint|vez)|semana que vem)|outro dia|mais tarde|oggi no|non (?:oggi|ora|adesso)|(?:la )?prossima (?:settimana|volta)|(?:il )?prossimo sprint|più tardi"
    r"|не сегодня|не сейчас|на следующей неделе|в следующ\w+ (?:спринт\w*|раз)|потом\b)|^\W*(?:今天不|下次|以后|改天|下周|下个|回头|今度|また今度|次回|来週|今日はここまで)",
    re.IGNORECASE,
)
"""A sentence that begins by putting its matter off."""

SHIFTING = compiled(
    r"^\W*+(?:(?:ok(?:ay)?|oh|ah|and|so|und|y|et|e|и)\W++){0,2}(?:speaking of|by the way|btw|(?:\S+ ){1,6}btw|anyway|anyhow|also\b|oh and|one more thing|another thing|separately|apart from that|(?:the )?thing is|as for|regarding|besides"
    r"|übrigens|apropos|ach ja|außerdem|ansonsten|noch was|noch etwas|was \w+ angeht|por cierto|a propósito|hablando de|además|otra cosa|aparte|en cuanto a|lo de\b|au fait|à propos|d['’]ailleurs|par ailleurs|sinon\b|autre chose|quant à|en plus"
    r"|aliás|a propósito|falando (?:nisso|em|de)|além disso|outra coisa|quanto a|a proposito|tra l['’]altro|inoltre|un['’]altra cosa|comunque|quanto a|riguardo a|кстати|ещё одно|и ещё|еще одно|кроме того|что касается|да, и|к слову)(?!\w)"
    r"|^(?:对了|另外|还有|顺便|至于|话说|ところで|あと|それと|そういえば|ちなみに|別件|그런데|그리고)",
    re.IGNORECASE,
)
"""How a sentence begins that turns to another matter."""

ENDED = compiled(
    r"(?:\b(?!(?:who|what|i|we|they|you|he|she)\b)\w+ (?:did it|fixed it|solved it|did the trick)\b|\b(?:that|this|it) (?:worked|helped)\b|\b(?:that['’]?s|thats|that was) it\b|(?<!not )(?<!n['’]t )\b(?:is |are |was |were )?gone\b(?! (?:to|from|through|back|into|over|up|down|wrong|live|quiet|missing)\b)"
    r"|\bno (?:more )?(?:crash\w*|errors?|loops?|leaks?|failures?|flak\w+|timeouts?|warnings?|problems?|issues?|duplicates?)\b(?! (?:message|code|log|in (?:the )?log))|\b(?:works?|runs?|builds?|loads?|passes|passing|starts?|trains?|compiles?) (?:now|again|fine now)\b|\bnow (?:works?|runs?|builds?|loads?|passes|starts?)\b|\bit works\b|\b(?:now|all)(?: (?:they|it|we)['’]?(?:re|s))? green\b"
    r"|(?<!not )(?<!n['’]t )\b(?:is|are|got|now) (?:fixed|solved|resolved)\b|^\W*(?:fixed|solved|resolved)\b|\bwent away\b"
    r"|\b(?:das|es|dies) (?:war['’]?s|hat geholfen|war es)\b|\b(?:geht|läuft|klappt|funktioniert) (?:jetzt|wieder|nun)\b|\bjetzt (?:geht|läuft|klappt|funktioniert)\b|\b(?:ist|sind) (?:jetzt )?weg\b|\bkeine (?:fehler|abstürze|probleme) mehr\b|\b(?:behoben|gelöst)\b"
    r"|\b(?:era|fue) (?:eso|esto)\b|\b(?:ya|ahora) (?:funciona|va|carga|arranca|compila)\b|\bfuncion(?:ó|a ya|a ahora)\b|\b(?:arreglad|resuelt|solucionad)[oa]\b|\bse (?:arregló|resolvió|solucionó)\b|\bya no (?:falla|sale|pasa|da error)\b"
    r"|\bc['’]était (?:ça|bien ça)\b|\b(?:ça|cela) (?:marche|fonctionne)\b|\ba marché\b|\b(?:réglé|résolu|corrigé)\b|\bdisparu\b|\bplus (?:d['’]erreurs?|de (?:plantages?|problèmes?))\b"
    r"|\bera (?:isso|esse)\b|\bfuncionou\b|\b(?:tá|está|agora) (?:funcionando|funciona)\b|\bresolv(?:ido|ida|eu)\b|\bsumiu\b"
    r"|\bera (?:quello|questo)\b|\b(?:ora|adesso) (?:funziona|va|parte)\b|\bha funzionato\b|\brisolt[oa]\b|\bsparit[oa]\b|\bnon (?:crasha|si blocca) più\b"
    r"|\bзаработал\w*|\bпомогло\b|\bсработало\b|\b(?:теперь|уже) работает\b|\b(?:исправлено|решено|починил\w*)\b|\bпропал[аио]?\b)"
    r"|好了(?!吗)|可以了(?!吗)|解决了(?!吗)|修好了|不(?:再)?(?:报错|崩溃|卡)了|没问题了|搞定|正常了|直りました|直った|解決(?:し(?:た|まし)|済)|動(?:きました|いた)|出なくなっ|해결(?:됐|했)|고쳐졌",
    re.IGNORECASE,
)
"""A trouble is over."""

BINDING = compiled(
    r"\b(?:nobody|no one|noone) (?!has|have|had|knows?|knew|is|was|were|ever|tried|answered|told|asked|did|could|can|cares|\w+ed\b)\w+s?\b|\bnothing (?:goes|gets|is|leaves|ships|may|must)\b[^.;\n]{0,40}\b(?:before|until|unless|without)\b|\bnothing (?:goes live|leaves|ships)\b|\bno new \w+\b|\b(?:only|not) (?:once|until)\b|\bmust(?:n['’]t| not)?\b"
    r"|\b(?:stays?|remains?) (?:as is|untouched|read[- ]only|that way|the way|out|off|at|on|until|till|\d)|\b\d[\w.%]{0,40}+ stays\b|^\W*(?:no\W+)?(?:leave|keep) (?!me\b)\S+|\bids? only\b|\bread[- ]only\b"
    r"|\b(?:niemand|keiner) (?!hat|weiß|wusste|war|ist|konnte|kann)\w+t\b|\bnichts (?:geht|darf|kommt)\b|\b(?:erst|nur) (?:wenn|nachdem|nach)\b|\bbleib(?:t|en)\b|\bdarf (?:nicht|nie|kein\w*)\b|\bmuss\b|\bmüssen\b"
    r"|\bnadie (?!ha|sabe|respondió|contestó)\w+[ae]\b|\bnada (?:sale|se|va)\b|\b(?:solo|sólo) (?:cuando|después|tras)\b|\bse queda(?:n)?\b|\b(?:no (?:se )?(?:puede|debe)|tiene que|debe)\b|\bprohibido\b|\bni (?:se )?te ocurra\b"
    r"|\bpersonne ne (?!sait)\w+|\brien ne (?:sort|part|passe)\b|\b(?:seulement|uniquement) (?:quand|après|si)\b|\breste(?:nt)? (?:à|en|comme|tel|au|là)|\b(?:ne doit|interdit|il faut que|doit)\b"
    r"|\bninguém (?!respondeu|sabe|testou|viu)\w+[ae]\b|\bnada de \w+r\b|\bnada (?:sai|vai|entra)\b|\b(?:só|somente) (?:quando|depois|após)\b|\bfica(?:m)? (?:como|no|na|em|até|fora|assim)\b|\b(?:não pode|nunca mais|proibido|tem que)\b|\baté lá\b"
    r"|\bnessuno (?!ha|sa)\w+[ae]\b|\bniente (?:va|esce|parte)\b|\bsolo (?:quando|dopo|se)\b|\brest(?:a|ano) (?:a|com|fino|fuori|così)|\b(?:non (?:si )?(?:deve|può)|vietato|deve)\b"
    r"|\bникто не (?:трогает|меняет|мержит|выкатывает|\w+ет)\b|\bничего не (?:выходит|идёт|идет)\b|\bтолько (?:после|когда)\b|\bоста(?:ётся|ется|ются|вь)\b|\b(?:нельзя|должен|должна|должно|должны|запрещено)\b"
    r"|(?:必须|不得|禁止|不准|绝对不|一律|只能|保持不变|不动|别动|绝不|千万)|(?:絶対に|必ず|禁止|しないこと|厳禁|ダメ|だめ|のまま)|(?:반드시|금지|절대)",
    re.IGNORECASE,
)
"""A person lays down how it is to be, in words that bind more than the next step."""

UNIVERSAL = compiled(
    r"^\W*(?:(?:please|and|also|bitte|por favor|per favore|s['’]il (?:te|vous) plaît|пожалуйста)\W+){0,2}(?:put|store|write|keep|use|log|name|send|run|round|sort|mark|label|wrap|format|save|check|sign|test|document|leere?|schreib\w*|speicher\w*|nutz\w*|benutz\w*|pon|guarda|usa|escribe|mets|écris|garde|põe|salva|escreve|metti|scrivi|salva|пиши|храни|ставь)\s(?:[^\s,.;]+\s){0,2}?"
    r"(?:every|all|each|any|alle[ns]?|jede[nrs]?|todos?|todas?|cada|tou(?:s|te|tes)|chaque|cada|tutt[ei]|ogni|все|всё|каждый|каждое|каждую)\b|^(?:所有|全部|每(?:个|条|次|一))|すべての|全ての|毎回",
    re.IGNORECASE,
)
"""An order that holds for every one of a kind, and so for what is still to come."""

SHOWING = compiled(
    r"^\W*(?:(?:ok(?:ay)?|please|now|and|can you|could you|bitte|kannst du|por favor|puedes|s['’]il te plaît|peux-tu|pode|puoi|пожалуйста)\W+){0,3}(?:show|tell|explain|give|send|print|paste|list|walk|remind) (?:(?:to )?(?:me|us)\b|the (?:code|diff|file|output|plan|full)|it\b)"
    r"|^\W*(?:zeig\w*|erklär\w*|gib) (?:mir|uns)|^\W*(?:muéstrame|enséñame|explícame|dame|dime)\b|^\W*(?:montre|explique|donne|dis)[sz]?-(?:moi|nous)|^\W*(?:me (?:mostra|explica|dá|diz)|mostre|explique)\b|^\W*(?:mostrami|spiegami|dammi|dimmi|fammi vedere)\b|^\W*(?:покажи|объясни|дай|расскажи|скинь)\w*\b|^(?:给我看|展示|解释|说说)|(?:見せて|教えて|説明して)(?:ください)?\W*$",
    re.IGNORECASE,
)
"""A person wants to see something: it lays nothing down, and is over when it was shown."""

KEEPING = compiled(
    r"\b(?:leave|keep|stays?|killed|instead|skip|rather not|lass\w*|bleib\w*|statt|lieber|dej[ao]\w*|queda\w*|fica\w*|deix[ao]\w*|laiss\w+|reste\w*|plutôt|lascia\w*|resta\w*|invece|оста\w+|лучше)\b|不动|保持|还是|不要|そのまま|ダメ|だめ|やめ",
    re.IGNORECASE,
)
"""Somebody wants a thing as it is, or another instead."""

SUBJECT = compiled(
    r"^\W*(?:(?:but|and|aber|und|pero|y|mais|et|mas|e|ma|но|и|а)\s+)?(?:(?:option|variante?|opción|opção|opzione|вариант|方案|案)\s*)?([A-H1-9])(?=\s+(?!\d)[a-zà-ÿа-яё]|は|が|だと|不|太|会|要)",
    re.IGNORECASE,
)
"""A sentence that begins by naming an option says something of it."""

BARE_NO = compiled(
    r"^\W*(?:no+|nope|nah|nein|nö|non|não|нет|不要|不用|不行|不|いや|いいえ|아니요?)(?:[,.!;:—–]|，|。|、|\s*$)|^\W*(?:please )?(?:don['’]?t|rather not|better not|lieber nicht|mejor no|plutôt pas|melhor não|meglio di no|не надо)\W*$",
    re.IGNORECASE,
)
"""A no to all that was proposed last."""

TROUBLED = compiled(
    r"\b(?:gives|returns|throws|gets|shows|dá|da|dà|devuelve|lanza|renvoie|donne|gibt|wirft|liefert|retorna|restituisce|выдаёт|выдает|возвращает) (?:an? |ein\w* |um |un |une )?(?:error|[45]\d\d\b|fehler|erro|errore|erreur|ошибк\w+)"
    r"|\b(?:falls?|fell) (?:thr\w+|off|out|over|apart)|\b(?:twice|duplicat\w+|dupes?|doppelt|duplicad\w+|en double|doppi\w*|дважды|дубл\w+)\b|\b(?:loses|swallows|mangles|garbles|corrupts|verliert|verschluckt|pierde|perd|теряет)\b(?! to\b)|\b(?:leaks|drips|squeaks|stutters|flickers|hangs|freezes|loops)\b|\b(?:tropft|ruckelt|flackert|hängt|gotea|parpadea|fuit|goutte|vaza|pinga|perde|gocciola|течёт|течет|капает|мигает)\b|二重|重复|丢失|丢了|闪退|卡顿|落ちる|漏れ",
    re.IGNORECASE,
)
"""Something goes wrong, in words that are no error's name."""

WANTING = compiled(
    r"\b(?:want|need|would like|['’]d like|please|can you|could you|help|how (?:do|can|should|to)|plan(?:ning)?|building|writing|making|adding|setting up|fine-?tun\w+|checklist|let['’]?s|should|looking for|will|möcht\w*|will|wollen|brauch\w*|bitte|soll\w*|hilf\w*|quier\w+|queremos|necesit\w+|ayud\w+|por favor|veux|voudr\w+|voulons|besoin|aide\w*|quer\w+|precis\w+|ajud\w+|voglio|vorrei|vogliamo|bisogno|aiut\w+|хочу|хотим|нужно|надо|помог\w+|пожалуйста)\b|想|要|请|帮|希望|需要|したい|ほしい|欲しい|ください|お願い|해줘|싶",
    re.IGNORECASE,
)
"""Something is wished for."""

SETTLING = compiled(
    r"^\W*(?:ok(?:ay)?|fine|good|agreed|deal|right|then|so|make it|let['’]?s (?:say|do|take)|gut|passt|dann|also|abgemacht|vale|bien|bueno|entonces|hecho|d['’]accord|entendu|alors|va pour|fechado|então|beleza|combinado|va bene|allora|d['’]accordo|ладно|хорошо|тогда|договорились)\b|\b(?:then|dann|entonces|alors|então|allora|тогда)\b|^(?:好|行|那就?|就)|じゃあ|では|그럼",
    re.IGNORECASE,
)
"""Somebody takes up one of several numbers or days that were named."""

DAYS = compiled(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|segunda|terça|quarta|quinta|sexta|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|понедельник\w?|вторник\w?|сред[ауы]|четверг\w?|пятниц\w|суббот\w|воскресень\w)\b|(?:周|星期)[一二三四五六日天]|[月火水木金土日]曜",
    re.IGNORECASE,
)

LEAVING = compiled(
    r"\W*(?:(?:ok(?:ay)?|so|well|right|gut|also|bueno|bon|bom|bene|ну)\W+)*(?:(?:that['’]?s|thats) (?:it|all)(?: (?:for (?:today|now)|from me))?|(?:i['’]?m|im) (?:off|done|going to bed|going home)(?: now)?|(?:let['’]?s )?call it a day|(?:talk|see you) (?:later|tomorrow|soon)|good night|das war['’]?s(?: für heute)?|bis (?:morgen|später|dann)|feierabend|eso es todo(?: por hoy)?|hasta (?:mañana|luego)|c['’]est tout(?: pour aujourd['’]hui)?|à demain|é (?:só )?isso(?: por hoje)?|até amanhã|per oggi è tutto|a domani|на сегодня вс[её]|до завтра)(?:[,.!\s]+(?:(?:i['’]?m|im) (?:off|done|going to bed|going home)|bye|thanks|good night|danke|gracias|merci|obrigad[oa]|grazie|спасибо))*\W*"
    r"|(?:今日はここまで|お疲れ(?:様(?:でした)?)?|先这样|明天见|辛苦了)\W*",
    re.IGNORECASE,
)
"""Somebody only takes leave."""
