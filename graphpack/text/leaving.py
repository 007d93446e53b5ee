"""Wordings by which people give something up, go back to it, or only talk about doing so.

Word lists and nothing else, for the languages graphpack knows best; ``dropped`` reads them. In
each pattern ``x`` is the thing meant and ``v``, where there is one, the verb it hangs on.
"""

from __future__ import annotations

_X = r"(?P<x>(?:[^,;.!?()\n。，；、]|\.(?=\S)){1,60}?)"
_END = (
    r"(?=\s+(?:with|to|by|in favou?r|for|because|since|as|due|after|and|on|in|at|from|of|again|then"
    r"|now|instead|entirely|completely|altogether|any ?more|but|so|until|zu|durch|für|weil|wegen|und"
    r"|wieder|sondern|am|im|bei|par|pour|car|et|mais|chez|por|pel[oa]s?|para|porque|y|e|sino|pero|mas|per"
    r"|perché|con|ma|voor|omdat|en|для|из-за|потому|и|на|по|но|а)\b"
    r"|\s*(?:[,:;!?()\n。，；、]|\.(?:\s|$)|\s[-–—]\s|[-=]>|→|$))"
)
_TO = r"\s+(?:to|into|onto|auf|zu|nach|à|vers|a|para|pel[oa]|per|naar|на)\s+"
_FROM = r"(?:from|von|vom|de|du|da|do|dal|van|с|со)"
_ARTICLE = (
    r"(?:(?:the|our|that|this|all|any|support for|der|die|das|den|dem|unser\w*|le|la|les|notre|l['’]"
    r"|el|los|las|nuestr\w+|o|os|as|nosso|il|lo|gli|i)\s+|l['’])?"
)
_LEAD = (
    r"(?:^|[.;:!?,—–-]\s*|\b(?:and|so|then|ok(?:ay)?|no|let['’]?s|let us|we|we['’]ll|will|should|can|must"
    r"|i|i['’]ll|please|to|just|rather|better|now|und|also|dann|bitte|wir|on|nous|et|alors|y|entonces"
    r"|vamos a|e|então|vamos|allora|мы|давай(?:те)?|и|тогда)\s+)"
)

