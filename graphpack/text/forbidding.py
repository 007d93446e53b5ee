"""Wordings by which people forbid something, and by which they order it in spite of that.

Word lists and nothing else, for the languages graphpack knows best; ``lifting`` reads them.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled

_LEAD = r"(?:^|\b(?:and|but|so|then|please|ok(?:ay)?|for now|und|aber|bitte|et|mais|y|pero|e|mas|ma|и|но)\s+)"
# what is forbidden stands behind these …
_BEFORE = (
    rf"{_LEAD}\W*(?:no|keine?[nmrs]?|sin|pas de|sem|niente|nessun\w*|geen|никак\w+)\s+(?!se\b|me\b|te\b|lo\b|la\b|nos\b|hay\b|es\b|est[aá]|puede|pueden|tiene|son\b|fue\b|era\b|one\b|more\b|need\b|problem|idea|way\b|matter\b|longer\b|doubt|sé\b)"
    r"|\b(?:do(?: not|n['’]t)|never|must(?: not|n['’]t)|should(?: not|n['’]t)|(?:we|i)(?: will not| won['’]t)|let['’]?s not|(?:better|rather) not)(?: ever| even)?\s+(?!forget|worry|mind\b|know\b|think\b|see\b|understand\b|hesitate)"
    rf"|{_LEAD}(?:skip|avoid|hold off(?: on)?|stay away from)\s+"
    rf"|(?:{_LEAD}no|(?:^|\s)(?:nunca|ni|não|non|mai|не|никогда не|нельзя))\s+(?=\w{{3,}}(?:es|as|is|áis|éis|en|em|am|e|a|emos|amos|are|ere|ire|arlo|й|йте|ть|и|ите|уй|уйте)\b)"
    r"|\bne\s+(?=\w+\s+(?:pas|jamais)\b)|\bn['’](?=\w+\s+(?:pas|jamais)\b)"
)
# … and around these
_AROUND = r"\b(?:nicht|niemals|nie|niet|nooit)\b"
TOLD_BEFORE = compiled(
    r"(?:\b(?:i|he|she|it|they|people|who|which|that|this|ich|je|yo|eu|io|я)"
    r"|\b(?:if|when|unless|because|since|as|while|wenn|falls|weil|si|cuando|quand|se|quando|если|когда)\s+\S+)"
    r"\s+(?:(?:\w+ly|just|still|also)\s+)?$",
    re.IGNORECASE,
)
"""What a denial stands behind that tells how things are: «I don't find it», «if you don't stop»."""

WISHED = compiled(r"\s*(?:want|wish|like|accept|allow|tolerate)\b", re.IGNORECASE)
"""… unless it says what is wanted: «I don't want mails»."""

AROUND_ORDER = compiled(
    r"\b(?:wir|bitte|lass\w*|darf\w*|dürfen|soll\w*|muss|müssen|laten|graag|alsjeblieft)\b|^\W*(?!(?:das|der|die|den|dem|es|sie|er|ich|ein\w*|hier|da|noch|auch|aber|und|het|de|een|ik|hij|ze)\b)\w+\s+(?:das|den|die|dem|der|diese\w*|es|ihn|sie|het|de|dit|(?-i:[A-ZÄÖÜ])\w+)\b",
    re.IGNORECASE,
)
"""A German or Dutch clause that orders something: the verb first, or who is meant by it."""

_WIDE_BEFORE = (
    r"(?:先|请|暂时)*(?:不要|不用|不能|不许|不准|禁止|别|不(?=[接做用加改买升装上换发开]))"
)
_WIDE_BEHIND = r"(?:しないで|しない|は使わない|を使わない|は不要|やめ|하지 마|하지 않)"
BAN = compiled(f"(?P<before>{_BEFORE})|(?P<around>{_AROUND})", re.IGNORECASE)
WIDE_BAN = compiled(rf"(?P<before>{_WIDE_BEFORE})|(?P<behind>{_WIDE_BEHIND})")

