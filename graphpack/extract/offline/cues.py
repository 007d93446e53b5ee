"""Discourse cues: the words by which people mark decisions, vetoes, problems and open ends.

Each cue is one pattern over a unit's text, for the languages graphpack knows (English, German,
French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese, Korean). A cue hints; it never
decides alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache

import re2

from graphpack.patterns import compiled
from graphpack.text import WIDE


class Cue(StrEnum):
    """What a wording hints at."""

    DECISION = "decision"
    VETO = "veto"
    RULE = "rule"
    REVERSAL = "reversal"
    REJECTED = "rejected"
    GOAL = "goal"
    REQUEST = "request"
    PROBLEM = "problem"
    CAUSE = "cause"
    FIX = "fix"
    DONE = "done"
    DEFERRED = "deferred"
    BLOCKED = "blocked"
    OPEN = "open"
    PENDING = "pending"
    INFERRED = "inferred"
    REASON = "reason"
    CONSTRAINT = "constraint"
    SUMMARY = "summary"
    NEXT = "next"
    NARRATION = "narration"
    COURTESY = "courtesy"
    AGREEMENT = "agreement"
    PREFERENCE = "preference"
    CONTRAST = "contrast"


_LATIN: dict[Cue, str] = {
    Cue.DECISION: (
        r"decid\w+|decision|chose|chosen|choose|go(?:ing)? with|went with|let'?s (?:use|go|keep|do|stick|make)|we(?:'ll| will| should) (?:use|keep|go)"
        r"|settled? on|stick(?:ing)? with|opt(?:ed)? for|agreed?|approved?|resolved to|selected|pick(?:ed)?|adopt(?:ed)?|prefer(?:red)?|instead of|rather than"
        r"|entscheid\w+|entschieden|wir nehmen|wir nutzen|statt|décid\w+|choisi\w*|on prend|retenu|plutôt que|decid\w+|elegi\w+|optamos|usaremos|escolh\w+|vamos (?:usar|com)"
        r"|scelt\w+|decis\w+|usiamo|решил\w*|решени\w+|выбра\w+|будем использовать|остановились"
    ),
    Cue.VETO: (
        r"do(?:n'?t| not)|never|must(?:n'?t| not)|should(?:n'?t| not)|no need|not allowed|won'?t|shouldnt|dont|stop (?:doing|using|adding|\w+ing)|leave .{1,40} alone|without touching|avoid|forbid\w*|ruled out|no more|not going to"
        r"|nicht (?:mehr|anfassen|verwenden|ändern)|kein\w* |niemals|auf keinen fall|ne (?:pas|jamais|touche\w*)|n'utilise\w*|no (?:uses|toques|quiero|hay que|usar|cambies)|nunca|não (?:use|mexa|quero|precisa|usar|mude)|nunca"
        r"|non (?:usare|toccare|voglio)|mai|не (?:надо|нужно|используй\w*|трогай\w*|меняй\w*|делай\w*)|никогда|нельзя"
    ),
    Cue.RULE: (
        r"always|every time|from now on|make sure|must|has to|have to|needs? to|required?|requirement|only (?:use|when|if)|rule|convention|policy|ensure|mandatory|strictly|at all times|as a rule"
        r"|immer|stets|muss|müssen|ab jetzt|toujours|doit|doivent|désormais|siempre|debe\w*|tiene que|sempre|deve\w*|tem que|a partir de agora|всегда|должн\w+|обязательно|впредь"
    ),
    Cue.REVERSAL: (
        r"actually|instead|on second thought|changed? (?:my mind|in plan|of plan)|scratch that|revert\w*|roll(?:ed)? back|undo|undone|switch(?:ed|ing)? (?:to|from|back)|replac\w+|no longer|went back|back to|drop(?:ped|ping)?|remov\w+|superseded?|rename[ds]?|migrat\w+|moved? (?:to|from)|rather|forget (?:it|that|about)|not anymore"
        r"|doch (?:lieber|nicht)|stattdessen|zurück zu|umgestellt|gewechselt|verworfen|finalement|au lieu|revenir|remplac\w+|abandonn\w+|en (?:vez|lugar) de|mejor|volver a|reemplaz\w+|na verdade|em vez de|voltar (?:a|para)|substitu\w+|troc\w+"
        r"|invece|anzi|tornare|sostitu\w+|вместо|передумал\w*|откат\w*|верн\w+|замен\w+|больше не|лучше"
    ),
    Cue.REJECTED: (
        r"reject\w*|abandon\w*|discard\w*|dismiss\w*|ruled out|not (?:worth|needed|an option|viable|used|chosen|what)|didn'?t work|doesn'?t work|does not work|overkill|too (?:complex|complicated|slow|expensive|much|risky)|considered|alternative\w*|tried|failed attempt|out of scope|won'?t do|vetoed|declined?|wrong approach"
        r"|abgelehnt|verworfen|funktioniert nicht|zu (?:komplex|langsam|teuer)|rejet\w+|écart\w+|ne marche pas|trop|descart\w+|no funciona|demasiado|rechaz\w+|rejeit\w+|não funciona|demais|scartat\w+|non funziona|отклон\w+|отказал\w*|не (?:работает|подходит|сработал\w*)|слишком"
    ),
    Cue.GOAL: (
        r"goal|aim|objective|purpose|want(?:s|ed)? to|would like|i'?d like|i want|we want|trying to|plan(?:s|ned)? to|need to (?:build|make|create|support|add)|build(?:ing)?|implement\w*|create|support|the idea|task|project|mission|deliver"
        r"|ziel|möchte\w*|wollen|soll(?:en|te)?|aufgabe|but|objectif|veux|voudrais|voulons|objetivo|quiero|queremos|quero|gostaria|preciso|necesito|obiettivo|vorrei|vogliamo|цель|задача|хочу|хотим|нужно|надо"
    ),
    Cue.REQUEST: (
        r"please|can you|could you|can we|could we|let'?s|lets|add|fix|update|change|remove|rename|move|write|use|try|check|make|run|explain|review|implement|show|give me|help me"
        r"|bitte|kannst du|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|por favor|puedes|pode|você pode|per favore|puoi|пожалуйста|сделай\w*|добавь\w*|исправь\w*|проверь\w*|убери\w*"
    ),
    Cue.PROBLEM: (
        r"bug\w*|error\w*|fail(?:s|ed|ing|ure\w*)?|broken?|break(?:s|ing)?|crash\w*|issue\w*|problem\w*|wrong|incorrect\w*|missing|exception|panic\w*|timeout|timed out|hang\w*|leak\w*|regress\w+|corrupt\w*|conflict\w*|flak\w+|slow|stuck|mismatch|undefined|not (?:found|working|defined|supported|recognized|set)|doesn'?t work|can'?t|cannot|unable|vulnerab\w+|race condition|deadlock|stale|invalid|denied|refused"
        r"|fehler\w*|kaputt|problem\w*|schlägt fehl|abgestürzt|erreur\w*|panne|échou\w+|échec|fallo\w*|error\w*|problema\w*|falla\w*|roto|falha\w*|erro\w*|quebr\w+|errore\w*|guasto|ошибк\w+|проблем\w+|падает|упал\w*|не работает|сломан\w*|баг\w*"
    ),
    Cue.CAUSE: (
        r"because|root cause|cause[ds]?|reason|due to|culprit|the (?:issue|problem|bug) (?:is|was)|turns out|that'?s why|this is why|since|explains?|found (?:it|the)|stems? from|comes? from|result(?:s|ed|ing) (?:in|from)|leads? to|triggered|why"
        r"|weil|ursache|grund|wegen|daher|deshalb|liegt an|parce que|cause|raison|à cause|car|porque|causa\w*|razón|debido|motivo|perché|causa|потому что|причин\w+|из-за|поэтому|оказалось"
    ),
    Cue.FIX: (
        r"fix(?:ed|es|ing)?|solv\w+|resolv\w+|solution|workaround|patch\w*|correct(?:ed|s|ion)|address(?:ed|es)|handled|repair\w*|hotfix|mitigat\w+"
        r"|behoben|gelöst|lösung|korrigier\w+|repariert|corrig\w+|résol\w+|solution|arregl\w+|soluci\w+|corrig\w+|resolv\w+|consert\w+|risolt\w+|corrett\w+|исправ\w+|решен\w*|починил\w*|устран\w+"
    ),
    Cue.DONE: (
        r"done|complete[ds]?|completed|finish\w*|implemented|added|created|updated|removed|moved|renamed|replaced|merged|pushed|committed|released|published|deployed|shipped|passes|passed|passing|works? now|now (?:works?|uses?|has|returns?|supports?)|successful\w*|verified|green|all tests|clean|ready|in place|refactored|extracted|wired|generated|closed|landed|changed"
        r"|fertig|erledigt|abgeschlossen|hinzugefügt|erstellt|läuft jetzt|terminé\w*|fait|ajouté\w*|créé\w*|publié\w*|listo|hecho|terminad\w+|agregad\w+|añadid\w+|cread\w+|pronto|feito|concluíd\w+|adicionad\w+|criad\w+|fatto|completat\w+|aggiunt\w+|готово|сделан\w*|добавл\w+|создан\w*|заверш\w+|удал\w+|обновл\w+"
    ),
    Cue.DEFERRED: (
        r"later|defer\w*|postpone\w*|follow[- ]?up|for now|not (?:now|yet|in this)|next (?:time|sprint|release|version|step|week)|another (?:pr|time|issue)|separate (?:pr|issue|ticket|task|change)|future|backlog|todo|to-do|out of scope|phase (?:2|two|ii)|v2|eventually|skip(?:ped)? (?:for|this)|hold off|leave (?:it|that|this)|revisit|down the road|park(?:ed)?|tomorrow"
        r"|später|verschoben|vorerst|nächste\w*|plus tard|report\w+|pour l'instant|prochain\w*|más (?:tarde|adelante)|luego|por ahora|pendiente|depois|mais tarde|por enquanto|adiar|próxim\w+|più tardi|per ora|rimand\w+|потом|позже|отлож\w+|пока (?:не|что)|следующ\w+"
    ),
    Cue.BLOCKED: (
        r"blocked|blocker|waiting (?:for|on)|wait(?:s|ing)? until|pending (?:approval|review|on)|depends on|can'?t proceed|cannot proceed|need(?:s)? (?:access|approval|permission|your)|until .{1,30}(?:is|are) (?:ready|done|available|merged)|stuck|requires? (?:manual|your)|hinges? on"
        r"|blockiert|wartet auf|bloqué\w*|en attente|bloquead\w+|esperando|aguard\w+|bloccat\w+|in attesa|заблокирован\w*|ждём|ждем|ожида\w+"
    ),
    Cue.OPEN: (
        r"still|not yet|remain(?:s|ing)?|unresolved|unclear|unknown|open (?:question|issue|point)|outstanding|to be (?:decided|done|determined)|tbd|left to|hasn'?t|haven'?t|untested|unverified|not (?:tested|verified|checked|committed|pushed|confirmed)|need(?:s)? (?:to be|further|investigation)|should (?:we|i)|what about|how (?:do|should|would)|uncommitted|unanswered|todo"
        r"|noch (?:nicht|offen)|offen\w*|unklar|pas encore|reste\w*|à (?:faire|vérifier)|todavía|aún|falta\w*|sin (?:resolver|probar)|ainda|pendente|falta\w*|ancora|da (?:fare|verificare)|ещё не|еще не|осталось|не ясно|неясно|под вопросом|нерешен\w*"
    ),
    Cue.PENDING: (
        r"should (?:i|we)|do you want|would you like|want me to|which (?:one|option|do|would)|shall (?:i|we)|let me know|what do you (?:think|prefer)|prefer\?|ok(?:ay)? (?:with|to)|your call|up to you|thoughts\?|or should"
        r"|soll ich|möchtest du|willst du|voulez-vous|veux-tu|souhait\w+|quieres|prefieres|debería\w*|você quer|quer que|devo|vuoi|preferisci|хочешь|хотите|стоит ли|какой вариант"
    ),
    Cue.INFERRED: (
        r"assum\w+|presumabl\w+|probably|likely|seems?|appears?|guess|i think|i believe|might be|may be|perhaps|suspect\w*|suggests?|implies|expect\w*|apparently"
        r"|vermut\w+|wahrscheinlich|scheint|annahme|suppos\w+|probablement|semble|supon\w+|probablemente|parece|prov[aá]velmente|acho que|assumindo|probabilmente|sembra|вероятно|наверное|похоже|кажется|предпола\w+"
    ),
    Cue.REASON: (
        r"because|so that|in order to|since|trade-?off|benefit|advantage|drawback|downside|simpler|cleaner|faster|safer|cheaper|better|worse|avoids?|prevents?|ensures?|allows?|the point is|means that"
        r"|damit|um zu|vorteil\w*|nachteil\w*|einfacher|afin de|pour que|avantage\w*|plus simple|para que|ventaja\w*|más simple|vantagem|mais simples|così|vantaggi\w*|чтобы|проще|быстрее|преимуществ\w+"
    ),
    Cue.CONSTRAINT: (
        r"at (?:least|most)|no more than|max(?:imum)?|min(?:imum)?|limit\w*|up to|within|deadline|by (?:monday|tuesday|wednesday|thursday|friday|end of)|budget|exactly|only|constraint|backward\w*[- ]compat\w+|compatib\w+|support(?:s|ed)?|version|default\w*|timeout|threshold"
        r"|höchstens|mindestens|maximal|frist|au (?:plus|moins)|limite|délai|como (?:máximo|mínimo)|límite|plazo|no (?:máximo|mínimo)|prazo|massimo|minimo|scadenza|не (?:более|менее)|максимум|минимум|срок|только|лимит"
    ),
    Cue.SUMMARY: (
        r"summary|summariz\w+|in short|to recap|recap|overall|in total|tl;?dr|conclusion|key (?:points?|changes?|decisions?|findings?|takeaways?)|what (?:changed|was done|i did)|changes (?:made)?|results?|status|final|overview|here'?s (?:what|the)"
        r"|zusammenfass\w+|fazit|ergebnis\w*|résumé|conclusion|résultat\w*|resumen|conclusión|resultado\w*|resumo|conclusão|riepilogo|riassunto|итог\w*|резюме|вывод\w*|результат\w*"
    ),
    Cue.NEXT: (
        r"next(?: steps?)?|then we|after that|remaining (?:work|steps|tasks)|to ?do|action items?|plan|follow[- ]?ups?|roadmap"
        r"|nächste schritte|als nächstes|prochaines? étapes?|ensuite|próximos? pasos?|siguiente\w*|próximos? passos?|prossimi passi|следующи\w+ шаг\w*|дальше|далее|план"
    ),
    Cue.NARRATION: (
        r"let me|i'?ll|i will|now i|i'?m going to|let'?s (?:see|look|check|start)|looking at|first,? i|i need to (?:check|look|see|find|read|understand)|checking|reading|searching|i can see|now let|i see|starting (?:with|by)|running the|perfect|great"
        r"|ich (?:werde|schaue|prüfe)|lass mich|schauen wir|je vais|regardons|voy a|déjame|veamos|vou (?:ver|verificar)|deixe-me|vamos ver|vediamo|lasciami|давай\w* (?:посмотр\w+|провер\w+)|сейчас|посмотрю|проверю"
    ),
    Cue.COURTESY: (
        r"thanks?|thank you|great question|good (?:question|point|catch|idea)|you'?re (?:right|welcome|absolutely)|sorry|apolog\w+|hope this helps|feel free|happy to|of course|certainly|sure|absolutely|awesome|nice|excellent|hello|hi|hey"
        r"|danke|entschuldig\w+|gerne|merci|désolé|bien sûr|gracias|perdón|claro|obrigad\w+|desculp\w+|grazie|scusa|certo|спасибо|извин\w+|конечно|привет"
    ),
    Cue.AGREEMENT: (
        r"yes|yeah|yep|ok|okay|sure|agreed?|sounds good|lgtm|go ahead|do it|exactly|correct|right|perfect|approved?|proceed|option|both|all of|the (?:first|second|third|latter|former)"
        r"|ja|genau|einverstanden|oui|d'accord|ok|sí|vale|de acuerdo|sim|certo|beleza|concordo|sì|va bene|да|хорошо|согласен|согласна|ок|верно"
    ),
    Cue.PREFERENCE: (
        r"prefer\w*|would rather|i'?d rather|i like|i don'?t like|i hate|better (?:to|if)|favou?r\w*|ideal\w*|should be|want it|i think we should|it (?:must|should)|feels?|happy with|not happy"
        r"|lieber|bevorzug\w+|gefällt|préfér\w+|mieux|prefier\w+|me gusta|mejor|prefir\w+|gosto|melhor|preferisc\w+|meglio|предпоч\w+|нравится|лучше"
    ),
    Cue.CONTRAST: (
        r"but|however|though|although|except|unless|whereas|while|yet|despite|otherwise|only if"
        r"|aber|jedoch|obwohl|außer|sondern|mais|cependant|sauf|pero|sin embargo|aunque|excepto|mas|porém|embora|exceto|ma|però|tuttavia|но|однако|хотя|кроме"
    ),
}

_WIDE_CUES: dict[Cue, str] = {
    Cue.DECISION: r"决定|選択|选择|选用|采用|採用|決め|決定|就用|改用|使うこと|にします|にしよう|方針|方案|确定|結論|결정|선택|하기로",
    Cue.VETO: r"不要|别|不能|不用|禁止|不许|请勿|不需要|しないで|使わない|ダメ|禁止|やめ|避け|なくていい|不再|하지 마|금지|말고",
    Cue.RULE: r"必须|一定要|总是|始终|每次|务必|应该|需要|必要|必ず|常に|べき|しなければ|ルール|规则|规范|반드시|항상|해야",
    Cue.REVERSAL: r"改成|改为|换成|替换|撤销|回退|还是|而不是|不再|取消|代わりに|ではなく|やっぱり|戻し|変更|切り替|置き換え|대신|변경|되돌",
    Cue.REJECTED: r"放弃|弃用|不可行|不行|行不通|没用|无效|太复杂|却下|見送|うまくいかない|駄目|採用しない|廃止|포기|거절|안 됨",
    Cue.GOAL: r"目标|目的|想要|希望|要实现|需求|任务|目標|したい|実現|作りたい|ほしい|欲しい|목표|하고 싶",
    Cue.REQUEST: r"请|帮我|麻烦|修改|添加|删除|更新|检查|ください|お願い|して(?:くれ|下さい)|教えて|해주세요|해줘|부탁",
    Cue.PROBLEM: r"错误|报错|失败|问题|异常|冲突|崩溃|缺失|找不到|无法|不工作|没有生效|エラー|失敗|問題|不具合|バグ|動かない|できない|例外|오류|에러|실패|문제|안 돼",
    Cue.CAUSE: r"因为|原因|由于|导致|所以|根因|なぜなら|原因|ため|により|理由|せいで|から(?:です|だ)|때문|원인",
    Cue.FIX: r"修复|解决|修正|改好|处理|直し|修正|解決|対処|対応|수정|해결",
    Cue.DONE: r"完成|已经|已添加|已修|已更新|成功|通过|搞定|了。|完了|しました|済み|できました|追加しました|완료|추가했|했습니다",
    Cue.DEFERRED: r"以后|之后再|稍后|暂时|暂不|下次|后续|将来|後で|後回し|今後|次回|とりあえず|保留|나중에|일단|추후",
    Cue.BLOCKED: r"等待|阻塞|卡住|依赖|待.{1,4}确认|待ち|ブロック|依存|대기|막혀",
    Cue.OPEN: r"还没|尚未|未解决|未完成|待确认|待定|剩下|仍然|未解決|まだ|残って|未確認|不明|아직|미해결|남은",
    Cue.PENDING: r"是否|要不要|需要我|哪个|哪种|你希望|しますか|どちら|いかが|どうし(?:ます|ましょう)|할까요|어떤 것",
    Cue.INFERRED: r"可能|应该是|大概|似乎|看起来|估计|推测|たぶん|おそらく|かもしれ|と思(?:う|い|われ)|推測|ようです|아마|것 같",
    Cue.REASON: r"为了|以便|优点|缺点|更简单|更好|好处|避免|ために|メリット|利点|簡単|위해|장점",
    Cue.CONSTRAINT: r"最多|至少|不超过|只能|限制|版本|兼容|默认|最大|最小|上限|以内|以上|以下|限り|のみ|だけ|互換|デフォルト|최대|최소|이내|만",
    Cue.SUMMARY: r"总结|总之|概括|结论|变更|结果|综上|まとめ|結論|要約|概要|結果|요약|결론|정리",
    Cue.NEXT: r"下一步|接下来|后续|计划|次に|次の|今後の|ステップ|다음|계획",
    Cue.NARRATION: r"让我|我先|我来|首先|我会|我将|看一下|まず|確認します|見てみ|調べ|제가|먼저|살펴",
    Cue.COURTESY: r"谢谢|抱歉|对不起|好的|当然|你好|ありがとう|すみません|もちろん|はい|감사|죄송|네,",
    Cue.AGREEMENT: r"^好|可以|同意|没问题|行吧|就这样|对的|はい|了解|いいですね|そうしま|OK|좋아|동의|그래",
    Cue.PREFERENCE: r"更喜欢|倾向|最好|比较好|希望|方がいい|好き|望ましい|ほうが|선호|좋겠",
    Cue.CONTRAST: r"但是|不过|然而|虽然|除了|而|しかし|ただし|ですが|けど|一方|하지만|그러나|다만",
}


def _alternatives(pattern: str) -> list[str]:
    """Split a pattern at its outermost bars."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(pattern):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            found.append(pattern[start:at])
            start = at + 1
    return [*found, pattern[start:]]