MOVING = (
    r"\b(?:switch\w*|migr\w+|mov(?:e|ed|es|ing)|chang\w+|upgrad\w+|downgrad\w+|convert\w*"
    r"|port(?:ed|ing)|went|bump\w*|renam\w+|rais\w+|lower\w+|increas\w+|reduc\w+"
    r"|wechsel\w*|gewechselt|umgestellt|umgestiegen|umstellung"
    r"|pass(?:ée?s?|er|ons)|bascul\w+|cambi\w+|pas(?:amos|ado|ar|ó)|mud(?:amos|ou|ar)|troc\w+"
    r"|passat\w+|passiamo|overgestapt|overstap\w*|stap(?:pen)? over|переш\w+|переход\w*|миграц\w+|замен\w+)\b"
)
GIVING_UP = (
    r"\b(?:instead of|rather than|in place of|in lieu of|no longer(?: us(?:es|ing|e))?"
    r"|dropp(?:ed|ing)|abandon(?:ed|ing)|replac(?:es|ed|ing)|replace(?=\s[^.;\n]{1,60}\s(?:with|by)\b)|supersed(?:es|ed|ing)|scrapp(?:ed|ing)"
    r"|retir(?:ed|ing)|ditch(?:ed|ing)|got rid of|ruled out|g[ai]ve up on|stopp(?:ed|ing) using|(?:we are|i am|we['’]re|i['’]m) (?:done|finished|through) with"
    r"|statt|anstatt|anstelle(?: von)?|nicht mehr|verzichten(?: wir)? auf|verwerfen(?: wir)?|weg mit"
    r"|au lieu d[eu']|à la place d[eu']|plutôt que|rempla[cç](?:e|er|é|ons)|abandonn\w+"
    r"|(?:laiss\w+|laisse) tomber|renon\w+ à|n['’e] ?\w+ plus"
    r"|en (?:lugar|vez) de|ya no(?: usamos)?|reemplaza\w*|descarta\w*|abandona\w*|dejamos de usar"
    r"|nada de|em vez d[eoa]s?|ao invés d[eoa]s?|substitu\w+|deixamos de usar|desistimos d[eoa]"
    r"|invece di|al posto d(?:i|el|ella)|abbandon\w+|scart(?:iamo|ato|are)|rinunci\w+ a|niente"
    r"|in plaats van|niet meer|вместо|больше не(?: использу\w+)?|отказ\w+ от)"
    r"(?:(?<=['’])|\s)\s*"
)
PREFERRED = (
    r"\b(?:use[ds]?|using|cho\w+|prefer\w*|pick\w*|select\w*|decid\w+|took|take|in favou?r of)\b"
)
_GONE = (
    r"(?:(?:out|off)(?= *(?:[,;.!:)]|$))|off the table|dead|gone|no longer|dropped|abandoned|scrapped|cancell?ed"
    r"|retired|ruled out|not an option|raus|gestrichen|vom tisch|gestorben|verworfen|passé"
    r"|exclue?s?|abandonnée?s?|hors de question|descartad\w|fuera|fora|escluso|esclusa|fuori"
    r"|replaced (?:by|with)|superseded by|remplacée? par|reemplazad\w por)"
)
_BEGIN = r"(?:^|[.;,:]\s+)"
# «firmware 2.5.0 is out» tells that it can be had
_NOT_RELEASED = (
    r"(?![^.;,]{0,60}?(?:\d\.\d[\d.]*|\b(?:releases?|versions?|updates?|firmware|builds?|patch(?:es)?|hotfix|betas?"
    r"|editions?|issues?|books?|albums?|papers?|reports?|results|invitations?|minutes|newsletters?|trailer"
    r"|verö\w+|ausgabe|bericht|ergebnisse|einladung(?:en)?))\b(?:[^.;,]|\.(?=\d)){0,30}?\s(?:is|are|was|were|ist|sind)\s"
    r"(?:now |jetzt |already |schon |finally |endlich )?(?:out|raus)\b)"
)
_VERSION = r"(?:[A-Za-z][\w+#.]*\s)?v?\d[\d.]*"
_WIDE_X = r"(?P<x>[^，。；、,.;]{1,20}?)"
_IMPERATIVE = (
    r"(?:scrap|drop|ditch|forget(?: about)?|get rid of|abandon|discard|give up(?: on)?|throw out"
    r"|stop using|phase out|do away with|part with|throw away|toss(?: out)?|streich\w*|vergiss|lass(?:en wir)?(?= .{1,40} (?:weg|sein|bleiben|fallen))"
    r"|oubli(?:e|ons|ez)|laisse(?:z|ons)? tomber|olv[ií]d\w+(?: del?)?|esquece\w*|descart\w+|dimentic\w+"
    r"|lascia\w* perdere|забудь(?:те)?(?: про| о)?|убираем|выбрасываем)"
)
_TAKING_OUT = (
    r"(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|cancel(?:l?ed)?|kill|skip|lose|pull|take out|rip out"
    r"|undo|revert|roll back|swap(?: out)?|no more|no"
    r"|entfern\w*|kein\w*|supprim\w+|enlev\w+|enlèv\w+|retir\w+|plus de|quit(?:amos|a|ar|en)|elimina\w*"
    r"|tir(?:amos|a|ar|e)|remov\w+|togli\w*|eliminiamo|убер\w+|удали\w*|не надо)"
)
_REFUSING = (
    r"(?:(?:won['’]?t|will not|do(?:n['’]?t| not)|(?:are|am)(?: not|n['’]t)|['’](?:re|m) not|not|never)"
    r"(?: going to)?(?: (?:be )?(?:us(?:e|ing)|do(?:ing)?|tak(?:e|ing)|go(?:ing)? with|keep(?:ing)?|want"
    r"|need|hav(?:e|ing)|book(?:ing)?|buy(?:ing)?|send(?:ing)?))+"
    r"|(?:better|rather|please|lieber|besser|mejor|melhor|meglio|plutôt|лучше) (?:not|nicht|no|não|non"
    r"|pas|не)"
    r"|(?:nehmen|nutzen|verwenden|machen|wollen) wir (?:nicht|kein\w*)|wir (?:nehmen|wollen) kein\w*"
    r"|non (?:usiamo|prendiamo|vogliamo)|no (?:usamos|queremos|vamos a usar)|não (?:usamos|vamos usar"
    r"|queremos)|не (?:будем|используем|берём|берем)(?: использовать| брать)?)"
)

