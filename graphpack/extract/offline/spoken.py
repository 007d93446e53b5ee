"""What people say among themselves: hesitation, nods, what they settle, take on and leave open.

Word lists only, as in ``phrases.py``; what they mean is decided in ``discussion.py``.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled

HESITATION = compiled(
    # «um» is a word in German and Portuguese, «er» in German, «mm» a unit
    r"(?<![\w'’-])(?<!\d )(?:u+h+|uu+m+|um(?=[,.…])|uh-?huh|mm+-?hmm*|hmm+|erm|you know,|i mean,|äh+m?|öhm*|euh+|ehm|o sea,|э-э+)(?![\w'’-])"
    r"|えー?っと|あのー|那个，|嗯",
    re.IGNORECASE,
)
"""What people only say, never write."""

BACKCHANNEL = compiled(
    r"(?:(?!\+1|👍)\W)*+(?:(?:y+e+a+h*|yep|yup|yes|ok(?:ay)?|['’]?kay|m+(?:-?hm+)?|hm+|u+h+(?:-?huh)?|u+m+|er+m?|right|sure|alright|all right|exactly|true|cool|great|good|nice|fine"
    r"|perfect|absolutely|definitely|totally|indeed|agreed?|of course|i see|got it|i know|makes sense|sounds good|that['’]?s (?:right|true|great|good|fine|cool|it)"
    r"|will do|no problem|thanks?(?: you)?(?: very much| so much)?|sorry|oh|ah|wow|well|so|and|but|bye|ja|genau|klar|stimmt|gut|super|moment|danke|aha|ach so|einverstanden|mach[e']? ich"
    r"|oui|d['’]accord|voilà|merci|exact\w*|bien|sí|vale|claro|exacto|gracias|bueno|de acuerdo|sim|certo|isso|obrigad[oa]|beleza|pois|combinado|sì|esatto|va bene|d['’]accordo|grazie"
    r"|да|ага|угу|точно|понятно|хорошо|ладно|спасибо|конечно|согласен|согласна)(?=\W|$)(?:(?!\+1|👍)\W)*+|(?:\+1|👍)(?:(?!\+1|👍)\W)*+)+"
    r"|\W*(?:(?:はい|うん|ええ|そうですね|なるほど|了解(?:です|しました)?|嗯++|好的?|对++|是的?|行|明白|同意|没问题|谢谢|네++|예|그렇죠|맞아요)[，、。！\s]*+)+\W*",
    re.IGNORECASE,
)
"""A turn that only shows that somebody listens or agrees, in the languages graphpack knows."""

SETTLED = compiled(
    r"\b(?:(?:we(?:['’]ll| will| are going to|['’]re going to)? |let['’]?s |so |then )(?:go(?:ing)? (?:with|for)|settle (?:on|for)|stick (?:with|to))"
    r"|let['’]?s (?:do|take|use|keep|drop|skip) \S|(?<!if )(?<!when )(?<!unless )(?<!should )we (?:stop|stay|keep|leave|drop|skip|take|use|won['’]?t|(?:have )?(?:decided|agreed|settled)) \S"
    r"|(?:is|are) (?:out|off the table|ruled out)\b(?! of)|(?:that|it)(?:['’]s| is) (?:decided|settled|agreed)|(?:the )?(?:decision|conclusion|consensus) (?:is|was|today)|we(?:['’]re| are) all agreed"
    r"|(?:also |dann |wir |das )(?:nehmen|machen|schalten|bleiben|lassen) (?:wir|bei|es)\b|(?<!wenn )(?<!falls )wir (?:nehmen|bleiben bei|lassen|einigen uns|haben (?:uns )?(?:entschieden|geeinigt|beschlossen))|beschlossen\b"
    r"|on (?:prend|part sur|garde|reste sur|choisit|abandonne)|c['’]est (?:décidé|réglé)|nous (?:prenons|choisissons|retenons|gardons)"
    r"|entonces (?:usamos|vamos|tomamos|elegimos)|(?:usamos|usaremos|vamos con|nos quedamos con|elegimos|descartamos)\b|(?:queda|está) decidido"
    r"|então (?:usamos|vamos|fica)|(?:ficamos com|escolhemos|vamos usar|descartamos)\b|(?:fica|está) decidido"
    r"|allora (?:usiamo|prendiamo|andiamo)|(?:restiamo con|scegliamo|usiamo|scartiamo)\b|è deciso|бер[её]м\b|решили|решено|остановились на|договорились|оставляем)"
    r"|(?:那就?|就|我们)(?:决定|用|选|这样|定)|决定(?:用|了|采用|不)|にしましょう|に決め|で(?:行|い)きましょう|ことに(?:します|しました|なりました)|하기로",
    re.IGNORECASE,
)
"""What people settle between them."""

WRITTEN_SETTLED = compiled(
    r"(?:^|\b(?:so|ok(?:ay)?|our|the|a)[,\s]+)decision\s*[:,–—-]|\blet['’]?s (?:make|move|set|put|have|order|postpone|start with) \S|^\W*(?:(?:ok(?:ay)?|fine|good|all right|alright|right|gut|na gut|vale|bien|bueno|bom|bene|хорошо|ладно)\W+){0,2}"
    r"(?:then (?:(?-i:[A-HJ-Z])|let['’]?s|we|order|use|take|do|it['’]?s|make|go)|dann (?:nehmen|machen|doch|um|am|eben|halt|\d)|entonces (?:el|la|lo|\d)|alors (?:on|le|la|\d)|então (?:o|a|\d)|allora (?:il|la|\d)|тогда\b)"
    r"|\b(?:then|dann|entonces|alors|então|allora)\s*[.!]?$|\b(?:after all|doch noch|finalement|al final|afinal|alla fine|всё-таки)\b",
    re.IGNORECASE,
)
"""The same where people write: in speech such words come by the way."""

_DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|noon|next (?:week|month|meeting|time)|(?:the )?end of|eod|january|february|march|april|june|july|august"
    r"|september|october|november|december|\d"
)
DUE = compiled(
    rf"\b(?:by|before|until|till|on|for) (?:the |our |this |next )?(?:{_DAY})"
    r"|\b(?:bis|vor) (?:zum |zur |nächste\w* |kommende\w* |ende |mitte )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|heute|ende|nächste|\d)"
    r"|\b(?:d['’]ici|avant|pour) (?:à |la |le |l['’])?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|fin|semaine|\d)"
    r"|\b(?:antes del?|para(?: el)?|hasta el|el) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|fin|próxim\w+|\d)"
    r"|\b(?:até|antes d[aeo]|para|na|no) (?:a |o )?(?:segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã|fim|próxim\w+|\d)"
    r"|\b(?:entro|prima di|per) (?:il |la )?(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani|fine|\d)"
    r"|\b(?:до|к) (?:понедельник\w|вторник\w|сред[ыеу]|четверг\w|пятниц\w|суббот\w|завтра|конц\w|\d)"
    r"|(?:周[一二三四五六日]|星期[一二三四五六日]|明天|月底|下周|今天)[^，。]{0,4}(?:之?前|内)|までに|까지",
    re.IGNORECASE,
)
"""A day by which something is to be done."""

TAKEN_ON = compiled(
    r"\b(?:i(?:['’]ll| will| can| could|['’]m going to)|(?:can|could|would|will) you|you(?:['’]ll| will| should)|please|takes?|ich (?:mache|kümmere|schaue|schicke|prüfe|werde|übernehme)|(?:kannst|könntest) du"
    r"|du (?:\w+st|stellst)|je (?:vais|m['’]en|regarde|prends|ferai)|tu (?:peux|pourrais)|puedes|podrías|lo (?:envío|hago|miro)|voy a|me encargo|você (?:pode|poderia)|eu (?:vou|faço|vejo)|puoi|potresti"
    r"|me ne occupo|lo faccio|я (?:сделаю|проверю|напишу|возьму|посмотрю)|сделаешь|можешь)\b|[你我](?:来|去|负责|.{0,8}(?:检查|处理|确认|联系|写|发))|します|お願い|할게요|해 주",
    re.IGNORECASE,
)
"""Words by which somebody takes something on or is asked to."""

LEFT_OPEN = compiled(
    r"\b(?:(?:still |do(?:n['’]?t| not) ){1,4}know (?:yet\b|why|whether|if|how|what)|no idea (?:why|how|whether)|(?:we|i) (?:still )?(?:have|need) to (?:ask|find out|check with|clarify)|(?:is|are|remains?) still open"
    r"|open (?:question|point|issue)|offen (?:ist|bleibt|sind)|(?:ist|bleibt|sind) (?:noch )?offen\b|(?:wissen|weiß) (?:wir |ich )?(?:noch )?nicht|(?:müssen|muss) (?:wir |ich )?(?:noch )?(?:klären|fragen)"
    r"|reste à|on ne sait (?:pas|toujours)|il faut (?:encore )?demander|queda(?:n)? pendiente|sigue sin|todavía no (?:sabemos|se sabe|ha)|hay que preguntar|(?:fica|está) pendente|ainda não (?:sabemos|se sabe)"
    r"|resta da|non sappiamo ancora|bisogna chiedere|ещё не (?:знаем|ясно|известно)|еще не (?:знаем|ясно|известно)|надо (?:спросить|уточнить))"
    r"|还不(?:知道|清楚|确定)|还没(?:定|确定|有结论)|不知道原因|まだ(?:わか|分か|決ま)|아직",
    re.IGNORECASE,
)
"""What nobody could say yet."""

RECAP = compiled(
    r"\b(?:(?:to|let me|i['’]ll) (?:recap|sum up|summari[sz]e)|(?:in|as a) (?:summary|conclusion)|recapping|zusammengefasst|ich fasse zusammen|fassen wir zusammen|pour (?:résumer|récapituler)|en résumé"
    r"|(?:para )?resum(?:ir|iendo|o|imos|indo)|en resumen|em resumo|riassumendo|ricapitolando|подытож\w+|итак, (?:решили|итог))\b|总结一下|总之|まとめると|정리하면",
    re.IGNORECASE,
)
"""What sums up what people have agreed on."""

TAKES_UP = compiled(
    r"\W*[a-d1-9]\)\s|"
    r"\W*(?:(?:yes|yeah|ok(?:ay)?|right|fine|good|great|nice|sure|no|agreed|all right|alright|true|exactly|then|so|that|this|it|he|she|they|both|and then|because|in that case|instead"
    r"|ja|nein|gut|okay|na gut|stimmt|genau|dann|also|das|es|oui|non|bon|alors|donc|ça|c['’]est|sí|no|vale|bueno|entonces|eso|sim|não|então|isso|certo|sì|va bene|allora|questo"
    r"|да|нет|хорошо|ладно|тогда|это)\b|[那好行对是嗯]|就|はい|じゃあ|それ|네|그럼)",
    re.IGNORECASE,
)
"""How a turn begins that goes on with what somebody else said."""

NOT_NOW = compiled(
    r"\b(?:let['’]?s not|(?:we|i) (?:do(?: not|n['’]t)|won['’]?t|can(?:not|['’]?t))(?: have to)?) (?:decide|settle|discuss)\b|\b(?:entscheiden|klären|besprechen) wir (?:das )?(?:heute |jetzt )?(?:nicht|später)\b"
    r"|\bno (?:lo )?(?:decidamos|decidimos|discutamos)\b|\bon ne décide pas\b|\bnão (?:vamos )?decidi\w+\b|\bnon decidiamo\b|\bне будем (?:сейчас )?решать\b|(?:先|今天)不(?:决定|讨论)",
    re.IGNORECASE,
)
"""People put a decision off."""

_KIN = r"(?:daughter|son|wife|husband|kids?|child(?:ren)?|mother|father|mom|mum|dad|baby|dog|cat|birthday|holidays?|vacation|weekend)"
_KIN_DE = (
    r"(?:tochter|sohn|frau|mann|kind(?:er)?|mutter|vater|hund|katze|geburtstag|urlaub|wochenende)"
)
ASIDE = compiled(
    rf"^\W*(?:by the way|btw|oh)\b[^.?!]{{0,20}}\bmy {_KIN}\b|^\W*(?:übrigens|ach)\b[^.?!]{{0,20}}\bmeine?n? {_KIN_DE}\b"
    r"|^\W*(?:por cierto|à propos|au fait|a propósito|a proposito|кстати)\b[^.?!]{0,20}\b(?:mi (?:hij[ao]|mujer|marido|perro)|ma (?:fille|femme)|mon (?:fils|mari|chien)|minha (?:filha|mulher)|meu (?:filho|marido)|mi[ao] (?:figli[ao]|moglie|marito)|мо[йя] (?:сын|дочь|жена|муж))\b",
    re.IGNORECASE,
)
"""Small talk that says itself that it is beside the matter."""

BARE_OPEN = compiled(
    r"\W*(?:ok(?:ay)?\W+)?(?:(?:let['’]?s )?(?:leave|keep) (?:that|it|this) open(?: for now)?|(?:das )?lassen wir (?:das )?offen|laissons (?:ça|cela) ouvert|(?:lo )?dejamos (?:eso )?abierto|deixamos (?:isso )?em aberto|lasciamolo aperto|оставим (?:это )?открытым)\W*",
    re.IGNORECASE,
)
"""A matter is left open by pointing at it: what is open was said before."""
