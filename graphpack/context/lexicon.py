"""Words that say what a statement is, in the languages graphpack meets most; nothing else here.

They never decide alone what a task needs: a statement is first held against the task.
"""

from __future__ import annotations

import re

from graphpack.patterns import compiled

__all__ = [
    "ACTION",
    "ANNOUNCED",
    "CODE_WORDS",
    "COMMON",
    "COMPARED",
    "DROPPED_STATUSES",
    "ELSEWHERE",
    "FAILED_TRY",
    "FINDING",
    "GENERIC_PARTS",
    "LABELLED",
    "MEASURE",
    "NEVER_CAME",
    "OUTDATED",
    "QUERY",
    "REJECTED_STATUSES",
    "REPORTED",
    "REQUIREMENT",
    "ROUTINE",
    "SETTLED",
    "SOCIAL",
    "SQL_WORDS",
    "STANDING",
    "STOP",
    "TROUBLE",
    "UNSURE",
    "VALUELESS",
]  # fmt: skip

_I = re.IGNORECASE


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


REQUIREMENT = compiled(
    r"\b(?:must(?:n't)?|shall|do not|don't|never|always|only|required?|requires|has to|have to"
    r"|had to|needs? to|need|no longer than|at (?:most|least)|not? allowed|forbidden|prohibited"
    r"|mandatory|constraint|requirement|make sure|ensure|under no circumstances|may not|cannot"
    r"|without|no more than|keep)\b"
    r"|^[^\w\n]*+no \w"
    r"|\b(?:muss|müssen|darf|dürfen|niemals|nie|immer|nur|soll(?:en)?|kein\w*|mindestens|höchstens"
    r"|doit|doivent|jamais|toujours|seulement|ne pas|obligatoire|debe\w*|nunca|siempre|solo|tiene"
    r" que|deve\w*|sempre|apenas|mai|altijd|nooit|moet\w*|alleen|всегда|никогда|нельзя|должн\w+"
    r"|только)\b"
    r"|必须|禁止|不要|不得|只能|始终|必ず|してはならない|しないこと|반드시|절대|하지 마",
    _I | re.MULTILINE,
)
"""A statement that asks something of the work or of what comes of it."""

STANDING = compiled(
    r"\b(?:must|must not|mustn't|shall|never|always|only|do not|don't|not allowed|forbidden"
    r"|prohibited|may not|mandatory|under no circumstances|constraint|no \w+ without)\b"
    r"|^[^\w\n]*+no \w"
    r"|\b(?:muss|müssen|darf|dürfen|niemals|nie|immer|nur|doit|doivent|jamais|toujours"
    r"|debe\w*|nunca|siempre|deve\w*|sempre|altijd|nooit|moet\w*|всегда|никогда|нельзя|должн\w+)\b"
    r"|必须|禁止|不要|不得|始终|必ず|してはならない|반드시|절대",
    _I | re.MULTILINE,
)
"""A rule that holds whatever is being worked on."""

