"""The wordings by which a text gives orders to a model that reads it; data of ``injection``.

All are matched against a folded text: lower case, without accents on Latin letters, one space.
Every repetition is bounded, so that a long text costs no more than its length. ``SAID`` counts
wherever it stands, also in a person's own words; a rule that people give each other must not fit.
Each pattern stands behind the pieces of text one of which it needs (``^`` is a space): a look for
those is far cheaper than a pattern, and most texts hold none.
"""

from __future__ import annotations

GAP = r"[^.!?\n]{0,50}?"
_SHORT = r"[^.!?\n]{0,25}?"

# «ignore all previous instructions», verb first or noun first
DROP = (
    r"\b(?:ignor(?:e|es|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|overrule|bypass"
    r"|discard|dismiss|neglect|(?:do not|don't|stop|cease|no longer) (?:follow|obey)(?:ing)?"
    r"|pay no attention to|set aside|supersedes?|nevermind|never mind|erase|cancel)\b"
)
_EARLIER = (
    r"(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|initial|original|past"
    r"|system|developer|safety|hidden|given|your|(?:the )?rest of (?:the|your))"
)
ORDERS = (
    r"(?:instructions?|prompts?|directives?|guidelines?|guardrails?|programming|system message"
    r"|safeguards?)\b"
)
LOOSE_ORDERS = (
    r"(?:rules?|orders?|commands?|constraints?|context|conversation|messages?|text|polic(?:y|ies)"
    r"|restrictions?|training)\b"
)

