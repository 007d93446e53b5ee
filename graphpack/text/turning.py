"""Wordings by which people put one value in another's place. Word lists and nothing else."""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re

from graphpack.patterns import compiled

GATE = compiled(
    r"\d|mon|tue|wed|thu|fri|sat|sun|tag\b|woch|tes\b|di\b|feira|ник|ред|верг|тниц|суббот|周|曜"
    r"|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|dos|tres|deux|trois|due|tre",
    re.IGNORECASE,
)
"""Nearly every value has one of these in it."""

NOT = compiled(
    r"(?:^|[\s,(;–—-])(?:(?:and |und |y |et |e |и )?not(?: the| on| a| at)?|n['’]t|instead of(?: the| on)?|rather than(?: the| on)?|nicht(?: mehr)?(?: am| auf| um)?|statt(?: am| der| den)?|anstatt|en (?:vez|lugar) de(?:l)?|em vez de|au lieu (?:de|du)|invece (?:di|del|che)|вместо|а не)\s*$"
    r"|,\s*(?:no(?: el)?|não(?: o)?|pas(?: le)?|non(?: il)?|не)\s*$|(?:不是|而不是|ではなく|じゃなくて)\s*$",
    re.IGNORECASE,
)
"""What stands before a value that is given up."""

BUT = compiled(
    r"^\W*(?:but|rather|it['’]?s|it is|we have|make (?:it|that)|sondern|sino|mas sim|mais|ma|bensì|а|是|而是)?\W*(?:rather |it['’]?s |on |at |the |am |auf |el |le |il |o |em |на )*$",
    re.IGNORECASE,
)
"""What stands between it and the one that comes instead."""

WIDE_NOT = compiled(r"^(?:ではなく|じゃなくて|でなく|말고|이 아니라)")
"""What stands behind a value that is given up."""

CHANGED = compiled(
    r"\b(?:mov|chang|shift|push|lower|rais|cut|reduc|increas|decreas|bump|drop|went|go(?:es)?\b|going|postpon|switch|brought|bring|verschieb|verschob|verleg|senk|erhöh|geänder|änder|gesetzt|cambi|pas[ao]|movi|mov|baj|sub[ei]|aplaz|mud|adi|baix|abaix|reduz|décal|déplac|report|repouss|baiss|augment|spost|rinvi|abbass|перен[её]с|сниз|поднял|измен)\w*",
    re.IGNORECASE,
)
"""Something goes from one value to another."""

FROM = compiled(
    r"\b(?:from|von|vom|des?|del|du|da[l]?|с|со)\s+(?:the |den |dem |el |le |il |o )?$|从$",
    re.IGNORECASE,
)
TO = compiled(
    r"^\s*(?:to|down to|up to|auf(?: den)?|zu(?:m)?|a[l]?|à|au|para(?: o)?|per|на)\s+(?:the |den |dem |el |le |il |o )?$|^\s*(?:->|→|=>|改到|改成|到)\s*$",
    re.IGNORECASE,
)

OOPS = compiled(
    r"(?:^|[\s,.;…–—(-])(?:sorry|scratch that|strike that|correction|i mean|i meant|or rather|make that|(?:no|oh|hm+)?,? ?wait|no,? (?:sorry|actually)|actually|my bad|typo|misread|i misspoke|nein|quatsch|halt|äh|sorry|ich meine(?:te)?|verzeihung"
    r"|perdón|perdona|digo|quiero decir|me equivoqué|pardon|je veux dire|non|enfin|desculpa|quer dizer|ou melhor|aliás|não|scusa|anzi|cioè|volevo dire|извини\w*|то есть|вернее|точнее|ой)\b|いや|じゃなくて|ごめん|すみません|訂正|不对|说错|搞错|应该是",
    re.IGNORECASE,
)
"""A speaker puts right what was said in the same breath."""

WAS = compiled(
    r"\b(?:was|were|used to be|formerly|previously|originally|before it was|war|vorher|ursprünglich|statt bisher|antes|era|avant|était|c['’]était|prima|раньше|было|был[аи]?)\s+(?:the |am |den |el |le |il |o |at |on |only |set to )*$|原来(?:是)?$|之前(?:是)?$",
    re.IGNORECASE,
)
"""What stands before a value that held before."""

MOVES = compiled(
    r"\b(?:move|shift|push|postpone|reschedule|swap|switch|change|bring|put|book|keep|make|moved|postponed|rescheduled)\s++(?:\w++\s++){0,4}?(?:to|on|for|back to|forward to|until)\s+(?:the |next )?$|\b(?:make (?:it|that)|(?:let['’]?s|we)(?: can|['’]ll)? (?:say|take|do|go (?:for|with)))\s+(?:on |the |next )*$"
    r"|\b(?:verschieb|verleg|mach|nehm|änder|schieb|sag)\w*\s++(?:\w++\s++){0,4}?(?:auf|zum|am)?\s*+(?:den |nächsten )?$|\b(?:mov|pas|cambi|aplaz|dej|pon|mud|adi|troc|troqu|fic|spost|rinvi|facc|décal|déplac|report|mett|mets|перен[её]с|перенос|сдви|постав)\w*\s++(?:\w++\s++){0,4}?(?:al?|para(?: o)?|au|à|en|em|per|на)\s*+(?:el |le |il |o )?$"
    r"|(?:改到|改成|改为|换成|挪到|推迟到)\s*$",
    re.IGNORECASE,
)
"""What stands before the new value of something that is moved."""