SPACED = (
    rf"{MOVING}[^.;\n]{{0,50}}?\b{_FROM}\s+{_X}{_TO}",
    rf"{MOVING}[^.;\n]{{0,50}}?\b(?:away from|off(?: of)?)\s+{_X}{_END}",
    rf"{GIVING_UP}{_ARTICLE}{_X}{_END}",
    rf"{PREFERRED}[^.;\n]{{0,60}}?\bover\s+{_X}{_END}",
    rf"{_BEGIN}{_NOT_RELEASED}{_X}\s+(?:is|are|will be|was|were|has been|have been|got|['’]s|ist|sind|wird|a été|est"
    rf"|fue|foi|está|queda|è|sono)\s+(?:now |jetzt |damit |definitely |ya |già )?{_GONE}",
    rf"{_BEGIN}{_X}\s+(?:fliegt raus|lassen wir (?:sein|weg|fallen|bleiben))\b",
    rf"\b(?:swap(?:ped|ping)?(?: out)?|trade|exchange)\s+{_ARTICLE}{_X}\s+(?:for|with|against)\s+",
    rf"\b(?:take|took|get|got|strike|cross)\s+[^.;,\n]{{1,40}}?\s(?:off|out of)\s+{_ARTICLE}{_X}{_END}",
    rf"{_BEGIN}{_X}\s+(?:wird|wurde|werden)\s+durch\s+[^.;,]{{1,40}}\s+ersetzt",
    rf"(?i:замен\w+|меня(?:ем|ть))\s+{_X}\s+на\s+",
    rf"\b(?:troc(?:amos|ar|a|ou)|cambi(?:amos|ar|a|amo|are))\s+{_ARTICLE}{_X}\s+(?:por|pel[oa]s?|con)\s+",
    rf"{_BEGIN}{_X}\s+(?:отпада\w+|отменя\w+)",
    rf"{_LEAD}(?P<v>{_IMPERATIVE})\s+{_ARTICLE}{_X}{_END}",
)
"""Something is given up, whoever reads it."""

KNOWN = (
    rf"{_LEAD}(?P<v>{_TAKING_OUT})\s+{_ARTICLE}{_X}{_END}",
    rf"\b(?P<v>{_REFUSING})\s+{_ARTICLE}{_X}{_END}",
    rf"{_LEAD}(?P<v>throw|get|phase|pull|rip|take|toss|kick|strip|leave|cut|turn|switch)\s+{_ARTICLE}{_X}\s+(?:away|out|off)\b(?!\s+(?:of the|from|to|for)\b)",
    rf"{_BEGIN}(?:all |the )?{_X}\s+(?:is|are|was|were|has been|have been|wurden?|ist|sind|a été|ont été|fue(?:ron)?|foi|foram"
    r"|è stat\w|sono stat\w)\s+(?:now |all )?(?:removed|deleted|reverted|taken out|entfernt|gelöscht|supprimée?s?"
    r"|eliminad\w+|removid\w+|rimoss\w|eliminat\w|удал[её]н\w*|убран\w*)\b",
    rf"\b(?P<v>not|nicht|no|não|non|pas|не)\s+(?!only|just|nur|seulement|sólo|solo|só|apenas|только){_ARTICLE}{_X}\s*,?\s+(?:but|sondern|sino|mas|ma|mais|а)\s",
    rf"^\W*(?P<v>not|nicht|pas|no|não|non|не)\s+{_ARTICLE}{_X}(?=\s*[,;])",
    rf"[,;]\s+(?:and |und |et |y |e |и )?(?P<v>not|nicht|pas|no|não|non|не)\s+{_ARTICLE}{_X}(?=\s*(?:[.;!]|$))",
)
"""The same, but only of a thing that was chosen: «remove X» may be any day's work."""