FAILED_TRY = compiled(
    r"\b(?:tried|attempt(?:ed)?|experiment)\b.{0,200}\b(?:fail\w*|no (?:effect|change"
    r"|difference|use)"
    r"|not (?:help|work|enough)\w*|didn't|did not|still|worse|slower|dropped|rejected|reverted"
    r"|undone|rolled back|abandoned|broke|without success)\b"
    r"|\b(?:was|were|got) (?:tried|refused|rejected|declined|turned down|vetoed|undone"
    r"|reverted|dropped|rolled back|abandoned|not enough)\b"
    r"|\bdid(?:n't| not) (?:help|work|fix|change|solve)\b|\bdoes(?:n't| not) (?:help|work|fix)\b"
    r"|\b(?:no|any|little) (?:difference|effect)\b|\bonly (?:delays?|hides?|masks?|moves?)\b"
    r"|\b(?:did|does|changed?s?|helped|gained?|brought) (?:nothing|little)\b"
    r"|\b(?:saved?s? only|only saved?s?)\b"
    r"|\b(?:hardly|barely) (?:any|helps?|helped|changed|moved)\b|\btaken back\b"
    r"|\bonly\b[^.;]{0,40}\b(?:more|longer|later|less)\b"
    r"|\b(?:declined|refused|rejected|turned down|vetoed) by\b"
    r"|\b(?:did|does) nothing\b|\bsame (?:error|result|failure|problem)\b"
    r"|\b(?:no luck|to no avail|in vain|dead end|ruled out|not the cause|is not it|still fails?"
    r"|failed because|not enough|gave up on)\b"
    r"|\b(?:versucht|probiert|ausprobiert)\b.{0,160}\b(?:nicht|ohne|schlechter|langsamer"
    r"|verworfen)\b"
    r"|\b(?:blieb|bleibt) (?:der|das|die) (?:Fehler|Problem|Absturz|Zeit)\b|\b(?:half|hilft"
    r"|brachte) nichts?\b"
    r"|\bderselbe Fehler\b|\bohne (?:Erfolg|Wirkung)\b|\bsans (?:succès|effet)\b"
    r"|\bsin (?:éxito|efecto)\b"
    r"|\b(?:essayé|tenté)\b.{0,160}\b(?:pas|échou\w+|sans)\b|\b(?:probé|intenté"
    r"|intentado)\b.{0,160}"
    r"\b(?:no|falla|sin)\b|试过|尝试.{0,40}(?:失败|没用|无效)|試した.{0,40}(?:だめ|失敗)",
    _I | re.DOTALL,
)
"""Something that was tried, and what is known of it is that it did not do."""

FINDING = compiled(
    r"\b(?:cause[ds]?|because|finding|found|root cause|reproduc\w+|turns? out|due to|reason"
    r"|comes? from|result|conclusion|confirmed|measured|fix(?:ed|es)|rolled back|workaround"
    r"|next (?:idea|step|try)|idea|plan|proposal|hypothesis|suspect\w*|open|blocked|todo|risk"
    r"|instead|missing|lacks?|so that|hence|thus|that is why|differs?|which means|therefore"
    r"|ursache|weil|grund|befund|gefunden|idee|offen"
    r"|parce que|causa|porque|perché|omdat|причина|потому)\b|, so (?!far\b|much\b|many\b)|原因"
    r"|因为|根因|なぜなら|원인",
    _I,
)
"""A statement that says why, what came out, or what is to be tried."""

LABELLED = compiled(
    r"^\W{0,4}(?:(?:the|la|le|el|il|o|a|de|die|der|das|l') ?)?(?:(?:root )?cause|finding|found"
    r"|result|conclusion|idea|next idea|next step|next|plan"
    r"|proposal|hypothesis|open(?: question)?|question|risk|blocked|blocker|todo|to do|decision"
    r"|workaround|fix|lesson|learned|warning|caution|important|constraint|requirement|limit"
    r"|glossary|convention|definition|rule|spec|contract|policy|schema|profiler?|benchmark"
    r"|measure(?:d|ment)|logs?|docs?|documentation|review|audit|agreement|default"
    r"|assumption|new|changed|fixed|removed|added|breaking|reproduced|reproduction|status"
    r"|answer|ursache|befund|ergebnis|idee|offen|frage"
    r"|risiko|cause|constat|idée|causa|resultado|hallazgo|idea|pendiente|причина|вывод)\b"
    r"[^:\n]{0,30}:\s|^\W{0,4}(?:原因|结论|发现|想法|結論|原因|원인|결론)[:：]",
    _I,
)
"""A statement that its author put under a label: a cause, a finding, an open question."""

MEASURE = compiled(
    r"(?<![\w.])(?!(?:19|20)\d\d\b)\d[\d.,]*(?:\s?(?:%|percent|[a-zµμ]{1,4}\b|[KMGT]i?B\b"
    r"|hours?\b|days?\b"
    r"|weeks?\b|minutes?\b|seconds?\b|times\b|rows?\b|bytes?\b|requests?\b|users?\b|items?\b))?",
    _I,
)
"""A number with what it counts."""

COMPARED = compiled(
    r"\b(?:instead of|against|than|from \d|compared|versus|vs|was \d|before|after|only|up from"
    r"|down from|fell|rose|grew|dropped|statt|gegen|als|vorher|au lieu|contre|frente a)\b",
    _I,
)
"""A statement that sets one figure against another."""

