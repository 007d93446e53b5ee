"""Phrases by which people open, plan, propose, refuse, put off and take back, language by language.

Word lists only; what they mean for a statement is decided where they are used.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled
from graphpack.text.marked import MarkedLines

OPENING = compiled(
    r"^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|ok(?:ay)?|alright|great|perfect|excellent|good|nice|sure|yes|yeah|no problem|of course|certainly|absolutely"
    r"|well|so|now|also|and|but|then|finally|however|actually|indeed|in short|basically|hmm+|ah|oh"
    r"|great (?:question|point|catch|idea)|good (?:question|point|catch|idea)|you(?:'|’)?re (?:absolutely )?right"
    r"|thanks?(?: you)?|got it|i see|looks good|awesome|for reference|to be clear|as (?:you|i) (?:said|mentioned)"
    r"|好的|当然|没问题|是的|はい|もちろん|なるほど|хорошо|конечно|да|отлично)\s*(?:[,.!:;—–-]+\s+|[，。！、：；]+\s*)"
    # «Done: move the users» without its first word is a task; «First, » alone says nothing
    r"|(?:first|next|done)\s*[,.!]+\s+)+",
    re.IGNORECASE,
)

FIRST_PERSON = compiled(
    r"^(?:I(?:'|’)ve|I have|we(?:'|’)ve|we have)\s+(?:also |now |just |already |successfully )*(?=\w+(?:ed|de|lt|nt|en|wn|pt|ut|et|an)\b)",
    re.IGNORECASE,
)

ORDER = compiled(
    r"^\W*(?:(?:ok(?:ay)?|so|also|now|and|then|yes|please|just|bitte|also|und|dann|por favor|entonces|y|então|e|allora|s['’]il (?:te|vous) plaît|alors|et|пожалуйста|тогда|и)\W+){0,3}"
    r"(?:(?:let['’]?s|let us|i want|i['’]d like|we want|you should|use|set|raise|lower|increase|decrease|reduce|limit|cap|add|remove|change|keep|make|put|rename|move|switch|replace|bump|skip|leave|apply)\b(?! sure\b| me\b)"
    r"|(?:erhöhe|senke|setz\w*|stell\w*|nimm|nehmt|nutze|verwende|lass|behalte|ändere|entferne|füge|mach|ich will|ich möchte)\b|(?:augmente\w*|rédui\w*|mets|mettez|utilise\w*|garde\w*|ajoute\w*|enlève\w*|change\w*|je veux)\b"
    r"|(?:sube|baja|pon|usa|aumenta|reduce|cambia|quita|añade|agrega|deja|quiero|queremos)\b|(?:aumente|reduza|use|coloque|mude|tire|adicione|deixe|quero)\b|(?:aumenta|riduci|usa|metti|cambia|togli|aggiungi|lascia|voglio)\b"
    r"|(?:увеличь|уменьши|поставь|используй|измени|убери|добавь|оставь|хочу)\w*)|^(?:请|麻烦)?(?:把|将|改成|改用|用|加上?|删掉|保留|只)|(?:にして|を使って|を追加して|を削除して|に変えて)(?:ください)?",
    re.IGNORECASE,
)
"""A person says what is to be done or how it is to be: it binds those who go on."""

DANGLING = compiled(
    r"^(?:it|this|that|these|those|they|he|she|both|which|there|here|such|so|because|since|therefore|thus|hence|otherwise"
    r"|the (?:former|latter|same|other|fix|error|issue|problem|change|reason|result|answer|solution|bug|cause)"
    r"|это|этот|эта|они|он|она|поэтому|это|这|那|它|其|因此|所以|これ|それ|その|この|あれ|そのため|dies|das|es|sie|cela|ceci|ça|elle|il|esto|eso|isso|isto|ele|ela|questo|그것|이것|이는)\b",
    re.IGNORECASE,
)

GENERIC = frozenset(
    "summary summaries changes change made what was done here is are the a an of to in on for and or i it this that these my your"
    " our we you key main final result results details overview notes note files file updated added fixed modified created"
    " following below above now all new next steps step status current list items points how why when where which let me"
    " show shows as follows done also would can could will should some few several important things thing total etc per concretely specifically things two three four five six updates verified checked tests test yes no"
    " 总结 更改 修改 变更 说明 如下 結果 概要 まとめ 変更".split()
)

POINTING = frozenset(
    "there here then where when today tomorrow yesterday again instead still already ever never always maybe please"
    " about would could should really just only even more most much many very well good better best like want need"
    " they them their there's that's what's don't hier dort dann jetzt immer noch schon auch aquí allí ahí entonces"
    " ahora siempre todavía ici alors toujours encore aussi aqui então agora sempre ainda qui allora adesso ancora"
    " здесь там тогда сейчас всегда".split()
)
"""Words that any two sentences may have in common, and are about nothing."""

GOVERNING = compiled(
    r"\W{0,4}(?:(?:not|no|never|don['’]?t|do not|won['’]?t|must not|avoid|without|out of scope|rejected|discarded|abandoned"
    r"|deferred|nicht|kein\w*|nie|nunca|não|ne pas|jamais|non|не|никогда|нельзя)\b|不|禁止)",
    re.IGNORECASE,
)
"""A heading that says no to all that stands below it."""

LIMITING = compiled(
    r"\s*(?:and |or )?(?:but|except|unless|only|nor|not|without|instead|rather than|if|until|aber|außer|sondern|jedoch|nicht|nur"
    r"|wenn|pero|salvo|sino|no|solo|excepto|si|mais|sauf|ne|mas|exceto|não|ma|tranne|non|но|кроме|не|только|если)\b"
    r"|\s*(?:但|除|而不|不|只|仅|ただし|ではなく|以外|だけ|하지만|제외)",
    re.IGNORECASE,
)
"""What turns around or limits what stands before it."""

PROPOSAL = compiled(
    r"\b(?:could|would|should|might|may|can|i(?:'|’)d|suggest\w*|recommend\w*|propos\w+|option|alternative\w*|probably|perhaps"
    r"|if you (?:want|like|prefer)|want me to|one way|another way|cleanest|easiest|simplest|the fix|solution|let(?:'|’)?s|i(?:'|’)ll|set|use)\b"
    r"|建议|可以|或者|不如|かもしれ|でしょう|おすすめ|можно|предлага\w+|könnte\w*|pourrait|podría\w*|poderia\w*",
    re.IGNORECASE,
)
"""Words of a proposal, in the languages graphpack knows."""

PLANNING = compiled(
    r"(?:(?:now|first|next|then|so|ok(?:ay)?),? )?(?:(?:i(?:'|’)?m (?!happy|glad)\w+ing|i am \w+ing|i(?:'|’)ll|i will|i plan|i need to|i want to|i(?:'|’)m going"
    r"|let me|let(?:'|’)s|we(?:'|’)ll|ich werde|lass mich|je vais|voy a|vou |vado a|сейчас я|давайте)\b|(?:我将|我会|我打算|我来|让我|接下来我|これから))",
    re.IGNORECASE,
)

OPTION = compiled(
    r"^(?:option|plan|approach|choice|alternative|variante?|方案|选项|案|вариант)\s*([A-Za-z]|\d{1,2})\b",
    re.IGNORECASE,
)

STATE = compiled(
    r"\b(?:currently|right now|at the moment|so far|uncommitted|unpushed|not (?:yet )?(?:pushed|committed|merged)"
    r"|working tree|on top of|in progress|still (?:running|failing|fails)|just (?:started|pushed|ran)|is (?:running|failing))\b"
    r"|目前|正在|现在还|今のところ|現在|сейчас|пока",
    re.IGNORECASE,
)

# what a person pasted from a terminal or a log
LOG = compiled(
    r"(?:^|\s)[$%>]\s+[a-z]|\w\.\w{1,4}:\d+[:)]|exit (?:status|code)|^\s*at \S+.{0,12}\(|:\d+:\d+\)?$|0x[0-9a-f]{4,}"
    r"|^\w+: .{0,60}: no such file|\b\d{2}:\d{2}:\d{2}[.,]\d+|^(?:env |sudo |\w+=\S+ )",
    re.IGNORECASE,
)

PUSHBACK = compiled(
    r"^\W{0,20}(?:(?:ok|okay|hmm+|well|yes|sorry|hm|ah|oh)\W{1,10}){0,4}(?:but|however|no\b|nope|wait|are you sure|really\?|that(?:'|’)?s (?:not|wrong)|i don(?:'|’)?t think"
    r"|this is (?:not|wrong)|isn(?:'|’)?t|doesn(?:'|’)?t|wrong|you(?:'|’)re wrong|why (?:not|do|did|would)|aber|nein|mais|pero|mas|ma|но|нет|а если)\b"
    r"|^\W{0,20}(?:但是|可是|不对|不是|不行|しかし|でも|いや|違)",
    re.IGNORECASE,
)

# an answer that takes back what was said before it
CONCESSION = compiled(
    r"^\W{0,20}(?:(?:ah|oh|yes|hmm+|indeed)\W{1,10}){0,3}(?:you(?:'|’)?(?:re| are) (?:absolutely |completely |quite )?(?:right|correct)"
    r"|i (?:apologi[sz]e|was wrong|misspoke|made a mistake)|my (?:apologies|mistake|previous)|sorry\b|apologies\b|good (?:catch|point)"
    r"|sie haben recht|du hast recht|entschuldigung|tienes razón|tiene razón|perdón|disculpa|você tem razão|desculpe|vous avez raison"
    r"|tu as raison|désolé|hai ragione|ha ragione|mi scuso|вы правы|ты прав|извините|прошу прощения)"
    r"|^\W{0,20}(?:おっしゃる通り|申し訳|失礼|すみません|ご指摘|抱歉|对不起|您说得对|你说得对|你是对的|죄송|맞습니다)",
    re.IGNORECASE,
)

# what a person says is still to be decided
DECLARED = compiled(
    r"\b(?:we(?:['’]ve| have)? (?:just )?(?:decided|agreed) (?:that|to|on|not)\b|wir haben (?:\w+ ){0,3}(?:beschlossen|entschieden|vereinbart)|(?:hemos|se ha) (?:decidido|acordado)|(?:decidimos|acordamos) (?:que|no|en)\b"
    r"|(?:nous avons|on a) (?:décidé|convenu)|(?:temos|foi) decidido|abbiamo (?:deciso|concordato)|мы (?:решили|договорились))"
    r"|我们(?:已经)?决定|ことに(?:しました|決めました|なりました)|に決めました|하기로 (?:했|결정)",
    re.IGNORECASE,
)
"""A person says in so many words that something is decided."""

UNDECIDED = compiled(
    r"\b(?:(?:not|n['’]t|never) (?:yet |been ){0,2}(?:decided|settled|agreed)|(?:(?:i|we) (?:do(?: not|n['’]t)|still do(?: not|n['’]t)) know(?: that| it)? yet|(?:i['’]m|we['’]re) not sure yet|(?:ich weiß|wir wissen)(?: das| es)? noch nicht|(?:todavía|aún) no (?:lo )?(?:sé|sabemos)|no lo (?:sé|sabemos) (?:todavía|aún)|(?:je ne sais|on ne sait) pas encore|ainda não (?:sei|sabemos)|non (?:lo )?(?:so|sappiamo) ancora)|undecided|to be decided|tbd"
    r"|(?:noch )?nicht entschieden|pas (?:encore )?décidé|(?:no (?:se )?(?:ha|hemos)|sin) decidi\w+"
    r"|não (?:foi |está )?decid\w+|non (?:è |abbiamo )?(?:ancora )?deciso|не реш(?:ено|ен|ена|или))\b"
    r"|未定|还没决定|尚未决定|还没有决定|まだ決ま|未決定|미정",
    re.IGNORECASE,
)

REFUSAL = compiled(
    r"^\W*(?!no[, ]+(?:problem|worries|idea|rush|hurry|objections?|questions?|it['’]?s (?:fine|ok)|that['’]?s (?:fine|ok))\b"
    r"|(?:don['’]?t|do not) (?:forget|worry|hesitate)\b)"
    r"(?:(?:no+(?!\.\s?\d)|nope|nah|don(?:'|’)?t|do not|stop(?=\W*$|[,.!;]|\s(?:it|that|this|\w+ing)\b)|not (?:now|yet|like that)"
    r"|leave (?:it|that)|i don(?:'|’)?t (?:want|like|think)|please don['’]?t|rather not|better not"
    r"|nein|nicht|lieber nicht|non|não|нет|не надо|не нужно)\b(?!-)|不要|不用|不行|别(?!的)|不是|いや|いいえ|やめ|아니)",
    re.IGNORECASE,
)

TURNING = compiled(
    r"^\W*(?:(?:ok|okay|hmm+|no|sorry|so|well)\W+)*(?:actually|change (?:in|of) plans?|changed my mind|(?:on )?second thoughts?|scratch that"
    r"|forget (?:it|that|about)|never ?mind|wait\b|instead\b|i(?:'|’)ve changed|let(?:'|’)?s (?:rather|not)|doch (?:lieber|nicht)|finalement"
    r"|mejor\b|na verdade|pensándolo|anzi\b|передумал\w*|нет, давай|лучше\b)"
    r"|^(?:还是|改成|换成|算了|不对|やっぱり|いや、|代わりに|아니|그냥 )",
    re.IGNORECASE,
)

STOCK = frozenset(
    "the all any and from with for was were are been have has had its their this that these those old unused redundant"
    " now entirely completely also file files code test tests line lines function functions original".split()
)

# bounded: an unbroken run of characters is no name
NAME = r"[\w`./@~$:-]{1,60}(?: [\w`./@~$:-]{1,60}){0,3}?"

DELETION = compiled(
    rf"\b(?:removed|deleted|dropped|reverted|got rid of|eliminated|ripped out|removing|deleting)\s+(?:all |the |any |old |of )*(?P<x1>{NAME})"
    r"(?=\s+(?:from|in|and|as|since|because|entirely|completely|for|so|that|which|to)\b|[,.;:!)]|$)"
    rf"|\b(?P<x2>{NAME})\s+(?:ha(?:s|ve) been|was|were|is|are|now)\s+(?:all |now |also |fully )*(?:removed|deleted|dropped|reverted|gone)\b"
    r"|(?:删除|移除|删掉|去掉|撤掉)(?:了)?\s*(?P<x3>[^，。；,.;\n]{2,24})",
    re.IGNORECASE,
)

MINUTED = compiled(
    r"^\W*(?:resolved|resolution|decisions?|decided|agreed|consensus|beschluss|beschlossen|entscheidung|entschieden|décision|décidé"
    r"|decisión|decidido|acuerdo|decisão|resolução|decisione|deciso|решение|решено)\s*+\d*+\s*+[:：]\s*\S"
    r"|^(?:决定|決定|决议|決議|結論|结论)\s*[:：]",
    re.IGNORECASE,
)
"""What a meeting's minutes write down as settled."""