OVERRIDES = (
    ("instruct prompt directive guideline guardrail program system^message safeguard",
     rf"{DROP}{GAP}\b{_EARLIER} (?:\w+ ){{0,3}}?{ORDERS}"),
    ("instruct prompt directive guideline guardrail program system^message safeguard",
     rf"{DROP}{GAP}\b{ORDERS} (?:you (?:were|have been|had been) given|above|before this|so "
     rf"far"
     r"|given (?:above|before|earlier|to you)|that came before|up to (?:now|here|this point))"),
    ("rule order command constraint context conversation message text polic restriction "
     "training",
     rf"{DROP} (?:all|any|every)(?: of)?(?: the| your| these| those)? (?:\w+ and )?(?:{_EARLIER} "
     rf"){{1,2}}(?:\w+ and )?{LOOSE_ORDERS}"),
    ("instruct prompt directive guideline guardrail program system^message safeguard",
     rf"{DROP} all (?:of )?(?:the |your )?{ORDERS}"),
    ("everything anything all",
     rf"{DROP} (?:everything|anything|all)(?: that| of the text| text)? (?:above|before this"
     r"|you (?:were|have been|had been) (?:told|given|instructed|asked)|(?:written|stated|said"
     r"|listed) (?:above|before this))(?= ?(?:$|[.,;:!)\"]|and\b|then\b))"),
    ("anweisung instruktion instruks instructie vorgabe richtlinie befehl prompt  anvisning "
     "opdracht aanwijzing",
     rf"\b(?:ignorier\w{{0,3}}|vergiss|vergesst|vergessen sie|missacht\w{{0,3}}|verwirf"
     rf"|ubergeh\w{{0,2}}|beachten? (?:sie )?nicht|negeer|vergeet|bortse fran|glem|glom){GAP}"
     r"\b(?:vorherig|bisherig|vorig|obig|fruher|vorangegangen|vorangehend|vorstehend|all"
     r"|sam?tlich|eerder|voorgaand|bovenstaand|tidigare|foregaende|tidligere|forrige)\w{0,3}\b"
     rf"{_SHORT}\b(?:system|sicherheits)?(?:anweisung|instruktion|instruks|instructie|vorgabe"
     r"|richtlinie|befehl|prompt|anvisning|opdracht|aanwijzing)\w{0,5}"),
    ("instru istruz indicacion consigne directi directri diretri diretti ord prompt",
     r"\b(?:ignor\w{1,6}|oubli\w{1,4}|olvid\w{1,5}|descart\w{1,5}|omit\w{1,4}|esque[c]\w{1,4}"
     r"|desconsider\w{1,4}|dimentic\w{1,5}|trascur\w{1,5}|ne (?:tiens|tenez) pas compte|faites? "
     r"abstraction|haz caso omiso|no (?:sigas|hagas caso)|nao siga)\b"
     rf"{GAP}\b(?:instruc\w{{2,7}}|istruzion\w|indicacion\w{{0,2}}|instrucoes|consignes?"
     r"|directives?|directric\w{1,3}|diretriz\w{0,2}|direttiv\w|ordenes|ordens|ordini|ordres"
     r"|prompts?)\b"
     rf"{_SHORT}\b(?:precedent\w{{0,2}}|anterior\w{{0,2}}|anterieure?s?|previ[ao]s?|acima|sopra"
     r"|ci-dessus|plus haut|de arriba|initiales?|del sistema|do sistema|du systeme|di sistema)\b"),
    ("instru istruz consigne directive ord",
     r"\b(?:ignor\w{1,6}|oubli\w{1,4}|olvid\w{1,5}|esque[c]\w{1,4}|desconsider\w{1,4}"
     r"|dimentic\w{1,5})\b"
     rf"{_SHORT}\b(?:precedent\w{{0,2}}|anterior\w{{0,2}}|previ[ao]s?)\b{_SHORT}"
     r"\b(?:instruc\w{2,7}|istruzion\w|instrucoes|consignes?|directives?|ordenes|ordens"
     r"|ordini)\b"),
    ("instruk polece pokyn",
     rf"\b(?:z?ignoruj\w{{0,3}}|zapomnij\w{{0,3}}|zapomen\w{{0,3}}|pomin){GAP}\b"
     rf"(?:poprzedni\w{{0,3}}|wczesniejsz\w{{1,3}}|wszystk\w{{1,3}}|predchozi\w{{0,3}}"
     rf"|vsechny){_SHORT}\b(?:instrukc\w{{1,4}}|polecen\w{{1,3}}|pokyn\w{{0,3}})"),
    ("инструк указан команд промпт інструк вказівк",
     rf"(?:про|з)?(?:игнорируй|ігноруй|забудь|не обращай внимания)\w{{0,3}}{GAP}(?:предыдущ"
     rf"|прежн|прошл|выше|вс[еі]|ус[іи]|попередн)\w{{0,4}}{_SHORT}"
     r"(?:инструкци|указани|команд|промпт|інструкці|вказівк)\w{0,3}"),
    ("οδηγι εντολ",
     rf"(?:αγνοησ|ξεχασ)\w{{1,4}}{GAP}προηγουμεν\w{{1,3}}{_SHORT}(?:οδηγι|εντολ)\w{{1,3}}"),
    ("talimat komut yonerge",
     rf"\b(?:onceki|yukaridaki|tum){GAP}\b(?:talimat|komut|yonerge)\w{{0,8}}{_SHORT}"
     r"\b(?:yok say|gormezden gel|unut|dikkate alma)"),
    ("huong chi^ lenh",
     rf"\b(?:bo qua|phot lo|quen){GAP}\b(?:huong dan|chi thi|chi dan|lenh)\b{_SHORT}\b(?:truoc"
     r"|tren)"),
    ("instruksi perintah arahan",
     rf"\b(?:abaikan|lupakan){GAP}\b(?:instruksi|perintah|arahan)\b{_SHORT}\b(?:sebelumnya"
     r"|di atas)"),
    ("忽 无视 無視 忘 不要 跳过 覆盖",
     r"(?:忽略|无视|忽視|無視|忘记|忘掉|忘記|不要理会|不要理會|跳过|覆盖)[^。！？!?\n]{0,12}"
     r"(?:之前|以上|上述|先前|前面|此前|上面|系统|系統|所有|全部)[^。！？!?\n]{0,10}(?:指令|指示"
     r"|提示词|提示詞|提示|命令|规则|規則)"),
    ("無視 忘れ 破棄",
     r"(?:これまで|以前|上記|今まで|先ほど|前|すべて|全て)[^。！？\n]{0,12}(?:指示|命令"
     r"|プロンプト|指令|ルール)[^。！？\n]{0,6}(?:無視|忘れ|破棄)"),
    ("무시 잊",
     r"(?:이전|위의|앞의|모든|지금까지)[^.!?\n]{0,12}(?:지시|명령|프롬프트|지침)[^.!?\n]{0,6}"
     r"(?:무시|잊)"),
    ("تجاهل انس نادیده",
     r"(?:تجاهل|انس|انسى|نادیده بگیر)\w{0,3}[^.!؟\n]{0,25}(?:التعليمات|تعليمات|الاوامر|الأوامر"
     r"|التوجيهات)"),
    ("دستور",
     r"(?:دستور|دستورالعمل)\S{0,6}[^.!؟\n]{0,20}(?:قبلی|پیشین)[^.!؟\n]{0,10}نادیده"),
    ("הוראות הנחיות",
     r"(?:התעלם|התעלמי|תתעלם|שכח)[^.!?\n]{0,25}(?:הוראות|ההוראות|ההנחיות)"),
    ("निर्देश आदेश",
     r"(?:पिछल|सभी|ऊपर)[^।!?\n]{0,20}(?:निर्देश|आदेश)[^।!?\n]{0,20}(?:अनदेखा|नजरअंदाज|नज़रअंदाज"
     r"|भूल)"),
)  # fmt: skip