ANNOUNCED = compiled(
    r"^\W*(?:(?:(?:good|great) (?:question|idea|point)|ok(?:ay)?|sure|sounds good|got it"
    r"|alright|great|good|fine|understood|noted"
    r"|right)\b"
    r"[^a-z]{0,4})*(?:(?:i(?:'ll| will| am going to|'m going to)|let me|let's|let us|now i"
    r"|next,? i"
    r"|going to|i have read|starting|proceeding|waiting|happy to|thanks?|thank you|ich werde"
    r"|ich schaue|je vais|voy a)\b|$)",
    _I,
)
"""A message that says what its author is about to do, or that it was received."""

SOCIAL = compiled(
    r"\b(?:lunch|dinner|breakfast|coffee|tea|cake|pizza|beer|snacks?|birthday|holidays?|vacation"
    r"|weekend|weather|party|picnic|gym|football|dentist|doctor|commute|parking|toner|printer"
    r"|plants?|playlist|movie|band|congratulations|congrats|welcome aboard|good (?:morning|evening"
    r"|night)|happy (?:monday|friday|birthday|new year)|see you|cheers|great (?:team)?work"
    r"|well done"
    r"|concert|cinema|theat(?:re|er)|restaurant|drinks|wine|barbecue|bbq|marathon|soccer|tennis"
    r"|(?:my|the|his|her) (?:cat|dog|kids?|baby|wife|husband|mother|father|bike)|selfie|joke|meme"
    r"|nice one|lol|haha|stand-?up|whiteboard|kaffee|mittagessen|kuchen|urlaub|feierabend|wetter"
    r"|ausflug|déjeuner|café|vacances|anniversaire|almuerzo|cumpleaños|vacaciones|обед|кофе|отпуск"
    r"|午饭|咖啡|天气|生日|ランチ|コーヒー|커피|점심)\b|午饭|咖啡|生日",
    _I,
)
"""What people talk about beside the work."""

ELSEWHERE = compiled(
    r"\b(?:unrelated(?:ly)?|off[- ]topic|not related|nothing to do with|separate (?:issue|ticket"
    r"|topic|matter|thing)|another (?:ticket|issue|day|time|team)|different (?:ticket|issue"
    r"|project)"
    r"|by the way|btw|side note|on a side note|out of scope|while i was at it|übrigens|nebenbei"
    r"|au fait|hors sujet|por cierto|aparte|кстати)\b|顺便|ところで|그런데",
    _I,
)
"""A statement that says itself that it belongs to something else."""

OUTDATED = compiled(
    r"^\W*(?:superseded|outdated|obsolete|deprecated|old (?:note|info\w*|plan|version)|stale"
    r"|veraltet"
    r"|überholt|obsolète|obsoleto|устарел\w*|过时)\b"
    r"|\b(?:ignore (?:it|this|that)|no longer (?:true|valid|applies|current)|out of date|outdated"
    r"|nobody (?:has )?updated|superseded by|was true (?:until|before)|still says)\b"
    r"|\bas the old\b",
    _I,
)
"""A statement that says itself that it no longer holds."""

UNSURE = compiled(
    r"\b(?:i (?:believe|think|guess|assume|suppose)|have not checked|not sure|probably|maybe"
    r"|might be|from memory|if i remember)\b",
    _I,
)
"""A claim that rests on nothing."""

TROUBLE = compiled(
    r"\b(?:fix\w*|bugs?|broken?|breaks?|crash\w*|errors?|fail\w*|fault\w*|exception\w*|panics?"
    r"|debug\w*|incident|outage|down|repair|investigate|diagnose|regress\w*|wrong|reparier\w*"
    r"|fehler\w*|absturz|corrig\w*|répar\w*|panne|arregl\w*|falla\w*|исправ\w*|ошибк\w*)\b"
    r"|修复|错误|バグ|修正|오류",
    _I,
)
"""A task that is about something that fails."""