TABLED = compiled(
    r"^\W*(?:proposed(?: resolution)?|proposal|motion|vorschlag|antrag|proposition|propuesta|proposta|предложение)\s*+\d*+\s*+[:：]"
    r"|^(?:提案|提议|提議)\s*[:：]",
    re.IGNORECASE,
)
"""What they write down as proposed; what came of it is told by the resolution."""

ASSIGNED = compiled(
    r"^\W*(?:action(?: items?)?|ai|todo|aufgabe|tâche|tarea|tarefa|ação|azione|задача|поручение)\s*+\d*+\s*+[:：]\s*\S"
    r"|^(?:待办|行动项|宿題)\s*[:：]",
    re.IGNORECASE,
)
"""What they give somebody to do."""

LABELLED = compiled(
    r"^\W*(?!(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL|CRITICAL|FAIL|FAILED|PASS|SUCCESS|HTTP|HTTPS|GET|POST|PUT|URL|URI|SQL"
    r"|PS|NB|FYI|RE|FWD|CC|TLDR|UPDATE|EDIT|PROPOSED|PROPOSAL|MOTION)\b)"
    r"(?P<label>[A-ZÄÖÜÀ-ÞА-Я]{3,}(?: [A-ZÄÖÜÀ-ÞА-Я]{2,}){0,2})(?:\s*#?\d+)?:\s+(?=\S)"
)
"""A line that a person heads with a label in capitals: it is meant to be kept."""