WIDE_ANY = (
    rf"(?:从|由)\s*{_WIDE_X}\s*(?:换|改|切换|迁移|升级|转|变)(?:成|为|到|至|用)",
    r"(?:不再(?:使用|用|采用)?|放弃|弃用|取代|代替|替换|替代)(?:了|掉)?\s*(?P<x>[^，。；,.;]{1,20})",
    rf"(?:^|[，。；])(?:把|将)?\s*{_WIDE_X}\s*(?:换成|改成|改为|换为|替换为|替换成)",
    rf"{_WIDE_X}\s*から[^、。]{{1,20}}?(?:に|へ)(?:切り替|移行|変更|乗り換|置き換)",
    rf"{_WIDE_X}\s*(?:ではなく|の代わりに|をやめ)",
    r"(?P<x>[^\s,.;]{1,20})에서\s+[^,.;]{1,20}?(?:으로|로)\s+(?:바|변경|전환|교체|이전)",
    r"(?P<x>[^\s,.;]{1,20})\s+대신",
    rf"(?:^|[，。；]){_WIDE_X}(?:就)?(?:算了|不用了|作废)",
)
WIDE_KNOWN = (
    r"(?:^|[，。；,])(?:先)?(?:不用|不要|别用|取消|去掉|删掉|换掉|舍弃)\s*(?P<x>[^，。；,.;]{1,20}?)(?:了|吧|，|。|$)",
    rf"(?:^|[，。；]){_WIDE_X}(?:就)?不行",
    rf"(?:^|[、。]){_WIDE_X}は(?:やめ|廃止|中止|使わな|却下)",
    r"(?P<x>[^\s,.;]{1,20}?)(?:은|는|을|를)\s+(?:쓰지 않|안 쓰|그만|포기|취소)",
)
ARROW = (rf"(?P<x>{_VERSION})\s*(?:->|→|➜|=>)\s*{_VERSION}",)
"""An arrow between versions is a change; between names it is as often a call or a flow."""

# a colon begins what is said of a topic: «back to the flyer: …»
_BACK_X = _X.replace("(?:[^,", "(?:[^,:")
RETURN = (
    rf"\b(?:(?:go(?:ing)?|went|switch\w*|mov(?:e|ed|ing)) )?back to\s+(?:using\s+)?{_ARTICLE}{_BACK_X}{_END}"
    r"(?!:)",
    rf"\b(?:return(?:ing)?|revert(?:ing)?) to\s+{_ARTICLE}{_BACK_X}{_END}",
    rf"\b(?:reinstat\w+|restor\w+|bring(?:ing)? back|re-?enabl\w+)\s+{_ARTICLE}{_BACK_X}{_END}",
    rf"\b(?:zurück zu[mr]?|wieder(?: auf| mit| zu[mr]?)?|retour (?:à|au)|reven\w+ (?:à|au)|revient (?:à|au)"
    rf"|volv\w+ a(?:l)?|de vuelta a|volt\w+ (?:a|ao|à|para)|torn(?:iamo|are|o|a) a(?:l)?"
    rf"|возвра\w+ (?:к|на)|верн\w+ (?:к|на)|обратно (?:к|на))\s*{_ARTICLE}{_BACK_X}{_END}",
)
KEEPING = (
    rf"\b(?:stick(?:ing)? with|stay(?:ing)? with|keep(?:ing)?|bleiben (?:wir )?(?:doch )?bei|behalten(?: wir)?"
    r"|on garde|on reste (?:sur|avec|à)|nos quedamos con|seguimos con|ficamos com|mantemos|teniamo|restiamo (?:con|su|al?)"
    rf"|оставляем|оста[её]мся (?:на|при|с)|blijven bij)\s+{_ARTICLE}{_BACK_X}{_END}",
)
"""Going back, where the thing was given up in between; else only a word that it stays."""

