"""Words a node for the hand-off: the sentence that tells most, without who said it.

A hand-off is read in one go. So it takes of a node the sentence that speaks of the matter, and
leaves out greetings, the speaker's name and lead-ins that only say that something follows.
"""

# ruff: noqa: E501, SIM905  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.merge.heads import head
from graphpack.merge.statement import statement, without_notes
from graphpack.merge.words import FINISHED, FIXED, RULES
from graphpack.patterns import compiled
from graphpack.text import is_wide, iter_sentences, negations
from graphpack.text.told import without_told

MOST_WORDS = 32
_WORDS, _FEW_WORDS = 9, 6
_LEAST_TERMS = 2
# a colon within 12:30, a path or an address leads to nothing
_LEAD = compiled(r"(?P<lead>[^:：.!?\n]{2,90})(?::(?=\s|[^\x00-\x7f])|：)\s*(?=\S)")
_STOCK = frozenset(
    "a again also and another are as at before blocked but by deferred do done final first following for from good here i in is"
    " issue issues it last later left list me more my next now of ok okay on one open or our please pending point problem"
    " problems question questions quick remaining second short side so step steps still task tasks that the them then there"
    " these thing things third this to todo two three we what with you your decided decision decisions goal goals rule rules"
    " offen offene offener ist sind bleibt noch eine ein frage fragen punkt nächste nächster schritt entscheidung ziel aufgabe problem"
    " pendiente pendientes pregunta otra otro cosa falta decisión siguiente paso tarea pendência próximo passo decisão"
    " question encore reste prochaine étape décision tâche domanda ancora prossimo passo decisione вопрос ещё решение".split()
)
_FILLED = compiled(
    r"^(?:(?:ok(?:ay)?|good|great|fine|hi|hello|hey|good (?:morning|afternoon|evening|day)|morning|thanks|thank you|right|well|so|then"
    r"|and|but|hallo|gut|also|guten \w+|bien|hola|buenos días|bom dia|bom|ciao|bene|bonjour|salut|привет|хорошо)[,.!]?\s+)+"
    r"(?=\S)",
    re.IGNORECASE,
)
_DO_NOT = compiled(r"\b(?:do not|don['’]t)\b", re.IGNORECASE)
_ORDERED = compiled(
    r"(?:^|[.:;,!?—–]\s+|\b(?:please|and|we|you|but|so|then|also|still)\s+)(?:do not|don['’]t)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = compiled(
    r"^(?:i am|i['’]m|we are|we['’]re)\s+(?:currently |now )?(?=\w{2,}ing\b)"
    r"|^(?:(?:i|we) (?:want|need|would like|['’]d like|plan) to|i['’]d like to|we['’]d like to|help me(?: to)?|help us(?: to)?"
    r"|can you|could you|please)\s+",
    re.IGNORECASE,
)

_STATE = compiled(
    r"\b(?:is|are|was|were|been) (?:now |all )?(?:written|tagged|pushed|committed|open|pending|green|blocked|postponed|gone"
    r"|(?:re)?built|added|removed|replaced|updated|ready|booked|sent|agreed|decided)\b|\b(?:tests?|checks?|build) pass(?:es|ed)?\b"
    r"|\b(?:left|next|remaining|open)\b.{0,12}:|\bpendiente|\bfalta|\boffen\b|待定|未定",
    re.IGNORECASE,
)


_ANSWERED = compiled(r"^[^:.\n]{1,60} (?:chose|agreed to): ")
# asked, objected, or planned and not done: «but it does not fit», «we had planned to …»
_UNDECIDED = compiled(
    r"[?？؟]\W*$|^(?:[^\s:]+: )?(?:but|however|wait|hm+|aber|jedoch|mais|pero|mas|ma|però|но|однако)\b"
    r"|^(?:[^\s:]+: )?(?:但是|可是|でも|しかし|하지만)"
    r"|\b(?:had|['’]d) (?:\w+ )?(?:planned|intended|wanted|thought|meant|hoped|considered)\b|\bused to (?:plan|think|want)\b"
    r"|\b(?:the (?:first|original|old|earlier) (?:idea|plan) was|(?:hatten|hatte) .{0,40}(?:geplant|vor|gedacht|überlegt)|wollten (?:erst|ursprünglich|zuerst)"
    r"|avions? (?:prévu|pensé|voulu)|avait prévu|habíamos (?:planeado|pensado|previsto)|tínhamos (?:planejado|planeado|pensado)|avevamo (?:previsto|pensato))\b"
    r"|\b(?:мы )?(?:планировали|собирались|хотели)\b|本来打算|原本想|つもりだった|予定だった",
    re.IGNORECASE,
)
_SETTLING = compiled(
    r"\b(?:we(?:['’]ll)?|let['’]?s|decided|agreed|settled|chose|wir|nous|on|decidimos|acordamos|beschlossen|entschieden|décidé"
    r"|deciso|decidido|мы|решили)\b|决定|我们|にします|に決",
    re.IGNORECASE,
)