TYPED = {
    "decision": frozenset(
        "RULE RULES CONSTRAINT CONSTRAINTS REQUIREMENT REQUIREMENTS POLICY PREFERENCE PREFERENCES DECISION MUST"
        " REGEL VORGABE ANFORDERUNG RÈGLE CONTRAINTE REGLA RESTRICCIÓN REQUISITO REGRA RESTRIÇÃO REGOLA VINCOLO"
        " ПРАВИЛО ОГРАНИЧЕНИЕ ТРЕБОВАНИЕ".split()
    ),
    "fact": frozenset(
        "FACT FACTS NOTE INFORMATION CONTEXT FAKT HINWEIS FAIT HECHO FATO FATTO ФАКТ".split()
    ),
    "goal": frozenset(
        "GOAL GOALS TASK STATE OBJECTIVE ZIEL AUFGABE OBJECTIF OBJETIVO OBIETTIVO ЦЕЛЬ ЗАДАЧА".split()
    ),
    "problem": frozenset(
        "PROBLEM BUG ISSUE RISK BLOCKER FEHLER PROBLÈME PROBLEMA ПРОБЛЕМА".split()
    ),
}
"""Labels that only name the type a node has anyway, by its last word."""

POSTPONED = compiled(
    r"\b(?:defer(?:red|ring|s)?\b|postpon\w+|(?:as |in |for |is |a ){1,3}follow[- ]?up\b|follow[- ]?up (?:pr|issue|ticket|task|change|commit)"
    r"|out of scope|separate (?:pr|issue|ticket|change|task|branch)|not (?:in|for) this (?:pr|branch|release|version|change|sprint)"
    r"|not (?:now|before|until)\b|(?:(?:to|into|on|in|for|from) (?:the |our |my )?|^)backlog\b|backlog (?:item|ticket|issue)|hold off|park(?:ed)? (?:it|this|that)"
    r"|(?:in|for|to|until|till|with|after) (?:the |a |our )?(?:next|later|future) (?:release|sprint|version|milestone|pr|phase)"
    r"|future (?:work|pr)\b|(?:do|handle|fix|address|add|tackle|decide|come back to|look at|deal with)\b.{0,40}\blater\b"
    r"|leave (?:it|that|this|them) for|for later"
    r"|(?:leave|save|put off)\s[^.;\n]{1,50}?\s(?:for|until|till)\s(?:the |our |a )?(?:spring|summer|autumn|fall|winter|next|later"
    r"|after|another|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|q[1-4]\b|20\d\d|v\d|week|weekend|new year)"
    r"|lass(?:en wir|t uns)?\s[^.;\n]{1,50}?\s(?:für den|bis(?: zum)?|für das)\s(?:frühling|sommer|herbst|winter|nächste\w*|urlaub|jahresende)"
    r"|(?:lassen|verschieben|vertagen|entscheiden|klären) wir\s(?:[^.;\n]{1,50}?\s)?(?:bis|auf|am|im)(?: zum| den)?\s(?:nächste\w*|kommende\w*|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|jahresende|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)"
    r"|laiss(?:ons|e|ez)\s(?:[^.;\n]{1,50}?\s)?pour\s(?:l['’]été|l['’]automne|l['’]hiver|le printemps|la rentrée|l['’]an|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine)"
    r"|dej(?:amos|a|emos)\s(?:[^.;\n]{1,50}?\s)?(?:para|hasta)\s(?:el|la)\s(?:verano|otoño|invierno|primavera|próxim\w+|semana|mes|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo)"
    r"|deix(?:amos|a|emos)\s(?:[^.;\n]{1,50}?\s)?para\s(?:o|a)\s(?:verão|outono|inverno|primavera|próxim\w+|semana|mês|ano|segunda|terça|quarta|quinta|sexta|sábado|domingo)"
    r"|lasci(?:amo|a)\s(?:[^.;\n]{1,50}?\s)?per\s(?:l['’]estate|l['’]autunno|l['’]inverno|la primavera|il prossimo|la prossima|lunedì|martedì|mercoledì|giovedì|venerdì)"
    r"|остав(?:им|ь|ляем)\s(?:[^.;\n]{1,50}?\s)?на\s(?:лето|осень|зиму|весну|потом|следующ\w+|понедельник|вторник|среду|четверг|пятницу)"
    r"|another time|(?:in|for|to|until|till) phase (?:2|3|two|three)"
    r"|verschoben|verschieben wir|später (?:machen|klären|angehen|erledigen)|(?:(?:mach|klär|bau|geh|erledig)\w* wir|wir (?:mach|klär|bau|erledig)\w*) (?:\w+ ){0,2}später|vertagt|zurückgestellt"
    r"|erst (?:im (?:nächsten|kommenden|herbst|winter|sommer|frühjahr|q[1-4])|nach de[rm] (?:release|sommer|saison|urlaub|sprint|version))"
    r"|reporté\w*|reportons|(?:fera|ferons|verra|verrons|faire|voir|laiss\w+) (?:\w+ ){0,2}plus tard|pour plus tard"
    r"|(?:para|dejamos|dejar|haremos|hacerlo|hacemos|veremos|vemos|lo) (?:\w+ ){0,3}más (?:tarde|adelante)|aplazad\w+|aplazamos|pospuest\w+|posponemos"
    r"|adiad\w+|adiamos|(?:para|deixamos|deixar|fica|faremos|fazemos|vemos) (?:\w+ ){0,3}(?:mais tarde|depois\b)|rimandat\w+|rimandiamo|più avanti"
    r"|отлож\w+|(?:сдела\w+|верн[её]мся|реш\w+|займ[её]мся|добав\w+|исправ\w+) (?:\w+ ){0,3}(?:позже|потом)|(?:позже|потом) (?:сдела\w+|верн[её]мся|реш\w+|добав\w+|исправ\w+)|на потом)"
    r"|以后再|之后再|稍后再|暂不|下次再|后续再|推迟|留到|后回し|後回し|後で(?:対応|やる|検討)|次回(?:に|対応|リリース)|見送|延期|나중에",
    re.IGNORECASE,
)