WIDE_RETURN = (
    r"(?:用回|回到|改回|换回|恢复(?:使用)?)\s*(?P<x>[^，。；,.;]{1,20}?)(?:了|吧|，|。|,|$)",
    rf"{_WIDE_X}に戻",
    r"(?P<x>[^\s,.;]{1,20}?)(?:으로|로)\s+(?:돌아|복귀|되돌)",
)

TURN = (
    r"^\W*(?:(?:ok(?:ay)?|hm+|no|sorry|so|well|wait|nein|also|non|bon|bueno|não|bom|no|нет|ну)\W+){0,2}"
    r"(?:actually|on second thoughts?|change of plans?|change in plans?|(?:i(?:['’]ve)? |we(?:['’]ve)? )?changed (?:my|our) minds?"
    r"|scratch that|scrap that|forget (?:it|that)|never ?mind(?=\W*[,.;!]|$)|revert that|undo that|instead(?! of)\b|(?:better|rather) not\b|(?:no|nope|nah|nein|non|não|нет|nee)[,.;—–-]+\s(?=\S)|plutôt\b|not (?-i:[A-Z])|toch maar\b"
    r"|then (?:let['’]s |we(?:['’]ll)? |rather )?(?:use|take|go with|(?-i:[A-Z]))|dann (?:nehmen|nutzen|machen|doch|lieber)"
    r"|alors (?:on prend|prenons|plutôt)|entonces (?:usamos|vamos con|mejor)|então (?:usamos|vamos com|melhor)"
    r"|allora (?:usiamo|prendiamo|meglio)|тогда (?:бер[её]м|возьм[её]м|давай|лучше)|lieber nicht|mejor no|melhor não"
    r"|meglio non|лучше не"
    r"|doch\b|stattdessen|nun doch|finalement|mejor\b|pensándolo|al final|na verdade|pensando melhor"
    r"|anzi\b|ripensandoci|alla fine|передумал\w*|лучше\b|всё-таки)"
    r"|\b(?:let['’]s|i['’]d|we['’]d|would) rather\b"
    r"|\b(?:after all|instead|it is(?: then)?(?= for\b| *[.,;!]|$)|doch lieber|nun doch|à la place|en su lugar|em vez disso|invece)"
    r"(?:\s*[.,;!]|$| for\b)"
    r"|^(?:还是|改成|算了|那就|不对|やっぱり|아니)"
)
"""A speaker turns round: «actually, …», «… after all»."""