NEVER_CAME = compiled(
    r"(?<=\w )(?:never|not) (?:reach|arrive|come|show up|turn up|appear|get through|end up)"
    r"(?:e?s|e?d)?\b"
    r"|\b(?:kommt|kommen|kam|kamen) (?:\w+ ){0,3}(?:nie|niemals|nicht) (?:\w+ ){0,2}an\b"
    r"|(?<=\w )nunca (?:llegan?|aparecen?)\b|\bn['’]arrivent? (?:jamais|pas)\b",
    _I,
)
"""Somebody says that something does not get where it should: «never» is no rule there."""

REPORTED = compiled(
    NEVER_CAME.pattern + r"|"
    r"\b(?:gives?|gave|giving|returns?|returned|shows?|showed|throws?|threw|gets?|getting|got"
    r"|answers?|answered|responds?|responded|raises?|raised|see(?:s|ing)?|saw)\b[^.;!?\n]{0,40}"
    r"\b(?:[45]\d\d|errors?|exceptions?|warnings?|blank|nothing|stack ?trace|NaN|white page)\b"
    r"|\b(?:crash(?:es|ed|ing)?|hangs?|hung|freez(?:es|ing)|froze|stuck|broken?|breaks"
    r"|fail(?:s|ed|ing)?|panick?(?:s|ed)|times? out|timed out|segfaults?|leaks?|deadlocks?"
    r"|corrupts?|corrupted|garbled|out of memory|out of disk)\b"
    r"|\b(?:is|are|was|were|get|gets|got|being|been|go|goes|went|gone) (?:\w+ )?(?:lost|missing"
    r"|swallowed|dropped|truncated|duplicated|mangled)\b"
    r"|\b(?:vanish(?:es|ed|ing)?|disappear(?:s|ed|ing)?)\b"
    r"|\b(?:los(?:es?|ing)|drop(?:s|ping)|swallow(?:s|ed|ing)|skip(?:s|ping)) (?:\w+ ){0,2}(?:rows"
    r"|lines|records|messages|mails?|e-?mails|events|orders|entries|data|requests|packets|frames"
    r"|errors|characters|letters|pages|files|photos|images|items|users|connections?)\b"
    r"|\b(?:do(?:es)?|did|is|are|was|were|can|ca|could|wo)(?:n't|n’t|not| not)\b[^.;!?\n]{0,30}"
    r"\b(?:work|start|load|open|connect|respond|compile|build|save|log ?in|send|reach|found"
    r"|resolve|print|play|sync|update)(?:s|ed|ing|able)?\b"
    r"|\b(?:stopped|no longer|not) (?:work|respond|load|reach|sync)(?:s|ed|ing|able)?\b"
    r"|\bnothing happens\b|\b(?:is|are|was|were|went|goes|going) down\b|\bnot available\b"
    r"|\bstürzte?\b[^.;!?\n]{0,30}\bab\b|\bkaputt\b|\bhängt\b|\bfehlgeschlagen\b|\bFehlermeldung\b"
    r"|\b(?:geht|funktioniert|startet|lädt|läuft)\b[^.;!?\n]{0,30}\bnicht\b|\bschlägt fehl\b"
    r"|\b(?:geht|gehen|ging|gingen|gegangen) (?:\w+ ){0,3}verloren\b|\bverloren ?(?:geht"
    r"|gehen|gegangen)\b"
    r"|\bverschw(?:inde[tn]|and(?:en)?|unden)\b|\bse (?:pierden?|perdieron|perdió)\b"
    r"|\bs[ei] (?:perdent|perdono)\b"
    r"|\bdesaparec\w+\b"
    r"|\bse perd\b|\bdisparai(?:t|ssent)\b|\bdisparaît\b"
    r"|\bspari(?:sce|scono)\b|\bтеря(?:ет|ют)ся\b"
    r"|\bпропада(?:ет|ют)\b|丢失|消失|失われ|사라[지져]"
    r"|\bno (?:funciona|carga|abre|arranca|responde|deja)\b|\bse (?:cae|cuelga|bloquea)\b"
    r"|\bfalla\b|\bda(?:ba)? (?:un )?error\b|\bn(?:e |['’])(?:marche|fonctionne|démarre|répond"
    r"|affiche) (?:pas|plus|rien)\b|\bplante\b|\ben panne\b|\bnão (?:funciona|abre|carrega)\b"
    r"|\bnon (?:funziona|parte|si apre)\b|\bне (?:работает|запускается|открывается|грузится)\b"
    r"|\bпада(?:ет|ла?|ют)\b|报错|崩溃|卡住|打不开|无法(?:登录|打开|访问|连接)|不能用|坏了|動かない"
    r"|エラーが|落ちる|안 (?:돼|됩니다)|오류가",
    _I,
)
"""Somebody says that something fails."""