# whose instructions they are: a person may take back what that person said
MINE = (
    r"\b(?:my|our|mine|i (?:gave|wrote|said)|we (?:gave|wrote|said)|mein|unser|mes|nos|mis"
    r"|nuestras?|meus|minhas|nossas?|mie|miei|nostre|moje|мои|наши)\w{0,2}\b|我的|我们的|我之前|私の"
)
# «the previous instructions about naming» are about the work
ABOUT = r"^ ?(?:about|regarding|concerning|on how|for how|as to)\b"

READER = (
    r"(?:ai|llm|a\.i\.|language model|large language model|ai model|ai assistant|ai agent|llm agent"
    r"|assistant model|chatbot|summari[sz]er|extractor|extraction model)"
)
_NEXT = r"(?:next|succeeding|successor|future|downstream|receiving|subsequent|reading)"
_TALK = r"(?:conversation|chat|transcript|session|thread|dialogu?e?|log)"

SAID = (
    ("you^are you're",
     rf"\b(?:if|since|because) you(?: are|'re) (?:an? |the )?{READER}\b"),
    ("as^a as^the",
     rf"\bas (?:an? |the ){READER}(?: reading this)?,? you (?:must|should|shall|have to"
     r"|are required)"),
    ("read process pars summari index ingest",
     r"\b(?:any|all|every|each|attention|dear|hey|to the|for the|to any|whichever|whatever)"
     rf"(?: the)? {READER}s? (?:that|who|which)?{_SHORT}"
     r"\b(?:reads?|reading|process\w{0,3}|pars\w{1,3}|summari\w{2,5}|index\w{0,3}|ingest\w{0,3}) "
     r"(?:this|these|the (?:above|following))\b"),
    ("ai^ ai: llm model summari extract chatbot assistant a.i.",
     r"\b(?:to|for|dear|attention|attn|hey|note to|message to)[:,]? (?:the |any |all |every "
     r"|whatever "
     rf"|whichever )?{_NEXT} (?:{READER}|model)s?\b"),
    ("ai^ llm model summari extract chatbot assistant a.i.",
     rf"\b(?:the )?{_NEXT} (?:{READER}|model|assistant)s? (?:\w+ )?(?:must|should|shall|has to"
     rf"|will"
     r"|needs? to|is to)\b"),
    ("ai^ ai: ai, ai! ais llm model summari extract chatbot assistant agent a.i.",
     rf"(?:^|[.!?:;\"] )(?:hey |dear |attention,? |note to )?{READER}s? ?[:!,] ?(?:\w+ )?"
     r"(?:you|your|must|please|ignore|always|never|do not|don't|write|add|record|mark|report"
     r"|include|output|say|put|stop|from now)\b"),
    ("extract summari compress",
     r"\byou are (?:now )?(?:the|an?) (?:extractor|summari[sz]er|compressor|extraction model"
     r"|context compressor)\b"),
    ("summari compress condens extract distil compact",
     r"\b(?:when|while|before|after|if|once|as) (?:you (?:are )?)?(?:summari[sz]|compress"
     r"|condens"
     rf"|extract|distil|compact)\w{{1,4}}{_SHORT}\b(?:this|our|above) {_TALK}\b"),
    ("summari compress condens extract distil compact",
     r"\b(?:when|before|after|if|once|as) you (?:are )?(?:summari[sz]|compress|condens|extract"
     r"|distil"
     rf"|compact)\w{{1,4}}{_SHORT}\bthe {_TALK}\b"),
    ("hand context",
     r"\b(?:in|into|to|of) (?:your hand-?off|the hand-?off prompt|the context[- ]graph)\b"),
    ("hand",
     r"\b(?:put|write|add|insert|include|copy|place|repeat)\b[^.!?\n]{0,60}\b(?:in|into|to) "
     r"(?:the|your) hand-?off[,:]? (?:that|write|say|as)\b"),
    ("hand context extraction",
     r"\bthe (?:hand-?off prompt|context[- ]graph|extraction) (?:must|should|shall|has to|needs "
     r"to) \w"),
    ("your",
     r"\byour (?:summary|list of nodes|extraction|hand-?off|context graph) (?:must|should|shall"
     r"|has to|needs to)\b"),
    ("anything nothing this the",
     r"\b(?:do not|don't|stop|never|refrain from) (?:extract|summari[sz]|compress)\w{0,4} "
     r"(?:anything"
     rf"|nothing|any of this|this {_TALK}|the (?:rest|transcript|above))"),
    ("nothing",
     r"\b(?:extract|summari[sz]e) nothing\b"),
    ("empty",
     r"\b(?:output|return|respond|reply|answer)\b[^.!?\n]{0,25}\bempty (?:list of nodes|graph"
     r"|node list|nodes)\b"),
    ("importance",
     r"\bhigh[- ]importance (?:node|decision|rule|goal)\b"),
    ("your",
     r"\b(?:reveal|print|repeat|show|output|leak|dump|display|expose|disclose|recite|tell me|give "
     r"me"
     rf"|translate|encode|what (?:is|are|were)){_SHORT}\byour (?:\w+ ){{0,3}}?(?:system prompt"
     r"|system message|(?:hidden |initial |secret |full |exact )(?:\w+ )?(?:instructions|prompt)"
     r"|instructions)\b"),
    ("above",
     r"\b(?:repeat|print|output|copy) (?:everything|all(?: of)?(?: the)? (?:text|words)|the "
     r"(?:text|words|content|prompt|instructions)) above\b"),
    ("anthropic openai google^ai deepmind administrator your",
     r"\b(?:authori[sz]ed|approved|sent|instructed|signed|required) by (?:anthropic|openai|google "
     r"ai|deepmind|the system administrator|your developers?|your creators?)\b"),
    ("your",
     r"\byour (?:real|actual|true|secret|hidden) (?:\w+ )?(?:instructions?|purpose|mission|goal"
     r"|task|objective|system prompt|loyalty)\b"),
    ("now",
     rf"\byou(?: are|'re) now {_SHORT}\b(?:dan\b|unrestricted|unfiltered|jailbroken|uncensored"
     rf"|evil"
     r"|(?:in )?(?:developer|debug|god|admin|root|maintenance|dan|sudo) mode|free (?:of|from)|an? "
     r"(?:different|new|other) (?:ai|assistant|model)|no longer bound)"),
    ("you^are you^have",
     r"\byou (?:are|have been) (?:no longer bound|released from|freed from)\b"),
    ("mode",
     r"\b(?:developer|god|dan|jailbreak|unrestricted|sudo) mode (?:is )?(?:now )?(?:enabled"
     r"|activated|on|engaged|unlocked)\b"),
    ("do^anything",
     r"\bdo anything now\b"),
    ("no^ unrestricted unfiltered not^bound",
     rf"\b(?:act|behave|respond|answer|pretend|roleplay)\b{GAP}\b(?:no (?:restrictions|rules"
     rf"|limits"
     r"|guidelines|filters|guardrails)|unrestricted|unfiltered|not bound by)\b"),
    ("your",
     r"\b(?:bypass|disable|turn off|circumvent|evade|override|ignore) (?:all )?(?:of )?your "
     r"(?:\w+ ){0,2}(?:safety|guardrails?|restrictions?|filters?|safeguards?|alignment|polic(?:y"
     r"|ies)|guidelines?)\b"),
    ("override directive",
     r"\b(?:system|secret|hidden|emergency|admin|administrator|root|developer) (?:override"
     r"|directive)s? ?[:!\-]"),
    ("system secret hidden emergency",
     r"\b(?:system|secret|hidden|emergency) (?:prompt|instructions?|message|notice|command)s?(?: "
     r"update| override)? ?[:!\]>-][^.\n]{0,60}\b(?:you|your|ignore|must|always|never|do not"
     r"|don't)\b"),
    ("new^ updated revised additional real actual",
     r"\b(?:new|updated|revised|additional|real|actual) (?:system )?(?:instructions?|prompts?"
     r"|directives?|orders) (?:from (?:the )?(?:system|administrator|admin|developers?|operator"
     r"|anthropic|openai)|for (?:the )?(?:ai|assistant|model|agent|llm))\b"),
    ("new^system",
     r"\bnew system prompt\b ?[:=]"),
    ("system admin developer root",
     r"(?:^|\n|[.!?\"] )[\[(<*#\-= ]{0,6}(?:system(?: (?:message|prompt|note|notice|override))?|"
     r"(?:developer|admin|administrator|root) (?:message|prompt|note|notice"
     r"|override))[\])>*#\-= ]{0,4}[:\])>][^\n]{0,80}\b(?:you (?:are|must|should|will|may|have)"
     r"|your|ignore|disregard|from now on|obey)\b"),
    ("##",
     r"#{2,4} ?(?:system|instructions?|new instructions?|assistant|human|user) ?:"),
    ("^of^",
     r"(?:^|[-=*#\[<(_]{2,} ?)(?:end|begin(?:ning)?|start|stop) of (?:the )?(?:\w+ )?"
     r"(?:transcript|conversation|chat|context|document|data|user input|system prompt|prompt"
     r"|messages|instructions|tool output|search results|untrusted \w+)(?= ?(?:[-=*#\])>_]{2,}|$"
     r"|[.:] ?(?:you|new|now|system|ignore|the real)))"),
    ("messages before [",
     r"\b[0-9a-f]{10} (?:end )?(?:messages|before|\[\d{1,6}\])"),
    ("here",
     r"\b(?:the|this) (?:transcript|conversation|data|fence|untrusted \w+) (?:ends|is over|stops"
     r"|is closed) here\b"),
    ("decode decrypt decipher rot13 base64 unscramble",
     r"\b(?:decode|decrypt|decipher|rot13|base64|unscramble)\b[^.!?\n]{0,80}\b(?:and|then) "
     r"(?:then )?(?:follow|execute|obey|do what|carry out|comply)\b"),
    ("memory",
     r"\b(?:remember|store|save|memori[sz]e|keep) (?:this|the following|it)[^.!?\n]{0,40}\b(?:in"
     r"|to) your (?:long[- ]term |permanent )?memory\b"),
)  # fmt: skip