_VALUED = (
    r"(?:limit|ceiling|cap|budget|deadline|date|day|time|price|target|name|title|owner|address|venue|room|rule"
    r"|threshold|default|maximum|minimum|quota|rate|number|frist|grenze|obergrenze|termin|preis|regel|ziel"
    r"|plafond|limite|délai|prix|nom|règle|objectif|fecha|límite|plazo|precio|nombre|regla|meta|tope"
    r"|presupuesto|prazo|preço|nome|regra|orçamento|scadenza|prezzo|regola|срок|лимит|дата|цена|имя|бюджет|цель)"
)
SHIFT = (
    rf"^\W*(?:the |der |die |das |le |la |el |o |a |il )?(?:new|neue[rs]?|nouve(?:l|lle|au)|nuev[oa]|nov[oa]|nuov[oa]|нов(?:ый|ая|ое))"
    rf" (?:[\w-]+ ){{0,2}}{_VALUED}\b[^:.;\n]{{0,40}}:\s"
    r"|^新的?[^：:，。]{0,8}[：:]\s*\S"
    r"|^\W*(?:update:|correction:|we now|from now on|now\b|as of (?:now|today)|en fait|désormais"
    r"|à partir de maintenant|ab jetzt|ahora\b|a partir de ahora|agora\b|a partir de agora"
    r"|d['’]ora in poi|ora\b|теперь\b|отныне)"
    r"|\b(?:(?<!for )(?<!right )now|jetzt|(?<!pour )maintenant|ahora|agora|adesso|теперь)\s*(?:[.,;!]|$)"
    r"|(?:^|[,;]\s|\b(?:let['’]s|we|please|und|et|y|e)\s+)(?:raise|lower|increase|decrease|reduce|extend|shorten|cut|bump|change"
    r"|postpone|push|bring forward|erhöhe\w*|senke\w*|verlänger\w*|verkürz\w*|augment\w*|rédui\w*|repouss\w*|sub(?:e|imos)"
    r"|baj(?:a|amos)|aument\w*|reduz\w*|alz(?:a|iamo)|abbass\w*|повы\w*|сниз\w*|увелич\w*|уменьш\w*)\b"
    r"[^.;\n]{1,60}\b(?:to|auf|à|a|para|para o|до)\b"
    r"|(?<!for )(?<!right )\bnow (?:[a-z]{2,12}s|have|use|run|go|own|meet|live)\b"
    r"|\b(?:mov(?:e|es|ed|ing) to|moved (?:up|back) to"
    r"|(?:has|have|was|were|is|are) (?:now|changed|moved|raised|lowered|cut|extended|shortened)"
    r"|rescheduled (?:to|for)|changed to|verschoben auf|jetzt|reporté\w* au|passe(?:nt)? à|ahora es"
    r"|se movió al?|passou para|spostat\w+ al?|теперь|перенес\w+ на)\b"
    r"|改为|改到|现在是|に変更"
)
"""The matter itself changed: «… moved to …», «… is now …»."""

BESIDE_VERB = (
    r"(?:instead of|rather than|in place of|in lieu of|statt|anstatt|anstelle|au lieu|à la place|plutôt que"
    r"|en (?:lugar|vez)|em vez|ao invés|invece|al posto|in plaats|вместо|not|nicht|pas|no|não|non|не)\b"
)
"""Wordings that hang on a verb of their own: what stands before them is mostly what is chosen."""

DETERMINED = (
    r"^\W*(?:the|a|an|my|our|your|his|her|their|its|some|many|most|other|others|every|each|der|die|das|ein\w*"
    r"|mein\w*|unser\w*|ihr\w*|manche|viele|le|la|les|un|une|mon|ma|notre|leur|certains|el|los|las|una|mi|su"
    r"|nuestr\w+|algunos|o|os|as|um|uma|meu|minha|nosso|nossa|alguns|il|lo|gli|i|uno|mio|mia|alcuni)\s"
)
"""Begins with an article or the like: with somebody or something that does what follows."""

OURS = (
    r"\b(?:we|i|let['’]?s|us|you|wir|ich|on|nous|je|yo|nosotros|vamos|eu|nós|a gente|io|noi|мы|я"
    r"|давай(?:те)?)\b|n['’]|[我咱私僕]"
)
"""The speakers themselves."""

DENIAL = r"(?:do(?:n['’]?t| not)|not|never|nicht|kein\w*|no|não|non|pas|не|不用|不要|别用)\b"
"""A thing is turned down, and may be so for one purpose only."""

ARGUED = (
    r"\b(?:could(?! not|n['’]t| you| we)|might|(?-i:may)|would(?! rather| like| you)|perhaps|maybe|consider\w*|suggest\w*"
    r"|propos\w+|recommend\w*|think(?:ing)? (?:about|of)|wonder\w*|whether|ask(?:s|ed) (?:if|about|us to|me to)|imagine|suppose"
    r"|pros and cons|könnte\w*|würde\w*|vielleicht|ob\b|vorschlag\w*|schl(?:ägt|agen|age) .{0,20}vor|überleg\w+"
    r"|pourrai\w*|pourrions|pourriez|peut-être|faudrait|serait|proposé|podría\w*|quizás?|tal vez"
    r"|sería|propone\w*|poderia\w*|poderíamos|talvez|seria|sugeri\w+|potremmo|potrebbe\w*|forse|sarebbe"
    r"|suggeri\w+|бы|может быть|возможно|предлага\w+|предлож\w+|многие|люди)\b"
    r"|(?:可以考虑|也许|可能|建议|是否|会不会|要不要|有人|为什么|かもし|でしょうか|どうですか)"
)
"""In the clause itself: said as possible, proposed or asked, not as done."""