SETTLED = compiled(
    r"\b(?:if|in case|must|should|shall|never|would|might|to (?:avoid|prevent)|make sure|ensure"
    r"|(?:don|doesn)['’]t want|no longer|not|fixed|fixes|solved|resolved|wenn|falls|si|nunca"
    r"|jamais)\b",
    _I,
)
"""Before a word of failure: it is only thought of, forbidden, or over."""

VALUELESS = compiled(
    r"\b(?:nothing (?:special|new|to report|changed|else|there|unusual)|no (?:findings?|news"
    r"|changes?"
    r"|results?)|found nothing|(?:all|everything) (?:good|fine|quiet|operational)"
    r"|without any result"
    r"|nothing came of|looks? fine|as (?:usual|before|always)|up to date|no change)\b",
    _I,
)
"""A report that there is nothing to report."""

DROPPED_STATUSES = _words(
    "superseded obsolete deprecated outdated stale replaced withdrawn cancelled canceled",
    "expired retired",
)
"""Of decisions that no longer hold: they are history."""

REJECTED_STATUSES = _words(
    "rejected declined refused denied vetoed dropped postponed deferred abandoned",
)
"""Of what was decided against: it holds, and it says what not to propose again."""

GENERIC_PARTS = _words(
    "src lib app apps pkg packages package internal cmd main index init test tests spec specs",
    "docs doc dist build bin public static assets components modules module core common shared",
    "utils util helpers helper server client web api ui config conf scripts script tools vendor",
    "node_modules site local usr var tmp home etc opt dev sh bash env python null java py js ts",
    "tsx jsx go rs rb sql yml yaml json toml md txt html css",
)
"""Folder and file names that say nothing of what is in them."""

COMMON = _words(
    "able above according actual add added again age ago agree allow almost alone already also",
    "although among amount answer anything appear area around ask asked available away back bad",
    "base basic bear become began best better big bit block body book both bring brought build",
    "built call came care carry case cause center certain chance child choose city clear close",
    "code cold column come comment common company complete computer consider contain content",
    "continue copy correct cost country couple course cover current cut data date day deal",
    "decide deep default depend describe design detail develop differ different direct discuss",
    "door down draw drive drop during early easy edge either else empty enough entire equal",
    "error even evening everybody everything exact example expect explain extra face fact fail",
    "fall family far fast feel few field figure file fill final find fine first fit folder",
    "follow foot force format free friend front full function game general give glad glance",
    "good green ground group grow guess half hand happen hard head hear heavy help high hold",
    "home hope hour house huge human hundred idea include inside instead interest internet item",
    "job join kind know lack land large last late laugh law lay lead learn least leave left",
    "less level life light likely line listen little live local long lose lot loud love low",
    "machine main major manage master matter mean meet merge method middle might mind minor",
    "minute miss moment money month morning move much music name near nearly nice night normal",
    "note nothing notice obvious offer office often older open option ordinary original",
    "overview own pair paper part party pass past path pattern people perhaps period person",
    "phrase pick piece place plain play point possible power present press pretty print",
    "probably process produce program project public pull push question quick quiet quite",
    "rather read ready real reason receive recent red regular remain remember repeat reply",
    "represent rest result return room rough round row rule same save second seem select send",
    "sense sentence separate set several share short show side simple single sit slow small",
    "smile sort source space speak special spell spend stand state status stay step story",
    "string strong structure study style subject sudden summary surface switch talk team tell",
    "text thank thing think thousand tidy tiny today together tomorrow total touch toward true",
    "turn type typical typo under understand unless unused unusual usual value version view",
    "visit voice wait walk wall watch water way week weight white whole wide wish wonder word",
    "world worth write year yesterday young package update upgrade root end start author",
    "feature sprint colleague",
)
"""Words that stand in texts about anything: two texts that share them are not about one thing."""

