"""The few words the merger must know: negators, limits, turns, completions, and what says nothing.

For the languages graphpack meets most (English, German, French, Spanish, Portuguese, Italian,
Dutch, Russian, Chinese, Japanese, Korean). A language that is missing here is still compared by
its words; only its supersessions are then left to the extractor.
"""

from __future__ import annotations

import re
from functools import cached_property

from graphpack.patterns import compiled


class Cue:
    """A wording that says something, compiled when it is first looked for.

    Args:
        pattern: A regular expression, case aside.
    """

    def __init__(self, pattern: str) -> None:
        self._text = pattern

    def is_in(self, text: str) -> bool:
        """Tell whether a text has it."""
        return self._pattern.search(text) is not None

    def cut_from(self, text: str) -> str:
        """Take it out of a text."""
        return self._pattern.sub(" ", text)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return compiled(self._text, re.IGNORECASE)


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


def _pairs(*lines: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(pair.split("/")) for line in lines for pair in line.split())


NEGATORS = _words(
    "not no never none nothing without neither nor cannot dont wont doesnt isnt",
    "nicht kein keine keinen keinem keiner keines nie niemals ohne weder",
    "ne pas jamais sans aucun aucune non ni nunca jamás sin ningún ninguna ninguno",
    "não nao sem nenhum nenhuma mai senza nessun nessuna niet geen nooit zonder",
    "не нет ни никогда без нельзя 안 못",
)
"""Words that turn a statement round."""

VETOES = _words(
    "avoid avoids forbid forbids forbidden ban banned reject rejects rejected refuse disable",
    "disables disabled stop exclude excludes excluded remove removes removed drop drops dropped",
    "skip skips prohibit prohibited deny disallow against veto vetoed abandon abandoned delete",
    "vermeiden vermeide verboten abgelehnt verworfen entfernen entfernt deaktivieren deaktiviert",
    "éviter évite interdit rejeté supprimer supprimé désactiver evitar evita prohibido rechazado",
    "eliminar desactivar proibido rejeitado remover remova desativar evitare vietato rifiutato",
    "rimuovere disattivare vermijd verboden verwijder избегать избегай запрещено отклонено убрать",
    "удалить отключить",
)
"""Words that turn a matter down without a negator."""

REVERSALS = _pairs(
    "enable/disable enabled/disabled allow/forbid allow/deny allow/disallow with/without",
    "true/false on/off yes/no include/exclude accept/reject keep/drop keep/remove",
    "start/stop open/close opt-in/opt-out required/optional sync/async",
    "synchronous/asynchronous always/never pass/fail passes/fails passing/failing",
    "works/broken public/private manual/automatic manually/automatically safe/unsafe",
    "valid/invalid stable/unstable likely/unlikely aktivieren/deaktivieren",
    "erlauben/verbieten mit/ohne an/aus immer/nie activer/désactiver avec/sans",
    "toujours/jamais activar/desactivar con/sin siempre/nunca sempre/nunca",
    "ativar/desativar com/sem включить/выключить включить/отключить всегда/никогда",
)
"""Pairs that turn an otherwise equal statement into its contrary."""

COUNTERPARTS = _pairs(
    "add/remove increase/decrease raise/lower before/after min/max minimum/maximum",
    "success/failure fast/slow up/down read/write encrypt/decrypt first/last more/less",
    "more/fewer higher/lower upper/lower client/server input/output source/target",
    "left/right top/bottom inside/outside frontend/backend staging/production",
    "development/production internal/external request/response get/post get/put put/post",
    "import/export upload/download push/pull vor/nach avant/après antes/después",
    "antes/depois до/после",
)
"""Pairs that make otherwise equal statements speak of two things."""

WIDE_SILENT = compiled(
    r"使用|采用|选用|我们|应该|需要|可以|决定|选择|現在|目前|的|了"
    r"|(?:(?<=[^\u3040-\u309f])|^)[をはにがでのとへ](?:使(?:う|い|わ|っ)て?|する|した)?(?=[^\u3040-\u309f]|$)"
    r"|を使(?:う|い|わ|って?)|です|ます|사용(?:하지|합니다|한다|해|할)?"
    r"|(?<![\uac00-\ud7af])[를을은는이가](?![\uac00-\ud7af])"
)
"""The same for scripts without spaces: choosing verbs and particles."""

LIMITS = _words(
    "only unless except until if when if-and-only-if just temporarily sometimes partly partially",
    "nur außer bis wenn falls sofern vorerst teilweise seulement uniquement sauf jusqu si lorsque",
    "solo sólo excepto salvo hasta si cuando apenas somente exceto até se quando soltanto tranne",
    "fino alleen behalve tenzij tot als только кроме пока если когда",
)
"""Words that narrow a statement; adding one makes another statement."""