BLOCKED = compiled(
    r"(?<!not )(?<!never )(?<!n't )(?<!longer )(?<!get )(?<!gets )(?<![\w-])(?:blocked(?!\s+(?:ip|user|request|account|address|list|port)s?\b)"
    r"|(?<!while )(?<!when )(?<!keep )(?<!keeps )(?<!stop )waiting (?:for|on)|can(?:'|’)?t proceed|cannot proceed|pending (?:approval|review)"
    r"|blockiert|warte\w* (?:noch )?auf|bloqué\w*|en attente d|bloquead\w+|esperando|aguardando|bloccat\w+|in attesa d|заблокирован\w*|жд[её]м)(?!\w)"
    r"|等待.{0,12}(?:确认|批准|审批|回复|完成|合同)|卡在|待ち(?!行列|時間|受け)|막혀",
    re.IGNORECASE,
)

TRUTHY = compiled(
    # «ok, don't» is no yes
    r"^\W*(?!(?:ok(?:ay)?|sure|well)\W+(?:but\W+)?(?:no|nope|don['’]?t|do not|wait|stop|not|nicht|nein)\b)(?:"
    r"(?:y|yes|yeah|yep|yup|ok(?:ay)?|sure|please do(?! not)|do (?:it|that|so)|go(?: ahead| for it)|sounds good|agreed|lgtm"
    r"|approved|ja|oui|sí|sim|vale|d['’]accord|va bene|einverstanden|concordo|да|давай|хорошо|согласен|согласна)\b"
    # these begin other sentences as well: «all tests fail», «correct the typo»
    r"|(?:go|perfect|correct|exactly|right|proceed|continue|both|all|si|agree|approve|genau|exacto|certo|esatto|верно)"
    r"(?=\W*$|\s*[,.!;:—–]|\s+(?:please|bitte|of (?:them|those|it)|two|three|with (?:it|that)|по)\b)"
    r"|(?:好的?|可以|是的?|对的?|行|没问题|同意|就这样|了解|いいです|それで)[吧啊呀呢ね]?(?!\w)|(?:はい|お願いします|네|좋아요?)(?!\w)"
    r")(?!\s*[?？])",
    re.IGNORECASE,
)

