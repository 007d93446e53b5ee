"""The imitations of a chat's own structure, and what only counts where nobody said it.

Data of ``injection`` like ``orders``: role marks, tags and calls; orders in a tool's output, a file
or a hidden comment, where an assistant that is spoken to is enough.
"""

from __future__ import annotations

from graphpack.text.orders import DROP, GAP, LOOSE_ORDERS, ORDERS, READER

_ROLE = r"(?:system|user|assistant|developer|tool|human|model|ipython)"
# marks of chat templates, with a turn behind them; a mention of one alone is none
ROLE_MARKS = (
    ("<|",
     rf"<\|(?:im_start|start_header_id|start|channel|role)\|> ?{_ROLE}\b"),
    ("<start_of_turn>",
     rf"<start_of_turn> ?{_ROLE}\b"),
    ("<|",
     r"<\|(?:system|user|assistant|developer|human)\|>(?! ?(?:tokens?|tags?|markers?|and|or|in|is"
     r"|are)\b) ?[\"'(\[]?\w"),
    ("[inst]",
     r"\[inst\](?! ?(?:tokens?|tags?|markers?|and|or|format|prefix|blocks?|in|is|are)\b) ?\W?\w"),
    ("<<sys>>",
     r"<<sys>>(?! ?(?:tokens?|tags?|markers?|and|or|in|is|are)\b) ?\W?\w"),
    ("<|im_end <|eot <|endof </s> [/inst] <</sys <end_of",
     r"(?:<\|im_end\|>|<\|eot_id\|>|<\|endoftext\|>|</s>|\[/inst\]|<</sys>>|<end_of_turn>) ?"
     r"(?:<\||\[inst\]|<s>|<start_of_turn>|<<sys>>|(?:system|user|assistant|human) ?:)"),
)  # fmt: skip

# imitations of structure that code may hold for good reasons
STRUCTURE = (
    ("<",
     r"</?(?:system|system[-_ ](?:prompt|message|instructions?|reminder|override)|admin|developer"
     r"|important[-_ ]instructions?|important|hidden[-_ ]instructions?|instructions?|override)> "
     r"?[^<\s]"),
    ("</",
     r"</(?:transcript|conversation|untrusted[-_\w]{0,20}|chat[-_ ]history|user[-_ ]input"
     r"|document|documents|context|data|messages|tool[-_ ]results?|function[-_ ]results?"
     r"|search[-_ ]results?)> ?[^<\s]"),
    ("<",
     r"<(?:function[-_]calls?|tool[-_]calls?|tool[-_]use|invoke name ?=|\w{1,12}:(?:invoke"
     r"|function_calls)|\|tool[-_]calls?)"),
    ("tool_call function_call",
     r"\"(?:tool_calls?|function_call)\" ?: ?[\[{]"),
    ("arguments parameters input",
     r"\"(?:name|tool|function|action)\" ?: ?\"[^\"\n]{1,60}\" ?, ?\"(?:arguments|parameters"
     r"|input|action_input)\" ?: ?[{\"]"),
    ("action",
     r"\baction ?: ?[^\n]{1,60} action input ?:"),
    ("to=",
     r"\bto=(?:functions|python|browser)\b"),
    ("handoff context_graph",
     r"\"(?:handoff|handoff_prompt|context_graph)\" ?: ?[\"{]"),
    ("mode",
     r"\"mode\" ?: ?\"(?:compact|readable|archive)\" ?,"),
    ("nodes",
     r"\{ ?\"nodes\" ?: ?\["),
    ("human user",
     r"\b(?:human|user) ?: ?[^\n]{1,200} (?:assistant|ai) ?: ?(?:sure|understood|ok|okay|yes|of "
     r"course|i will|i'll|acknowledged)\b"),
)  # fmt: skip