THEN = compiled(
    r"^\W*(?:(?:ok(?:ay)?|good|fine|right|well|so|agreed|no|yes|gut|ja|nein|bueno|vale|bien|bon|bem|tá|bene|va bene|ладно|хорошо|да|fechado|combinado|abgemacht|d['’]accord|好|那)\W+)*"
    r"(?:(?:then|so|rather|better|instead|let['’]?s say|it['’]?s|dann|also|lieber|eben|entonces|mejor|alors|plutôt|donc|então|melhor|allora|meglio|quindi|тогда|лучше|那就?|就|では|じゃあ)\W*){0,2}(?:on |the |it['’]?s |rather |at |am |um |lieber |doch |halt |eben |auf |den |el |le |il |o |mejor |plutôt |в |на )*$",
    re.IGNORECASE,
)
"""What may stand before a value that a short sentence settles on."""

THEN_END = compiled(
    r"^\W*(?:then|instead|it is|works?|it['’]?ll be|rather|dann|lieber|stattdessen|entonces|mejor|alors|plutôt|à la place|então|dá|allora|invece|тогда|吧|で|にしよう|にしましょう|にします|に変更)?(?:\W+(?:then|please|bitte|por favor))?\W*$",
    re.IGNORECASE,
)
"""What may stand behind it."""

THEN_SAID = compiled(
    r"\b(?:then|instead|rather|better|it is|make it|agreed|dann|lieber|stattdessen|entonces|mejor|alors|plutôt|então|melhor|fechado|combinado|abgemacht|d['’]accord|allora|meglio|invece|тогда|лучше)\b|那|吧|では|じゃあ|にしよう|にしましょう|に変更",
    re.IGNORECASE,
)
"""One of the words without which a short sentence settles on nothing."""

SET = compiled(
    r"\b(?:it is|it['’]s|let['’]?s|i['’]d say|we['’]?(?:ll| will)|i['’]?(?:ll| will)|should|then|book(?:ed)?|fixed|agreed|set (?:for|to)|scheduled|planned?|had in mind|in mind|in the plan|(?:works|fine|good|ok) (?:for|with)|suits?|works|take place|meet|date (?:is|:)|on the|go live|launch(?:es)?|release|deadline|due|starts?|leave|departs?|wir|machen|nehmen|steht|passt|geplant|termin"
    r"|queda|quedamos|vamos|fecha|plan|data|fica|marcad\w|combinad\w|on (?:se|part|fait)|prévu|rendez-vous|la date|facciamo|fissat\w|appuntamento|давай\w*|встреч\w*|назнач\w*)\b|[日号时点]に|は|在|定",
    re.IGNORECASE,
)
"""Somebody settles, plans or nods to a day."""

LESS = compiled(
    r"\b(?:go(?:ing)? down|down|lower|reduce|decrease|cut|drop|shrink|cap|senk\w*|runter|reduzier\w*|verringer\w*|baj\w+|reduc\w+|baix\w*|reduz\w*|baiss\w*|rédui\w*|diminu\w*|abbass\w*|riduc\w*|сниз\w*|уменьш\w*)\b|降到|减到|下げ|減ら",
    re.IGNORECASE,
)
MORE = compiled(
    r"\b(?:go(?:ing)? up|up|raise|increase|bump|extend|erhöh\w*|hoch|sub\w+|aument\w*|augment\w*|mont\w+|alz\w*|поднять|подним\w*|увелич\w*)\b|提高到|加到|上げ|増や",
    re.IGNORECASE,
)
ANEW = compiled(
    r"\b(?:make (?:it|that|them)|set (?:it|that|them)|change (?:it|that|them)|go (?:down |up )?(?:to|with)|mach\w* (?:es|das|lieber|mal)?|stell\w* (?:es|das)|ponlo|d[eé]jalo|hazlo|mets(?:-le)?|passe|deixa|p[oõ]e|mettilo|fai|сделай|поставь)\b|にして|改成|改为",
    re.IGNORECASE,
)
TOO = compiled(
    r"\b(?:too (?:few|many|much|little|high|low|long|short|slow|big|small|large)|not enough|takes|isn['’]t enough|zu (?:viel\w*|wenig\w*|hoch|niedrig|lang\w*|kurz|groß|klein)|reicht nicht|demasiad\w+|muy poc\w+|no basta|trop|pas assez|demais|pouc\w+|muito|tropp\w+|non basta|слишком|мало)\b|太[多少长短大小高低]|多い|少ない|長い|短い",
    re.IGNORECASE,
)
NOW = compiled(
    r"\b(?:is|are|stands? at|sits at|ist|sind|steht|es|son|está|est|sont|é|são|è|sono)\s+(?:now|jetzt|nun|ahora|maintenant|désormais|agora|adesso|ora)\b|\b(?:теперь)\b|现在是|に(?:なり|変更)",
    re.IGNORECASE,
)