ASKING = compiled(
    r"^\W*(?:and |so |but )?(?:what(?! about| if)|which|how(?! about)|where|who|when|why|welche\w*|was|wie|wo|wer|warum"
    r"|qu[eé]|cu[aá]l\w*|c[oó]mo|d[oó]nde|qual\w*|quand|comment|pourquoi|como|onde|quale|come|какой|какая|какие|что|как|где"
    r")\b|哪|什么|怎么|どの|どれ|どちら|何",
    re.IGNORECASE,
)
"""A question that no yes or no answers."""

LINES: dict[str, re.Pattern[str] | MarkedLines] = {
    "commit": MarkedLines(r"^\[[\w./()# -]+ [0-9a-f]{7,40}\] \S.*$", ("] ",)),
    "push": compiled(
        r"^[^\S\n]*+[+*]?[^\S\n]*+(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\[new (?:branch|tag)\])\s+\S+\s+->\s+\S+.*$",
        re.MULTILINE,
    ),
    "url": MarkedLines(
        r"^.{0,80}https?://\S+/(?:pull|merge_requests|issues|releases/tag)/\S+.*$",
        ("/pull/", "/merge_requests/", "/issues/", "/releases/tag/"),
    ),
    "total": MarkedLines(
        r"^.*(?:\b\d+ (?:passed|failed|failing|passing|errors?|warnings?|issues?)\b|^Tests?:|test result:|\bBUILD (?:SUCCESS|FAIL)).*$",
        ("test:", "tests:", "test result:", "build success", "build fail"),
        counted=("passed", "failed", "failing", "passing", "error", "warning", "issue"),
        is_cased=False,
    ),
    "error": MarkedLines(
        r"^.*(?:\b[A-Z]\w*(?:Error|Exception)\b[:(]|\berror(?:\[\w+\])?:|\bfatal:|\bpanic:|^FAIL\b|^FAILED \S+::|^E {3}|npm ERR!|Traceback).*$",
        (
            "Error",
            "Exception",
            "error:",
            "error[",
            "fatal:",
            "panic:",
            "FAIL",
            "E   ",
            "npm ERR!",
            "Traceback",
        ),
    ),
}