ORDERED = _words(
    "from to over than before after into instead depends requires calls imports replaces via",
    "von nach auf statt vor bevor über de vers à avant après desde hacia antes después depois a",
    "da verso prima dopo van naar voor na из в на до после через -> →",
)
"""Words by which the order of the terms carries the meaning."""

APPOINTMENTS = _words(
    "deadline due date launch release start end freeze opening closing departure arrival meeting",
    "appointment exam wedding premiere delivery cutoff expiry expires frist termin stichtag abgabe",
    "start ende eröffnung abfahrt lieferung échéance date sortie lancement livraison fecha plazo",
    "lanzamiento entrega cierre prazo lançamento data scadenza consegna lancio дедлайн срок",
    "дата запуск релиз",
)
"""What has one date."""

CONTRASTS = _words(
    "but because since whereas while although so sondern aber weil da mais car parce pero porque",
    "sino mas pois ma perché maar omdat но а потому",
)
"""Words that begin a new clause."""

ENUMERATORS = _words(
    "pr prs issue issues step steps phase phases line lines ticket task tasks bug commit option",
    "options part chapter section page item question point round sprint milestone turn message",
    "release released releases day week",
    "example case figure table schritt phase zeile aufgabe teil seite étape ligne partie",
    "paso línea tarea página passo linha tarefa fase riga stap regel шаг строка задача этап",
)
"""Words whose number names the thing and is no value of it: step 1 and step 2 are two steps."""

SILENT = _words(
    "a an the this that these those it its we i you he she they our your their my us me there here",
    "is are was were be been being am has have had do does did done will would shall should can",
    "could may might must let lets get gets got use uses used using go goes going went with",
    "choose chose chosen choosing decide decided decision pick picked select selected opt opted",
    "adopt adopted prefer preferred keep stick and or as at by for from in into of on onto to up",
    "so than then too very also now still just already currently initially first finally please",
    "version versions upgrade upgraded upgrading bump bumped over",
    "instead rather longer anymore switch switched switching switches",
    "der die das den dem des ein eine einen einem einer und oder ist sind war wird werden wir ich",
    "sie es für von zu zum zur mit im am auf als auch noch jetzt nutzen nutze verwenden verwende",
    "wurde haben hat entschieden nehmen",
    "le la les l un une des du de d et ou est sont été nous on je vous il elle pour avec en au aux",
    "dans sur par que qu ce cette utiliser utilise utilisons utilisez n s",
    "el los las una unos y o es son fue ser se lo su para por con del al en que usar usa usamos",
    "utilizar um uma os as e é são foi nós para com do da no na em ao pelo usaremos usa use",
    "il lo gli i di che è sono per nel nella usare uso si het een en of zijn is wordt we voor met",
    "gebruik gebruiken te dat op",
    "и или это мы я вы он она они как для с со по к у из в на о что использовать используем",
    "используй использует будет быть был",
)
"""Words without content of their own, choosing verbs among them: «use X» and «X» are about X."""

SHARED_SUBJECTS = _words(
    "performance speed simplicity safety security consistency clarity readability",
    "reliability stability convenience compatibility flexibility scalability example",
    "examples instance now reasons reason note notes todo fix fixes bug bugs error errors",
    "file files test tests command commands cause causes option options user users rule",
    "rules warning next step steps status dependency dependencies library libraries",
    "package packages tool tools path paths endpoint endpoints field fields column table",
    "env variable variables branch commit result results decision problem goal question",
    "answer fact context summary issue feature features change key keys class function",
    "method module component service everything nothing",
)
"""What many things are good for, and labels under which many things stand: no slots."""