# until when, or why: no part of what is forbidden
LIMIT = compiled(
    r"\b(?:before|until|till|unless|because|since|as long|while|yet|for now|for the moment|at the moment|right now|this (?:week|month|quarter|year|sprint|release)|today|tonight|tomorrow"
    r"|bis|bevor|vor|solange|weil|noch|vorerst|jetzt|heute|erstmal|avant|jusqu\w*|tant que|parce|car|encore|pour l['’]instant|antes|hasta|mientras|porque|todavía|aún|por ahora|hoy"
    r"|até|enquanto|ainda|por enquanto|hoje|prima|finché|perché|ancora|per ora|oggi|до|пока|потому|сегодня)\b|之前|以前|まで",
    re.IGNORECASE,
)
PUT_OFF = compiled(
    r"\b(?:before|until|till|yet|for now|for the moment|at the moment|right now|this (?:week|month|quarter|year|sprint|release)|today"
    r"|bis|bevor|vor|noch|vorerst|erstmal|avant|jusqu\w*|encore|pour l['’]instant|antes|hasta|todavía|aún|por ahora|até|ainda|por enquanto|prima|finché|ancora|per ora|пока|до)\b"
    r"|先不|先别|暂时|まだ|まで|아직",
    re.IGNORECASE,
)
TAIL = compiled(
    r"\b(?:for|in|on|at|from|to|with|of|by|into|onto|about|für|im|in|auf|an|am|zu[rm]?|von|mit|bei|pour|dans|sur|avec|para|en|con|de|na|no|em|com|do|da|per|nel\w*|di|для|в|на|с|из)\s",
    re.IGNORECASE,
)
AFTER_ALL = compiled(
    r"\b(?:after all|anyway(?:s)?|on second thoughts?|(?:changed|change) (?:my|our) minds?|in the end|nun doch|jetzt doch|doch (?:noch|lieber|wieder)?|finalement|quand même|tout compte fait"
    r"|después de todo|al final|finalmente|ahora sí|pensándolo bien|afinal(?: de contas)?|no fim das contas|agora sim|pensando bem|alla fine|dopotutto|tutto sommato|toch|всё-таки|все-таки|всё же|в итоге|передумал\w*)\b"
    r"|还是(?:要|得|用|加|接|做|改|升|买|换|上|开|发)|又要|改主意|やっぱり|やはり|역시|그래도",
    re.IGNORECASE,
)
EMPHATIC = compiled(
    r"(?:^|[,;:.!—–]\s*|\b(?:ok(?:ay)?|so|then|and|but|yes|please|now)\s+)(?:we |i |let['’]?s )?do\s+"
    r"(?!not\b|n['’]t|you\b|we\b|they\b|i\b|it\b|this\b|that\b|the\b|so\b|a\b|an\b|as\b|all\b|both\b|what\b|your\b|my\b|our\b|some\b|more\b|one\b|for\b|with\b|in\b|on\b|to\b|like\b|and\b|is\b|are\b|option\b|step\b|\d)"
    r"[a-z]{3,}",
    re.IGNORECASE,
)
NOW = compiled(
    r"\b(?:now|again|jetzt|nun|wieder|maintenant|désormais|ahora|ya|agora|já|adesso|ora|nu|теперь|уже|снова)\b"
    r"|现在|可以[^，。]{0,12}了|今すぐ|もう|이제",
    re.IGNORECASE,
)
NARROW = compiled(
    r"\b(?:only|except|unless|just for|nur|außer|seulement|sauf|sólo|solo|solamente|excepto|salvo|só|apenas|somente|exceto|soltanto|tranne|только|кроме)\b|只|仅|だけ",
    re.IGNORECASE,
)
ORDER_LEAD = compiled(
    r"^\W*(?:(?:ok(?:ay)?|so|then|yes|please|and|now|go ahead and|let['’]?s|we can|you can|you may|can you|i want you to|also|ja|gut|na gut|dann|bitte|jetzt|also|vale|bueno|ahora|bien|sí|y|e|então|agora|allora|ora|bon|alors|et|ладно|теперь|хорошо|давай(?:те)?)\b\W*)*",
    re.IGNORECASE,
)
POINTING = compiled(
    r"\b(?:it|them|that|this|those|these|es|sie|ihn|das|lo|la|los|las|le|les|cela|ça|isso|o|a|os|as|его|её|ее|их)\b|它|これ|それ",
    re.IGNORECASE,
)
ANY_OBJECT = compiled(
    r"\b(?:any(?:thing|one|body)?|irgend\w*|nada|nadie|rien|personne|niente|nessuno|niets|ничего|никого)\b|任何",
    re.IGNORECASE,
)
EMPTY = frozenset(
    "the a an this that these those it its they them we you i he she our your my us me there here all any some more other another too very just also yet still"
    " anything anyone anybody nothing please want wants wanted need needs have has had be is are was were use uses using used do does did make makes take takes get gets put go going give"
    " let lets will would can may and or so than then now again ever even automatically only after all yes okay ok"
    " der die das den dem des ein eine einen einem einer wir ich ihr sie es und oder auch noch doch jetzt bitte mehr mal ja gut na also dann nehmen nehmt nimm machen macht mach haben hat"
    " verwenden verwende nutzen nutze wollen brauchen irgendwas nichts nicht nie niemals"
    " le la les un une des du nous on je vous et ou ne pas jamais plus veux voulons faut utilise utiliser prends prendre fais faire"
    " el los las una unos unas lo nos y o que se te me no ni nunca queremos quiero usar usa uses usamos hacer haz haga todo después final ahora ya sí"
    " um uma os as e não nunca queremos quero usar usa use fazer faça agora afinal sim"
    " il gli i uno di che si non mai vogliamo voglio usare usa fare agora ora alla fine"
    " het een niet nooit toch maar"
    " и или это мы я вы не никогда уже теперь всё таки использовать делать будем".split()
)
WIDE_EMPTY = compiled(
    r"[\u3040-\u309f]+|还是|现在|不要|不用|不能|我们|老板|可以|先|再|要|了|吧|的|就|也|都|到|把|给|说|别|不|能|又|还|是|好"
)