# a rule for all that follows, said as one: «never …», «do not touch …», «every … must …»
STANDING = compiled(
    r"(?:^|[.;:,(–—-]\s*|\b(?:and|also|please|but|so|again|remember),?\s+)(?:never|always|do not|don(?:'|’)?t (?:ever |touch|use|change|modify|add|commit|push|edit|remove|delete|create|log|store|call|import|depend)"
    r"|no (?:more )?[a-z][\w.-]+(?= *(?:[.;,)]|$))|under no circumstances|from now on|at all times|every \w[\w ]{0,40} must|must (?:not|never|always)|may not|only ever|make sure (?:that )?(?:we|you|it|to) (?:never|always))\b"
    r"|\b(?:niemals|auf keinen fall|immer|ab jetzt|auf jeden fall|ne (?:jamais|touche\w*)|toujours|nunca|siempre|sempre|jamais|никогда|всегда|ни в коем случае)\b"
    r"|^(?:не (?:трогай\w*|используй\w*|меняй\w*)|no (?:uses|toques|cambies)|não (?:use|mexa|mude))"
    r"|不要(?:用|改|动|碰|再)|绝对不|永远|千万别|一律|必须|しないで(?:ください)?|必ず|絶対に|触らない|하지 마|반드시",
    re.IGNORECASE,
)