SUPPOSED = (
    r"^\W*(?:but |and |so |then )?(?:if|in case|suppose|supposing|assuming|imagine|what if|should we|shall we|wenn|falls|angenommen"
    r"|si\b|au cas où|supposons|en caso|supongamos|se\b|caso\b|supondo|nel caso|supponiamo|если|допустим)\b"
    r"|^(?:如果|要是|假如|もし|만약)"
)
"""At the start of a sentence: all of it holds only if something else does."""

ASKED_AFTER = (
    r"\b(?:can|could|would|will) you\b|\bplease\b|\b(?:ok(?:ay)?|right|yes|agreed)\W*\?|\bis that\b|\bdoes that\b"
    r"|\b(?:kannst|könntest) du\b|\boder\?|\b(?:peux-tu|pouvez-vous|tu peux)\b|\b(?:puedes|podrías|vale\?)|\bpode\b"
    r"|\bpuoi\b|\b(?:можешь|можете)\b|吗？|行吗|可以吗|ください"
)
"""Further on in the same sentence: the question is a request beside what is stated."""

REQUEST = (
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|then|hm+|also|und|et|y|e|и|а)\W+){0,2}"
    r"(?:(?:can|could|would|will) (?:you|we)\b|please\b|kannst du|könntest du|können wir|(?:peux|pourrais)-tu"
    r"|pouvez-vous|tu peux|puedes|podrías|você pode|pode\b|puoi|potresti|можешь|можете|можно)"
    r"|^(?:请|麻烦|能不能|可以.{0,8}吗)"
)
"""Worded as a question, meant as a wish: «can you drop A?»."""

OFFERED = (
    r"\bif (?:you|we) (?:like|want|prefer|wish)\b|\bif need(?:ed)? be\b|\bwenn (?:du|ihr|sie) (?:willst|wollt|magst|möchte\w*)\b"
    r"|\bsi (?:tu veux|vous voulez|quieres|queréis|quiere)\b|\bse (?:vuoi|volete|quiser|preferir)\b|\bесли хо\w+\b"
    r"|如果你(?:想|愿意)"
)
"""Anywhere in a sentence: it waits for a yes."""

ONCE = (
    r"\b(?:früher|damals|formerly|used to|back then|years ago|in the old days|à l['’]époque|autrefois|jadis"
    r"|en su día|hace años|antigamente|há anos|in passato|anni fa|раньше|когда-то|in (?:19|20)\d\d)\b|以前|曾经|昔"
)
NOWADAYS = r"\b(?:now|jetzt|heute|maintenant|ahora|agora|adesso|теперь)\b|现在|今は"
"""How things once were is no change, unless the sentence goes on to how they are now."""

LATER = (
    r"\b(?:next (?:year|month|week|quarter|sprint|season|release)|one day|some ?day|eventually|later on"
    r"|not (?:now|yet)|nächste[sn]? (?:jahr|monat|quartal)|irgendwann|l['’]an(?:née)? prochaine?|un jour"
    r"|el (?:año|mes) que viene|el próximo año|algún día|ano que vem|um dia|l['’]anno prossimo"
    r"|un giorno|в следующем (?:году|месяце)|когда-нибудь)\b|明年|以后再|将来|来年|いつか|내년"
)
"""Anywhere in a sentence: put off, so that what stands still stands."""

KEPT = (
    r"(?:\b(?:not|never|no need to|without|nor|nicht|kein\w*|nie|pas|jamais|sin|nunca|não|sem|mai|senza"
    r"|не|никогда|ne)|n['’]t|n['’])\s*(?:[\w'’]+\s+){0,3}$"
    r"|[不没別别未][^，。；]{0,4}$"
)
"""Just before the wording: it is denied, and nothing is given up."""