_VERSION = r"v?\d+(?:\.\d+)+"
STAYS = compiled(
    rf"\b(?:(?:stay|stick|remain)(?:s|ing)? (?:on|at|with)|keep(?:ing)?(?: it)?(?: on| at)?|leave it (?:on|at)|pin(?:ned)?(?: it)? (?:to|at)"
    r"|bleib\w* (?:wir |es )?(?:auf|bei)|behalte\w*|reste\w* (?:sur|en|à)|restons (?:sur|en|à)|qu[eé]da\w* (?:en|con)|seguimos (?:en|con)|fica\w* (?:em|na|no|com)"
    rf"|rest\w+ (?:su|a|alla)|blijf\w* op|оста\w+ на)\s+(?:version |versión |versão |versione |Version |версии )?(?:(?P<of>[A-Za-z][\w.-]{{1,40}})[ @=-]{{1,2}})?(?P<at>{_VERSION})",
    re.IGNORECASE,
)
"""Somebody keeps a version."""

RAISES = compiled(
    r"\b(?:upgrad|updat|bump|mov|switch|migrat|rais|go(?:ing)? (?:up )?to|aktualisier|heb|wechsel|met[st]|pass|actualiz|sub|atualiz|aggiorn|обнов|переход|перейд)\w*"
    rf"[^.;!?\n]{{0,60}}?\s(?:to|auf|à|a|a la|para|para a|alla|naar|на|до)\s+(?:version |versión |версии )?(?:[A-Za-z][\w.-]{{1,40}}[ @=-]{{1,2}})?(?P<to>{_VERSION})",
    re.IGNORECASE,
)
"""Somebody sets another."""

ECHO = compiled(
    r"\b(?:no|not|n['’]t|never|without|off|stays?|pinned|kein\w*|nicht|bleib\w*|sin|no|queda|sem|não|fica|pas|sans|reste|senza|non|resta|не|без|оста\w+)\b|不|保持|只|しない|ない",
    re.IGNORECASE,
)
"""An assistant says that it has taken an order in."""

LINKS = frozenset(
    "on at with to from is of in by version versions sur en à auf bei con na no em su op на".split()
)
"""Words before a version that are not what it is a version of."""