def _is_one_word(alternative: str) -> bool:
    bare = alternative.replace("(?:", "(")
    return not any(char in bare for char in " '-.;{[")


def _compile(alternatives: list[str]) -> re.Pattern[str] | None:
    if not alternatives:
        return None
    return compiled(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


def _is_phrase(alternative: str) -> bool:
    return not _is_one_word(alternative)


# Matching every cue against every line is what the extractor would spend its time on. Most cues
# are single words, and a conversation repeats its words: those are looked up once per word.
_WORDS = {cue: [*filter(_is_one_word, _alternatives(text))] for cue, text in _LATIN.items()}
_PHRASES = {cue: [*filter(_is_phrase, _alternatives(text))] for cue, text in _LATIN.items()}
_CUES = tuple(_LATIN)
_WORD = compiled(r"\w+")
_HAS_WIDE = compiled(f"[{WIDE}]")
_IN_ORDER = tuple(Cue)


# One look of RE2 tells which cues to try, at an eighth of the time that trying all takes. Its \w
# and \b know ASCII alone; of ASCII it finds all that Python's patterns find, so that these are
# compiled only for the cues that a conversation holds.
def _looks(set_of: Callable[[re2.Options], re2.Set], parts: Mapping[Cue, list[str]]) -> re2.Set:
    options = re2.Options()
    options.case_sensitive = False
    made = set_of(options)
    for cue in _CUES:
        made.Add("|".join(parts[cue]) or r"\A\z\A.")
    made.Compile()
    return made


_WORD_LOOK = _looks(re2.Set.FullMatchSet, _WORDS)
_PHRASE_LOOK = _looks(re2.Set.SearchSet, _PHRASES)


@cache
def _by_word(cue: Cue) -> re.Pattern[str]:
    return compiled("|".join(_WORDS[cue]), re.IGNORECASE)


@cache
def _by_phrase(cue: Cue) -> re.Pattern[str] | None:
    return _compile(_PHRASES[cue])


@cache
def _by_wide(cue: Cue) -> re.Pattern[str]:
    return compiled(_WIDE_CUES[cue], re.IGNORECASE)


def _worth_trying(look: re2.Set, text: str) -> Iterable[Cue]:
    if not text.isascii():
        return _CUES
    return [_CUES[at] for at in sorted(look.Match(text) or ())]


@lru_cache(maxsize=65536)
def _cues_of_word(word: str) -> tuple[Cue, ...]:
    return tuple(cue for cue in _worth_trying(_WORD_LOOK, word) if _by_word(cue).fullmatch(word))


@lru_cache(maxsize=65536)
def cue_counts(text: str) -> Mapping[Cue, int]:
    """Count each cue in a text.

    Args:
        text: A unit's text.

    Returns:
        Only the cues that occur, with the number of their matches.
    """
    found: Counter[Cue] = Counter()
    for word in _WORD.findall(text):
        for cue in _cues_of_word(word.lower()):
            found[cue] += 1
    for cue in _worth_trying(_PHRASE_LOOK, text):
        phrases = _by_phrase(cue)
        if phrases:
            found[cue] += len(phrases.findall(text))
    if not text.isascii() and _HAS_WIDE.search(text):
        for cue in _WIDE_CUES:
            found[cue] += len(_by_wide(cue).findall(text))
    return {cue: found[cue] for cue in _IN_ORDER if found[cue]} if found else {}


def has_cue(text: str, *cues: Cue) -> bool:
    """Tell whether a text carries any of some cues.

    Args:
        text: A unit's text.
        *cues: Which ones.

    Returns:
        True where at least one of them occurs.
    """
    counts = cue_counts(text)
    return any(cue in counts for cue in cues)