FOREIGN = (
    ("instruct prompt directive guideline guardrail program system^message safeguard  rule "
     "order command constraint context conversation message text polic  restriction training",
     rf"{DROP}{GAP}\b(?:all|any|every|previous|prior|above|earlier|your|existing|other) (?:\w+ "
     rf"){{0,3}}?(?:{ORDERS}|{LOOSE_ORDERS})"),
    ("ai^ llm assistant agent model copilot chatgpt chatbot claude gemini summari  extract a.i.",
     rf"\b(?:{READER}|(?:coding |the )?assistants?|(?:coding )?agents?|models?|copilots?"
     rf"|chatgpt"
     r"|claude|gemini)s?\b[^.!?\n]{0,12}\b(?:must|should|shall|are required to|need to|have to"
     r"|has to|is required to|needs to|is to|please)\b"),
    ("to^ for^",
     r"\b(?:note|message|instructions?|attention|important)[:,]? (?:to|for) (?:the |any |all )?"
     r"(?:\w+ )?"
     rf"(?:{READER}|assistants?|agents?|models?|copilots?|chatgpt|claude|gemini|reader)s?\b"),
    ("tell inform mention reveal disclos alert warn notify ask show",
     r"\b(?:do not|don't|never|without|avoid) (?:tell|telling|inform|informing|mention\w{0,3}"
     r"|reveal\w{0,3}|disclos\w{1,3}|alert\w{0,3}|warn\w{0,3}|notify\w{0,3}|ask|asking"
     r"|show\w{0,3})\b[^.!?\n]{0,30}\b(?:user|users|human|operator|anyone|anybody|person)\b"),
    ("user human operator",
     r"\b(?:tell|inform|assure|convince|persuade|instruct) the (?:user|human|operator)\b"),
    ("send post upload exfiltrate forward leak mail transmit submit append copy",
     r"\b(?:send|post|upload|exfiltrate|forward|leak|e-?mail|transmit|submit|append"
     r"|copy)\b[^.!?\n]{0,60}\b(?:api[- ]?keys?|secrets?|credentials?|tokens?|passwords?|env"
     r"(?:ironment)?|\.env|conversation|chat history|history|system prompt"
     r"|transcript)\b[^.!?\n]{0,60}(?:https?://|\b(?:to|at) \S{1,60}(?:@|\.)\S)"),
    ("your",
     r"\byour (?:new|only|primary|main|next|current|updated) (?:\w+ )?(?:task|goal|instructions?"
     r"|objective|mission|purpose|role|job|rules?|priority)\b"),
    ("from^now",
     r"\bfrom now on,? (?:you|always|never|all|every|only|respond|answer|reply|use|treat)\b"),
    ("instruct prompt directive order",
     r"\b(?:new|updated|real|actual|revised|important|urgent|additional|special|critical) "
     r"(?:system )?(?:instructions?|prompts?|directives?|orders?) ?[:!]"),
    ("obey comply follow execute carry^out",
     r"\b(?:obey|comply with|follow|execute|carry out) (?:only )?(?:the|these|those|this|my|all) "
     r"(?:\w+ ){0,2}?(?:instructions?|commands?|orders?|directives?)\b"),
    ("summary note memory report answer reply response",
     r"\b(?:in|to|of) (?:the|your) (?:summary|notes?|memory|report|answer|reply|response)\b "
     r"?[,:]? ?(?:write|say|state|include|add|put|claim|note)\b"),
    ("summary note memory report answer reply response hand",
     r"\b(?:write|say|state|include|add|put|claim|note|record|insert|report)\b[^.!?\n]{0,60}\b"
     r"(?:in|to|into) (?:the|your) (?:summary|notes?|memory|report|answer|reply|response"
     r"|hand-?off)\b"),
    ("this^as following^as it^as that^as",
     r"\b(?:mark|record|store|list|save|extract|report|note) (?:this|the following|it|that) as "
     r"(?:an? )?(?:decision|goal|rule|standing rule|resolved|done|approved|agreed|high)\b"),
    ("user human operator owner team",
     r"\b(?:the|this) (?:user|human|operator|owner|team) (?:has |have )?(?:already )?(?:approved"
     r"|agreed|authori[sz]ed|decided|confirmed|consented|wants|asked)\b"),
    ("system human user assistant developer",
     r"[.!?)\]>] (?:system|human|user|assistant|developer) ?: ?\w"),
    ("you^are act^as pretend behave^as",
     r"\b(?:you are|act as|pretend to be|behave as) (?:now )?(?:an? |the )(?:\w+ ){0,3}(?:ai"
     r"|assistant|agent|bot|model|administrator|admin|expert|hacker)\b"),
    ("remember store save memoriz memoris",
     r"\b(?:remember|store|save|memori[sz]e) (?:this|the following|that)\b"),
    ("allowed authori permitted required instructed",
     r"\byou(?: are|'re) (?:now )?(?:allowed|authori[sz]ed|permitted|required|instructed) to\b"),
    # whoever reads on, however it is called
    ("agent assistant model bot reader",
     r"\b(?:any|every|each|all) (?:\w+ ){0,2}?(?:agent|assistant|model|bot|reader)s? (?:that |who "
     r"|which )?(?:read|continu|summari[sz]|process|see|work|resum|tak)\w*[^.!?\n]{0,60}\b(?:must"
     r"|should|shall|has to|have to|needs? to)\b"),
    ("whoever whomever next^",
     r"\b(?:(?:to |for )?(?:whoever|whomever|the next (?:agent|model|assistant|session|one))\b"
     r"[^.!?:\n]{0,30}\b(?:continu|read|resum|take|summari[sz]|work)\w*[^.!?:\n]{0,30}[:,]"
     r"|(?:to|for) (?:the|any) next (?:ai |llm )?(?:agent|model|assistant|session) ?[:,])"),
    ("assistant assistent asistente agent modele modell modelo",
     r"\b(?:(?:assistants?|agents?|modeles?) (?:d'|de l')?ia\b[^.!?\n]{0,40}\b(?:doi(?:t|vent)"
     r"|devez)|(?:as?sistentes?|agentes?|modelos?) (?:de )?ia\b[^.!?\n]{0,40}\b(?:deve[mn]?|debe"
     r"n?)|(?:assistenti?|agent[ei]|modell[oi]) (?:di )?ia\b[^.!?\n]{0,40}\bdev(?:e|ono)"
     r"|k[iı]-?(?:assistent|agent|modell)\w*[^.!?\n]{0,40}\b(?:muss|mussen|soll|sollen))\b"),
    ("ai ия ии 人工智能 助手 智能体 模型 アシスタント エージェント",
     r"(?:ai|アシスタント|エージェント)は[^。\n]{0,30}(?:必ず|してください|しなければ)"
     r"|(?:ai|人工智能|助手|智能体|模型)(?:必须|应该|应当|需要)"
     r"|\b(?:ии|ai)[- ]?(?:ассистент|агент|модел)\w*[^.!?\n]{0,40}(?:должн|обязан)"),
)  # fmt: skip

# what binds whoever reads it; an order only where a tool brought it
BINDING = (
    ("you^",
     r"\byou (?:must|should|shall|have to|need to|may not|are not to|will)\b"),
    ("",
     r"(?:^|[.!?:;\"*\n-] ?)(?:please |important[:!] |note[:!] |warning[:!] )?(?:always|never|do "
     r"not|don't|make sure|be sure|ensure|remember to|stop|immediately|first,? run|run|execute"
     r"|send|delete|install|use|add|commit|push|open|visit|call|fetch|download)\b"),
)  # fmt: skip
