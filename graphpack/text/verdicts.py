"""Wordings that call a thing unfit: «X is a dead end», «X keeps crashing», «basta con X».

Word lists and nothing else, as in ``leaving``; ``x`` is the thing meant. A verdict alone leaves
nothing behind: what reads these must also see that something else takes the thing's place.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

from graphpack.text.leaving import _ARTICLE, _END, _X

_SAID = (
    r"(?:(?:[\w'’]+ ){1,3}(?:says?|said|thinks?|thought|finds?|found|feels?|sagt|meint|findet|trouve|dit|pense|dice"
    r"|piensa|cree|acha|diz|pensa|говорит|считает)(?: that| dass| que| che|, что)? )?"
)
_BEGIN = rf"(?:^|[.;,:!?—–]\s+|\b(?:but|and|aber|mais|pero|mas|ma|но)\s+){_SAID}{_ARTICLE}"
_STOP = (
    r"(?=\s*(?:[,.;:!)—–]|$)|\s+(?:after all|for|to|on|in|and|so|because|since|here|there|any ?more|für|auf|im|und|pour|sur|et|para|en|na|no"
    r"|y|e|per|для|на|и)\b)"
)
_IS = r"(?:is|are|was|were|turned out(?: to be)?|proved(?: to be)?|seems|ist|sind|war|est|sont|était|es|son|era|é|são|foi|è|sono)"
_VERY = (
    r"(?:(?:just|simply|really|clearly|einfach|leider|vraiment|simplemente|simplesmente|davvero) )?"
)
_UNFIT = (
    r"(?:(?:a |an |the |one )?(?:dead[- ]end|mistake|bad (?:idea|choice|fit)|wrong (?:call|choice|tool|move|idea|one|way)|nightmare)"
    r"|no (?:good|use)|not (?:good enough|worth it|for us|right)|hopeless|useless|rubbish|history|overkill|unmaintained"
    r"|too (?:expensive|dear|slow|heavy|big|large|small|complicated|old|much|loud|late|early|far|brittle|fragile)"
    r"|(?:ein (?:fehler|irrweg)|eine sackgasse|quatsch|unbrauchbar|nichts für uns|zu (?:teuer|langsam|schwer|groß|alt|laut|weit))"
    r"|(?:une (?:erreur|impasse)|inutilisable|trop (?:cher|chère|lent|lente|lourd|lourde|vieux|loin))"
    r"|(?:un error|inútil|(?:demasiado|muy) (?:car[oa]|lent[oa]|pesad[oa]))|(?:um erro|(?:muito|demasiado) (?:car[oa]|lent[oa]))"
    r"|(?:(?:car[oa]|lent[oa]) demais)|(?:un errore|troppo (?:car[oa]|lent[oa]|pesante)))"
)
_FAILS = (
    r"(?:costs? too much|keeps? (?:crashing|failing|breaking|losing)|(?:does|do)(?:n['’]t| not) (?:work(?: out)?|scale|fit|do it)"
    r"|won['’]?t (?:work|do)|(?:did|has|have)(?:n['’]t| not) work(?:ed)?(?: out)?|(?:drives|is driving) (?:me|us) mad"
    r"|taugt nichts|geht nicht|passt nicht|kostet zu viel|ne marche pas|ne convient pas|coûte trop|no (?:funciona|sirve|nos sirve)"
    r"|não (?:funciona|serve)|non (?:funziona|va bene)|(?:нам )?не (?:подходит|годится|работает|справляется)|слишком (?:дорог\w*|медлен\w*))"
)

VERDICTS = (
    rf"{_BEGIN}{_X}\s+{_IS}\s+{_VERY}{_UNFIT}{_STOP}",
    rf"{_BEGIN}{_X}\s+{_FAILS}{_STOP}",
    r"\b(?:(?:had|have|seen) enough of|(?:no|little|not much) (?:point|sense|use) in(?: using)?|fed up with|sick of|tired of|genug von|schluss mit|marre d[eu']|harto de"
    rf"|harta de|hartos de|basta con|basta di|chega de|хватит)\s+{_ARTICLE}{_X}{_END}",
    rf"\b(?:i|we)\s+(?:hate|regret|can['’]?t stand)\s+{_ARTICLE}{_X}{_END}",
)
WIDE_VERDICTS = (
    r"(?:^|[，。；,;.]\s*)(?P<x>[^，。；、,.;]{1,20}?)(?:太[^，。；,.;]{1,2}了|不(?:好用|合适|适合我们|够用))",
    r"(?:^|[、。]\s*)(?P<x>[^、。,.;]{1,20}?)は(?:高すぎ|遅すぎ|使えな|だめ|ダメ)",
)