TURNS = Cue(
    r"\b(?:switch(?:ed|es|ing)?|chang(?:ed|es|ing)|migrat(?:ed|es|ing|e)|mov(?:ed|es|ing"
    r"|e) (?:to|from|off|away)"
    r"|replac(?:ed|es|ing|e)|supersed(?:ed|es)|upgrad(?:ed|es|ing|e)|downgrad(?:ed|es|e)"
    r"|bump(?:ed|s)?|revert(?:ed|s)?"
    r"|no longer|not any ?more|instead|rather than|after all|back to|on second thought|now uses?"
    r"|dropped|abandoned"
    r"|renam(?:ed|es)|raised|lowered|increased|decreased|reduced|corrected|correction|actually"
    r"|umgestellt|gewechselt|wechsel\w*|umgestiegen|migriert|ersetzt|statt|stattdessen|doch"
    r"|nicht mehr|geändert|zurück zu"
    r"|remplac\w+|au lieu|à la place|plutôt que|finalement|migr[ée]\w*|bascul\w+|chang[ée]\w*"
    r"|ne \w+ plus|passé de"
    r"|cambi\w+|reemplaz\w+|migr\w+|en (?:lugar|vez) de|ya no|finalmente|em vez de|mud(?:ou|amos"
    r"|ar)\w*|troc\w+|substitu\w+"
    r"|invece|al posto|sostitui\w+|passat\w+ (?:da|a)|non più|in plaats van|overgestapt"
    r"|vervangen|niet meer"
    r"|вместо|перешли|переш[её]л|замен\w+|больше не|передумал\w*|обновил\w*)\b"
    r"|改用|改为|改成|换成|换为|切换|迁移|升级|替换|取代|代替|不再|放弃|弃用|回到|乗り換え"
    r"|切り替え|変更|移行|置き換え|代わりに|やめ|ではなく"
    r"|바꾸|바꿨|변경|전환|교체|대신|더 이상",
)
"""A text that says that something changed."""

FIXED = Cue(
    r"\b(?:fix(?:ed|es)|resolv(?:ed|es)|solv(?:ed|es)|repaired|works? (?:now|again)"
    r"|no longer (?:fails?|occurs?|crash\w*)"
    r"|passes now|now pass(?:es)?|corrected|patched|behoben|gelöst|repariert"
    r"|funktioniert (?:jetzt|wieder)|corrigé\w*|résolu\w*"
    r"|réparé\w*|corregid\w+|resuelt\w+|solucionad\w+|arreglad\w+|corrigid\w+|resolvid\w+"
    r"|consertad\w+|corrett\w+|risolt\w+"
    r"|opgelost|hersteld|исправлен\w*|исправил\w*|решен[оаы]?|починил\w*|устран[её]н\w*)\b|修复"
    r"|修好|已解决|解决了|修正|直した|解決|수정|해결",
)
"""A text that says that a fault is gone."""

FINISHED = Cue(
    r"\b(?:done|complet(?:e|ed)|finished|implemented|shipped|released|merged|deployed|delivered"
    r"|in place|published|landed"
    r"|fertig|erledigt|abgeschlossen|umgesetzt|veröffentlicht|terminé\w*|livré\w*|implémenté\w*"
    r"|déployé\w*|terminad\w+|completad\w+"
    r"|implementad\w+|desplegad\w+|listo|concluíd\w+|pronto|implantad\w+|completat\w+"
    r"|rilasciat\w+|klaar|afgerond|opgeleverd"
    r"|готов\w*|сделан\w*|завершен\w*|реализован\w*|выпущен\w*)\b|完成|已上线|已发布|实现了|完了"
    r"|実装した|リリースした|완료|끝났",
)
"""A text that says that something was carried through."""

HEDGED = Cue(
    r"\b(?:not|never|n't|partly|partially|partial|still|yet|should|would|could|might|may|if|once"
    r"|until|try|trying|attempt\w*"
    r"|tried|plan\w*|todo|proposed?|suggest\w*|nicht|noch|teilweise|soll\w*|pas|encore|devrait"
    r"|no|aún|todavía|debería|não|ainda|non|ancora"
    r"|niet|nog|не|ещё|еще|частично|need(?:s|ed)?|want(?:s|ed)?|will|to be|\w+n't)\b|[没沒未不]"
    r"|还要|ない|ません|未|않|안 |못",
)
"""A text that takes its completion back, or only hopes for it."""

RULES = Cue(
    r"\b(?:always|never|must(?:n't)?(?!-have)|do not|don't|no \w+ (?:without|before|unless)"
    r"|from now on"
    r"|only (?:ever|use)|under no circumstances"
    r"|immer|niemals|nie|muss|müssen|darf nicht|dürfen nicht|ab jetzt|toujours|jamais|doit"
    r"|doivent|désormais|siempre|nunca|debe\w*"
    r"|sempre|deve\w*|mai|altijd|nooit|moet\w*|всегда|никогда|нельзя|должн\w+|обязательно)\b"
    r"|必须|始终|总是|永远|绝不|禁止|不要|不得|一律|必ず|常に|してはならない|しないこと|禁止"
    r"|항상|절대|반드시|하지 마",
)
"""A text that binds whatever comes later."""

ENDED = Cue(
    r"\b(?:no longer|not any ?more|nicht mehr|ya no|não \w+ mais|non \w+ più|niet meer|больше не)\b"
    r"|不再|もう",
)
"""A denial that says that a fault is over, and takes no completion back."""