CODE_WORDS = _words(
    "export import async await function return const class def func fn err error string str int",
    "bool boolean float void public private protected static null nil none true false default",
    "package struct type interface module require else while begin end args self throw catch",
    "except raise print println number object array list dict map any unsigned char double long",
    "var let pub impl use mod byte bytes exception extends implements yield lambda promise",
    "undefined switch case break continue try finally",
)
"""Words of programming languages: in a file they say nothing of what it is about."""

SQL_WORDS = _words(
    "select where join group table primary key order insert values references constraint",
    "integer varchar text bigint timestamptz sum count max min left right inner outer having",
    "distinct union alter add column limit unique update delete set create index view",
)
"""The same for SQL."""

ACTION = compiled(
    r"\b(?:install|build|test|tests|pytest|jest|vitest|mocha|run|lint|format|fmt|vet|push"
    r"|commit|pull|fetch|checkout|clone|deploy|apply|migrate|upgrade|update|restart|start|stop|compile|make"
    r"|package|publish|sync|clean|init|mkdir|rm|cp|mv|touch|chmod|tsc|mypy|ruff|eslint|prettier"
    r"|clippy|wait|sleep)\b",
    _I,
)
"""A command that does something: that it went well is all its output says."""

ROUTINE = compiled(
    r"(?:^|\s|\.)(?:--version|-V|version)$|^(?:whoami|hostname|uptime|date|df|du|free|top"
    r"|htop|ps|pwd|history|ls|dir|tree|clear|env|id|uname|nvidia-smi|lscpu|which)(?: -[-\w]+)*"
    r"(?: [./~\w:\\-]{1,12})?"
    r"(?: \|.*)?$"
    r"|^git (?:status|branch|log|stash|fetch|pull|remote|config|checkout|switch|show-ref|tag)\b"
    r"|^(?:npm|pnpm|yarn|pip3?|uv|brew|apt(?:-get)?|dnf|cargo|gem|composer|go) (?:list|ls|outdated"
    r"|audit|update|upgrade|install|ci|search|info|show|config|cache|env|download)\b"
    r"|^docker (?:ps|images|version|info)\b|^kubectl (?:version|get (?:nodes|ns|namespaces|svc))\b"
    r"|^(?:cat|head|less) \.?\w*(?:ignore|config|rc|attributes|license|motd)\b",
    _I,
)
"""A command that looks after a machine or a checkout, whatever the task is."""

QUERY = compiled(
    r"\b(?:grep|rg|ag|cat|head|tail|less|ls|tree|find|list|show|describe|get|logs?|status|diff"
    r"|blame"
    r"|curl|wget|select|explain|psql|mysql|sqlite3|jq|sed|awk|wc|stat|ps|top|df|du|dig|nslookup"
    r"|ping|env|which|inspect|profile|trace|benchmark|bench|count|search|query|read|view|fetch)\b",
    _I,
)
"""A command that asks something: its output is the answer."""

STOP = _words(
    "please fix make add find out get keep ensure sure need needs want wants like help why how",
    "what which where when who whom whose does did done doing about again all any because been",
    "before after being below between both but can could each else even ever every few for from",
    "had has have having her here him his if into is isn it its itself just know let ll look",
    "looks made many may me might more most much my new next nor not now off on once one only",
    "or other our over own really same see set she should since so some still such take tell",
    "than that the their them then there these they thing things this those through time to too",
    "two under until up us use used using very was way we well were while will with within",
    "without work works working would yes yet you your re ve also went gone going come came say",
    "says said seem seems try tries run runs running put start started goes go issue problem",
    "task ticket change changes changed write prepare check implement update improve stop",
    "handle support remove create old three first last must never always across everywhere",
    "right wrong dont doesnt cant im bitte warum wie wo wann wer nicht noch auch nur schon sehr",
    "mehr haben hat hatte ist sind war wird werden kann soll muss der die das den dem des ein",
    "eine einen einem einer und oder in an am auf aus bei mit nach von zu zum zur für über",
    "unter wir ich du er es ihr man als ob pourquoi comment est les une pour avec dans sur par",
    "que qui pas plus por para con los las del una como está",
)
"""Words that no text is about, and the verbs in which tasks are given."""