def topic(description: str) -> str:
    """Word what a conversation is about.

    Args:
        description: Its description, or the first part of it.

    Returns:
        A few words; empty where none keep the meaning.
    """
    text = _without_lead(" ".join(description.split()), is_rule=False)
    rest = _FIRST_PERSON.sub("", text)
    return head(rest or text, words=10) or ""


def state_of(said: str) -> str:
    """Word where a matter stands.

    Args:
        said: The second part of a description, which is no state by that alone.

    Returns:
        A few words; empty where it tells of nothing done, left or waiting.
    """
    is_state = FINISHED.is_in(said) or FIXED.is_in(said) or _STATE.search(said)
    return telling(said, None, is_rule=False) if is_state else ""


@lru_cache(maxsize=4096)
def lays_down(text: str) -> bool:
    """Tell whether a text tells somebody what to do or not to do from now on.

    Args:
        text: A summary or a sentence.

    Returns:
        False where «don't» only tells how things are: «eleven of them don't last a morning».
    """
    text = without_told(text)
    return _ORDERED.search(text) is not None or RULES.is_in(_DO_NOT.sub(" ", text))


@lru_cache(maxsize=4096)
def telling(
    summary: str,
    speaker: str | None,
    *,
    is_rule: bool,
    is_short: bool = False,
    is_decided: bool = False,
) -> str:
    """Word one node.

    Args:
        summary: Its summary.
        speaker: Whom the summary names, if it names somebody.
        is_rule: True to take the sentence that lays something down.
        is_short: True for still fewer words.
        is_decided: True to take no sentence that asks or objects.

    Returns:
        A head of its most telling sentence; empty where no cut keeps the meaning.
    """
    text = without_notes(summary).strip()
    text = text.removeprefix(f"{speaker}: " if speaker else "User: ")
    text = _ANSWERED.sub("", text)
    sentences = _sentences(text, is_rule=is_rule, is_decided=is_decided)
    if not sentences:
        return ""
    words = _FEW_WORDS if is_short else _WORDS
    for sentence in sentences:
        if found := head(sentence, words=words):
            return found
    return head(sentences[0], most=MOST_WORDS) or ""


def _sentences(text: str, *, is_rule: bool, is_decided: bool) -> list[str]:
    """The sentences worth telling, the best first; all of them where none says enough."""
    every = [text[start:end].strip() for start, end in iter_sentences(text)] or [text]
    if is_decided:
        every = [said for said in every if not _UNDECIDED.search(said)]
        every.sort(key=lambda said: _SETTLING.search(said) is None)
    plain = [_without_lead(sentence, is_rule=is_rule) for sentence in every]
    enough = [said for said in plain if len(statement(said).words) >= _LEAST_TERMS or is_wide(said)]
    if is_rule:
        enough.sort(key=lambda said: (not lays_down(said), not negations(said)))
    return enough or plain


def _without_lead(sentence: str, *, is_rule: bool) -> str:
    rest = _FILLED.sub("", sentence)
    said = rest if len(rest.split()) >= _LEAST_TERMS else sentence
    found = _LEAD.match(said)
    if found is None:
        return said
    lead, rest = found["lead"], said[found.end() :]
    words = re.findall(r"[\w'’]+", lead.casefold())
    is_stock = all(word in _STOCK or word.isdigit() for word in words)
    # «keep these for the whole work: never …» lays down what stands behind the colon
    is_announced = is_rule and RULES.is_in(rest) and not RULES.is_in(lead) and not negations(lead)
    return rest if is_stock or is_announced else said