POINTED_ANEW = compiled(
    r"\b(?:make|move|set|push|raise|lower|cut|change|put|cap|shift|postpone|bring|reduce|increase) (?:it|that|this|them)\b"
    r"|^\W*(?:(?:no|nein|non|não|нет|ok(?:ay)?|gut|hm+|well|oh|wait)\W+)*(?:actually|rather|better|let['’]?s rather|make that|lieber|besser|doch lieber|lass uns lieber|mach\w* (?:es|das|lieber|doch)|plutôt|mettons plutôt|mejor|ponlo|mu[eé]vel[oa]|melhor|muda\w* para|meglio|anzi|spostal[oa]|лучше|перенес\w+ (?:его|её|это)?)\b"
    r"|\b(?:(?:we|let['’]?s|i)(?:['’]ll| will)? (?:move|shift|go|switch|change|push|postpone|swap) (?:it )?to|(?:verschieben|verlegen|gehen|wechseln) wir (?:es |das |ihn |sie )?auf|wir (?:verschieben|verlegen|gehen|wechseln) (?:es |das |ihn |sie )?auf"
    r"|(?:l[oa] )?(?:movemos|pasamos|cambiamos|aplazamos|mudamos|adiamos|passamos) (?:al?|para)|on passe (?:au|à)|passiamo (?:al|a)) (?:the |den |o |el |le |il )?(?=\d|\w+ \d)"
    r"|^(?:改成|改为|还是|换成|やっぱり|やはり)",
    re.IGNORECASE,
)
"""Something is set anew that is only pointed at."""

PLANNED = compiled(
    r"\bi(?:['’](?:ll|d)| will| would) (?:say|suggest|propose|reserve|book|plan|take|hire|order|invite|schedule)\b"
    r"|\bich (?:reservier\w*|buche|bestelle|schlage|plane|nehme|würde|sage)\b|\b(?:reservo|reservar[eé]|propongo|proponho|dir[ií]a|sugiero|sugiro|je (?:réserve|propose|dirais)|prenoto|propongo|direi)\b",
    re.IGNORECASE,
)
"""Somebody proposes a value, or takes on what has one."""

SET_ANEW = compiled(
    r"^\W*(?:(?:ok(?:ay)?|so|and|then|now|yes|please|but|also|und|jetzt|dann|bitte|y|ahora|e|agora|et|alors|и|теперь|actually|no)\W+)*(?:let['’]?s |we(?:['’]ll| will| should|['’]d)? |i want |i['’]d like )?"
    r"(?:make|set|use|take|put|raise|lower|increase|decrease|reduce|cap|limit|cut|change|keep|save|write|send|run|go (?:with|for|down|up)|allow|grab|store|record|setz\w*|stell\w*|nimm|nehmen wir|erhöh\w*|senk\w*|mach\w*|pon|usa|sube|baja|cambia|mets|mettez|passe|augmente|réduis|metti|imposta|usa|coloca|mude|aumente|поставь|увеличь|уменьши|сделай)\b",
    re.IGNORECASE,
)
"""An order that sets a value."""

NUMBER_WORD = compiled(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|ein\w*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|dois|duas|três|quatro|sete|oito|nove|dez|due|tre|quattro|cinque|sei|sette|otto|dieci|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять)\b",
    re.IGNORECASE,
)
"""Number words."""

STOPPED = frozenset(
    "set sett rais lowe incr decr redu cap limi cut chan keep save writ send run allo grab stor reco ever each per at most at leas abou appr roug of to for in on by with unti till pleas max mini maxi wied jede alle höch mind auf bis zu cada como máxi máxim mini toda todo à au chaq tous ogni al per каж".split()
)
"""Beginnings of words that set a value or measure it, and do not say what it is a value of."""

WANTED = compiled(
    r"\b(?:let['’]?s|we(?:['’]ll| will| want| need| meet| start| release| ship| go| said)|i (?:want|need|['’]d like)|should|must|(?:wir|uns) treffen|treffen wir|wollen|möchte\w*|quiero|queremos|quero|vogliamo|voglio|veux|voulons|хочу|хотим|нужно)\b|^[加用设改每]",
    re.IGNORECASE,
)
"""Somebody wants or plans something."""

CORRECTS = compiled(
    r"^\W*(?:(?:oh|hm+|ah|ach|äh+m?|ay|eh)\W+)?(?:(?:no|oh),? wait|wait,? no|no,? sorry|sorry,? no|scratch that|strike that|correction|on second thoughts?|no,? actually|actually,? no|actually,? scratch that|i mean\b"
    r"|nein,? (?:halt|warte|doch nicht|moment)|halt,? nein|doch nicht|moment,? nein|quatsch|no,? espera|espera,? no|mejor no|perdón,? no|non,? attends|attends,? non|en fait,? non|não,? espera|espera,? não|aliás|no,? aspetta|aspetta,? no|anzi"
    r"|нет,? (?:подожди|стой)|стоп|хотя нет)\b|^(?:不对|等等|啊不|いや、|やっぱり|아니)",
    re.IGNORECASE,
)
"""A speaker takes the sentence before back in the same breath."""
